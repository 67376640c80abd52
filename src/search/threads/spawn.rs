//! Starting threads where the system may refuse them.

use std::convert::Infallible;
use std::hint::black_box;
use std::sync::{Once, mpsc};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::base::intrinsics::{can_reserve, has_memory_limit};

/// Bytes of memory that must be left for a thread to be started: without memory the program ends.
/// Set by hand.
const LEAST_MEMORY: usize = 512 << 20;

/// Starts a thread of a scope.
///
/// `None` if the system refuses it, or has too little memory left.
///
/// The first time that a thread could not be had is logged. The caller goes on with those it has.
pub fn spawn_or_warn<'scope, T: Send + 'scope>(
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
