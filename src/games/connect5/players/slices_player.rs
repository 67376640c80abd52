//! `slices`: version 2.0 of the 2001 program, the winner of its early tournament.
//!
//! `connect5-readme.txt`, "Advanced Heuristics for Play" and "Example of Advanced Play": the move
//! of the highest priority, without any depth search. The priorities are those of
//! [`crate::games::connect5::cell_priorities`]. Among equal ones the first is played, row by row from the
//! top.

use crate::game::Record;
use crate::games::connect5::cell_priorities::{Priorities, in_points, priority_in_words};
use crate::games::connect5::player_options::BLOCK_DOUBLE_THREATS;
use crate::games::connect5::{Cell, LineBoard};
use crate::search::{
    Choice, CommonOptions, Judgement, MoveValue, Options, Player, SearchTask, Watcher,
};

/// Plays the highest priority.
///
/// Uses the options `BlockDoubleThreats`, `Level`, and `Seed` (for the slips of low levels).
#[derive(Clone, Debug)]
pub struct SlicesPlayer {
    common: CommonOptions,
    blocks_doubles: bool,
}

impl SlicesPlayer {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        let blocks_doubles = options.check(&BLOCK_DOUBLE_THREATS);
        Self { common: CommonOptions::new(options), blocks_doubles }
    }

    /// The priorities of a board.
    fn priorities(&self, board: &impl LineBoard) -> Priorities {
        Priorities::new(board).with_blocked_doubles(self.blocks_doubles)
    }
}

impl<B: LineBoard> Player<B> for SlicesPlayer {
    fn choose(
        &mut self,
        game: &Record<B>,
        task: &SearchTask<'_, B>,
        _watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        if let Some(random) = self.common.random_move(task.moves) {
            return random;
        }
        let side = game.position().side();
        let priorities = self.priorities(game.position());
        let mut moves = task.moves.to_vec();
        priorities.sort(&mut moves, side);
        let reason = match priorities.special(moves[0], side) {
            Some(special) => special.in_words().to_owned(),
            None => format!("the highest priority: {}", in_points(priorities.sum(moves[0], side))),
        };
        Choice { best: moves[0], nodes: 0, reason }
    }

    /// The priority of every move in points, those of special priority far above the others.
    fn judge(
        &mut self,
        game: &Record<B>,
        task: &SearchTask<'_, B>,
    ) -> Option<Vec<Judgement<Cell>>> {
        let side = game.position().side();
        let priorities = self.priorities(game.position());
        let mut moves = task.moves.to_vec();
        priorities.sort(&mut moves, side);
        let judge = |cell: Cell| Judgement {
            judged_move: cell,
            value: MoveValue::Fraction(f64::from(priorities.priority(cell, side)) / 100.0),
            reason: priority_in_words(&priorities, cell, side),
        };
        Some(moves.into_iter().map(judge).collect())
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
        self.blocks_doubles = options.check(&BLOCK_DOUBLE_THREATS);
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

#[cfg(test)]
mod tests {
    use super::SlicesPlayer;
    use crate::games::connect5::players::ask_player_for_tests::chosen;
    use crate::search::Options;

    fn played(fen: &str) -> String {
        let (name, reason) = chosen(&mut SlicesPlayer::new(&Options::default()), fen);
        format!("{name} {reason}")
    }

    #[test]
    fn worked_board_of_the_notes_is_played_as_they_say() {
        let board = "6/1xxx2/2ooox/1o4/xxx3/ooo3";
        assert_eq!(played(&format!("{board} x")), "e5 a double threat in a single row");
        assert_eq!(played("6/1xxx2/2ooox/1o4/xxx1x1/ooo3 x"), "d2 an immediate win");
        assert_eq!(played("6/1xxx2/2ooox/1o4/xxx3/oooo2 x"), "e1 a forced block");
    }

    #[test]
    fn without_special_priorities_the_highest_sum_is_played() {
        assert_eq!(played("7/7/7/7/7/7/7 x"), "d4 the highest priority: 0.07");
        // 9 + 4 + 1 along the row, 4 + 4 + 1 along the column, six bonuses, 0.08 for the centre.
        assert_eq!(played("9/9/9/oxxx5/9/4x4/4x4/9/9 x"), "e6 the highest priority: 23.26");
    }

    #[test]
    fn white_double_threats_are_not_prioritised() {
        // o could make a double threat in its row; x adds up its own 14 + 14 points instead.
        let fen = "15/15/15/15/7x7/6x1x6/7x7/15/15/15/15/15/6ooo6/15/15 x";
        assert_eq!(played(fen), "h10 the highest priority: 28.43");
    }
}
