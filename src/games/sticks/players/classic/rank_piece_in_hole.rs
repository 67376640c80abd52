//! What the player `classic` thinks of one piece in one hole: the document's `PositionRank`.

use super::options::{BLOCK_POINTS, BUILD_POINTS, SEES_UNBLOCKABLE};
use crate::base::number_with_noun;
use crate::games::sticks::board::holes_and_pieces::{ALL_HOLES, Hole, Piece, PieceSource, Pieces};
use crate::games::sticks::board::sequence_states::{
    HoleStates, LOCATED_SEQUENCES, LocatedSequence, SequenceState,
};
use crate::games::sticks::board::win_detection::WinningHoles;
use crate::search::Options;

/// By what `classic` ranks a piece in a hole, apart from the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankRules {
    /// Points for building to N in a sequence, by N.
    build_points: [i64; 5],
    /// Points for blocking a build to N, by N.
    block_points: [i64; 5],
    /// Whether it knows that a stick and a hollow barrel of opposite sides share a hole.
    sees_unblockable: bool,
}

/// The document's `PositionRank`: what one piece does in one hole.
///
/// Greater is better, and the first check in which two differ decides: a win, a win of the
/// opponent that is blocked, a sequence built to 4, a build to 4 that is blocked, the points.
/// For a win all other fields are 0, as two wins are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// The four checks, in the order in which they decide.
    pub(super) checks: [bool; 4],
    /// The points of the document for builds and blocks, without a unit.
    pub(super) points: i64,
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
            [..] => format!("best score, {}", number_with_noun(self.points, "point")),
        }
    }
}

/// A rank, and the conditions from which it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assessment {
    /// The rank of the piece in the hole.
    pub(super) rank: Rank,
    /// Whether some sequence is built to N, by N.
    built: [bool; 6],
    /// Whether a build of the opponent to N is blocked, by N.
    blocked: [bool; 6],
}

impl RankRules {
    /// The rules that the options set.
    pub(super) fn new(options: &Options) -> Self {
        let mut rules = Self {
            build_points: [0; 5],
            block_points: [0; 5],
            sees_unblockable: options.check(&SEES_UNBLOCKABLE),
        };
        for (points, spec) in rules.build_points[1..].iter_mut().zip(&BUILD_POINTS) {
            *points = options.number(spec);
        }
        for (points, spec) in rules.block_points[2..].iter_mut().zip(&BLOCK_POINTS) {
            *points = options.number(spec);
        }
        rules
    }

    /// Assesses a piece of `own` in a hole, which must be open to it.
    pub(super) fn assess(
        &self,
        own: &Pieces,
        other: &Pieces,
        piece: Piece,
        hole: Hole,
    ) -> Assessment {
        if WinningHoles::of(own).with(piece) & hole.bit() != 0 {
            let rank = Rank { checks: [true, false, false, false], points: 0 };
            return Assessment { rank, built: [false; 6], blocked: [false; 6] };
        }
        let mut after = *own;
        after.toggle(piece, hole);
        let built = self.built(own, other, &after, hole);
        let blocked = self.blocked(own, other, &after, hole);
        let sum = |flags: [bool; 6], points: [i64; 5]| -> i64 {
            flags.into_iter().zip(points).filter(|(flag, _)| *flag).map(|(_, points)| points).sum()
        };
        let blocks_win = if self.sees_unblockable {
            can_win(other, own, hole) && !can_win(other, &after, hole)
        } else {
            blocked[5]
        };
        let rank = Rank {
            checks: [false, blocks_win, built[4], blocked[4]],
            points: sum(built, self.build_points) + sum(blocked, self.block_points),
        };
        Assessment { rank, built, blocked }
    }

    /// Everything that counts for the rank, the points of each condition with it.
    pub(super) fn words(&self, assessment: &Assessment) -> String {
        let Assessment { rank, built, blocked } = assessment;
        if rank.is_win() {
            return rank.reason();
        }
        let mut items = Vec::new();
        if rank.checks[1] {
            items.push("blocks an immediate win of the opponent".to_owned());
        }
        for n in (1..=4).rev().filter(|n| built[*n]) {
            items.push(format!("builds to {n} in a sequence {:+}", self.build_points[n]));
        }
        for n in (2..=4).rev().filter(|n| blocked[*n]) {
            items.push(format!("blocks a build to {n} in a sequence {:+}", self.block_points[n]));
        }
        if items.is_empty() { "builds and blocks nothing".to_owned() } else { items.join(", ") }
    }

    /// The states of all holes for the side of `own`, as the player sees them.
    ///
    /// If it does not see unblockable holes, every piece but the right one blocks a hole.
    fn hole_states(&self, own: &Pieces, other: &Pieces) -> HoleStates {
        let states = HoleStates::of(own, other);
        if self.sees_unblockable {
            return states;
        }
        let empty = ALL_HOLES & !(own.all() | other.all());
        HoleStates {
            unblockable: [0; 2],
            not_blocked: states.in_place.map(|in_place| in_place | empty),
            ..states
        }
    }

    /// "Determining if a Move Builds To N in a Sequence", for N from 0 to 5.
    ///
    /// Some sequence through the hole is not blocked, has more in place than before, and has N.
    fn built(&self, own: &Pieces, other: &Pieces, after: &Pieces, hole: Hole) -> [bool; 6] {
        let [before, after] = [own, after].map(|own| self.hole_states(own, other));
        let mut flags = [false; 6];
        for pair in pairs_through(hole) {
            if let SequenceState::Open { in_place, .. } = after.state(pair) {
                flags[usize::from(in_place)] |= in_place > before.in_place(pair);
            }
        }
        flags
    }

    /// "Determining of a Move Blocks an Opponent's Build to N in a Sequence", for N from 0 to 5.
    ///
    /// Some sequence of the opponent through the hole was not blocked, is blocked now, and had
    /// N - 1 in place. To block a build to 5 is to block an immediate win.
    fn blocked(&self, own: &Pieces, other: &Pieces, after: &Pieces, hole: Hole) -> [bool; 6] {
        let [before, after] = [own, after].map(|own| self.hole_states(other, own));
        let mut flags = [false; 6];
        for pair in pairs_through(hole).filter(|pair| after.state(pair) == SequenceState::Blocked) {
            if let SequenceState::Open { in_place, .. } = before.state(pair)
                && let Some(flag) = flags.get_mut(usize::from(in_place) + 1)
            {
                *flag = true;
            }
        }
        flags
    }
}

/// Whether the side of `own` could win in this hole if it were to move.
fn can_win(own: &Pieces, other: &Pieces, hole: Hole) -> bool {
    let winning = WinningHoles::of(own);
    Piece::ALL.into_iter().any(|piece| {
        own.source(piece) != PieceSource::Nothing
            && winning.with(piece) & own.open_to(piece, other) & hole.bit() != 0
    })
}

/// The pairs that a hole belongs to.
fn pairs_through(hole: Hole) -> impl Iterator<Item = &'static LocatedSequence> {
    LOCATED_SEQUENCES.iter().filter(move |pair| (pair.sticks | pair.barrels) & hole.bit() != 0)
}
