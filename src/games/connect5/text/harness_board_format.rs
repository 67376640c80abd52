//! The board format of the test harness of the 2001 course: one board in, one move out as `(x y)`.
//!
//! A board of 5 to 22 cells each way is read in one of three forms:
//!
//! ```text
//! - - X O -      (list (list '- '- 'X 'O '-) …)      5
//! …                                                  0 0 1 -1 0 …
//! ```
//!
//! Plain rows (blanks between the letters or none), the Scheme list, and whole numbers: 1 own,
//! 0 empty, −1 the opponent's, with or without the size in front of a square board.
//!
//! A square board may also stand on one line, cell after cell; so may plain rows with blanks between
//! the rows alone.
//!
//! X (1) is to move if it has as many stones as O, or one less. In plain rows O is to move if X has
//! one stone more. Other counts are refused.

use std::fmt::Write as _;

use crate::base::number_with_noun;
use crate::game::{Notation, PositionError};
use crate::games::connect5::Board;
use crate::games::connect5::board::line_bitboards::{MAX_SIZE, MIN_SIZE_FOR_FIVE};

/// One cell of such a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    X,
    O,
    Empty,
}

type MarkRows = Vec<Vec<Mark>>;

/// Turns the text of a board into a freestyle position, as the game's notation reads it.
///
/// X becomes `x`, O becomes `o`.
///
/// # Errors
/// [`PositionError`] naming the defect: no board, ragged rows, a size or counts of stones that
/// are not allowed, or what the notation refuses.
pub fn read(text: &str) -> Result<String, PositionError> {
    let is_scheme = text.trim_start().starts_with(['(', '\'', '`', ';']);
    let is_numeric = !text.trim().is_empty() && text.split_whitespace().all(is_number);
    let rows = if is_scheme {
        read_scheme(text)?
    } else if is_numeric {
        read_numbers(text)?
    } else {
        read_plain(text)?
    };
    let rows = into_square(rows)?;
    check_widths(&rows)?;
    let fen = write_fen(&rows, !is_scheme && !is_numeric)?;
    // The notation refuses wrong sizes and finished boards.
    Board::default().read_position(&fen).map(|_| fen)
}

/// Writes a move of the position that [`read`] gave as `(x y)`.
///
/// Column, then row, 0-based from the top left. A text that is not a legal move there is returned
/// as it is.
pub fn write(fen: &str, played: &str) -> String {
    Board::default()
        .read_position(fen)
        .ok()
        .and_then(|board| board.read_move(played).ok())
        .map_or_else(|| played.to_owned(), |(cell, _)| format!("({} {})", cell.x, cell.y))
}

/// The rows of a board that stands on one line; other boards as they are.
fn into_square(mut rows: MarkRows) -> Result<MarkRows, PositionError> {
    if rows.len() != 1 {
        return Ok(rows);
    }
    let cells = rows.swap_remove(0);
    match cells.len().isqrt() {
        size @ MIN_SIZE_FOR_FIVE..=MAX_SIZE if size * size == cells.len() => {
            Ok(cells.chunks(size).map(<[Mark]>::to_vec).collect())
        }
        _ => Err(PositionError::impossible(format!(
            "a board on one line is a square of {MIN_SIZE_FOR_FIVE} to {MAX_SIZE} cells each way, not {} cells",
            cells.len()
        ))),
    }
}

/// Checks that all rows have one width.
fn check_widths(rows: &MarkRows) -> Result<(), PositionError> {
    let Some(first) = rows.first() else {
        return Err(PositionError::unreadable("there is no board in the text"));
    };
    for (row, number) in rows.iter().zip(1..) {
        let (cells, width) = (row.len(), first.len());
        let defect = if cells > MAX_SIZE {
            format!("row {number} has {cells} cells, and a board at most {MAX_SIZE}")
        } else if cells != width {
            format!(
                "row {number} has {}, the first row has {width}",
                number_with_noun(cells, "cell")
            )
        } else {
            continue;
        };
        return Err(PositionError::unreadable(defect));
    }
    Ok(())
}

fn read_plain(text: &str) -> Result<MarkRows, PositionError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_one_line = text.trim().lines().count() == 1;
    let has_rows = words.len() > 1 && words.iter().all(|word| word.chars().count() > 1);
    let lines: Vec<&str> = if is_one_line && has_rows { words } else { text.lines().collect() };
    lines
        .into_iter()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).map(mark).collect())
        .filter(|row: &Result<Vec<Mark>, _>| row.as_ref().map_or(true, |row| !row.is_empty()))
        .collect()
}

