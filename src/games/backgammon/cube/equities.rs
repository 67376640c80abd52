//! The equities of a cube decision, and of a position with the cube in play.

use super::janowski_model::CubeModel;
use super::stakes::{CubeOwner, Stakes};
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::eval::Probabilities;

/// The equity of a side that was beavered and drops: it loses the present cube.
pub(super) const DROP_AFTER_BEAVER: f32 = -1.0;

/// The equities of the choices at the cube, **for the side on roll**.
///
/// In points at the present cube: a plain win is 1.0, a plain loss −1.0. In a match this is the
/// equivalent to money of the chance to win it ([`Stakes::equity`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeEquities {
    /// No double: to roll with the cube as it is.
    pub no_double: f32,
    /// To double, and the other side takes.
    pub double_take: f32,
    /// To double, and the other side drops: 1.0.
    pub double_drop: f32,
    /// To double, and the other side beavers; `None` where beavers are not played.
    pub double_beaver: Option<f32>,
    /// Whether a double is allowed by the cube and of any use at this score.
    pub is_open: bool,
}

/// Values of some choices at the cube, in points of the side on roll ([`Stakes::points`]).
///
/// `None` where that is not known.
#[derive(Clone, Copy, Debug, Default)]
pub struct CubePoints {
    /// After no double.
    pub no_double: Option<f32>,
    /// After double and take.
    pub double_take: Option<f32>,
    /// After double and beaver, the beaver taken.
    pub double_beaver: Option<f32>,
}

impl CubeEquities {
    /// The equities for the side on roll at its stakes, by the cube model.
    ///
    /// `efficiency` is 0.0 (a dead cube) to 1.0 (a live cube).
    pub fn of(probabilities: Probabilities, stakes: &Stakes, efficiency: f32) -> Self {
        DecisionValues::of(probabilities, stakes, efficiency).equities(stakes)
    }

    /// The equities with these points in place of the cube model, where they are known.
    #[must_use]
    pub(super) fn with_points(self, points: CubePoints, stakes: &Stakes) -> Self {
        let equity = |points| stakes.equity(stakes.value_of_points(points));
        // A side that was beavered may still drop, and loses the stake of the doubled cube.
        let dropped = stakes.equity(stakes.level(1).lost[0]);
        let beavered = |points| equity(points).max(dropped);
        Self {
            no_double: points.no_double.map_or(self.no_double, equity),
            double_take: points.double_take.map_or(self.double_take, equity),
            double_beaver: self
                .double_beaver
                .map(|found| points.double_beaver.map_or(found, beavered)),
            ..self
        }
    }

    /// The equity of a double when the other side answers as it likes best.
    pub fn double(&self) -> f32 {
        let answered = self.double_take.min(self.double_drop);
        self.double_beaver.map_or(answered, |beaver| answered.min(beaver))
    }

    /// Whether to double is better than to roll; of equal choices the roll is preferred.
    pub fn is_double(&self) -> bool {
        self.is_open && self.double() > self.no_double
    }
}

/// The values of the choices at the cube, **for the side on roll**: see [`Stakes`] for the unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct DecisionValues {
    /// After no double.
    pub(super) no_double: f64,
    /// After double and take.
    pub(super) double_take: f64,
    /// After double and drop: the value of a plain win at the present cube.
    pub(super) double_drop: f64,
    /// After double and beaver; `None` where beavers are not played.
    pub(super) double_beaver: Option<f64>,
    /// Whether a double is allowed by the cube and of any use at this score.
    pub(super) is_open: bool,
}

impl DecisionValues {
    /// The values by the cube model, for a position of these cubeless probabilities.
    ///
    /// `efficiency` is 0.0 (a dead cube) to 1.0 (a live cube).
    pub(super) fn of(probabilities: Probabilities, stakes: &Stakes, efficiency: f32) -> Self {
        let model = CubeModel::new(probabilities, stakes);
        let [no_double, double_take] = model.no_double_and_double_take(efficiency);
        let beaver_taken = || model.cubeful_value(2, CubeOwner::Opponent, efficiency);
        Self::of_choices(stakes, no_double, double_take, beaver_taken)
    }

    /// The values by those of no double, of a double that is taken, and of a beaver that is taken.
    ///
    /// The last is asked for only where beavers are played.
    pub(super) fn of_choices(
        stakes: &Stakes,
        no_double: f64,
        double_take: f64,
        beaver_taken: impl FnOnce() -> f64,
    ) -> Self {
        let [now, doubled] = [0, 1].map(|level| stakes.level(level));
        Self {
            no_double,
            double_take,
            double_drop: now.won[0],
            // The doubler may drop in turn, and loses the stake of the doubled cube.
            double_beaver: stakes.beavers().then(|| beaver_taken().max(doubled.lost[0])),
            is_open: stakes.may_double(),
        }
    }

