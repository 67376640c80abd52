//! Perft on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::spawn::with_helper_threads;
use crate::game::{Position, perft};

/// Trees of fewer plies are counted on one thread.
/// Set by hand; no measurement is recorded.
const FIRST_SHARED_DEPTH: u32 = 4;

/// Moves with a reply each.
type MovePairs<P> = Vec<(<P as Position>::Move, <P as Position>::Move)>;

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
    let count = |(mut position, pairs): (P, MovePairs<P>)| -> Option<u64> {
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
    let whole = || (position.clone(), pairs.clone());
    let helpers = (1..threads.min(pairs.len())).map(|_| whole());
    let (own, others) = with_helper_threads(helpers, count, || count(whole()));
    others.into_iter().fold(own, |sum, leaves| Some(sum? + leaves?))
}

/// Every move with every reply to it.
fn pairs_of_moves<P: Position>(position: &mut P) -> MovePairs<P> {
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
