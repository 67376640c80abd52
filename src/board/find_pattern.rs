//! Finds a pattern of letters in line on a board.

use std::fmt;

use super::grid::Grid;
use crate::base::Side;

/// The letters for cells that hold a stone or nothing, as [`is_stone`] reads them.
pub const STONE_LETTERS: &str = "xo-";

/// Why a pattern was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// A letter has no meaning in the patterns of this game.
    Letter {
        /// The letter that was given.
        given: char,
        /// All letters of the game.
        allowed: &'static str,
    },
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
            Self::Letter { given, allowed } => {
                f.write_str("a pattern is made of ")?;
                let last = allowed.chars().count().saturating_sub(1);
                for (i, letter) in allowed.chars().enumerate() {
                    let before = if i == 0 {
                        ""
                    } else if i == last {
                        " and "
                    } else {
                        ", "
                    };
                    write!(f, "{before}{letter}")?;
                }
                write!(f, ", not '{}'", given.escape_debug())
            }
            Self::Length { given, most } => {
                write!(f, "a pattern has 1 to {most} letters here, not {given}")
            }
        }
    }
}

impl std::error::Error for PatternError {}

/// One occurrence of a pattern: `(column, row)` of each cell, in the pattern's order.
pub type PatternPlace = Vec<(usize, usize)>;

/// Every occurrence of a pattern of stones, in either direction, each set of cells once.
///
/// `x` is a stone of First, `o` of Second, `-` an empty cell, in either case; `cell(x, y)` returns
/// the owner of a cell, columns from the left, rows from the top, both from 0. The order of the
/// places is that of [`find_letters`].
///
/// # Errors
/// [`PatternError`] for another letter or a length that fits no line of the board.
///
/// # Examples
/// ```
/// use parlour::{base::Side, board::find_pattern::find};
/// let row = [Some(Side::Second), Some(Side::First), None];
/// assert_eq!(find("-xo", 3, 1, |x, _| row[x]).unwrap(), [[(2, 0), (1, 0), (0, 0)]]);
/// ```
pub fn find(
    pattern: &str,
    width: usize,
    height: usize,
    cell: impl Fn(usize, usize) -> Option<Side>,
) -> Result<Vec<PatternPlace>, PatternError> {
    find_letters(pattern, STONE_LETTERS, (width, height), |x, y, letter| {
        is_stone(cell(x, y), letter)
    })
}

/// Whether a letter of [`STONE_LETTERS`] stands for a cell of this owner.
pub const fn is_stone(owner: Option<Side>, letter: char) -> bool {
    match owner {
        Some(Side::First) => letter == 'x',
        Some(Side::Second) => letter == 'o',
        None => letter == '-',
    }
}

/// Every occurrence of the pattern, in either direction, each set of cells once.
///
/// The pattern is made of these `letters`; a capital that is not one of them counts as its small
/// letter. `holds(x, y, letter)` says whether a letter stands for what is in a cell, columns from
/// the left, rows from the top, both from 0. Places are ordered by orientation – | / \, then row by
/// row by their topmost (in a row, leftmost) cell. Where a pattern fits in both directions, it
/// starts at that cell.
///
/// # Errors
/// [`PatternError`] for another letter or a length that fits no line of the board.
pub fn find_letters(
    pattern: &str,
    letters: &'static str,
    (width, height): (usize, usize),
    holds: impl Fn(usize, usize, char) -> bool,
) -> Result<Vec<PatternPlace>, PatternError> {
    let most = width.max(height);
    let given = pattern.chars().count();
    let wanted: Vec<char> =
        pattern.chars().map(|letter| read_letter(letter, letters)).collect::<Result<_, _>>()?;
    if !(1..=most).contains(&given) {
        return Err(PatternError::Length { given, most });
    }
    let grid = Grid::new(width, height);
    let is_cell = given == 1;
    let lines = grid.lines(given);
    // A single cell lies in a line of each orientation.
    let lines = lines.take(if is_cell { width * height } else { usize::MAX });
    let places = lines.filter_map(|(orientation, first)| {
        let mut place: PatternPlace = (0..given.cast_signed())
            .filter_map(|step| grid.along(first, orientation, step))
            .collect();
        let matches =
            |place: &PatternPlace| place.iter().zip(&wanted).all(|(c, w)| holds(c.0, c.1, *w));
        if !matches(&place) {
            place.reverse();
        }
        matches(&place).then_some(place)
    });
    Ok(places.collect())
}

