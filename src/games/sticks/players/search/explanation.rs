//! What a move does, in the words of the "Sticks 'n' Barrels Algorithm Design Document".

use crate::base::Side;
use crate::games::sticks::board::holes_and_pieces::{Piece, PieceSource};
use crate::games::sticks::board::move_and_packed_move::Move;
use crate::games::sticks::board::sequence_states::LENGTH;
use crate::games::sticks::search_board::{SearchBoard, holes_of};

/// The most parts that an explanation has; the first are the most important.
/// Set by hand; no measurement is recorded.
const MOST_PARTS: usize = 3;

/// Counts of the sequences of one side that are not blocked.
struct SequenceCounts {
    /// By holes in place, 0 to 5.
    in_place: [u32; LENGTH + 1],
    /// Sequences with two or more in place and an unblockable hole.
    unblockable: u32,
}

impl SequenceCounts {
    fn of(board: &SearchBoard, side: Side) -> Self {
        let mut counts = Self { in_place: [0; LENGTH + 1], unblockable: 0 };
        for location in 0..board.patterns().len() {
            let missing = board.missing(side, location);
            for missing in missing.into_iter().filter(|missing| !missing.is_blocked()) {
                let in_place = LENGTH - missing.count() as usize;
                counts.in_place[in_place] += 1;
                counts.unblockable += u32::from(missing.is_unblockable() && in_place >= 2);
            }
        }
        counts
    }
}

/// The effects of a legal move in words: at most three, the most important first.
pub(super) fn explain(board: &SearchBoard, m: Move) -> Vec<String> {
    let side = board.mover();
    let other = side.other();
    let Some(piece) = board.piece_moved_by(m) else { return Vec::new() };
    if board.wins(side)[piece.index()] & m.to().bit() != 0 {
        return vec!["takes an immediate win".to_owned()];
    }
    let mut after = *board;
    after.play(m);
    let [own, own_after] = [board, &after].map(|board| SequenceCounts::of(board, side));
    let [theirs, theirs_after] = [board, &after].map(|board| SequenceCounts::of(board, other));
    let mut explanation = Vec::new();
    explanation.extend(blocked_wins(board, &after, other));
    let built = |n: &usize| own_after.in_place[*n] > own.in_place[*n];
    if let Some(n) = (2..=4).rev().find(built) {
        explanation.push(format!("builds to {n} in a sequence"));
    }
    let blocked = |n: &usize| theirs_after.in_place[*n] < theirs.in_place[*n];
    if let Some(n) = (2..=3).rev().find(blocked) {
        explanation.push(format!("blocks a build to {} in a sequence", n + 1));
    }
    if own_after.unblockable > own.unblockable {
        explanation.push("creates an unblockable hole".to_owned());
    }
    if theirs_after.unblockable < theirs.unblockable {
        explanation.push("removes an unblockable hole of the opponent".to_owned());
    }
    let has_stuck_barrels = |board: &SearchBoard| {
        Piece::ALL.into_iter().any(|piece| board.source(side, piece) == PieceSource::Nothing)
    };
    if has_stuck_barrels(board) && !has_stuck_barrels(&after) {
        explanation.push("frees the barrels on the board".to_owned());
    }
    explanation.truncate(MOST_PARTS);
    explanation
}

/// How many of the holes in which `other` could win at once a move has closed.
fn blocked_wins(before: &SearchBoard, after: &SearchBoard, other: Side) -> Option<String> {
    let [all, left] = [before, after].map(|board| holes_of(board.wins(other)).count_ones());
    match (all, all.checked_sub(left)?) {
        (_, 0) => None,
        (1, 1) => Some("blocks an immediate win of the opponent".to_owned()),
        (all, blocked) => Some(format!("blocks {blocked} of {all} immediate wins of the opponent")),
    }
}

#[cfg(test)]
mod tests {
    use super::explain;
    use crate::game::Notation;
    use crate::games::sticks::Sticks;
    use crate::games::sticks::search_board::SearchBoard;

    fn explained(fen: &str, m: &str) -> String {
        let game = Sticks::new().read_position(fen).unwrap();
        let (m, _) = game.read_move(m).unwrap();
        explain(&SearchBoard::new(&game), m).join(", ")
    }

    #[test]
    fn moves_are_explained_in_the_words_of_the_document() {
        assert_eq!(explained("7/7/7/SB1BS2/7/7/7 r", "S@c4"), "takes an immediate win");
        let block = explained("7/7/7/SB1BS2/7/7/7 y", "B@c4");
        assert!(block.starts_with("blocks an immediate win of the opponent"), "{block}");
        let one_of_two = explained("7/7/SB1BS2/7/SS1SS2/7/7 y", "B@c5");
        assert!(one_of_two.starts_with("blocks 1 of 2 immediate wins of the opponent"));
        assert!(!explained("7/7/SB1BS2/7/SS1SS2/7/7 y", "S@g7").contains("immediate win"));
        assert!(explained("7/7/7/S1BhS2/7/7/7 r", "S@b4").contains("builds to 4 in a sequence"));
        assert!(explained("7/7/7/S1BhS2/7/7/7 y", "S@b4").contains("removes an unblockable hole"));
    }

    #[test]
    fn last_barrel_of_the_tray_frees_those_on_the_board() {
        let text = explained("bbb4/7/7/SB2S2/7/7/hhhh3 y", "B@g1");
        assert!(text.contains("frees the barrels on the board"), "{text}");
    }
}
