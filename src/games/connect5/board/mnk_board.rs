//! The general game: k in line win on a board of m × n cells (an m,n,k-game), Noughts and Crosses
//! among others.
//!
//! It is for every length but five, for which [`super::Board`] is much faster, and has the rule of
//! renju.

use super::cell::Cell;
use super::line_bitboards::{MAX_SIZE, WIN_LENGTH};
use super::line_board_trait::LineBoard;
use super::rules::{SECOND_TO_ACT_KEY, check_wins, stone_key};
use super::stone_scores_by_line_neighbourhood::WINDOW_SCORES;
use crate::base::{Outcome, Side, SplitMix64};
use crate::board::{Grid, Orientation};
use crate::game::{Deterministic, Position, PositionError, Turn};

/// The least side of a board, in cells.
pub(in crate::games::connect5) const MIN_SIZE: usize = 3;
/// The shortest line that can win.
pub(in crate::games::connect5) const MIN_WIN: usize = 3;
/// The longest line that can win.
pub(in crate::games::connect5) const MAX_WIN: usize = 8;

/// The rules of an m,n,k-game: the size of its board and the lines that win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MnkRules {
    /// Columns, 3 to 22.
    pub width: usize,
    /// Rows, 3 to 22.
    pub height: usize,
    /// Stones in line that win, 3 to 8.
    pub win_length: usize,
    /// Whether longer lines do not win.
    pub is_exact: bool,
}

/// A position of an m,n,k-game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MnkBoard {
    rules: MnkRules,
    /// Row by row from the top.
    cells: Vec<Option<Side>>,
    /// Stones on the board, of both sides.
    stones: usize,
    /// The Zobrist key of the rules, the stones and the side to act.
    key: u64,
    /// The value of all windows of the win length, First's less Second's, in hundredths.
    pub(in crate::games::connect5) window_score: i32,
    /// For each side, windows that one stone of it completes.
    pub(in crate::games::connect5) windows_one_short: [i32; 2],
    side: Side,
    over: Option<Outcome>,
}

/// The stones of both sides in a window, by [`Side::index`].
type Stones = [usize; 2];

impl MnkBoard {
    /// An empty board, First to act.
    ///
    /// # Errors
    /// If a number is out of its range, or the board has no room for a line that wins.
    pub fn with(rules: MnkRules) -> Result<Self, PositionError> {
        let MnkRules { width, height, win_length, is_exact } = rules;
        let sizes = MIN_SIZE..=MAX_SIZE;
        if !sizes.contains(&width) || !sizes.contains(&height) {
            return Err(PositionError::impossible(format!(
                "a board is {MIN_SIZE} to {MAX_SIZE} cells wide and high, not {width}×{height}"
            )));
        }
        if !(MIN_WIN..=MAX_WIN).contains(&win_length) || win_length > width.max(height) {
            return Err(PositionError::impossible(format!(
                "a board of {width}×{height} cells has no room for {win_length} in line"
            )));
        }
        let sizes = (width as u64) << 16 | (height as u64) << 8 | win_length as u64;
        Ok(Self {
            rules,
            cells: vec![None; width * height],
            stones: 0,
            key: SplitMix64::new(!(sizes | u64::from(is_exact) << 24)).next(),
            window_score: 0,
            windows_one_short: [0; 2],
            side: Side::First,
            over: None,
        })
    }

    /// The size and the lines that win.
    pub const fn rules(&self) -> MnkRules {
        self.rules
    }

    const fn grid(&self) -> Grid {
        Grid::new(self.rules.width, self.rules.height)
    }

    /// The stones in each window through an empty cell.
    pub(in crate::games::connect5) fn windows_through(
        &self,
        cell: Cell,
    ) -> impl Iterator<Item = Stones> {
        let (grid, length) = (self.grid(), self.rules.win_length.cast_signed());
        let at = (usize::from(cell.x), usize::from(cell.y));
        Orientation::ALL.into_iter().flat_map(move |orientation| {
            (0..length).filter_map(move |before| {
                let first = grid.along(at, orientation, -before)?;
                grid.along(first, orientation, length - 1)?;
                let mut stones = [0; 2];
                for step in 0..length {
                    let (x, y) = grid.along(first, orientation, step)?;
                    if let Some(side) = self.cells[grid.index(x, y)] {
                        stones[side.index()] += 1;
                    }
                }
                Some(stones)
            })
        })
    }

    /// Puts a stone of either side on an empty cell, whichever side is to act.
    pub(in crate::games::connect5) fn put(&mut self, cell: Cell, side: Side) {
        self.update_windows(cell, side, 1);
        let index = self.index(cell);
        self.cells[index] = Some(side);
        self.key ^= stone_key(cell, side);
        self.stones += 1;
    }

