//! Sticks 'n' Barrels: two trays of pieces, 49 peg holes, and three sequences that win.
//!
//! The game is that of the "Sticks 'n' Barrels Algorithm Design Document". Each player has
//! 10 sticks, 4 hollow and 4 solid barrels, and places or moves one of them a turn. Five holes in
//! line that read `S S B S S`, `S B S B S` or `S B B B S`, all of one player, win. A hollow barrel
//! and a stick of the other player fit into one hole.
//!
//! # Examples
//! ```
//! use parlour::game::{Notation, Position};
//! use parlour::games::sticks::Sticks;
//!
//! let mut game = Sticks::new();
//! assert_eq!(game.count_moves(), 147);
//! let (m, _) = game.read_move("S@d4").expect("a legal drop");
//! game.play(m);
//! let mut text = String::new();
//! game.write_position(&mut text);
//! assert_eq!(text, "7/7/7/3S3/7/7/7 y");
//! ```

pub mod board;
mod cell_access;
pub mod evaluate;
pub mod opening_book;
mod picture;
pub mod players;
pub mod prover;
mod registry_entry;
pub mod search_board;
pub mod sequence_state_counts;
mod text;

pub use board::holes_and_pieces::{Hole, Piece, Pieces};
pub use board::move_and_packed_move::Move;
pub use board::rules::Sticks;
#[cfg(feature = "internals")]
pub use players::search::SticksGame as SelectiveSearch;
pub use registry_entry::{GAME, OPTIONS};

#[cfg(test)]
mod tests {
    use super::Sticks;
    use crate::game::conformance::ConformanceKit;

    #[test]
    fn game_keeps_what_every_game_must() {
        ConformanceKit::without_dice(Sticks::new()).check();
    }
}
