//! What the fuzz targets check; each target is a module of its name, the other modules are shared.

pub mod backgammon_weight_files;
pub mod check_small_searches;
pub mod command_grammar;
pub mod dialects;
pub mod game_snapshot;
pub mod loaders;
pub mod notation;
pub mod quick_commands;
pub mod reference_session;
pub mod session;
pub mod variants;
pub mod whole_dialogue;
pub mod write_command;
