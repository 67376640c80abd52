//! Starting threads where the system may refuse them.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Starts a thread of a scope; `None`, with a warning, if the system refuses it.
///
/// The caller goes on with the threads that it has.
pub fn spawn_or_warn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    Builder::new()
        .spawn_scoped(scope, work)
        .inspect_err(|error| log::warn!("no more threads can be started: {error}"))
        .ok()
}
