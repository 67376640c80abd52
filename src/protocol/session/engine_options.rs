//! All options of the engine, with their values.

use std::collections::BTreeMap;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use crate::base::intrinsics::web_clock_and_random::random_bits;
use crate::base::name_hints;
use crate::base::whole_numbers::read_whole_number;
use crate::board::drawing_style::Style;
use crate::host::{GameEntry, HostError};
use crate::protocol::grammar::command::first_word;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::conversation_log::{LOG_FILE, NO_FILE};
use crate::protocol::io::regular_file;
use crate::search::player::options::{CLEAR_HASH, COMMON, SEED};
use crate::search::{OptionKind, OptionSpec, Options};

/// Options of the session itself, which no player sees.
const SESSION_OPTIONS: [OptionSpec; 3] = [
    PLAYER,
    STYLE,
    // The file is opened where the line is read.
    OptionSpec {
        name: LOG_FILE,
        about: "a file to which the conversation is added; <empty> for none",
        players: &[],
        kind: OptionKind::Text { default: NO_FILE },
        is_open_to_network: false,
    },
];

/// The player of each game.
const PLAYER: OptionSpec = OptionSpec {
    name: "Player",
    about: "the player if go names none; kept per game",
    players: &[],
    kind: OptionKind::Text { default: DEFAULT_PLAYER },
    is_open_to_network: true,
};

/// How the board is drawn.
const STYLE: OptionSpec = OptionSpec {
    name: "Style",
    about: "how show draws",
    players: &[],
    kind: OptionKind::Combo { default: "ascii", choices: &["ascii", "unicode", "colour"] },
    is_open_to_network: true,
};

/// The word for a game's default player.
const DEFAULT_PLAYER: &str = "default";

/// The options of all players, of the session, and of each of these games.
fn specs_of_all(
    entries: &'static [&'static GameEntry],
) -> impl Iterator<Item = &'static OptionSpec> {
    let own = entries.iter().flat_map(|entry| entry.options);
    COMMON.iter().chain(&SESSION_OPTIONS).chain(own)
}

/// All options with their values.
pub struct EngineOptions {
    specs: Vec<OptionSpec>,
    /// The games of which these are the options.
    entries: &'static [&'static GameEntry],
    values: Options,
    players: BTreeMap<&'static str, String>,
    /// The seed in use while `Seed` is set to 0.
    drawn_seed: i64,
}

/// The effect of [`EngineOptions::set`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// A value, which is read where it is needed.
    Value,
    /// Nothing yet: the players of the game are to clear their tables.
    ClearHash,
    /// The seed: all random streams are to start again.
    Seed,
}

