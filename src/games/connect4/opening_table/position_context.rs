//! The contexts of a position: what of it helps to predict its score.
//!
//! The best predictors are the scores of its *neighbours*: positions that differ in the place of
//! one topmost ball. Those that come earlier in the list are known.

use super::listed_positions::{SIZE, STRIDE, WIDTH, least_number};
use crate::games::connect4::Rack;

/// The number of contexts in which a score is predicted.
pub(super) const CONTEXTS: usize = 8;

/// The scores of some neighbours, in summary; each **for the side to move**, the same in all.
#[derive(Clone, Copy)]
struct NeighbourScores {
    /// The sum of the scores.
    sum: i32,
    /// How many there are, from 0.
    count: i32,
    /// The lowest score; [`NO_SCORE`] if there are none.
    lowest: i32,
    /// The highest score; −[`NO_SCORE`] if there are none.
    highest: i32,
    /// The score that was added last; 0 if there are none.
    last: i32,
}

impl NeighbourScores {
    const NONE: Self = Self { sum: 0, count: 0, lowest: NO_SCORE, highest: -NO_SCORE, last: 0 };

    const fn add(&mut self, score: i32) {
        self.sum += score;
        self.count += 1;
        self.lowest = if score < self.lowest { score } else { self.lowest };
        self.highest = if score > self.highest { score } else { self.highest };
        self.last = score;
    }

    /// Twice the mean, rounded down; [`NO_SCORE`] if there are none.
    const fn mean(self) -> u32 {
        unsigned(if self.count == 0 { NO_SCORE } else { (2 * self.sum).div_euclid(self.count) })
    }

    /// The highest and the lowest score.
    const fn span(self) -> u32 {
        unsigned(self.highest) << 8 | unsigned(self.lowest)
    }

    /// The score added last; 0 if there are none.
    const fn last(self) -> u32 {
        if self.count == 0 { 0 } else { unsigned(self.last) }
    }
}

/// Beyond every score, in place of one where there is none.
const NO_SCORE: i32 = 99;

/// Added to a number before it is kept as 8 bits, so that −[`NO_SCORE`] is positive.
const OFFSET: i32 = NO_SCORE + 1;
/// The lowest 8 bits.
const BYTE: u32 = u8::MAX as u32;

/// A number from -100 to 155 as 8 bits.
const fn unsigned(number: i32) -> u32 {
    (number + OFFSET).cast_unsigned() & BYTE
}

/// The contexts of the position at rank `scores.len()` of the list, whose earlier scores are
/// known.
pub(super) fn contexts(numbers: &[u64], scores: &[i8], board: &Rack) -> [u32; CONTEXTS] {
    let [other, own] = neighbours(numbers, scores, board);
    let all = NeighbourScores {
        sum: own.sum + other.sum,
        count: own.count + other.count,
        lowest: own.lowest.min(other.lowest),
        highest: own.highest.max(other.highest),
        last: 0,
    };
    let own_threats = count_by_row_parity(board.winning_cells(board.own()));
    let other_threats = count_by_row_parity(board.winning_cells(board.opposing()));
    [
        0,
        other.mean(),
        own.mean(),
        own_threats << 24 | other_threats << 16 | all.mean(),
        other.span(),
        own.span(),
        other.last() << 8 | own.last(),
        balls_in_middle(board),
    ]
}

/// The scores of neighbours in which a ball of the other side is elsewhere, then those in which
/// a ball of the side to move is.
fn neighbours(numbers: &[u64], scores: &[i8], board: &Rack) -> [NeighbourScores; 2] {
    let known = &numbers[..scores.len()];
    let next = numbers.get(scores.len()).copied().unwrap_or(u64::MAX);
    let mut found = [NeighbourScores::NONE; 2];
    for from in 0..WIDTH {
        let balls = board.mask & SIZE.channel(from);
        if balls == 0 {
            continue;
        }
        let top = 1 << balls.ilog2();
        let is_own = board.own() & top != 0;
        for to in (0..WIDTH).filter(|to| *to != from) {
            let cell = board.playable() & SIZE.channel(to);
            let own = if is_own { board.own() ^ top ^ cell } else { board.own() };
            let neighbour = least_number(&Rack::with_own(SIZE, own, board.mask ^ top ^ cell));
            if cell == 0 || neighbour >= next {
                continue;
            }
            if let Ok(rank) = known.binary_search(&neighbour) {
                found[usize::from(is_own)].add(i32::from(scores[rank]));
            }
        }
    }
    found
}

/// How many of these cells are in rows of one and of the other parity, four bits each.
const fn count_by_row_parity(cells: u64) -> u32 {
    /// The first, third and fifth row.
    const ROWS: u64 = SIZE.bottom() | SIZE.bottom() << 2 | SIZE.bottom() << 4;
    (cells & ROWS).count_ones() | (cells & !ROWS).count_ones() << 4
}

/// The balls in the three channels in the middle.
const fn balls_in_middle(board: &Rack) -> u32 {
    let number = super::listed_positions::number(board);
    (number >> (2 * STRIDE)) as u32 & ((1 << (3 * STRIDE)) - 1)
}
