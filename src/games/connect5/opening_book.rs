//! The opening book of the default player, on 15 × 15 cells: `opening_book.txt`.
//!
//! `tools/book.py` made it, with the command line at its head.

use super::Board;
use super::newgame_words::{self, EmptyBoard};
use crate::host::VariantWords;
use crate::search::BuiltInBook;

/// The book.
pub static BOOK: BuiltInBook<Board> = BuiltInBook::new(include_str!("opening_book.txt"), start_of);

/// The empty board of the variant given by these words of `newgame`, if there is such a variant.
fn start_of(variant: &str) -> Option<Board> {
    let words: Vec<&str> = variant.split_ascii_whitespace().collect();
    match newgame_words::read_variant(&mut VariantWords::new(&words)).ok()? {
        EmptyBoard::Five(board) => Some(*board),
        EmptyBoard::Other(_) => None,
    }
}
