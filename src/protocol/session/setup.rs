//! What a session begins with: a game, and options that are set.

use super::engine_options::{EngineOptions, OptionSetting};
use super::find_game::{find_game_of_words, open_game};
use crate::games::GAMES;
use crate::host::{GameEntry, GameHost};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::conversation_log::{LOG_FILE, NO_FILE};

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

    /// The file of the option `LogFile`, if there is one.
    pub fn log_file(&self) -> Option<&str> {
        let mut settings = self.options.iter().rev();
        let setting = settings.find(|setting| setting.name.eq_ignore_ascii_case(LOG_FILE))?;
        Some(setting.value.as_str()).filter(|path| !path.is_empty() && *path != NO_FILE)
    }

    /// Refuses a log file where there is no conversation.
    ///
    /// # Errors
    /// `unsupported`.
    pub fn refuse_log_file(&self) -> Result<(), Refusal> {
        let text = "LogFile is for a conversation, and there is none here";
        self.log_file().map_or(Ok(()), |_| Err(Refusal::new(Code::Unsupported, text)))
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
