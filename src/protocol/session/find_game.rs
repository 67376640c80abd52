//! The games and variants that a client names.

use crate::base::name_hints;
use crate::games::GAMES;
use crate::host::{GameEntry, GameHost, VariantError, VariantWords};
use crate::protocol::grammar::refusal::{Code, Refusal};

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

/// The game that has this other name, such as `gomoku`.
pub fn game_of_other_name(name: &str) -> Option<&'static GameEntry> {
    let words = meant_by_other_name(name)?.split(' ').next()?;
    GAMES.iter().find(|entry| entry.name == words).copied()
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
