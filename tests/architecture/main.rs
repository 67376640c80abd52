//! The rules of the source tree: layers, sizes, and words.
#![cfg(test)]

mod import_cycles;
mod plain_words;
mod source;
mod source_rules;
