//! What the root asks the prover, and how much of the search that may take.

use super::game::SticksGame;
use super::params::PARAMS;
use crate::games::sticks::packed_move::Code;
use crate::games::sticks::pieces::Piece;
use crate::games::sticks::prover::{Effort, Unknown};
use crate::search::player::value;
use crate::search::pvs::{Candidates, Search};

/// Where the search has a win that is not proved the prover gets this many times its nodes.
const UNPROVED_SHARE: u64 = 20;
/// Nodes for whether a win that is known can come sooner.
const SHORTER: u64 = 1_000_000;
/// Wins in more moves than this are not searched for.
const MOST_MOVES: u32 = 12;

impl<const ON: u32> Search<'_, SticksGame<ON>> {
    /// Goes on with the question in how many moves the side to move wins; says whether it does.
    ///
    /// A win is brought to the front.
    pub(super) fn ask_further(&mut self, candidates: &mut Candidates<Code>) -> bool {
        let value = candidates.best().value;
        if !candidates.is_single() || !self.game.is_all || value::is_proved(value) {
            return false;
        }
        let searched = self.worker.nodes();
        let nodes = if value::is_unproved_win(value) {
            (UNPROVED_SHARE * searched).saturating_sub(self.game.spent)
        } else {
            PARAMS.root_proofs.nodes(value, searched, self.game.spent)
        };
        nodes >= PARAMS.root_proofs.least && self.ask(candidates, nodes, MOST_MOVES)
    }

    /// Looks whether a proved win of the best move can come sooner, and tells of the shortest.
    pub(super) fn shorten(&mut self, candidates: &mut Candidates<Code>) {
        let value = candidates.best().value;
        let is_win = value > 0 && value::is_proved(value);
        if let Some(plies) = value::plies(value).filter(|_| is_win && self.game.is_all) {
            let moves = (plies as u32).div_ceil(2);
            if self.worker.id.is_first() && candidates.is_single() {
                self.ask(candidates, SHORTER, moves - 1);
            }
            candidates.is_shortest =
                self.game.refuted_moves + 1 >= moves && self.must_not_shift(moves);
        }
    }

    /// Whether the other side has a drop for each of these moves: then having to move does it
    /// no harm, and what the prover says of the length of wins is exact.
    fn must_not_shift(&self, moves: u32) -> bool {
        let field = &self.game.field;
        let other = field.mover().other();
        let drops = Piece::ALL.into_iter().map(|piece| field.in_tray(other, piece));
        drops.map(u32::from).sum::<u32>() >= moves
    }

    /// Asks for a win in one move more than is excluded, and so on.
    fn ask(&mut self, candidates: &mut Candidates<Code>, nodes: u64, most: u32) -> bool {
        let mut left = nodes.min(self.worker.control.nodes_left());
        while self.game.refuted_moves < most && left > 0 {
            let prover = &mut self.thread.proof_search;
            let (before, control) = (prover.nodes(), &mut self.worker.control);
            let mut stop = || !control.check_limits();
            let effort = &mut Effort { nodes: left, stop: &mut stop };
            let answer = prover.wins(&self.game.field, self.game.refuted_moves + 1, effort);
            let taken = prover.nodes() - before;
            left = left.saturating_sub(taken);
            self.game.spent += taken;
            self.worker.control.count_nodes(taken);
            match answer {
                Ok(None) => self.game.refuted_moves += 1,
                Err(Unknown) => return false,
                Ok(Some(m)) => {
                    let plies = 2 * self.game.refuted_moves as usize + 1;
                    let best =
                        candidates.move_to_front(|code| code == Code::of(m), value::win(plies));
                    let is_one = best.is_some();
                    if let Some(best) = best {
                        best.line.truncate(1);
                    }
                    return is_one;
                }
            }
        }
        false
    }
}
