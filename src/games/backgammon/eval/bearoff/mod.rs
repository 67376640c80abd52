//! Bear-off of both sides: a database, one-sided and two-sided, and estimates until it is built.
//!
//! One-sided: for every position of up to 15 checkers in the own home board, 54,264 of them, the database
//! holds the probability that the last checker is borne off with roll 1, 2, …, each roll played
//! for the fewest further rolls on average. The chances of two sides follow from the two
//! distributions. They are exact for two sides that play so; a side that also takes the other
//! side's checkers into account can do a little better.
//!
//! Two-sided: for every pair of positions of up to six checkers, the exact chance to win, and the
//! exact points for money with the cube.
//!
//! The database is built on first use, in less than a second, or before that in the background. A
//! search that cannot wait uses [`BearoffSource::Estimate`].

mod database_and_estimates;
mod position_numbers_and_fewest_rolls;
mod positions_by_roll;
mod two_sided_with_cube_equities;

pub use database_and_estimates::{BearoffDatabase, BearoffSource};
pub(in super::super) use database_and_estimates::{estimated_rolls, is_bearoff_without_gammons};
pub(super) use position_numbers_and_fewest_rolls::{
    BestPositionByDieAndTimes, FewestRolls, Reachable, counts_of_at_most, home_counts,
    number_among_at_most,
};
pub(in super::super) use positions_by_roll::{Plays, ReachablePositions};
pub use two_sided_with_cube_equities::ExactValues;
