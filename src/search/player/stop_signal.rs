//! What ends a search from outside, whatever its limits.

use std::sync::atomic::{AtomicBool, Ordering};

/// Says whether a search must end; all its threads ask, some thousand times a second.
///
/// A flag that another thread sets is one. Where there is no other thread, asking also looks for
/// what has come in.
pub trait StopSignal: Sync {
    /// Whether the search must end at once; stays true once it is.
    fn is_raised(&self) -> bool;

    /// The flag, if that is all there is to ask: work that asks millions of times a second reads it
    /// without a call.
    fn as_flag(&self) -> Option<&AtomicBool> {
        None
    }
}

impl StopSignal for AtomicBool {
    fn is_raised(&self) -> bool {
        self.load(Ordering::Relaxed)
    }

    fn as_flag(&self) -> Option<&AtomicBool> {
        Some(self)
    }
}
