//! The bear-off database: one-sided, which is made here, and two-sided where both sides have few
//! checkers; and estimates for a search that does not wait until it is built.
//!
//! Estimates of mean and variance of the number of rolls are linear: a base, a term for each checker
//! on a point, and a (negative) term for each occupied point. Both are fitted by least squares to all
//! 54,263 positions of the database.

use std::sync::{Mutex, Once, OnceLock};

use super::position_numbers_and_fewest_rolls::{
    FewestRolls, POSITION_COUNT, all_positions, home_counts, number_of, positions_after_step,
};
use super::two_sided_with_cube_equities::{ExactValues, TwoSidedDatabase};
use crate::base::locks;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{Board, Checkers, HOME, OFF};
use crate::games::backgammon::eval::network::layer_arithmetic::sigmoid;
use crate::games::backgammon::eval::probabilities::Probabilities;
use crate::search::threads::spawn_at_low_priority;

/// With more checkers left than this, the winner leaves the loser two rolls at least, which are
/// enough to bear one off.
const MAX_CHECKERS_FOR_GAMMON: u8 = 8;

/// Places of a distribution: 0 to 30 rolls, and one place for all longer bear-offs. Set by hand.
const DISTRIBUTION_PLACES: usize = 32;

/// The probability of each number of rolls to bear off; place 0 is for no checkers left.
type Distribution = [f32; DISTRIBUTION_PLACES];

/// The position that is best after each of the 21 rolls, in the order of `Roll::ALL`.
type BestAfterRolls = [u16; Roll::DISTINCT_COUNT];

/// An entry of the one-sided database for each position, by its number.
struct DistributionsAndBestPlays {
    /// The probabilities of each number of rolls until all checkers are off.
    distributions: Vec<Distribution>,
    /// The best position after each roll, by its number.
    best_after_rolls: Vec<BestAfterRolls>,
}

/// The one database of the process, once it is built.
static SHARED: OnceLock<BearoffDatabase> = OnceLock::new();

/// The bear-off database: one-sided distributions and two-sided exact values.
///
/// For every position of one side's home board it has the distribution of the number of rolls that
/// bear all checkers off; for every pair of positions with few checkers it has the exact values.
pub struct BearoffDatabase {
    /// By the number of the position.
    distributions: Vec<Distribution>,
    /// The best plays, by the number of the position.
    best_after_rolls: Vec<BestAfterRolls>,
    /// Mean and variance of each distribution, in rolls and rolls squared.
    moments: Vec<[f32; 2]>,
    /// The pairs of positions with few checkers.
    two_sided: TwoSidedDatabase,
}

