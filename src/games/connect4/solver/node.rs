//! A position as the search sees it, with the cells that would complete four on either side; and what
//! its score means: the ball that wins, plies to the end, and a line of best play.

use crate::base::Score;
use crate::game::Position;
use crate::games::connect4::Rack;

/// A position in which neither side has four and the mover cannot complete four at once.
///
/// Words are laid out as in [`Rack`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Node<const W: usize, const H: usize> {
    /// Balls of the side to move.
    pub(super) own: u64,
    /// Balls of both sides.
    pub(super) mask: u64,
    /// Empty cells, reachable or not, that complete four for the side to move.
    pub(super) own_wins: u64,
    /// Empty cells, reachable or not, that complete four for the other side.
    pub(super) other_wins: u64,
}

/// A number that a position shares with its mirror image and with no other position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SymmetricKey {
    /// Below 2^(W·(H+1)).
    pub(super) value: u64,
    /// Whether it is the number of the mirror image.
    pub(super) is_mirrored: bool,
}

impl<const W: usize, const H: usize> Node<W, H> {
    /// The node of a position.
    pub(super) fn new(rack: &Rack<W, H>) -> Self {
        Self {
            own: rack.own(),
            mask: rack.mask,
            own_wins: rack.winning_cells(rack.own()),
            other_wins: rack.winning_cells(rack.opposing()),
        }
    }

    /// Balls played.
    #[inline(always)]
    pub(super) const fn plies(&self) -> i32 {
        self.mask.count_ones().cast_signed()
    }

    /// The lowest empty cell of every channel that is not full.
    #[inline(always)]
    pub(super) const fn playable(&self) -> u64 {
        (self.mask + Rack::<W, H>::BOTTOM) & Rack::<W, H>::CELLS
    }

    /// The node after a ball of the mover in this cell, which must be playable.
    #[inline(always)]
    #[must_use]
    pub(super) const fn play(&self, cell: u64) -> Self {
        let mask = self.mask | cell;
        Self {
            own: self.own ^ self.mask,
            mask,
            own_wins: self.other_wins & !cell,
            other_wins: Rack::<W, H>::completing(self.own | cell) & !mask,
        }
    }

    /// The lesser of the position's number and that of its mirror image.
    #[inline(always)]
    pub(super) fn symmetric_key(&self) -> SymmetricKey {
        let number = self.own | (self.mask + Rack::<W, H>::BOTTOM);
        let mirrored = Rack::<W, H>::mirrored(number);
        SymmetricKey { value: number.min(mirrored), is_mirrored: mirrored < number }
    }
}

/// Whether at most one bit is set.
#[inline(always)]
pub(super) const fn is_single(word: u64) -> bool {
    word & word.wrapping_sub(1) == 0
}

/// The score of the side that completes four with this ball of the game (the first is 1).
///
/// 1 if that is its last ball, 2 if its last but one, and so on.
#[inline(always)]
pub(in crate::games::connect4) const fn win_score<const W: usize, const H: usize>(
    ball: i32,
) -> i32 {
    (Rack::<W, H>::AREA + 2 - ball) >> 1
}

/// A line of best play from a position with this score to the end of the game.
///
/// The winner wins as soon and the loser loses as late as possible. `reaches(rack, beta)` is
/// whether the score of a position is at least `beta`, for its side to move; where it is `None`,
/// the line ends before the game does.
pub fn best_line<const W: usize, const H: usize>(
    mut rack: Rack<W, H>,
    mut score: i32,
    mut reaches: impl FnMut(&Rack<W, H>, i32) -> Option<bool>,
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

/// The solver's score as a win or loss in plies, in a position of `plies` balls on a `W`×`H` rack.
///
/// # Examples
/// ```
/// use parlour::base::Score;
/// use parlour::games::connect4::solver::to_score;
/// // The first player wins with the 41st ball of a 7×6 rack, seen from either side.
/// assert_eq!(to_score::<7, 6>(1, 0), Score::win_in(41));
/// assert_eq!(to_score::<7, 6>(-1, 1), Score::loss_in(40));
/// ```
pub const fn to_score<const W: usize, const H: usize>(score: i32, plies: i32) -> Score {
    let area = Rack::<W, H>::AREA;
    // The last ball of the side that wins, and two plies more for each that it keeps.
    let own_last = area - (area - plies + 1) % 2;
    let other_last = area - (area - plies) % 2;
    if score > 0 {
        Score::win_in(own_last - 2 * (score - 1) - plies)
    } else if score < 0 {
        Score::loss_in(other_last + 2 * (score + 1) - plies)
    } else {
        Score::ZERO
    }
}
