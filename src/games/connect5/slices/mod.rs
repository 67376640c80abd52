//! The priority board of `connect5-readme.txt`: what every cell is worth to the side to move.
//!
//! Its words, "Common Program Elements" and "Advanced Heuristics for Play": a **slice** is any
//! five cells in line; it is **interesting** as long as somebody can still win in it. Each
//! interesting slice gives its cells the square of the pieces in it, whoever they belong to, and
//! a tiny bonus where they are the mover's ("black's"); the sums are cumulative. Three special
//! priorities stand above all sums and never change:
//!
//! ```text
//! X X - X X      an immediate win for X
//! O O - O O      a forced block for X
//! - X - X X -    a double threat in a single row: one more than the win length, blanks on both
//!                ends, and win length − 2 pieces of the mover's in the middle
//! ```
//!
//! Where only exactly five win, a slice with an own piece just beyond either end is no longer
//! interesting for that side, and a double threat must win exactly at both ends.
//!
//! The sums are kept up from stone to stone. Memory: about 100 KiB for 15 × 15 cells.

mod layout;

use layout::{Layout, Part};

use std::fmt::Write as _;

use super::{Board, Cell};
use crate::base::Side;
use crate::game::{Notation, Position};

/// What a piece in a slice is worth, squared: one point in hundredths.
const POINT: i32 = 100;
/// The tiny bonus of the mover's own slices, in hundredths; 20 of them and the greatest weight of
/// the centre stay below one point.
const BONUS: i32 = 3;

/// A priority that stands above all sums, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Special {
    /// Makes four in a row of six with blank ends.
    DoubleThreat,
    /// Fills the one blank left in a slice of the opponent's.
    Block,
    /// Fills the one blank left in an own slice.
    Win,
}

impl Special {
    /// The priority itself, in hundredths: far above the greatest sum, 18,081.
    pub const fn priority(self) -> i32 {
        match self {
            Self::DoubleThreat => 1_000_000,
            Self::Block => 2_000_000,
            Self::Win => 3_000_000,
        }
    }

    /// One word for it: `double-threat`, `block` or `win`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::DoubleThreat => "double-threat",
            Self::Block => "block",
            Self::Win => "win",
        }
    }
}

/// The pieces of one slice, by [`Side::index`].
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    pieces: [u8; 2],
    beyond: [u8; 2],
    ends: u8,
}

/// What a slice says for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Nothing,
    /// So many pieces, 1 to 3, grow towards a win.
    Grows(i32),
    /// One blank is left.
    Wins,
    /// One blank is left in the middle, and both ends are blank.
    Doubles,
}

/// How many slices have their last blank on each cell.
#[derive(Clone, Debug)]
struct Blanks {
    of_cell: Vec<u8>,
    total: u32,
}

/// The priorities of every cell for either side to move. Cells given to it must be on the board.
#[derive(Clone, Debug)]
pub struct Priorities {
    layout: Layout,
    width: usize,
    exact: [bool; 2],
    pieces: Vec<Option<Side>>,
    counts: Vec<Count>,
    /// Sums in hundredths, with the weight of the centre, by the side to move.
    sums: [Vec<i32>; 2],
    wins: [Blanks; 2],
    doubles: [Blanks; 2],
}

impl Priorities {
    /// The priorities of a board as it stands.
    pub fn new(board: &Board) -> Self {
        let (width, height) = board.size();
        let layout = Layout::new(board);
        let blanks = || Blanks { of_cell: vec![0; width * height], total: 0 };
        let weights: Vec<i32> =
            (0..width * height).map(|cell| centre(cell % width, cell / width, board)).collect();
        let mut priorities = Self {
            width,
            exact: Side::BOTH.map(|side| board.rule().is_exact(side)),
            pieces: vec![None; width * height],
            counts: vec![Count::default(); layout.len()],
            sums: [weights.clone(), weights],
            wins: [blanks(), blanks()],
            doubles: [blanks(), blanks()],
            layout,
        };
        for y in 0..height {
            for x in 0..width {
                if let Some(side) = board.stone(x, y) {
                    priorities.put(Cell { x: x as u8, y: y as u8 }, side);
                }
            }
        }
        priorities
    }

