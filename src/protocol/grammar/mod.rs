//! What a line can mean, how it is parsed, and how replies are written.

pub mod command;
pub mod commands;
pub mod go;
mod parser;
pub mod query;
pub mod reply;
pub(super) mod search_as_json;
