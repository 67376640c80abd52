//! What WebAssembly in a browser must ask its host for: the time, and chance.
//!
//! The host gives both functions as imports of the module `parlour`.

use std::time::Duration;

#[link(wasm_import_module = "parlour")]
#[expect(unsafe_code, reason = "functions of the host; neither of them takes a pointer")]
unsafe extern "C" {
    /// Milliseconds since some moment, never falling: `performance.now()`.
    safe fn now() -> f64;
    /// 64 random bits.
    safe fn random() -> u64;
}

/// A moment, as [`std::time::Instant`] is one elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Instant {
    /// Milliseconds, with a fraction, since a moment that the host of the module chooses.
    milliseconds: f64,
}

impl Instant {
    /// The moment of the call.
    pub fn now() -> Self {
        Self { milliseconds: now() }
    }

    /// The time since this moment.
    pub fn elapsed(&self) -> Duration {
        Duration::try_from_secs_f64((now() - self.milliseconds) / 1e3).unwrap_or_default()
    }
}

/// 64 random bits.
pub fn random_bits() -> u64 {
    random()
}
