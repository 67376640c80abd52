//! The root of the selective search, as [`Iterations`](super::aspiration_window_iterations::Iterations) asks for it.

use super::game_trait::PvsSearch;
use super::params::Aspiration;
use super::root_game_trait::RootGame;
use super::root_moves::Candidates;
use super::search::NodeContext;
use super::search_seen_from_root_trait::RootSearch;
use super::techniques::Technique;
use crate::game::Position;
use crate::search::player::alpha_beta_window::Window;
use crate::search::player::score_encoding;
use crate::search::threads::Worker;

impl<'a, G: RootGame> RootSearch<'a> for PvsSearch<'a, G> {
    type Packed = G::Move;
    type Move = <G::Position as Position>::Move;

    fn worker(&self) -> &Worker<'a, G::Move> {
        &self.worker
    }

    fn worker_mut(&mut self) -> &mut Worker<'a, G::Move> {
        &mut self.worker
    }

    fn aspiration(&self) -> Aspiration {
        let aspiration = self.thread.params.aspiration;
        if self.uses(Technique::AspirationWindows) {
            aspiration
        } else {
            Aspiration { first_depth: i32::MAX, ..aspiration }
        }
    }

    fn search_move(&mut self, m: G::Move, window: Window, depth: i32, tried: usize) -> Option<i32> {
        self.thread.pv[1].clear();
        if self.game.wins_at_once(m) {
            return self.worker.count_node().then(|| score_encoding::win(1));
        }
        let at = NodeContext { depth, ply: 0, previous: 0 };
        if tried == 0 {
            return self.search_after(m, window, at);
        }
        let less = if self.uses(Technique::LateMoveReductions) {
            self.thread.params.reductions.root_plies(depth, tried)
        } else {
            0
        };
        let reduced = NodeContext { depth: (depth - less).max(1), ..at };
        let mut value = self.search_after(m, window.null_window(), reduced)?;
        if value > window.alpha {
            value = self.search_after(m, window, at)?;
        }
        Some(value)
    }

    fn pv(&self) -> &[G::Move] {
        &self.thread.pv[1]
    }

    fn prove_before_search(&mut self, candidates: &mut Candidates<G::Move>) -> bool {
        self.uses(Technique::RootProofs) && G::prove_before_search(self, candidates)
    }

    fn prove_between_moves(&mut self, candidates: &mut Candidates<G::Move>) -> bool {
        self.uses(Technique::RootProofs) && G::prove_between_moves(self, candidates)
    }

    fn prove_after_iteration(&mut self, candidates: &mut Candidates<G::Move>, depth: i32) -> bool {
        self.uses(Technique::RootProofs) && G::prove_after_iteration(self, candidates, depth)
    }

    fn lists_all_defences(&self) -> bool {
        self.game.lists_all_defences()
    }

    fn why_only(&self, only: G::Move) -> Option<&'static str> {
        self.game.why_only(only)
    }

    fn explain(&self, best: G::Move) -> Vec<String> {
        self.game.explain(best)
    }
}
