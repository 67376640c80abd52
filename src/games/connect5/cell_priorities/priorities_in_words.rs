//! Priorities and slices in words: for `eval`, for a slice, and for the reason of a move.

use std::fmt::Write as _;

use super::Priorities;
use crate::base::Side;
use crate::games::connect5::{Cell, LineBoard};

/// How many cells [`write_best`] lists. Set by hand.
const LISTED: usize = 5;

/// Writes, for `eval`, how many slices the board has and which cells have the highest priority.
///
/// ` slices <n> best` and, for each of five cells, its name, its sum in points with two decimals,
/// and the word of its special priority, if it has one, which is higher than all sums.
pub(in crate::games::connect5) fn write_best(board: &impl LineBoard, out: &mut String) {
    let priorities = Priorities::new(board);
    let mut cells = Vec::new();
    priorities.best(board, LISTED, &mut cells);
    let _ = write!(out, " slices {} best", priorities.slice_count());
    for cell in cells {
        out.push(' ');
        board.write_move(cell, out);
        let _ = write!(out, " {}", in_points(priorities.sum(cell, board.side())));
        if let Some(special) = priorities.special(cell, board.side()) {
            let _ = write!(out, " {}", special.word());
        }
    }
}

/// The gamepiece-counter of the notes for a slice, and its contents: `+3: 3 x, 2 empty`.
///
/// The count is that of the pieces that grow towards a win, positive for First and negative for
/// Second; 0 if there is none, or if the slice is blocked from being a win.
pub(in crate::games::connect5) fn slice_count_in_words(
    board: &impl LineBoard,
    cells: &[(usize, usize)],
) -> String {
    let count = |owner| cells.iter().filter(|(x, y)| board.stone(*x, *y) == owner).count();
    let [first, second, empty] = [Some(Side::First), Some(Side::Second), None].map(count);
    let is_too_long = |side| board.is_exact(side) && beyond(board, cells).contains(&Some(side));
    let is_blocked = match (first, second) {
        (0, 0) => false,
        (_, 0) => is_too_long(Side::First),
        (0, _) => is_too_long(Side::Second),
        _ => true,
    };
    let mut text = match (first, second) {
        _ if is_blocked => "0".to_owned(),
        (0, 0) => "0".to_owned(),
        (pieces, 0) => format!("+{pieces}"),
        (_, pieces) => format!("-{pieces}"),
    };
    let parts = [(first, "x"), (second, "o"), (empty, "empty")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<_> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    let _ = write!(text, ": {}{}", parts.join(", "), if is_blocked { ", blocked" } else { "" });
    text
}

/// The owners of the cells just beyond either end of a slice; `None` also off the board.
fn beyond(board: &impl LineBoard, cells: &[(usize, usize)]) -> [Option<Side>; 2] {
    let outside = |end: Option<&(usize, usize)>, next: Option<&(usize, usize)>| {
        let ((x, y), (next_x, next_y)) = (end?, next?);
        board.stone((2 * x).checked_sub(*next_x)?, (2 * y).checked_sub(*next_y)?)
    };
    let mut backwards = cells.iter().rev();
    [outside(cells.first(), cells.get(1)), outside(backwards.next(), backwards.next())]
}

/// Why an empty cell has its priority for this side to move, in words.
///
/// The special priority, if there is one; otherwise the points of each slice, own ones first, and
/// the rest of the sum: the bonus of the own slices and the weight of the centre.
pub(in crate::games::connect5) fn priority_in_words(
    priorities: &Priorities,
    cell: Cell,
    side: Side,
) -> String {
    let sum = priorities.sum(cell, side);
    if let Some(special) = priorities.special(cell, side) {
        return format!("{}; the slices alone: {}", special.in_words(), in_points(sum));
    }
    let mut parts = Vec::new();
    let mut rest = sum;
    for (owner, whose) in [(side, "own"), (side.other(), "the opponent's")] {
        let points = priorities.slice_points(cell, owner);
        if !points.is_empty() {
            rest -= 100 * points.iter().sum::<i32>();
            let points: Vec<_> = points.iter().map(i32::to_string).collect();
            parts.push(format!("{whose} slices {}", points.join("+")));
        }
    }
    parts.push(format!("bonus and centre {}", in_points(rest)));
    parts.join(", ")
}

/// Hundredths as points with two decimals.
pub(in crate::games::connect5) fn in_points(hundredths: i32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::{Priorities, priority_in_words, write_best};
    use crate::base::Side;
    use crate::game::Notation;
    use crate::games::connect5::{Board, Cell};

    fn written(fen: &str) -> String {
        let mut text = String::new();
        write_best(&Board::default().read_position(fen).unwrap(), &mut text);
        text
    }

    #[test]
    fn worked_board_of_the_notes_has_its_32_slices_and_priorities() {
        // "Example of Advanced Play": (4 1) has around 20 without the double threat, and the
        // next highest is around 13 to 15.
        let expected = " slices 32 best e5 20.09 double-threat e2 15.09 e1 14.02 d2 13.10 d1 13.03";
        assert_eq!(written("6/1xxx2/2ooox/1o4/xxx3/ooo3 x"), expected);
    }

    #[test]
    fn few_empty_cells_are_all_listed() {
        assert_eq!(written("xoxox/xoxox/oxoxo/oxoxo/2oxo x"), " slices 12 best b1 0.02 a1 0.01");
    }

    #[test]
    fn reasons_add_up_to_the_sum() {
        let board = Board::default().read_position("6/1xxx2/2ooox/1o4/xxx3/ooo3 x").unwrap();
        let priorities = Priorities::new(&board);
        let of = |x, y| priority_in_words(&priorities, Cell { x, y }, Side::First);
        assert_eq!(of(4, 1), "a double threat in a single row; the slices alone: 20.09");
        assert_eq!(of(4, 4), "own slices 9+4, the opponent's slices 1+1, bonus and centre 0.09");
        assert_eq!(of(3, 0), "bonus and centre 0.03");
    }
}
