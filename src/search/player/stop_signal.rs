//! A signal from outside that ends a search.

use std::sync::atomic::{AtomicBool, Ordering};

/// A signal to end a search.
///
/// All threads of a search ask for it, some thousand times a second. An atomic flag that another
/// thread sets is such a signal. Where there is no other thread, a call also reads the input that
/// has come in since.
pub trait StopSignal: Sync {
    /// Whether the search must end at once; stays true once it is.
    fn is_raised(&self) -> bool;

    /// The flag, if the signal is nothing but a flag.
    ///
    /// A thread that asks millions of times a second then reads the flag without a call.
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
