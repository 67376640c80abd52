//! Games by name, with refusals of the protocol.

use super::super::grammar::reply::{Code, Refusal};
use crate::games::GAMES;
use crate::host::{GameHost, GameKind, VariantWords};

/// The game of this name.
///
/// # Errors
/// `unknown-game`, with the names of all games.
pub fn find_game(name: &str) -> Result<&'static GameKind, Refusal> {
    GAMES.iter().copied().find(|kind| kind.name == name).ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|kind| kind.name).collect();
        let text = format!("no game '{name}'; there are {}", names.join(" "));
        Refusal::new(Code::UnknownGame, text)
    })
}

/// Starts a game of the variant that the words describe.
///
/// # Errors
/// `bad-syntax`, `bad-number` or `bad-value`, if the words describe no variant of this game.
pub fn open_game(kind: &GameKind, words: &[&str]) -> Result<Box<dyn GameHost>, Refusal> {
    Ok((kind.new_game)(&mut VariantWords::new(words))?)
}
