//! What the player `classic` thinks of one piece in one hole: the document's `PositionRank`.

use crate::games::sticks::board::pieces::{Hole, Piece, Pieces, Source};
use crate::games::sticks::board::sequence_states::{HoleStates, PAIRS, Pair, State};
use crate::games::sticks::board::win_detection::WinningHoles;

/// Points for building to N in a sequence, by N ("Score the remaining options").
///
/// The 8 for building to 4 is redundant, as the document says: that is compared before.
const BUILD_POINTS: [u8; 5] = [0, 2, 4, 6, 8];

/// Points for blocking a build to N, by N. The 7 is as redundant as the 8.
const BLOCK_POINTS: [u8; 5] = [0, 0, 1, 3, 7];

/// The document's `PositionRank`: what one piece does in one hole.
///
/// Greater is better, and the first check in which two differ decides: a win, a win of the
/// opponent that is blocked, a sequence built to 4, a build to 4 that is blocked, the points.
/// For a win all other fields are 0, as two wins are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    pub(super) checks: [bool; 4],
    pub(super) points: u8,
}

impl Rank {
    /// Whether the piece wins at once.
    pub(super) const fn is_win(self) -> bool {
        self.checks[0]
    }

    /// The check that decides for this rank, in words.
    pub(super) fn reason(self) -> String {
        match self.checks {
            [true, ..] => "takes an immediate win".to_owned(),
            [_, true, ..] => "blocks an immediate win of the opponent".to_owned(),
            [_, _, true, _] => "builds to 4 in a sequence".to_owned(),
            [.., true] => "blocks a build to 4 in a sequence".to_owned(),
            [..] => format!("best score, {}", points_text(self.points)),
        }
    }
}

fn points_text(points: u8) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}

/// A rank, and the conditions from which it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assessment {
    pub(super) rank: Rank,
    /// Whether some sequence is built to N, by N.
    built: [bool; 6],
    /// Whether a build of the opponent to N is blocked, by N.
    blocked: [bool; 6],
}

impl Assessment {
    /// Assesses a piece of `own` in a hole, which must be open to it.
    pub(super) fn new(own: &Pieces, other: &Pieces, piece: Piece, hole: Hole) -> Self {
        if WinningHoles::of(own).with(piece) & hole.bit() != 0 {
            let rank = Rank { checks: [true, false, false, false], points: 0 };
            return Self { rank, built: [false; 6], blocked: [false; 6] };
        }
        let mut after = *own;
        after.toggle(piece, hole);
        let built = built(own, other, &after, hole);
        let blocked = blocked(own, other, &after, hole);
        let sum = |flags: [bool; 6], points: [u8; 5]| -> u8 {
            flags.into_iter().zip(points).filter(|(flag, _)| *flag).map(|(_, points)| points).sum()
        };
        let blocks_win = can_win(other, own, hole) && !can_win(other, &after, hole);
        let rank = Rank {
            checks: [false, blocks_win, built[4], blocked[4]],
            points: sum(built, BUILD_POINTS) + sum(blocked, BLOCK_POINTS),
        };
        Self { rank, built, blocked }
    }

    /// Everything that counts for the rank, the points of each condition with it.
    pub(super) fn words(&self) -> String {
        if self.rank.is_win() {
            return self.rank.reason();
        }
        let mut items = Vec::new();
        if self.rank.checks[1] {
            items.push("blocks an immediate win of the opponent".to_owned());
        }
        for n in (1..=4).rev().filter(|n| self.built[*n]) {
            items.push(format!("builds to {n} in a sequence +{}", BUILD_POINTS[n]));
        }
        for n in (2..=4).rev().filter(|n| self.blocked[*n]) {
            items.push(format!("blocks a build to {n} in a sequence +{}", BLOCK_POINTS[n]));
        }
        if items.is_empty() { "builds and blocks nothing".to_owned() } else { items.join(", ") }
    }
}

/// Whether the side of `own` could win in this hole if it were to move.
fn can_win(own: &Pieces, other: &Pieces, hole: Hole) -> bool {
    let winning = WinningHoles::of(own);
    Piece::ALL.into_iter().any(|piece| {
        own.source(piece) != Source::Nothing
            && winning.with(piece) & own.open_to(piece, other) & hole.bit() != 0
    })
}

/// The pairs that a hole belongs to.
fn pairs_through(hole: Hole) -> impl Iterator<Item = &'static Pair> {
    PAIRS.iter().filter(move |pair| (pair.sticks | pair.barrels) & hole.bit() != 0)
}

/// "Determining if a Move Builds To N in a Sequence", for N from 0 to 5.
///
/// Some sequence through the hole is not blocked, has more in place than before, and has N.
fn built(own: &Pieces, other: &Pieces, after: &Pieces, hole: Hole) -> [bool; 6] {
    let [before, after] = [own, after].map(|own| HoleStates::of(own, other));
    let mut flags = [false; 6];
    for pair in pairs_through(hole) {
        if let State::Open { in_place, .. } = after.state(pair) {
            flags[usize::from(in_place)] |= in_place > before.in_place(pair);
        }
    }
    flags
}

/// "Determining of a Move Blocks an Opponent's Build to N in a Sequence", for N from 0 to 5.
///
/// Some sequence of the opponent through the hole was not blocked, is blocked now, and had N - 1
/// in place.
fn blocked(own: &Pieces, other: &Pieces, after: &Pieces, hole: Hole) -> [bool; 6] {
    let [before, after] = [own, after].map(|own| HoleStates::of(other, own));
    let mut flags = [false; 6];
    for pair in pairs_through(hole).filter(|pair| after.state(pair) == State::Blocked) {
        if let State::Open { in_place, .. } = before.state(pair) {
            flags[usize::from(in_place) + 1] = true;
        }
    }
    flags
}
