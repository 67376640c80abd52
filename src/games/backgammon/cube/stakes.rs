//! What is played for: every end of the game at every height of the cube, seen by one side.

use crate::base::Side;
use crate::games::backgammon::board::cube::Cube;
use crate::games::backgammon::board::match_score::MatchScore;
use crate::games::backgammon::board::rules::Backgammon;

/// Heights of the cube, from 1 to the highest.
const HEIGHTS: usize = Cube::HIGHEST as usize + 1;
/// Heights that every cube decision asks for: as it lies, doubled, beavered.
const ASKED: usize = 2;
/// The least that a point may change the chance to win a match, to be measured by.
const LEAST: f64 = 1e-9;

/// Who may turn the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Either side: it is in the middle.
    Both,
    /// The side that looks.
    Ours,
    /// The other side.
    Theirs,
}

/// The ends of a game at one height of the cube.
///
/// Their values are points in money play, and chances to win the match else.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rung {
    /// A plain win, a gammon, a backgammon.
    pub(super) won: [f64; 3],
    /// A plain loss, a lost gammon, a lost backgammon.
    pub(super) lost: [f64; 3],
    /// Whether it is of use to us, and to them, to turn the cube from here.
    pub(super) may_raise: [bool; 2],
}

/// What is played for, seen by one side: the cube, the score, the rules of money play.
///
/// Height 0 is the cube as it lies, height 1 the cube turned once more, and so on.
#[derive(Clone, Copy, Debug)]
pub struct Stakes {
    rungs: [Rung; HEIGHTS],
    /// The greatest height that is filled in: the cube is dead there for both sides.
    top: usize,
    /// Who may turn the cube at height 0.
    pub(super) holder: Holder,
    /// Whether gammons count at height 0: not under the Jacoby rule before the first double.
    pub(super) counts_gammons: bool,
    /// Whether a double may be beavered.
    pub(super) beavers: bool,
    /// The middle between winning and losing a single point, and how far either lies from it.
    unit: (f64, f64),
}

impl Stakes {
    /// The stakes of a game for this side, whatever the checkers.
    pub fn of(game: &Backgammon, side: Side) -> Self {
        let (match_score, cube) = (game.match_score(), game.cube());
        let holder = match cube.owner {
            None => Holder::Both,
            Some(owner) if owner == side => Holder::Ours,
            Some(_) => Holder::Theirs,
        };
        let match_score = measurable(match_score, side);
        let highest = usize::from(Cube::HIGHEST.saturating_sub(cube.log));
        let mut stakes = Self {
            rungs: [Rung::default(); HEIGHTS],
            top: highest,
            holder,
            counts_gammons: game.counts_gammons(),
            beavers: match_score.is_money() && game.money.beavers,
            unit: unit(match_score, side),
        };
        for (height, rung) in stakes.rungs.iter_mut().enumerate().take(highest + 1) {
            let value = cube.value() << height;
            let of_use = |side| {
                let needs_more =
                    match_score.is_money() || value < u32::from(match_score.away(side));
                cube.in_use && !match_score.is_crawford && height < highest && needs_more
            };
            let ends =
                |winner| [1, 2, 3].map(|times| worth(match_score, side, winner, times * value));
            *rung = Rung {
                won: ends(side),
                lost: ends(side.other()),
                may_raise: [of_use(side), of_use(side.other())],
            };
            if height >= ASKED && rung.may_raise == [false, false] {
                stakes.top = height;
                break;
            }
        }
        stakes
    }

    /// The ends at this height, the highest if there is none so high.
    pub(super) fn rung(&self, height: usize) -> Rung {
        self.rungs[height.min(self.top)]
    }

    /// Points, or a chance to win the match, as points at the present cube.
    ///
    /// A plain win at the present cube is 1.0 and a plain loss −1.0; in a match this is called
    /// the equivalent to money.
    pub fn equity(&self, value: f64) -> f32 {
        let Rung { won, lost, .. } = self.rungs[0];
        ((value - f64::midpoint(won[0], lost[0])) / ((won[0] - lost[0]) / 2.0)) as f32
    }

    /// The points, or the chance to win the match, that [`Self::equity`] makes this of.
    pub fn value(&self, equity: f32) -> f64 {
        let Rung { won, lost, .. } = self.rungs[0];
        f64::midpoint(won[0], lost[0]) + f64::from(equity) * (won[0] - lost[0]) / 2.0
    }

    /// What [`Self::points`] makes these of.
    pub(super) fn value_of_points(&self, points: f32) -> f64 {
        self.unit.0 + f64::from(points) * self.unit.1
    }

    /// Whether a double may be beavered.
    pub const fn beavers(&self) -> bool {
        self.beavers
    }

    /// The same as points that do not change with the cube.
    ///
    /// In a match, on a scale where the chance to win it with one point more is 1.0, and with one
    /// point more for the other side −1.0.
    pub fn points(&self, value: f64) -> f32 {
        ((value - self.unit.0) / self.unit.1) as f32
    }
}

/// What an end of a game is worth to a side, on the scale of [`Stakes::points`].
pub(super) fn settled(match_score: MatchScore, side: Side, winner: Side, points: u32) -> f32 {
    let match_score = measurable(match_score, side);
    let (middle, half) = unit(match_score, side);
    ((worth(match_score, side, winner, points) - middle) / half) as f32
}

/// What an end is worth to a side: points, or its chance to win the match.
fn worth(match_score: MatchScore, side: Side, winner: Side, points: u32) -> f64 {
    if match_score.is_money() {
        f64::from(points) * if winner == side { 1.0 } else { -1.0 }
    } else {
        match_score.chance_after(side, winner, points)
    }
}

/// The middle between winning and losing a point, and how far either lies from it.
fn unit(match_score: MatchScore, side: Side) -> (f64, f64) {
    let [best, worst] = [side, side.other()].map(|winner| worth(match_score, side, winner, 1));
    (f64::midpoint(best, worst), (best - worst) / 2.0)
}

/// The score, or money play where a match is so long that a point means nothing in it.
fn measurable(match_score: MatchScore, side: Side) -> MatchScore {
    if unit(match_score, side).1 < LEAST { MatchScore::MONEY } else { match_score }
}