impl BearoffDatabase {
    /// The one database of the process; built by the first call, waited for by others.
    ///
    /// The caller never waits for the thread of [`Self::build_in_background`], which may hardly run on
    /// a busy machine: both build, and the one that is finished first is kept.
    pub fn shared() -> &'static Self {
        static BUILDING: Mutex<()> = Mutex::new(());
        SHARED.get().unwrap_or_else(|| {
            let _alone = locks::lock(&BUILDING);
            locks::get_or_build(&SHARED, Self::build)
        })
    }

    /// Starts to build the database on a thread of its own, the first time it is called.
    ///
    /// `then` is called there afterwards. If no thread can be started, all of it is done at once.
    pub fn build_in_background(then: impl FnOnce() + Send + Copy + 'static) {
        static BEGUN: Once = Once::new();
        let build = move || {
            if SHARED.get().is_none() {
                // Dropped if another thread was faster.
                drop(SHARED.set(Self::build()));
            }
            then();
        };
        BEGUN.call_once(|| {
            if !spawn_at_low_priority(build) {
                build();
            }
        });
    }

    fn build() -> Self {
        let DistributionsAndBestPlays { distributions, best_after_rolls } = build_one_sided();
        let moments = distributions.iter().map(moments).collect();
        let two_sided = TwoSidedDatabase::build();
        Self { distributions, best_after_rolls, moments, two_sided }
    }

    /// The one database of the process; `None` while it is not built.
    pub fn if_built() -> Option<&'static Self> {
        SHARED.get()
    }

    /// Whether the database is built, so that [`Self::shared`] returns at once.
    pub fn is_built() -> bool {
        Self::if_built().is_some()
    }

    /// The chances of the side on roll, if all checkers in play are at home.
    ///
    /// `None` if some are not, or if a gammon is still possible. Waits for the database.
    pub fn evaluate(board: Board) -> Option<Probabilities> {
        let is_known = is_bearoff_without_gammons(board);
        is_known.then(|| Probabilities::without_gammons(Self::shared().win(board)))
    }

    /// The exact values of a late bear-off, for the mover, about to roll.
    ///
    /// They are known if each side has six checkers left at most, all at home, and no gammon is
    /// possible.
    ///
    /// `None` for other positions.
    pub fn exact_values(&self, board: Board) -> Option<ExactValues> {
        if is_bearoff_without_gammons(board) { self.two_sided.find(board) } else { None }
    }

    /// The chance of the mover, about to roll, to be the first to bear off.
    fn win(&self, board: Board) -> f32 {
        if let Some(exact) = self.two_sided.find(board) {
            return exact.win;
        }
        let number = |checkers| number_of(&home_counts(checkers)) as u16;
        self.win_by_number(number(board.mover), number(board.other))
    }

    /// The chance of the mover, about to roll, to bear off first, by the positions' numbers.
    pub(in crate::games::backgammon) fn win_by_number(&self, mover: u16, other: u16) -> f32 {
        let [mine, theirs] = [mover, other].map(|number| &self.distributions[usize::from(number)]);
        let (mut win, mut later) = (0.0, 1.0);
        for (mine, theirs) in mine.iter().zip(theirs).skip(1) {
            // The mover rolls first: it wins if the other needs as many rolls or more.
            win += mine * later;
            later -= theirs;
        }
        win.clamp(0.0, 1.0)
    }

    /// The mean number of rolls that these checkers, all at home, need.
    #[cfg(test)]
    pub(crate) fn mean(&self, checkers: Checkers) -> f32 {
        let shares = self.distribution(checkers).iter();
        shares.zip(0_u8..).map(|(share, rolls)| share * f32::from(rolls)).sum()
    }

    /// Mean and variance of the rolls that a side needs, by its checkers on the points 1 to 6.
    pub(super) fn moments(&self, counts: [u8; 6]) -> [f32; 2] {
        self.moments[number_of(&counts)]
    }

    /// The mean number of rolls that a position needs, by its number.
    pub(in crate::games::backgammon) fn mean_rolls_by_number(&self, number: u16) -> f32 {
        self.moments[usize::from(number)][0]
    }

    /// The position that is best after each roll, by the number of the position.
    pub(super) fn best_after_rolls(&self, number: usize) -> &BestAfterRolls {
        &self.best_after_rolls[number]
    }

    /// The probability of each number of rolls that these checkers, all at home, need.
    pub(in super::super) fn distribution(&self, checkers: Checkers) -> &Distribution {
        &self.distributions[number_of(&home_counts(checkers))]
    }
}

/// The one-sided database: each position after those that it can lead to.
fn build_one_sided() -> DistributionsAndBestPlays {
    let mut fewest = FewestRolls::default();
    let mut distributions: Vec<Distribution> = Vec::with_capacity(POSITION_COUNT);
    let mut none_left = [0.0; DISTRIBUTION_PLACES];
    none_left[0] = 1.0;
    fewest.push([[0; 4]; 6], 0.0);
    distributions.push(none_left);
    let mut best_after_rolls = Vec::with_capacity(POSITION_COUNT);
    best_after_rolls.push([0; Roll::DISTINCT_COUNT]);
    for counts in all_positions().skip(1) {
        let next = std::array::from_fn(|die| positions_after_step(counts, die + 1));
        let mut rolls = [0.0; DISTRIBUTION_PLACES];
        let (mut best, mut roll) = ([0; Roll::DISTINCT_COUNT], 0);
        fewest.add(&next, |to, share| {
            add_later(&mut rolls, &distributions[to], share);
            best[roll] = to as u16;
            roll += 1;
        });
        distributions.push(rolls);
        best_after_rolls.push(best);
    }
    DistributionsAndBestPlays { distributions, best_after_rolls }
}

