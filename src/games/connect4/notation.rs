//! Channels as digits, cells as a digit and a letter, and racks as rows of `x`, `o` and counts.

use std::fmt::Write as _;

use super::drawing::row_letter;
use super::{Rack, RackSize, drawing};
use crate::base::{Outcome, Side};
use crate::board::drawing_style::Style;
use crate::board::rows_notation;
use crate::board::rows_notation::{Rows, RowsError, Width};
use crate::game::{MoveError, Notation, Position, PositionError, Turn};

impl Notation for Rack {
    fn read_move<'a>(&self, text: &'a str) -> Result<(u8, &'a str), MoveError> {
        let unreadable = MoveError::Unreadable("a channel number, or a run of them");
        let mut letters = text.chars();
        let digit = letters.next().and_then(|c| c.to_digit(10)).ok_or(unreadable)?;
        let channel = (digit as usize).wrapping_sub(1);
        if channel >= self.size().width() {
            return Err(MoveError::Illegal("there is no such channel"));
        }
        if self.playable() & self.size().channel(channel) == 0 {
            return Err(MoveError::Illegal("the channel is full"));
        }
        Ok((channel as u8, letters.as_str()))
    }

    fn write_move(&self, channel: u8, out: &mut String) {
        out.push(char::from(b'1' + channel));
    }

    fn read_position(&self, text: &str) -> Result<Self, PositionError> {
        let size = self.size();
        let rows = Rows::read(text, Width::Exactly(size.width()))?;
        if rows.height != size.height() {
            let (expected, found) = (size.height(), rows.height);
            return Err(RowsError::Height { expected, found }.into());
        }
        let mut balls = [0; 2];
        for rows_notation::Stone { x, y, owner } in rows.stones {
            balls[owner.index()] |= size.cell_from_top(x, y);
        }
        Self::validated(size, balls, rows.side)
    }

    fn write_position(&self, out: &mut String) {
        rows_notation::write(self.size().grid(), |x, y| self.ball(x, y), self.side(), out);
    }

    fn draw(&self, style: Style, out: &mut String) {
        drawing::draw(self, style, out);
    }

    fn ending(&self) -> Option<String> {
        match self.turn() {
            Turn::Over(Outcome::Draw) => Some("full rack".to_owned()),
            Turn::Over(_) => Some("four in line".to_owned()),
            _ => None,
        }
    }
}

impl Rack {
    /// Writes the name of a cell: the channel from `1`, the row from `A`.
    ///
    /// The channel counts from 0 from the left, the row from 0 from the **top**.
    pub fn write_cell(channel: usize, row: usize, out: &mut String) {
        let _ = write!(out, "{}{}", channel + 1, row_letter(row));
    }

    /// The rack with these balls, or why they are refused.
    fn validated(size: RackSize, balls: [u64; 2], side: Side) -> Result<Self, PositionError> {
        let mask = balls[0] | balls[1];
        // A channel without a gap becomes one bit on top of its balls.
        if (mask + size.bottom()) & mask != 0 {
            return Err(PositionError::impossible("a ball hangs over an empty cell"));
        }
        let counts = balls.map(u64::count_ones);
        let rack = Self::from_balls(size, balls).ok_or_else(|| {
            PositionError::impossible(format!(
                "{} x and {} o cannot arise in turn",
                counts[0], counts[1]
            ))
        })?;
        if rack.side() != side {
            let mover = rows_notation::letter(rack.side());
            return Err(PositionError::impossible(format!(
                "by the count of balls it is {mover} to move"
            )));
        }
        match (size.has_four(rack.own()), size.has_four(rack.opposing())) {
            (true, true) => Err(PositionError::impossible("both sides have four in line")),
            (true, false) => {
                Err(PositionError::impossible("the side to move has four in line already"))
            }
            _ => rack.checked_last_ball(),
        }
    }

    /// This rack, unless it has fours that no single last ball can have completed.
    fn checked_last_ball(self) -> Result<Self, PositionError> {
        let (size, last) = (self.size(), self.opposing());
        let possible = !size.has_four(last)
            || (0..size.width()).any(|channel| {
                let balls = self.mask & size.channel(channel);
                let top = balls & !(balls >> 1);
                last & top != 0 && !size.has_four(last & !top)
            });
        if possible {
            Ok(self)
        } else {
            Err(PositionError::impossible("the game was over before the last ball"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rack;
    use crate::game::{Notation, Position};

    fn refusal(fen: &str) -> String {
        Rack::EMPTY.read_position(fen).expect_err("refused").to_string()
    }

    #[test]
    fn position_reads_back_as_written() {
        let mut rack = Rack::EMPTY;
        for channel in [3, 3, 4, 2, 0, 6, 6] {
            rack.play(channel);
            let mut fen = String::new();
            rack.write_position(&mut fen);
            assert_eq!(Rack::EMPTY.read_position(&fen), Ok(rack), "{fen}");
        }
    }

    #[test]
    fn refusal_names_the_defect() {
        for (fen, defect) in [
            ("7/7/7/7/7/3x3 x", "by the count of balls it is o to move"),
            ("7/7/7/7/3x3/7 o", "a ball hangs over an empty cell"),
            ("7/7/7/7/7/3xx2 o", "2 x and 0 o cannot arise in turn"),
            ("7/7/7/7/7 x", "expected 6 rows, not 5"),
            ("7/7/7/7/7/8 x", "row '8' is longer than 7 cells"),
            ("7/7/7/7/7/3z3 x", "unknown letter 'z' in row '3z3'"),
            ("7/7/7/7/oooo3/xxxx3 x", "both sides have four in line"),
            ("7/7/7/7/oooo3/xxxx3 o", "by the count of balls it is x to move"),
            ("7/7/7/7/ooo4/xxxx3 y", "the side is x or o, not 'y'"),
            ("", "expected rows"),
        ] {
            let text = refusal(fen);
            assert!(text.starts_with(defect), "{fen}: {text}");
        }
    }

    #[test]
    fn fours_without_a_common_last_ball_are_refused() {
        let fen = "7/7/7/o1x3o/oooxxxx/xxxxooo o";
        assert_eq!(refusal(fen), "the game was over before the last ball");
    }
}
