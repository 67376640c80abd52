//! `forced`: version 1.0 of the 2001 program.
//!
//! `connect5-readme.txt`, "This Document and the Basic Program": special priority for immediate
//! wins, the second highest for forced blocks, and the same priority for every other playable
//! space.

use crate::game::{Position, Record};
use crate::games::connect5::priority_board::{Priorities, Special};
use crate::games::connect5::{Board, Cell};
use crate::search::{Choice, Options, Player, Random, SearchTask, Watcher};

/// Wins, or blocks, or plays anywhere. Uses the option `Seed`.
///
/// Among moves of one priority each is as likely as any other.
#[derive(Clone, Debug)]
pub struct Forced {
    coin: Random,
}

impl Forced {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { coin: Random::new(options) }
    }
}

impl Player<Board> for Forced {
    fn choose(
        &mut self,
        game: &Record<Board>,
        task: &SearchTask<'_, Board>,
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let board = game.position();
        let priorities = Priorities::new(board);
        let with = |special| -> Vec<Cell> {
            let mut cells = task.moves.to_vec();
            cells.retain(|cell| priorities.special(*cell, board.side()) == Some(special));
            cells
        };
        for (special, reason) in
            [(Special::Win, "an immediate win"), (Special::Block, "a forced block")]
        {
            let moves = with(special);
            if !moves.is_empty() {
                let choice =
                    self.coin.choose(game, &SearchTask { moves: &moves, ..*task }, watcher);
                return Choice { reason: reason.to_owned(), ..choice };
            }
        }
        let choice = self.coin.choose(game, task, watcher);
        let reason = match task.moves.len() {
            1 => "the only playable space".to_owned(),
            count => format!("one of {count} playable spaces of the same priority"),
        };
        Choice { reason, ..choice }
    }

    fn configure(&mut self, options: &Options) {
        Player::<Board>::configure(&mut self.coin, options);
    }

    fn restart_stream(&mut self) {
        Player::<Board>::restart_stream(&mut self.coin);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::chosen;
    use super::Forced;
    use crate::games::connect5::Board;
    use crate::search::{Options, Player};

    fn player() -> Forced {
        Forced::new(&Options::default())
    }

    #[test]
    fn immediate_win_comes_before_a_forced_block() {
        let (name, reason) = chosen(&mut player(), "xxxx2/6/oooo2/6/6/6 x");
        assert_eq!((name.as_str(), reason.as_str()), ("e6", "an immediate win"));
    }

    #[test]
    fn win_of_the_next_player_is_blocked() {
        let (name, reason) = chosen(&mut player(), "xxx3/6/oooo2/6/6/6 x");
        assert_eq!((name.as_str(), reason.as_str()), ("e4", "a forced block"));
    }

    #[test]
    fn every_other_space_has_the_same_priority() {
        let mut player = player();
        let open_three = "6/1xxx2/6/6/6/6 x";
        let mut draw = || (0..400).map(|_| chosen(&mut player, open_three).0).collect::<Vec<_>>();
        let mut names = draw();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 33);
        assert!(chosen(&mut player, open_three).1.starts_with("one of 33 playable spaces"));
    }

    #[test]
    fn stream_that_is_restarted_is_the_same_again() {
        let mut player = player();
        let game = |player: &mut Forced| -> Vec<String> {
            Player::<Board>::restart_stream(player);
            (0..20).map(|_| chosen(player, "6/6/6/6/6/6 x").0).collect()
        };
        assert_eq!(game(&mut player), game(&mut player));
    }
}
