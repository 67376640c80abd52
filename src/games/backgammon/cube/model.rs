//! Janowski's model: what a cube is worth between never being turned and being turned perfectly.
//!
//! Janowski, "Take-Points in Money Games" (1993). With a perfect, *live* cube a game moves so
//! smoothly that every double comes exactly where the other side may as well drop: expected
//! points are straight lines between those corners. With a *dead* cube they are one straight
//! line. Real cubes lie between, by the cube's *efficiency*. The corners of a live cube depend on
//! those of the cube turned once more, so they are found from the highest cube down; with values
//! that are chances to win the match this holds at every score.

use super::stakes::{Holder, Rung, Stakes};
use crate::games::backgammon::eval::Probabilities;

/// Chances to win against what the game is then worth, rising in both.
type Corner = (f64, f64);

/// The probabilities of one position at one set of stakes.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    stakes: &'a Stakes,
    win: f64,
    /// Plain wins, gammons and backgammons among the wins.
    wins: [f64; 3],
    /// The same among the losses.
    losses: [f64; 3],
}

impl<'a> View<'a> {
    pub(super) fn new(probabilities: Probabilities, stakes: &'a Stakes) -> Self {
        Self {
            stakes,
            win: f64::from(probabilities.win),
            wins: probabilities.shares_of_wins(),
            losses: probabilities.swapped().shares_of_wins(),
        }
    }

    /// What the game is worth if nobody turns the cube from this height on.
    fn dead(&self, height: usize) -> f64 {
        let (lost, won) = self.ends(height);
        lost + self.win * (won - lost)
    }

    /// What the game is worth with the cube at this height, turned next by `holder`.
    pub(super) fn worth(&self, height: usize, holder: Holder, efficiency: f32) -> f64 {
        let dead = self.dead(height);
        let mut live = between(&self.curve(height, holder), self.win);
        // Whoever has the cube for himself may as well leave it alone.
        match holder {
            Holder::Ours => live = live.max(dead),
            Holder::Theirs => live = live.min(dead),
            Holder::Both => {}
        }
        let efficiency = f64::from(efficiency);
        efficiency * live + (1.0 - efficiency) * dead
    }

    /// The mean values of losing and of winning at this height.
    fn ends(&self, height: usize) -> (f64, f64) {
        let Rung { won, lost, .. } = self.stakes.rung(height);
        if height == 0 && !self.stakes.counts_gammons {
            return (lost[0], won[0]);
        }
        let mean = |shares: [f64; 3], values: [f64; 3]| {
            shares.iter().zip(values).map(|(share, value)| share * value).sum()
        };
        (mean(self.losses, lost), mean(self.wins, won))
    }

    /// The worth of a live cube by the chance to win: the ends, and up to two corners.
    fn curve(&self, height: usize, holder: Holder) -> [Corner; 4] {
        let (lost, won) = self.ends(height);
        let Rung { won: [cashed, ..], lost: [dropped, ..], may_raise } = self.stakes.rung(height);
        let (mut low, mut high) = ((0.0, lost), (1.0, won));
        if may_raise[1] && holder != Holder::Ours {
            low = (at(&self.curve(height + 1, Holder::Ours), dropped), dropped);
        }
        if may_raise[0] && holder != Holder::Theirs {
            high = (at(&self.curve(height + 1, Holder::Theirs), cashed), cashed);
        }
        [(0.0, lost), low, high, (1.0, won)]
    }
}

impl Stakes {
    /// What the game is worth if nobody turns the cube from here on: points, or a chance.
    pub(super) fn dead(&self, probabilities: Probabilities) -> f64 {
        View::new(probabilities, self).dead(0)
    }
}

/// The worth at this chance.
fn between(curve: &[Corner], chance: f64) -> f64 {
    let line = curve.windows(2).find(|line| chance <= line[1].0);
    match line {
        Some([left, right]) if left.0 < right.0 => {
            left.1 + (chance - left.0) / (right.0 - left.0) * (right.1 - left.1)
        }
        Some([_, right]) => right.1,
        _ => curve.last().map_or(0.0, |end| end.1),
    }
}

/// The chance at which a curve has this worth: 0.0 or 1.0 if it never has.
fn at(curve: &[Corner], worth: f64) -> f64 {
    let line = curve.windows(2).find(|line| worth <= line[1].1);
    match line {
        Some([left, right]) if left.1 < right.1 => {
            let part = (worth - left.1) / (right.1 - left.1);
            left.0 + part.max(0.0) * (right.0 - left.0)
        }
        Some([left, _]) => left.0,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::{at, between};

    #[test]
    fn curves_are_read_both_ways() {
        let curve = [(0.0, -1.0), (0.2, -1.0), (0.8, 1.0), (1.0, 1.0)];
        for (chance, worth) in [(0.1, -1.0), (0.5, 0.0), (0.8, 1.0), (1.0, 1.0)] {
            assert!((between(&curve, chance) - worth).abs() < 1e-12, "{chance}");
        }
        for (worth, chance) in [(-1.0, 0.0), (0.0, 0.5), (1.0, 0.8), (2.0, 1.0), (-3.0, 0.0)] {
            assert!((at(&curve, worth) - chance).abs() < 1e-12, "{worth}");
        }
    }
}
