//! The root: which moves come first, and what is done there besides the search.

use std::time::Duration;

use super::game::{SticksGame, holes};
use super::reason;
use crate::base::rng::mix;
use crate::game::Record;
use crate::games::sticks::Sticks;
use crate::games::sticks::packed_move::Code;
use crate::games::sticks::prover::Prover;
use crate::games::sticks::search_board::Field;
use crate::search::player::value;
use crate::search::pvs::{Candidates, RootGame, Search};

/// Nodes of the search of threats before all else.
const ROOT_FOURS: u64 = 20_000;
/// Entries of the prover's table: 2 MiB.
const PROOFS: usize = 1 << 17;
/// What a move that stops a win of the other side is put first by.
const STOPS: i32 = 10_000;

impl<const ON: u32> RootGame for SticksGame<ON> {
    type Position = Sticks;

    fn new(record: &Record<Sticks>, prover: &mut Prover, _time: Option<Duration>) -> Self {
        let position = record.position();
        let keys: Vec<u64> = record.keys().collect();
        let since = keys.len().saturating_sub(usize::from(position.since_drop()));
        let path = keys[since..].to_vec();
        let mut twice = Vec::new();
        for (at, key) in path.iter().enumerate() {
            if path[..at].contains(key) && !twice.contains(key) {
                twice.push(*key);
            }
        }
        prover.begin(&twice);
        Self {
            field: Field::new(position),
            rooted: path.len(),
            salt: twice.iter().fold(0, |salt, key| salt ^ mix(*key)),
            path,
            twice,
            fours: Vec::new(),
            replies: Vec::new(),
            is_all: false,
            spent: 0,
            refuted_moves: 0,
        }
    }

    fn proof_search(_mebibytes: u64) -> Prover {
        Prover::new(PROOFS)
    }

    fn forget(prover: &mut Prover) {
        *prover = Prover::new(PROOFS);
    }

    fn root_moves(&mut self, allowed: &[Code], _least: usize) -> Vec<Code> {
        let field = &self.field;
        self.is_all = allowed.len() == field.count_moves();
        let danger = field.wins(field.mover().other());
        let score = |code: Code| {
            let m = code.unpacked();
            let Some(piece) = field.piece_of(m) else { return 0 };
            let loss = m.from().map_or(0, |from| field.loss(piece, from));
            let stops = holes(danger) == m.to().bit() && field.stops(danger)[piece.index()];
            field.gain(piece, m.to()) + loss + if stops { STOPS } else { 0 }
        };
        let mut ranked: Vec<(i32, Code)> =
            allowed.iter().map(|code| (-score(*code), *code)).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, code)| code).collect()
    }

    fn wins_at_once(&self, code: Code) -> bool {
        let m = code.unpacked();
        let wins = self.field.wins(self.field.mover());
        let is_hole =
            self.field.piece_of(m).is_some_and(|piece| wins[piece.index()] & m.to().bit() != 0);
        is_hole && self.field.makes_line(code)
    }

    fn prove_before(search: &mut Search<'_, Self>, candidates: &mut Candidates<Code>) -> bool {
        let is_won = candidates.is_single() && search.wins_by_fours(candidates);
        if is_won {
            search.shorten(candidates);
        }
        is_won
    }

    fn prove_after(
        search: &mut Search<'_, Self>,
        candidates: &mut Candidates<Code>,
        _depth: i32,
    ) -> bool {
        let is_first = search.worker.id.is_first();
        let is_won = is_first && (search.ask_further(candidates) || candidates.is_won());
        if is_won {
            search.shorten(candidates);
        }
        is_won
    }

    fn explain(&self, best: Code) -> Vec<String> {
        reason::deeds(&self.field, best.unpacked())
    }
}

impl<const ON: u32> Search<'_, SticksGame<ON>> {
    /// Looks for a win by threats and brings it to the front.
    fn wins_by_fours(&mut self, candidates: &mut Candidates<Code>) -> bool {
        if self.game.field.has_win() {
            let wins = |code| self.game.field.makes_line(code);
            return candidates.move_to_front(wins, value::win(1)).is_some();
        }
        let Some((best, plies @ 1..)) = self.win_by_fours(ROOT_FOURS) else { return false };
        candidates.move_to_front(|code| code == best, value::win(plies)).is_some()
    }
}
