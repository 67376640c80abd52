//! Backgammon, nackgammon and hypergammon, with the doubling cube and matches.
//!
//! A turn has up to three decisions: `roll` or `double` if the side on roll may turn the cube,
//! `take` or `drop` (or `beaver`) for the other side, and the play of the dice. Each side numbers
//! the points from its own home: 24 is furthest, 0 is off, 25 is the bar.
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

pub mod board;
pub mod cube;
pub mod eval;
mod picture;
mod players;
mod registry_entry;
pub mod text;

pub use board::cube::Cube;
pub use board::game_settings::{GameSettings, MoneyRules};
pub use board::game_state_and_cube_rules::{Backgammon, Phase};
pub use board::match_score::MatchScore;
pub use board::moves::{Move, Step, Steps};
pub use board::roll::Roll;
pub use board::variant::Variant;
pub use eval::Probabilities;
pub use registry_entry::GAME;

#[cfg(test)]
mod tests {
    use super::{Backgammon, GameSettings, MatchScore, MoneyRules, Variant};
    use crate::game::conformance::ConformanceKit;

    #[test]
    fn variants_keep_what_every_game_must() {
        let cube = GameSettings { cube: true, ..GameSettings::default() };
        let money = MoneyRules { jacoby: true, beavers: true };
        let match_score = MatchScore::new(3, [2, 1], true).expect("a score that fits");
        for settings in [
            GameSettings::default(),
            GameSettings { variant: Variant::Nackgammon, ..cube },
            GameSettings { variant: Variant::Hypergammon, money, ..cube },
            GameSettings { match_score, ..cube },
        ] {
            // A double that is open is judged at the cube it asks for.
            let most = |game: &Backgammon| 3_000 * game.cube().value().cast_signed();
            ConformanceKit::with_dice(Backgammon::start(&settings), most).check();
        }
    }
}
