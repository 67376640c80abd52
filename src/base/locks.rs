//! Locks that a panic of another thread leaves usable, and values that several threads may build.
//!
//! The standard library marks a mutex as poisoned when a thread panics while it holds it. A session answers
//! such a panic with an error and goes on, so the mark is ignored.

use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

/// Locks a mutex, even where a thread panicked while it held the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a notification, even where a thread panicked while it held the lock.
pub fn wait<'a, T>(on: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    on.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// The value of the cell; builds it, unless it is there.
///
/// Never waits for another thread that builds it, which may have a low priority: both build, and
/// the value that is finished first is kept.
pub fn get_or_build<T>(cell: &OnceLock<T>, build: impl FnOnce() -> T) -> &T {
    cell.get().unwrap_or_else(|| {
        let built = build();
        cell.get_or_init(|| built)
    })
}

#[cfg(test)]
mod tests {
    use super::get_or_build;
    use std::sync::{Barrier, OnceLock};
    use std::thread;

    #[test]
    fn value_is_not_waited_for_while_another_thread_builds_it() {
        let (cell, begun, may_end) = (OnceLock::new(), Barrier::new(2), Barrier::new(2));
        thread::scope(|scope| {
            let slow = scope.spawn(|| {
                *get_or_build(&cell, || {
                    begun.wait();
                    may_end.wait();
                    1
                })
            });
            begun.wait();
            assert_eq!(*get_or_build(&cell, || 2), 2);
            may_end.wait();
            assert_eq!(slow.join().unwrap(), 2, "the value that was finished first");
        });
    }
}
