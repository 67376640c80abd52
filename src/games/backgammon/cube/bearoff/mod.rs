//! Cube decisions in a bear-off of both sides: exact, or exact for the next rolls.
//!
//! Both sides bear off and no gammon is possible. For money the bear-off database has the values of
//! few checkers.
//!
//! Else the positions of a side after each roll are few, so that they can be solved. From the last
//! of these rolls back to the first, every cube state of every pair of positions gets its value
//! (backward induction): the mean over all rolls, each side doubling, taking and dropping as is best
//! for it. With few checkers all plays of a roll are compared, which makes the values exact; with
//! more of them each roll is played for the fewest rolls left. Where the pairs are too many to reach
//! the end, the cube model values those after the last roll looked at; its efficiency falls with the
//! rolls that are left.

mod cube_states;
mod solver;
#[cfg(test)]
mod tests;

use super::equities::{CubeEquities, DecisionValues};
use super::stakes::{CubeOwner, Stakes};
use crate::games::backgammon::board::{Board, Checkers};
use crate::games::backgammon::eval::bearoff::{
    BearoffDatabase, ExactValues, Plays, is_bearoff_without_gammons,
};
use solver::BearoffCubeSolver;
pub use solver::BearoffEquities;

/// With this many checkers a side, or fewer, all plays of a roll are compared. Set by hand.
const FEW_CHECKERS: u8 = 6;

/// The equities of a cube decision if both sides bear off and no gammon is possible.
///
/// The mover of `board` is on roll, and `stakes` are its stakes. At most `nodes` pairs of positions
/// are valued by all rolls; those after the last turn that is looked at, by the cube model, do not
/// count. `go_on` is asked often; `None` if it says no, if a gammon is possible or some
/// checkers are not at home, or if the nodes do not suffice for a roll of each side. Waits for the
/// bear-off database.
pub fn bearoff_equities(
    board: Board,
    stakes: &Stakes,
    nodes: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<BearoffEquities> {
    if !is_bearoff_without_gammons(board)
        || board.mover.all_borne_off()
        || board.other.all_borne_off()
    {
        return None;
    }
    let exact = BearoffDatabase::shared().exact_values(board).filter(|_| stakes.is_scaled());
    match exact {
        Some(exact) => Some(BearoffEquities { equities: equities(&exact, stakes), nodes: 1 }),
        None => solved(board, stakes, nodes, go_on),
    }
}

/// The equities of a cube decision by backward induction, from the last roll that the nodes reach.
fn solved(
    board: Board,
    stakes: &Stakes,
    nodes: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<BearoffEquities> {
    let has_few = |side: Checkers| side.in_play() <= FEW_CHECKERS;
    let are_few = has_few(board.mover) && has_few(board.other);
    if are_few {
        let all = BearoffCubeSolver::new(board, stakes, Plays::All, nodes, go_on)?;
        if all.reaches_end() {
            return all.solve(go_on);
        }
    }
    BearoffCubeSolver::new(board, stakes, Plays::FewestRolls, nodes, go_on)?.solve(go_on)
}

/// The equities of a cube decision for money.
fn equities(exact: &ExactValues, stakes: &Stakes) -> CubeEquities {
    let no_double = match stakes.owner {
        CubeOwner::Centred => exact.centred,
        CubeOwner::Own => exact.owned,
        CubeOwner::Opponent => exact.owned_by_other,
    };
    let [no_double, double_take, beaver_taken] =
        [no_double, 2.0 * exact.owned_by_other, 4.0 * exact.owned_by_other]
            .map(|equity| stakes.value(equity));
    DecisionValues::of_choices(stakes, no_double, double_take, || beaver_taken).equities(stakes)
}
