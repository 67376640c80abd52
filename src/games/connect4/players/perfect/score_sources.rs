//! Where exact scores come from: the solver, made when first needed, and the opening table.

use std::sync::Arc;

use crate::games::connect4::opening_table::OpeningTable;
use crate::games::connect4::solver::Solver;
use crate::search::Options;

/// The solver and the opening table of one player.
pub(super) struct ScoreSources<const W: usize, const H: usize> {
    solver: Option<Solver<W, H>>,
    mebibytes: u64,
    threads: usize,
    /// The opening table that the options choose, if any.
    pub(super) opening_table: Option<Arc<OpeningTable>>,
}

impl<const W: usize, const H: usize> ScoreSources<W, H> {
    /// By these options; takes no memory yet.
    pub(super) fn new(options: &Options) -> Self {
        Self {
            solver: None,
            mebibytes: options.spin("Hash").unsigned_abs(),
            threads: usize::try_from(options.spin("Threads")).unwrap_or(1),
            opening_table: OpeningTable::from_options(options, None),
        }
    }

    /// Takes new options; forgets what was proved where one of the solver's has changed.
    pub(super) fn configure(&mut self, options: &Options) {
        self.opening_table = OpeningTable::from_options(options, self.opening_table.take());
        let new = Self { opening_table: self.opening_table.clone(), ..Self::new(options) };
        if (new.mebibytes, new.threads) != (self.mebibytes, self.threads) {
            *self = new;
        }
    }

    /// Forgets what the solver has proved, and gives the memory back.
    pub(super) fn forget(&mut self) {
        self.solver = None;
    }

    /// The solver, whose table is small at first.
    pub(super) fn solver(&mut self) -> &mut Solver<W, H> {
        self.solver.get_or_insert_with(|| Solver::new(self.mebibytes, self.threads))
    }
}
