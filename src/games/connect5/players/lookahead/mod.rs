//! `lookahead`: the plan for version 3.0 in the last section of the 2001 program's notes.
//!
//! `connect5-readme.txt`, "To Do for v.3.0?": a search some levels deep that looks at the
//! moves of the highest priorities only, each player's by the player's own priorities. A side
//! that gets a win, or a double threat where nothing forces it to block, has won: +1 for the one
//! to move at the top, −1 for the other; everything else is 0. If no win is found, the move is
//! the one of the highest priority at the top that does not lead to −1, if there is any.
//!
//! If a side is forced to block, only the blocks are searched: all else loses at once.
//! Levels are deepened one by one (iterative deepening), so that there is always a move. With three
//! values a few null-window searches are enough: is the value at least 1, is it at least 0?

mod root;
mod tree;

use root::LookaheadRoot;
use tree::LookaheadSearch;

use crate::game::Record;
use crate::games::connect5::cell_priorities::Priorities;
use crate::games::connect5::player_options::{BLOCK_DOUBLE_THREATS, BREADTH_OPTION, DEPTH_OPTION};
use crate::games::connect5::{Cell, LineBoard};
use crate::search::{Choice, CommonOptions, Judgement, Options, Player, SearchTask, Watcher};

/// The levels to search where the option `Depth` is 0.
///
/// With [`BREADTH`] it takes about 10 ms a move on 22 × 22 cells, at most 28 ms for 99 of 100
/// moves. It scores 78 % ± 6 against `slices`, and 75 % ± 6 with 6 levels of 10 moves (200 games
/// each, 15 × 15); and 66 % ± 9 against itself with 6 levels (100 games, 10 moves).
const DEPTH: u32 = 8;
/// The moves searched in each position where the option `Breadth` is 0.
const BREADTH: usize = 7;
/// The most levels, whatever the option or `go` says. Set by hand, far beyond what any search
/// reaches.
const MAX_DEPTH: u32 = 200;

/// Searches some levels ahead.
///
/// Uses `Depth`, `Breadth`, `BlockDoubleThreats`, `Level`, and `Seed` (for slips).
#[derive(Clone, Debug)]
pub struct LookaheadPlayer {
    common: CommonOptions,
    /// Levels to search where the limits name none, at least 1; a level is a ply.
    depth: u32,
    /// Moves searched in each position, at least 1.
    breadth: usize,
    blocks_doubles: bool,
}

impl LookaheadPlayer {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        let set = |spec| usize::try_from(options.number(spec)).ok().filter(|value| *value > 0);
        Self {
            common: CommonOptions::new(options),
            depth: set(&DEPTH_OPTION).map_or(DEPTH, |depth| depth as u32),
            breadth: set(&BREADTH_OPTION).unwrap_or(BREADTH),
            blocks_doubles: options.check(&BLOCK_DOUBLE_THREATS),
        }
    }
}

impl LookaheadPlayer {
    /// A search of the current position that has not begun.
    fn root<'a, B: LineBoard>(
        &self,
        game: &Record<B>,
        task: &SearchTask<'a, B>,
    ) -> LookaheadRoot<'a, B> {
        let board = game.position().clone();
        let control = self.common.control(task, board.side());
        let priorities = Priorities::new(&board).with_blocked_doubles(self.blocks_doubles);
        LookaheadRoot::new(
            LookaheadSearch::new(board, priorities, control, self.breadth),
            task.moves,
        )
    }

    /// The levels to search.
    fn depth<B: LineBoard>(&self, task: &SearchTask<'_, B>) -> u32 {
        task.limits.depth.unwrap_or(self.depth).clamp(1, MAX_DEPTH)
    }
}

impl<B: LineBoard> Player<B> for LookaheadPlayer {
    fn choose(
        &mut self,
        game: &Record<B>,
        task: &SearchTask<'_, B>,
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        if let Some(random) = self.common.random_move(task.moves) {
            return random;
        }
        self.root(game, task).choose(self.depth(task), watcher)
    }

