//! The opening book of the default player, on 15 × 15 cells: `book.txt`.
//!
//! Made by `tools/book.py`, as its head says.

use std::sync::LazyLock;

use super::{Board, start};
use crate::host::VariantWords;
use crate::search::OpeningBook;

/// The book's text.
pub const TEXT: &str = include_str!("opening_book.txt");

/// The book, read when it is first looked into; a text that is no book counts as an empty one.
pub static BOOK: LazyLock<OpeningBook<Board>> =
    LazyLock::new(|| OpeningBook::read(TEXT, start_of).unwrap_or_default());

/// The empty board of the variant of these words, if there is such a variant.
pub fn start_of(variant: &str) -> Option<Board> {
    let words: Vec<&str> = variant.split_ascii_whitespace().collect();
    start(&mut VariantWords::new(&words)).ok()
}
