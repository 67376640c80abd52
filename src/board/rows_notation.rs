//! Boards as text: rows of `x`, `o` and the lengths of empty runs, then the side to move.
//!
//! ```text
//! 5/xo3/5/5/1x3 o     5 rows from the top: x and o in the second, x in the last; o to move
//! ```
//! Rows are separated by `/`, columns count from the left; a run may have several digits (`22`).

use std::fmt;

use super::grid::Grid;
use crate::base::{Side, number_with_noun};

/// The width that a board must have to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// This many cells in every row.
    Exactly(usize),
    /// At most this many cells, in every row as many as in the first.
    UpTo(usize),
}

/// A board that was read: its size, its stones, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// Cells in each row.
    pub width: usize,
    /// How many rows there are.
    pub height: usize,
    /// The stones, row by row from the top.
    pub stones: Vec<Stone>,
    /// The side to move.
    pub side: Side,
}

/// A stone on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Its column, from 0 on the left.
    pub x: usize,
    /// Its row, from 0 at the top.
    pub y: usize,
    /// The side that it belongs to.
    pub owner: Side,
}

/// Why rows were refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowsError {
    /// The text is empty.
    Empty,
    /// The side is missing after the rows.
    NoSide,
    /// This word stands after the side.
    Surplus(String),
    /// This word is not a side.
    Side(String),
    /// A row has a letter that is not allowed.
    Letter {
        /// The letter.
        letter: char,
        /// The row.
        row: String,
    },
    /// A row is longer than the widest board.
    TooLong {
        /// The row.
        row: String,
        /// The most cells that a row may have.
        most: usize,
    },
    /// A row does not have the width of the board.
    Width {
        /// The row.
        row: String,
        /// How many cells it has.
        cells: usize,
        /// How many it should have; [`Width::UpTo`] holds the width of the first row.
        expected: Width,
    },
    /// The board has another number of rows.
    Height {
        /// How many it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
}

impl fmt::Display for RowsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("expected rows from the top and the side to move"),
            Self::NoSide => {
                f.write_str("expected rows from the top and the side to move: x or o is missing")
            }
            Self::Surplus(word) => {
                write!(
                    f,
                    "expected rows from the top and the side to move, not '{word}' after them"
                )
            }
            Self::Side(word) => write!(f, "the side is x or o, not '{word}'"),
            Self::Letter { letter, row } => {
                write!(f, "unknown letter '{}' in row '{row}'", letter.escape_debug())
            }
            Self::Height { expected, found } => write!(f, "expected {expected} rows, not {found}"),
            Self::TooLong { row, most } => write!(f, "row '{row}' is longer than {most} cells"),
            Self::Width { row, cells, expected: Width::Exactly(width) } => {
                write!(f, "row '{row}' has {}, not {width}", number_with_noun(cells, "cell"))
            }
            Self::Width { row, cells, expected: Width::UpTo(first) } => {
                write!(
                    f,
                    "row '{row}' has {}, the first row has {first}",
                    number_with_noun(cells, "cell")
                )
            }
        }
    }
}

impl std::error::Error for RowsError {}

impl Rows {
    /// Reads rows and the side after them.
    ///
    /// # Errors
    /// [`RowsError`] if the text is anything else, or a row does not have its width.
    ///
    /// # Examples
    /// ```
    /// use parlour::{base::Side, board::rows_notation::{Rows, Stone, Width}};
    /// let rows = Rows::read("3/1x1 o", Width::UpTo(22)).unwrap();
    /// assert_eq!((rows.width, rows.height, rows.side), (3, 2, Side::Second));
    /// assert_eq!(rows.stones, [Stone { x: 1, y: 1, owner: Side::First }]);
    /// ```
    pub fn read(text: &str, width: Width) -> Result<Self, RowsError> {
        let mut words = text.split_ascii_whitespace();
        let rows = words.next().ok_or(RowsError::Empty)?;
        let side = words.next().ok_or(RowsError::NoSide)?;
        if let Some(surplus) = words.next() {
            return Err(RowsError::Surplus(surplus.to_owned()));
        }
        let side = match side {
            "x" => Side::First,
            "o" => Side::Second,
            other => return Err(RowsError::Side(other.to_owned())),
        };
        let (Width::Exactly(most) | Width::UpTo(most)) = width;
        let mut expected = width;
        let mut read = Self { width: 0, height: 0, stones: Vec::new(), side };
        for row in rows.split('/') {
            let cells = read.read_row(row, most)?;
            match expected {
                Width::UpTo(_) if read.height == 0 => expected = Width::UpTo(cells),
                Width::Exactly(width) | Width::UpTo(width) if cells != width => {
                    return Err(RowsError::Width { row: row.to_owned(), cells, expected });
                }
                _ => {}
            }
            read.width = cells;
            read.height += 1;
        }
        Ok(read)
    }

