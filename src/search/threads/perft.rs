//! Perft on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::spawn::spawn_or_warn;
use crate::game::{Position, perft};

/// Trees of fewer plies are counted on one thread.
/// Set by hand; no measurement is recorded.
const FIRST_SHARED_DEPTH: u32 = 4;

/// The leaves of the legal tree, as [`perft::perft`] counts them, on one thread or several.
///
/// Each pair of a first move and a reply is a job for the next free thread; the count does not
/// depend on the number of threads. For games without chance only.
pub fn perft<P: Position>(
    position: &P,
    depth: u32,
    threads: usize,
    stop: &(impl Fn() -> bool + Sync),
) -> Option<u64> {
    if threads <= 1 || depth < FIRST_SHARED_DEPTH {
        return perft::perft(&mut position.clone(), depth, stop);
    }
    let pairs = pairs_of_moves(&mut position.clone());
    let next = AtomicUsize::new(0);
    let count = |mut position: P, pairs: Vec<(P::Move, P::Move)>| -> Option<u64> {
        let mut leaves = 0;
        while let Some(&(first, second)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let undo_first = position.play(first);
            let undo_second = position.play(second);
            leaves += perft::perft(&mut position, depth - 2, stop)?;
            position.undo(undo_second);
            position.undo(undo_first);
        }
        Some(leaves)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (1..threads.min(pairs.len()))
            .map_while(|_| {
                let (position, pairs) = (position.clone(), pairs.clone());
                spawn_or_warn(scope, || count(position, pairs))
            })
            .collect();
        let own = count(position.clone(), pairs.clone());
        let result = |worker: thread::ScopedJoinHandle<'_, Option<u64>>| {
            worker.join().unwrap_or_else(|fault| resume_unwind(fault))
        };
        workers.into_iter().map(result).fold(own, |sum, leaves| Some(sum? + leaves?))
    })
}

/// Every move with every reply to it.
fn pairs_of_moves<P: Position>(position: &mut P) -> Vec<(P::Move, P::Move)> {
    let (mut moves, mut replies, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    position.moves(&mut moves);
    for first in moves {
        let undo = position.play(first);
        replies.clear();
        position.moves(&mut replies);
        pairs.extend(replies.iter().map(|&second| (first, second)));
        position.undo(undo);
    }
    pairs
}