    /// How many slices of the win length the board has.
    pub const fn slices(&self) -> usize {
        self.layout.winning()
    }

    /// Puts a piece on a cell of the board, which is empty.
    pub fn put(&mut self, cell: Cell, side: Side) {
        self.change(cell, Some(side));
    }

    /// Takes the piece off a cell of the board again.
    pub fn take(&mut self, cell: Cell) {
        self.change(cell, None);
    }

    /// Whether this side has an immediate win anywhere, whoever is to move.
    pub const fn has_win(&self, side: Side) -> bool {
        self.wins[side.index()].total > 0
    }

    /// Whether this side could make a double threat anywhere.
    pub const fn has_double(&self, side: Side) -> bool {
        self.doubles[side.index()].total > 0
    }

    /// The special priority of an empty cell for this side to move.
    pub fn special(&self, cell: Cell, side: Side) -> Option<Special> {
        let cell = self.index(cell);
        let has = |blanks: &[Blanks; 2], side: Side| blanks[side.index()].of_cell[cell] > 0;
        if has(&self.wins, side) {
            Some(Special::Win)
        } else if has(&self.wins, side.other()) {
            Some(Special::Block)
        } else {
            has(&self.doubles, side).then_some(Special::DoubleThreat)
        }
    }

    /// The cumulative sum of an empty cell for this side to move, in hundredths, 1 to 18,081.
    pub fn sum(&self, cell: Cell, side: Side) -> i32 {
        self.sums[side.index()][self.index(cell)]
    }

    /// The priority of a cell for this side to move, in hundredths; 0 where a piece lies.
    ///
    /// Forbidden cells are not known here: their priority is 0 too, by the word of the board.
    pub fn priority(&self, cell: Cell, side: Side) -> i32 {
        if self.pieces[self.index(cell)].is_some() {
            return 0;
        }
        self.special(cell, side).map_or_else(|| self.sum(cell, side), Special::priority)
    }

    /// Sorts moves of this side: highest priority first, of equals row by row from the top.
    pub fn sort(&self, moves: &mut [Cell], side: Side) {
        moves.sort_by_key(|cell| (-self.priority(*cell, side), cell.y, cell.x));
    }

