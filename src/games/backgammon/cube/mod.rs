//! The doubling cube by its model: equities of every cube decision, for money and in matches.
//!
//! Everything here is a function of three things: the [`Probabilities`] of the side on roll, the
//! [`Stakes`] (cube, score and rules) as it sees them, and the cube's [`efficiency`]. In matches
//! that takes in the Crawford rule, a cube that is dead because one side needs no more points,
//! and what gammons are worth at the score; in money play the Jacoby rule and beavers.
//!
//! ```
//! use parlour::game::Notation;
//! use parlour::games::backgammon::{Backgammon, Probabilities, Settings, cube};
//!
//! let money = Backgammon::start(&Settings { cube: true, ..Settings::default() });
//! let race = "XGID=---ACCD-BB----ca---dcca---:0:0:1:00:0:0:0:0:10";
//! let game = money.read_position(race)?;
//! let probabilities = Probabilities::without_gammons(0.76);
//! let cube = game.cube_equities(probabilities, cube::efficiency(game.board()));
//! assert!(cube.is_some_and(|cube| cube.is_double() && cube.is_take()));
//! # Ok::<(), parlour::game::PositionError>(())
//! ```

mod cube_states;
mod match_equity;
mod model;
pub(crate) mod plain_equity;
mod report;
mod stakes;

pub use cube_states::{Cubes, State, States, Word};
use model::View;
pub use report::{Finding, Rolled, decide, decide_by};
pub use stakes::{Holder, Stakes};

use super::board::Board;
use super::board::rules::{Backgammon, Phase};
use super::eval::Probabilities;
use crate::base::{Outcome, Side};

/// How near a real cube comes to a perfect one, 0.0 to 1.0, in positions like this.
///
/// 0.68 while the sides can meet; in a race 0.55 and 0.00125 for each pip of the mover, between
/// 0.6 and 0.7: the figures that GNU Backgammon uses.
pub fn efficiency(board: Board) -> f32 {
    if board.has_contact() {
        0.68
    } else {
        (0.55 + 0.00125 * board.mover.pips() as f32).clamp(0.6, 0.7)
    }
}

/// What the choices at the cube are worth, **for the side on roll**.
///
/// As points at the present cube: a plain win is 1.0, a plain loss −1.0, in matches by the chance
/// to win them ([`Stakes::equity`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeEquities {
    /// To roll with the cube as it lies.
    pub no_double: f32,
    /// To double, and the other side takes.
    pub double_take: f32,
    /// To double, and the other side drops: 1.0.
    pub double_drop: f32,
    /// To double, and the other side beavers; `None` where beavers are not played.
    pub double_beaver: Option<f32>,
    /// Whether to double is of any use at this score, and allowed by the cube.
    pub is_open: bool,
}

impl CubeEquities {
    /// The equities at these stakes, by the probabilities of the side on roll.
    pub fn of(probabilities: Probabilities, stakes: &Stakes, efficiency: f32) -> Self {
        Values::of(probabilities, stakes, efficiency).equities(stakes)
    }

    /// What a double is worth when the other side answers as it likes best.
    pub fn double(&self) -> f32 {
        let answered = self.double_take.min(self.double_drop);
        self.double_beaver.map_or(answered, |beaver| answered.min(beaver))
    }

    /// Whether to double is better than to roll; of equal choices the roll is.
    pub fn is_double(&self) -> bool {
        self.is_open && self.double() > self.no_double
    }

    /// Whether the other side takes a double, or beavers it, rather than drop.
    pub fn is_take(&self) -> bool {
        self.double_take <= self.double_drop
    }

    /// Whether the other side beavers a double rather than just take it.
    pub fn is_beaver(&self) -> bool {
        self.double_beaver.is_some_and(|beaver| beaver < self.double_take.min(self.double_drop))
    }

    /// Whether to roll is better than to double and be dropped: for the sake of gammons.
    pub fn is_too_good(&self) -> bool {
        self.is_open && self.no_double > self.double_drop && !self.is_double()
    }
}

