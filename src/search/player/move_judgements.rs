//! What a player thinks of each move, for `explain` and for the lines of `MultiPV`.

use std::fmt;

use super::search_reports::Rating;
use crate::base::Score;

/// The value of one move for a player, and its reason in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement<M> {
    /// The move.
    pub judged_move: M,
    /// Its value by which the player chooses.
    pub value: MoveValue,
    /// Why it has this value, in the words of the player's document, on one line.
    pub reason: String,
}

/// The value of a move in the unit of its player, **for the side to move**: more is better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveValue {
    /// The player has no value for this move.
    Unknown,
    /// Whole points, as a source document counts them.
    Points(i64),
    /// Points with a fraction, or a mean with a fraction.
    Fraction(f64),
    /// The value of a search.
    Rating(Rating),
}

impl fmt::Display for MoveValue {
    /// `-`, `35`, `1.250`, `0.1515` for an equity, `M7` or `-M4` for a win or loss in this many plies.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unknown => f.write_str("-"),
            Self::Points(points) => write!(f, "{points}"),
            // Neither has a negative zero.
            Self::Fraction(value) => write!(f, "{:.3}", value + 0.0),
            Self::Rating(rating) => write!(f, "{rating}"),
        }
    }
}

impl MoveValue {
    /// The value as a line `info` reports it.
    ///
    /// A fraction is reported in hundredths of a point, and whole points in points.
    pub fn rating(self) -> Rating {
        let centi = |value: f64| {
            Score::centi(value.round().clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i32)
        };
        match self {
            Self::Unknown => Rating::Score(Score::ZERO),
            Self::Points(points) => Rating::Score(centi(points as f64)),
            Self::Fraction(value) => Rating::Score(centi(value * 100.0)),
            Self::Rating(rating) => rating,
        }
    }
}
