//! Why a move, in the words of the "Sticks 'n' Barrels Algorithm Design Document".

use crate::base::Side;
use crate::games::sticks::moves::Move;
use crate::games::sticks::pieces::{Piece, Source};
use crate::games::sticks::search_board::Field;
use crate::games::sticks::search_board::patterns::{BLOCKED, SURE};

/// What is seen of the sequences of one side: how many of them have 0 to 5 in place, not
/// blocked; and how many of those with 2 and more have a hole that the other side cannot shut.
struct Seen {
    in_place: [u32; 6],
    unblockable: u32,
}

fn seen(field: &Field, side: Side) -> Seen {
    let mut seen = Seen { in_place: [0; 6], unblockable: 0 };
    for line in 0..field.lines().len() {
        for wanted in field.wanted(side, line).into_iter().filter(|wanted| wanted & BLOCKED == 0) {
            let in_place = 5 - (wanted & 31).count_ones() as usize;
            seen.in_place[in_place] += 1;
            seen.unblockable += u32::from(wanted & SURE != 0 && in_place >= 2);
        }
    }
    seen
}

/// What a legal move does: at most three things, the weightiest first.
pub(super) fn deeds(field: &Field, m: Move) -> Vec<String> {
    let side = field.mover();
    let other = side.other();
    let Some(piece) = field.piece_of(m) else { return Vec::new() };
    if field.wins(side)[piece.index()] & m.to().bit() != 0 {
        return vec!["takes an immediate win".to_owned()];
    }
    let mut after = *field;
    after.play(m);
    let [own, own_after, theirs, theirs_after] =
        [(field, side), (&after, side), (field, other), (&after, other)].map(|(f, s)| seen(f, s));
    let mut deeds = Vec::new();
    if field.wins(other) != [0; 3] && after.wins(other) == [0; 3] {
        deeds.push("blocks an immediate win of the opponent".to_owned());
    }
    let built = |n: &usize| own_after.in_place[*n] > own.in_place[*n];
    if let Some(n) = (2..=4).rev().find(built) {
        deeds.push(format!("builds to {n} in a sequence"));
    }
    let blocked = |n: &usize| theirs_after.in_place[*n] < theirs.in_place[*n];
    if let Some(n) = (2..=3).rev().find(blocked) {
        deeds.push(format!("blocks a build to {} in a sequence", n + 1));
    }
    if own_after.unblockable > own.unblockable {
        deeds.push("creates an unblockable hole".to_owned());
    }
    if theirs_after.unblockable < theirs.unblockable {
        deeds.push("removes an unblockable hole of the opponent".to_owned());
    }
    let is_bound = |field: &Field| {
        Piece::ALL.into_iter().any(|piece| field.source(side, piece) == Source::Nothing)
    };
    if is_bound(field) && !is_bound(&after) {
        deeds.push("frees the barrels on the board".to_owned());
    }
    deeds.truncate(3);
    deeds
}

#[cfg(test)]
mod tests {
    use super::deeds;
    use crate::game::Notation;
    use crate::games::sticks::Sticks;
    use crate::games::sticks::search_board::Field;

    fn said(fen: &str, m: &str) -> String {
        let game = Sticks::new().read_position(fen).unwrap();
        let (m, _) = game.read_move(m).unwrap();
        deeds(&Field::new(&game), m).join(", ")
    }

    #[test]
    fn moves_are_told_in_the_words_of_the_document() {
        assert_eq!(said("7/7/7/SB1BS2/7/7/7 r", "S@c4"), "takes an immediate win");
        let block = said("7/7/7/SB1BS2/7/7/7 y", "B@c4");
        assert!(block.starts_with("blocks an immediate win of the opponent"), "{block}");
        assert!(said("7/7/7/S1BhS2/7/7/7 r", "S@b4").contains("builds to 4 in a sequence"));
        assert!(said("7/7/7/S1BhS2/7/7/7 y", "S@b4").contains("removes an unblockable hole"));
    }

    #[test]
    fn last_barrel_of_the_tray_frees_those_on_the_board() {
        let text = said("bbb4/7/7/SB2S2/7/7/hhhh3 y", "B@g1");
        assert!(text.contains("frees the barrels on the board"), "{text}");
    }
}
