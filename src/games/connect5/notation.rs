//! Cells as `h8`, boards as rows of `x`, `o` and counts, and the board drawn with its labels.

use std::fmt::Write as _;

use super::lines::MOST;
use super::{Board, Cell, Foul};
use crate::base::{Outcome, Side};
use crate::board::render::{Style, paint};
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
        let mut words = text.split_ascii_whitespace();
        let (Some(rows), Some(side), None) = (words.next(), words.next(), words.next()) else {
            return Err(PositionError::new("expected rows from the top and the side to move"));
        };
        let side = match side {
            "x" => Side::First,
            "o" => Side::Second,
            other => return Err(PositionError(format!("the side is x or o, not '{other}'"))),
        };
        self.with_rows(rows)?.with_side(side)
    }

    fn write_position(&self, out: &mut String) {
        let (width, height) = self.size();
        for y in 0..height {
            let mut empty = 0;
            for x in 0..width {
                match self.stone(x, y) {
                    None => empty += 1,
                    Some(side) => {
                        write_count(&mut empty, out);
                        out.push(letter(side));
                    }
                }
            }
            write_count(&mut empty, out);
            out.push(if y + 1 == height { ' ' } else { '/' });
        }
        out.push(letter(self.side()));
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

    /// The board that these rows show, of the same rule; not yet judged.
    fn with_rows(&self, rows: &str) -> Result<Self, PositionError> {
        let height = rows.split('/').count();
        let first = rows.split('/').next().unwrap_or_default();
        let mut width = 0;
        read_row(first, |_, _| width += 1)?;
        let mut board = Self::with(width, height, self.rule())?;
        for (y, row) in rows.split('/').enumerate() {
            let mut cells = 0;
            read_row(row, |x, owner| {
                cells += 1;
                if let Some(side) = owner.filter(|_| x < width) {
                    board.put(Cell { x: x as u8, y: y as u8 }, side);
                }
            })?;
            if cells != width {
                let defect = format!("row '{row}' has {cells} cells, the first row has {width}");
                return Err(PositionError(defect));
            }
        }
        Ok(board)
    }
}

/// Tells every cell of a row with its column; a row never has more than twice [`MOST`] cells.
fn read_row(row: &str, mut tell: impl FnMut(usize, Option<Side>)) -> Result<(), PositionError> {
    let mut x = 0;
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        let (count, owner) = match letter {
            'x' => (1, Some(Side::First)),
            'o' => (1, Some(Side::Second)),
            '1'..='9' => {
                let mut count = letter.to_digit(10).unwrap_or_default() as usize;
                while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
                    count = (count * 10 + digit as usize).min(MOST + 1);
                    letters.next();
                }
                (count, None)
            }
            _ => {
                let shown = letter.escape_debug();
                return Err(PositionError(format!("unknown letter '{shown}' in row '{row}'")));
            }
        };
        if x + count > MOST {
            return Err(PositionError(format!("row '{row}' is longer than {MOST} cells")));
        }
        (x..x + count).for_each(|x| tell(x, owner));
        x += count;
    }
    Ok(())
}

fn write_count(empty: &mut u8, out: &mut String) {
    if *empty > 0 {
        let _ = write!(out, "{empty}");
        *empty = 0;
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

const fn column_letter(x: usize) -> char {
    (b'a' + x as u8) as char
}
