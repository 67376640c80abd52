//! The two-sided bear-off database: both sides have few checkers left, and every play and cube
//! action takes the other side into account.
//!
//! From the shortest bear-off to the longest, each pair of positions gets its values from those of
//! shorter ones, over all rolls, all plays and, for money, all cube actions (retrograde analysis).
//! Only positions in which no gammon is possible are looked up.

use super::position_numbers_and_fewest_rolls::{
    NONE_LEFT, all_results, counts_of, counts_of_at_most, home_counts, number_among_at_most,
    number_of,
};
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{Board, Checkers};

/// The most checkers of a side. Set by hand, for the size of the table.
const MAX_CHECKERS: u8 = 6;
/// Positions of a side: six checkers or fewer on six points, none included.
const COUNT: usize = 924;

/// The exact values of a bear-off of few checkers, **for the side about to roll**.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactValues {
    /// The chance to win, if both sides play for that alone.
    pub win: f32,
    /// Expected points for money if the side on roll does not double, with a centred cube of 1.
    ///
    /// A game counts one point.
    pub centred: f32,
    /// Expected points likewise if the side on roll owns the cube.
    pub owned: f32,
    /// Expected points likewise if the other side owns the cube.
    pub owned_by_other: f32,
}

impl ExactValues {
    /// Expected points of the side on roll with the cube in the middle.
    ///
    /// A double before this roll is included; a game counts one point.
    pub fn best_of_centred_and_doubled(&self) -> f32 {
        self.centred.max(self.doubled())
    }

    /// Expected points if the side on roll owns the cube, a double before this roll included.
    pub fn best_of_owned_and_doubled(&self) -> f32 {
        self.owned.max(self.doubled())
    }

    /// Expected points of a double: the other side takes or drops.
    fn doubled(&self) -> f32 {
        (2.0 * self.owned_by_other).min(1.0)
    }
}

/// The values of a pair of positions: the equity without the cube, then the points with a centred
/// cube, with the cube owned by the side in question, and with the cube owned by the other side.
type CubeValues = [f32; 4];

/// The values of every pair of positions.
pub(super) struct TwoSidedDatabase {
    /// For the side about to roll, which does not double before this roll: by the number of its
    /// position times [`COUNT`], plus the number of the other side's.
    rolled: Vec<CubeValues>,
}

impl TwoSidedDatabase {
    /// Every pair of positions.
    pub(super) fn build() -> Self {
        let results = ResultsOfAllPositions::new();
        let mut rolled = vec![[0.0; 4]; COUNT * COUNT];
        // For the side that has just played: by the other's position, then by its own.
        let mut played = vec![[0.0; 4]; COUNT * COUNT];
        for of_other in played.chunks_exact_mut(COUNT) {
            of_other[usize::from(NONE_LEFT)] = [1.0; 4];
        }
        for longer in 1..COUNT {
            for shorter in 1..=longer {
                let both = [(longer, shorter), (shorter, longer)];
                // The pair of two equal positions is computed once.
                for (mover, other) in both.into_iter().skip(usize::from(longer == shorter)) {
                    let replies = &played[other * COUNT..][..COUNT];
                    let values = results.mean_of_best(mover, replies);
                    rolled[mover * COUNT + other] = values;
                    played[mover * COUNT + other] = for_side_that_played(values);
                }
            }
        }
        Self { rolled }
    }

    /// The values for the mover, about to roll, if all checkers are at home and no gammon is
    /// possible; `None` if a side has too many checkers left, or none.
    pub(super) fn find(&self, board: Board) -> Option<ExactValues> {
        if !has_few(board.mover) || !has_few(board.other) {
            return None;
        }
        let [mover, other] = [board.mover, board.other].map(number);
        let [equity, centred, owned, owned_by_other] = self.rolled[mover * COUNT + other];
        Some(ExactValues { win: 0.5 + 0.5 * equity, centred, owned, owned_by_other })
    }
}

/// Whether a side has few checkers left, but some.
fn has_few(side: Checkers) -> bool {
    (1..=MAX_CHECKERS).contains(&side.in_play())
}

/// The number of a position of few checkers, less than [`COUNT`].
fn number(side: Checkers) -> usize {
    number_among_at_most(MAX_CHECKERS, &home_counts(side))
}

/// The values of the side that has just played, from those of the other, which decides on the
/// cube and rolls.
fn for_side_that_played([equity, centred, owned, owned_by_other]: CubeValues) -> CubeValues {
    let values = ExactValues { win: 0.0, centred, owned, owned_by_other };
    // `owned` and `owned_by_other` change places: a cube that the side about to roll owns is, for
    // the side that has just played, owned by the other side.
    [
        -equity,
        -values.best_of_centred_and_doubled(),
        -owned_by_other,
        -values.best_of_owned_and_doubled(),
    ]
}

/// Every result of each roll, for all positions of one side.
struct ResultsOfAllPositions {
    /// One position after another, one of its rolls after another.
    numbers: Vec<u16>,
    /// Where the results of each roll end, by position.
    ends_of_rolls: Vec<[u32; Roll::ALL.len()]>,
}

