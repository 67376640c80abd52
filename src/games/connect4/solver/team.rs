//! Several threads on one null window.
//!
//! All threads ask the same question and share one table. The first one orders moves as a single
//! thread would, the others each with a disorder of their own, so that they do work that the
//! first one finds done. The first answer ends them all; every answer is a proof, so which thread
//! gave it does not matter.

use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use super::node::Node;
use super::search::{Search, Tables};

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
    let search = |tables: &Tables<'_>, disorder: u64, go_on: &mut dyn FnMut(u64) -> bool| {
        let mut search = Search::new(*tables, go_on).with_disorder(disorder);
        let value = search.test(node, beta);
        is_over.store(true, Relaxed);
        Found { value, nodes: search.nodes }
    };
    let search = &search;
    let Some((first, others)) = tables.split_first() else {
        return Found { value: None, nodes: 0 };
    };
    thread::scope(|scope| {
        let work = |(tables, disorder)| {
            scope.spawn(move || search(tables, disorder, &mut |_| !is_over.load(Relaxed)))
        };
        let workers: Vec<_> = others.iter().zip(1..).map(work).collect();
        let mut found = search(first, 0, &mut |nodes| !is_over.load(Relaxed) && go_on(nodes));
        for worker in workers {
            let other = worker.join().unwrap_or_else(|fault| resume_unwind(fault));
            found.value = found.value.or(other.value);
            found.nodes += other.nodes;
        }
        found
    })
}
