//! The solver's score: its proved bounds, the ball and the plies that it means, and a line of best
//! play.

use crate::base::Score;
use crate::game::Position;
use crate::games::connect4::{Rack, RackSize};

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

impl RackSize {
    /// The score of the side that completes four with this ball of the game (the first is 1).
    ///
    /// 1 if that is its last ball, 2 if its last but one, and so on.
    #[inline(always)]
    pub(in crate::games::connect4) const fn win_score(self, ball: i32) -> i32 {
        (self.area() + 2 - ball) >> 1
    }
}

/// A line of best play from a position with this score to the end of the game.
///
/// The winner wins as soon and the loser loses as late as possible. `reaches(rack, beta)` is
/// whether the score of a position is at least `beta`, for its side to move; where it is `None`,
/// the line ends before the game does.
pub fn best_line(
    mut rack: Rack,
    mut score: i32,
    mut reaches: impl FnMut(&Rack, i32) -> Option<bool>,
) -> Vec<u8> {
    let mut line = Vec::new();
    loop {
        let mut is_best = |channel: &u8| {
            let mut child = rack;
            child.play(*channel);
            reaches(&child, 1 - score) == Some(false)
        };
        let Some(channel) = rack.moves_centre_first().find(|channel| is_best(channel)) else {
            return line;
        };
        line.push(channel);
        rack.play(channel);
        score = -score;
    }
}

/// The solver's score as a win or loss in plies, in a position with this many empty cells.
///
/// # Examples
/// ```
/// use parlour::base::Score;
/// use parlour::games::connect4::solver::to_score;
/// // The first player wins with the 41st ball of a 7×6 rack, seen from either side.
/// assert_eq!(to_score(1, 42), Score::win_in(41));
/// assert_eq!(to_score(-1, 41), Score::loss_in(40));
/// ```
pub const fn to_score(score: i32, empty_cells: u32) -> Score {
    let empty = empty_cells.cast_signed();
    // The last ball of the side that wins, and two plies less for each that it keeps.
    let own_last = empty - (empty + 1) % 2;
    let other_last = empty - empty % 2;
    if score > 0 {
        Score::win_in(own_last - 2 * (score - 1))
    } else if score < 0 {
        Score::loss_in(other_last + 2 * (score + 1))
    } else {
        Score::ZERO
    }
}
