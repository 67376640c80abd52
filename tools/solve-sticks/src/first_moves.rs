//! The 30 first moves that differ by symmetry.

use parlour::game::{Notation, Position};
use parlour::games::sticks::board::holes_and_pieces::Piece;
use parlour::games::sticks::board::symmetry;
use parlour::games::sticks::{Move, Sticks};

/// The 30 first moves of which all others are images: ten holes, and the three pieces for each.
pub(crate) fn first_moves() -> impl Iterator<Item = Move> {
    let holes = symmetry::representative_holes().into_iter();
    holes.flat_map(|to| Piece::ALL.map(|piece| Move::Drop { piece, to }))
}

/// The position after a first move.
pub(crate) fn after(first: Move) -> Sticks {
    let mut game = Sticks::new();
    let _undo = game.play(first);
    game
}

/// A move of this position in the notation.
pub(crate) fn name(position: &Sticks, m: Move) -> String {
    let mut text = String::new();
    position.write_move(m, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::{after, first_moves, name};
    use parlour::game::Position;
    use parlour::games::sticks::Sticks;
    use std::collections::BTreeSet;

    #[test]
    fn thirty_moves_lead_to_thirty_positions() {
        let keys: BTreeSet<u64> = first_moves().map(|first| after(first).key()).collect();
        let names: BTreeSet<String> = first_moves().map(|m| name(&Sticks::new(), m)).collect();
        assert_eq!((keys.len(), names.len()), (30, 30));
        assert!(names.contains("B@d4") && !names.contains("B@g7"), "{names:?}");
    }
}
