//! The board and the rules of Go-Moku and renju, with counts that are updated with each stone.

use std::fmt::Display;

use super::cell::Cell;
use super::line_bitboards::{EDGE, Lines, MAX_SIZE, MIN_SIZE_FOR_FIVE, USUAL_SIZE, WIN_LENGTH};
use super::line_board_trait::LineBoard;
use super::{line_bitboards, renju, stone_scores_by_line_neighbourhood};
use crate::base::bits::ones;
use crate::base::{Outcome, Side, SplitMix64};
use crate::game::{Deterministic, Position, PositionError, Turn};

/// Which lines win, and which cells are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Five or more in line win.
    Freestyle,
    /// Exactly five in line win; longer lines do not.
    Standard,
    /// First wins with exactly five and may not make a foul; Second wins with five or more.
    Renju,
}

/// A position of Go-Moku: about 1.1 KiB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The stones, as lines of every orientation.
    pub(in crate::games::connect5) lines: Lines,
    /// The Zobrist key of the variant, the stones and the side to act.
    key: u64,
    /// The score of all windows of five, First's less Second's, in hundredths.
    pub(in crate::games::connect5) window_score: i32,
    /// For each side, windows of five with four of its stones and an empty cell.
    fours: [i16; 2],
    /// Stones on the board, of both sides: 0 to 484.
    stones: u16,
    /// Columns, 5 to 22.
    width: u8,
    /// Rows, 5 to 22.
    height: u8,
    rule: Rule,
    side: Side,
    over: Option<Outcome>,
}

/// Added to the key when Second is to act.
pub(in crate::games::connect5) const SECOND_TO_ACT_KEY: u64 = 0x6A09_E667_F3BC_C908;

impl Default for Board {
    /// The empty board of 15 × 15 cells, freestyle.
    fn default() -> Self {
        Self::empty(USUAL_SIZE, USUAL_SIZE, Rule::Freestyle)
    }
}

impl Rule {
    /// All rules with their names in `newgame` and on drawings.
    pub const NAMES: [(&'static str, Self); 3] =
        [("freestyle", Self::Freestyle), ("standard", Self::Standard), ("renju", Self::Renju)];

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, rule)| rule)
    }

    /// The name of this rule.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// Whether this side's lines of six and more do not win.
    #[inline]
    pub const fn is_exact(self, side: Side) -> bool {
        match self {
            Self::Freestyle => false,
            Self::Standard => true,
            Self::Renju => matches!(side, Side::First),
        }
    }
}

impl Board {
    /// An empty board, First to act.
    ///
    /// # Errors
    /// If a side is not 5 to 22 cells long.
    pub fn with(width: usize, height: usize, rule: Rule) -> Result<Self, PositionError> {
        let sizes = MIN_SIZE_FOR_FIVE..=MAX_SIZE;
        if sizes.contains(&width) && sizes.contains(&height) {
            Ok(Self::empty(width as u8, height as u8, rule))
        } else {
            let sizes = format!("{MIN_SIZE_FOR_FIVE} to {MAX_SIZE}");
            let defect = format!("a board is {sizes} cells wide and high, not {width}×{height}");
            Err(PositionError::impossible(defect))
        }
    }

    /// An empty board of 5 to 22 cells each way.
    pub(in crate::games::connect5) fn empty(width: u8, height: u8, rule: Rule) -> Self {
        let variant = u64::from(width) << 16 | u64::from(height) << 8 | rule as u64;
        Self {
            lines: Lines::new(width, height),
            key: SplitMix64::new(!variant).next(),
            window_score: 0,
            fours: [0; 2],
            stones: 0,
            width,
            height,
            rule,
            side: Side::First,
            over: None,
        }
    }

    /// Width and height in cells.
    pub const fn size(&self) -> (usize, usize) {
        (self.width as usize, self.height as usize)
    }

    /// The rule played.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The owner of the stone in this column and row; `None` if empty or off the board.
    pub fn stone(&self, x: usize, y: usize) -> Option<Side> {
        if x >= self.size().0 || y >= self.size().1 {
            return None;
        }
        let bit = 1 << (2 * (x + usize::from(EDGE)));
        let row = self.lines.row(y);
        Side::BOTH.into_iter().find(|side| line_bitboards::stones(row, *side) & bit != 0)
    }

