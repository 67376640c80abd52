//! Backgammon, nackgammon and hypergammon, with the doubling cube and matches.
//!
//! A turn has up to three decisions: `roll` or `double` where the cube is open to the side on
//! roll, `take` or `drop` (or `beaver`) for the other side, and the play of the dice. Each side
//! counts its points from its own home: 24 is furthest, 0 is off, 25 is the bar.
//!
//! ```
//! use parlour::game::{Dice, Notation, Position};
//! use parlour::games::backgammon::Backgammon;
//!
//! let mut game = Backgammon::default();
//! game.lay_dice(3, 1)?;
//! let (play, rest) = game.read_move("8/5,6/5")?;
//! assert_eq!(rest, "");
//! game.play(play);
//! let mut text = String::new();
//! game.write_position(&mut text);
//! assert_eq!(text, "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:0:0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automatons;
mod base64;
pub mod bearoff;
pub mod board;
pub mod contest;
pub mod cube;
mod cube_equity;
pub mod dice;
pub mod doubling;
mod draw;
mod evaluate;
pub mod fibs;
pub mod gnuid;
mod kind;
mod match_equity;
pub mod movegen;
pub mod net;
mod notation;
pub mod outlook;
pub mod perft;
mod plays;
mod position;
pub mod rules;
mod setup;
pub mod steps;
pub mod variant;
pub mod xgid;

pub use contest::Contest;
pub use cube::Cube;
pub use dice::Roll;
pub use kind::KIND;
pub use outlook::Outlook;
pub use rules::{Backgammon, Phase};
pub use steps::{Move, Step, Steps};
pub use variant::{Money, Settings, Variant};
