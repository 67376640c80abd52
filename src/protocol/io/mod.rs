//! Bytes in and out: the reader, the queue of lines, the one writer of stdout, and files.

pub mod conversation_log;
pub mod line_queue;
pub mod output;
pub mod polled_input;
pub mod reader;
pub(super) mod regular_file;
pub mod replace_file;
pub mod reply_writer;
