//! What a side plays for: points, or in a match the chance to win it, by the ends of a game.

use super::janowski_model::CubeModel;
use super::stakes::Stakes;
use crate::base::{Outcome, Side};
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::eval::Probabilities;

/// The points of a plain end and the gammon values, **for one side**.
///
/// Each array has the points of a plain end, what a gammon adds to that, and what a backgammon adds
/// to a gammon; all on the scale of [`Backgammon::points_of_outcome`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utility {
    /// The points that the side gains by its wins.
    won: [f32; 3],
    /// The points that it loses by its losses; positive where a loss costs points.
    lost: [f32; 3],
}

impl Utility {
    /// For one side of this game, the cube staying as it is.
    pub fn of(game: &Backgammon, side: Side) -> Self {
        Self { won: points_by_end(game, side), lost: points_by_end(game, side.other()) }
    }

    /// For the side of these stakes, the cube staying as it is.
    pub(super) fn of_stakes(stakes: &Stakes) -> Self {
        let points = |chances| {
            let model = CubeModel::new(Probabilities::from_array(chances), stakes);
            stakes.points(model.dead_cube_value(0))
        };
        let won = [[1., 0., 0., 0., 0.], [1., 1., 0., 0., 0.], [1., 1., 1., 0., 0.]].map(points);
        let lost = [[0., 0., 0., 0., 0.], [0., 0., 0., 1., 0.], [0., 0., 0., 1., 1.]].map(points);
        Self { won: increments(won), lost: increments(lost.map(|points| -points)) }
    }

    /// Whether the best of any plays by the one is the best by the other: the gammon values are the
    /// same.
    pub(super) fn has_gammon_values_of(&self, other: &Self) -> bool {
        /// The greatest difference that is taken for rounding. Set by hand.
        const ROUNDING: f32 = 1e-4;
        let values = |utility: &Self| {
            let Self { won, lost } = utility;
            [won[1], won[2], lost[1], lost[2]].map(|value| value / utility.game_value())
        };
        values(self).into_iter().zip(values(other)).all(|(a, b)| (a - b).abs() < ROUNDING)
    }

    /// The points between a plain win and a plain loss.
    pub const fn game_value(&self) -> f32 {
        self.won[0] + self.lost[0]
    }

    /// The utility of the other side.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { won: self.lost, lost: self.won }
    }

    /// Expected points of the side whose chances these are, the cube staying as it is.
    #[inline]
    pub fn points(&self, chances: Probabilities) -> f32 {
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

#[cfg(test)]
mod tests {
    use super::Utility;
    use crate::base::Side::First;
    use crate::games::backgammon::Backgammon;
    use crate::games::backgammon::cube::{CubeState, CubeStates};
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
                [*states.utility(CubeState::PRESENT, First), Utility::of(&game, First)];
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

    #[test]
    fn gammon_values_change_with_the_cube_under_jacoby_and_in_matches_alone() {
        for (rest, is_same) in
            [("0:0:1:31:0:0:0:0", true), ("0:0:1:31:0:0:1:0", false), ("0:0:1:31:3:1:0:5", false)]
        {
            let board = "-b----E-C---eE---c-e----B-";
            let game = Backgammon::from_text(&format!("XGID={board}:{rest}:10"), true);
            assert_eq!(CubeStates::of(&game).unwrap().has_one_utility(), is_same, "{rest}");
        }
    }
}