    /// The number of windows of five with four stones of a side and an empty cell.
    ///
    /// Where longer lines win too, the side has a winning cell exactly if this is not 0.
    #[inline]
    pub const fn fours(&self, side: Side) -> u32 {
        self.fours[side.index()].cast_unsigned() as u32
    }

    /// The empty cells, row by row from the top, each row from the left.
    pub fn empties(&self) -> impl Iterator<Item = Cell> {
        (0..self.height).flat_map(|y| {
            let row = line_bitboards::empties(self.lines.row(usize::from(y)));
            ones(row).map(move |bit| Cell { x: (bit / 2) as u8 - EDGE, y })
        })
    }

    /// The foul that First would make with a stone on this empty cell.
    ///
    /// `None` if the move is no foul, and under rules other than renju.
    pub fn foul(&self, cell: Cell) -> Option<renju::Foul> {
        (self.rule == Rule::Renju).then(|| renju::foul(&self.lines, cell)).flatten()
    }

    /// Whether the side to act may put a stone on this cell, which may be off the board.
    pub fn is_legal(&self, cell: Cell) -> bool {
        self.over.is_none()
            && cell.x < self.width
            && cell.y < self.height
            && self.stone(usize::from(cell.x), usize::from(cell.y)).is_none()
            && (self.side == Side::Second || self.foul(cell).is_none())
    }

    /// This position with this side to act; the outcome is determined again.
    ///
    /// # Errors
    /// If both sides have won, or the side to act has won already.
    pub(in crate::games::connect5) fn with_side(
        mut self,
        side: Side,
    ) -> Result<Self, PositionError> {
        if self.side != side {
            self.switch_side();
        }
        let won = Side::BOTH.map(|s| self.lines.has_five(s, self.rule.is_exact(s)));
        check_wins(won, side, "five")?;
        self.over = self.outcome_after(side.other(), won[side.other().index()]);
        Ok(self)
    }

    /// Puts a stone of either side on an empty cell, whichever side is to act.
    #[inline]
    pub(in crate::games::connect5) fn put(&mut self, cell: Cell, side: Side) {
        self.update_counts(cell, side, 1);
        self.lines.toggle(cell, side);
        self.key ^= stone_key(cell, side);
        self.stones += 1;
    }

    /// Adds (`sign` 1) or subtracts (−1) what a stone on this cell, which is empty now, changes.
    #[inline]
    fn update_counts(&mut self, cell: Cell, side: Side, sign: i16) {
        let mut sum = stone_scores_by_line_neighbourhood::Change::default();
        for place in line_bitboards::places(cell) {
            let change =
                stone_scores_by_line_neighbourhood::change(self.neighbourhood(place, side));
            sum.score += change.score;
            sum.own_fours += change.own_fours;
            sum.blocked_fours += change.blocked_fours;
        }
        let score = i32::from(sum.score * sign);
        self.window_score += if side == Side::First { score } else { -score };
        self.fours[side.index()] += i16::from(sum.own_fours) * sign;
        self.fours[side.other().index()] -= i16::from(sum.blocked_fours) * sign;
    }

    /// The neighbourhood of a cell on one line from the point of view of this side.
    #[inline]
    pub(in crate::games::connect5) const fn neighbourhood(
        &self,
        place: line_bitboards::Place,
        side: Side,
    ) -> u16 {
        let neighbourhood = line_bitboards::neighbourhood(self.lines.word(place), place.shift);
        match side {
            Side::First => neighbourhood,
            Side::Second => line_bitboards::exchanged(neighbourhood),
        }
    }

    const fn switch_side(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_TO_ACT_KEY;
    }

