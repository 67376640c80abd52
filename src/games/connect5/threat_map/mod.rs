//! The board of the threat search: it knows what a stone would make on every empty cell.
//!
//! [`Grid`] is made from a [`Board`] and then kept up from stone to stone. For both sides at once
//! it holds, for every empty cell, the four [`Shape`]s that a stone would make there and the
//! [`Threat`] that they are together, how many cells of each threat there are, the sets of cells
//! that make fours and threes, and the sum of what all cells are worth. All of these are asked in
//! O(1); [`Grid::play`] and [`Grid::undo`] cost some tenths of a microsecond.
//!
//! # How a search uses it
//! The grid never plays the winning stone: a side with a cell of [`Threat::Five`] has won. In
//! this order, for the side to act:
//!
//! 1. `grid.count(own, Five) > 0`: it wins with its next stone.
//! 2. `grid.count(other, Five) > 0`: it must block; with two such cells it has lost. The cells are
//!    those of `grid.fours(other)` whose threat is `Five`.
//! 3. `grid.count(own, TwoFours) > 0`: it wins with its third ply.
//! 4. `grid.count(other, TwoFours) > 0`: only cells of `grid.fours(own)` and of
//!    `grid.fours(other)` can save it: a straight four is met on one of the cells of its fours.
//! 5. Else any cell; the continuous fours are those of `grid.fours(own)`, the threes those of
//!    `grid.threes(own)`, each with its [`Grid::threat`], and [`Grid::shapes`] to see the lines.
//!
//! In renju the sets hold First's forbidden cells too, since Second may use them: what First may
//! not play is [`Grid::is_foul`]. `Foul` cells are so for sure, `Doubtful` ones (two open threes)
//! need that look at the true rule; no other cell can be forbidden. `TwoFours` and `Five` are
//! never forbidden cells.
//!
//! ```
//! use parlour::base::Side;
//! use parlour::game::Notation;
//! use parlour::games::connect5::Board;
//! use parlour::games::connect5::threat_map::{Grid, Site, Threat};
//!
//! let board = Board::default().read_position(
//!     "15/15/15/15/15/15/15/6xxx6/15/15/15/7o7/7o7/7o7/15 x").expect("a position");
//! let mut grid = Grid::new(&board);
//! assert_eq!(grid.count(Side::First, Threat::TwoFours), 2);
//! let four = grid.fours(Side::First).iter().find(|s| grid.threat(*s, Side::First) == Threat::TwoFours);
//! grid.play(four.expect("a straight four"));
//! assert_eq!(grid.count(Side::First, Threat::Five), 2);
//! grid.undo();
//! assert_eq!(grid.count(Side::First, Threat::Five), 0);
//! ```

mod candidate_cells;
mod cell_threats;
mod padded_cell;
pub mod pattern_network;
mod rule_tables;
mod shapes;
pub mod values;

pub use cell_threats::Threat;
pub use padded_cell::{Site, Sites};
pub use shapes::Shape;

use super::line_bits::Lines;
use super::rules::stone_key;
use super::{Board, Cell, Rule, line_bits, renju};
use crate::base::Side;
use crate::game::Position;
use cell_threats::Word;
use padded_cell::SITES;
use rule_tables::Tables;

/// The most empty cells whose lines a stone can change: five on either side of it, on four lines.
const MOST_CHANGED: usize = 40;

/// What is known of an empty cell, by [`Side::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Spot {
    /// Four shapes of four bits each, the lines – | / \ from the lowest.
    codes: [u16; 2],
    words: [Word; 2],
}

/// What a stone changed, to be put back.
#[derive(Clone, Debug)]
struct Frame {
    site: Site,
    changed: usize,
    before: [(Site, Spot); MOST_CHANGED],
    sums: Sums,
}

/// What is counted over all empty cells, by [`Side::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    counts: [[u16; 16]; 2],
    worths: [i32; 2],
}

