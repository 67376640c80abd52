//! Perft: the leaves of the tree of rolls and checker plays, without the cube.

use super::Board;
use super::game_state_and_cube_rules::Backgammon;
use super::movegen::{After, Count, results};
use super::roll::Roll;

/// The leaves of the tree of distinct results, `depth` checker plays deep, without the cube.
///
/// Dice that are on the table are played at the first level; every other level has all 21
/// distinct rolls, each counted once. A forced pass is one result. `stop` is asked once for every
/// position two levels above the leaves; `None` if it says yes.
pub fn perft(game: &Backgammon, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    let mut buffers = vec![Vec::new(); depth as usize];
    match game.rolled() {
        Some(roll) if depth > 0 => count_plays(game.board(), roll, &mut buffers, stop),
        _ => count_rolls(game.board(), &mut buffers, stop),
    }
}

/// The leaves below a position whose dice are due; one level for each buffer.
fn count_rolls(board: Board, buffers: &mut [Vec<After>], stop: &impl Fn() -> bool) -> Option<u64> {
    if buffers.is_empty() {
        return Some(1);
    }
    Roll::ALL.into_iter().map(|roll| count_plays(board, roll, buffers, stop)).sum()
}

/// The leaves below a position with this roll.
fn count_plays(
    board: Board,
    roll: Roll,
    buffers: &mut [Vec<After>],
    stop: &impl Fn() -> bool,
) -> Option<u64> {
    if board.mover.all_borne_off() || board.other.all_borne_off() {
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
    if stop() {
        return None;
    }
    plays.clear();
    results(board, roll, plays);
    plays.iter().map(|after| count_rolls(after.board(board), rest, stop)).sum()
}
