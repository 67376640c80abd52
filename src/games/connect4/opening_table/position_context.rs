//! What is seen of a position that helps to guess its score.
//!
//! Most telling are the scores of *kin*: positions that differ in where one topmost ball lies,
//! as far as they come earlier in the list and so are known.

use super::positions::{Board, STRIDE, WIDTH, least_number};

/// Contexts in which a score is guessed.
pub(super) const VIEWS: usize = 8;

/// The scores of some kin.
#[derive(Clone, Copy)]
struct Kin {
    sum: i32,
    count: i32,
    least: i32,
    most: i32,
    last: i32,
}

impl Kin {
    const NONE: Self = Self { sum: 0, count: 0, least: FAR, most: -FAR, last: 0 };

    const fn add(&mut self, score: i32) {
        self.sum += score;
        self.count += 1;
        self.least = if score < self.least { score } else { self.least };
        self.most = if score > self.most { score } else { self.most };
        self.last = score;
    }

    /// Twice the mean, rounded down; beyond every score if there are none.
    const fn mean(self) -> u32 {
        unsigned(if self.count == 0 { FAR } else { (2 * self.sum).div_euclid(self.count) })
    }

    const fn span(self) -> u32 {
        unsigned(self.most) << 8 | unsigned(self.least)
    }

    const fn last(self) -> u32 {
        if self.count == 0 { 0 } else { unsigned(self.last) }
    }
}

/// Beyond every score.
const FAR: i32 = 99;

/// A number from -100 to 155 as 8 bits.
const fn unsigned(number: i32) -> u32 {
    (number + 100).cast_unsigned() & 255
}

/// The contexts of the position at rank `scores.len()` of the list, whose earlier scores are
/// known.
pub(super) fn views(numbers: &[u64], scores: &[i8], board: &Board) -> [u32; VIEWS] {
    let [other, own] = kin(numbers, scores, board);
    let all = Kin {
        sum: own.sum + other.sum,
        count: own.count + other.count,
        least: own.least.min(other.least),
        most: own.most.max(other.most),
        last: 0,
    };
    let own_threats = threats(board.winning_cells(board.own()));
    let other_threats = threats(board.winning_cells(board.opposing()));
    [
        0,
        other.mean(),
        own.mean(),
        own_threats << 24 | other_threats << 16 | all.mean(),
        other.span(),
        own.span(),
        other.last() << 8 | own.last(),
        middle(board),
    ]
}

/// The scores of kin in which a ball of the other side lies elsewhere, then of the side to move.
fn kin(numbers: &[u64], scores: &[i8], board: &Board) -> [Kin; 2] {
    let known = &numbers[..scores.len()];
    let next = numbers.get(scores.len()).copied().unwrap_or(u64::MAX);
    let mut kin = [Kin::NONE; 2];
    for from in 0..WIDTH {
        let balls = board.mask & Board::channel(from);
        if balls == 0 {
            continue;
        }
        let top = 1 << balls.ilog2();
        let is_own = board.own() & top != 0;
        for to in (0..WIDTH).filter(|to| *to != from) {
            let cell = board.playable() & Board::channel(to);
            let own = if is_own { board.own() ^ top ^ cell } else { board.own() };
            let relative = least_number(&Board::with_own(own, board.mask ^ top ^ cell));
            if cell == 0 || relative >= next {
                continue;
            }
            if let Ok(rank) = known.binary_search(&relative) {
                kin[usize::from(is_own)].add(i32::from(scores[rank]));
            }
        }
    }
    kin
}

/// How many of these cells lie in rows of one and the other parity, four bits each.
const fn threats(cells: u64) -> u32 {
    const ROWS: u64 = Board::BOTTOM | Board::BOTTOM << 2 | Board::BOTTOM << 4;
    (cells & ROWS).count_ones() | (cells & !ROWS).count_ones() << 4
}

/// What lies in the three channels in the middle.
const fn middle(board: &Board) -> u32 {
    let number = super::positions::number(board);
    (number >> (2 * STRIDE)) as u32 & ((1 << (3 * STRIDE)) - 1)
}