    fn take(&mut self, cell: Cell, side: Side) {
        let index = self.index(cell);
        self.cells[index] = None;
        self.key ^= stone_key(cell, side);
        self.stones -= 1;
        self.update_windows(cell, side, -1);
    }

    /// Adds (`sign` 1) or subtracts (−1) what a stone on this cell, which is empty now, changes.
    fn update_windows(&mut self, cell: Cell, side: Side, sign: i32) {
        let length = self.rules.win_length;
        let (mut score, mut ready) = (0, [0; 2]);
        for before in self.windows_through(cell) {
            let mut after = before;
            after[side.index()] += 1;
            score += window_value(after, length) - window_value(before, length);
            for owner in Side::BOTH {
                let is_ready = |stones| i32::from(is_one_short(stones, owner, length));
                ready[owner.index()] += is_ready(after) - is_ready(before);
            }
        }
        self.window_score += sign * score;
        for (count, change) in self.windows_one_short.iter_mut().zip(ready) {
            *count += sign * change;
        }
    }

    /// Whether the stone on this cell is in a line that wins.
    fn wins_through(&self, cell: Cell, side: Side) -> bool {
        let grid = self.grid();
        let at = (usize::from(cell.x), usize::from(cell.y));
        let is_own = |(x, y): (usize, usize)| self.cells[grid.index(x, y)] == Some(side);
        Orientation::ALL.into_iter().any(|orientation| {
            let run = |sign: isize| {
                let cells = (1..).map_while(|steps| grid.along(at, orientation, sign * steps));
                cells.take_while(|cell| is_own(*cell)).count()
            };
            let length = 1 + run(-1) + run(1);
            if self.rules.is_exact {
                length == self.rules.win_length
            } else {
                length >= self.rules.win_length
            }
        })
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
        let has_won = |side: Side| self.cells_of(side).any(|cell| self.wins_through(cell, side));
        let won = Side::BOTH.map(has_won);
        check_wins(won, side, self.rules.win_length)?;
        self.over = self.outcome_after(side.other(), won[side.other().index()]);
        Ok(self)
    }

    fn cells_of(&self, side: Side) -> impl Iterator<Item = Cell> {
        self.cells_with(Some(side))
    }

    /// The cells with these contents, row by row from the top.
    fn cells_with(&self, contents: Option<Side>) -> impl Iterator<Item = Cell> {
        let width = self.rules.width;
        let cells = self.cells.iter().enumerate().filter(move |(_, cell)| **cell == contents);
        cells.map(move |(index, _)| Cell { x: (index % width) as u8, y: (index / width) as u8 })
    }

    fn index(&self, cell: Cell) -> usize {
        self.grid().index(usize::from(cell.x), usize::from(cell.y))
    }

    const fn switch_side(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_TO_ACT_KEY;
    }

    fn outcome_after(&self, last: Side, won: bool) -> Option<Outcome> {
        let is_full = self.stones == self.cells.len();
        if won { Some(Outcome::win(last)) } else { is_full.then_some(Outcome::Draw) }
    }
}

/// Whether one stone of this side completes a window.
const fn is_one_short(stones: Stones, side: Side, length: usize) -> bool {
    stones[side.index()] + 1 == length && stones[side.other().index()] == 0
}

/// The value of a window for First, in hundredths.
pub(in crate::games::connect5) const fn window_value(stones: Stones, length: usize) -> i32 {
    match stones {
        [own, 0] => stones_value(own, length),
        [0, other] => -stones_value(other, length),
        _ => 0,
    }
}

/// The value of a window with stones of one side, in hundredths: that of a window of five from which
/// as many stones are missing, or four if more than four are.
pub(in crate::games::connect5) const fn stones_value(stones: usize, length: usize) -> i32 {
    match (stones, length.saturating_sub(stones)) {
        (0, _) | (_, 0) => 0,
        (_, missing @ 1..=3) => WINDOW_SCORES[WIN_LENGTH - missing] as i32,
        _ => WINDOW_SCORES[1] as i32,
    }
}

impl LineBoard for MnkBoard {
    fn size(&self) -> (usize, usize) {
        (self.rules.width, self.rules.height)
    }

    fn stone(&self, x: usize, y: usize) -> Option<Side> {
        let is_on_board = x < self.rules.width && y < self.rules.height;
        if is_on_board { self.cells[self.grid().index(x, y)] } else { None }
    }

    fn win_length(&self) -> usize {
        self.rules.win_length
    }

    fn is_exact(&self, _side: Side) -> bool {
        self.rules.is_exact
    }

    fn is_legal(&self, cell: Cell) -> bool {
        let (x, y) = (usize::from(cell.x), usize::from(cell.y));
        let is_on_board = x < self.rules.width && y < self.rules.height;
        self.over.is_none() && is_on_board && self.stone(x, y).is_none()
    }
}

