//! Janowski's cube model: the cubeful value between that of a dead cube and that of a live one.
//!
//! Rick Janowski, "Take-Points in Money Games" (1993). With a perfect, *live* cube a game moves so
//! smoothly that every double comes exactly where the other side may as well drop: expected
//! points are straight lines between those corners. With a *dead* cube they are one straight
//! line. Real cubes are between, by the cube's *efficiency*. The corners of a live cube depend on
//! those of the cube turned once more, so they are found from the highest cube down; with values
//! that are chances to win the match this holds at every score.

use super::stakes::{CubeLevel, CubeOwner, Stakes};
use crate::games::backgammon::eval::Probabilities;

/// A corner of the curve of a live cube, which rises in both.
#[derive(Clone, Copy, Debug)]
struct Corner {
    /// The chance to win, 0.0 to 1.0, for the side of the stakes.
    win: f64,
    /// The value of the game at that chance, for the same side; see [`Stakes`] for the unit.
    value: f64,
}

/// The mean values of losing and of winning, gammons and backgammons weighed in.
///
/// For the side of the stakes; see [`Stakes`] for the unit.
struct MeanEnds {
    /// The mean value of a loss: of all its kinds, each with its share.
    lost: f64,
    /// The mean value of a win, likewise.
    won: f64,
}

/// The model for the probabilities of one position at one set of stakes, **for the side whose stakes these are**.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeModel<'a> {
    stakes: &'a Stakes,
    /// The chance to win, 0.0 to 1.0, for the side of the stakes.
    win: f64,
    /// The shares of plain wins, gammons and backgammons in its wins; their sum is 1.0.
    wins: [f64; 3],
    /// The shares of plain losses, gammons and backgammons in its losses; their sum is 1.0.
    losses: [f64; 3],
}

impl<'a> CubeModel<'a> {
    /// The model of a position with these cubeless probabilities, for the side of the stakes.
    pub(super) fn new(probabilities: Probabilities, stakes: &'a Stakes) -> Self {
        Self {
            stakes,
            win: f64::from(probabilities.win),
            wins: probabilities.shares_of_wins(),
            losses: probabilities.swapped().shares_of_wins(),
        }
    }

    /// The value of the game with a dead cube, for the side of the stakes: the cube stays at this
    /// level.
    ///
    /// See [`Stakes`] for the unit, here and below.
    pub(super) fn dead_cube_value(&self, level: usize) -> f64 {
        let MeanEnds { lost, won } = self.mean_ends(level);
        lost + self.win * (won - lost)
    }

    /// The value of the game with the cube at this level, for the side of the stakes.
    ///
    /// `efficiency` is 0.0 (a dead cube) to 1.0 (a live cube).
    pub(super) fn cubeful_value(&self, level: usize, owner: CubeOwner, efficiency: f32) -> f64 {
        self.curve(level, owner).value(self.win, efficiency)
    }

    /// The value of the game with the cube at this level, by the chance to win.
    ///
    /// Both are for the side of the stakes. The curve holds for every position with these shares of
    /// gammons and backgammons.
    pub(super) fn curve(&self, level: usize, owner: CubeOwner) -> CubeCurve {
        let MeanEnds { lost, won } = self.mean_ends(level);
        CubeCurve { owner, lost, won, live: self.live_cube_curve(level, owner) }
    }

    /// The values of no double, and of double and take, for the side of the stakes.
    ///
    /// The second curve has the cash point of the first one, so that it is found once for both.
    pub(super) fn no_double_and_double_take(&self, efficiency: f32) -> [f64; 2] {
        let taken = self.curve(1, CubeOwner::Opponent);
        let MeanEnds { lost, won } = self.mean_ends(0);
        let owner = self.stakes.owner;
        let live = self.live_cube_curve_before(0, owner, || taken.live);
        [CubeCurve { owner, lost, won, live }, taken].map(|curve| curve.value(self.win, efficiency))
    }

    fn mean_ends(&self, level: usize) -> MeanEnds {
        let CubeLevel { won, lost, .. } = self.stakes.level(level);
        if level == 0 && !self.stakes.counts_gammons {
            return MeanEnds { lost: lost[0], won: won[0] };
        }
        let mean = |shares: [f64; 3], values: [f64; 3]| {
            shares.iter().zip(values).map(|(share, value)| share * value).sum()
        };
        MeanEnds { lost: mean(self.losses, lost), won: mean(self.wins, won) }
    }

