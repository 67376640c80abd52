//! The board as people see it: its cells, the line that has won, and how the game has ended.

use std::fmt::Write as _;

use crate::base::Outcome;
use crate::board::Grid;
use crate::board::drawing_style::Style;
use crate::board::signs::BLACK_AND_WHITE;
use crate::game::Turn;
use crate::games::connect5::LineBoard;

/// Draws the cells with the numbers of the rows and the letters of the columns.
pub(super) fn draw_cells(board: &impl LineBoard, style: Style, out: &mut String) {
    let (width, height) = board.size();
    let winning_line = winning_line(board);
    for y in 0..height {
        let _ = write!(out, "{:2}", height - y);
        for x in 0..width {
            out.push(' ');
            match (style, board.stone(x, y)) {
                (Style::Ascii, None) => out.push('.'),
                (_, None) => out.push('·'),
                (_, Some(owner)) if winning_line.contains(&(x, y)) => {
                    out.push_str(BLACK_AND_WHITE.winning.of(style, owner));
                }
                (_, Some(owner)) => out.push_str(BLACK_AND_WHITE.usual.of(style, owner)),
            }
        }
        out.push('\n');
    }
    out.push_str("  ");
    for x in 0..width {
        out.push(' ');
        out.push(column_letter(x));
    }
}

/// The cells (column and row, from 0 at the top left) of every line that has won; empty while
/// no side has won.
pub(in crate::games::connect5) fn winning_line(board: &impl LineBoard) -> Vec<(usize, usize)> {
    let winner = if let Turn::Over(outcome) = board.turn() { outcome.winner() } else { None };
    let Some(winner) = winner else { return Vec::new() };
    let (width, height) = board.size();
    let is_winners = |(x, y)| board.stone(x, y) == Some(winner);
    let exactly = board.is_exact(winner);
    Grid::new(width, height).cells_of_full_lines(board.win_length(), exactly, is_winners)
}

/// How the game has ended; `None` while it goes on.
pub(super) fn ending(board: &impl LineBoard) -> Option<String> {
    const NUMBERS: [&str; 9] =
        ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    let (width, height) = board.size();
    let has_empty_cell = Grid::new(width, height).cells().any(|(x, y)| board.stone(x, y).is_none());
    match board.turn() {
        Turn::Over(Outcome::Draw) if has_empty_cell => {
            Some("only forbidden cells are left".to_owned())
        }
        Turn::Over(Outcome::Draw) => Some("full board".to_owned()),
        Turn::Over(_) => Some(match NUMBERS.get(board.win_length()) {
            Some(number) => format!("{number} in line"),
            None => format!("{} in line", board.win_length()),
        }),
        Turn::Decide(_) | Turn::Roll(_) => None,
    }
}

/// The letter of a column; `x` counts from 0 for the column `a`.
pub(in crate::games::connect5) const fn column_letter(x: usize) -> char {
    (b'a' + x as u8) as char
}
