//! What is agreed on before a game: the variant, the cube, a match or money play.

use super::match_score::MatchScore;
use super::variant::Variant;

/// The optional rules of money play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoneyRules {
    /// Jacoby rule: gammons count double only once the cube has been turned.
    pub jacoby: bool,
    /// Beavers: a side that takes may turn the cube once more and keep it.
    pub beavers: bool,
}

/// The settings that are chosen before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSettings {
    /// The start position.
    pub variant: Variant,
    /// Whether the doubling cube is used.
    pub cube: bool,
    /// The match and its score, or money play.
    pub match_score: MatchScore,
    /// Jacoby rule and beavers, which hold in money play only.
    pub money: MoneyRules,
    /// Whether the first roll decides which side begins; otherwise First does.
    pub opening_roll: bool,
}

impl Default for GameSettings {
    /// A standard money game without the cube.
    fn default() -> Self {
        Self {
            variant: Variant::Standard,
            cube: false,
            match_score: MatchScore::MONEY,
            money: MoneyRules::default(),
            opening_roll: false,
        }
    }
}
