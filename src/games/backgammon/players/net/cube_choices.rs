//! The choices of a cube decision as states of the cube.

use super::evaluation::Evaluation;
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::cube::{CubePoints, CubeState, CubeStateSet, CubeStates, Stakes};

/// The cube states to which a cube decision can lead; `None` where that one cannot be played.
#[derive(Clone, Copy)]
pub(super) struct CubeChoices {
    pub(super) no_double: CubeState,
    pub(super) double_take: Option<CubeState>,
    pub(super) double_beaver: Option<CubeState>,
}

impl CubeChoices {
    /// Those of the side on roll; `cube_states` are those of the game.
    pub(super) fn of(game: &Backgammon, cube_states: Option<&CubeStates>) -> Self {
        let (side, no_double) = (game.on_roll(), CubeState::PRESENT);
        let Some(cube_states) = cube_states else {
            return Self { no_double, double_take: None, double_beaver: None };
        };
        let beavers = Stakes::of(game, side).beavers();
        Self {
            no_double,
            double_take: cube_states.after_turns(side, 1),
            double_beaver: cube_states.after_turns(side, 2).filter(|_| beavers),
        }
    }

    /// Those that can be played, in the order of the fields.
    pub(super) fn iter(self) -> impl Iterator<Item = CubeState> {
        let Self { no_double, double_take, double_beaver } = self;
        [Some(no_double), double_take, double_beaver].into_iter().flatten()
    }

    /// What each is worth by an evaluation of [`Self::states`], before the cube action.
    pub(super) fn points(self, evaluation: &Evaluation) -> CubePoints {
        let points = |state| evaluation.points_in(state);
        CubePoints {
            no_double: Some(points(self.no_double)),
            double_take: self.double_take.map(points),
            double_beaver: self.double_beaver.map(points),
        }
    }

    /// The same as a set.
    pub(super) fn states(self) -> CubeStateSet {
        self.iter().fold(CubeStateSet::PRESENT, CubeStateSet::with)
    }
}
