//! The board drawn for people: 49 holes, both pieces of a shared one, trays, and whose turn it is.
//!
//! ```text
//!      a   b   c   d   e   f   g
//!  4   S   hS  Hs  h   S   .   .   4
//! ```
//! A shared hole shows the barrel, then the stick.

use std::fmt::Write as _;

use crate::base::{Outcome, Side};
use crate::board::drawing_style::Style;
use crate::board::signs::SideSigns;
use crate::game::{Position, Turn};
use crate::games::sticks::board::holes_and_pieces::{Hole, Piece, WIDTH};
use crate::games::sticks::board::rules::Sticks;

/// The name of a side: `red` moves first, then `yellow`.
pub(in crate::games::sticks) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "red",
        Side::Second => "yellow",
    }
}

/// Stick, hollow barrel and solid barrel of each side.
pub(in crate::games::sticks) const SIGNS: SideSigns = SideSigns {
    ascii: ["S H B", "s h b"],
    unicode: ["┃ ◇ ◆", "┆ ○ ●"],
    colour: ["\x1b[31m┃ ◇ ◆\x1b[0m", "\x1b[33m┆ ○ ●\x1b[0m"],
};

/// The name of several pieces of a kind.
pub(super) const fn plural(piece: Piece) -> &'static str {
    match piece {
        Piece::Stick => "sticks",
        Piece::Hollow => "hollow barrels",
        Piece::Solid => "solid barrels",
    }
}

/// Draws the position, each line ended by a newline.
pub(super) fn draw(position: &Sticks, style: Style, out: &mut String) {
    let columns = "     a   b   c   d   e   f   g\n";
    out.push_str(columns);
    for row in (0..WIDTH).rev() {
        // Writing to a string cannot fail.
        let _ = write!(out, " {}  ", row + 1);
        for hole in (0..WIDTH).filter_map(|column| Hole::new(column, row)) {
            draw_hole(position, hole, style, out);
        }
        let _ = writeln!(out, " {}", row + 1);
    }
    out.push_str(columns);
    for side in Side::BOTH {
        draw_tray(position, side, style, out);
    }
    let _ = match position.turn() {
        Turn::Over(Outcome::Draw) => writeln!(out, "drawn"),
        Turn::Over(Outcome::Win { side, .. }) => writeln!(out, "{} has won", side_name(side)),
        Turn::Decide(side) | Turn::Roll(side) => writeln!(out, "{} to move", side_name(side)),
    };
}

/// One hole, four characters wide: the barrel before the stick, if there are two.
fn draw_hole(position: &Sticks, hole: Hole, style: Style, out: &mut String) {
    out.push(' ');
    let mut width = 1;
    for piece in [Piece::Solid, Piece::Hollow, Piece::Stick] {
        for side in Side::BOTH {
            if position.pieces(side).at(hole) == Some(piece) {
                draw_piece(side, piece, style, out);
                width += 1;
            }
        }
    }
    if width == 1 {
        out.push(if style == Style::Ascii { '.' } else { '·' });
        width += 1;
    }
    out.extend(std::iter::repeat_n(' ', 4 - width));
}

/// The symbols of one side: stick, hollow barrel, solid barrel.
const fn symbols(side: Side) -> [char; 3] {
    match side {
        Side::First => ['┃', '◇', '◆'],
        Side::Second => ['┆', '○', '●'],
    }
}

fn draw_piece(side: Side, piece: Piece, style: Style, out: &mut String) {
    let kind = piece.index();
    match (style, side) {
        (Style::Ascii, Side::First) => out.push(piece.letter()),
        (Style::Ascii, Side::Second) => out.push(piece.letter().to_ascii_lowercase()),
        (Style::Unicode, _) => out.push(symbols(side)[kind]),
        (Style::Colour, _) => {
            let colour = match side {
                Side::First => 31,
                Side::Second => 33,
            };
            let _ = write!(out, "\u{1b}[{colour}m{}\u{1b}[0m", symbols(side)[kind]);
        }
    }
}

fn draw_tray(position: &Sticks, side: Side, style: Style, out: &mut String) {
    let _ = write!(out, "tray of {:<7}", side_name(side));
    for piece in Piece::ALL {
        out.push_str("  ");
        draw_piece(side, piece, style, out);
        let _ = write!(out, " {}", position.pieces(side).in_tray(piece));
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    fn drawn(fen: &str, style: Style) -> String {
        let position = Sticks::new().read_position(fen).expect("a position");
        let mut out = String::new();
        position.draw(style, &mut out);
        out
    }

    #[test]
    fn a_drawing_shows_shared_holes_trays_and_turn() {
        let text = drawn("B5h/7/7/SxXhS2/7/7/7 y", Style::Ascii);
        assert_eq!(text, include_str!("expected_drawing.txt"));
    }

    #[test]
    fn every_style_has_the_same_number_of_lines() {
        for style in [Style::Ascii, Style::Unicode, Style::Colour] {
            assert_eq!(drawn("7/7/7/7/7/7/7 r", style).lines().count(), 12);
        }
    }

    #[test]
    fn each_side_has_its_own_colour() {
        let text = drawn("S6/7/7/7/7/7/6s r", Style::Colour);
        assert!(text.contains("\u{1b}[31m┃\u{1b}[0m") && text.contains("\u{1b}[33m┆\u{1b}[0m"));
    }
}
