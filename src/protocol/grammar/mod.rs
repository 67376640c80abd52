//! The commands of the native protocol, their parsers, and how replies are written.

pub mod argument_parsers;
pub mod command;
pub mod command_table;
pub mod go_words;
pub mod query_words;
pub mod refusal;
pub mod reply;
pub(super) mod search_as_json;
