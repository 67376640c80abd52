//! Both sides bear off: exact chances from the distribution of the rolls each side needs.
//!
//! For every position of up to 15 checkers in the own home, 54,264 of them, a table holds how
//! likely the last checker goes off with roll 1, 2, …, playing each roll for the fewest further
//! rolls in the mean. The chances are exact for two sides that play so; who looks at the other
//! side's checkers as well can do a little better. Built on first use, in a part of a second, or
//! before that in the background; who has no time to wait for it looks at [`Source::Estimate`].

mod build;
mod estimate;
mod rank;

use std::sync::{Once, OnceLock};
use std::thread;

use super::super::board::{Board, Checkers, HOME, OFF};
use super::Probabilities;

/// The longest race told apart, in rolls; the last place holds all longer ones.
const LONGEST: usize = 32;
/// A winner with more checkers left leaves the other two rolls at least to bear one off.
const NO_GAMMON: u8 = 8;

/// How likely each number of rolls is; place 0 is for no checkers left.
type Distribution = [f32; LONGEST];

/// The table that all share, once it is made.
static TABLE: OnceLock<Bearoff> = OnceLock::new();

/// The table.
pub struct Bearoff {
    rolls: Vec<Distribution>,
    /// Mean and variance of each.
    moments: Vec<[f32; 2]>,
}

impl Bearoff {
    /// The table that all share; waits until it is made.
    pub fn shared() -> &'static Self {
        TABLE.get_or_init(|| {
            let rolls = build::all();
            let moments = rolls.iter().map(moments).collect();
            Self { rolls, moments }
        })
    }

    /// Has the table made in the background, if nobody has before.
    ///
    /// Without a thread it is made when somebody waits for it.
    pub fn begin() {
        static BEGUN: Once = Once::new();
        BEGUN.call_once(|| drop(thread::Builder::new().spawn(Self::shared)));
    }

    /// Whether the table is made, so that nobody waits for it any more.
    pub fn is_made() -> bool {
        TABLE.get().is_some()
    }

    /// The chances of the mover, who is about to roll, if all checkers in play are at home.
    ///
    /// `None` if some are not, or if a gammon is still possible.
    /// The table is made when it is first needed.
    pub fn judge(board: Board) -> Option<Probabilities> {
        is_plain_bearoff(board)
            .then(|| Self::shared().win(board))
            .map(Probabilities::without_gammons)
    }

    /// The chance of the mover, about to roll, to be the first to bear off.
    fn win(&self, board: Board) -> f32 {
        let (mine, theirs) = (self.of(board.mover), self.of(board.other));
        let (mut win, mut later) = (0.0, 1.0);
        for (mine, theirs) in mine.iter().zip(theirs).skip(1) {
            // The mover rolls first: it wins if the other needs as many rolls or more.
            win += mine * later;
            later -= theirs;
        }
        win.clamp(0.0, 1.0)
    }

    /// The mean number of rolls that these checkers, all at home, need.
    pub fn mean(&self, checkers: Checkers) -> f32 {
        self.of(checkers).iter().zip(0_u8..).map(|(share, rolls)| share * f32::from(rolls)).sum()
    }

    /// Mean and variance of the rolls that a side needs, so many checkers on its points 1 to 6.
    fn moments(&self, counts: [u8; 6]) -> [f32; 2] {
        self.moments[rank::of(&counts)]
    }

    /// How likely each number of rolls is that these checkers, all at home, need.
    pub(super) fn of(&self, checkers: Checkers) -> &Distribution {
        &self.rolls[rank::of(&home_counts(checkers))]
    }
}

/// How many checkers stand on the points 1 to 6.
fn home_counts(checkers: Checkers) -> [u8; 6] {
    std::array::from_fn(|i| checkers.count(i as u8 + 1))
}

/// Where races are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the table, which is waited for: the same answer at any time.
    Table,
    /// By estimates, about as good as counting pips is, until there is time for the table.
    Estimate,
}

impl Source {
    /// The table if it is made, else estimates: whoever looks there never waits.
    pub fn at_once() -> Self {
        if Bearoff::is_made() { Self::Table } else { Self::Estimate }
    }

    /// What [`Bearoff::judge`] says, or an estimate of it.
    pub fn judge(self, board: Board) -> Option<Probabilities> {
        match self {
            Self::Table => Bearoff::judge(board),
            Self::Estimate => is_plain_bearoff(board)
                .then(|| estimate::win(board))
                .map(Probabilities::without_gammons),
        }
    }

