//! What a search reports: values, bounds, principal variations.

use std::fmt;
use std::time::Duration;

use crate::base::Score;

/// The report of one iteration for one of the best moves.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a, M> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply visited, from the root.
    pub seldepth: u32,
    /// The rank of the line: 1 for the best move, 2 for the next best, and so on.
    pub multipv: u32,
    /// The value, for the side to move.
    pub rating: Rating,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Whether the value is proved: a deeper search cannot change it.
    pub is_proved: bool,
    /// Nodes visited so far, all lines together.
    pub nodes: u64,
    /// How full the transposition table is, per mille, 0 to 1,000.
    pub hashfull: u32,
    /// The line of best play, first move first; never empty.
    pub pv: &'a [M],
}

impl<'a, M> Progress<'a, M> {
    /// The report of a search without a table that visits nothing beyond its depth.
    ///
    /// `rank` is 0 for the best move. The value is exact; a win or loss is proved, any other value is
    /// not.
    pub fn new(depth: u32, rank: usize, rating: Rating, nodes: u64, pv: &'a [M]) -> Self {
        Self {
            depth,
            seldepth: depth,
            multipv: rank as u32 + 1,
            rating,
            bound: Bound::Exact,
            is_proved: matches!(rating, Rating::Score(score) if score.plies_to_end().is_some()),
            nodes,
            hashfull: 0,
            pv,
        }
    }
}

/// A value **for the side to move**.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// In games without dice, **for the side to move**.
    Score(Score),
    /// In games with dice.
    Equity(EquityReport),
}

impl fmt::Display for Rating {
    /// `15`, `M7` or `-M4` for a win or loss in this many plies, `0.1515` for an equity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Equity(report) => write!(f, "{:.4}", rounded(report.equity)),
            Self::Score(score) => match score.plies_to_end() {
                Some(plies @ ..=0) => write!(f, "-M{}", -plies),
                Some(plies) => write!(f, "M{plies}"),
                None => write!(f, "{}", score.value()),
            },
        }
    }
}

/// Expected points, and the probabilities that they rest on, **for the side to move**.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EquityReport {
    /// Points expected at the present stake, for the side to act.
    ///
    /// −3.0 to 3.0 times the cube for money. In a match any number: 1.0 stands for the chance to win
    /// it with one point more, −1.0 for that with one point more for the other side.
    pub equity: f32,
    /// The probabilities of the ways to end, as the game names them.
    pub probabilities: Option<[NamedProbability; 5]>,
    /// The games of a rollout, and its standard error.
    pub sample: Option<Sample>,
}

impl EquityReport {
    /// The probability of this name, as the game names it, 0 to 1.
    ///
    /// `None` where the player has none.
    ///
    /// They are cumulative: a way to win that counts more is also one that counts less.
    pub fn probability(&self, name: &str) -> Option<f32> {
        let named = self.probabilities.iter().flatten().find(|named| named.name == name);
        named.map(|named| named.value)
    }
}

/// A probability in the words of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NamedProbability {
    /// The word of `info` for it.
    pub name: &'static str,
    /// 0.0 to 1.0.
    pub value: f32,
}

/// The size and the standard error of a rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sample {
    /// Games played.
    pub games: u64,
    /// The standard error of the mean points, at least 0.0; `None` after a single game.
    pub error: Option<f32>,
}

/// Whether a value is exact, a lower bound or an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true value.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

impl Bound {
    /// The bound of a proved win or loss that may come sooner; exact for any other score.
    pub fn of_proof(score: Score) -> Self {
        match score.plies_to_end() {
            Some(1..) => Self::Lower,
            Some(_) => Self::Upper,
            None => Self::Exact,
        }
    }

    /// How a decided game of this score ends, in words.
    ///
    /// It may end sooner unless the score is exact. `None` for a score that decides nothing.
    ///
    /// # Examples
    /// ```
    /// use parlour::Score;
    /// use parlour::search::Bound;
    /// let text = Bound::Lower.ending(Score::win_in(11));
    /// assert_eq!(text.as_deref(), Some("wins in 11 plies or sooner"));
    /// ```
    pub fn ending(self, score: Score) -> Option<String> {
        if self == Self::Exact { score.ending() } else { score.ending_or_sooner() }
    }

    /// The word for it in records: `lower` or `upper`; none for an exact value.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Exact => None,
            Self::Lower => Some("lower"),
            Self::Upper => Some("upper"),
        }
    }
}

/// Receives the reports of a running search.
pub trait Watcher<M> {
    /// Is called on the first search thread, once for each iteration and line.
    fn progress(&mut self, report: &Progress<'_, M>);
}

/// A watcher that ignores the reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct SilentWatcher;

impl<M> Watcher<M> for SilentWatcher {
    fn progress(&mut self, _report: &Progress<'_, M>) {}
}

/// Entries that are looked at to report how full a table is. Chosen by hand.
pub const HASHFULL_SAMPLE: usize = 1_000;

/// `count` of `total` in thousandths, rounded down; 0 if both are 0.
pub fn per_mille(count: usize, total: usize) -> u32 {
    (count * 1_000 / total.max(1)) as u32
}

/// A number rounded to four decimal places, never −0.
pub fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1e4).round() / 1e4 + 0.0
}

/// Points as whole hundredths.
pub fn hundredths(points: f32) -> i64 {
    (f64::from(points) * 100.0).round() as i64
}

/// Nodes a second, whole; a time of zero counts as a microsecond.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}

#[cfg(test)]
mod tests {
    use super::{Bound, Score};

    #[test]
    fn proved_win_is_at_least_and_proved_loss_at_most_what_it_says() {
        let bounds = [Score::win_in(5), Score::loss_in(4), Score::centi(-3)].map(Bound::of_proof);
        assert_eq!(bounds, [Bound::Lower, Bound::Upper, Bound::Exact]);
        assert!(Score::win_in(3) > Score::win_in(5) && Score::loss_in(2) < Score::loss_in(4));
    }
}
