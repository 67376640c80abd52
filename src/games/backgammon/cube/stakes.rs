//! The stakes: the value of every end of the game at every level of the cube, for one side.

use crate::base::{Outcome, Side};
use crate::game::Position as _;
use crate::games::backgammon::board::cube::Cube;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::match_score::MatchScore;

/// The most levels of the cube, from the present one to 1024.
const LEVELS: usize = Cube::HIGHEST as usize + 1;
/// The last level that every cube decision asks for: 0 as it is, 1 doubled, 2 beavered.
const BEAVERED_LEVEL: usize = 2;
/// Turns of the cube beyond these are so rare that they do not count. Set by hand.
const TURNS_THAT_MATTER: usize = 4;
/// The least value of a single point, as a change of the chance to win the match.
///
/// A match in which a point is worth less is so long that it is valued as money play, since its
/// equities would not be finite. Set by hand.
const SMALLEST_POINT: f64 = 1e-9;

/// The side that may turn the cube, seen by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeOwner {
    /// Either side: the cube is centred.
    Centred,
    /// The own side.
    Own,
    /// The other side.
    Opponent,
}

/// The values of all ends of a game with the cube at one level, for one side.
///
/// Values are points in money play, and chances to win the match (0.0 to 1.0) in matches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CubeLevel {
    /// The values, for that side, of its plain win, gammon and backgammon.
    pub(super) won: [f64; 3],
    /// The values, for the same side, of its plain loss, lost gammon and lost backgammon.
    pub(super) lost: [f64; 3],
    /// Whether a double from this level is allowed and of use: to the own side, to the other.
    pub(super) may_double: [bool; 2],
}

/// The stakes, **seen by one side**: the cube, the score, the rules of money play.
///
/// Level 0 is the cube as it is, level 1 the cube turned once more, and so on. Values are points
/// in money play, and chances to win the match (0.0 to 1.0) in matches.
#[derive(Clone, Copy, Debug)]
pub struct Stakes {
    levels: [CubeLevel; LEVELS],
    /// The greatest level that is filled in: the cube is dead there for both sides.
    highest: usize,
    /// The side that may turn the cube at level 0.
    pub(super) owner: CubeOwner,
    /// Whether gammons count at level 0: not under the Jacoby rule before the first double.
    pub(super) counts_gammons: bool,
    /// Whether a double may be beavered: the cube can be turned twice.
    beavers: bool,
    /// Whether it is money play.
    is_money: bool,
    /// The scale of [`Self::points`].
    single_point: ValueScale,
}

/// A linear scale on which one value is −1.0 and another 1.0.
#[derive(Clone, Copy, Debug)]
struct ValueScale {
    /// The value, in points or as a chance to win the match, that is 0.0 on the scale.
    middle: f64,
    /// The difference of value, in the same unit, that is 1.0 on the scale.
    unit: f64,
}

impl ValueScale {
    fn between(lost: f64, won: f64) -> Self {
        Self { middle: f64::midpoint(won, lost), unit: (won - lost) / 2.0 }
    }

    /// The scale between a single point won and a single point lost in this game.
    fn of_single_point(match_score: MatchScore, side: Side) -> Self {
        let [won, lost] =
            [side, side.other()].map(|winner| value_of_end(match_score, side, winner, 1));
        Self::between(lost, won)
    }

    /// A value on the scale; both are for the same side.
    fn scaled(self, value: f64) -> f32 {
        ((value - self.middle) / self.unit) as f32
    }

    /// The value that is this number on the scale, for the same side.
    fn value(self, scaled: f32) -> f64 {
        self.middle + f64::from(scaled) * self.unit
    }
}

impl Stakes {
    /// The stakes of a game for this side, whatever the checkers.
    pub fn of(game: &Backgammon, side: Side) -> Self {
        let (match_score, cube) = (game.match_score(), game.cube());
        let owner = match cube.owner {
            None => CubeOwner::Centred,
            Some(owner) if owner == side => CubeOwner::Own,
            Some(_) => CubeOwner::Opponent,
        };
        let match_score = measurable(match_score, side);
        let highest = usize::from(Cube::HIGHEST.saturating_sub(cube.log));
        let mut stakes = Self {
            levels: [CubeLevel::default(); LEVELS],
            highest,
            owner,
            counts_gammons: game.counts_gammons(),
            beavers: game.match_score().is_money()
                && game.money.beavers
                && highest >= BEAVERED_LEVEL,
            is_money: match_score.is_money(),
            single_point: ValueScale::of_single_point(match_score, side),
        };
        for (number, level) in stakes.levels.iter_mut().enumerate().take(highest + 1) {
            let stake = cube.value() << number;
            let may_double = |side| {
                let needs_more =
                    match_score.is_money() || stake < u32::from(match_score.away(side));
                cube.in_use && !match_score.is_crawford && number < highest && needs_more
            };
            let ends = |winner| {
                [1, 2, 3].map(|times| value_of_end(match_score, side, winner, times * stake))
            };
            *level = CubeLevel {
                won: ends(side),
                lost: ends(side.other()),
                may_double: [may_double(side), may_double(side.other())],
            };
            if number >= BEAVERED_LEVEL && level.may_double == [false, false] {
                stakes.highest = number;
                break;
            }
        }
        stakes
    }

