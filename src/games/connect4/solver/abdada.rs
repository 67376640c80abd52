//! ABDADA: which positions some thread is searching, so that other threads put them off.
//!
//! J.-C. Weill, *The ABDADA Distributed Minimax-Search Algorithm*, 1996: a move that another thread
//! is searching is deferred until all others are done, so that the threads share work by way of
//! the transposition table. As in T. Kerrigan's Simplified ABDADA, the marks have a table of
//! their own.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::score_bounds_and_transposition_table::Address;

/// Entries of [`BusyPositions`], a power of two: far more than all threads search at once.
/// Set by hand.
const ENTRIES: usize = 1 << 12;

/// The positions that are being searched, as far as their entries do not collide.
///
/// A mark that is lost or false costs time only: it decides the order of moves, not their values.
pub(super) struct BusyPositions {
    /// The hash of the position that is being searched, or 0.
    entries: Box<[AtomicU64]>,
}

impl BusyPositions {
    /// No position.
    pub(super) fn new() -> Self {
        Self { entries: (0..ENTRIES).map(|_| AtomicU64::new(0)).collect() }
    }

    fn entry(&self, hash: u64) -> Option<&AtomicU64> {
        self.entries.get(hash as usize % ENTRIES)
    }

    /// Whether some thread is searching the position.
    pub(super) fn contains(&self, address: Address) -> bool {
        let hash = address.hash();
        self.entry(hash).is_some_and(|entry| entry.load(Relaxed) == hash)
    }

    /// Marks the start of a search of it.
    pub(super) fn start(&self, address: Address) {
        let hash = address.hash();
        if let Some(entry) = self.entry(hash) {
            entry.store(hash, Relaxed);
        }
    }

    /// Marks the end of a search of it.
    pub(super) fn finish(&self, address: Address) {
        if let Some(entry) = self.entry(address.hash()) {
            entry.store(0, Relaxed);
        }
    }
}
