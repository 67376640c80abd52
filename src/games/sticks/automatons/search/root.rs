//! The root: which moves come first, and what is done there besides the search.

use super::node::Here;
use super::reason;
use super::tree::{Tree, holes};
use crate::games::sticks::Move;
use crate::games::sticks::code::Code;
use crate::search::candidates::Candidates;
use crate::search::deepening::RootSearch;
use crate::search::threads::worker::Worker;
use crate::search::value;
use crate::search::window::Window;

/// Nodes of the search of threats before all else.
const ROOT_FOURS: u64 = 20_000;

/// The search of one position.
pub(super) struct Root<'a> {
    pub(super) tree: Tree<'a>,
    /// Every legal move is a candidate.
    pub(super) is_all: bool,
    /// What the prover has taken.
    pub(super) spent: u64,
    /// The prover knows of no win in so many moves of the side to move.
    pub(super) excluded: u32,
}

impl<'a> Root<'a> {
    /// A search among some moves, and these (at least one), the most promising first.
    pub(super) fn new(
        tree: Tree<'a>,
        allowed: &[Move],
        multi_pv: usize,
    ) -> (Self, Candidates<Code>) {
        let field = &tree.field;
        let danger = field.wins(field.mover().other());
        let promise = |m: Move| {
            let Some(piece) = field.piece_of(m) else { return 0 };
            let loss = m.from().map_or(0, |from| field.loss(piece, from));
            let stops = holes(danger) == m.to().bit() && field.stops(danger)[piece.index()];
            field.gain(piece, m.to()) + loss + if stops { 10_000 } else { 0 }
        };
        let mut ranked: Vec<(i32, Code)> =
            allowed.iter().map(|m| (-promise(*m), Code::of(*m))).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let candidates = Candidates::new(ranked.into_iter().map(|(_, code)| code), multi_pv);
        let is_all = allowed.len() == tree.field.count_moves();
        (Self { tree, is_all, spent: 0, excluded: 0 }, candidates)
    }

    /// Looks for a win by threats and brings it to the front.
    fn win_at_once(&mut self, candidates: &mut Candidates<Code>) -> bool {
        if self.tree.field.has_win() {
            let wins = |code| self.tree.field.makes_line(code);
            return candidates.lead(wins, value::win(1)).is_some();
        }
        let Some((best, plies @ 1..)) = self.tree.win_by_fours(ROOT_FOURS) else { return false };
        candidates.lead(|code| code == best, value::win(plies)).is_some()
    }
}

impl<'a> RootSearch<'a> for Root<'a> {
    type Code = Code;
    type Move = Move;

    const ASPIRATION: i32 = 30;
    const WHOLE_DEPTH: i32 = 2;

    fn told(code: Code) -> Move {
        code.unpacked()
    }

    fn strand(&self) -> &Worker<'a, Code> {
        &self.tree.strand
    }

    fn strand_mut(&mut self) -> &mut Worker<'a, Code> {
        &mut self.tree.strand
    }

    fn look(&mut self, code: Code, window: Window, depth: i32, tried: usize) -> Option<i32> {
        self.tree.root_move(code, window, Here { depth, ply: 0, before: 0 }, tried)
    }

    fn line(&self) -> &[Code] {
        &self.tree.memory.lines[1]
    }

    fn settle(&mut self, candidates: &mut Candidates<Code>) -> bool {
        let is_won = candidates.is_single() && self.win_at_once(candidates);
        if is_won {
            self.shorten(candidates);
        }
        is_won
    }

    fn prove(&mut self, candidates: &mut Candidates<Code>, _depth: i32) -> bool {
        let is_first = self.tree.strand.id.is_first();
        let is_won = is_first && (self.ask_further(candidates) || candidates.is_won());
        if is_won {
            self.shorten(candidates);
        }
        is_won
    }

    fn deeds(&self, best: Code) -> Vec<String> {
        reason::deeds(&self.tree.field, best.unpacked())
    }
}
