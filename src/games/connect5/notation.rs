//! Cells as `h8`, boards as rows of `x`, `o` and counts, and the board drawn with its labels.

use std::fmt::Write as _;

use super::line_bits::MAX_SIZE;
use super::{Board, Cell, Foul};
use crate::base::{Outcome, Side};
use crate::board::board_text::{Rows, Width};
use crate::board::drawing_style::{Style, paint};
use crate::board::{Grid, board_text};
use crate::game::{MoveError, Notation, Position, PositionError, Turn};

impl Notation for Board {
    fn read_move<'a>(&self, text: &'a str) -> Result<(Cell, &'a str), MoveError> {
        let unreadable = MoveError::Unreadable("a column letter and a row number, as in h8");
        let column =
            text.bytes().next().filter(u8::is_ascii_lowercase).ok_or(unreadable.clone())?;
        let rest = text.get(1..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (row, rest) = rest.split_at(digits);
        if row.is_empty() || row.starts_with('0') {
            return Err(unreadable);
        }
        let cell = self
            .cell_named(column, row)
            .ok_or(MoveError::Illegal("there is no such cell on this board"))?;
        if self.is_legal(cell) { Ok((cell, rest)) } else { Err(self.refusal(cell)) }
    }

    fn write_move(&self, cell: Cell, out: &mut String) {
        self.write_cell(usize::from(cell.x), usize::from(cell.y), out);
    }

    /// Reads rows from the top and the side to move; the size comes from the rows.
    ///
    /// A five in line of the side that is **not** to move is a finished game.
    fn read_position(&self, text: &str) -> Result<Self, PositionError> {
        let rows = Rows::read(text, Width::UpTo(MAX_SIZE))?;
        let mut board = Self::with(rows.width, rows.height, self.rule())?;
        for board_text::Stone { x, y, owner } in rows.stones {
            board.put(Cell { x: x as u8, y: y as u8 }, owner);
        }
        board.with_side(rows.side)
    }

    fn write_position(&self, out: &mut String) {
        let (width, height) = self.size();
        let grid = Grid::new(width, height);
        board_text::write(grid, |x, y| self.stone(x, y), self.side(), out);
    }

    fn draw(&self, style: Style, out: &mut String) {
        let (width, height) = self.size();
        for y in 0..height {
            let _ = write!(out, "{:2}", height - y);
            for x in 0..width {
                out.push(' ');
                match (style, self.stone(x, y)) {
                    (Style::Ascii, None) => out.push('.'),
                    (_, None) => out.push('·'),
                    (_, owner) => paint(style, owner, out),
                }
            }
            out.push('\n');
        }
        out.push_str("  ");
        for x in 0..width {
            out.push(' ');
            out.push(column_letter(x));
        }
        let state = match self.turn() {
            Turn::Over(Outcome::Draw) => "drawn",
            Turn::Over(outcome) if outcome.winner() == Some(Side::First) => "x has won",
            Turn::Over(_) => "o has won",
            _ if self.side() == Side::First => "x to move",
            _ => "o to move",
        };
        let _ = writeln!(out, "\n{}, {state}", self.rule().name());
    }
}

impl Board {
    /// The name of the cell in this column and row, rows from 0 at the top: `a1` is at the
    /// bottom left.
    pub fn write_cell(&self, x: usize, y: usize, out: &mut String) {
        let row = self.size().1.saturating_sub(y);
        let _ = write!(out, "{}{row}", column_letter(x));
    }

    fn cell_named(&self, column: u8, row: &str) -> Option<Cell> {
        let (width, height) = self.size();
        let x = usize::from(column - b'a');
        let y = height.checked_sub(row.parse().ok()?)?;
        (x < width).then_some(Cell { x: x as u8, y: y as u8 })
    }

    /// Why this cell of the board cannot be played.
    fn refusal(&self, cell: Cell) -> MoveError {
        MoveError::Illegal(if matches!(self.turn(), Turn::Over(_)) {
            "the game is over"
        } else if self.stone(usize::from(cell.x), usize::from(cell.y)).is_some() {
            "there is a stone already"
        } else {
            match self.foul(cell) {
                Some(Foul::Overline) => "an overline is forbidden",
                Some(Foul::DoubleFour) => "a double-four is forbidden",
                _ => "a double-three is forbidden",
            }
        })
    }
}

const fn column_letter(x: usize) -> char {
    (b'a' + x as u8) as char
}