/// The same, as points or as chances to win the match.
#[derive(Clone, Copy, Debug)]
struct Values {
    no_double: f64,
    double_take: f64,
    double_drop: f64,
    double_beaver: Option<f64>,
    is_open: bool,
}

impl Values {
    fn of(probabilities: Probabilities, stakes: &Stakes, efficiency: f32) -> Self {
        let view = View::new(probabilities, stakes);
        let taken = |height| view.worth(height, Holder::Theirs, efficiency);
        let [now, raised] = [0, 1].map(|height| stakes.rung(height));
        Self {
            no_double: view.worth(0, stakes.holder, efficiency),
            double_take: taken(1),
            double_drop: now.won[0],
            // The doubler may drop in turn, and loses what the cube shows then.
            double_beaver: stakes.beavers.then(|| taken(2).max(raised.lost[0])),
            is_open: now.may_raise[0] && stakes.holder != Holder::Theirs,
        }
    }

    fn doubled(&self) -> f64 {
        let answered = self.double_take.min(self.double_drop);
        self.double_beaver.map_or(answered, |beaver| answered.min(beaver))
    }

    /// To roll, or to double if that is allowed and better.
    fn best(&self) -> f64 {
        if self.is_open { self.no_double.max(self.doubled()) } else { self.no_double }
    }

    fn equities(self, stakes: &Stakes) -> CubeEquities {
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
    /// `probabilities` are those of the side on roll, with the dice still to come. Points do not
    /// change with the cube ([`Stakes::points`]), so that positions before and after a double compare.
    /// A side that may double has the better of rolling and doubling, a side that was doubled
    /// the better of its answers.
    ///
    /// [`Stakes::of`] takes most of the time in matches; [`Self::cubeful_points_at`] does without.
    pub fn cubeful_points(&self, probabilities: Probabilities, efficiency: f32) -> f32 {
        self.cubeful_points_at(&Stakes::of(self, self.on_roll), probabilities, efficiency)
    }

    /// The same with the stakes of the side on roll, which change with cube and score only.
    pub fn cubeful_points_at(
        &self,
        stakes: &Stakes,
        probabilities: Probabilities,
        efficiency: f32,
    ) -> f32 {
        let values = || Values::of(probabilities, stakes, efficiency);
        match self.phase {
            Phase::Over(outcome) => self.settled_points(outcome, self.on_roll),
            Phase::Doubled => -stakes.points(values().doubled()),
            Phase::Beavered => {
                let taken = View::new(probabilities, stakes).worth(1, Holder::Theirs, efficiency);
                stakes.points(taken.max(stakes.rung(0).lost[0]))
            }
            Phase::Ready if self.may_double() => stakes.points(values().best()),
            Phase::Ready | Phase::Rolling | Phase::Moving(..) => {
                let view = View::new(probabilities, stakes);
                stakes.points(view.worth(0, stakes.holder, efficiency))
            }
        }
    }

    /// The equities of the decision at the cube, for the side on roll.
    ///
    /// `None` where no double can be offered or answered: in a dead game, before the first roll,
    /// with dice on the table, with a cube that lies on the other side, or after a beaver.
    pub fn cube_equities(
        &self,
        probabilities: Probabilities,
        efficiency: f32,
    ) -> Option<CubeEquities> {
        let decides = self.may_double() || self.phase == Phase::Doubled;
        let stakes = decides.then(|| Stakes::of(self, self.on_roll))?;
        Some(CubeEquities::of(probabilities, &stakes, efficiency))
    }

    /// What an end of this game is worth to a side, on the scale of [`Self::cubeful_points`].
    pub fn settled_points(&self, outcome: Outcome, side: Side) -> f32 {
        let Some(winner) = outcome.winner() else { return 0.0 };
        stakes::settled(self.match_score, side, winner, outcome.points())
    }
}

#[cfg(test)]
mod tests;
