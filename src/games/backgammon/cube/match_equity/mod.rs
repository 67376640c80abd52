//! The match equity table: what a score is worth, as a chance to win the match.
//!
//! Up to 25 points the figures are those of `kazaross_xg2.txt`, whose head names their source.
//! Up to 64 the table goes on by itself. While the leader misses fewer than ten points, a
//! trailer's chance shrinks from point to point as it did before; it goes by twos, since a
//! trailer plays for two points a game near the end. Elsewhere a game wins a point with a
//! probability of 0.28 and four with one of 0.72, for either side alike: the weights that fit
//! best where both sides miss 16 to 25 points. Taken from the table itself, the first step is
//! off by 0.0006 and the second by 0.0012 at most, at 20 to 25 points. A side that misses more
//! counts as missing 64, and its lead or lag stays what it is as long as that can be.

use std::sync::LazyLock;

use super::super::board::match_score::MatchScore;
use crate::base::Side;

/// The figures.
const FIGURES: &str = include_str!("kazaross_xg2.txt");
/// Points of the figures.
const KNOWN: usize = 25;
/// Points of the table.
const LONGEST: usize = 64;
/// The points of a game in a long match, and how often it has them.
const GAME: [(usize, f64); 2] = [(1, 0.28), (4, 0.72)];
/// From so many missing points on, both sides play for points rather than for the match.
const FAR: usize = 10;
static TABLE: LazyLock<MatchEquities> = LazyLock::new(MatchEquities::read);

/// Chances to win the match by the points that are missing.
struct MatchEquities {
    /// Of a side that misses so many points, against one that misses so many, 1 each at \[0\].
    ///
    /// Where one side misses a single point, the Crawford game is about to be played.
    before: Vec<Vec<f64>>,
    /// Of a side that misses so many points against one that misses one, the Crawford game past.
    after: Vec<f64>,
}

impl MatchEquities {
    fn read() -> Self {
        let lines = FIGURES.lines().filter(|line| !line.starts_with('#'));
        let numbers = |line: &str| {
            line.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
        };
        let mut before: Vec<Vec<f64>> = lines.map(numbers).collect();
        let after = before.pop().unwrap_or_default();
        let mut table = Self { before, after };
        table.extend();
        table
    }

    /// Goes on from the figures to [`LONGEST`].
    fn extend(&mut self) {
        for missing in KNOWN..LONGEST {
            self.after.push(shrunk(self.after[missing - 2], self.after[missing - 4]));
            self.before.push(Vec::with_capacity(LONGEST));
            for other in 0..missing {
                let chance = if other + 1 < FAR {
                    shrunk(self.before[missing - 2][other], self.before[missing - 4][other])
                } else {
                    self.walked(missing, other)
                };
                self.before[missing].push(chance);
                self.before[other].push(1.0 - chance);
            }
            self.before[missing].push(0.5);
        }
    }

    /// The mean over the games of [`GAME`], won or lost; `missing` is the greater.
    fn walked(&self, missing: usize, other: usize) -> f64 {
        let won = |points: usize| self.before[missing - points][other];
        let lost = |points: usize| self.before[missing][other - points];
        GAME.iter().map(|&(points, weight)| weight * (won(points) + lost(points)) / 2.0).sum()
    }
}

/// What comes two places behind the second of two chances that lie two places apart.
fn shrunk(last: f64, last_but_one: f64) -> f64 {
    last * last / last_but_one
}

/// The chance to win the match for a side that misses `missing` points against `other`.
///
/// `is_past` says that the Crawford game has been played, or never will be; it counts only where
/// one side misses a single point. A side that misses none has won; if neither does, the first.
pub(super) fn chance(missing: u16, other: u16, is_past: bool) -> f64 {
    match (missing, other) {
        (0, _) => return 1.0,
        (_, 0) => return 0.0,
        (1, _) if is_past && other > 1 => return 1.0 - chance(other, 1, true),
        _ => {}
    }
    let table = &*TABLE;
    let beyond = usize::from(missing.max(other)).saturating_sub(LONGEST);
    let [ours, theirs] = [missing, other].map(|points| usize::from(points - 1));
    if is_past && theirs == 0 {
        return table.after[ours.min(LONGEST - 1)];
    }
    table.before[ours.saturating_sub(beyond)][theirs.saturating_sub(beyond)]
}