    /// The value of a double when the other side answers as it likes best.
    fn double(&self) -> f64 {
        let answered = self.double_take.min(self.double_drop);
        self.double_beaver.map_or(answered, |beaver| answered.min(beaver))
    }

    /// The better, for the side on roll, of rolling and, where that is allowed and of use,
    /// doubling; by the cube model, as in [`Self::of`].
    pub(super) fn best(probabilities: Probabilities, stakes: &Stakes, efficiency: f32) -> f64 {
        if stakes.may_double() {
            let values = Self::of(probabilities, stakes, efficiency);
            values.no_double.max(values.double())
        } else {
            let model = CubeModel::new(probabilities, stakes);
            model.cubeful_value(0, stakes.owner, efficiency)
        }
    }

    /// The same values as equities, in points at the present cube.
    pub(super) fn equities(self, stakes: &Stakes) -> CubeEquities {
        CubeEquities {
            no_double: stakes.equity(self.no_double),
            double_take: stakes.equity(self.double_take),
            double_drop: stakes.equity(self.double_drop),
            double_beaver: self.double_beaver.map(|value| stakes.equity(value)),
            is_open: self.is_open,
        }
    }
}

impl Backgammon {
    /// Expected points of the side to act, the cube's share included.
    ///
    /// `probabilities` are those of the side on roll, with the dice still to come. Points do not change
    /// with the cube ([`Stakes::points`]), so that positions before and after a double compare.
    /// A side that may double has the better of rolling and doubling, a side that was doubled
    /// the better of its answers.
    ///
    /// [`Stakes::of`] takes most of the time in matches; [`Self::cubeful_points_at`] does without.
    pub fn cubeful_points(&self, probabilities: Probabilities, efficiency: f32) -> f32 {
        self.cubeful_points_at(&Stakes::of(self, self.on_roll), probabilities, efficiency)
    }

    /// Expected points of the side to act; see [`Self::cubeful_points`].
    ///
    /// They are computed from the stakes of the side on roll, which change with cube and score
    /// only.
    pub fn cubeful_points_at(
        &self,
        stakes: &Stakes,
        probabilities: Probabilities,
        efficiency: f32,
    ) -> f32 {
        match self.phase {
            Phase::Over(outcome) => self.points_of_outcome(outcome, self.on_roll),
            Phase::Doubled => {
                -stakes.points(DecisionValues::of(probabilities, stakes, efficiency).double())
            }
            Phase::Beavered => {
                let model = CubeModel::new(probabilities, stakes);
                let taken = model.cubeful_value(1, CubeOwner::Opponent, efficiency);
                stakes.points(taken.max(stakes.level(0).lost[0]))
            }
            Phase::Ready if self.may_double() => {
                stakes.points(DecisionValues::best(probabilities, stakes, efficiency))
            }
            Phase::Ready | Phase::Rolling | Phase::Moving(..) => {
                let model = CubeModel::new(probabilities, stakes);
                stakes.points(model.cubeful_value(0, stakes.owner, efficiency))
            }
        }
    }

    /// Expected points of the side to act, as [`Self::cubeful_points`], by these equities.
    ///
    /// They are those of the side on roll at its stakes.
    pub fn points_by_equities(&self, stakes: &Stakes, cube: &CubeEquities) -> f32 {
        let points = |equity| stakes.points(stakes.value(equity));
        match self.phase {
            Phase::Over(outcome) => self.points_of_outcome(outcome, self.on_roll),
            Phase::Doubled => -points(cube.double()),
            Phase::Beavered => points(cube.double_take.max(DROP_AFTER_BEAVER)),
            Phase::Ready if self.may_double() => points(cube.no_double.max(cube.double())),
            Phase::Ready | Phase::Rolling | Phase::Moving(..) => points(cube.no_double),
        }
    }

    /// The equities of the cube decision, for the side on roll.
    ///
    /// `None` where no double can be offered or answered: in a dead game, before the first roll,
    /// after the dice were rolled, where the other side owns the cube, or after a beaver.
    pub fn cube_equities(
        &self,
        probabilities: Probabilities,
        efficiency: f32,
    ) -> Option<CubeEquities> {
        let decides = self.may_double() || self.phase == Phase::Doubled;
        let stakes = decides.then(|| Stakes::of(self, self.on_roll))?;
        Some(CubeEquities::of(probabilities, &stakes, efficiency))
    }
}
