//! Floor 4: players, their limits and options, and the searches that work for any game.
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
pub use player::limits_and_time_management::{
    Budget, Clock, Limits, Rollout, StopSignal, Stopwatch,
};
pub use player::move_judgements::{Judgement, MoveValue};
pub use player::opening_book::{BuiltInBook, OpeningBook, WithOpeningBook};
pub use player::options::{OptionError, OptionKind, OptionSpec, Options};
pub use player::player_trait::{Choice, Player, SearchTask};
pub use player::random_player::RandomPlayer;
pub use player::search_control_deepening_and_level::{CommonOptions, Level, SearchControl};
pub use player::search_reports::{
    Bound, EquityReport, NamedProbability, Progress, Rating, Sample, SilentWatcher, Watcher,
};
