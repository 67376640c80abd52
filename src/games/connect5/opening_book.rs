//! The opening book of the default player, on 15 × 15 cells: `opening_book.txt`.
//!
//! `tools/book.py` made it, with the command line at its head.

use std::sync::LazyLock;

use super::rules::Board;
use super::variant::{self, Variant};
use crate::host::VariantWords;
use crate::search::OpeningBook;

/// The book's text.
pub const TEXT: &str = include_str!("opening_book.txt");

/// The book, read when it is first used; if its text cannot be read it is empty.
pub static BOOK: LazyLock<OpeningBook<Board>> =
    LazyLock::new(|| OpeningBook::read(TEXT, start_of).unwrap_or_default());

/// The empty board of the variant given by these words of `newgame`, if there is such a variant.
pub fn start_of(variant: &str) -> Option<Board> {
    let words: Vec<&str> = variant.split_ascii_whitespace().collect();
    match variant::start(&mut VariantWords::new(&words)).ok()? {
        Variant::Five(board) => Some(*board),
        Variant::Other(_) => None,
    }
}