    /// Mean and variance of the rolls that a side needs, so many checkers on its points 1 to 6.
    pub(super) fn moments(self, counts: [u8; 6]) -> [f32; 2] {
        match self {
            Self::Table => Bearoff::shared().moments(counts),
            Self::Estimate => estimate::moments(counts),
        }
    }
}

/// Whether all checkers in play are at home, and no gammon is possible.
const fn is_plain_bearoff(board: Board) -> bool {
    let Board { mover, other } = board;
    is_home(mover) && is_home(other) && !may_be_gammon(mover, other) && !may_be_gammon(other, mover)
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

/// Whether all checkers in play stand on points 1 to 6.
const fn is_home(checkers: Checkers) -> bool {
    checkers.occupied() >> (HOME + 1) == 0
}

/// Whether the loser could still have all its checkers when the winner has none.
const fn may_be_gammon(loser: Checkers, winner: Checkers) -> bool {
    let [low, high] = [winner.word() as u32 >> 4, loser.count(OFF) as u32];
    high == 0 && in_home(low) <= NO_GAMMON as u32
}

/// The sum of six counts of four bits.
const fn in_home(mut counts: u32) -> u32 {
    let mut sum = 0;
    while counts != 0 {
        sum += counts & 15;
        counts >>= 4;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{Bearoff, Board, Checkers, rank};
    use crate::games::backgammon::board::movegen::{After, results};
    use crate::games::backgammon::board::roll::Roll;

    fn home(points: [u8; 6]) -> Checkers {
        let mut counts = [0; 26];
        counts[1..7].copy_from_slice(&points);
        counts[0] = 15 - points.iter().sum::<u8>();
        Checkers::from_counts(&counts)
    }

    fn win(mine: [u8; 6], theirs: [u8; 6]) -> f32 {
        let board = Board { mover: home(mine), other: home(theirs) };
        Bearoff::judge(board).unwrap().win
    }

    #[test]
    fn known_races_come_out_right() {
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
        let table = Bearoff::shared();
        assert_eq!(table.rolls.len(), rank::COUNT);
        for (at, rolls) in table.rolls.iter().enumerate() {
            let sum: f32 = rolls.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{at}: {sum}");
        }
        let longest = table.of(home([0, 0, 0, 0, 0, 15]));
        assert!(longest[31] < 1e-6, "{longest:?}");
        assert!(table.mean(home([0; 6])) == 0.0);
    }

    #[test]
    fn moments_are_those_of_the_rolls() {
        let table = Bearoff::shared();
        // One checker on the 6-point goes off with the first roll or the second: 27 to 9.
        let [mean, variance] = table.moments([0, 0, 0, 0, 0, 1]);
        assert!((mean - 1.25).abs() < 1e-5 && (variance - 0.1875).abs() < 1e-5);
        let many = [2, 3, 0, 1, 4, 5];
        assert!((table.moments(many)[0] - table.mean(home(many))).abs() < 1e-4);
    }

    #[test]
    fn every_roll_is_played_as_the_plays_of_the_rules_allow() {
        let table = Bearoff::shared();
        for points in
            [[2, 1, 0, 3, 1, 0], [0, 0, 4, 1, 0, 2], [3, 3, 3, 2, 2, 2], [1, 0, 0, 0, 2, 1]]
        {
            let board = Board { mover: home(points), other: home([5, 5, 0, 0, 0, 0]) };
            let mean: f32 = Roll::ALL
                .into_iter()
                .map(|roll| {
                    let mut plays: Vec<After> = Vec::new();
                    results(board, roll, &mut plays);
                    let means = plays.iter().map(|after| table.mean(after.board(board).other));
                    roll.weight() as f32 / 36.0 * (1.0 + means.fold(f32::INFINITY, f32::min))
                })
                .sum();
            assert!((mean - table.mean(board.mover)).abs() < 1e-3, "{points:?} {mean}");
        }
    }

    #[test]
    fn contact_outside_and_gammons_are_left_to_others() {
        let all = home([5, 5, 5, 0, 0, 0]);
        let few = home([2, 0, 0, 0, 0, 0]);
        assert!(Bearoff::judge(Board { mover: few, other: all }).is_none());
        assert!(Bearoff::judge(Board { mover: all, other: all }).is_some());
        let mut counts = few.counts();
        (counts[0], counts[7]) = (12, 1);
        let outside = Checkers::from_counts(&counts);
        assert!(Bearoff::judge(Board { mover: outside, other: few }).is_none());
    }
}