    /// Appends the `most` moves of highest priority for the side to move on this board, which is
    /// the one followed so far; in the order of [`Self::sort`].
    pub fn best(&self, board: &Board, most: usize, out: &mut Vec<Cell>) {
        let side = board.side();
        let start = out.len();
        let mut least = 0;
        let has_special = self.wins.iter().chain(&self.doubles).any(|blanks| blanks.total > 0);
        for (index, (piece, sum)) in self.pieces.iter().zip(&self.sums[side.index()]).enumerate() {
            if piece.is_some() || *sum <= least && !has_special {
                continue;
            }
            let cell = self.cell(index);
            let priority = self.priority(cell, side);
            if priority <= least || !board.is_legal(cell) {
                continue;
            }
            let place = out[start..].partition_point(|c| self.priority(*c, side) >= priority);
            out.insert(start + place, cell);
            out.truncate(start + most);
            if out.len() == start + most {
                least = out.last().map_or(0, |c| self.priority(*c, side));
            }
        }
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.y) * self.width + usize::from(cell.x)
    }

    fn cell(&self, index: usize) -> Cell {
        Cell { x: (index % self.width) as u8, y: (index / self.width) as u8 }
    }

    fn change(&mut self, cell: Cell, piece: Option<Side>) {
        let cell = self.index(cell);
        debug_assert!(self.pieces[cell].is_some() != piece.is_some(), "an empty cell is filled");
        self.read_all(cell, -1);
        let Some(side) = piece.or(self.pieces[cell]) else { return };
        for touch in self.layout.touches(cell) {
            let count = &mut self.counts[usize::from(touch.slice)];
            let number = match touch.part {
                Part::Counted => &mut count.pieces[side.index()],
                Part::Beyond => &mut count.beyond[side.index()],
                Part::End => &mut count.ends,
            };
            *number = if piece.is_some() { *number + 1 } else { *number - 1 };
        }
        self.pieces[cell] = piece;
        self.read_all(cell, 1);
    }

    /// Adds what the slices around a cell say, or takes it away (`sign` −1).
    fn read_all(&mut self, cell: usize, sign: i32) {
        for at in 0..self.layout.touches(cell).len() {
            let touch = self.layout.touches(cell)[at];
            if touch.part == Part::Beyond && self.exact == [false; 2] {
                continue;
            }
            for side in Side::BOTH {
                match self.reading(touch.slice, side) {
                    Reading::Nothing => {}
                    Reading::Grows(pieces) => self.add(touch.slice, side, sign * pieces * pieces),
                    Reading::Wins => {
                        let blank = self.blank(touch.slice);
                        self.wins[side.index()].add(blank, sign);
                    }
                    Reading::Doubles => {
                        let blank = self.blank(touch.slice);
                        self.doubles[side.index()].add(blank, sign);
                    }
                }
            }
        }
    }

    #[inline]
    fn reading(&self, slice: u16, side: Side) -> Reading {
        let count = self.counts[usize::from(slice)];
        let is_dead = count.pieces[side.other().index()] > 0
            || count.ends > 0
            || self.exact[side.index()] && count.beyond[side.index()] > 0;
        match (count.pieces[side.index()], self.layout.is_longer(slice)) {
            _ if is_dead => Reading::Nothing,
            (pieces @ 1..=3, false) => Reading::Grows(i32::from(pieces)),
            (4, false) => Reading::Wins,
            (3, true) => Reading::Doubles,
            _ => Reading::Nothing,
        }
    }

    /// Adds `points` to the cells of a slice of this side's, with the bonus in its own eyes.
    fn add(&mut self, slice: u16, side: Side, points: i32) {
        let bonus = BONUS * points.signum();
        for &cell in self.layout.counted(slice) {
            self.sums[side.index()][usize::from(cell)] += POINT * points + bonus;
            self.sums[side.other().index()][usize::from(cell)] += POINT * points;
        }
    }

    /// The first blank among the counted cells of a slice, which has one.
    fn blank(&self, slice: u16) -> usize {
        let mut cells = self.layout.counted(slice).iter().map(|cell| usize::from(*cell));
        cells.find(|cell| self.pieces[*cell].is_none()).unwrap_or_default()
    }
}

impl Blanks {
    fn add(&mut self, cell: usize, sign: i32) {
        self.of_cell[cell] = self.of_cell[cell].wrapping_add_signed(sign as i8);
        self.total = self.total.wrapping_add_signed(sign);
    }
}

/// The weight of the centre, 1 to 21 hundredths: 1 more for each step from an edge.
fn centre(x: usize, y: usize, board: &Board) -> i32 {
    let (width, height) = board.size();
    let steps = x.min(width - 1 - x) + y.min(height - 1 - y);
    1 + i32::from(steps as u16)
}

/// How many cells [`write_best`] tells.
const TOLD: usize = 5;

/// Writes, for `eval`, how many slices the board has and which cells have the highest priority.
///
/// ` slices <n> best` and, for each of five cells, its name, its sum in points with two decimals,
/// and the word of its special priority, if it has one: that stands above the sums.
pub(super) fn write_best(board: &Board, out: &mut String) {
    let priorities = Priorities::new(board);
    let mut cells = Vec::new();
    priorities.best(board, TOLD, &mut cells);
    let _ = write!(out, " slices {} best", priorities.slices());
    for cell in cells {
        out.push(' ');
        board.write_move(cell, out);
        let _ = write!(out, " {}", in_points(priorities.sum(cell, board.side())));
        if let Some(special) = priorities.special(cell, board.side()) {
            let _ = write!(out, " {}", special.word());
        }
    }
}

/// Hundredths as points with two decimals.
pub(super) fn in_points(hundredths: i32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
