//! Layer 7: lines in, lines out. Knows every game through the registry only.
//!
//! ```text
//! stdin → reader thread → line queue (bounded) → session → search thread
//!              │                                    │           │
//!              └ isready, stop, quit in mid-search  └→ output ←─┘ one writer, one lock
//! ```
//! The same without threads, as in a browser: `session::inline_session`.

pub mod dialects;
pub mod grammar;
pub mod io;
#[cfg(feature = "cli")]
pub mod modes;
pub mod session;
