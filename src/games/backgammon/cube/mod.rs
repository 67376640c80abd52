//! Cube decisions: cubeful equities, for money and in matches.
//!
//! Where both sides bear off they come from all rolls to the end, or for as long as they can be
//! looked at ([`bearoff_equities`]); elsewhere from Janowski's model, at the position itself or some
//! plies ahead.
//!
//! Janowski's model is a function of three things: the [`Probabilities`] of the side on roll, the
//! [`Stakes`] (cube, score and rules) as it sees them, and the cube's [`efficiency`]. In matches
//! that takes in the Crawford rule, a cube that is dead because one side needs no more points,
//! and what gammons are worth at the score; in money play the Jacoby rule and beavers.
//!
//! ```
//! use parlour::game::Notation;
//! use parlour::games::backgammon::{Backgammon, Probabilities, GameSettings, cube};
//!
//! let money = Backgammon::start(&GameSettings { cube: true, ..GameSettings::default() });
//! let race = "XGID=---ACCD-BB----ca---dcca---:0:0:1:00:0:0:0:0:10";
//! let game = money.read_position(race)?;
//! let probabilities = Probabilities::without_gammons(0.76);
//! let equities = game.cube_equities(probabilities, cube::efficiency(game.board()));
//! assert!(equities.is_some_and(|cube| cube.is_double() && cube.double_take < cube.double_drop));
//! # Ok::<(), parlour::game::PositionError>(())
//! ```
//!
//! [`Probabilities`]: super::eval::Probabilities

mod bearoff;
mod cube_efficiency;
#[cfg(test)]
mod cube_model_against_reference;
mod decision;
mod equities;
mod janowski_model;
mod match_equity;
mod reachable_cube_states;
mod stakes;
#[cfg(test)]
pub(super) mod stakes_for_tests;
mod utility;

pub use bearoff::{BearoffEquities, bearoff_equities};
pub use cube_efficiency::efficiency;
pub(super) use cube_efficiency::usual_efficiency;
pub use decision::{CubeEvaluation, CubeRollouts, RolloutResult, decide};
pub use equities::{CubeEquities, CubePoints};
pub use reachable_cube_states::{CubeAction, CubeState, CubeStateSet, CubeStates};
pub use stakes::{CubeOwner, Stakes};
pub use utility::Utility;

#[cfg(test)]
mod tests;
