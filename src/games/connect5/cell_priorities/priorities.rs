//! The sums and the special priorities of every cell, updated with each piece.

use super::slices_by_cell::{PartOfSlice, SlicesOfBoard};
use crate::base::Side;
use crate::games::connect5::{Cell, LineBoard};

/// A priority that is higher than all sums, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpecialPriority {
    /// Fills a cell with which the opponent would make a double threat.
    BlockDoubleThreat,
    /// Makes a double threat: four pieces in a slice of six whose two ends are blank.
    ///
    /// Where n pieces in line win, it is n − 1 pieces in a slice of n + 1.
    DoubleThreat,
    /// Fills the one blank left in a slice of the opponent's.
    Block,
    /// Fills the one blank left in an own slice.
    Win,
}

impl SpecialPriority {
    /// The special priority, in hundredths.
    ///
    /// It is far above the greatest sum: 18,081, and 115,285 where eight in line win.
    pub const fn priority(self) -> i32 {
        match self {
            Self::BlockDoubleThreat => 900_000,
            Self::DoubleThreat => 1_000_000,
            Self::Block => 2_000_000,
            Self::Win => 3_000_000,
        }
    }

    /// The words of the notes for it.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Win => "an immediate win",
            Self::Block => "a forced block",
            Self::DoubleThreat => "a double threat in a single row",
            Self::BlockDoubleThreat => "a double threat of the opponent's in a single row",
        }
    }

    /// One word for it: `win`, `block`, `double-threat` or `block-double-threat`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::BlockDoubleThreat => "block-double-threat",
            Self::DoubleThreat => "double-threat",
            Self::Block => "block",
            Self::Win => "win",
        }
    }
}

/// One point in hundredths; a slice counts the square of its pieces, in points.
const POINT: i32 = 100;
/// The tiny bonus of the mover's own slices, in hundredths; set so that all slices through a cell, 20
/// of five, and the greatest weight of the centre, 0.21, are less than one point.
const BONUS: i32 = 3;
/// The tiny bonus of the mover's own slices, in hundredths, where lines of more than six win, which
/// are up to 32 through a cell.
const BONUS_OF_LONG_SLICES: i32 = 2;

/// The pieces of one slice, by [`Side::index`].
#[derive(Clone, Copy, Debug, Default)]
struct SlicePieces {
    /// Pieces in the slice, 0 to its length.
    pieces: [u8; 2],
    /// Pieces just beyond either end, 0 to 2.
    beyond: [u8; 2],
    /// Filled ends, 0 to 2, of a slice one longer than those that win.
    ends: u8,
}

/// The state of a slice for the side whose pieces it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SliceState {
    /// This many pieces, at least one, grow towards a win.
    Grows(i32),
    /// One blank is left.
    Wins,
    /// One blank is left in the middle, and both ends are blank.
    Doubles,
}

/// How many slices have their last blank on each cell.
#[derive(Clone, Debug)]
struct LastBlankCounts {
    /// By cell, row by row from the top: slices whose last blank it is.
    of_cell: Vec<u8>,
    /// The sum over all cells.
    total: u32,
}

/// The priorities of every cell for either side to move.
///
/// Cells given to its methods must be on the board.
#[derive(Clone, Debug)]
pub struct Priorities {
    layout: SlicesOfBoard,
    /// Columns of the board.
    width: usize,
    exact: [bool; 2],
    /// The bonus of an own slice, which a sum gets besides its points, in hundredths.
    bonus: i32,
    /// Whether cells of the opponent's double threats have a special priority.
    blocks_doubles: bool,
    pieces: Vec<Option<Side>>,
    counts: Vec<SlicePieces>,
    /// Sums in hundredths, with the weight of the centre, by the side to move.
    sums: [Vec<i32>; 2],
    wins: [LastBlankCounts; 2],
    doubles: [LastBlankCounts; 2],
}