impl MatchScore {
    /// The chance of `side` to win the match once `winner` has won `points` in this game.
    ///
    /// 0.0 to 1.0, by the table of this folder; meaningless in money play.
    pub fn chance_after(self, side: Side, winner: Side, points: u32) -> f64 {
        let left = |of: Side| {
            let won = if of == winner { points.min(u32::from(u16::MAX)) as u16 } else { 0 };
            self.away(of).saturating_sub(won)
        };
        let was_close = Side::BOTH.iter().any(|side| self.away(*side) == 1);
        chance(left(side), left(side.other()), !self.crawford_rule || was_close)
    }
}

#[cfg(test)]
mod tests {
    use super::{KNOWN, LONGEST, TABLE, chance};
    use crate::base::Side::{First, Second};
    use crate::games::backgammon::MatchScore;

    fn is_near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-6, "{a} is not {b}");
    }

    #[test]
    fn figures_are_those_of_the_source() {
        is_near(chance(1, 2, false), 0.67736);
        is_near(chance(1, 3, false), 0.75076);
        is_near(chance(2, 3, false), 0.59947);
        is_near(chance(25, 24, false), 1.0 - chance(24, 25, false));
        is_near(chance(2, 1, true), 0.48803);
        is_near(chance(1, 25, true), 1.0 - 0.00123);
        assert_eq!((TABLE.before.len(), TABLE.after.len()), (LONGEST, LONGEST));
        assert!(TABLE.before.iter().all(|row| row.len() == LONGEST));
    }

    #[test]
    fn points_never_harm_and_the_sides_share_one_match() {
        let most = LONGEST as u16;
        for ours in 1..=most {
            for theirs in 1..=most {
                let now = chance(ours, theirs, false);
                is_near(now + chance(theirs, ours, false), 1.0);
                let better = chance(ours - 1, theirs, false);
                assert!(now < better, "{ours} to {theirs}: {now}, with a point more {better}");
            }
            assert!(chance(ours, 1, true) < chance(ours - 1, 1, true), "{ours}");
        }
    }

    #[test]
    fn table_goes_on_where_the_figures_end() {
        let (inside, outside) = (KNOWN as u16, KNOWN as u16 + 1);
        for other in 1..=inside {
            let row: Vec<f64> =
                (inside - 4..=outside + 3).map(|missing| chance(missing, other, false)).collect();
            // By twos: near the end a chance falls by unequal steps in turns.
            let steps: Vec<f64> = row.windows(3).map(|pair| pair[0] - pair[2]).collect();
            assert!(steps.windows(2).all(|pair| pair[0] < 1.5 * pair[1]), "{other}: {steps:?}");
            assert!(steps.windows(2).all(|pair| pair[1] < 1.1 * pair[0]), "{other}: {steps:?}");
        }
        for (ours, theirs) in [(65, 64), (100, 80), (32_767, 32_000), (32_767, 1)] {
            let is_past = theirs == 1;
            assert!((0.0..0.5).contains(&chance(ours, theirs, is_past)), "{ours} to {theirs}");
        }
    }

    #[test]
    fn score_decides_which_figure_counts() {
        let at = |length, score| MatchScore::new(length, score, true).unwrap();
        let match_score = at(5, [2, 3]);
        is_near(match_score.chance_after(First, First, 2), chance(1, 2, false));
        is_near(match_score.chance_after(Second, First, 3), 0.0);
        let crawford = at(5, [4, 2]);
        is_near(crawford.chance_after(Second, Second, 1), chance(2, 1, true));
        let past = crawford.with_crawford(false).unwrap();
        is_near(past.chance_after(First, Second, 1), 1.0 - chance(2, 1, true));
        let without = MatchScore::new(5, [3, 2], false).unwrap();
        is_near(without.chance_after(Second, First, 1), chance(3, 1, true));
        is_near(at(5, [0, 0]).chance_after(First, Second, u32::MAX), 0.0);
    }
}
