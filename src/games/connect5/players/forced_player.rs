//! `forced`: version 1.0 of the 2001 program.
//!
//! `connect5-readme.txt`, "This Document and the Basic Program": special priority for immediate
//! wins, the second highest for forced blocks, and the same priority for every other playable
//! space.

use crate::game::Record;
use crate::games::connect5::cell_priorities::{Priorities, SpecialPriority};
use crate::games::connect5::{Cell, LineBoard};
use crate::search::{
    Choice, Judgement, MoveValue, Options, Player, RandomPlayer, SearchTask, SilentWatcher, Watcher,
};

/// The priority of every space that neither wins nor blocks, in hundredths.
const PRIORITY_OF_OTHERS: i32 = 100;

/// Wins, or blocks, or plays anywhere. Uses the option `Seed`.
///
/// Among moves of one priority each is as likely as any other.
#[derive(Clone, Debug)]
pub struct ForcedPlayer {
    random: RandomPlayer,
}

impl ForcedPlayer {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { random: RandomPlayer::new(options) }
    }
}

impl<B: LineBoard> Player<B> for ForcedPlayer {
    fn choose(
        &mut self,
        game: &Record<B>,
        task: &SearchTask<'_, B>,
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let board = game.position();
        let priorities = Priorities::new(board);
        for special in [SpecialPriority::Win, SpecialPriority::Block] {
            let mut moves = task.moves.to_vec();
            moves.retain(|cell| priorities.special(*cell, board.side()) == Some(special));
            if !moves.is_empty() {
                let choice =
                    self.random.choose(game, &SearchTask { moves: &moves, ..*task }, watcher);
                return Choice { reason: special.in_words().to_owned(), ..choice };
            }
        }
        let choice = self.random.choose(game, task, watcher);
        let reason = match task.moves.len() {
            1 => "the only playable space".to_owned(),
            count => format!("one of {count} playable spaces of the same priority"),
        };
        Choice { reason, ..choice }
    }

    /// Wins, then blocks, then all others; the one that would be drawn now is in front.
    fn judge(
        &mut self,
        game: &Record<B>,
        task: &SearchTask<'_, B>,
    ) -> Option<Vec<Judgement<Cell>>> {
        let board = game.position();
        let priorities = Priorities::new(board);
        // A copy, so that the stream goes on as if nothing had been asked.
        let drawn = self.clone().choose(game, task, &mut SilentWatcher).best;
        let judge = |cell: &Cell| {
            let special = priorities.special(*cell, board.side());
            let forced = special.filter(|special| *special >= SpecialPriority::Block);
            let priority = forced.map_or(PRIORITY_OF_OTHERS, SpecialPriority::priority);
            let words = forced.map_or("a playable space", SpecialPriority::in_words).to_owned();
            Judgement {
                judged_move: *cell,
                value: MoveValue::Points(i64::from(priority / 100)),
                reason: words,
            }
        };
        let mut judgements: Vec<_> = task.moves.iter().map(judge).collect();
        let points = |judgement: &Judgement<Cell>| match judgement.value {
            MoveValue::Points(points) => points,
            _ => 0,
        };
        judgements.sort_by_key(|judgement| (judgement.judged_move != drawn, -points(judgement)));
        Some(judgements)
    }

    fn configure(&mut self, options: &Options) {
        Player::<B>::configure(&mut self.random, options);
    }

    fn restart_random_stream(&mut self) {
        Player::<B>::restart_random_stream(&mut self.random);
    }
}

#[cfg(test)]
mod tests {
    use super::ForcedPlayer;
    use crate::games::connect5::Board;
    use crate::games::connect5::players::ask_player_for_tests::chosen;
    use crate::search::{Options, Player};

    fn player() -> ForcedPlayer {
        ForcedPlayer::new(&Options::default())
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
        let game = |player: &mut ForcedPlayer| -> Vec<String> {
            Player::<Board>::restart_random_stream(player);
            (0..20).map(|_| chosen(player, "6/6/6/6/6/6 x").0).collect()
        };
        assert_eq!(game(&mut player), game(&mut player));
    }
}
