//! The board of fields as the selective search plays on it.

use super::moves;
use super::params::PARAMS;
use crate::base::Side;
use crate::base::rng::GOLDEN_GAMMA;
use crate::games::sticks::packed_move::Code;
use crate::games::sticks::pieces::{Piece, Source};
use crate::games::sticks::prover::Prover;
use crate::games::sticks::rules::DRAW_PLIES;
use crate::games::sticks::search_board::threats::Four;
use crate::games::sticks::search_board::{Field, Wins};
use crate::search::player::value;
use crate::search::player::value::MAX_EVAL;
use crate::search::pvs::{Forced, Game, MoveList, Params, Scored, Search, Technique, Techniques};

/// Nodes of a search of threats at the horizon: one threat that cannot be stopped.
const LEAF_FOURS: u64 = 1;
/// From this many plies without a drop on, the key of the table counts them.
const COUNTER_MATTERS: u8 = 60;

/// The game of `search`, with the techniques of [`Techniques::from_bits`].
pub struct SticksGame<const ON: u32 = { PARAMS.on.bits() }> {
    pub(super) field: Field,
    /// The keys of the game since its last drop, then those of the line being searched.
    pub(super) path: Vec<u64>,
    /// Where in the path the root is.
    pub(super) rooted: usize,
    /// Keys that have stood twice in the game since its last drop.
    pub(super) twice: Vec<u64>,
    /// Mixed into every key: which positions have stood twice.
    pub(super) salt: u64,
    /// Lists that are not in use, of threats and of replies to them.
    pub(super) fours: Vec<Vec<Four>>,
    pub(super) replies: Vec<Scored<Code>>,
    /// Every legal move of the root is a candidate.
    pub(super) is_all: bool,
    /// Nodes that the prover has taken.
    pub(super) spent: u64,
    /// The prover knows of no win in this many moves of the side to move.
    pub(super) refuted_moves: u32,
}

/// The holes in which the other side wins next.
pub(super) const fn holes(wins: Wins) -> u64 {
    wins[0] | wins[1] | wins[2]
}

impl<const ON: u32> Game for SticksGame<ON> {
    const PARAMS: Params = Params { on: Techniques::from_bits(ON), ..PARAMS };

    type Move = Code;
    type Undo = Field;
    type Defences = ();
    type ProofSearch = Prover;

    #[inline]
    fn side(&self) -> Side {
        self.field.mover()
    }

    #[inline]
    fn key(&self) -> u64 {
        let counter = self.field.since_drop();
        let late = if counter < COUNTER_MATTERS { 0 } else { u64::from(counter) << 48 | 1 };
        self.field.key() ^ self.salt ^ late.wrapping_mul(GOLDEN_GAMMA)
    }

    #[inline]
    fn static_eval(&self) -> i32 {
        self.field.estimate().clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// A draw by the rules, or a line in one.
    #[inline]
    fn terminal_value(&self, ply: usize) -> Option<i32> {
        if self.field.is_drawn() || self.is_repeated() {
            return Some(0);
        }
        self.field.has_win().then(|| value::win(ply + 1))
    }

    #[inline]
    fn forced_replies(&self, ply: usize, moves: &mut Vec<Scored<Code>>) -> Forced<Code> {
        let wins = self.field.wins(self.field.mover().other());
        let holes = holes(wins);
        if holes == 0 {
            return Forced::No;
        }
        if self.field.since_drop() + 1 == DRAW_PLIES && self.can_shift() {
            return Forced::Value(0);
        }
        let start = moves.len();
        if holes.is_power_of_two() {
            self.field.list_stops(wins, moves);
        }
        if moves.len() > start { Forced::Listed } else { Forced::Value(value::loss(ply + 2)) }
    }

    #[inline]
    fn list_moves(&mut self, _defence: Option<&()>, list: &mut MoveList<'_, Self>) {
        let mut fours = self.fours.pop().unwrap_or_default();
        self.field.fours(&mut fours);
        let most =
            if Self::PARAMS.on.has(Technique::MoveSelection) { moves::LIFTS } else { usize::MAX };
        moves::list(&self.field, &fours, most, |code, slot, score| list.add(code, slot, score));
        self.fours.push(fours);
    }

    #[inline]
    fn slot(&self, code: Code) -> usize {
        code.place(&self.field)
    }

    #[inline]
    fn play(&mut self, code: Code) -> Field {
        let before = self.field;
        self.path.push(before.key());
        self.field.play(code.unpacked());
        before
    }

    #[inline]
    fn pass(&mut self) -> Field {
        let before = self.field;
        self.path.push(before.key());
        self.field.pass();
        before
    }

    #[inline]
    fn undo(&mut self, before: Field) {
        self.field = before;
        self.path.pop();
    }

    #[inline]
    fn win_by_threats(search: &mut Search<'_, Self>) -> Option<usize> {
        if !search.game.field.has_threes() {
            return Some(0);
        }
        search.win_by_fours(LEAF_FOURS).map(|(_, plies)| plies)
    }

    /// Not where the game may be drawn before the end comes.
    #[inline]
    fn is_table_value_valid(&self, value: i32, ply: usize) -> bool {
        let plies = value::plies(value).map_or(0, |plies| plies.saturating_sub(ply));
        plies + usize::from(self.field.since_drop()) < usize::from(DRAW_PLIES)
    }
}

impl<const ON: u32> SticksGame<ON> {
    /// Whether the position has stood in the line being searched, or twice in the game.
    fn is_repeated(&self) -> bool {
        let since = usize::from(self.field.since_drop());
        if since < 2 {
            return false;
        }
        let (key, path) = (self.field.key(), &self.path);
        let first = path.len().saturating_sub(since);
        path[first.max(self.rooted)..].contains(&key) || self.twice.contains(&key)
    }

    /// Whether the mover has a piece on the board that it may shift.
    fn can_shift(&self) -> bool {
        let mover = self.field.mover();
        Piece::ALL.into_iter().any(|piece| {
            matches!(self.field.source(mover, piece), Source::Board(holes) if holes != 0)
                && self.field.open_to(mover, piece) != 0
        })
    }
}
