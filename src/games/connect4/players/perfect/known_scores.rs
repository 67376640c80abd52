//! What knows scores: the solver, made when first needed, and the table of solved positions.

use std::sync::Arc;

use crate::games::connect4::opening_table::Book;
use crate::games::connect4::solver::Solver;
use crate::search::Options;

/// The solver and the table of one player.
pub(super) struct Oracle<const W: usize, const H: usize> {
    solver: Option<Solver<W, H>>,
    mebibytes: u64,
    threads: usize,
    /// The table of solved positions that the options choose, if any.
    pub(super) book: Option<Arc<Book>>,
}

impl<const W: usize, const H: usize> Oracle<W, H> {
    /// Nothing made yet.
    pub(super) fn new(options: &Options) -> Self {
        Self {
            solver: None,
            mebibytes: options.spin("Hash").unsigned_abs(),
            threads: usize::try_from(options.spin("Threads")).unwrap_or(1),
            book: Book::chosen(options, None),
        }
    }

    /// Takes options over; forgets where one of them is another.
    pub(super) fn configure(&mut self, options: &Options) {
        self.book = Book::chosen(options, self.book.take());
        let new = Self { book: self.book.clone(), ..Self::new(options) };
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