/// Adds a distribution times `share`, one roll later.
fn add_later(rolls: &mut Distribution, after: &Distribution, share: f32) {
    for (sum, term) in rolls[1..].iter_mut().zip(after) {
        *sum += share * term;
    }
    rolls[DISTRIBUTION_PLACES - 1] += share * after[DISTRIBUTION_PLACES - 1];
}

fn moments(rolls: &Distribution) -> [f32; 2] {
    let mut sums = [0.0; 2];
    for (share, count) in rolls.iter().zip(0_u8..) {
        let count = f32::from(count);
        sums[0] += share * count;
        sums[1] += share * count * count;
    }
    [sums[0], (sums[1] - sums[0] * sums[0]).max(0.0)]
}

/// Whether all checkers in play are at home, and no gammon is possible.
pub(in super::super::super) const fn is_bearoff_without_gammons(board: Board) -> bool {
    let Board { mover, other } = board;
    is_home(mover) && is_home(other) && !may_be_gammon(mover, other) && !may_be_gammon(other, mover)
}

/// Whether all checkers in play are on points 1 to 6.
const fn is_home(checkers: Checkers) -> bool {
    checkers.occupied() >> (HOME + 1) == 0
}

/// Whether the loser could still have all its checkers when the winner has none.
const fn may_be_gammon(loser: Checkers, winner: Checkers) -> bool {
    let [low, high] = [winner.word() as u32 >> 4, loser.count(OFF) as u32];
    high == 0 && sum_of_home_counts(low) <= MAX_CHECKERS_FOR_GAMMON as u32
}

/// The sum of six counts of four bits.
const fn sum_of_home_counts(mut counts: u32) -> u32 {
    let mut sum = 0;
    while counts != 0 {
        sum += counts & 15;
        counts >>= 4;
    }
    sum
}

/// Where bear-offs and races are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BearoffSource {
    /// In the database, waiting until it is built: the same answer at any time.
    Database,
    /// By estimates, about as good as a pip count, while the database is not built.
    Estimate,
}

impl BearoffSource {
    /// The database if it is built, else estimates: this source never waits.
    pub fn without_waiting() -> Self {
        if BearoffDatabase::is_built() { Self::Database } else { Self::Estimate }
    }

    /// The result of [`BearoffDatabase::evaluate`], or an estimate of it.
    pub fn evaluate(self, board: Board) -> Option<Probabilities> {
        match self {
            Self::Database => BearoffDatabase::evaluate(board),
            Self::Estimate => is_bearoff_without_gammons(board)
                .then(|| Probabilities::without_gammons(estimated_win(board))),
        }
    }

    /// Mean and variance of the rolls that a side needs, by its checkers on the points 1 to 6.
    pub(in crate::games::backgammon::eval) fn moments(self, counts: [u8; 6]) -> [f32; 2] {
        match self {
            Self::Database => BearoffDatabase::shared().moments(counts),
            Self::Estimate => estimated_moments(counts),
        }
    }
}

/// A linear estimate from the checkers on the points 1 to 6, in rolls or rolls squared.
struct LinearFit {
    /// For any position with a checker.
    base: f32,
    /// For each checker on the point.
    checker: [f32; 6],
    /// Once for the point if it is occupied.
    point: [f32; 6],
}

