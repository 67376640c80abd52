//! The player's answers: what it chooses, and all lines that it reports at its last depth.

use crate::game::{Position, Record};
use crate::games::backgammon::players::net::Net;
use crate::games::backgammon::players::net::lookahead::Lookahead;
use crate::games::backgammon::{Backgammon, Move, Probabilities};
use crate::search::player::options::COMMON;
use crate::search::{Limits, Options, Player, Progress, Rating, SearchTask, Stopwatch, Watcher};
use std::sync::atomic::AtomicBool;

/// A line that was reported, **for the side to act**.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Plies of lookahead and one.
    pub(super) depth: u32,
    /// The actions, the first one that of the side to act.
    pub(super) actions: Vec<Move>,
    /// Expected points, the share of the cube included.
    pub(super) points: f32,
    /// How the game ends if the cube is never turned.
    pub(super) chances: Probabilities,
}

/// The answer to one question.
pub(super) struct Answer {
    /// The move that was chosen.
    pub(super) best: Move,
    /// Of the last depth, best first.
    pub(super) lines: Vec<Line>,
}

impl Watcher<Move> for Answer {
    fn progress(&mut self, report: &Progress<'_, Move>) {
        let Rating::Equity(equity) = report.rating else { panic!("a game with dice") };
        let named = equity.probabilities.unwrap();
        let chances = Probabilities::from_array(named.map(|chance| chance.value));
        self.lines.retain(|line| line.depth == report.depth);
        assert_eq!(report.multipv as usize, self.lines.len() + 1);
        let (depth, actions) = (report.depth, report.pv.to_vec());
        self.lines.push(Line { depth, actions, points: equity.equity, chances });
    }
}

/// A player on this many threads that reports every move; no reply and no play is left out.
pub(super) fn player_without_filters(threads: usize) -> Net {
    let mut options = Options::new(COMMON);
    options.report_all_moves(1_000);
    let mut player = Net::new(&options);
    player.lookaheads = Lookahead::for_threads(threads, 1 << 20);
    player.lookaheads.iter_mut().for_each(Lookahead::evaluate_every_reply);
    player
}

/// The answer of a player within these limits; all legal moves are allowed.
pub(super) fn ask(player: &mut Net, game: &Backgammon, limits: &Limits) -> Answer {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let stop = AtomicBool::new(false);
    let task = SearchTask { limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
    let mut answer = Answer { best: moves[0], lines: Vec::new() };
    answer.best = player.choose(&Record::new(*game), &task, &mut answer).best;
    assert!(moves.contains(&answer.best));
    answer
}
