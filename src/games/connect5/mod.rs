//! Connect 5, or Go-Moku: five in line on a board of 5 to 22 cells each way; also renju, and other
//! lengths than five, such as Noughts and Crosses.
//!
//! `README.md` in this folder has the rules in short, the players and how their data were made.
//!
//! # Examples
//! ```
//! use parlour::game::{Notation, Position};
//! use parlour::games::connect5::{Board, Rule};
//!
//! let mut board = Board::with(15, 15, Rule::Freestyle).expect("a size that is allowed");
//! let (centre, _) = board.read_move("h8").expect("an empty cell");
//! board.play(centre);
//! assert_eq!(board.count_moves(), 224);
//! ```

mod board;
pub mod cell_priorities;
mod evaluate;
mod newgame_words;
pub mod opening_book;
mod picture;
mod player_options;
mod players;
mod registry_entry;
pub mod text;
pub mod threat_map;
pub mod threats;

pub use board::{Board, Cell, Foul, LineBoard, MnkBoard, MnkRules, Rule};
#[cfg(feature = "internals")]
pub use players::ThreatGame as SelectiveSearch;
pub use players::{ForcedPlayer, LookaheadPlayer, SlicesPlayer, ThreatGame, ThreatPlayer};
pub use registry_entry::GAME;

#[cfg(test)]
mod tests {
    use super::{Board, Rule};
    use crate::game::conformance::ConformanceKit;

    #[test]
    fn boards_keep_what_every_game_must() {
        for (width, height, rule) in [
            (15, 15, Rule::Freestyle),
            (5, 5, Rule::Freestyle),
            (9, 9, Rule::Standard),
            (22, 5, Rule::Standard),
            (7, 6, Rule::Renju),
            (15, 15, Rule::Renju),
        ] {
            let board = Board::with(width, height, rule).expect("a size that is allowed");
            ConformanceKit::without_dice(board).check();
        }
    }
}
