//! Counts of the legal tree: results of all rolls, the cube left out.

use super::super::Backgammon;
use super::Board;
use super::dice::Roll;
use super::movegen::{After, Count, results};

/// The leaves of the tree of distinct results, `depth` checker plays deep, without the cube.
///
/// Dice that lie on the table are played at the first level; every other level has all 21
/// rolls, unweighted. A forced pass is one result. `stop` is asked once for every position two
/// levels above the leaves; when it says yes, the count so far comes back as `None`.
pub fn perft(game: &Backgammon, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    count(game, depth, |_| 1, stop)
}

/// Like [`perft`], every roll that is no double counted twice: 36 rolls a level.
pub fn perft_weighted(game: &Backgammon, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    count(game, depth, Roll::weight, stop)
}

fn count(
    game: &Backgammon,
    depth: u32,
    weight: fn(Roll) -> u64,
    stop: &impl Fn() -> bool,
) -> Option<u64> {
    let mut buffers = vec![Vec::new(); depth as usize];
    let tree = Tree { weight, stop };
    match game.rolled() {
        Some(roll) if depth > 0 => tree.below_roll(game.board(), roll, &mut buffers),
        _ => tree.below(game.board(), &mut buffers),
    }
}

struct Tree<'a, Stop> {
    weight: fn(Roll) -> u64,
    stop: &'a Stop,
}

impl<Stop: Fn() -> bool> Tree<'_, Stop> {
    fn below(&self, board: Board, buffers: &mut [Vec<After>]) -> Option<u64> {
        if buffers.is_empty() {
            return Some(1);
        }
        let mut leaves = 0;
        for roll in Roll::ALL {
            leaves += (self.weight)(roll) * self.below_roll(board, roll, buffers)?;
        }
        Some(leaves)
    }

    fn below_roll(&self, board: Board, roll: Roll, buffers: &mut [Vec<After>]) -> Option<u64> {
        if board.mover.is_home() || board.other.is_home() {
            return Some(0);
        }
        let (plays, rest) = match buffers {
            [] => return Some(1),
            [_] => {
                let mut count = Count::default();
                results(board, roll, &mut count);
                return Some(count.0);
            }
            [plays, rest @ ..] => (plays, rest),
        };
        if (self.stop)() {
            return None;
        }
        plays.clear();
        results(board, roll, plays);
        plays.iter().map(|after| self.below(after.board(board), rest)).sum()
    }
}
