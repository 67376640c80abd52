//! What the program can be besides a dialogue over stdin: one file or folder for each subcommand.

pub mod batch;
pub mod external;
pub mod harness;
pub mod solved_tables;