/// Reads the innermost lists; the words `list` and `quote` and all quote signs are skipped.
fn read_scheme(text: &str) -> Result<MarkRows, PositionError> {
    let bare: String = text
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default())
        .flat_map(|line| line.chars().chain(['\n']))
        .map(|c| if matches!(c, '\'' | '`' | '"') { ' ' } else { c })
        .collect();
    let (mut rows, mut row) = (MarkRows::new(), Vec::new());
    let mut depth = 0_usize;
    for piece in bare.split_inclusive(['(', ')']) {
        let words = piece.trim_end_matches(['(', ')']);
        for word in words.split_whitespace().filter(|w| !matches!(*w, "list" | "quote")) {
            row.push(scheme_mark(word, depth)?);
        }
        if !row.is_empty() && words.len() < piece.len() {
            rows.push(std::mem::take(&mut row));
        }
        match piece.chars().next_back() {
            Some('(') => depth += 1,
            Some(')') => {
                depth = depth.checked_sub(1).ok_or_else(|| unbalanced("one bracket too many"))?;
            }
            _ => {}
        }
    }
    if depth == 0 { Ok(rows) } else { Err(unbalanced("a bracket is not closed")) }
}

fn scheme_mark(word: &str, depth: usize) -> Result<Mark, PositionError> {
    let mut letters = word.chars();
    match (letters.next(), letters.next(), depth) {
        (Some(letter), None, 1..) => mark(letter),
        _ => Err(PositionError::unreadable(format!("'{}' is not a cell", word.escape_debug()))),
    }
}

fn unbalanced(defect: &str) -> PositionError {
    PositionError::unreadable(format!("the list does not end where it should: {defect}"))
}

fn read_numbers(text: &str) -> Result<MarkRows, PositionError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let size = words.first().and_then(|w| w.parse::<usize>().ok()).filter(|n| *n > 1);
    let Some(size) = size else {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        return lines.map(|line| line.split_whitespace().map(number).collect()).collect();
    };
    let cells = words.len() - 1;
    if size.checked_mul(size) != Some(cells) {
        let defect = format!("a board of size {size} does not have {cells} cells");
        return Err(PositionError::unreadable(defect));
    }
    words[1..].chunks(size).map(|row| row.iter().copied().map(number).collect()).collect()
}

/// Whether a word is digits, with or without a minus sign before them.
fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn number(word: &str) -> Result<Mark, PositionError> {
    match word.parse() {
        Ok(1) => Ok(Mark::X),
        Ok(0) => Ok(Mark::Empty),
        Ok(-1) => Ok(Mark::O),
        _ => Err(PositionError::value("a cell is 1, 0 or -1", format_args!("'{word}'"))),
    }
}

fn mark(letter: char) -> Result<Mark, PositionError> {
    match letter {
        'X' | 'x' => Ok(Mark::X),
        'O' | 'o' => Ok(Mark::O),
        '-' => Ok(Mark::Empty),
        _ => {
            let shown = letter.escape_debug();
            Err(PositionError::value("a cell is X, O or -", format_args!("'{shown}'")))
        }
    }
}

