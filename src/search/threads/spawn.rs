//! Starting threads where the system may refuse them.

use std::convert::Infallible;
use std::hint::black_box;
use std::panic::resume_unwind;
use std::sync::{Once, mpsc};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use crate::base::intrinsics::{can_reserve, has_memory_limit};

/// Bytes of memory that must be left for a thread to be started: without memory the program ends.
/// Set by hand.
const LEAST_MEMORY: usize = 512 << 20;

/// Does `own` on this thread, and `help` on one more for each of `helpers`.
///
/// Returns the result of `own` and those of the others, in order. There are fewer of them if the
/// system refuses threads.
///
/// # Panics
/// If a thread panics, after all have ended.
pub fn with_helper_threads<W: Send, H: Send, T>(
    helpers: impl IntoIterator<Item = W>,
    help: impl Fn(W) -> H + Sync,
    own: impl FnOnce() -> T,
) -> (T, Vec<H>) {
    thread::scope(|scope| {
        let help = &help;
        let start = |helper| spawn_or_warn(scope, move || help(helper));
        let threads: Vec<_> = helpers.into_iter().map_while(start).collect();
        let result = own();
        let join = |thread: ScopedJoinHandle<'_, H>| {
            thread.join().unwrap_or_else(|fault| resume_unwind(fault))
        };
        (result, threads.into_iter().map(join).collect())
    })
}

/// Starts a thread of a scope.
///
/// `None` if the system refuses it, or has too little memory left.
///
/// The first time that a thread could not be had is logged. The caller goes on with those it has.
fn spawn_or_warn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    static WARNING: Once = Once::new();
    let started = if can_reserve(LEAST_MEMORY) {
        let (allocated, has_allocated) = mpsc::sync_channel::<Infallible>(1);
        let work = move || {
            // The allocator reserves memory for a thread when that first allocates.
            drop(black_box(Box::new(0_u8)));
            drop(allocated);
            work()
        };
        let thread = Builder::new().spawn_scoped(scope, work);
        if thread.is_ok() && has_memory_limit() {
            // Otherwise the next thread would be started as if this one took nothing.
            let Err(mpsc::RecvError) = has_allocated.recv();
        }
        thread.map_err(|error| error.to_string())
    } else {
        Err("too little memory".to_owned())
    };
    let warn = |error: &String| {
        WARNING.call_once(|| log::warn!("no more threads can be started: {error}"));
    };
    started.inspect_err(warn).ok()
}

/// Starts a thread at a low priority, which prepares something while searches may run.
///
/// On a busy machine it must not make their answers late. False if the system refuses the thread.
pub fn spawn_at_low_priority(work: impl FnOnce() + Send + 'static) -> bool {
    let work = move || {
        lower_own_priority();
        work();
    };
    Builder::new().spawn(work).is_ok()
}

/// Lowers the priority of the calling thread, if the system lets it.
fn lower_own_priority() {
    // On Linux, a number of a thread stands for that thread alone.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};

        /// The nice value of the thread: half of the way to the lowest priority. Set by hand.
        const LOW: i32 = 10;
        let thread = Some(rustix::thread::gettid());
        let lower = |own: i32| setpriority_process(thread, own.max(LOW));
        if let Err(error) = getpriority_process(thread).and_then(lower) {
            log::debug!("the priority of a thread stays: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_helper_threads;
    use std::panic::catch_unwind;

    #[test]
    fn results_come_in_the_order_of_the_helpers() {
        let (own, others) = with_helper_threads(1..4, |number: usize| number * number, || "own");
        assert_eq!((own, others), ("own", vec![1, 4, 9]));
    }

    #[test]
    fn a_panic_of_a_helper_reaches_the_caller() {
        let help = |number: usize| assert!(number != 2, "a fault of the helper");
        assert!(catch_unwind(|| with_helper_threads(1..4, help, || ())).is_err());
    }
}