/// The mean number of rolls: root mean square error 0.12, largest error 0.75.
const MEAN: LinearFit = LinearFit {
    base: 1.1694,
    checker: [0.3919, 0.4213, 0.4802, 0.5384, 0.6356, 0.7362],
    point: [-0.2081, -0.1796, -0.1736, -0.1821, -0.1848, -0.1463],
};
/// Its variance: root mean square error 0.09, largest error 0.41.
const VARIANCE: LinearFit = LinearFit {
    base: 0.2571,
    checker: [0.0213, 0.0364, 0.0746, 0.1043, 0.1440, 0.1476],
    point: [-0.0930, -0.0617, -0.0633, -0.0712, -0.0813, -0.0774],
};
/// The lower limit of an estimated variance, in rolls squared. Set by hand.
const MIN_VARIANCE: f32 = 0.02;
/// Scale at which the logistic function is nearest to the normal distribution: Bowling and
/// others (2009).
const LOGISTIC_SCALE: f32 = 1.702;

impl LinearFit {
    fn estimate(&self, counts: [u8; 6]) -> f32 {
        let each = counts.iter().zip(self.checker.iter().zip(self.point));
        each.filter(|(count, _)| **count > 0).fold(self.base, |sum, (count, (checker, point))| {
            sum + f32::from(*count) * checker + point
        })
    }
}

/// Mean and variance of the rolls needed, by the checkers on the points 1 to 6.
fn estimated_moments(counts: [u8; 6]) -> [f32; 2] {
    if counts == [0; 6] {
        return [0.0; 2];
    }
    [MEAN.estimate(counts), VARIANCE.estimate(counts).max(MIN_VARIANCE)]
}

/// The mean number of rolls that these checkers, all at home, need, by an estimate.
pub(in crate::games::backgammon) fn estimated_rolls(checkers: Checkers) -> f32 {
    estimated_moments(home_counts(checkers))[0]
}

/// The chance of the mover, about to roll, to need no more rolls than the other: the
/// difference of their rolls taken as normally distributed.
fn estimated_win(board: Board) -> f32 {
    let of = |checkers: Checkers| estimated_moments(home_counts(checkers));
    let [[mine, spread], [theirs, other_spread]] = [of(board.mover), of(board.other)];
    sigmoid(LOGISTIC_SCALE * (theirs - mine + 0.5) / (spread + other_spread).sqrt())
}

#[cfg(test)]
mod tests {
    use super::{
        BearoffDatabase, BearoffSource, Board, Checkers, POSITION_COUNT, Roll, all_positions,
        estimated_moments,
    };
    use crate::games::backgammon::board::movegen::{After, results};

    fn win(mine: [u8; 6], theirs: [u8; 6]) -> f32 {
        let board = Board {
            mover: Checkers::with_home_points(mine),
            other: Checkers::with_home_points(theirs),
        };
        BearoffDatabase::evaluate(board).unwrap().win
    }

    #[test]
    fn races_of_few_checkers_have_the_right_chances() {
        let one = [1, 0, 0, 0, 0, 0];
        assert!((win(one, one) - 1.0).abs() < 1e-6);
        // A checker on the 6-point and one on the 1-point: 15 rolls of 36 bear both off.
        let two = win([1, 0, 0, 0, 0, 1], one);
        assert!((two - 15.0 / 36.0).abs() < 1e-6, "{two}");
        // Two on the 6-point: 22+, i.e. four doubles.
        let high = win([0, 0, 0, 0, 0, 2], one);
        assert!((high - 4.0 / 36.0).abs() < 1e-6, "{high}");
        // One on the 6-point alone: 27 rolls.
        let six = win([0, 0, 0, 0, 0, 1], one);
        assert!((six - 27.0 / 36.0).abs() < 1e-6, "{six}");
    }

    #[test]
    fn distributions_sum_to_one_and_long_ones_fit() {
        let table = BearoffDatabase::shared();
        assert_eq!(table.distributions.len(), POSITION_COUNT);
        for (at, rolls) in table.distributions.iter().enumerate() {
            let sum: f32 = rolls.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{at}: {sum}");
        }
        let longest = table.distribution(Checkers::with_home_points([0, 0, 0, 0, 0, 15]));
        assert!(longest[31] < 1e-6, "{longest:?}");
        assert!(table.mean(Checkers::with_home_points([0; 6])) == 0.0);
    }

