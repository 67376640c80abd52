//! Starting threads where the system may refuse them.

use std::sync::Once;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::base::memory_limits::can_reserve;

/// Bytes of memory that must be left for a thread to be started: without memory the program ends.
const LEAST_MEMORY: usize = 512 << 20;

/// Starts a thread of a scope; `None` if the system refuses it, or has too little memory left.
///
/// The first time that a thread could not be had is logged. The caller goes on with those it has.
pub fn spawn_or_warn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    static WARNING: Once = Once::new();
    let started = if can_reserve(LEAST_MEMORY) {
        Builder::new().spawn_scoped(scope, work).map_err(|error| error.to_string())
    } else {
        Err("too little memory".to_owned())
    };
    let warn = |error: &String| {
        WARNING.call_once(|| log::warn!("no more threads can be started: {error}"));
    };
    started.inspect_err(warn).ok()
}
