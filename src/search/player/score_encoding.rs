//! Values inside the search: integers **for the side to act**; wins and losses count plies from
//! the root.
//!
//! ```text
//!  28000 …  30000   won, proved: 30000 less the plies from the root
//!  18000 …  20000   won, unproved: 20000 less the plies
//! −15000 …  15000   an estimate
//! ```
//!
//! Losses are the negatives of wins. A loss is proved only if every defence was tried; see
//! [`with_loss_unproved`].

use crate::base::Score;

/// Above every value, wins included.
pub const INFINITE: i32 = 32_000;
/// The greatest static evaluation of a selective search, in the units of the game.
///
/// The least is its negative.
pub const MAX_EVAL: i32 = 15_000;
/// The least value of a win that is proved, 2,000 plies from the root.
const LEAST_PROVED_WIN: i32 = 28_000;
/// The least value of a win that is not proved, 2,000 plies from the root.
pub const LEAST_UNPROVED_WIN: i32 = 18_000;
/// The difference of a proved win and of one that is not, in as many plies.
const PROOF_BONUS: i32 = 10_000;

/// A win this many plies from the root.
pub const fn win(ply: usize) -> i32 {
    Score::win_in((ply as u32).cast_signed()).value()
}

/// A loss this many plies from the root.
pub const fn loss(ply: usize) -> i32 {
    -win(ply)
}

/// Whether a value is a win or a loss and not an estimate, proved or not.
pub const fn is_decided(value: i32) -> bool {
    value.abs() >= LEAST_UNPROVED_WIN
}

/// Whether a value is a win that is not proved.
pub const fn is_unproved_win(value: i32) -> bool {
    value >= LEAST_UNPROVED_WIN && value < LEAST_PROVED_WIN
}

/// Whether a win or a loss is proved.
pub const fn is_proved(value: i32) -> bool {
    value.abs() >= LEAST_PROVED_WIN
}

/// The plies from the root to a win or a loss, proved or not; `None` for an estimate.
pub const fn plies(value: i32) -> Option<usize> {
    let size = value.abs();
    if size >= LEAST_PROVED_WIN {
        Some(win(0).abs_diff(size) as usize)
    } else if size >= LEAST_UNPROVED_WIN {
        Some((win(0) - PROOF_BONUS).abs_diff(size) as usize)
    } else {
        None
    }
}

/// The value, for the side to act, of a node where not all defences were tried.
///
/// A loss is marked as unproved.
pub const fn with_loss_unproved(value: i32) -> i32 {
    if value <= -LEAST_PROVED_WIN { value + PROOF_BONUS } else { value }
}

/// A value as the transposition table stores it: plies count from the node.
pub const fn to_table(value: i32, ply: usize) -> i16 {
    let ply = (ply as u32).cast_signed();
    (if value >= LEAST_UNPROVED_WIN {
        value + ply
    } else if value <= -LEAST_UNPROVED_WIN {
        value - ply
    } else {
        value
    }) as i16
}

/// A value from the transposition table at this ply: plies count from the root again.
pub const fn from_table(value: i16, ply: usize) -> i32 {
    let (value, ply) = (value as i32, (ply as u32).cast_signed());
    if value >= LEAST_UNPROVED_WIN {
        value - ply
    } else if value <= -LEAST_UNPROVED_WIN {
        value + ply
    } else {
        value
    }
}

/// A value of the root as a score for reports, both for the side to move.
///
/// An unproved win or loss is an estimate.
pub const fn score(value: i32) -> Score {
    if is_proved(value) { Score::from_value(value) } else { Score::centi(value) }
}

#[cfg(test)]
mod tests {
    use super::{
        from_table, is_decided, is_proved, loss, plies, to_table, win, with_loss_unproved,
    };

    #[test]
    fn values_come_back_from_the_table_at_any_ply() {
        for value in [
            win(9),
            loss(8),
            with_loss_unproved(loss(8)),
            -with_loss_unproved(loss(30)),
            15_000,
            -3,
        ] {
            let kept = to_table(value, 7);
            assert_eq!(from_table(kept, 7), value);
            let shift = if is_decided(value) { -value.signum() } else { 0 };
            assert_eq!(from_table(kept, 8), value + shift);
        }
    }

    #[test]
    fn losses_can_be_unproved_and_wins_stay_what_they_are() {
        assert!(is_proved(loss(6)) && !is_proved(with_loss_unproved(loss(6))));
        assert!(
            is_decided(with_loss_unproved(loss(6)))
                && with_loss_unproved(loss(8)) > with_loss_unproved(loss(6))
        );
        assert_eq!(with_loss_unproved(win(5)), win(5));
        assert_eq!([loss(8), with_loss_unproved(loss(8)), 3].map(plies), [Some(8), Some(8), None]);
    }
}