impl Priorities {
    /// The priorities of a board.
    pub fn new(board: &impl LineBoard) -> Self {
        let (width, height) = board.size();
        let layout = SlicesOfBoard::new(board);
        let blanks = || LastBlankCounts { of_cell: vec![0; width * height], total: 0 };
        let weights: Vec<i32> =
            (0..width * height).map(|cell| centre(cell % width, cell / width, board)).collect();
        let mut priorities = Self {
            width,
            exact: Side::BOTH.map(|side| board.is_exact(side)),
            bonus: if board.win_length() > 6 { BONUS_OF_LONG_SLICES } else { BONUS },
            blocks_doubles: false,
            pieces: vec![None; width * height],
            counts: vec![SlicePieces::default(); layout.len()],
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

    /// These priorities with blocks of the opponent's double threats switched on or off.
    ///
    /// If they are on, the cells of these threats have a special priority.
    #[must_use]
    pub const fn with_blocked_doubles(mut self, blocks_doubles: bool) -> Self {
        self.blocks_doubles = blocks_doubles;
        self
    }

    /// How many slices of the win length the board has.
    pub const fn slice_count(&self) -> usize {
        self.layout.winning_slice_count()
    }

    /// Puts a piece on a cell of the board, which is empty.
    pub fn put(&mut self, cell: Cell, side: Side) {
        self.change(cell, Some(side));
    }

    /// Removes the piece from a cell of the board.
    pub fn take(&mut self, cell: Cell) {
        self.change(cell, None);
    }

    /// Whether this side has an immediate win anywhere, whichever side is to move.
    pub const fn has_win(&self, side: Side) -> bool {
        self.wins[side.index()].total > 0
    }

    /// Whether this side could make a double threat anywhere.
    pub const fn has_double(&self, side: Side) -> bool {
        self.doubles[side.index()].total > 0
    }

    /// The special priority of an empty cell for this side to move.
    pub fn special(&self, cell: Cell, side: Side) -> Option<SpecialPriority> {
        let cell = self.index(cell);
        let has =
            |blanks: &[LastBlankCounts; 2], side: Side| blanks[side.index()].of_cell[cell] > 0;
        if has(&self.wins, side) {
            Some(SpecialPriority::Win)
        } else if has(&self.wins, side.other()) {
            Some(SpecialPriority::Block)
        } else if has(&self.doubles, side) {
            Some(SpecialPriority::DoubleThreat)
        } else {
            let blocks = self.blocks_doubles && has(&self.doubles, side.other());
            blocks.then_some(SpecialPriority::BlockDoubleThreat)
        }
    }

    /// The special priority of an empty cell that decides at once what this side plays.
    pub fn decisive(&self, cell: Cell, side: Side) -> Option<SpecialPriority> {
        self.special(cell, side).filter(|special| *special >= SpecialPriority::DoubleThreat)
    }

    /// The cumulative sum of an empty cell for this side to move, in hundredths, 1 to 18,081.
    ///
    /// Up to 115,285 where eight in line win.
    pub fn sum(&self, cell: Cell, side: Side) -> i32 {
        self.sums[side.index()][self.index(cell)]
    }

    /// The points of an empty cell from the slices of this owner, the greatest first.
    ///
    /// A slice that grows counts the square of the number of its pieces.
    pub fn slice_points(&self, cell: Cell, owner: Side) -> Vec<i32> {
        let touches = self.layout.affected_slices(self.index(cell)).iter();
        let counted = touches.filter(|touch| touch.part == PartOfSlice::Counted);
        let mut points: Vec<i32> = counted
            .filter_map(|touch| match self.state_of(touch.slice) {
                Some((side, SliceState::Grows(pieces))) if side == owner => Some(pieces * pieces),
                _ => None,
            })
            .collect();
        points.sort_unstable_by_key(|points| -points);
        points
    }

    /// The priority of a cell for this side to move, in hundredths; 0 where there is a piece.
    ///
    /// Forbidden cells are not recognised here; [`Self::best`] leaves them out by the rules of the
    /// board.
    pub fn priority(&self, cell: Cell, side: Side) -> i32 {
        if self.pieces[self.index(cell)].is_some() {
            return 0;
        }
        self.special(cell, side).map_or_else(|| self.sum(cell, side), SpecialPriority::priority)
    }

    /// Sorts moves of this side: highest priority first, of equals row by row from the top.
    pub fn sort(&self, moves: &mut [Cell], side: Side) {
        moves.sort_by_key(|cell| (-self.priority(*cell, side), cell.y, cell.x));
    }

    /// Appends the `most` moves of highest priority for the side to move.
    ///
    /// They come in the order of [`Self::sort`]; `board` must be the position of these priorities.
    pub fn best(&self, board: &impl LineBoard, most: usize, out: &mut Vec<Cell>) {
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
        debug_assert!(
            self.pieces[cell].is_some() != piece.is_some(),
            "a piece is put on an empty cell or removed"
        );
        self.read_all(cell, -1);
        let Some(side) = piece.or(self.pieces[cell]) else { return };
        for touch in self.layout.affected_slices(cell) {
            let count = &mut self.counts[usize::from(touch.slice)];
            let number = match touch.part {
                PartOfSlice::Counted => &mut count.pieces[side.index()],
                PartOfSlice::Beyond => &mut count.beyond[side.index()],
                PartOfSlice::End => &mut count.ends,
            };
            *number = if piece.is_some() { *number + 1 } else { *number - 1 };
        }
        self.pieces[cell] = piece;
        self.read_all(cell, 1);
    }

    /// Adds what the slices of a cell contribute, or subtracts it (`sign` −1).
    fn read_all(&mut self, cell: usize, sign: i32) {
        for at in 0..self.layout.affected_slices(cell).len() {
            let slice = self.layout.affected_slices(cell)[at].slice;
            let Some((side, state)) = self.state_of(slice) else { continue };
            match state {
                SliceState::Grows(pieces) => self.add(slice, side, sign * pieces * pieces),
                SliceState::Wins => self.wins[side.index()].add(self.blank(slice), sign),
                SliceState::Doubles => self.doubles[side.index()].add(self.blank(slice), sign),
            }
        }
    }

    /// The state of a slice, and of which side; `None` if it has no pieces or is not interesting.
    #[inline]
    fn state_of(&self, slice: u16) -> Option<(Side, SliceState)> {
        let count = self.counts[usize::from(slice)];
        let (side, pieces) = match count.pieces {
            [0, 0] => return None,
            [pieces, 0] => (Side::First, pieces),
            [0, pieces] => (Side::Second, pieces),
            _ => return None,
        };
        let too_long = self.exact[side.index()] && count.beyond[side.index()] > 0;
        let missing = self.layout.win_length() - usize::from(pieces);
        let state = match (missing, self.layout.is_longer(slice)) {
            _ if too_long => return None,
            (2.., false) => SliceState::Grows(i32::from(pieces)),
            (1, false) => SliceState::Wins,
            (2, true) if count.ends == 0 => SliceState::Doubles,
            _ => return None,
        };
        Some((side, state))
    }

    /// Adds `points` to the cells of a slice of this side, with the bonus for this side's own sums.
    fn add(&mut self, slice: u16, side: Side, points: i32) {
        let bonus = self.bonus * points.signum();
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

impl LastBlankCounts {
    fn add(&mut self, cell: usize, sign: i32) {
        self.of_cell[cell] = self.of_cell[cell].wrapping_add_signed(sign as i8);
        self.total = self.total.wrapping_add_signed(sign);
    }
}

/// The weight of the centre, 1 to 21 hundredths: 1 more for each step from an edge.
fn centre(x: usize, y: usize, board: &impl LineBoard) -> i32 {
    let (width, height) = board.size();
    let steps = x.min(width - 1 - x) + y.min(height - 1 - y);
    1 + i32::from(steps as u16)
}

#[cfg(test)]
mod tests {
    use super::{Priorities, SpecialPriority};
    use crate::base::Side;
    use crate::game::{Notation, Position};
    use crate::games::connect5::{Board, Cell, Rule};

    struct Judged {
        board: Board,
        priorities: Priorities,
    }

    fn judge(rule: Rule, fen: &str) -> Judged {
        let board = Board::with(5, 5, rule).unwrap().read_position(fen).unwrap();
        Judged { priorities: Priorities::new(&board), board }
    }

    /// A board of one row with letters in it, and four empty ones below; x is to move.
    fn row(rule: Rule, cells: &str) -> Judged {
        judge(rule, &format!("{cells}/9/9/9/9 x"))
    }

    impl Judged {
        fn at(&self, x: u8, y: u8) -> (i32, Option<SpecialPriority>) {
            let (cell, side) = (Cell { x, y }, self.board.side());
            (self.priorities.sum(cell, side), self.priorities.special(cell, side))
        }

        fn special(&self, x: u8) -> Option<SpecialPriority> {
            self.at(x, 0).1
        }

        fn best(&self) -> Vec<String> {
            let mut cells = Vec::new();
            self.priorities.best(&self.board, 500, &mut cells);
            let name = |cell| {
                let mut name = String::new();
                self.board.write_move(cell, &mut name);
                name
            };
            cells.into_iter().map(name).collect()
        }
    }

    #[test]
    fn impossible_positions_have_no_priority() {
        let judged = judge(Rule::Freestyle, "5/1xo2/5/5/5 x");
        for (x, side) in [(1, Side::First), (2, Side::Second)] {
            assert_eq!(judged.priorities.priority(Cell { x, y: 1 }, side), 0);
        }
        assert_eq!(judged.best().len(), 23);
        let fen = "9/9/9/9/2xx5/4x4/4x4/9/9";
        let forbidden = |rule, side| {
            let judged = judge(rule, &format!("{fen} {side}"));
            !judged.best().contains(&"e5".to_owned())
        };
        assert!(forbidden(Rule::Renju, 'x'), "a double-three");
        assert!(!forbidden(Rule::Renju, 'o'));
        assert!(!forbidden(Rule::Standard, 'x'));
    }

    #[test]
    fn empty_boards_tend_to_the_centre() {
        let judged = judge(Rule::Freestyle, "7/7/7/7/7/7/7 x");
        assert_eq!((judged.at(0, 0).0, judged.at(1, 0).0, judged.at(3, 3).0), (1, 2, 7));
        assert_eq!(judged.best()[..5], ["d4", "d5", "c4", "e4", "d3"]);
    }

    #[test]
    fn sums_are_squares_of_the_pieces_in_interesting_slices() {
        // Through the sixth cell run the slices 2–6 with two pieces, 3–7 with one, and others.
        let own = row(Rule::Freestyle, "1xx6");
        assert_eq!(own.at(4, 0).0, 400 + 400 + 100 + 3 * 3 + 5);
        let others = row(Rule::Freestyle, "1oo6");
        assert_eq!(others.at(4, 0).0, 400 + 400 + 100 + 5, "no bonus");
        let mixed = row(Rule::Freestyle, "1xo6");
        assert_eq!(mixed.at(4, 0).0, 100 + 5, "only o without x is of interest");
        let closed = judge(Rule::Freestyle, "ox3o/6/6/6/6 x");
        assert_eq!(closed.at(2, 0).0, 3, "neither side can win here");
    }

    #[test]
    fn special_priorities_stand_in_their_order_above_all_sums() {
        // A win in the first row, a block in the third, a double threat in the fifth.
        let judged = judge(Rule::Freestyle, "xxxx5/9/oooo5/9/2xxx4/9/9/9/9 x");
        assert_eq!(judged.best()[..4], ["e9", "e7", "b5", "f5"]);
        let specials = [(4, 0), (4, 2), (1, 4), (5, 4)].map(|(x, y)| judged.at(x, y).1);
        let double = Some(SpecialPriority::DoubleThreat);
        assert_eq!(
            specials,
            [Some(SpecialPriority::Win), Some(SpecialPriority::Block), double, double]
        );
        assert!(SpecialPriority::DoubleThreat.priority() > 20 * 9 * 100 + 20 * 3 + 21);
    }

    #[test]
    fn special_priorities_do_not_add_up() {
        let once = judge(Rule::Freestyle, "xxxx1/5/5/5/5 x");
        let twice = judge(Rule::Freestyle, "xxxx1/4x/4x/4x/4x x");
        let corner = Cell { x: 4, y: 0 };
        let of = |judged: &Judged| judged.priorities.priority(corner, Side::First);
        assert_eq!(of(&once), of(&twice));
    }

    #[test]
    fn double_threats_need_blank_ends_and_three_of_the_mover_between() {
        let double = Some(SpecialPriority::DoubleThreat);
        assert_eq!(row(Rule::Freestyle, "1xxx5").special(4), double);
        assert_eq!(row(Rule::Freestyle, "1xx1x4").special(3), double, "at any positions");
        assert_eq!(row(Rule::Freestyle, "1x1xx4").special(2), double);
        assert_eq!(row(Rule::Freestyle, "xxx6").special(3), None, "no room at the edge");
        assert_eq!(row(Rule::Freestyle, "oxxx5").special(4), None, "one end is filled");
        assert_eq!(row(Rule::Freestyle, "1xxx1o3").special(4), None, "so is the other");
        assert_eq!(row(Rule::Freestyle, "1xxx5").special(5), None, "the blank on the end");
        assert_eq!(row(Rule::Freestyle, "1ooo5").special(4), None, "of the other side");
    }

    #[test]
    fn slices_of_overlines_are_not_interesting_where_only_five_win() {
        let overline = "xx1xxx3";
        assert_eq!(row(Rule::Freestyle, overline).special(2), Some(SpecialPriority::Win));
        assert_eq!(row(Rule::Standard, overline).special(2), None);
        assert_eq!(row(Rule::Renju, overline).special(2), None);
        let theirs = "oo1ooo3";
        assert_eq!(
            row(Rule::Renju, theirs).special(2),
            Some(SpecialPriority::Block),
            "o wins with six"
        );
        assert_eq!(row(Rule::Standard, theirs).special(2), None);
        let threat = "x1xxx4";
        assert_eq!(row(Rule::Freestyle, threat).special(5), Some(SpecialPriority::DoubleThreat));
        assert_eq!(row(Rule::Standard, threat).special(5), None, "one end would make six");
    }
}