    /// The ends at this level, or at the highest there is; 0 is the cube as it is.
    pub(super) fn level(&self, number: usize) -> CubeLevel {
        self.levels[number.min(self.highest)]
    }

    /// The scale on which a plain win at the present cube is 1.0 and a plain loss −1.0.
    fn present_cube(&self) -> ValueScale {
        let CubeLevel { won, lost, .. } = self.levels[0];
        ValueScale::between(lost[0], won[0])
    }

    /// A value as equity: points at the present cube, for the same side.
    ///
    /// A plain win at the present cube is 1.0 and a plain loss −1.0; in a match this is called the
    /// equivalent to money.
    pub fn equity(&self, value: f64) -> f32 {
        self.present_cube().scaled(value)
    }

    /// The value that has this [`Self::equity`].
    pub fn value(&self, equity: f32) -> f64 {
        self.present_cube().value(equity)
    }

    /// The value that has these [`Self::points`], for the same side.
    pub(super) fn value_of_points(&self, points: f32) -> f64 {
        self.single_point.value(points)
    }

    /// Whether the side may double before its roll, and has any use for it.
    pub(super) fn may_double(&self) -> bool {
        self.levels[0].may_double[0] && self.owner != CubeOwner::Opponent
    }

    /// Whether each turn of the cube doubles all values, and both sides may turn it as often as
    /// that can matter: money play, far from the highest cube.
    pub(super) fn is_scaled(&self) -> bool {
        let is_open = |number: usize| self.levels[number].may_double == [true; 2];
        self.is_money && self.highest >= TURNS_THAT_MATTER && (0..TURNS_THAT_MATTER).all(is_open)
    }

    /// Whether a double may be beavered.
    pub const fn beavers(&self) -> bool {
        self.beavers
    }

    /// A value as points, for the same side, on a scale that does not change with the cube.
    ///
    /// In money play these are the points. In a match the chance to win it with one point more is
    /// 1.0, and with one point more for the other side −1.0.
    pub fn points(&self, value: f64) -> f32 {
        self.single_point.scaled(value)
    }
}

impl Backgammon {
    /// The values, for the side to act, of a single game won and lost.
    ///
    /// At a cube of 1 first, then at the present cube. Values are points, or chances to win the
    /// match, also where that is too long for [`Stakes`].
    pub fn values_of_single_games(&self) -> [f64; 4] {
        let (side, stake) = (self.side(), self.cube().value());
        let ends = [(side, 1), (side.other(), 1), (side, stake), (side.other(), stake)];
        ends.map(|(winner, points)| value_of_end(self.match_score, side, winner, points))
    }

    /// The points of an end of this game for a side, on the scale of [`Stakes::points`].
    pub fn points_of_outcome(&self, outcome: Outcome, side: Side) -> f32 {
        let Some(winner) = outcome.winner() else { return 0.0 };
        let match_score = measurable(self.match_score, side);
        let value = value_of_end(match_score, side, winner, outcome.points());
        ValueScale::of_single_point(match_score, side).scaled(value)
    }
}

/// The value of an end for a side: points won (negative if lost), or its chance to win the match,
/// 0.0 to 1.0.
fn value_of_end(match_score: MatchScore, side: Side, winner: Side, points: u32) -> f64 {
    if match_score.is_money() {
        f64::from(points) * if winner == side { 1.0 } else { -1.0 }
    } else {
        match_score.chance_after(side, winner, points)
    }
}

/// The score, or money play where a match is so long that a point means nothing in it.
fn measurable(match_score: MatchScore, side: Side) -> MatchScore {
    let is_too_long = ValueScale::of_single_point(match_score, side).unit < SMALLEST_POINT;
    if is_too_long { MatchScore::MONEY } else { match_score }
}
