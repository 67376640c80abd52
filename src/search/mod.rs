//! Floor 4: what a player is, the limits it thinks under, and searches that know no game.
//!
//! Games that have better searches of their own keep them in their folders; the ones here serve
//! every game the same way.

pub mod automaton;
pub mod limits;
pub mod options;
pub mod watch;

pub use automaton::{Automaton, Choice, Task};
pub use limits::{Budget, Clock, Limits, Stopwatch};
pub use options::{OptionError, OptionKind, OptionSpec, Options};
pub use watch::{Bound, Control, EquityReport, Progress, Rating, Silent, Watcher};
