//! Floor 7: lines in, lines out. Knows every game through the registry only.
//!
//! ```text
//! stdin → reader thread → desk (bounded queue) → session → search thread
//!              │                                    │           │
//!              └ isready, stop, quit in mid-search  └→ output ←─┘ one writer, one lock
//! ```

mod arguments;
pub mod batch;
pub mod command;
pub mod desk;
pub mod dialects;
pub mod external;
mod files;
pub mod harness;
pub mod input;
pub mod output;
pub mod reply;
pub mod searcher;
pub mod searches;
pub mod session;
pub mod settings;
pub mod solved;
pub mod words;