/// A board that knows the threats of both sides, and can be taken back.
#[derive(Clone, Debug)]
pub struct Grid {
    lines: Lines,
    spots: Box<[Spot; SITES]>,
    sums: Sums,
    fours: [Sites; 2],
    threes: [Sites; 2],
    /// Taken from the front; those behind `plies` are kept for reuse.
    frames: Vec<Frame>,
    plies: usize,
    tables: &'static Tables,
    key: u64,
    empties: u32,
    size: (u8, u8),
    rule: Rule,
    side: Side,
}

impl Grid {
    /// The grid of a position whose game is not over; nothing can be taken back yet.
    pub fn new(board: &Board) -> Self {
        let (width, height) = board.size();
        let mut grid = Self {
            lines: board.lines.clone(),
            spots: Box::new([Spot::default(); SITES]),
            sums: Sums::default(),
            fours: [Sites::NONE; 2],
            threes: [Sites::NONE; 2],
            frames: Vec::new(),
            plies: 0,
            tables: rule_tables::of(board.rule()),
            key: board.key(),
            empties: 0,
            size: (width as u8, height as u8),
            rule: board.rule(),
            side: board.side(),
        };
        for cell in board.empties() {
            let site = Site::of(cell);
            grid.empties += 1;
            grid.spots[site.number()] = grid.seen(cell);
            grid.count_in(site);
        }
        grid
    }

    /// The side to act.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The rule played.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Width and height in cells.
    pub const fn size(&self) -> (u8, u8) {
        self.size
    }

    /// The key of the position, equal to [`Board`]'s.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key of the position after a stone of the side to act on this cell.
    #[inline]
    pub const fn key_after(&self, site: Site) -> u64 {
        self.key ^ stone_key(site.cell(), self.side) ^ super::rules::SECOND_ACTS
    }

    /// Empty cells left.
    #[inline]
    pub const fn empties(&self) -> u32 {
        self.empties
    }

    /// Stones played since the grid was made and not taken back.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    /// Whether the cell is on the board and without a stone.
    #[inline]
    pub fn is_empty(&self, site: Site) -> bool {
        let at = site.number() as u32;
        let row = (at >> 5).wrapping_sub(5);
        row < u32::from(self.size.1)
            && line_bits::empties(self.lines.row(row as usize)) >> (2 * (at & 31)) & 1 != 0
    }

    /// How many empty cells are this threat for a side.
    #[inline]
    pub const fn count(&self, side: Side, threat: Threat) -> u32 {
        self.sums.counts[side.index()][threat as usize] as u32
    }

    /// What a stone of a side would be on this cell; nothing if it is not empty.
    #[inline]
    pub const fn threat(&self, site: Site, side: Side) -> Threat {
        self.spots[site.number()].words[side.index()].threat()
    }

    /// What a stone of a side would make on this cell's lines – | / \.
    #[inline]
    pub fn shapes(&self, site: Site, side: Side) -> [Shape; 4] {
        let code = self.spots[site.number()].codes[side.index()];
        [0, 4, 8, 12].map(|shift| Shape::of(code >> shift & 15))
    }

    /// Where the worth of this empty cell to a side stands in the table, by [`values::place`].
    #[inline]
    pub fn place(&self, site: Site, side: Side) -> usize {
        let mut numbers = self.shapes(site, side).map(|shape| shape as u16);
        numbers.sort_unstable();
        values::place(numbers)
    }

    /// How good a stone of a side is there at a glance, for the order of moves: 0 to 1,023.
    #[inline]
    pub const fn merit(&self, site: Site, side: Side) -> i32 {
        self.spots[site.number()].words[side.index()].merit()
    }

    /// The cells where a stone of a side makes a four or five on some line, be it a foul.
    #[inline]
    pub const fn fours(&self, side: Side) -> &Sites {
        &self.fours[side.index()]
    }

    /// The cells where a stone of a side makes an open three on some line, be it a foul.
    #[inline]
    pub const fn threes(&self, side: Side) -> &Sites {
        &self.threes[side.index()]
    }

