//! A long test as many small ones, on all cores.

use std::sync::Mutex;
use std::thread;

/// Calls `check` with every item, as many at a time as there are cores.
///
/// A check that panics fails the test once the others have ended.
pub(crate) fn for_each_on_all_cores<T: Send>(items: Vec<T>, check: impl Fn(T) + Sync) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().expect("no item panics").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(item) = next() {
                    check(item);
                }
            });
        }
    });
}
