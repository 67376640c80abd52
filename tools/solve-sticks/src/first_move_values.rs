//! Estimates of each first move: the value of a long search, and the results of self-play games.

use std::sync::atomic::AtomicBool;

use parlour::base::{Score, Side, SplitMix64};
use parlour::game::{Position, Record, Turn};
use parlour::games::sticks::players::SearchPlayer;
use parlour::games::sticks::{Move, Sticks};
use parlour::search::player::options::{COMMON, HASH};
use parlour::search::{
    Bound, Limits, Options, Player, Progress, Rating, SearchTask, Stopwatch, Watcher,
};

use crate::first_moves::{after, first_moves, name};

/// The seed of the random numbers of nodes in games.
const SEED: u64 = 1;
/// Games of more plies count as draws. Set by hand.
const MAX_PLIES: usize = 250;

/// Keeps what a search reported, in order of depth.
#[derive(Default)]
struct DepthReports {
    /// Each depth with its value for the side to move.
    scores: Vec<(u32, Score)>,
    /// The principal variation.
    line: Vec<Move>,
}

impl Watcher<Move> for DepthReports {
    fn progress(&mut self, report: &Progress<'_, Move>) {
        let Rating::Score(score) = report.rating else { return };
        if report.bound == Bound::Exact || score.plies_to_end().is_some() {
            self.scores.push((report.depth, score));
            report.pv.clone_into(&mut self.line);
        }
    }
}

/// A player with a table of this many MiB.
fn player(memory: u64) -> SearchPlayer {
    let mut options = Options::new(COMMON);
    // A number that is out of range leaves the table as it is.
    let _refused = options.set(&HASH, Some(&memory.to_string()));
    SearchPlayer::new(&options)
}

/// The move that the player chooses with this many nodes, and what it reported.
fn choose(player: &mut SearchPlayer, game: &Record<Sticks>, nodes: u64) -> (Move, DepthReports) {
    let (limits, stop) =
        (Limits { nodes: Some(nodes), ..Limits::default() }, AtomicBool::new(false));
    let mut moves = Vec::new();
    game.position().moves(&mut moves);
    let task =
        SearchTask { limits: &limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
    let mut listener = DepthReports::default();
    (player.choose(game, &task, &mut listener).best, listener)
}

/// Searches the position after each first move with this many nodes and MiB.
///
/// Reports the value of the move for First, in hundredths: the mean of the last two depths, as odd
/// and even depths favour different sides.
pub(crate) fn search(nodes: u64, memory: u64, report: &mut dyn FnMut(&str)) {
    let mut player = player(memory);
    for first in first_moves().filter(|_| nodes > 0) {
        player.clear_tables();
        let mut game = Record::new(after(first));
        let (_, DepthReports { scores, line }) = choose(&mut player, &game, nodes);
        let (depth, value) = match scores[..] {
            [.., (_, before), (depth, last)] => {
                (depth, -i32::midpoint(before.value(), last.value()))
            }
            [(depth, only)] => (depth, -only.value()),
            [] => (0, 0),
        };
        let mut words = Vec::new();
        for m in line {
            words.push(name(game.position(), m));
            game.play(m);
        }
        let first = name(&Sticks::new(), first);
        report(&format!("{first}: worth {value} at depth {depth}; then {}", words.join(" ")));
    }
}

/// How games ended, and how long they were.
#[derive(Clone, Copy, Default)]
struct ResultCounts {
    /// Wins of First, draws, wins of Second.
    results: [u32; 3],
    /// Plies of all games together, first moves included.
    plies: usize,
}

/// Plays this many self-play games from each first move.
///
/// Each move has `nodes` nodes, up to half more or fewer at random, so that games differ. A proved
/// win ends a game.
pub(crate) fn play(games: u64, nodes: u64, report: &mut dyn FnMut(&str)) {
    let (mut player, mut random) = (player(16), SplitMix64::new(SEED));
    let mut total = ResultCounts::default();
    for first in first_moves().filter(|_| games > 0) {
        let mut tally = ResultCounts::default();
        for _ in 0..games {
            player.clear_tables();
            let (winner, plies) = play_game(&mut player, first, nodes, &mut random);
            let place = winner.map_or(1, |side| if side == Side::First { 0 } else { 2 });
            for tally in [&mut tally, &mut total] {
                tally.results[place] += 1;
                tally.plies += plies;
            }
        }
        report(&format!("{}: {}", name(&Sticks::new(), first), tally.summary()));
    }
    if games > 0 {
        report(&format!("all: {}", total.summary()));
    }
}

impl ResultCounts {
    fn summary(&self) -> String {
        let [won, drawn, lost] = self.results;
        let games = won + drawn + lost;
        let share = 100.0 * (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(games);
        let plies = self.plies as f64 / f64::from(games);
        format!(
            "of {games} games First won {won}, Second {lost}, {drawn} were drawn: {share:.1} %; \
             {plies:.1} plies"
        )
    }
}

/// The winner of a game that begins with this move, and the plies until a win is proved or played.
fn play_game(
    player: &mut SearchPlayer,
    first: Move,
    nodes: u64,
    random: &mut SplitMix64,
) -> (Option<Side>, usize) {
    let mut game = Record::new(Sticks::new());
    game.play(first);
    loop {
        let side = match game.turn() {
            Turn::Decide(side) if game.len() < MAX_PLIES => side,
            Turn::Over(outcome) => return (outcome.winner(), game.len()),
            _ => return (None, game.len()),
        };
        let (best, listener) = choose(player, &game, nodes / 2 + random.below(nodes.max(1)));
        let score = listener.scores.last().map(|(_, score)| *score);
        match score.and_then(Score::plies_to_end).map(i32::signum) {
            Some(1) => return (Some(side), game.len()),
            Some(-1) => return (Some(side.other()), game.len()),
            _ => {
                game.play(best);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{play, search};

    /// The lines that a call reports.
    fn reported(call: impl Fn(&mut dyn FnMut(&str))) -> Vec<String> {
        let mut lines = Vec::new();
        call(&mut |line| lines.push(line.to_owned()));
        lines
    }

    #[test]
    fn every_first_move_has_the_same_value_twice() {
        let lines = reported(|report| search(2_000, 1, report));
        assert_eq!(lines.len(), 30);
        assert!(lines.iter().all(|line| line.contains(": worth ") && line.contains("; then ")));
        assert_eq!(lines, reported(|report| search(2_000, 1, report)));
        assert!(reported(|report| search(0, 1, report)).is_empty());
    }

    #[test]
    fn games_add_up() {
        let lines = reported(|report| play(2, 40, report));
        assert_eq!(lines.len(), 31);
        let counts = |line: &String| -> Vec<u32> {
            let words = line.split([' ', ',']).filter_map(|word| word.parse().ok());
            words.collect()
        };
        let sums = lines.iter().map(counts).fold([0; 4], |sums, counts| {
            assert_eq!(counts[0], counts[1..4].iter().sum::<u32>());
            std::array::from_fn(|at| sums[at] + counts[at])
        });
        assert_eq!(counts(&lines[30])[..4].iter().map(|n| 2 * n).collect::<Vec<_>>(), sums);
        assert!(reported(|report| play(0, 40, report)).is_empty());
    }
}
