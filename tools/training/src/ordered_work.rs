//! Numbered pieces of work on several threads, with their results in order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;

/// Works on these numbers with `jobs` threads (one at least), each with a worker of its own.
///
/// `take` gets the results on this thread, in the order of the numbers.
///
/// # Errors
/// The first error of `take`; the threads stop then.
///
/// # Panics
/// If a thread panics; the others finish the number that they work on.
pub fn work_in_order<Worker, Item: Send>(
    numbers: Range<u64>,
    jobs: u64,
    new_worker: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, u64) -> Item + Sync,
    mut take: impl FnMut(Item) -> Result<()>,
) -> Result<()> {
    let (next, has_failed) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let sender = sender.clone();
            let (next, has_failed, new_worker, work) = (&next, &has_failed, &new_worker, &work);
            scope.spawn(move || {
                let _failure = SetOnPanic(has_failed);
                let mut worker = new_worker();
                while !has_failed.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end
                        || sender.send((number, work(&mut worker, number))).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut expected) = (BTreeMap::new(), numbers.start);
        for (number, item) in receiver {
            waiting.insert(number, item);
            while let Some(item) = waiting.remove(&expected) {
                take(item)?;
                expected += 1;
            }
        }
        Ok(())
    })
}

/// A flag that is set when the thread that owns this panics.
struct SetOnPanic<'a>(&'a AtomicBool);

impl Drop for SetOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::work_in_order;
    use std::panic::catch_unwind;

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for jobs in [0, 1, 7] {
            let mut taken = Vec::new();
            let square = |(): &mut (), number| number * number;
            let take = |item| {
                taken.push(item);
                Ok(())
            };
            work_in_order(3..200, jobs, || (), square, take).unwrap();
            assert_eq!(taken, (3..200).map(|number| number * number).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_panic_ends_the_work() {
        let work = |(): &mut (), number| assert!(number != 5, "a fault of the worker");
        let result = catch_unwind(|| work_in_order(0..u64::MAX, 2, || (), work, |()| Ok(())));
        assert!(result.is_err());
    }

    #[test]
    fn an_error_ends_the_work() {
        let mut taken = 0;
        let take = |number| {
            taken += 1;
            anyhow::ensure!(number < 5, "enough");
            Ok(())
        };
        let error = work_in_order(0..u64::MAX, 2, || (), |(), number| number, take).unwrap_err();
        assert_eq!((error.to_string().as_str(), taken), ("enough", 6));
    }
}
