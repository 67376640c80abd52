//! The rules of the source tree: layers, sizes, and words.
#![cfg(test)]

mod import_cycles;
mod layers;
mod plain_words;
mod source;
