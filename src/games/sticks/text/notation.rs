//! Moves and positions as text.
//!
//! A drop is `S@d4`, a shift `a1d4`. A position is rows 7 to 1, the side to move, and the plies
//! since the last drop if there were any: `7/7/7/S1BhS2/2X4/7/7 r`. `S H B` are red, `s h b`
//! yellow, `X` is a red hollow barrel with a yellow stick, `x` a yellow one with a red stick.

use std::fmt::Write as _;

use super::drawing;
use crate::base::{Outcome, Side, number_with_noun};
use crate::board::drawing_style::Style;
use crate::game::{MoveError, Notation, Position, PositionError, Turn};
use crate::games::sticks::board::holes_and_pieces::{Hole, Piece, Pieces, WIDTH};
use crate::games::sticks::board::move_and_packed_move::Move;
use crate::games::sticks::board::rules::{DRAW_PLIES, Sticks};
use crate::games::sticks::board::win_detection::has_line;

impl Notation for Sticks {
    fn read_move<'a>(&self, text: &'a str) -> Result<(Move, &'a str), MoveError> {
        let (m, rest) = read_any_move(text)
            .ok_or(MoveError::Unreadable("a drop like S@d4 or a shift like a1d4"))?;
        self.check_legal(m)?;
        Ok((m, rest))
    }

    fn write_move(&self, m: Move, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match m {
            Move::Drop { piece, to } => write!(out, "{}@{to}", piece.letter()),
            Move::Shift { from, to } => write!(out, "{from}{to}"),
        };
    }

    fn read_position(&self, text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_whitespace();
        let rows =
            words.next().ok_or_else(|| PositionError::unreadable("the position is empty"))?;
        let sides = read_rows(rows)?;
        let mover = read_side(words.next())?;
        let since_drop = read_counter(words.next())?;
        if let Some(word) = words.next() {
            let defect = format!("nothing follows the counter: {}", quote(word));
            return Err(PositionError::unreadable(defect));
        }
        check_trays(&sides)?;
        if has_line(&sides[mover.index()]) {
            let side = drawing::side_name(mover);
            return Err(PositionError::impossible(format!("{side}, the side to move, has a line")));
        }
        Ok(Self::from_parts(sides, mover, since_drop))
    }

    fn write_position(&self, out: &mut String) {
        for row in (0..WIDTH).rev() {
            write_row(self, row, out);
            out.push(if row == 0 { ' ' } else { '/' });
        }
        out.push(match self.mover() {
            Side::First => 'r',
            Side::Second => 'y',
        });
        if self.since_drop() > 0 {
            let _ = write!(out, " {}", self.since_drop());
        }
    }

    fn draw(&self, style: Style, out: &mut String) {
        drawing::draw(self, style, out);
    }

    fn ending(&self) -> Option<String> {
        match self.turn() {
            Turn::Over(Outcome::Draw) => Some(format!("{DRAW_PLIES} plies without a drop")),
            Turn::Over(_) => Some("a sequence of five".to_owned()),
            Turn::Decide(_) | Turn::Roll(_) => None,
        }
    }
}

/// Reads a move, legal or not, from the beginning of a text; returns it and the rest.
fn read_any_move(text: &str) -> Option<(Move, &str)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let m = if let Some(piece) = Piece::of_letter(first) {
        if chars.next()? != '@' {
            return None;
        }
        Move::Drop { piece, to: read_hole(chars.next()?, chars.next()?)? }
    } else {
        let from = read_hole(first, chars.next()?)?;
        Move::Shift { from, to: read_hole(chars.next()?, chars.next()?)? }
    };
    Some((m, chars.as_str()))
}

fn read_hole(column: char, row: char) -> Option<Hole> {
    let column = (column as u32).checked_sub('a' as u32)?;
    let row = (row as u32).checked_sub('1' as u32)?;
    Hole::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
}

fn read_rows(text: &str) -> Result<[Pieces; 2], PositionError> {
    let count = text.split('/').count();
    if count != usize::from(WIDTH) {
        return Err(PositionError::Count {
            whole: "a position",
            parts: "rows",
            expected: usize::from(WIDTH),
            found: count,
        });
    }
    let mut sides = [Pieces::default(); 2];
    for (row, text) in (0..WIDTH).rev().zip(text.split('/')) {
        read_row(row, text, &mut sides)?;
    }
    Ok(sides)
}

fn read_row(row: u8, text: &str, sides: &mut [Pieces; 2]) -> Result<(), PositionError> {
    let mut column = 0_u8;
    for letter in text.chars() {
        let run = letter.to_digit(10).map(|digit| digit as u8);
        if let Some(run @ 1..=WIDTH) = run {
            column = column.saturating_add(run);
            continue;
        }
        let pieces = read_letter(letter).ok_or_else(|| {
            PositionError::unreadable(format!("row {} has an unknown letter: {letter:?}", row + 1))
        })?;
        if let Some(hole) = Hole::new(column, row) {
            for (side, piece) in pieces.into_iter().flatten() {
                sides[side.index()].toggle(piece, hole);
            }
        }
        column = column.saturating_add(1);
    }
    if column == WIDTH {
        Ok(())
    } else {
        let holes = match column {
            u8::MAX => "far more holes".to_owned(),
            column => number_with_noun(column, "hole"),
        };
        Err(PositionError::unreadable(format!("row {} has {holes}, not 7", row + 1)))
    }
}