    /// A cell where a side makes five, if there is one.
    #[inline]
    pub fn five(&self, side: Side) -> Option<Site> {
        if self.count(side, Threat::Five) == 0 {
            return None;
        }
        self.fours(side).iter().find(|site| self.threat(*site, side) == Threat::Five)
    }

    /// What all empty cells are worth to a side, by `values.txt`.
    #[inline]
    pub const fn worth(&self, side: Side) -> i32 {
        self.sums.worths[side.index()]
    }

    /// What the numbers of threats are worth together to the side to act, by `values.txt`.
    #[inline]
    pub fn balance(&self) -> i32 {
        self.tables.heads[self.side.index()].worth(self.chosen())
    }

    /// The rows that the position chooses in the network of [`head`].
    #[inline]
    pub fn chosen(&self) -> [usize; pattern_network::CHOSEN] {
        let [own, other] = [self.side, self.side.other()].map(Side::index);
        let cells = u32::from(self.size.0) * u32::from(self.size.1);
        let counts = &self.sums.counts;
        pattern_network::chosen([&counts[own], &counts[other]], cells - self.empties)
    }

    /// Whether the side to act may not put a stone on this empty cell.
    #[inline]
    pub fn is_foul(&self, site: Site) -> bool {
        if self.side == Side::Second || self.rule != Rule::Renju {
            return false;
        }
        match self.threat(site, Side::First) {
            Threat::Foul => true,
            Threat::Doubtful => renju::foul(&self.lines, site.cell()).is_some(),
            _ => false,
        }
    }

    /// Puts a stone of the side to act on an empty cell that does not win; passes the turn.
    #[inline]
    pub fn play(&mut self, site: Site) {
        debug_assert!(self.is_empty(site) && !self.is_foul(site), "the caller plays legal moves");
        if self.plies == self.frames.len() {
            self.frames.push(Frame {
                site,
                changed: 0,
                before: [(Site::NONE, Spot::default()); MOST_CHANGED],
                sums: self.sums,
            });
        }
        self.key = self.key_after(site);
        self.empties -= 1;
        let cell = site.cell();
        self.lines.toggle(cell, self.side);
        self.frames[self.plies].sums = self.sums;
        self.count_out(site);
        if shapes::is_wide(self.rule) {
            self.spread::<5>(site, cell);
        } else {
            self.spread::<4>(site, cell);
        }
        self.plies += 1;
        self.side = self.side.other();
    }

    /// Takes the last stone back.
    #[inline]
    pub fn undo(&mut self) {
        debug_assert!(self.plies > 0, "there is a stone to take back");
        self.plies -= 1;
        self.side = self.side.other();
        let frame = &self.frames[self.plies];
        let site = frame.site;
        for (site, before) in &frame.before[..frame.changed.min(MOST_CHANGED)] {
            let spot = &mut self.spots[site.number()];
            mark(&mut self.fours, &mut self.threes, *site, spot.words, before.words);
            *spot = *before;
        }
        self.sums = frame.sums;
        let words = self.spots[site.number()].words;
        mark(&mut self.fours, &mut self.threes, site, [Word::default(); 2], words);
        self.lines.toggle(site.cell(), self.side);
        self.empties += 1;
        self.key ^= stone_key(site.cell(), self.side) ^ super::rules::SECOND_ACTS;
    }

    /// Passes the turn; called again, it takes that back.
    #[inline]
    pub const fn pass(&mut self) {
        self.side = self.side.other();
        self.key ^= super::rules::SECOND_ACTS;
    }

