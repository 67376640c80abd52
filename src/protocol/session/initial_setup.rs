//! What a session begins with: a game of some variant, and options that are set.

use super::super::grammar::refusal::{Code, Refusal};
use super::engine_options::EngineOptions;
use super::find_game::{find_game_of_words, open_game};
use crate::games::GAMES;
use crate::host::{GameHost, GameKind};

/// An option and the value to set it to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSetting {
    /// The name, in any case of letters.
    pub name: String,
    /// The value.
    pub value: String,
}

impl OptionSetting {
    /// Reads `NAME=VALUE`.
    ///
    /// # Errors
    /// `bad-syntax` if there is no `=`.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            Refusal::new(Code::BadSyntax, format!("an option is NAME=VALUE, not '{text}'"))
        })?;
        Ok(Self { name: name.trim().to_owned(), value: value.trim().to_owned() })
    }
}

/// A game of some variant, and options that are set.
#[derive(Clone)]
pub struct Setup {
    /// The game.
    pub kind: &'static GameKind,
    /// The words of `newgame` after its name.
    variant_words: Vec<String>,
    options: Vec<OptionSetting>,
}

impl Setup {
    /// The game and the variant of a text, as `newgame` takes them, with these options.
    ///
    /// # Errors
    /// What `newgame` and `setoption` refuse.
    pub fn read(game: &str, options: Vec<OptionSetting>) -> Result<Self, Refusal> {
        let words: Vec<&str> = game.split_ascii_whitespace().collect();
        let (name, keys) = words.split_first().unwrap_or((&"", &[]));
        let kind = find_game_of_words(name, keys)?;
        let words = keys.iter().map(|word| (*word).to_owned()).collect();
        let setup = Self { kind, variant_words: words, options };
        let players = setup.open_game()?.players();
        setup.engine_options(&players)?;
        Ok(setup)
    }

    /// Whether the game is to be of a variant that was named.
    pub const fn names_variant(&self) -> bool {
        !self.variant_words.is_empty()
    }

    /// Starts the game.
    ///
    /// # Errors
    /// As [`open_game`].
    pub fn open_game(&self) -> Result<Box<dyn GameHost>, Refusal> {
        let words: Vec<&str> = self.variant_words.iter().map(String::as_str).collect();
        open_game(self.kind, &words)
    }

    /// All options; `players` are those of the game.
    ///
    /// # Errors
    /// As [`EngineOptions::set`].
    pub fn engine_options(&self, players: &[&'static str]) -> Result<EngineOptions, Refusal> {
        let mut options = EngineOptions::new(GAMES);
        for OptionSetting { name, value } in &self.options {
            options.set(name, Some(value.as_str()), self.kind.name, players)?;
        }
        Ok(options)
    }
}
