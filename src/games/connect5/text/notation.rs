//! Cells as `h8`, and boards as rows of `x`, `o` and counts.

use std::fmt::Write as _;

use super::drawing_and_ending::{column_letter, draw_cells, ending};
use crate::base::Side;
use crate::board::drawing_style::Style;
use crate::board::rows_notation::{Rows, Width};
use crate::board::signs::BLACK_AND_WHITE;
use crate::board::{Grid, rows_notation};
use crate::game::{MoveError, Notation, Position, PositionError, Turn, write_turn};
use crate::games::connect5::board::line_bitboards::MAX_SIZE;
use crate::games::connect5::{Board, Cell, Foul, LineBoard, MnkBoard, MnkRules};

impl Notation for Board {
    fn read_move<'a>(&self, text: &'a str) -> Result<(Cell, &'a str), MoveError> {
        let NamedCell { cell, rest } = read_cell(self, text)?;
        if self.is_legal(cell) { Ok((cell, rest)) } else { Err(self.refusal(cell)) }
    }

    fn write_move(&self, cell: Cell, out: &mut String) {
        write_cell(self, usize::from(cell.x), usize::from(cell.y), out);
    }

    /// Reads rows from the top and the side to move; the size comes from the rows.
    ///
    /// A five in line of the side that is **not** to move is a finished game.
    fn read_position(&self, text: &str) -> Result<Self, PositionError> {
        let empty = |width, height| Self::with(width, height, self.rule());
        let (board, side) = read_rows(text, empty, Self::put)?;
        board.with_side(side)
    }

    fn write_position(&self, out: &mut String) {
        write_rows(self, out);
    }

    fn draw(&self, style: Style, out: &mut String) {
        draw_cells(self, style, out);
        let _ = write!(out, "\n{}, ", self.rule().name());
        write_turn(self.turn(), &BLACK_AND_WHITE.usual, style, out);
        out.push('\n');
    }

    fn ending(&self) -> Option<String> {
        ending(self)
    }
}

impl Notation for MnkBoard {
    fn read_move<'a>(&self, text: &'a str) -> Result<(Cell, &'a str), MoveError> {
        let NamedCell { cell, rest } = read_cell(self, text)?;
        if self.is_legal(cell) {
            Ok((cell, rest))
        } else {
            Err(MoveError::Illegal(occupied_or_over(self)))
        }
    }

    fn write_move(&self, cell: Cell, out: &mut String) {
        write_cell(self, usize::from(cell.x), usize::from(cell.y), out);
    }

    /// As with five in line; the win length stays.
    fn read_position(&self, text: &str) -> Result<Self, PositionError> {
        let empty = |width, height| Self::with(MnkRules { width, height, ..self.rules() });
        let (board, side) = read_rows(text, empty, Self::put)?;
        board.with_side(side)
    }

    fn write_position(&self, out: &mut String) {
        write_rows(self, out);
    }

    fn draw(&self, style: Style, out: &mut String) {
        draw_cells(self, style, out);
        let exactly = if self.rules().is_exact { "exactly " } else { "" };
        let _ = write!(out, "\n{exactly}{} in line, ", self.win_length());
        write_turn(self.turn(), &BLACK_AND_WHITE.usual, style, out);
        out.push('\n');
    }

    fn ending(&self) -> Option<String> {
        ending(self)
    }
}

impl Board {
    /// Why this cell of the board cannot be played.
    fn refusal(&self, cell: Cell) -> MoveError {
        let is_empty = self.stone(usize::from(cell.x), usize::from(cell.y)).is_none();
        MoveError::Illegal(if matches!(self.turn(), Turn::Over(_)) || !is_empty {
            occupied_or_over(self)
        } else {
            match self.foul(cell) {
                Some(Foul::Overline) => "an overline is forbidden",
                Some(Foul::DoubleFour) => "a double-four is forbidden",
                _ => "a double-three is forbidden",
            }
        })
    }
}

