//! The commands of the native protocol, their parsers, and how replies are written.

mod argument_parsers;
pub mod command;
pub mod commands;
pub mod go;
pub mod query;
pub mod refusal;
pub mod reply;
pub(super) mod search_as_json;