    fn judge(
        &mut self,
        game: &Record<B>,
        task: &SearchTask<'_, B>,
    ) -> Option<Vec<Judgement<Cell>>> {
        Some(self.root(game, task).judge(self.depth(task)))
    }

    fn configure(&mut self, options: &Options) {
        let mut common = self.common.clone();
        common.configure(options);
        *self = Self { common, ..Self::new(options) };
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

#[cfg(test)]
mod tests {
    use super::LookaheadPlayer;
    use crate::game::{Notation, Position};
    use crate::games::connect5::players::SlicesPlayer;
    use crate::games::connect5::players::ask_player_for_tests::{ask, board, chosen};
    use crate::games::connect5::{Cell, GAME};
    use crate::search::{Limits, Options};

    fn with(depth: &str, breadth: &str) -> LookaheadPlayer {
        let mut options = Options::new(GAME.options);
        for (name, value) in [("Depth", depth), ("Breadth", breadth)] {
            let spec = GAME.options.iter().find(|spec| spec.name == name).unwrap();
            options.set(spec, Some(value)).unwrap();
        }
        LookaheadPlayer::new(&options)
    }

    fn played(depth: &str, fen: &str) -> String {
        let (name, reason) = chosen(&mut with(depth, "0"), fen);
        format!("{name} {reason}")
    }

    /// o has an open three, x has three lines of two through h10.
    const TEMPTING: &str = "15/15/15/15/7x7/6x1x6/7x7/15/15/15/15/15/6ooo6/15/15 x";

    #[test]
    fn wins_and_double_threats_are_played_at_once() {
        assert_eq!(played("0", "6/1xxx2/6/6/6/ooo3 x"), "e5 a double threat in a single row");
        assert_eq!(played("0", "xxxx2/6/6/6/6/oooo2 x"), "e6 an immediate win");
        assert_eq!(played("0", "6/1xxx2/6/6/6/oooo2 x"), "e1 a forced block");
    }

    #[test]
    fn move_that_leads_to_the_inevitable_loss_is_avoided() {
        let mut plain = SlicesPlayer::new(&Options::default());
        assert_eq!(chosen(&mut plain, TEMPTING).0, "h10");
        assert!(played("1", TEMPTING).starts_with("f3 "), "{}", played("1", TEMPTING));
        assert!(
            played("1", TEMPTING).ends_with(" that does not lead to the opponent's inevitable win")
        );
    }

    #[test]
    fn four_and_three_are_seen_as_an_inevitable_win() {
        // g8 makes a four in the row, and a three in the column that becomes a double threat.
        let fen = "15/15/15/15/15/15/6x8/2oxxx9/15/6x8/15/15/15/15/15 x";
        assert_eq!(played("8", fen), "g8 an inevitable win, seen 2 levels deep");
        assert!(!played("1", fen).contains("inevitable"), "{}", played("1", fen));
    }

    #[test]
    fn when_all_is_lost_the_highest_priority_is_played() {
        let fen = "9/1ooo5/9/2o6/2o6/2o6/9/9/9 x";
        let text = played("4", fen);
        assert!(text.ends_with("all that were looked at lead to the opponent's inevitable win"));
    }

    #[test]
    fn breadth_bounds_the_moves_searched() {
        let board = board(TEMPTING);
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let choice = ask(&mut with("0", "1"), &board, &moves, &limits, false);
        let mut name = String::new();
        board.write_move(choice.best, &mut name);
        assert_eq!((name.as_str(), choice.nodes), ("h10", 2), "only the best is looked at");
    }

    #[test]
    fn limits_and_the_stop_flag_still_give_a_move() {
        let board = board(TEMPTING);
        let moves = [Cell { x: 14, y: 14 }, Cell { x: 7, y: 5 }, Cell { x: 0, y: 0 }];
        for nodes in [0, 1, 5, 50] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let choice = ask(&mut with("0", "0"), &board, &moves, &limits, false);
            assert!(choice.nodes <= nodes && moves.contains(&choice.best));
        }
        let stopped = ask(&mut with("100", "100"), &board, &moves, &Limits::default(), true);
        assert!(moves.contains(&stopped.best));
    }
}
