//! What is proved of a score: the bounds that it lies in.

/// The proved bounds of a score: it is in `lower..=upper`, **for the side to move**.
///
/// Scores count balls: k is a win with the k-th last ball, −k a loss to it, 0 a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this **for the side to move**.
    pub lower: i32,
    /// The score is at most this for the side to move.
    pub upper: i32,
}

impl Bounds {
    /// The bounds of a score that is known.
    pub const fn exact(score: i32) -> Self {
        Self { lower: score, upper: score }
    }

    /// Whether the score is known.
    pub const fn is_exact(self) -> bool {
        self.lower >= self.upper
    }

    /// The bounds on the same score seen from the other side.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The bounds that follow from these and from others on the same score.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Narrows the bounds by a test of `beta` that returned `bound`.
    pub(super) fn narrow(&mut self, beta: i32, bound: i32) {
        if bound >= beta {
            self.lower = self.lower.max(bound);
        } else {
            self.upper = self.upper.min(bound);
        }
    }
}
