//! Exact scores alone, without a search for a move: what `batch --score-only` uses.

use std::sync::Arc;

use crate::base::Score;
use crate::games::connect4::Rack;
use crate::games::connect4::opening_table::OpeningTable;
use crate::games::connect4::solver::{Solver, to_score};
use crate::host::ExactScorer;
use crate::search::Options;

/// MiB of its table; where only scores are asked for, they are mostly of many positions.
/// Set by hand.
const MEBIBYTES: u64 = 64;

/// The opening table, and the solver on one thread.
///
/// The solver takes memory when it is first needed.
#[derive(Default)]
pub struct SolverScorer {
    solver: Option<Solver>,
    opening_table: Option<Arc<OpeningTable>>,
}

impl ExactScorer<Rack> for SolverScorer {
    /// From the table that the options choose, if it has the position; `Hash` has no effect.
    fn score(&mut self, rack: &Rack, options: &Options) -> (Score, u64) {
        self.opening_table = OpeningTable::from_options(options, self.opening_table.take());
        if let Some(score) = self.opening_table.as_ref().and_then(|table| table.score(rack)) {
            return (to_score(score.into(), rack.empty_cells()), 0);
        }
        let solver = self.solver.get_or_insert_with(|| Solver::new(MEBIBYTES, 1));
        let before = solver.nodes();
        let score = solver.score(rack, &mut |_| true).lower;
        (to_score(score, rack.empty_cells()), solver.nodes() - before)
    }

    fn forget(&mut self) {
        self.solver = None;
    }
}
