//! Several threads on one null window.
//!
//! All threads ask the same question and share one table. A move that another thread is searching
//! is put off until all others are done, so that each does work that the others find done (the
//! idea of J.-C. Weill, *The ABDADA Distributed Minimax-Search Algorithm*, 1996, told by a table
//! of its own). The first answer ends them all; every answer is a proof, so which thread gave it
//! does not matter.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use super::bound_table::Place;
use super::node::Node;
use super::search::{Search, Tables};

/// Entries of a [`Busy`], a power of two: far more than all threads search at once.
const BUSY: usize = 1 << 12;

/// The positions that are being searched, as far as their entries do not fall together.
pub(super) struct Busy {
    entries: Box<[AtomicU64]>,
}

impl Busy {
    fn new() -> Self {
        Self { entries: (0..BUSY).map(|_| AtomicU64::new(0)).collect() }
    }

    fn entry(&self, place: Place) -> (Option<&AtomicU64>, u64) {
        let mark = place.mark();
        (self.entries.get(mark as usize % BUSY), mark)
    }

    /// Whether somebody is searching the position of this place.
    pub(super) fn has(&self, place: Place) -> bool {
        let (entry, mark) = self.entry(place);
        entry.is_some_and(|entry| entry.load(Relaxed) == mark)
    }

    /// Notes that a search of it begins.
    pub(super) fn begin(&self, place: Place) {
        let (entry, mark) = self.entry(place);
        if let Some(entry) = entry {
            entry.store(mark, Relaxed);
        }
    }

    /// Notes that it has ended.
    pub(super) fn end(&self, place: Place) {
        let (entry, _) = self.entry(place);
        if let Some(entry) = entry {
            entry.store(0, Relaxed);
        }
    }
}

/// What a team found.
pub(super) struct Found {
    /// The bound, unless the search was ended.
    pub(super) value: Option<i32>,
    /// Positions searched by all threads together.
    pub(super) nodes: u64,
}

/// A bound that tells whether the score reaches `beta`; one thread for each of `tables`.
pub(super) fn test_together<const W: usize, const H: usize>(
    tables: &[Tables<'_>],
    node: &Node<W, H>,
    beta: i32,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Found {
    let is_over = &AtomicBool::new(false);
    let busy = &Busy::new();
    let search = |tables: &Tables<'_>, go_on: &mut dyn FnMut(u64) -> bool| {
        let mut search = Search::new(*tables, go_on).among(busy);
        let value = search.test(node, beta);
        is_over.store(true, Relaxed);
        Found { value, nodes: search.nodes }
    };
    let search = &search;
    let Some((first, others)) = tables.split_first() else {
        return Found { value: None, nodes: 0 };
    };
    thread::scope(|scope| {
        let work = |tables| scope.spawn(move || search(tables, &mut |_| !is_over.load(Relaxed)));
        let workers: Vec<_> = others.iter().map(work).collect();
        let mut found = search(first, &mut |nodes| !is_over.load(Relaxed) && go_on(nodes));
        for worker in workers {
            let other = worker.join().unwrap_or_else(|fault| resume_unwind(fault));
            found.value = found.value.or(other.value);
            found.nodes += other.nodes;
        }
        found
    })
}