    #[test]
    fn moments_are_those_of_the_rolls() {
        let table = BearoffDatabase::shared();
        // One checker on the 6-point goes off with the first roll or the second: 27 to 9.
        let [mean, variance] = table.moments([0, 0, 0, 0, 0, 1]);
        assert!((mean - 1.25).abs() < 1e-5 && (variance - 0.1875).abs() < 1e-5);
        let many = [2, 3, 0, 1, 4, 5];
        assert!(
            (table.moments(many)[0] - table.mean(Checkers::with_home_points(many))).abs() < 1e-4
        );
    }

    #[test]
    fn every_roll_is_played_as_the_plays_of_the_rules_allow() {
        let table = BearoffDatabase::shared();
        for points in
            [[2, 1, 0, 3, 1, 0], [0, 0, 4, 1, 0, 2], [3, 3, 3, 2, 2, 2], [1, 0, 0, 0, 2, 1]]
        {
            let board = Board {
                mover: Checkers::with_home_points(points),
                other: Checkers::with_home_points([5, 5, 0, 0, 0, 0]),
            };
            let mean: f32 = Roll::ALL
                .into_iter()
                .map(|roll| {
                    let mut plays: Vec<After> = Vec::new();
                    results(board, roll, &mut plays);
                    let means = plays.iter().map(|after| table.mean(after.board(board).other));
                    roll.probability() * (1.0 + means.fold(f32::INFINITY, f32::min))
                })
                .sum();
            assert!((mean - table.mean(board.mover)).abs() < 1e-3, "{points:?} {mean}");
        }
    }

    #[test]
    fn outside_checkers_and_gammons_are_not_in_the_database() {
        let all = Checkers::with_home_points([5, 5, 5, 0, 0, 0]);
        let few = Checkers::with_home_points([2, 0, 0, 0, 0, 0]);
        assert!(BearoffDatabase::evaluate(Board { mover: few, other: all }).is_none());
        assert!(BearoffDatabase::evaluate(Board { mover: all, other: all }).is_some());
        let mut counts = few.counts();
        (counts[0], counts[7]) = (12, 1);
        let outside = Checkers::from_counts(&counts);
        assert!(BearoffDatabase::evaluate(Board { mover: outside, other: few }).is_none());
    }

    #[test]
    fn estimates_are_as_near_to_the_database_as_they_say() {
        let mut errors = [(0.0_f32, 0.0_f32); 2];
        for counts in all_positions().skip(1) {
            let [found, exact] =
                [estimated_moments(counts), BearoffSource::Database.moments(counts)]
                    .map(|pair| pair.map(f32::from));
            for ((sum, most), error) in errors.iter_mut().zip([0, 1].map(|i| found[i] - exact[i])) {
                *sum += error * error;
                *most = most.max(error.abs());
            }
        }
        let [mean, variance] =
            errors.map(|(sum, most)| ((sum / (POSITION_COUNT - 1) as f32).sqrt(), most));
        assert!(mean.0 < 0.125 && mean.1 < 0.75, "{mean:?}");
        assert!(variance.0 < 0.095 && variance.1 < 0.42, "{variance:?}");
    }

    #[test]
    fn estimated_chances_are_near_those_of_the_database() {
        let sides: Vec<Checkers> = all_positions()
            .filter(|counts| (6..15).contains(&counts.iter().sum::<u8>()))
            .step_by(997)
            .map(Checkers::with_home_points)
            .collect();
        let (mut sum, mut count) = (0.0, 0.0_f32);
        for (mover, other) in sides.iter().flat_map(|a| sides.iter().map(move |b| (*a, *b))) {
            let board = Board { mover, other };
            let [Some(found), Some(exact)] =
                [BearoffSource::Estimate.evaluate(board), BearoffDatabase::evaluate(board)]
            else {
                panic!("both are at home")
            };
            sum += (found.win - exact.win).abs();
            count += 1.0;
        }
        assert!(count > 500.0 && sum / count < 0.025, "{} of {count}", sum / count);
    }
}