impl EngineOptions {
    /// The defaults of every option of these games; each name once.
    pub fn new(entries: &'static [&'static GameEntry]) -> Self {
        let mut specs: Vec<OptionSpec> = Vec::new();
        for spec in specs_of_all(entries) {
            if !specs.iter().any(|known| known.name.eq_ignore_ascii_case(spec.name)) {
                specs.push(*spec);
            }
        }
        let values = Options::new(&specs);
        let mut options =
            Self { specs, entries, values, players: BTreeMap::new(), drawn_seed: draw_seed() };
        options.replace_seed_zero();
        options
    }

    /// The seed that all random streams start from: the option, or the drawn one if that is 0.
    pub fn seed(&self) -> u64 {
        self.values.number(&SEED).unsigned_abs()
    }

    /// Sets the seed to the drawn one where it is 0.
    fn replace_seed_zero(&mut self) {
        if self.values.number(&SEED) == 0 {
            let set = self.values.set(&SEED, Some(&self.drawn_seed.to_string()));
            debug_assert!(set.is_ok(), "a drawn seed is in range");
        }
    }

    /// Every option, in the order of `ugi`.
    pub fn specs(&self) -> &[OptionSpec] {
        &self.specs
    }

    /// A line about each option; where games share a name, one of each game.
    pub fn help_lines(&self) -> impl Iterator<Item = String> {
        specs_of_all(self.entries).map(OptionSpec::help_line)
    }

    /// The lines of [`Self::help_lines`] about the options of this name, in any case.
    pub fn help_lines_of(&self, name: &str) -> impl Iterator<Item = String> {
        let specs = specs_of_all(self.entries);
        specs.filter(|spec| spec.name.eq_ignore_ascii_case(name)).map(OptionSpec::help_line)
    }

    /// The values, for players.
    pub const fn values(&self) -> &Options {
        &self.values
    }

    /// How `show` draws.
    pub fn style(&self) -> Style {
        match self.values.text(&STYLE).as_str() {
            "unicode" => Style::Unicode,
            "colour" => Style::Colour,
            _ => Style::Ascii,
        }
    }

    /// The player chosen for this game by option; `None` for its default.
    pub fn player(&self, game: &'static str) -> Option<&str> {
        self.players.get(game).map(String::as_str)
    }

    /// Sets an option; `players` are those of the game that is on.
    ///
    /// # Errors
    /// `unknown-option`, `bad-number`, `bad-value`, or `unknown-player`.
    pub fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        game: &'static str,
        players: &[&'static str],
    ) -> Result<OptionEffect, Refusal> {
        let change = self.set_value(name, value, game, players)?;
        log::info!("option {name} is set to '{}'", value.unwrap_or_default());
        Ok(change)
    }

    /// Whether a client on another machine may set the option of this name.
    ///
    /// # Errors
    /// `unsupported` if the option names a file, or takes memory or threads.
    pub fn check_for_network(&self, name: &str) -> Result<(), Refusal> {
        let is_named = |spec: &&OptionSpec| spec.name.eq_ignore_ascii_case(name);
        match self.specs.iter().find(is_named) {
            Some(spec) if !spec.is_open_to_network => {
                let text = format!("option {} is set where the server is started", spec.name);
                Err(Refusal::new(Code::Unsupported, text))
            }
            _ => Ok(()),
        }
    }

    fn set_value(
        &mut self,
        name: &str,
        value: Option<&str>,
        game: &'static str,
        players: &[&'static str],
    ) -> Result<OptionEffect, Refusal> {
        let spec = self.specs.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        let Some(spec) = spec else {
            return Err(self.unknown_option(name));
        };
        if spec.name == PLAYER.name {
            self.choose_player(value.unwrap_or(DEFAULT_PLAYER), game, players)?;
            return Ok(OptionEffect::Value);
        }
        if spec.kind == OptionKind::File {
            let contents = match value {
                None | Some("" | NO_FILE) => None,
                Some(path) => Some(regular_file::read_for_option(self.entries, spec.name, path)?),
            };
            self.values.set_file(spec, contents);
            return Ok(OptionEffect::Value);
        }
        self.values.set(spec, value).map_err(|error| {
            let is_word = value.is_some_and(|value| read_whole_number(value).is_none());
            let wants_number = matches!(spec.kind, OptionKind::Spin { .. });
            let code = if wants_number && is_word { Code::BadNumber } else { Code::BadValue };
            Refusal::new(code, error.to_string())
        })?;
        let name = spec.name;
        self.replace_seed_zero();
        Ok(if name == CLEAR_HASH.name {
            OptionEffect::ClearHash
        } else if name == SEED.name {
            OptionEffect::Seed
        } else {
            OptionEffect::Value
        })
    }

    /// The refusal of an option's name, with the one that may be meant, or with all names.
    fn unknown_option(&self, name: &str) -> Refusal {
        let names: Vec<&str> = self.specs.iter().map(|spec| spec.name).collect();
        let end = match name_hints::did_you_mean(name, names.iter().copied()) {
            none if none.is_empty() => without_value(name, &names)
                .unwrap_or_else(|| name_hints::names_there_are("options", "", &names)),
            hint => hint,
        };
        Refusal::new(Code::UnknownOption, format!("no option '{name}'{end}"))
    }

    fn choose_player(
        &mut self,
        name: &str,
        game: &'static str,
        players: &[&'static str],
    ) -> Result<(), Refusal> {
        if name == DEFAULT_PLAYER {
            self.players.remove(game);
        } else if players.contains(&name) {
            self.players.insert(game, name.to_owned());
        } else {
            return Err(HostError::unknown_player(name, players).into());
        }
        Ok(())
    }
}

/// The question whether a value is meant, without the word before it, as in `Hash 64`.
fn without_value(text: &str, names: &[&str]) -> Option<String> {
    let (name, value) = text.split_once(' ')?;
    let (word, after) = first_word(value);
    let value = if word.eq_ignore_ascii_case("value") { after.trim_start() } else { value };
    let name = names.iter().find(|known| known.eq_ignore_ascii_case(name))?;
    Some(format!("; did you mean 'setoption name {name} value {value}'?"))
}

/// The bits of a drawn seed: few enough for a person to copy and for every format of numbers.
const SEED_BITS: u32 = 53;

/// Draws a seed from the system's random numbers, from 1 to 2⁵³ − 1.
fn draw_seed() -> i64 {
    (random_bits() >> (u64::BITS - SEED_BITS)).max(1).cast_signed()
}

/// 64 random bits.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn random_bits() -> u64 {
    use std::collections::hash_map::RandomState;
    use std::hash::{BuildHasher, Hasher};

    // The keys of a new hasher are random, so the hash of nothing is a random number.
    RandomState::new().build_hasher().finish()
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

#[cfg(test)]
mod tests {
    #[test]
    fn seeds_differ_and_are_in_range() {
        let mut seeds: Vec<i64> = (0..100).map(|_| super::draw_seed()).collect();
        assert!(seeds.iter().all(|seed| (1..1 << 53).contains(seed)));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 100);
    }
}