/// The letter that is meant, of these letters.
fn read_letter(given: char, letters: &'static str) -> Result<char, PatternError> {
    [given, given.to_ascii_lowercase()]
        .into_iter()
        .find(|letter| letters.contains(*letter))
        .ok_or(PatternError::Letter { given, allowed: letters })
}

#[cfg(test)]
mod tests {
    use super::{PatternError, PatternPlace, STONE_LETTERS, find, find_letters};
    use crate::base::Side;

    fn find_on_rows(rows: &[&str], pattern: &str) -> Result<Vec<PatternPlace>, PatternError> {
        find(pattern, rows[0].len(), rows.len(), |x, y| match rows[y].as_bytes()[x] {
            b'x' => Some(Side::First),
            b'o' => Some(Side::Second),
            _ => None,
        })
    }

    #[test]
    fn places_come_by_orientation_then_row_by_row() {
        let found = find_on_rows(&["xx-", "-x-", "x--"], "xx").unwrap();
        assert_eq!(found, [[(0, 0), (1, 0)], [(1, 0), (1, 1)], [(1, 1), (0, 2)], [(0, 0), (1, 1)]]);
    }

    #[test]
    fn reversed_places_are_listed_in_pattern_order() {
        assert_eq!(find_on_rows(&["-xo", "---", "---"], "ox").unwrap(), [[(2, 0), (1, 0)]]);
        assert_eq!(
            find_on_rows(&["o--", "x--", "---"], "-xo").unwrap(),
            [[(0, 2), (0, 1), (0, 0)]]
        );
        assert_eq!(find_on_rows(&["--x", "-o-", "---"], "ox").unwrap(), [[(1, 1), (2, 0)]]);
    }

    #[test]
    fn same_cells_are_listed_once() {
        assert_eq!(find_on_rows(&["xxx"], "xxx").unwrap().len(), 1);
        assert_eq!(find_on_rows(&["---", "---", "---"], "---").unwrap().len(), 8);
    }

    #[test]
    fn one_letter_finds_each_cell_once_and_capitals_are_letters() {
        assert_eq!(find_on_rows(&["x-o", "-x-"], "x").unwrap(), [[(0, 0)], [(1, 1)]]);
        assert_eq!(find_on_rows(&["x-o", "-x-"], "-").unwrap().len(), 3);
        assert_eq!(find_on_rows(&["xo"], "XO").unwrap(), [[(0, 0), (1, 0)]]);
    }

    #[test]
    fn bad_patterns_are_refused() {
        let board = ["-----", "-----"];
        for (pattern, given) in [("xyz", 'y'), ("xé", 'é')] {
            assert_eq!(
                find_on_rows(&board, pattern),
                Err(PatternError::Letter { given, allowed: STONE_LETTERS })
            );
        }
        for (pattern, given) in [("", 0), ("------", 6)] {
            assert_eq!(find_on_rows(&board, pattern), Err(PatternError::Length { given, most: 5 }));
        }
        let error = find_on_rows(&board, "y").unwrap_err().to_string();
        assert_eq!(error, "a pattern is made of x, o and -, not 'y'");
    }

    #[test]
    fn capitals_count_as_small_letters_unless_they_are_letters_of_their_own() {
        assert_eq!(find_on_rows(&["-x", "xo"], "X-"), find_on_rows(&["-x", "xo"], "x-"));
        let row = ['S', 's', 'r'];
        let find = |pattern| find_letters(pattern, "Ssr", (3, 1), |x, _, letter| row[x] == letter);
        assert_eq!(find("S").unwrap(), [[(0, 0)]]);
        assert_eq!(find("s").unwrap(), [[(1, 0)]]);
        assert_eq!(find("Rs").unwrap(), [[(2, 0), (1, 0)]]);
        assert_eq!(find("b").unwrap_err().to_string(), "a pattern is made of S, s and r, not 'b'");
    }
}
