//! The player `classic`: "The Existing Algorithm" of late 2006, with the flaws that the
//! "Sticks 'n' Barrels Algorithm Design Document" finds in it.
//!
//! It ranks every hole for every kind of piece ("Assigning Value to a Move"), and then chooses the
//! piece to move there ("Picking a Piece to Move"). Builds and blocks are flags, not counts; it
//! does not check whether a move blocks its own sequences.
//!
//! It "doesn't consider exploiting" unblockable holes, "and it doesn't consider them when deciding
//! when or how to block an opponent": any piece in a hole blocks every sequence that needs another
//! piece there. So it may stop a win of the opponent by a piece that leaves room for it. With the
//! option `SeesUnblockable` it does neither.

pub mod options;
mod rank_piece_in_hole;

use crate::search::player::player_trait::ONLY_MOVE;
use std::cmp::Reverse;

use self::rank_piece_in_hole::{Assessment, Rank, RankRules};
use crate::base::Score;
use crate::game::{Position as _, Record};
use crate::games::sticks::board::holes_and_pieces::{Hole, Piece, Pieces};
use crate::games::sticks::{Move, Sticks};
use crate::search::{
    Choice, CommonOptions, Judgement, MoveValue, Options, Player, Rating, SearchControl,
    SearchTask, Watcher,
};

/// The player `classic`.
///
/// Uses the [`options`] of its own, and `Seed` and `Level` (below full level); it has no ties to
/// break.
pub struct ClassicPlayer {
    rules: RankRules,
    common: CommonOptions,
}

impl ClassicPlayer {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { rules: RankRules::new(options), common: CommonOptions::new(options) }
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
    rules: &RankRules,
    position: &Sticks,
    moves: &[Move],
    control: &mut SearchControl<'_>,
) -> Option<RankedPlace> {
    let (own, other) = sides(position);
    let mut places = [0; 3];
    for m in moves {
        if let Some(piece) = position.piece_moved_by(*m) {
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
            let rank = rules.assess(own, other, piece, hole).rank;
            if best.is_none_or(|best| rank > best.rank) {
                best = Some(RankedPlace { rank, piece, hole });
            }
        }
    }
    best
}

/// Of the moves of this kind of piece to this hole, the one that moves the least valuable piece.
///
/// "Then Move the Least Valuable Piece in Play" mirrors the choice of the place.
fn least_loss(
    rules: &RankRules,
    position: &Sticks,
    moves: &[Move],
    RankedPlace { piece, hole, .. }: RankedPlace,
) -> Option<Move> {
    let candidates = moves
        .iter()
        .copied()
        .filter(|m| m.to() == hole && position.piece_moved_by(*m) == Some(piece));
    candidates.min_by_key(|m| {
        assess_piece_left(rules, position, piece, *m).map_or_else(Rank::default, |loss| loss.rank)
    })
}

/// The value of the piece that a shift moves, where it stands; `None` for a drop.
///
/// It is the rank of putting it there, the board being what it will be without it.
fn assess_piece_left(
    rules: &RankRules,
    position: &Sticks,
    piece: Piece,
    m: Move,
) -> Option<Assessment> {
    let (own, other) = sides(position);
    let mut lifted = *own;
    lifted.toggle(piece, m.to());
    lifted.toggle(piece, m.from()?);
    Some(rules.assess(&lifted, other, piece, m.from()?))
}

/// The pieces of the mover and of the opponent.
const fn sides(position: &Sticks) -> (&Pieces, &Pieces) {
    let mover = position.mover();
    (position.pieces(mover), position.pieces(mover.other()))
}

/// A move with the values of where its piece goes to and of where it stands.
struct AssessedMove {
    /// The move.
    assessed: Move,
    piece: Piece,
    place: Assessment,
    loss: Option<Assessment>,
}

impl AssessedMove {
    /// Assesses a legal move.
    fn new(rules: &RankRules, position: &Sticks, assessed: Move) -> Option<Self> {
        let (own, other) = sides(position);
        let piece = position.piece_moved_by(assessed)?;
        let place = rules.assess(own, other, piece, assessed.to());
        Some(Self {
            assessed,
            piece,
            place,
            loss: assess_piece_left(rules, position, piece, assessed),
        })
    }

    /// Moves in the player's order of preference have ascending keys: [`best_place`], then
    /// [`least_loss`].
    fn preference_key(&self) -> (Reverse<Rank>, Hole, usize, Rank) {
        let loss = self.loss.map_or_else(Rank::default, |loss| loss.rank);
        (Reverse(self.place.rank), self.assessed.to(), self.piece.index(), loss)
    }

    fn judgement(&self, rules: &RankRules) -> Judgement<Move> {
        let mut words = rules.words(&self.place);
        if let Some(loss) = &self.loss {
            words = format!("{words}; where the piece stood: {}", rules.words(loss));
        }
        let value = if self.place.rank.is_win() {
            MoveValue::Rating(Rating::Score(Score::win_in(1)))
        } else {
            MoveValue::Points(self.place.rank.points)
        };
        Judgement { judged_move: self.assessed, value, reason: words }
    }
}

impl Player<Sticks> for ClassicPlayer {
    fn choose(
        &mut self,
        game: &Record<Sticks>,
        task: &SearchTask<'_, Sticks>,
        _watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        if let Some(random) = self.common.random_move(task.moves) {
            return random;
        }
        let position = game.position();
        let mut control = self.common.control(task, position.side());
        let place = best_place(&self.rules, position, task.moves, &mut control);
        let found = place.and_then(|place| {
            Some((place.rank, least_loss(&self.rules, position, task.moves, place)?))
        });
        let nodes = control.nodes();
        let Some((rank, best)) = found else {
            return Choice { best: task.moves[0], nodes, reason: ONLY_MOVE.to_owned() };
        };
        let mut reason = rank.reason();
        if matches!(best, Move::Shift { .. }) {
            reason.push_str("; moves the least valuable piece");
        }
        Choice { best, nodes, reason }
    }

    fn judge(
        &mut self,
        game: &Record<Sticks>,
        task: &SearchTask<'_, Sticks>,
    ) -> Option<Vec<Judgement<Move>>> {
        let position = game.position();
        let moves = task.moves.iter();
        let mut assessed: Vec<_> =
            moves.filter_map(|m| AssessedMove::new(&self.rules, position, *m)).collect();
        assessed.sort_by_key(AssessedMove::preference_key);
        Some(assessed.iter().map(|m| m.judgement(&self.rules)).collect())
    }

    fn configure(&mut self, options: &Options) {
        self.rules = RankRules::new(options);
        self.common.configure(options);
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}
