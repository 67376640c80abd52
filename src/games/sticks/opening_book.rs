//! The opening book of the player `search`: `opening_book.txt`.
//!
//! `tools/book.py` made it, with the command line in its first line.

use super::Sticks;
use crate::search::BuiltInBook;

/// The book.
pub static BOOK: BuiltInBook<Sticks> = BuiltInBook::new(include_str!("opening_book.txt"), start_of);

/// The first position of a variant: there is one variant, named by the empty text.
fn start_of(variant: &str) -> Option<Sticks> {
    variant.is_empty().then(Sticks::new)
}
