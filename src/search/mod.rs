//! Floor 4: what a player is, the limits it thinks under, and searches that know no game.
//!
//! Games that have better searches of their own keep them in their folders; the ones here serve
//! every game the same way.

pub mod alpha_beta;
pub mod automaton;
pub mod book;
pub mod deepening;
pub mod expectiminimax;
pub mod level;
pub mod limits;
pub mod options;
pub mod pvs;
pub mod random;
pub mod temper;
pub mod threads;
pub mod tt;
pub mod value;
pub mod watch;
pub mod window;

pub use alpha_beta::AlphaBeta;
pub use automaton::{Automaton, Choice, Task};
pub use book::{Book, Booked};
pub use expectiminimax::Expectiminimax;
pub use level::Level;
pub use limits::{Budget, Clock, Limits, Rollout, Stopwatch};
pub use options::{OptionError, OptionKind, OptionSpec, Options};
pub use random::Random;
pub use temper::Temper;
pub use watch::{Bound, Control, EquityReport, Progress, Rating, Sample, Silent, Watcher};
