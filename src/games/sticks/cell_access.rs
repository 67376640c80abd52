//! The 49 holes as a grid of cells, for the commands `find`, `playable`, `opportunities`, `lines`.

use std::fmt::Write as _;

use super::board::holes_and_pieces::{Hole, Piece, PieceSource, WIDTH};
use super::board::rules::Sticks;
use super::board::sequence_states::{HoleStates, LOCATED_SEQUENCES, LOCATIONS};
use super::text::side_name;
use crate::base::Side;
use crate::host::{CellAccess, CellLine};

/// The letters of patterns.
///
/// `S H B` are the red pieces and `s h b` the yellow ones, as in positions. A shared hole holds
/// both of its pieces; it is also `X` or `x`, as in positions. `r` is any red piece, `y` any yellow
/// one, `-` an empty hole.
const LETTERS: &str = "SHBshbXxry-";

/// The grid of the game.
pub(super) const CELL_ACCESS: CellAccess<Sticks> = CellAccess {
    size: |_| (WIDTH as usize, WIDTH as usize),
    letters: LETTERS,
    holds: |position, x, y, letter| {
        hole_at(x, y).is_some_and(|hole| stands_for(position, hole, letter))
    },
    fills_up: false,
    write_name: |_, x, y, out| {
        if let Some(hole) = hole_at(x, y) {
            // Writing to a string cannot fail.
            let _ = write!(out, "{hole}");
        }
    },
    playable,
    lines,
};

/// The hole of a cell, whose row counts from the top.
fn hole_at(x: usize, y: usize) -> Option<Hole> {
    let row = usize::from(WIDTH - 1).checked_sub(y)?;
    Hole::new(u8::try_from(x).ok()?, u8::try_from(row).ok()?)
}

/// The column and the row, from the top, of a hole.
const fn cell_of(hole: Hole) -> (usize, usize) {
    (hole.column() as usize, (WIDTH - 1 - hole.row()) as usize)
}

/// Whether one of the [`LETTERS`] stands for what is in the hole.
fn stands_for(position: &Sticks, hole: Hole, letter: char) -> bool {
    let [red, yellow] = Side::BOTH.map(|side| position.pieces(side).at(hole));
    match letter {
        '-' => red.is_none() && yellow.is_none(),
        'r' => red.is_some(),
        'y' => yellow.is_some(),
        'X' => (red, yellow) == (Some(Piece::Hollow), Some(Piece::Stick)),
        'x' => (red, yellow) == (Some(Piece::Stick), Some(Piece::Hollow)),
        _ => {
            let piece = if letter.is_ascii_uppercase() { red } else { yellow };
            piece.is_some_and(|piece| piece.letter() == letter.to_ascii_uppercase())
        }
    }
}

/// The holes that the moves go to, each once, in the order of the moves.
fn playable(position: &Sticks, out: &mut Vec<(usize, usize)>) {
    let mover = position.mover();
    let mut listed = 0;
    for piece in Piece::ALL {
        if position.pieces(mover).source(piece) != PieceSource::Nothing {
            let open = position.open_to(mover, piece);
            out.extend(Hole::all_in(open & !listed).map(cell_of));
            listed |= open;
        }
    }
}

/// The locations through a hole, three times each, with what each sequence has there for the sides.
fn lines(position: &Sticks, x: usize, y: usize, out: &mut Vec<CellLine>) {
    let Some(hole) = hole_at(x, y) else { return };
    let states = Side::BOTH.map(|side| {
        let (own, other) = (position.pieces(side), position.pieces(side.other()));
        HoleStates::of(own, other)
    });
    let through =
        LOCATED_SEQUENCES.iter().filter(|pair| (pair.sticks | pair.barrels) & hole.bit() != 0);
    for pair in through {
        let counts = states.each_ref().map(|states| states.count_holes(pair));
        let [red, yellow] = Side::BOTH.map(side_name);
        out.push(CellLine {
            cells: LOCATIONS[pair.location].holes.map(cell_of).to_vec(),
            words: format!("{} {red} {}; {yellow} {}", pair.sequence, counts[0], counts[1]),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation as _, Position as _};

    fn position(fen: &str) -> Sticks {
        Sticks::new().read_position(fen).expect("a position")
    }

    #[test]
    fn letters_stand_for_pieces_and_sides() {
        let game = position("SHBshb1/xX5/7/7/7/7/7 r");
        let letters = |x, y| -> String {
            LETTERS.chars().filter(|letter| (CELL_ACCESS.holds)(&game, x, y, *letter)).collect()
        };
        let row = |y| (0..7).map(|x| letters(x, y)).collect::<Vec<_>>().join(" ");
        assert_eq!(row(0), "Sr Hr Br sy hy by -");
        assert_eq!(row(1), "Shxry HsXry - - - - -");
    }

    #[test]
    fn playable_holes_are_those_that_moves_go_to_in_their_order() {
        for line in include_str!("perft.txt").lines().filter(|line| !line.starts_with('#')) {
            let game = position(line.split(';').next().unwrap_or_default());
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mut expected = Vec::new();
            for m in moves {
                if !expected.contains(&cell_of(m.to())) {
                    expected.push(cell_of(m.to()));
                }
            }
            let mut found = Vec::new();
            playable(&game, &mut found);
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn lines_have_the_counts_of_the_document() {
        // "1 piece correctly in place, 1 unblockable move, 1 empty hole, and 2 blocked holes"
        let game = position("7/7/7/Sb1sB2/7/7/7 r");
        let mut found = Vec::new();
        lines(&game, 0, 3, &mut found);
        assert_eq!(found.len(), 4 * 3);
        let cells: Vec<(usize, usize)> = (0..5).map(|x| (x, 3)).collect();
        assert_eq!(found[2].cells, cells);
        assert_eq!(
            found[2].words,
            "SBBBS red 1 in place, 1 unblockable, 1 empty, 2 blocked (1 own, 1 opponent's); \
             yellow 1 in place, 0 unblockable, 1 empty, 3 blocked (1 own, 2 opponent's)"
        );
    }
}