/// The board of these rows from the top, and the side to move: the stones are put on the board that
/// `empty` makes of a width and a height.
fn read_rows<B>(
    text: &str,
    empty: impl FnOnce(usize, usize) -> Result<B, PositionError>,
    put: impl Fn(&mut B, Cell, Side),
) -> Result<(B, Side), PositionError> {
    let rows = Rows::read(text, Width::UpTo(MAX_SIZE))?;
    let mut board = empty(rows.width, rows.height)?;
    for rows_notation::Stone { x, y, owner } in rows.stones {
        put(&mut board, Cell { x: x as u8, y: y as u8 }, owner);
    }
    Ok((board, rows.side))
}

fn occupied_or_over(board: &impl Position) -> &'static str {
    match board.turn() {
        Turn::Over(_) => "the game is over",
        _ => "there is a stone already",
    }
}

/// A cell of the board at the front of a text, and the rest of the text.
struct NamedCell<'a> {
    /// The cell, which is on the board.
    cell: Cell,
    rest: &'a str,
}

/// Reads `h8`, `H8`, or column and row from 0 at the top left, `7,7` or `(7,7)`.
fn read_cell<'a>(board: &impl LineBoard, text: &'a str) -> Result<NamedCell<'a>, MoveError> {
    let (width, height) = board.size();
    let named = read_label(text, height).or_else(|| read_coordinates(text));
    let Some(Coordinates { x, y, rest }) = named else {
        let expected =
            "a column letter and a row number, as in h8, or column,row from the top left";
        return Err(MoveError::Unreadable(expected));
    };
    match (x, y) {
        (Some(x), Some(y)) if x < width && y < height => {
            Ok(NamedCell { cell: Cell { x: x as u8, y: y as u8 }, rest })
        }
        _ => Err(MoveError::Illegal("there is no such cell on this board")),
    }
}

/// Column and row at the front of a text, from 0 at the top left, and the rest of the text.
///
/// `None` for a number that is not on any board.
struct Coordinates<'a> {
    /// The column, 0 at the left.
    x: Option<usize>,
    /// The row, 0 at the top.
    y: Option<usize>,
    rest: &'a str,
}

/// A column letter and a row number from the bottom.
fn read_label(text: &str, height: usize) -> Option<Coordinates<'_>> {
    let column = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let (row, rest) = leading_digits(&text[1..])?;
    if row.starts_with('0') {
        return None;
    }
    let x = usize::from(column.to_ascii_lowercase() - b'a');
    let y = row.parse().ok().and_then(|row| height.checked_sub(row));
    Some(Coordinates { x: Some(x), y, rest })
}

/// Two numbers with a comma between, with or without parentheses.
fn read_coordinates(text: &str) -> Option<Coordinates<'_>> {
    let bare = text.strip_prefix('(');
    let (x, rest) = leading_digits(bare.unwrap_or(text))?;
    let (y, rest) = leading_digits(rest.strip_prefix(',')?)?;
    let rest = if bare.is_some() { rest.strip_prefix(')')? } else { rest };
    Some(Coordinates { x: x.parse().ok(), y: y.parse().ok(), rest })
}

/// The digits at the front of a text, at least one, and the rest.
fn leading_digits(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| text.split_at(digits))
}

/// Writes the name of the cell in this column and row, rows from 0 at the top: `a1` is at the
/// bottom left.
pub(in crate::games::connect5) fn write_cell(
    board: &impl LineBoard,
    x: usize,
    y: usize,
    out: &mut String,
) {
    let row = board.size().1.saturating_sub(y);
    let _ = write!(out, "{}{row}", column_letter(x));
}

fn write_rows(board: &impl LineBoard, out: &mut String) {
    let (width, height) = board.size();
    let grid = Grid::new(width, height);
    rows_notation::write(grid, |x, y| board.stone(x, y), board.side(), out);
}

