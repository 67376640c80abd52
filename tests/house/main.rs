//! The rules of the source tree: layers, sizes, and words.
#![cfg(test)]

mod circles;
mod floors;
mod source;
mod words;
