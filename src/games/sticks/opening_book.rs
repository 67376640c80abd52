//! The opening book of the player `search`: `opening_book.txt`.
//!
//! `tools/book.py` made it, with the command line in its first line.

use std::sync::LazyLock;

use super::Sticks;
use crate::search::OpeningBook;

/// The book's text.
pub const TEXT: &str = include_str!("opening_book.txt");

/// The book, read at the first use; a text that cannot be read counts as an empty book.
pub static BOOK: LazyLock<OpeningBook<Sticks>> =
    LazyLock::new(|| OpeningBook::read(TEXT, start_of).unwrap_or_default());

/// The first position of a variant: there is one variant, named by the empty text.
pub fn start_of(variant: &str) -> Option<Sticks> {
    variant.is_empty().then(Sticks::new)
}