    /// Reads the next row, of `most` cells at most; returns how many cells it has.
    fn read_row(&mut self, row: &str, most: usize) -> Result<usize, RowsError> {
        let mut x = 0;
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            let count = match letter {
                'x' => self.add_stone(x, Side::First),
                'o' => self.add_stone(x, Side::Second),
                '1'..='9' => {
                    let mut count = letter.to_digit(10).unwrap_or_default() as usize;
                    while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
                        count = (count * 10 + digit as usize).min(most + 1);
                        letters.next();
                    }
                    count
                }
                _ => return Err(RowsError::Letter { letter, row: row.to_owned() }),
            };
            x += count;
            if x > most {
                return Err(RowsError::TooLong { row: row.to_owned(), most });
            }
        }
        Ok(x)
    }

    /// Adds a stone to the row that is being read; returns the number of cells it fills, 1.
    fn add_stone(&mut self, x: usize, owner: Side) -> usize {
        self.stones.push(Stone { x, y: self.height, owner });
        1
    }
}

/// Writes a board of this size and the side to move, as [`Rows::read`] reads it.
///
/// `cell(x, y)` returns the owner of a cell, columns from the left, rows from the top, from 0.
#[inline]
pub fn write(
    grid: Grid,
    cell: impl Fn(usize, usize) -> Option<Side>,
    side: Side,
    out: &mut String,
) {
    for y in 0..grid.height {
        let mut empty = 0;
        for x in 0..grid.width {
            match cell(x, y) {
                None => empty += 1,
                Some(owner) => {
                    write_run(empty, out);
                    empty = 0;
                    out.push(letter(owner));
                }
            }
        }
        write_run(empty, out);
        out.push(if y + 1 == grid.height { ' ' } else { '/' });
    }
    out.push(letter(side));
}

/// Writes the length of a run of empty cells; nothing for a run of 0.
fn write_run(empty: usize, out: &mut String) {
    match empty {
        0 => {}
        1..=9 => out.push(char::from(b'0' + empty as u8)),
        _ => out.push_str(&empty.to_string()),
    }
}

/// `x` for First, `o` for Second.
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, Rows, RowsError, Width, write};

    fn refusal(text: &str, width: Width) -> String {
        Rows::read(text, width).expect_err("refused").to_string()
    }

    #[test]
    fn rows_are_written_as_they_were_read() {
        for text in ["7/7/3xo2 o", "22/10x11/x20o/oooooooooooooooooooooo x", "x x", "1 o"] {
            let rows = Rows::read(text, Width::UpTo(22)).unwrap();
            let owner = |x, y| {
                let mut stones = rows.stones.iter();
                stones.find(|stone| (stone.x, stone.y) == (x, y)).map(|stone| stone.owner)
            };
            let mut written = String::new();
            write(Grid::new(rows.width, rows.height), owner, rows.side, &mut written);
            assert_eq!(written, text);
        }
    }

    #[test]
    fn neighbouring_digits_are_one_number() {
        assert_eq!(Rows::read("12 x", Width::UpTo(22)).unwrap().width, 12);
        assert_eq!(refusal("34/7 x", Width::Exactly(7)), "row '34' is longer than 7 cells");
        let endless = "9".repeat(60_000) + " x";
        assert!(refusal(&endless, Width::UpTo(22)).ends_with("longer than 22 cells"));
    }

    #[test]
    fn refusal_names_the_defect() {
        for (text, defect) in [
            ("", "expected rows from the top and the side to move"),
            ("3/3", "expected rows from the top and the side to move: x or o is missing"),
            ("3/3 x o", "expected rows from the top and the side to move, not 'o' after them"),
            ("3/3 y", "the side is x or o, not 'y'"),
            ("3/1é1 x", "unknown letter 'é' in row '1é1'"),
            ("3/03 x", "unknown letter '0' in row '03'"),
            ("3/3x x", "row '3x' has 4 cells, the first row has 3"),
            ("3//3 x", "row '' has 0 cells, the first row has 3"),
            ("xxxxxo/6 x", "row 'xxxxxo' is longer than 5 cells"),
        ] {
            assert_eq!(refusal(text, Width::UpTo(5)), defect);
        }
        assert_eq!(refusal("4/4 x", Width::Exactly(5)), "row '4' has 4 cells, not 5");
        assert_eq!(Rows::read("x", Width::UpTo(5)), Err(RowsError::NoSide));
    }
}
