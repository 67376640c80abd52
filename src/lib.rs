//! Parlour: a headless game engine. Lines in, lines out, any number of games.
//!
//! A file imports its own floor and lower ones only:
//!
//! ```text
//! 7 protocol   lines → commands → replies; knows no game
//! 6 games      one folder a game; knows no protocol
//! 5 host       a game in progress as an object-safe trait
//! 4 search     players, limits, the searches that know no game
//! 3 game       what a game is, as traits
//! 2 board      rectangles of cells
//! 1 base       sides, outcomes, scores, random numbers
//! ```

pub mod base;
pub mod board;
pub mod command_line;
pub mod game;
pub mod games;
pub mod host;
pub mod protocol;
pub mod search;
