//! Lazy SMP: one search on several threads, which share nothing but the transposition table.
//!
//! Each thread has its own iterative deepening, and finds the results of the others in the table.
//! The first thread reports and chooses the move; when it has finished, the others end.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::spawn::with_helper_threads;
use crate::search::player::search_reports::{SilentWatcher, Watcher};

/// The shared state is read after each of this many nodes, a power of two. Set by hand.
const INTERVAL: u64 = 256;

/// The data that the threads share besides the table.
#[derive(Default)]
struct Shared {
    is_over: AtomicBool,
    /// Nodes of all threads but the first.
    nodes: AtomicU64,
}

/// The number of a thread, and its view of the shared state.
#[derive(Clone, Copy)]
pub struct WorkerId<'a> {
    shared: &'a Shared,
    /// The number of the thread: 0 is the one that answers.
    number: usize,
}

/// Ends the other threads when it is dropped, also by a panic of the first thread.
struct StopOnDrop<'a>(&'a Shared);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Relaxed);
    }
}

impl WorkerId<'_> {
    /// Whether to go on after this many nodes of the thread.
    ///
    /// It adds them to the total at intervals.
    #[inline]
    pub fn may_continue(self, nodes: u64) -> bool {
        !nodes.is_multiple_of(INTERVAL)
            || self.may_continue_after_step(nodes.saturating_sub(1), nodes)
    }

    /// Whether to go on after a step of several nodes, from `before` to `nodes`.
    #[inline]
    pub fn may_continue_after_step(self, before: u64, nodes: u64) -> bool {
        let intervals = nodes / INTERVAL - before / INTERVAL;
        if self.number == 0 || intervals == 0 {
            return true;
        }
        self.shared.nodes.fetch_add(intervals * INTERVAL, Relaxed);
        !self.shared.is_over.load(Relaxed)
    }

    /// Whether it is the thread that reports and chooses the move.
    pub const fn is_first(self) -> bool {
        self.number == 0
    }

    /// The number of the thread, from 0.
    pub const fn number(self) -> usize {
        self.number
    }

    /// Nodes of the threads besides the first, as far as they are added up.
    pub fn nodes_of_others(self) -> u64 {
        self.shared.nodes.load(Relaxed)
    }
}

/// Lazy SMP: searches on one thread for `first` and on one for each of `helpers`.
///
/// Returns the first one's result.
///
/// Only the first thread reports to `watcher`. There are fewer helpers if the system refuses threads.
///
/// # Panics
/// If a thread panics.
pub fn lazy_smp<M: Send, P, T>(
    first: &mut M,
    helpers: &mut [M],
    watcher: &mut dyn Watcher<P>,
    search: impl Fn(&mut M, WorkerId<'_>, &mut dyn Watcher<P>) -> T + Sync,
) -> T {
    let shared = &Shared::default();
    let help = |(number, memory)| {
        search(memory, WorkerId { shared, number }, &mut SilentWatcher);
    };
    let own = || {
        let _stop = StopOnDrop(shared);
        search(first, WorkerId { shared, number: 0 }, watcher)
    };
    let (answer, _) = with_helper_threads((1..).zip(helpers), help, own);
    answer
}

#[cfg(test)]
mod tests {
    use super::{SilentWatcher, lazy_smp};

    #[test]
    fn helpers_work_until_the_first_has_finished() {
        let (mut first, mut counts) = (0, [0_u64; 3]);
        let watcher = &mut SilentWatcher;
        let answer =
            lazy_smp::<u64, (), usize>(&mut first, &mut counts, watcher, |count, id, _| {
                if id.is_first() {
                    while id.nodes_of_others() < 5_000 {
                        assert!(id.may_continue(*count));
                        *count += 1;
                    }
                } else {
                    while id.may_continue_after_step(*count, *count + 300) {
                        *count += 300;
                    }
                }
                id.number()
            });
        assert_eq!(answer, 0);
        assert!(counts.iter().any(|count| *count > 0));
    }
}