    /// The outcome after a stone of `last` that wins or does not; `None` if the game goes on.
    fn outcome_after(&self, last: Side, won: bool) -> Option<Outcome> {
        if won {
            return Some(Outcome::win(last));
        }
        let full = usize::from(self.stones) == usize::from(self.width) * usize::from(self.height);
        let has_no_move = || {
            self.rule == Rule::Renju
                && last == Side::Second
                && self.empties().all(|cell| self.foul(cell).is_some())
        };
        (full || has_no_move()).then_some(Outcome::Draw)
    }
}

/// Whether `side` can be to act where these sides have won with lines of this length.
///
/// # Errors
/// If both sides have won, or the side to act has won already.
pub(super) fn check_wins(
    won: [bool; 2],
    side: Side,
    length: impl Display,
) -> Result<(), PositionError> {
    if won == [true; 2] {
        return Err(PositionError::impossible(format!("both sides have {length} in line")));
    }
    if won[side.index()] {
        let defect = format!("the side to move has {length} in line already");
        return Err(PositionError::impossible(defect));
    }
    Ok(())
}

/// The number that a stone adds to the key of a position, by exclusive or.
#[inline]
pub(in crate::games::connect5) const fn stone_key(cell: Cell, side: Side) -> u64 {
    SplitMix64::new((cell.y as u64) << 8 | (cell.x as u64) << 1 | side as u64).next()
}

impl Position for Board {
    type Move = Cell;
    type Undo = Cell;

    fn turn(&self) -> Turn {
        self.over.map_or(Turn::Decide(self.side), Turn::Over)
    }

    fn side(&self) -> Side {
        self.side
    }

    /// Row by row from the top, each row from the left.
    fn moves(&self, out: &mut Vec<Cell>) {
        if self.over.is_some() {
            return;
        }
        if self.rule == Rule::Renju && self.side == Side::First {
            out.extend(self.empties().filter(|cell| self.foul(*cell).is_none()));
        } else {
            out.extend(self.empties());
        }
    }

    fn count_moves(&self) -> u64 {
        if self.over.is_some() {
            0
        } else if self.rule == Rule::Renju && self.side == Side::First {
            self.empties().filter(|cell| self.foul(*cell).is_none()).count() as u64
        } else {
            u64::from(self.width) * u64::from(self.height) - u64::from(self.stones)
        }
    }

    fn count_leaves(&self, plies: usize) -> Option<u64> {
        // Without a four neither side wins now; only First's moves depend on where the stones are.
        let countable = plies == 2 && (self.rule != Rule::Renju || self.side == Side::First);
        let moves = self.count_moves();
        let left = u64::from(self.width) * u64::from(self.height) - u64::from(self.stones);
        (countable && self.fours(self.side) == 0).then(|| moves * left.saturating_sub(1))
    }

    #[inline]
    fn play(&mut self, cell: Cell) -> Cell {
        debug_assert!(self.is_legal(cell), "the caller plays legal moves only");
        let side = self.side;
        // A five is possible only if there is a four.
        let can_win = self.fours(side) > 0;
        self.put(cell, side);
        let exactly = self.rule.is_exact(side);
        let won = can_win && self.lines.has_five_through(cell, side, exactly);
        self.switch_side();
        self.over = self.outcome_after(side, won);
        cell
    }

