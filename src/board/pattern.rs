//! Finds a pattern of `x`, `o` and empty cells in line on a board.

use std::fmt;

use super::grid::Grid;
use crate::base::Side;

/// Why a pattern was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// A pattern is made of `x`, `o` and `-`; this letter is none of them.
    Letter(char),
    /// A pattern has 1 letter up to the longest side of the board.
    Length {
        /// The letters that were given.
        given: usize,
        /// The longest side of the board.
        most: usize,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter(letter) => {
                write!(f, "a pattern is made of x, o and -, not '{}'", letter.escape_debug())
            }
            Self::Length { given, most } => {
                write!(f, "a pattern has 1 to {most} letters here, not {given}")
            }
        }
    }
}

impl std::error::Error for PatternError {}

/// One occurrence of a pattern: `(column, row)` of each cell, in the pattern's order.
pub type Place = Vec<(usize, usize)>;

/// Every occurrence of the pattern, in either direction, each set of cells once.
///
/// `x` is a stone of First, `o` of Second, `-` an empty cell, in either case; `cell(x, y)` returns the owner of a
/// cell, columns from the left, rows from the top, both from 0. Places are ordered by
/// orientation – | / \, then row by row by their topmost (in a row, leftmost) cell. A pattern
/// that reads the same in both directions starts at that cell.
///
/// # Errors
/// [`PatternError`] for another letter or a length that fits no line of the board.
///
/// # Examples
/// ```
/// use parlour::{base::Side, board::pattern::find};
/// let row = [Some(Side::Second), Some(Side::First), None];
/// assert_eq!(find("-xo", 3, 1, |x, _| row[x]).unwrap(), [[(2, 0), (1, 0), (0, 0)]]);
/// ```
pub fn find(
    pattern: &str,
    width: usize,
    height: usize,
    cell: impl Fn(usize, usize) -> Option<Side>,
) -> Result<Vec<Place>, PatternError> {
    let most = width.max(height);
    let given = pattern.chars().count();
    if let Some(letter) = pattern.chars().find(|c| !"xXoO-".contains(*c)) {
        return Err(PatternError::Letter(letter));
    }
    if !(1..=most).contains(&given) {
        return Err(PatternError::Length { given, most });
    }
    let wanted: Vec<Option<Side>> = pattern.chars().map(owner).collect();
    let grid = Grid::new(width, height);
    let is_cell = given == 1;
    let lines = grid.lines(given);
    // A single cell lies in a line of each orientation.
    let lines = lines.take(if is_cell { width * height } else { usize::MAX });
    let places = lines.filter_map(|(orientation, first)| {
        let mut place: Place = (0..given.cast_signed())
            .filter_map(|step| grid.along(first, orientation, step))
            .collect();
        let matches = |place: &Place| place.iter().zip(&wanted).all(|(c, w)| cell(c.0, c.1) == *w);
        if !matches(&place) {
            place.reverse();
        }
        matches(&place).then_some(place)
    });
    Ok(places.collect())
}

const fn owner(letter: char) -> Option<Side> {
    match letter {
        'x' | 'X' => Some(Side::First),
        'o' | 'O' => Some(Side::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{PatternError, Place, find};
    use crate::base::Side;

    fn on(rows: &[&str], pattern: &str) -> Result<Vec<Place>, PatternError> {
        find(pattern, rows[0].len(), rows.len(), |x, y| match rows[y].as_bytes()[x] {
            b'x' => Some(Side::First),
            b'o' => Some(Side::Second),
            _ => None,
        })
    }

    #[test]
    fn places_come_by_orientation_then_row_by_row() {
        let found = on(&["xx-", "-x-", "x--"], "xx").unwrap();
        assert_eq!(found, [[(0, 0), (1, 0)], [(1, 0), (1, 1)], [(1, 1), (0, 2)], [(0, 0), (1, 1)]]);
    }

    #[test]
    fn reversed_places_are_listed_in_pattern_order() {
        assert_eq!(on(&["-xo", "---", "---"], "ox").unwrap(), [[(2, 0), (1, 0)]]);
        assert_eq!(on(&["o--", "x--", "---"], "-xo").unwrap(), [[(0, 2), (0, 1), (0, 0)]]);
        assert_eq!(on(&["--x", "-o-", "---"], "ox").unwrap(), [[(1, 1), (2, 0)]]);
    }

    #[test]
    fn same_cells_are_listed_once() {
        assert_eq!(on(&["xxx"], "xxx").unwrap().len(), 1);
        assert_eq!(on(&["---", "---", "---"], "---").unwrap().len(), 8);
    }

    #[test]
    fn one_letter_finds_each_cell_once_and_capitals_are_letters() {
        assert_eq!(on(&["x-o", "-x-"], "x").unwrap(), [[(0, 0)], [(1, 1)]]);
        assert_eq!(on(&["x-o", "-x-"], "-").unwrap().len(), 3);
        assert_eq!(on(&["xo"], "XO").unwrap(), [[(0, 0), (1, 0)]]);
    }

    #[test]
    fn bad_patterns_are_refused() {
        let board = ["-----", "-----"];
        assert_eq!(on(&board, "xyz"), Err(PatternError::Letter('y')));
        assert_eq!(on(&board, "xé"), Err(PatternError::Letter('é')));
        for (pattern, given) in [("", 0), ("------", 6)] {
            assert_eq!(on(&board, pattern), Err(PatternError::Length { given, most: 5 }));
        }
    }
}
