//! Finds and starts games and variants by the names that a client gives, and what a session begins
//! with: one of these games, and options that are set.

use super::super::grammar::refusal::{Code, Refusal};
use super::engine_options::EngineOptions;
use crate::base::name_hints;
use crate::games::GAMES;
use crate::host::{GameEntry, GameHost, VariantError, VariantWords};

/// The game of this name.
///
/// # Errors
/// `unknown-game`, with the names of all games, and the one that may be meant.
pub fn find_game(name: &str) -> Result<&'static GameEntry, Refusal> {
    GAMES.iter().copied().find(|entry| entry.name == name).ok_or_else(|| {
        let refusal = unknown_game(name);
        let mut hint = hint_of_other_name(name);
        if hint.is_empty() {
            let plain = name_hints::letters_and_digits(name);
            hint = name_hints::did_you_mean(&plain, GAMES.iter().map(|entry| entry.name));
        }
        Refusal { text: refusal.text + &hint, ..refusal }
    })
}

/// Finds a game by its name, where these words follow it: a name written as two words may be
/// meant as one.
///
/// # Errors
/// As [`find_game`].
pub(super) fn find_game_of_words(
    name: &str,
    words: &[&str],
) -> Result<&'static GameEntry, Refusal> {
    find_game(name).map_err(|refusal| {
        let joined = words.iter().fold(name.to_owned(), |joined, word| joined + word);
        let hint = match words.first().map(|word| format!("{name}{word}")) {
            Some(two) if is_game(&two) => {
                name_hints::did_you_mean_one_of(&[&two.to_ascii_lowercase()])
            }
            _ => hint_of_other_name(&joined),
        };
        if hint.is_empty() {
            return refusal;
        }
        Refusal { text: unknown_game(name).text + &hint, ..refusal }
    })
}

/// The question after another name of a game or variant; empty if the name is not known.
fn hint_of_other_name(name: &str) -> String {
    meant_by_other_name(name)
        .map(|meant| name_hints::did_you_mean_one_of(&[meant]))
        .unwrap_or_default()
}

/// The words after `newgame` for another name of a game or variant.
///
/// Names are compared by their letters and digits alone.
fn meant_by_other_name(name: &str) -> Option<&'static str> {
    let plain = name_hints::letters_and_digits(name);
    let mut other_names = GAMES.iter().flat_map(|entry| entry.other_names);
    let known = other_names.find(|other| other.names.contains(&plain.as_str()));
    known.map(|other| other.newgame_words)
}

/// The words after `newgame` for a name of a game, another name of it, or one near to it.
pub fn game_of_name(name: &str) -> Option<&'static str> {
    let near = || {
        name_hints::nearest(
            &name_hints::letters_and_digits(name),
            GAMES.iter().map(|entry| entry.name),
        )
    };
    meant_by_other_name(name).or_else(|| near().first().copied())
}

fn is_game(name: &str) -> bool {
    GAMES.iter().any(|entry| entry.name.eq_ignore_ascii_case(name))
}

/// The refusal of a name that no game has, with the names of all games.
fn unknown_game(name: &str) -> Refusal {
    let names: Vec<_> = GAMES.iter().map(|entry| entry.name).collect();
    let list = name_hints::names_there_are("games", "", &names);
    Refusal::new(Code::UnknownGame, format!("no game '{name}'{list}"))
}

/// Starts a game of the variant that the words describe.
///
/// # Errors
/// `bad-syntax`, `bad-number` or `bad-value`, if the words describe no variant of this game.
pub fn open_game(entry: &GameEntry, words: &[&str]) -> Result<Box<dyn GameHost>, Refusal> {
    (entry.new_game)(&mut VariantWords::new(words)).map_err(|error| match error {
        VariantError::UnknownKey(ref key) => {
            let keys = name_hints::names_there_are("keys", key, &entry.key_names());
            Refusal::new(Code::BadSyntax, format!("no key '{key}' in this game{keys}"))
        }
        error => Refusal::from(error),
    })
}

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
    pub entry: &'static GameEntry,
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
        let entry = find_game_of_words(name, keys)?;
        let words = keys.iter().map(|word| (*word).to_owned()).collect();
        let setup = Self { entry, variant_words: words, options };
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
        open_game(self.entry, &words)
    }

    /// All options; `players` are those of the game.
    ///
    /// # Errors
    /// As [`EngineOptions::set`].
    pub fn engine_options(&self, players: &[&'static str]) -> Result<EngineOptions, Refusal> {
        let mut options = EngineOptions::new(GAMES);
        for OptionSetting { name, value } in &self.options {
            options.set(name, Some(value.as_str()), self.entry.name, players)?;
        }
        Ok(options)
    }
}