    #[inline]
    fn undo(&mut self, cell: Cell) {
        self.over = None;
        self.switch_side();
        let side = self.side;
        self.lines.toggle(cell, side);
        self.key ^= stone_key(cell, side);
        self.stones -= 1;
        self.update_counts(cell, side, -1);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl Deterministic for Board {}

impl LineBoard for Board {
    fn size(&self) -> (usize, usize) {
        Self::size(self)
    }

    fn stone(&self, x: usize, y: usize) -> Option<Side> {
        Self::stone(self, x, y)
    }

    fn win_length(&self) -> usize {
        WIN_LENGTH
    }

    fn is_exact(&self, side: Side) -> bool {
        self.rule.is_exact(side)
    }

    fn is_legal(&self, cell: Cell) -> bool {
        Self::is_legal(self, cell)
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Cell, Rule};
    use crate::base::{Outcome, Side, SplitMix64};
    use crate::game::perft::perft;
    use crate::game::{Notation, Position, Turn};

    fn after(rule: Rule, fen: &str, moves: &str) -> Board {
        let mut board = Board::with(5, 5, rule).unwrap().read_position(fen).unwrap();
        let mut rest = moves;
        while !rest.is_empty() {
            let (cell, left) = board.read_move(rest).unwrap();
            board.play(cell);
            rest = left;
        }
        board
    }

    #[test]
    fn overline_wins_by_the_rule_only() {
        let fen = "8/xxx1xx2/8/8/8/8/8/8 x";
        let won = Turn::Over(Outcome::win(Side::First));
        assert_eq!(after(Rule::Freestyle, fen, "d7").turn(), won);
        assert_eq!(after(Rule::Standard, fen, "d7").turn(), Turn::Decide(Side::Second));
        let fen = "8/ooo1oo2/8/8/8/8/8/8 o";
        let won = Turn::Over(Outcome::win(Side::Second));
        assert_eq!(after(Rule::Renju, fen, "d7").turn(), won);
        assert_eq!(after(Rule::Standard, fen, "d7").turn(), Turn::Decide(Side::First));
    }

    #[test]
    fn last_cell_of_a_full_board_draws() {
        let board = after(Rule::Freestyle, "xoxox/xoxox/oxoxo/oxoxo/2oxo x", "a1b1");
        assert_eq!(board.turn(), Turn::Over(Outcome::Draw));
    }

    #[test]
    fn first_draws_when_only_forbidden_cells_are_left() {
        let board = after(Rule::Renju, "xxx1xx/oxoxox/oxoxox/oxoxo1/xoxoxo/xoxoxo o", "f3");
        assert_eq!(board.turn(), Turn::Over(Outcome::Draw));
        assert_eq!(board.count_moves(), 0);
        assert_eq!(board.stone(3, 0), None);
    }

    #[test]
    fn key_depends_on_board_side_and_variant_only() {
        let start = Board::default();
        let (a, b) = (after(Rule::Freestyle, &fen(&start), "a1b2c3"), "c3b2a1");
        assert_eq!(a, after(Rule::Freestyle, &fen(&start), b));
        let keys = [
            start.key(),
            a.key(),
            Board::with(15, 15, Rule::Renju).unwrap().key(),
            Board::with(15, 16, Rule::Freestyle).unwrap().key(),
            Board::with(16, 15, Rule::Freestyle).unwrap().key(),
            start.read_position(&fen(&start).replace('x', "o")).unwrap().key(),
        ];
        assert!((1..keys.len()).all(|i| !keys[..i].contains(&keys[i])));
    }

    fn fen(board: &Board) -> String {
        let mut fen = String::new();
        board.write_position(&mut fen);
        fen
    }

    #[test]
    fn replies_are_counted_as_they_are_made() {
        let mut random = SplitMix64::new(5);
        for (_, rule) in Rule::NAMES {
            let mut board = Board::with(6, 6, rule).unwrap();
            while let Turn::Decide(_) = board.turn() {
                let mut moves = Vec::new();
                board.moves(&mut moves);
                let made: u64 = moves
                    .iter()
                    .map(|m| {
                        let undo = board.play(*m);
                        let count = board.count_moves();
                        board.undo(undo);
                        count
                    })
                    .sum();
                assert!(board.count_leaves(2).is_none_or(|counted| counted == made));
                board.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }

    #[test]
    fn moves_come_row_by_row_from_the_top() {
        let mut moves = Vec::new();
        Board::with(5, 6, Rule::Standard).unwrap().moves(&mut moves);
        assert_eq!(
            (moves.len(), moves[0], moves[6]),
            (30, Cell { x: 0, y: 0 }, Cell { x: 1, y: 1 })
        );
        assert_eq!(perft(&mut Board::default(), 4, &|| false), Some(225 * 224 * 223 * 222));
    }

    #[test]
    fn boards_stay_small() {
        assert!(size_of::<Board>() <= 1_152);
        for (width, height) in [(4, 5), (5, 4), (23, 22), (0, 0), (usize::MAX, 15)] {
            assert!(Board::with(width, height, Rule::Renju).is_err());
        }
    }
}
