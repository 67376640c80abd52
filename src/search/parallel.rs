//! Work on several threads: perft, split below the root.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::game::{Deterministic, perft};

/// The leaves of the legal tree, like [`perft::perft`], counted by so many threads (at least 1).
///
/// The positions two plies down are shared out as threads come free, so the count does not
/// depend on the number of threads.
pub fn perft<P: Deterministic>(
    position: &P,
    depth: u32,
    threads: usize,
    stop: &(impl Fn() -> bool + Sync),
) -> Option<u64> {
    if threads <= 1 || depth < 4 {
        return perft::perft(&mut position.clone(), depth, stop);
    }
    let positions = replies(&replies(std::slice::from_ref(position)));
    let next = AtomicUsize::new(0);
    let count = |mut mine: Vec<P>| -> Option<u64> {
        let mut leaves = 0;
        while let Some(position) = mine.get_mut(next.fetch_add(1, Ordering::Relaxed)) {
            leaves += perft::perft(position, depth - 2, stop)?;
        }
        Some(leaves)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(positions.len()))
            .map(|_| {
                let mine = positions.clone();
                scope.spawn(|| count(mine))
            })
            .collect();
        // A worker that failed counts as one that was stopped.
        workers.into_iter().map(|worker| worker.join().ok().flatten()).sum()
    })
}

/// Every position one ply after some others.
fn replies<P: Deterministic>(positions: &[P]) -> Vec<P> {
    let mut moves = Vec::new();
    let mut found = Vec::new();
    for position in positions {
        moves.clear();
        position.moves(&mut moves);
        found.extend(moves.iter().map(|&m| {
            let mut reply = position.clone();
            reply.play(m);
            reply
        }));
    }
    found
}
