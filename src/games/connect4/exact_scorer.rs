//! Exact scores alone, without a search for a move: what `batch --score-only` uses.

use crate::base::Score;
use crate::games::connect4::Rack;
use crate::games::connect4::solver::{Solver, to_score};
use crate::host::Scorer;

/// MiB of its table; where only scores are asked for, they are mostly of many positions.
const MEBIBYTES: u64 = 64;

/// The solver on one thread, which takes memory at the first call.
#[derive(Default)]
pub struct ExactScorer<const W: usize, const H: usize> {
    solver: Option<Solver<W, H>>,
}

impl<const W: usize, const H: usize> Scorer<Rack<W, H>> for ExactScorer<W, H> {
    fn score(&mut self, rack: &Rack<W, H>) -> (Score, u64) {
        let solver = self.solver.get_or_insert_with(|| Solver::new(MEBIBYTES, 1));
        let before = solver.nodes();
        let score = solver.score(rack, &mut |_| true).lower;
        let plies = rack.mask.count_ones().cast_signed();
        (to_score::<W, H>(score, plies), solver.nodes() - before)
    }

    fn forget(&mut self) {
        self.solver = None;
    }
}