#[cfg(test)]
mod tests {
    use super::Board;
    use crate::base::{Outcome, Side};
    use crate::board::drawing_style::Style;
    use crate::game::{MoveError, Notation, Position, Turn};
    use crate::games::connect5::Rule;

    const BOARD_OF_NOTES: &str = "6/1xxx2/2ooox/1o4/xxx3/ooo3 x";

    fn read(fen: &str) -> Board {
        Board::default().read_position(fen).unwrap()
    }

    fn refusal(fen: &str) -> String {
        Board::default().read_position(fen).expect_err("refused").to_string()
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
        let board = read(BOARD_OF_NOTES);
        assert_eq!(board.stone(1, 1), Some(Side::First));
        assert_eq!(board.read_move("b5"), Err(MoveError::Illegal("there is a stone already")));
        let (cell, rest) = board.read_move("e5f6").unwrap();
        assert_eq!(((cell.x, cell.y), rest), ((4, 1), "f6"));
        let mut name = String::new();
        board.write_move(cell, &mut name);
        assert_eq!(name, "e5");
    }

    #[test]
    fn cells_are_read_in_every_spelling() {
        let board = read(BOARD_OF_NOTES);
        for text in ["e5", "E5", "4,1", "(4,1)", "04,01"] {
            let (cell, rest) = board.read_move(text).unwrap();
            assert_eq!(((cell.x, cell.y), rest), ((4, 1), ""), "{text}");
        }
        assert_eq!(board.read_move("(4,1)(5,1)").unwrap().1, "(5,1)");
        let stone = MoveError::Illegal("there is a stone already");
        assert_eq!(board.read_move("(1,1)"), Err(stone));
    }

    #[test]
    fn words_that_name_no_cell_are_refused() {
        let board = read(BOARD_OF_NOTES);
        let unreadable =
            ["", "e", "5", "e0", "e05", "é5", "e-1", "e５", "4,", ",1", "(4,1", "(4 1)"];
        for text in unreadable {
            assert!(matches!(board.read_move(text), Err(MoveError::Unreadable(_))), "{text}");
        }
        for text in [
            "g1",
            "a7",
            "z1",
            "Z1",
            "e99999999999999999999",
            "6,0",
            "(0,6)",
            "4,9999999999999999999999",
        ] {
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
    fn line_that_has_won_is_marked_as_the_rule_counts_it() {
        let drawn = |rule, fen| {
            let mut drawn = String::new();
            let board = Board::with(7, 7, rule).unwrap().read_position(fen).unwrap();
            board.draw(Style::Ascii, &mut drawn);
            drawn
        };
        let free = drawn(Rule::Freestyle, "7/7/xxxxxxx/7/7/2oooo1/7 o");
        assert!(
            free.contains(" 5 X X X X X X X\n") && free.contains(" 2 . . o o o o .\n"),
            "{free}"
        );
        let standard = drawn(Rule::Standard, "7/7/xxxxxx1/7/7/2xxxxx/7 o");
        assert!(standard.contains(" 5 x x x x x x .\n"), "an overline is nothing: {standard}");
        assert!(standard.contains(" 2 . . X X X X X\n"), "{standard}");
    }

    #[test]
    fn board_is_drawn_with_its_labels() {
        let mut drawn = String::new();
        read("5/1xo2/5/5/x4 o").draw(Style::Ascii, &mut drawn);
        let expected = " 5 . . . . .\n 4 . x o . .\n 3 . . . . .\n 2 . . . . .\n 1 x . . . .\n   \
                        a b c d e\nfreestyle, o to move\n";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn stones_have_the_colours_of_their_names_in_colour() {
        let mut drawn = String::new();
        read("5/1xo2/5/5/x4 o").draw(Style::Colour, &mut drawn);
        assert_eq!(drawn.matches("\x1b[30;42m●\x1b[0m").count(), 2, "{drawn}");
        assert!(drawn.ends_with("freestyle, \x1b[97;42m●\x1b[0m to move\n"), "{drawn}");
    }
}
