//! The evaluation of a position: chances, and points in some states of the cube.

use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::{CubeState, CubeStateSet};
use crate::games::backgammon::eval::Probabilities;

/// The evaluation of a position, **for the side about to roll**.
///
/// Points are on the scale of `Backgammon::points_of_outcome`: those of money play, or in a match 1.0 for the
/// chance to win it with one point more, and −1.0 with one point more for the other side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CubefulEvaluation {
    /// Cubeless chances, 0.0 to 1.0: how the game ends if the cube is never turned.
    pub(super) chances: Probabilities,
    /// Cubeful expected points in each cube state that was asked for, by [`CubeState::index`]; 0.0
    /// in the others.
    pub(super) points: [f32; CubeState::COUNT],
}

impl CubefulEvaluation {
    /// All zero: where sums begin.
    pub(super) const ZERO: Self =
        Self { chances: Probabilities::without_gammons(0.0), points: [0.0; CubeState::COUNT] };

    /// The mean over all rolls, from one evaluation for each of [`Roll::ALL`].
    pub(super) fn mean_of_rolls<'a>(evaluations: impl IntoIterator<Item = &'a Self>) -> Self {
        let pairs = evaluations.into_iter().zip(Roll::ALL);
        pairs.fold(Self::ZERO, |sum, (evaluation, roll)| sum.plus(evaluation, roll.probability()))
    }

    /// Expected points of the side about to roll, with the cube as it is.
    pub(super) const fn points(&self) -> f32 {
        self.points_in(CubeState::PRESENT)
    }

    /// Expected points of the side about to roll, in a cube state that was asked for.
    pub(super) const fn points_in(&self, state: CubeState) -> f32 {
        self.points[state.index()]
    }

    /// The evaluation of the position for the other side, which has just played: points change
    /// their sign.
    #[must_use]
    pub(super) fn swapped(self) -> Self {
        Self { chances: self.chances.swapped(), points: self.points.map(|points| -points) }
    }

    /// Takes the points in these cube states from another evaluation.
    pub(super) fn take_points(&mut self, other: &Self, states: CubeStateSet) {
        for state in states.iter() {
            self.points[state.index()] = other.points_in(state);
        }
    }

    /// The sum of both, the other multiplied by `share`; the shares of a mean are 0.0 to 1.0.
    #[must_use]
    pub(super) fn plus(mut self, other: &Self, share: f32) -> Self {
        self.chances = self.chances.plus(other.chances, share);
        self.points.iter_mut().zip(other.points).for_each(|(sum, points)| *sum += share * points);
        self
    }
}
