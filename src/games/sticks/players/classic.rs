//! The player `classic`: "The Existing Algorithm" of late 2006, with the flaws that the
//! "Sticks 'n' Barrels Algorithm Design Document" finds in it.
//!
//! It ranks every hole for every kind of piece ("Assigning Value to a Move"), and then chooses the
//! piece to move there ("Picking a Piece to Move"). Builds and blocks are flags, not counts; it
//! does not know unblockable holes, and does not check whether a move blocks its own sequences.

use crate::game::{Position as _, Record};
use crate::games::sticks::board::pieces::{Hole, Piece, Pieces, Source};
use crate::games::sticks::board::sequence_states::{HoleStates, PAIRS, Pair, State};
use crate::games::sticks::board::win_detection::WinningHoles;
use crate::games::sticks::{Move, Sticks};
use crate::search::{Choice, CommonOptions, Options, Player, SearchControl, SearchTask, Watcher};

/// Points for building to N in a sequence, by N ("Score the remaining options").
///
/// The 8 for building to 4 is redundant, as the document says: that is compared before.
const BUILD_POINTS: [u8; 5] = [0, 2, 4, 6, 8];

/// Points for blocking a build to N, by N. The 7 is as redundant as the 8.
const BLOCK_POINTS: [u8; 5] = [0, 0, 1, 3, 7];

/// The player. Uses the options `Seed` and `Level` (below full level); it has no ties to break.
pub struct Classic {
    common: CommonOptions,
}

/// The document's `PositionRank`: what one piece does in one hole.
///
/// Greater is better, and the first board in which two differ decides: a win, a win of the
/// opponent that is blocked, a sequence built to 4, a build to 4 that is blocked, the points.
/// For a win all other fields are 0, as two wins are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    keys: [bool; 4],
    points: u8,
}

impl Rank {
    /// The rank of putting a piece of `own` into a hole, which must be open to it.
    fn new(own: &Pieces, other: &Pieces, piece: Piece, hole: Hole) -> Self {
        if WinningHoles::of(own).with(piece) & hole.bit() != 0 {
            return Self { keys: [true, false, false, false], points: 0 };
        }
        let mut after = *own;
        after.toggle(piece, hole);
        let built = built(own, other, &after, hole);
        let blocked = blocked(own, other, &after, hole);
        let sum = |flags: [bool; 6], points: [u8; 5]| -> u8 {
            flags.into_iter().zip(points).filter(|(flag, _)| *flag).map(|(_, points)| points).sum()
        };
        let blocks_win = can_win(other, own, hole) && !can_win(other, &after, hole);
        Self {
            keys: [false, blocks_win, built[4], blocked[4]],
            points: sum(built, BUILD_POINTS) + sum(blocked, BLOCK_POINTS),
        }
    }

    /// The field that decides for this rank, in words.
    fn reason(self) -> String {
        match self.keys {
            [true, ..] => "takes an immediate win".to_owned(),
            [_, true, ..] => "blocks an immediate win of the opponent".to_owned(),
            [_, _, true, _] => "builds to 4 in a sequence".to_owned(),
            [.., true] => "blocks a build to 4 in a sequence".to_owned(),
            [..] => format!("best score, {} points", self.points),
        }
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

impl Classic {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { common: CommonOptions::new(options) }
    }
}

/// A kind of piece, the hole it goes to, and its rank.
#[derive(Clone, Copy)]
struct RankedPlace {
    rank: Rank,
    piece: Piece,
    hole: Hole,
}

/// The best of all places, the first of equals: hole by hole, and in each the stick, the hollow and
/// the solid barrel.
fn best_place(
    position: &Sticks,
    moves: &[Move],
    control: &mut SearchControl<'_>,
) -> Option<RankedPlace> {
    let (own, other) = sides(position);
    let mut places = [0; 3];
    for m in moves {
        if let Some(piece) = position.piece_of(*m) {
            places[piece.index()] |= m.to().bit();
        }
    }
    let mut best: Option<RankedPlace> = None;
    for hole in Hole::all_in(places[0] | places[1] | places[2]) {
        for piece in Piece::ALL {
            if places[piece.index()] & hole.bit() == 0 {
                continue;
            }
            if !control.count_node() && best.is_some() {
                return best;
            }
            let rank = Rank::new(own, other, piece, hole);
            if best.is_none_or(|best| rank > best.rank) {
                best = Some(RankedPlace { rank, piece, hole });
            }
        }
    }
    best
}

/// Of the moves of this kind of piece to this hole, the one that moves the least valuable piece.
///
/// "Then Move the Least Valuable Piece in Play" mirrors the choice of the place: the value of a
/// piece is the rank of putting it where it stands, the board being what it will be without it.
fn least_loss(position: &Sticks, moves: &[Move], piece: Piece, to: Hole) -> Option<Move> {
    let (own, other) = sides(position);
    let candidates =
        moves.iter().copied().filter(|m| m.to() == to && position.piece_of(*m) == Some(piece));
    candidates.min_by_key(|m| match *m {
        Move::Drop { .. } => Rank::default(),
        Move::Shift { from, .. } => {
            let mut lifted = *own;
            lifted.toggle(piece, to);
            lifted.toggle(piece, from);
            Rank::new(&lifted, other, piece, from)
        }
    })
}

/// The pieces of the mover and of the opponent.
const fn sides(position: &Sticks) -> (&Pieces, &Pieces) {
    let mover = position.mover();
    (position.pieces(mover), position.pieces(mover.other()))
}

impl Player<Sticks> for Classic {
    fn choose(
        &mut self,
        game: &Record<Sticks>,
        task: &SearchTask<'_, Sticks>,
        _watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        if let Some(slip) = self.common.random_move(task.moves) {
            return slip;
        }
        let position = game.position();
        let mut control =
            SearchControl::new(task, position.side()).with_node_cap(self.common.nodes());
        control.start_grace_period();
        let place = best_place(position, task.moves, &mut control);
        let found = place.and_then(|RankedPlace { rank, piece, hole }| {
            Some((rank, least_loss(position, task.moves, piece, hole)?))
        });
        let nodes = control.nodes();
        let Some((rank, best)) = found else {
            return Choice { best: task.moves[0], nodes, reason: "the only move".to_owned() };
        };
        let mut reason = rank.reason();
        if matches!(best, Move::Shift { .. }) {
            reason.push_str("; moves the least valuable piece");
        }
        Choice { best, nodes, reason }
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
    }

    fn restart_stream(&mut self) {
        self.common.restart_stream();
    }
}
