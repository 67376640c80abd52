//! Locks that a panic of another thread leaves usable.
//!
//! The standard library marks a mutex as poisoned when a thread panics while it holds it. A session answers
//! such a panic with an error and goes on, so the mark is ignored.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even where a thread panicked while it held the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for a notification, even where a thread panicked while it held the lock.
pub fn wait<'a, T>(on: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    on.wait(guard).unwrap_or_else(PoisonError::into_inner)
}