    /// Looks anew at the empty cells within `REACH` on the lines of a cell that has changed.
    #[inline]
    fn spread<const REACH: u32>(&mut self, site: Site, cell: Cell) {
        let frame = &mut self.frames[self.plies];
        frame.site = site;
        let mut changed = 0;
        for (line, place) in line_bits::spots(cell).into_iter().enumerate() {
            let word = self.lines.word(place);
            let low = place.shift - 2 * REACH;
            let window = (1_u64 << (4 * REACH + 2)) - 1;
            let mut empties = (line_bits::empties(word) >> low) & window;
            while empties != 0 {
                let bit = empties.trailing_zeros();
                empties &= empties - 1;
                let near = site.along(line, bit.cast_signed() as i16 / 2 - REACH as i16);
                let pair = self.tables.shapes[around::<REACH>(word, low + bit)];
                let spot = &mut self.spots[near.number()];
                let Some(new) = spot.with(line, pair, self.tables) else { continue };
                frame.before[changed] = (near, *spot);
                changed += 1;
                self.sums.change(spot.words, new.words);
                mark(&mut self.fours, &mut self.threes, near, spot.words, new.words);
                *spot = new;
            }
        }
        frame.changed = changed;
    }

    /// What is to be known of an empty cell, from its lines alone.
    fn seen(&self, cell: Cell) -> Spot {
        let mut spot = Spot::default();
        for (line, place) in line_bits::spots(cell).into_iter().enumerate() {
            let word = self.lines.word(place);
            let around = if shapes::is_wide(self.rule) {
                around::<5>(word, place.shift)
            } else {
                around::<4>(word, place.shift)
            };
            spot = spot.with(line, self.tables.shapes[around], self.tables).unwrap_or(spot);
        }
        spot.words = [0, 1].map(|i| self.tables.words[i][usize::from(spot.codes[i])]);
        spot
    }

    fn count_in(&mut self, site: Site) {
        let words = self.spots[site.number()].words;
        for (i, word) in words.into_iter().enumerate() {
            self.sums.counts[i][word.number()] += 1;
            self.sums.worths[i] += word.worth();
        }
        mark(&mut self.fours, &mut self.threes, site, [Word::default(); 2], words);
    }

    fn count_out(&mut self, site: Site) {
        let words = self.spots[site.number()].words;
        for (i, word) in words.into_iter().enumerate() {
            self.sums.counts[i][word.number()] -= 1;
            self.sums.worths[i] -= word.worth();
        }
        mark(&mut self.fours, &mut self.threes, site, words, [Word::default(); 2]);
    }
}

impl Spot {
    /// The spot with new shapes of both sides on one line; `None` if they are the old ones.
    #[inline(always)]
    fn with(self, line: usize, pair: u8, tables: &Tables) -> Option<Self> {
        let shift = 4 * (line & 3);
        let change = |code: u16, shape: u8| (code & !(15 << shift)) | u16::from(shape) << shift;
        let codes = [change(self.codes[0], pair & 15), change(self.codes[1], pair >> 4)];
        if codes == self.codes {
            return None;
        }
        Some(Self { codes, words: [0, 1].map(|i| tables.words[i][usize::from(codes[i])]) })
    }
}

impl Sums {
    /// A cell was this for the two sides and is that now.
    #[inline(always)]
    fn change(&mut self, old: [Word; 2], new: [Word; 2]) {
        for i in 0..2 {
            self.worths[i] += new[i].worth() - old[i].worth();
            if new[i].number() != old[i].number() {
                self.counts[i][old[i].number()] -= 1;
                self.counts[i][new[i].number()] += 1;
            }
        }
    }
}

/// Takes a cell over into the sets where it is in them now and was not, or the other way round.
#[inline(always)]
fn mark(
    fours: &mut [Sites; 2],
    threes: &mut [Sites; 2],
    site: Site,
    old: [Word; 2],
    new: [Word; 2],
) {
    for i in 0..2 {
        if old[i].has_four() != new[i].has_four() {
            fours[i].toggle(site);
        }
        if old[i].has_three() != new[i].has_three() {
            threes[i].toggle(site);
        }
    }
}

/// The cells on either side of the one at `shift`, the lowest first, without itself.
#[inline(always)]
const fn around<const REACH: u32>(word: u64, shift: u32) -> usize {
    let half = 2 * REACH;
    let part = (1 << half) - 1;
    let low = word >> (shift - half) & part;
    let high = word >> (shift + 2) & part;
    (low | high << half) as usize & (shapes::LINES - 1)
}
