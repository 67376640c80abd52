//! Layer 4: players, their limits and options, and the searches that work for any game.
//!
//! A search that works for one game only is in the folder of that game.

pub mod alpha_beta;
pub mod expectiminimax;
pub mod player;
pub mod pvs;
pub mod threads;
pub mod tt;

pub use alpha_beta::AlphaBeta;
pub use expectiminimax::Expectiminimax;
pub use player::common_options::CommonOptions;
pub use player::level::Level;
pub use player::limits::{Clock, Limits, Rollout};
pub use player::move_judgements::{Judgement, MoveValue};
pub use player::opening_book::{BuiltInBook, OpeningBook, WithOpeningBook};
pub use player::options::{OptionError, OptionKind, OptionSpec, Options};
pub use player::player_trait::{Choice, Player, SearchTask};
pub use player::random_player::RandomPlayer;
pub use player::search_control::SearchControl;
pub use player::search_reports::{
    Bound, EquityReport, NamedProbability, Progress, Rating, Sample, SilentWatcher, Watcher,
};
pub use player::stop_signal::StopSignal;
pub use player::stopwatch::Stopwatch;
pub use player::time_management::Budget;
