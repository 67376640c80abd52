//! Independent jobs, shared out to threads as they come free.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::spawn::with_helper_threads;
use crate::search::player::search_control::SearchControl;

/// Does the jobs 0 to `jobs` − 1, on one thread for each memory, as threads come free.
///
/// `job` returns the result of a job, or `None` if the control ended it; then its thread ends. The
/// first thread is the caller's and counts its nodes in `control`. Returns the results in order, up
/// to the first job that was not done, and the nodes of the other threads. The results do not depend
/// on the number of threads, if no single job does.
///
/// # Panics
/// If a thread panics.
pub fn run_in_parallel<M: Send, T: Send>(
    jobs: usize,
    memories: &mut [M],
    control: &mut SearchControl<'_>,
    job: impl Fn(usize, &mut M, &mut SearchControl<'_>) -> Option<T> + Sync,
) -> (Vec<T>, u64) {
    let Some((own, others)) = memories.split_first_mut() else { return (Vec::new(), 0) };
    let next = &AtomicUsize::new(0);
    let work = &|memory: &mut M, control: &mut SearchControl<'_>| -> Vec<(usize, T)> {
        let numbers = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let found = |number| Some((number, job(number, memory, control)?));
        numbers.take_while(|number| *number < jobs).map_while(found).collect()
    };
    let helpers: Vec<_> = others.iter_mut().map(|memory| (memory, control.sibling())).collect();
    let help = |(memory, mut control): (&mut M, SearchControl<'_>)| {
        (work(memory, &mut control), control.nodes())
    };
    let (mut found, parts) = with_helper_threads(helpers, help, || work(own, control));
    let mut nodes = 0;
    for (part, spent) in parts {
        found.extend(part);
        nodes += spent;
    }
    found.sort_unstable_by_key(|(number, _)| *number);
    let whole = (0..).zip(found).take_while(|(at, (number, _))| at == number);
    (whole.map(|(_, (_, result))| result).collect(), nodes)
}

#[cfg(test)]
mod tests {
    use super::run_in_parallel;
    use crate::base::Side;
    use crate::game::{Position, Turn};
    use crate::search::{Limits, SearchControl, SearchTask, Stopwatch};
    use std::sync::atomic::AtomicBool;

    /// A game with nothing to do in it.
    #[derive(Clone)]
    struct Still;

    impl Position for Still {
        type Move = ();
        type Undo = ();
        fn turn(&self) -> Turn {
            Turn::Decide(Side::First)
        }
        fn moves(&self, _out: &mut Vec<()>) {}
        fn play(&mut self, (): ()) {}
        fn undo(&mut self, (): ()) {}
        fn key(&self) -> u64 {
            0
        }
    }

    /// Squares of the numbers below 100 but one, and the nodes of first thread and others; each
    /// thread counts what it does.
    fn squares(limits: &Limits, but: usize, counts: &mut [u64]) -> (Vec<usize>, [u64; 2]) {
        let stop = AtomicBool::new(false);
        let task = SearchTask { limits, moves: &[], stop: &stop, stopwatch: Stopwatch::start() };
        let mut control = SearchControl::new::<Still>(&task, Side::First);
        let (found, others) =
            run_in_parallel(100, counts, &mut control, |number, count, control| {
                *count += 1;
                (control.count_node() && number != but).then_some(number * number)
            });
        (found, [control.nodes(), others])
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 4] {
            let mut counts = vec![0; threads];
            let (found, nodes) = squares(&Limits::default(), 100, &mut counts);
            assert_eq!(found, (0..100).map(|number| number * number).collect::<Vec<_>>());
            assert_eq!((nodes.iter().sum(), counts.iter().sum()), (100, 100));
            assert_eq!(nodes[0], counts[0]);
        }
        assert_eq!(squares(&Limits::default(), 100, &mut []), (vec![], [0, 0]));
    }

    #[test]
    fn nothing_counts_after_a_job_that_was_not_done() {
        for threads in [1, 4] {
            let (found, _) = squares(&Limits::default(), 3, &mut vec![0; threads]);
            assert_eq!(found, [0, 1, 4]);
        }
        let limits = Limits { nodes: Some(5), ..Limits::default() };
        assert_eq!(squares(&limits, 100, &mut [0]), (vec![0, 1, 4, 9, 16], [5, 0]));
    }
}
