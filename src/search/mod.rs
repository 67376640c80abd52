//! Floor 4: what a player is, the limits it thinks under, and searches that know no game.
//!
//! Games that have better searches of their own keep them in their folders; the ones here serve
//! every game the same way.

pub mod expectiminimax;
pub mod full_width;
pub mod player;
pub mod pvs;
pub mod threads;
pub mod tt;

pub use expectiminimax::Expectiminimax;
pub use full_width::AlphaBeta;
pub use player::automaton::{Automaton, Choice, Task};
pub use player::common_options::Temper;
pub use player::level::Level;
pub use player::limits::{Budget, Clock, Limits, Rollout, Stopwatch};
pub use player::opening_book::{Book, Booked};
pub use player::options::{OptionError, OptionKind, OptionSpec, Options};
pub use player::random::Random;
pub use player::watch::{Bound, Control, EquityReport, Progress, Rating, Sample, Silent, Watcher};
