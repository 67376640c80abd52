//! The evaluation of a position: chances, and points in some states of the cube; and what a side on
//! roll plays for: points by the utility of the ends of a game, in a match by the chance to win it,
//! without the cube, or with the cube in all its states.

use crate::base::{Outcome, Side};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::rolls_and_moves::Roll;
use crate::games::backgammon::cube::{CubeAction, CubeState, CubeStateSet, CubeStates, efficiency};
use crate::games::backgammon::eval::Probabilities;
use crate::games::backgammon::eval::bearoff::BearoffDatabase;

/// The evaluation of a position, **for the side about to roll**.
///
/// Points are on the scale of [`Backgammon::points_of_outcome`]: those of money play, or in a match 1.0 for the
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

    /// The sum of both, the other multiplied by `share`; the shares of a mean are 0.0 to 1.0.
    #[must_use]
    pub(super) fn plus(mut self, other: &Self, share: f32) -> Self {
        self.chances = self.chances.plus(other.chances, share);
        self.points.iter_mut().zip(other.points).for_each(|(sum, points)| *sum += share * points);
        self
    }
}

/// The points of a plain end and the gammon values, **for one side**.
///
/// Each array has the points of a plain end, what a gammon adds to that, and what a backgammon adds
/// to a gammon; all on the scale of [`Backgammon::points_of_outcome`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Utility {
    /// The points that the side gains by its wins.
    won: [f32; 3],
    /// The points that it loses by its losses; positive where a loss costs points.
    lost: [f32; 3],
}

impl Utility {
    /// For one side of this game, the cube staying as it is.
    pub(super) fn of(game: &Backgammon, side: Side) -> Self {
        Self { won: points_by_end(game, side), lost: points_by_end(game, side.other()) }
    }

    /// For one side with the cube in this state.
    pub(super) fn in_state(cube_states: &CubeStates, state: CubeState, side: Side) -> Self {
        let points =
            |chances| cube_states.dead_cube_points(state, side, Probabilities::from_array(chances));
        let won = [[1., 0., 0., 0., 0.], [1., 1., 0., 0., 0.], [1., 1., 1., 0., 0.]].map(points);
        let lost = [[0., 0., 0., 0., 0.], [0., 0., 0., 1., 0.], [0., 0., 0., 1., 1.]].map(points);
        Self { won: increments(won), lost: increments(lost.map(|points| -points)) }
    }

    /// The utility of the other side.
    #[must_use]
    pub(super) const fn swapped(self) -> Self {
        Self { won: self.lost, lost: self.won }
    }

    /// Expected points of the side whose chances these are, the cube staying as it is.
    #[inline]
    pub(super) fn points(&self, chances: Probabilities) -> f32 {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = chances.to_array();
        let (won, lost) = (&self.won, &self.lost);
        win * won[0] + gammon * won[1] + backgammon * won[2]
            - (1.0 - win) * lost[0]
            - lost_gammon * lost[1]
            - lost_backgammon * lost[2]
    }
}

/// The points of this side's plain win for it, and what a gammon and a backgammon add, at the
/// present cube.
///
/// On the scale of [`Backgammon::points_of_outcome`].
fn points_by_end(game: &Backgammon, side: Side) -> [f32; 3] {
    let value = game.cube().value();
    let counted = if game.counts_gammons() { [1, 2, 3] } else { [1, 1, 1] };
    increments(
        counted.map(|times| {
            game.points_of_outcome(Outcome::Win { side, points: times * value }, side)
        }),
    )
}

/// The first number of points, and what each other adds to the one before it.
const fn increments([plain, gammon, backgammon]: [f32; 3]) -> [f32; 3] {
    [plain, gammon - plain, backgammon - gammon]
}

/// The stakes of the side on roll: cube, score and rules.
#[derive(Clone, Copy)]
pub(super) struct CubeContext<'a> {
    /// Points while the cube stays as it is, for the side about to roll: by these replies are
    /// chosen.
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

    /// This context with replies chosen for the stake of this cube state.
    #[must_use]
    pub(super) fn in_state(mut self, state: CubeState) -> Self {
        if let Some(cube_states) = self.cube_states {
            self.utility = Utility::in_state(cube_states, state, self.side);
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

#[cfg(test)]
mod tests {
    use super::{CubeState, CubeStates, Utility};
    use crate::base::Side::First;
    use crate::games::backgammon::Backgammon;
    use crate::games::backgammon::eval::Probabilities;

    fn utility(rest: &str) -> Utility {
        let board = "-b----E-C---eE---c-e----B-";
        Utility::of(&Backgammon::from_text(&format!("XGID={board}:{rest}:10"), true), First)
    }

    #[test]
    fn points_are_the_equity_times_the_cube_where_all_points_count() {
        let chances = Probabilities::from_array([0.6, 0.3, 0.05, 0.1, 0.01]);
        for (rest, times) in [("0:0:1:31:0:0:0:0", 1.0), ("1:1:1:31:0:0:1:0", 2.0)] {
            let points = utility(rest).points(chances);
            assert!((points - times * chances.equity()).abs() < 1e-5, "{rest}");
            let other = utility(rest).swapped().points(chances.swapped());
            assert!((points + other).abs() < 1e-5);
        }
    }

    #[test]
    fn present_cube_is_one_of_its_states() {
        for rest in ["0:0:1:31:0:0:0:0", "1:1:1:31:2:0:0:5", "0:0:1:31:0:0:1:0"] {
            let game =
                Backgammon::from_text(&format!("XGID=-b----E-C---eE---c-e----B-:{rest}:10"), true);
            let states = CubeStates::of(&game).unwrap();
            let [found, expected] =
                [Utility::in_state(&states, CubeState::PRESENT, First), Utility::of(&game, First)];
            let numbers = |utility: Utility| [utility.won, utility.lost].concat();
            let pairs = numbers(found).into_iter().zip(numbers(expected));
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-5), "{found:?} {expected:?}");
        }
    }

    #[test]
    fn gammons_count_nothing_before_the_cube_is_turned_under_jacoby_or_when_a_point_wins() {
        let jacoby = utility("0:0:1:31:0:0:1:0");
        assert_eq!([jacoby.won, jacoby.lost], [[1.0, 0.0, 0.0]; 2]);
        let last = utility("0:0:1:31:4:1:1:5");
        assert!(last.won[0] > 0.9 && last.won[1..].iter().all(|more| more.abs() < 1e-6));
        assert!(last.lost.iter().all(|more| *more > 0.05), "{last:?}");
    }
}
