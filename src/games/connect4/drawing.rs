//! The rack drawn for people, in the frame of `connect4-plan.txt`.

use std::fmt::Write as _;

use super::Rack;
use crate::board::drawing_style::Style;
use crate::board::signs::RED_AND_YELLOW;
use crate::game::{Position, write_turn};

/// Draws a rack with its channels and rows, and whose turn it is, each line ended by a newline.
///
/// The frame of `connect4-plan.txt`, "Board Rendering", with the letters of the rows beside
/// it. The balls of the line that has won are marked.
pub(super) fn draw(rack: &Rack, style: Style, out: &mut String) {
    let (width, height) = (rack.size().width(), rack.size().height());
    let winning_line = rack.winning_line();
    out.push_str("\\\\");
    for channel in 1..=width {
        let _ = write!(out, " {channel} \\");
    }
    out.push_str("\\\n");
    for row in 0..height {
        draw_row(rack, row, &winning_line, style, out);
        if row + 1 < height {
            let _ = writeln!(out, "\\{:1$}\\", "", 4 * width + 1);
        }
    }
    let _ = writeln!(out, "{}", "\\".repeat(4 * width + 3));
    write_turn(rack.turn(), &RED_AND_YELLOW.usual, style, out);
    out.push('\n');
}

/// Draws the cells of a row within the frame, and the row's letter after it.
fn draw_row(
    rack: &Rack,
    row: usize,
    winning_line: &[(usize, usize)],
    style: Style,
    out: &mut String,
) {
    out.push_str("\\ ");
    for channel in 0..rack.size().width() {
        out.push('[');
        match rack.ball(channel, row) {
            Some(owner) if winning_line.contains(&(channel, row)) => {
                out.push_str(RED_AND_YELLOW.winning.of(style, owner));
            }
            Some(owner) => out.push_str(RED_AND_YELLOW.usual.of(style, owner)),
            None => out.push(' '),
        }
        out.push_str("] ");
    }
    let _ = writeln!(out, "\\ {}", row_letter(row));
}

/// `A` for the top row, as printed on the rack.
pub(super) const fn row_letter(row: usize) -> char {
    (b'A' + row as u8) as char
}

#[cfg(test)]
mod tests {
    use crate::board::drawing_style::Style;
    use crate::game::Notation;
    use crate::games::connect4::{Rack, RackSize};

    fn drawing(style: Style) -> String {
        let mut text = String::new();
        let rack =
            Rack::new(RackSize::new(6, 5)).read_position("6/6/6/2o3/2xx2 o").expect("a position");
        rack.draw(style, &mut text);
        text
    }

    #[test]
    fn rack_is_drawn_in_the_frame_of_the_plan() {
        let expected = [
            r"\\ 1 \ 2 \ 3 \ 4 \ 5 \ 6 \\",
            r"\ [ ] [ ] [ ] [ ] [ ] [ ] \ A",
            r"\                         \",
            r"\ [ ] [ ] [ ] [ ] [ ] [ ] \ B",
            r"\                         \",
            r"\ [ ] [ ] [ ] [ ] [ ] [ ] \ C",
            r"\                         \",
            r"\ [ ] [ ] [o] [ ] [ ] [ ] \ D",
            r"\                         \",
            r"\ [ ] [ ] [x] [x] [ ] [ ] \ E",
            r"\\\\\\\\\\\\\\\\\\\\\\\\\\\",
            "o to move",
        ];
        assert_eq!(drawing(Style::Ascii).lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn colours_and_signs_have_the_same_frame() {
        let ascii = drawing(Style::Ascii);
        let unicode = drawing(Style::Unicode).replace('●', "x").replace('○', "o");
        assert_eq!(unicode, ascii);
        let colour = drawing(Style::Colour);
        assert_eq!(colour.matches("\x1b[31m█\x1b[0m").count(), 2);
        assert_eq!(colour.matches("\x1b[33m█\x1b[0m").count(), 2);
        let plain = colour.replace("\x1b[31m█\x1b[0m", "x").replace("\x1b[33m█\x1b[0m", "o");
        assert_eq!(plain, ascii);
    }

    #[test]
    fn every_four_of_the_winner_is_marked() {
        let mut text = String::new();
        let won = "7/7/x6/xx5/xox4/xooxooo o";
        Rack::EMPTY.read_position(won).expect("a won game").draw(Style::Ascii, &mut text);
        for row in ["[X] [ ]", "[X] [X]", "[X] [o] [X]", "[X] [o] [o] [X] [o] [o] [o]"] {
            assert!(text.contains(&format!("\\ {row} ")), "{row}: {text}");
        }
        assert!(text.ends_with("x has won\n"), "{text}");
        let mut colour = String::new();
        Rack::EMPTY.read_position(won).expect("a won game").draw(Style::Colour, &mut colour);
        assert_eq!(colour.matches("\x1b[31m◆").count(), 7);
    }
}