fn write_fen(rows: &MarkRows, o_may_move: bool) -> Result<String, PositionError> {
    let count = |wanted| rows.iter().flatten().filter(|m| **m == wanted).count();
    let (x, o) = (count(Mark::X), count(Mark::O));
    let side = if x == o || x + 1 == o {
        'x'
    } else if o_may_move && x == o + 1 {
        'o'
    } else {
        return Err(PositionError::impossible(format!(
            "{x} X and {o} O: neither side can be to move"
        )));
    };
    let mut fen = String::new();
    for (i, row) in rows.iter().enumerate() {
        if i > 0 {
            fen.push('/');
        }
        for run in row.chunk_by(|a, b| a == b) {
            match run {
                [Mark::Empty, ..] => _ = write!(fen, "{}", run.len()),
                [Mark::X, ..] => fen.extend(run.iter().map(|_| 'x')),
                _ => fen.extend(run.iter().map(|_| 'o')),
            }
        }
    }
    let _ = write!(fen, " {side}");
    Ok(fen)
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    /// The board of the 2001 program's own notes.
    const BOARD_OF_NOTES: [&str; 6] = ["------", "-XXX--", "--OOOX", "-O----", "XXX---", "OOO---"];
    const FEN: &str = "6/1xxx2/2ooox/1o4/xxx3/ooo3 x";

    /// The seed's board with every cell written out and rows put together by `row`.
    fn write_board_of_notes(
        cell: impl Fn(char) -> String,
        row: impl Fn(String) -> String,
    ) -> String {
        BOARD_OF_NOTES.iter().map(|r| row(r.chars().map(&cell).collect())).collect()
    }

    fn refusal(text: &str) -> String {
        read(text).expect_err("refused").to_string()
    }

    #[test]
    fn all_forms_of_the_seed_board_are_one_position() {
        let spaced = write_board_of_notes(|c| format!("{c} "), |r| format!("{r}\r\n"));
        let tight = write_board_of_notes(|c| c.to_string(), |r| format!("{r}\n"));
        let list = format!(
            "(list {})\n",
            write_board_of_notes(|c| format!(" '{c}"), |r| format!("(list{r})\n"))
        );
        let quoted =
            format!("'({})", write_board_of_notes(|c| format!("{c} "), |r| format!("({r})")));
        let long = format!(
            "(quote ({}))",
            write_board_of_notes(|c| format!(" {c}"), |r| format!("({r})"))
        );
        let digit = |c| match c {
            'X' => "1 ".to_owned(),
            'O' => "-1 ".to_owned(),
            _ => "0 ".to_owned(),
        };
        let numbers = write_board_of_notes(digit, |r| format!("{r}\n"));
        let sized = format!("6\n{numbers}");
        let flat = sized.replace('\n', " ");
        let one_line = spaced.replace("\r\n", "");
        let words = tight.replace('\n', " ");
        let letters = tight.replace('\n', "");
        let cells = numbers.replace('\n', "");
        let flat_list = format!("({one_line})");
        for form in [spaced, tight, list, quoted, long, numbers, sized, flat]
            .into_iter()
            .chain([one_line, words, letters, cells, flat_list])
        {
            assert_eq!(read(&form).as_deref(), Ok(FEN), "{form}");
        }
    }

    #[test]
    fn moves_are_column_then_row_from_the_top_left() {
        assert_eq!(write(FEN, "e5"), "(4 1)");
        assert_eq!(write(FEN, "a6"), "(0 0)");
        assert_eq!(write(FEN, "f1"), "(5 5)");
    }

    #[test]
    fn counts_decide_the_side_to_move() {
        let one_more = "X----\n-----\n-----\n-----\n-----\n";
        assert_eq!(read(one_more).as_deref(), Ok("x4/5/5/5/5 o"));
        assert_eq!(read(&one_more.replace('X', "O")).as_deref(), Ok("o4/5/5/5/5 x"));
        let numbers = "1 0 0 0 0\n".to_owned() + &"0 0 0 0 0\n".repeat(4);
        assert_eq!(refusal(&numbers), "1 X and 0 O: neither side can be to move");
        assert_eq!(read(&numbers.replace('1', "-1")).as_deref(), Ok("o4/5/5/5/5 x"));
        assert!(refusal(&one_more.replace("X-", "XX")).starts_with("2 X and 0 O"));
    }

    #[test]
    fn rectangles_are_read_without_a_size() {
        let rows = "0 0 0 0 0 0 1\n".to_owned() + &"0 0 0 0 0 0 0\n".repeat(4);
        let fen = read(&(rows + "-1 0 0 0 0 0 0\n"));
        assert_eq!(fen.as_deref(), Ok("6x/7/7/7/7/o6 x"));
    }

    #[test]
    fn refusal_names_the_defect() {
        for (text, defect) in [
            ("", "there is no board"),
            ("()", "there is no board"),
            (&format!("{0}\n{0}", "-".repeat(23)), "row 1 has 23 cells, and a board at most 22"),
            ("-----\n----\n-----\n-----\n-----", "row 2 has 4 cells, the first row has 5"),
            ("- - - X X X", "a board on one line is a square of 5 to 22 cells each way, not 6"),
            ("---\n---\n---", "a board is 5 to 22"),
            ("--é--", "a cell is X, O or -, not 'é'"),
            ("(list (list '- 'X)", "the list does not end"),
            (")(", "a cell is X, O or -"),
            ("(list))", "the list does not end"),
            ("(list 'foo)", "'foo' is not a cell"),
            ("5 0 0", "a board of size 5 does not have 2 cells"),
            ("18446744073709551615 0", "a board of size"),
            ("99999999999999999999 0", "a cell is 1, 0 or -1"),
            ("0 2", "a cell is 1, 0 or -1, not '2'"),
            ("XXXXX\nOOOO-\n-----\nO----\n-----", "the side to move has five"),
        ] {
            let reason = refusal(text);
            assert!(reason.starts_with(defect), "{text}: {reason}");
        }
    }
}