#[cfg(test)]
mod tests {
    use super::Board;
    use crate::base::{Outcome, Side};
    use crate::board::drawing_style::Style;
    use crate::game::{MoveError, Notation, Position, Turn};
    use crate::games::connect5::Rule;

    const SEED: &str = "6/1xxx2/2ooox/1o4/xxx3/ooo3 x";

    fn read(fen: &str) -> Board {
        Board::default().read_position(fen).unwrap()
    }

    fn refusal(fen: &str) -> String {
        Board::default().read_position(fen).expect_err("refused").0
    }

    #[test]
    fn size_comes_from_the_rows_and_the_rule_from_the_variant() {
        let renju = Board::with(15, 15, Rule::Renju).unwrap();
        let board = renju.read_position("22/22/5x16/22/22 o").unwrap();
        assert_eq!(
            (board.size(), board.rule(), board.side()),
            ((22, 5), Rule::Renju, Side::Second)
        );
        let mut fen = String::new();
        board.write_position(&mut fen);
        assert_eq!(fen, "22/22/5x16/22/22 o");
    }

    #[test]
    fn columns_count_from_the_left_and_rows_from_the_bottom() {
        let board = read(SEED);
        assert_eq!(board.stone(1, 1), Some(Side::First));
        assert_eq!(board.read_move("b5"), Err(MoveError::Illegal("there is a stone already")));
        let (cell, rest) = board.read_move("e5f6").unwrap();
        assert_eq!(((cell.x, cell.y), rest), ((4, 1), "f6"));
        let mut name = String::new();
        board.write_move(cell, &mut name);
        assert_eq!(name, "e5");
    }

    #[test]
    fn words_that_name_no_cell_are_refused() {
        let board = read(SEED);
        for text in ["", "e", "5", "e0", "e05", "E5", "é5", "e-1", "e５"] {
            assert!(matches!(board.read_move(text), Err(MoveError::Unreadable(_))), "{text}");
        }
        for text in ["g1", "a7", "z1", "e99999999999999999999"] {
            assert!(matches!(board.read_move(text), Err(MoveError::Illegal(_))), "{text}");
        }
    }

    #[test]
    fn any_counts_of_stones_are_read() {
        assert_eq!(read("x1x1x/5/5/5/5 x").count_moves(), 22);
        assert_eq!(read("oo3/5/5/5/5 o").side(), Side::Second);
    }

    #[test]
    fn five_of_the_side_that_moved_last_is_a_finished_game() {
        let won = read("xxxxx/5/5/5/5 o");
        assert_eq!(won.turn(), Turn::Over(Outcome::win(Side::First)));
        assert_eq!((won.count_moves(), won.side()), (0, Side::Second));
        let full = read("xoxox/xoxox/oxoxo/oxoxo/xoxox o");
        assert_eq!(full.turn(), Turn::Over(Outcome::Draw));
    }

    #[test]
    fn refusal_names_the_defect() {
        for (fen, defect) in [
            ("5/5/5/5/5", "expected rows"),
            ("5/5/5/5/5 x x", "expected rows"),
            ("5/5/5/5/5 z", "the side is x or o, not 'z'"),
            ("5/5/5/5/4 x", "row '4' has 4 cells, the first row has 5"),
            ("5/5/5/5/x5 x", "row 'x5' has 6 cells"),
            ("5/5/5/5 x", "a board is 5 to 22 cells wide and high, not 5×4"),
            ("4/4/4/4/4 x", "a board is 5 to 22"),
            ("23/5/5/5/5 x", "row '23' is longer than 22 cells"),
            ("99999999999999999999/5/5/5/5 x", "row '9"),
            ("5/5/5/5/05 x", "unknown letter '0'"),
            ("5/5/5/5/é4 x", "unknown letter 'é'"),
            ("xxxxx/5/5/5/5 x", "the side to move has five in line already"),
            ("xxxxx/ooooo/5/5/5 x", "both sides have five in line"),
        ] {
            let text = refusal(fen);
            assert!(text.starts_with(defect), "{fen}: {text}");
        }
    }

    #[test]
    fn board_is_drawn_with_its_labels() {
        let mut drawn = String::new();
        read("5/1xo2/5/5/x4 o").draw(Style::Ascii, &mut drawn);
        let expected = " 5 . . . . .\n 4 . x o . .\n 3 . . . . .\n 2 . . . . .\n 1 x . . . .\n   \
                        a b c d e\nfreestyle, o to move\n";
        assert_eq!(drawn, expected);
    }
}