impl Position for MnkBoard {
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
        if self.over.is_none() {
            out.extend(self.cells_with(None));
        }
    }

    fn play(&mut self, cell: Cell) -> Cell {
        debug_assert!(self.is_legal(cell), "the caller plays legal moves only");
        let side = self.side;
        self.put(cell, side);
        let won = self.wins_through(cell, side);
        self.switch_side();
        self.over = self.outcome_after(side, won);
        cell
    }

    fn undo(&mut self, cell: Cell) {
        self.over = None;
        self.switch_side();
        self.take(cell, self.side);
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Deterministic for MnkBoard {}

#[cfg(test)]
mod tests {
    use super::{MnkBoard, MnkRules};
    use crate::base::{Outcome, Side, SplitMix64};
    use crate::game::conformance::ConformanceKit;
    use crate::game::{Notation, Position, Turn};
    use crate::games::connect5::{Board, LineBoard, Rule};

    fn board(width: usize, height: usize, win_length: usize, is_exact: bool) -> MnkBoard {
        MnkBoard::with(MnkRules { width, height, win_length, is_exact }).expect("a size allowed")
    }

    #[test]
    fn boards_keep_what_every_game_must() {
        for (width, height, win_length, is_exact) in [
            (3, 3, 3, false),
            (4, 4, 4, true),
            (7, 6, 4, false),
            (3, 9, 6, false),
            (22, 22, 8, true),
        ] {
            ConformanceKit::without_dice(board(width, height, win_length, is_exact)).check();
        }
    }

    #[test]
    fn five_in_line_is_the_game_of_the_fast_board() {
        let mut random = SplitMix64::new(9);
        for (rule, is_exact) in [(Rule::Freestyle, false), (Rule::Standard, true)] {
            for _ in 0..60 {
                let mut fast = Board::with(8, 7, rule).unwrap();
                let mut plain = board(8, 7, 5, is_exact);
                let mut moves = Vec::new();
                while let Turn::Decide(side) = fast.turn() {
                    assert_eq!(plain.turn(), Turn::Decide(side));
                    assert_eq!(
                        fast.fours(side),
                        plain.windows_one_short[side.index()].cast_unsigned()
                    );
                    moves.clear();
                    fast.moves(&mut moves);
                    let mut same = Vec::new();
                    plain.moves(&mut same);
                    assert_eq!(moves, same);
                    let cell = moves[random.below(moves.len() as u64) as usize];
                    fast.play(cell);
                    plain.play(cell);
                }
                assert_eq!(plain.turn(), fast.turn());
            }
        }
    }

    #[test]
    fn lines_of_the_win_length_win() {
        let noughts = board(3, 3, 3, false);
        let won = noughts.read_position("xo1/xo1/x2 o").unwrap();
        assert_eq!(won.turn(), Turn::Over(Outcome::win(Side::First)));
        let overline = |is_exact| board(6, 3, 3, is_exact).read_position("xxxx2/oo4/6 o").unwrap();
        assert!(matches!(overline(false).turn(), Turn::Over(_)));
        assert_eq!(overline(true).turn(), Turn::Decide(Side::Second), "four is not exactly three");
        assert_eq!(
            noughts.read_position("xoo/oxx/xxo o").unwrap().turn(),
            Turn::Over(Outcome::Draw)
        );
    }

    #[test]
    fn refusal_names_the_defect() {
        let noughts = board(3, 3, 3, false);
        for (fen, defect) in [
            ("xxx/ooo/3 x", "both sides have 3 in line"),
            ("xxx/3/3 x", "the side to move has 3 in line already"),
            ("2/2/2 x", "a board is 3 to 22 cells wide and high, not 2×3"),
        ] {
            assert_eq!(noughts.read_position(fen).expect_err("refused").to_string(), defect);
        }
        let six = board(6, 6, 6, false).read_position("5/5/5/5/5 x").expect_err("refused");
        assert_eq!(six.to_string(), "a board of 5×5 cells has no room for 6 in line");
        let rules = MnkRules { width: 22, height: 22, win_length: 9, is_exact: false };
        assert!(MnkBoard::with(rules).is_err());
    }

    #[test]
    fn windows_are_counted_as_stones_come_and_go() {
        let mut position = board(5, 4, 4, false);
        let mut random = SplitMix64::new(2);
        let mut played = Vec::new();
        while let Turn::Decide(_) = position.turn() {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let undo = position.play(moves[random.below(moves.len() as u64) as usize]);
            played.push(undo);
            let mut fen = String::new();
            position.write_position(&mut fen);
            assert_eq!(board(5, 4, 4, false).read_position(&fen).unwrap(), position);
        }
        while let Some(undo) = played.pop() {
            position.undo(undo);
        }
        assert_eq!(position, board(5, 4, 4, false));
        assert_eq!(position.size(), (5, 4));
    }
}
