//! A small solver for a glance and a large one for all else, made when first needed.

use crate::games::connect4::solver::Solver;
use crate::search::Options;

/// MiB of the small solver's table.
///
/// A table is emptied as a whole, and one of many MiB takes longer to empty than most endgames to
/// solve.
const GLANCE_HASH: u64 = 1;

/// The solvers of one player.
pub(super) struct Solvers<const W: usize, const H: usize> {
    small: Option<Solver<W, H>>,
    large: Option<Solver<W, H>>,
    is_large: bool,
    mebibytes: u64,
    threads: usize,
    presses: u64,
}

impl<const W: usize, const H: usize> Solvers<W, H> {
    /// None made yet.
    pub(super) fn new(options: &Options) -> Self {
        Self {
            small: None,
            large: None,
            is_large: false,
            mebibytes: options.spin("Hash").unsigned_abs(),
            threads: usize::try_from(options.spin("Threads")).unwrap_or(1),
            presses: options.presses("Clear Hash"),
        }
    }

    /// Takes options over; forgets where one of them is another.
    pub(super) fn configure(&mut self, options: &Options) {
        let new = Self::new(options);
        if [new.mebibytes, new.threads as u64, new.presses]
            != [self.mebibytes, self.threads as u64, self.presses]
        {
            *self = new;
        }
    }

    /// Forgets everything, and gives the memory back.
    pub(super) fn forget(&mut self) {
        (self.small, self.large) = (None, None);
    }

    /// Chooses the large solver or the small one.
    pub(super) const fn choose(&mut self, is_large: bool) {
        self.is_large = is_large;
    }

    /// The one that was chosen.
    pub(super) fn chosen(&mut self) -> &mut Solver<W, H> {
        if self.is_large {
            self.large.get_or_insert_with(|| Solver::new(self.mebibytes, self.threads))
        } else {
            self.small.get_or_insert_with(|| Solver::new(GLANCE_HASH.min(self.mebibytes), 1))
        }
    }
}
