//! What a line can mean, how it is parsed, and how replies are written.

pub mod command;
pub mod commands;
pub mod go;
mod nearest;
mod parser;
pub mod reply;
