//! The only module where the clock is read.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use crate::base::intrinsics::web_clock_and_random::Instant;

/// A running stopwatch.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    started: Instant,
}

impl Stopwatch {
    /// Starts to measure now.
    #[cfg_attr(
        not(target_family = "wasm"),
        expect(clippy::disallowed_methods, reason = "the one place where the clock is read")
    )]
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }

    /// The time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
