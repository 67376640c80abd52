//! A dialogue: commands in, replies out, one game in progress, one thread that searches.

pub mod dialogue;
pub mod engine_options;
pub mod games;
mod replies;
mod search_commands;
pub mod search_thread;
