//! The opening book of the default player: `book.txt`.
//!
//! Made by `tools/book.py`, as its head says.

use std::sync::LazyLock;

use super::Sticks;
use crate::search::OpeningBook;

/// The book's text.
pub const TEXT: &str = include_str!("opening_book.txt");

/// The book, read when it is first looked into; a text that is no book counts as an empty one.
pub static BOOK: LazyLock<OpeningBook<Sticks>> =
    LazyLock::new(|| OpeningBook::read(TEXT, start_of).unwrap_or_default());

/// The empty board of the variant of these words: there are no variants, so of no word.
pub fn start_of(variant: &str) -> Option<Sticks> {
    variant.is_empty().then(Sticks::new)
}
