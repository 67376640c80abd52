//! The players of `connect5-readme.txt`: version 1.0, version 2.0, and the plan for 3.0.

mod forced;
mod lookahead;
mod slices;

pub use forced::Forced;
pub use lookahead::Lookahead;
pub use slices::Slices;