    /// The value of a live cube by the chance to win: both ends, and between them the take point
    /// and the cash point where the other side and this one may double.
    ///
    /// Values and chances are for the side of the stakes; the chances rise from 0.0 to 1.0.
    fn live_cube_curve(&self, level: usize, owner: CubeOwner) -> [Corner; 4] {
        self.live_cube_curve_before(level, owner, || {
            self.live_cube_curve(level + 1, CubeOwner::Opponent)
        })
    }

    /// [`Self::live_cube_curve`], by the curve after this side has doubled and the other has taken.
    fn live_cube_curve_before(
        &self,
        level: usize,
        owner: CubeOwner,
        double_take: impl FnOnce() -> [Corner; 4],
    ) -> [Corner; 4] {
        let MeanEnds { lost, won } = self.mean_ends(level);
        let CubeLevel { won: [cashed, ..], lost: [dropped, ..], may_double } =
            self.stakes.level(level);
        let (start, end) = (Corner { win: 0.0, value: lost }, Corner { win: 1.0, value: won });
        let (mut take_point, mut cash_point) = (start, end);
        if may_double[1] && owner != CubeOwner::Own {
            let taken = self.live_cube_curve(level + 1, CubeOwner::Own);
            take_point = Corner { win: win_at(&taken, dropped), value: dropped };
        }
        if may_double[0] && owner != CubeOwner::Opponent {
            cash_point = Corner { win: win_at(&double_take(), cashed), value: cashed };
        }
        [start, take_point, cash_point, end]
    }
}

/// The value of the game by the chance to win, at one level and owner of the cube.
///
/// Both are for the side of the stakes; see [`Stakes`] for the unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeCurve {
    owner: CubeOwner,
    /// The mean value of a loss with a dead cube: the curve's end at a chance to win of 0.0.
    lost: f64,
    /// The mean value of a win with a dead cube: the curve's end at a chance to win of 1.0.
    won: f64,
    /// The value with a live cube, in the order of rising chances to win.
    live: [Corner; 4],
}

impl CubeCurve {
    /// The value at this chance to win, 0.0 to 1.0; `efficiency` is 0.0 (a dead cube) to 1.0 (a
    /// live cube).
    pub(super) fn value(&self, win: f64, efficiency: f32) -> f64 {
        let dead = self.lost + win * (self.won - self.lost);
        let mut live = value_at(&self.live, win);
        // A side that owns the cube may as well leave it alone.
        match self.owner {
            CubeOwner::Own => live = live.max(dead),
            CubeOwner::Opponent => live = live.min(dead),
            CubeOwner::Centred => {}
        }
        let efficiency = f64::from(efficiency);
        efficiency * live + (1.0 - efficiency) * dead
    }
}

/// The value of a curve at this chance to win, 0.0 to 1.0, both for the same side.
fn value_at(curve: &[Corner], win: f64) -> f64 {
    let line = curve.windows(2).find(|line| win <= line[1].win);
    match line {
        Some([left, right]) if left.win < right.win => {
            left.value + (win - left.win) / (right.win - left.win) * (right.value - left.value)
        }
        Some([_, right]) => right.value,
        _ => curve.last().map_or(0.0, |end| end.value),
    }
}

/// The chance to win at which a curve has this value, both for the same side: 0.0 or 1.0 if it
/// never has.
fn win_at(curve: &[Corner], value: f64) -> f64 {
    let line = curve.windows(2).find(|line| value <= line[1].value);
    match line {
        Some([left, right]) if left.value < right.value => {
            let part = (value - left.value) / (right.value - left.value);
            left.win + part.max(0.0) * (right.win - left.win)
        }
        Some([left, _]) => left.win,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Corner, value_at, win_at};

    #[test]
    fn curves_are_read_both_ways() {
        let corners = [(0.0, -1.0), (0.2, -1.0), (0.8, 1.0), (1.0, 1.0)];
        let curve = corners.map(|(win, value)| Corner { win, value });
        for (win, value) in [(0.1, -1.0), (0.5, 0.0), (0.8, 1.0), (1.0, 1.0)] {
            assert!((value_at(&curve, win) - value).abs() < 1e-12, "{win}");
        }
        for (value, win) in [(-1.0, 0.0), (0.0, 0.5), (1.0, 0.8), (2.0, 1.0), (-3.0, 0.0)] {
            assert!((win_at(&curve, value) - win).abs() < 1e-12, "{value}");
        }
    }
}
