//! Several threads on one null window, by ABDADA.
//!
//! All threads test the same null window, share one table, and defer what another one is
//! searching ([`super::abdada`]). The first answer ends them all; every answer is a proof, so it
//! does not matter which thread gave it.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use super::abdada::BusyPositions;
use super::search::{NullWindowSearch, Tables};
use crate::games::connect4::Rack;
use crate::search::threads::with_helper_threads;

/// The answer of several threads.
pub(super) struct NullWindowResult {
    /// The bound on the score **for the side to move**; `None` if the search was stopped.
    pub(super) bound: Option<i32>,
    /// Positions searched by all threads together.
    pub(super) nodes: u64,
}

/// A bound that decides whether the score reaches `beta`, both **for the side to move**.
///
/// There is one thread for each of `tables`. `go_on` gets the nodes of the first thread.
pub(super) fn test_with_threads(
    tables: &[Tables<'_>],
    rack: &Rack,
    beta: i32,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> NullWindowResult {
    let is_over = &AtomicBool::new(false);
    let busy = &BusyPositions::new();
    let search = |tables: &Tables<'_>, go_on: &mut dyn FnMut(u64) -> bool| {
        let mut search = NullWindowSearch::new(*tables, go_on).with_busy_positions(busy);
        let bound = search.test_null_window(rack, beta);
        is_over.store(true, Relaxed);
        NullWindowResult { bound, nodes: search.nodes }
    };
    let Some((first, others)) = tables.split_first() else {
        return NullWindowResult { bound: None, nodes: 0 };
    };
    let (own, others) = with_helper_threads(
        others,
        |tables| search(tables, &mut |_| !is_over.load(Relaxed)),
        || search(first, &mut |nodes| !is_over.load(Relaxed) && go_on(nodes)),
    );
    others.into_iter().fold(own, |one, other| NullWindowResult {
        bound: one.bound.or(other.bound),
        nodes: one.nodes + other.nodes,
    })
}