impl ResultsOfAllPositions {
    fn new() -> Self {
        let mut all = Self { numbers: Vec::new(), ends_of_rolls: Vec::with_capacity(COUNT) };
        for number in 0..COUNT {
            let counts = counts_of_at_most(MAX_CHECKERS, number);
            let from = number_of(&counts) as u16;
            all.ends_of_rolls.push(Roll::ALL.map(|roll| {
                let results = all_results(from, roll).into_iter().map(|result| {
                    let counts = counts_of(usize::from(result));
                    number_among_at_most(MAX_CHECKERS, &counts) as u16
                });
                all.numbers.extend(results);
                all.numbers.len() as u32
            }));
        }
        all
    }

    /// The mean over all rolls of the best results of each; `values` are those of the results.
    fn mean_of_best(&self, number: usize, values: &[CubeValues]) -> CubeValues {
        let mut begin = self.ends_of_rolls[number - 1][Roll::ALL.len() - 1] as usize;
        let mut sum = [0.0_f64; 4];
        for (end, roll) in self.ends_of_rolls[number].iter().zip(Roll::ALL) {
            let results = &self.numbers[begin..*end as usize];
            begin = *end as usize;
            let mut best = [f32::NEG_INFINITY; 4];
            for result in results {
                let found = values[usize::from(*result)];
                best = std::array::from_fn(|i| if found[i] > best[i] { found[i] } else { best[i] });
            }
            let share = roll.weight() as f64 / f64::from(Roll::ORDERED_COUNT);
            sum = std::array::from_fn(|i| sum[i] + share * f64::from(best[i]));
        }
        sum.map(|mean| mean as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Checkers, ExactValues, Roll};
    use crate::base::SplitMix64;
    use crate::games::backgammon::board::movegen::{After, results};
    use crate::games::backgammon::eval::bearoff::BearoffDatabase;

    fn exact(board: Board) -> Option<ExactValues> {
        BearoffDatabase::shared().exact_values(board)
    }

    /// What the mover has after a play; the other side is the mover of `next`.
    fn played(next: Board) -> [f64; 4] {
        if next.other.all_borne_off() {
            return [1.0; 4];
        }
        let values = exact(next).expect("both sides bear off");
        let [win, centred, owned, others] =
            [values.win, values.centred, values.owned, values.owned_by_other].map(f64::from);
        let doubled = (2.0 * others).min(1.0);
        [1.0 - win, -centred.max(doubled), -others, -owned.max(doubled)]
    }

    #[test]
    fn values_are_the_mean_over_all_rolls_of_the_best_plays() {
        let mut random = SplitMix64::new(6);
        let mut side = || {
            let mut points = [0; 6];
            (0..=random.below(6)).for_each(|_| points[random.below(6) as usize] += 1);
            Checkers::with_home_points(points)
        };
        for _ in 0..2_000 {
            let board = Board { mover: side(), other: side() };
            let mut mean = [0.0; 4];
            for roll in Roll::ALL {
                let mut plays: Vec<After> = Vec::new();
                results(board, roll, &mut plays);
                let values = plays.iter().map(|after| played(after.board(board)));
                let best = values
                    .reduce(|a, b| std::array::from_fn(|i| a[i].max(b[i])))
                    .expect("a play at least");
                let share = roll.weight() as f64 / f64::from(Roll::ORDERED_COUNT);
                mean.iter_mut().zip(best).for_each(|(mean, best)| *mean += share * best);
            }
            let found = exact(board).expect("few checkers");
            let found = [found.win, found.centred, found.owned, found.owned_by_other];
            for (found, expected) in found.into_iter().zip(mean) {
                assert!(
                    (f64::from(found) - expected).abs() < 2e-7,
                    "{board:?}: {found} {expected}"
                );
            }
        }
    }

    #[test]
    fn known_positions_have_their_values() {
        // Two checkers on the 4-point against a sure bear-off: 11 rolls bear both off.
        let last = Board {
            mover: Checkers::with_home_points([0, 0, 0, 2, 0, 0]),
            other: Checkers::with_home_points([1, 0, 0, 0, 0, 0]),
        };
        let found = exact(last).expect("few checkers");
        assert!((found.win - 11.0 / 36.0).abs() < 1e-7);
        assert!((found.owned - (22.0 / 36.0 - 1.0)).abs() < 1e-6, "the other bears off: {found:?}");
        // A sure win is doubled and dropped.
        let sure = Board {
            mover: Checkers::with_home_points([1, 0, 0, 0, 0, 0]),
            other: Checkers::with_home_points([6, 0, 0, 0, 0, 0]),
        };
        let found = exact(sure).expect("few checkers");
        assert!((found.centred - 1.0).abs() < 1e-6 && (found.owned_by_other - 1.0).abs() < 1e-6);
        assert!((found.best_of_centred_and_doubled() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn many_checkers_or_gammons_have_no_exact_values() {
        let few = Checkers::with_home_points([1, 0, 0, 0, 0, 0]);
        for more in
            [[1, 1, 1, 1, 1, 2], [15, 0, 0, 0, 0, 0], [0; 6]].map(Checkers::with_home_points)
        {
            assert_eq!(exact(Board { mover: few, other: more }), None);
            assert_eq!(exact(Board { mover: more, other: few }), None);
        }
    }
}