/// The pieces of a hole that one letter stands for.
fn read_letter(letter: char) -> Option<[Option<(Side, Piece)>; 2]> {
    Some(match letter {
        'X' => [Some((Side::First, Piece::Hollow)), Some((Side::Second, Piece::Stick))],
        'x' => [Some((Side::First, Piece::Stick)), Some((Side::Second, Piece::Hollow))],
        _ => {
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            [Some((side, Piece::of_letter(letter.to_ascii_uppercase())?)), None]
        }
    })
}

fn read_side(word: Option<&str>) -> Result<Side, PositionError> {
    match word {
        Some("r") => Ok(Side::First),
        Some("y") => Ok(Side::Second),
        Some(word) => Err(PositionError::value("the side to move is r or y", quote(word))),
        None => Err(PositionError::unreadable("the side to move is missing: r or y")),
    }
}

fn read_counter(word: Option<&str>) -> Result<u8, PositionError> {
    let Some(word) = word else { return Ok(0) };
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse()
        .ok()
        .filter(|plies| digits && *plies <= DRAW_PLIES)
        .ok_or_else(|| PositionError::value("plies since the last drop are 0 to 100", quote(word)))
}

fn check_trays(sides: &[Pieces; 2]) -> Result<(), PositionError> {
    for side in Side::BOTH {
        for piece in Piece::ALL {
            let (count, most) = (sides[side.index()].of(piece).count_ones(), piece.supply());
            if count > most {
                let (side, kind) = (drawing::side_name(side), drawing::plural(piece));
                let defect = format!("{side} has {count} {kind}, but only {most} exist");
                return Err(PositionError::impossible(defect));
            }
        }
    }
    Ok(())
}

/// A word of the user, quoted and cut to 20 characters.
fn quote(word: &str) -> String {
    let short: String = word.chars().take(20).collect();
    format!("'{}'", short.escape_debug())
}

fn write_row(position: &Sticks, row: u8, out: &mut String) {
    let mut empty = 0;
    for hole in (0..WIDTH).filter_map(|column| Hole::new(column, row)) {
        let letter = write_letter(position, hole);
        if letter.is_some() && empty > 0 {
            let _ = write!(out, "{empty}");
            empty = 0;
        }
        match letter {
            Some(letter) => out.push(letter),
            None => empty += 1,
        }
    }
    if empty > 0 {
        let _ = write!(out, "{empty}");
    }
}

fn write_letter(position: &Sticks, hole: Hole) -> Option<char> {
    let [red, yellow] = Side::BOTH.map(|side| position.pieces(side).at(hole));
    match (red, yellow) {
        (None, None) => None,
        (Some(piece), None) => Some(piece.letter()),
        (None, Some(piece)) => Some(piece.letter().to_ascii_lowercase()),
        (Some(Piece::Stick), Some(_)) => Some('x'),
        (Some(_), Some(_)) => Some('X'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Sticks, String> {
        Sticks::new().read_position(text).map_err(|error| error.to_string())
    }

    #[test]
    fn refused_positions_name_their_defect() {
        for line in
            include_str!("refused_notations.txt").lines().filter(|line| !line.starts_with('#'))
        {
            let (text, defect) = line.split_once(';').expect("a position and its defect");
            assert_eq!(read(text), Err(defect.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_word_may_hold_several_moves() {
        let (m, rest) = Sticks::new().read_move("S@d4a1b2").expect("a drop");
        assert_eq!((m.to().to_string().as_str(), rest), ("d4", "a1b2"));
    }

    #[test]
    fn texts_that_are_not_moves_are_unreadable() {
        for text in ["", "S", "S@", "S@d", "S@d8", "S@h1", "s@d4", "d4", "d4e", "é1d4", "S@dé"] {
            let error = Sticks::new().read_move(text).expect_err(text);
            assert!(matches!(error, MoveError::Unreadable(_)), "{text}");
        }
    }

    #[test]
    fn illegal_moves_say_why() {
        let game = read("7/7/7/S1BhS2/2X4/7/7 r").expect("a position");
        for (text, reason) in [
            ("a4a5", "sticks of the tray go first"),
            ("c4a5", "barrels of the tray go first"),
            ("d4a5", "the mover has no piece in that hole"),
            ("B@d4", "that hole does not take this piece"),
        ] {
            assert_eq!(game.read_move(text), Err(MoveError::Illegal(reason)), "{text}");
        }
        let game = read("bbbb3/7/7/SB1BS2/7/7/hhh4 y").expect("a position");
        let reason = "the tray holds no piece of this kind";
        assert_eq!(game.read_move("B@c4"), Err(MoveError::Illegal(reason)));
    }

    #[test]
    fn finished_positions_can_be_set_up() {
        let game = read("7/7/7/SSBSS2/7/7/7 y").expect("a position");
        assert_eq!(game.read_move("S@a1"), Err(MoveError::Illegal("the game is over")));
        let game = read("7/7/7/7/7/7/7 r 100").expect("a position");
        assert_eq!(game.read_move("S@a1"), Err(MoveError::Illegal("the game is over")));
    }
}
