//! The stakes of a position: the utility without the cube, or with the cube in all its states.

use super::cubeful_evaluation::CubefulEvaluation;
use crate::base::Side;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::cube::{
    CubeAction, CubeState, CubeStateSet, CubeStates, Utility, efficiency,
};
use crate::games::backgammon::eval::Probabilities;
use crate::games::backgammon::eval::bearoff::BearoffDatabase;

/// The stakes of the side on roll: cube, score and rules.
#[derive(Clone, Copy)]
pub(super) struct CubeContext<'a> {
    /// Points while the cube stays as it is, for the side about to roll: by these plays are chosen
    /// where the state of the cube does not matter, and listed.
    pub(super) utility: Utility,
    /// The stakes in every cube state; `None` if the cube is dead.
    pub(super) cube_states: Option<&'a CubeStates>,
    /// The side about to roll.
    side: Side,
}

impl<'a> CubeContext<'a> {
    /// The stakes of this side if it were about to roll; `cube_states` are those of the game.
    pub(super) fn of(game: &Backgammon, side: Side, cube_states: Option<&'a CubeStates>) -> Self {
        Self { utility: Utility::of(game, side), cube_states, side }
    }

    /// The stakes of the other side.
    #[must_use]
    pub(super) const fn swapped(self) -> Self {
        Self { utility: self.utility.swapped(), side: self.side.other(), ..self }
    }

    /// The side about to roll.
    pub(super) const fn side(&self) -> Side {
        self.side
    }

    /// Ranks plays by the chances after each, for the side about to roll: the lowest rank is the best
    /// play of its opponent.
    ///
    /// Where gammons are not worth the same once the cube is turned, a play ranks as high as it does
    /// by the better of both utilities.
    pub(super) fn rank_plays(&self, chances: &[Probabilities], ranks: &mut Vec<f32>) {
        ranks.extend(chances.iter().map(|chances| self.utility.points(*chances)));
        let Some(all) = self.cube_states.filter(|all| !all.has_one_utility()) else { return };
        let turned = all.utility(CubeState::TURNED_ONCE, self.side);
        let least = |points: &mut dyn Iterator<Item = f32>| points.fold(f32::INFINITY, f32::min);
        let least_present = least(&mut ranks.iter().copied());
        let least_turned = least(&mut chances.iter().map(|chances| turned.points(*chances)));
        for (rank, chances) in ranks.iter_mut().zip(chances) {
            let regret = (*rank - least_present) / self.utility.game_value();
            let regret_turned = (turned.points(*chances) - least_turned) / turned.game_value();
            *rank = regret.min(regret_turned);
        }
    }

    /// This context with replies chosen for the stake of this cube state.
    #[must_use]
    pub(super) fn in_state(mut self, state: CubeState) -> Self {
        if let Some(cube_states) = self.cube_states {
            self.utility = *cube_states.utility(state, self.side);
        }
        self
    }

    /// The cube action of both sides in this state, from `rolled`, the mean over all rolls, for the
    /// side about to roll.
    pub(super) fn cube_action(&self, state: CubeState, rolled: &CubefulEvaluation) -> CubeAction {
        self.cube_states.map_or(CubeAction::NoDouble, |cube_states| {
            cube_states.action(state, self.side, |state| rolled.points_in(state))
        })
    }

    /// The points of an end of the game in this cube state, for the side about to roll, whose
    /// chances these are.
    pub(super) fn points_of_end(&self, state: CubeState, chances: Probabilities) -> f32 {
        self.cube_states.map_or_else(
            || self.utility.points(chances),
            |states| states.dead_cube_points(state, self.side, chances.bounded()),
        )
    }

    /// The 0-ply evaluation with these chances of the side about to roll: the cube model in each of
    /// these cube states, or the exact value where the bear-off database has it.
    pub(super) fn evaluation(
        &self,
        board: Board,
        chances: Probabilities,
        states: CubeStateSet,
    ) -> CubefulEvaluation {
        let mut points = [0.0; CubeState::COUNT];
        if let Some(cube_states) = self.cube_states {
            let (probabilities, efficiency) = (chances.bounded(), efficiency(board));
            let exact =
                BearoffDatabase::if_built().and_then(|database| database.exact_values(board));
            for state in states.iter() {
                points[state.index()] = exact
                    .and_then(|exact| cube_states.points_of_bearoff(state, self.side, &exact))
                    .unwrap_or_else(|| {
                        cube_states.cubeful_points(state, self.side, probabilities, efficiency)
                    });
            }
        } else {
            points[CubeState::PRESENT.index()] = self.utility.points(chances);
        }
        CubefulEvaluation { chances, points }
    }

    /// The cube states to evaluate after a roll so that these can be evaluated before it.
    pub(super) fn states_after_roll(&self, states: CubeStateSet) -> CubeStateSet {
        self.cube_states.map_or(states, |all| all.with_double_take(states, self.side))
    }

    /// The evaluation before the cube action, from `rolled`, the mean over all rolls; both for the
    /// side about to roll.
    pub(super) fn before_cube_action(
        &self,
        rolled: CubefulEvaluation,
        states: CubeStateSet,
    ) -> CubefulEvaluation {
        let Some(cube_states) = self.cube_states else { return rolled };
        let mut evaluation = rolled;
        for state in states.iter() {
            evaluation.points[state.index()] = match self.cube_action(state, &rolled) {
                CubeAction::NoDouble => rolled.points_in(state),
                CubeAction::DoubleTake(taken) => rolled.points_in(taken),
                CubeAction::DoubleDrop => cube_states.double_drop_points(state, self.side),
            };
        }
        evaluation
    }
}
