//! Rollouts: the mean result of many games that both sides play at 0 plies.
//!
//! As the field knows them (Montgomery and others, *Variance Reduction*, GNU Backgammon's
//! manual). Quasi-random dice: the first rolls are spread evenly over the games, and all plays
//! meet the same dice. Variance reduction: the luck of every roll is subtracted, which is the
//! 0-ply equity of its best result, less the mean over all 21 rolls. The mean luck is zero
//! whatever the networks think, so that the mean stays unbiased and its error shrinks. With the
//! cube in play both sides double, take and drop by the same mean over all rolls, one ply deep;
//! directly after the play that is rolled out, two plies deep. What is found depends on seed, games
//! and plies alone, not on the threads.

mod cube_action_by_rollouts;
mod play_by_rollouts;
mod quasi_random_dice;
mod rollout_set;
mod trial;
mod trial_statistics;

pub(super) use cube_action_by_rollouts::{choose_cube_action, roll_out, with_games};
pub(super) use play_by_rollouts::choose_play;
pub(super) use rollout_set::RolloutSettings;

#[cfg(test)]
mod tests;
