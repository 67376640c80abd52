//! Solves the positions of a new opening table, on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::listed_positions_and_score_codec::{board_of, listed_positions};
use crate::games::connect4::solver::Solver;
use crate::host::TableSolving;
use crate::search::threads::with_helper_threads;

/// Consecutive positions of the list that a thread takes at a time. Set by hand.
///
/// They have much of their trees in common, so it is better if one thread solves them one after
/// the other than several at the same time.
const BLOCK: usize = 64;

/// Solves all positions that have no score yet, in the order of the list, and notes each score.
///
/// All threads share one table of `work.mebibytes` MiB, so that none proves again what another has
/// proved.
pub(super) fn solve(work: &TableSolving<'_>) {
    let numbers = listed_positions(work.plies).pop().unwrap_or_default();
    let mut first = Solver::new(work.mebibytes, 1);
    let block = &AtomicUsize::new(0);
    let numbers = &numbers;
    let run = |mut solver: Solver| {
        loop {
            let from = block.fetch_add(1, Ordering::Relaxed) * BLOCK;
            if from >= numbers.len() || !(work.go_on)() {
                return;
            }
            for (rank, number) in numbers.iter().enumerate().skip(from).take(BLOCK) {
                if work.known.get(rank).is_some_and(Option::is_some) {
                    continue;
                }
                let before = solver.nodes();
                let bounds = solver.score(&board_of(*number), &mut |_| (work.go_on)());
                if !bounds.is_exact() {
                    return;
                }
                (work.report)(rank, bounds.lower as i8, solver.nodes() - before);
            }
        }
    };
    let own = first.sharing_table();
    let others = (1..work.threads).map(|_| first.sharing_table());
    let ((), _) = with_helper_threads(others, run, || run(own));
}
