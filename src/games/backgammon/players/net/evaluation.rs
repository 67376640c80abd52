//! The evaluation of a position: chances, and points in some states of the cube.

use crate::games::backgammon::board::rolls_and_moves::Roll;
use crate::games::backgammon::cube::CubeState;
use crate::games::backgammon::eval::Probabilities;

/// The evaluation of a position, **for the side about to roll**.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Evaluation {
    /// Cubeless: how the game ends if the cube is never turned.
    pub(super) chances: Probabilities,
    /// Cubeful expected points in each cube state that was asked for, by [`CubeState::index`].
    pub(super) points: [f32; CubeState::COUNT],
}

impl Evaluation {
    /// All zero: where sums begin.
    pub(super) const ZERO: Self =
        Self { chances: Probabilities::without_gammons(0.0), points: [0.0; CubeState::COUNT] };

    /// The mean over all rolls, from one evaluation for each of [`Roll::ALL`].
    pub(super) fn mean_of_rolls<'a>(evaluations: impl IntoIterator<Item = &'a Self>) -> Self {
        let pairs = evaluations.into_iter().zip(Roll::ALL);
        pairs.fold(Self::ZERO, |sum, (evaluation, roll)| {
            sum.plus(evaluation, roll.weight() as f32 / 36.0)
        })
    }

    /// Expected points with the cube as it is.
    pub(super) const fn points(&self) -> f32 {
        self.points_in(CubeState::PRESENT)
    }

    /// Expected points in a cube state that was asked for.
    pub(super) const fn points_in(&self, state: CubeState) -> f32 {
        self.points[state.index()]
    }

    /// The same position for the other side, which has just played.
    #[must_use]
    pub(super) fn swapped(self) -> Self {
        Self { chances: self.chances.swapped(), points: self.points.map(|points| -points) }
    }

    /// The sum of both, the other multiplied by `share`.
    #[must_use]
    pub(super) fn plus(mut self, other: &Self, share: f32) -> Self {
        self.chances = self.chances.plus(other.chances, share);
        self.points.iter_mut().zip(other.points).for_each(|(sum, points)| *sum += share * points);
        self
    }
}
