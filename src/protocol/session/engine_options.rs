//! All options with their values: the common ones, those of every game, and the session's own.
//!
//! The seed of a session for which none is set is drawn here: the one place where chance comes from
//! outside. The files that options name are read and checked here, before a player sees them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::super::grammar::refusal::{Code, Refusal};
use super::super::io::conversation_log::{LOG_FILE, NO_FILE};
use super::super::io::regular_file;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use crate::base::intrinsics::web_clock_and_random::random_bits;
use crate::base::name_hints;
use crate::base::numbers_and_words_in_text::read_whole_number;
use crate::board::drawing_style::Style;
use crate::host::{FileFormat, GameEntry, HostError};
use crate::search::player::options::COMMON;
use crate::search::{OptionKind, OptionSpec, Options};

/// Options of the session itself, which no player sees.
const SESSION_OPTIONS: [OptionSpec; 3] = [
    OptionSpec {
        name: "Player",
        about: "the player if go names none; kept per game",
        kind: OptionKind::Text { default: DEFAULT_PLAYER },
    },
    OptionSpec {
        name: "Style",
        about: "how show draws",
        kind: OptionKind::Combo { default: "ascii", choices: &["ascii", "unicode", "colour"] },
    },
    // The file is opened where the line is read.
    OptionSpec {
        name: LOG_FILE,
        about: "a file to which the conversation is added; <empty> for none",
        kind: OptionKind::Text { default: NO_FILE },
    },
];

/// The option that starts the random streams.
const SEED: &str = "Seed";

/// The word for a game's default player.
const DEFAULT_PLAYER: &str = "default";

/// All options with their values.
pub struct EngineOptions {
    specs: Vec<OptionSpec>,
    files: FileFormats,
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
    pub fn new(entries: &[&'static GameEntry]) -> Self {
        let own = entries.iter().flat_map(|entry| entry.options);
        let mut specs: Vec<OptionSpec> = Vec::new();
        for spec in COMMON.iter().chain(&SESSION_OPTIONS).chain(own) {
            if !specs.iter().any(|known| known.name.eq_ignore_ascii_case(spec.name)) {
                specs.push(*spec);
            }
        }
        let values = Options::new(&specs);
        let mut options = Self {
            specs,
            files: FileFormats::new(entries),
            values,
            players: BTreeMap::new(),
            drawn_seed: draw_seed(),
        };
        options.replace_seed_zero();
        options
    }

    /// The seed that all random streams start from: the option, or the drawn one if that is 0.
    pub fn seed(&self) -> u64 {
        self.values.spin(SEED).unsigned_abs()
    }

    /// Sets the seed to the drawn one where it is 0.
    fn replace_seed_zero(&mut self) {
        let spec = COMMON.iter().find(|spec| spec.name == SEED);
        if let Some(spec) = spec.filter(|_| self.values.spin(SEED) == 0) {
            let set = self.values.set(spec, Some(&self.drawn_seed.to_string()));
            debug_assert!(set.is_ok(), "a drawn seed is in range");
        }
    }

    /// Every option, in the order of `ugi`.
    pub fn specs(&self) -> &[OptionSpec] {
        &self.specs
    }

    /// The values, for players.
    pub const fn values(&self) -> &Options {
        &self.values
    }

    /// How `show` draws.
    pub fn style(&self) -> Style {
        match self.values.text("Style").as_str() {
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
            Some(spec)
                if spec.kind == OptionKind::File || ["Hash", "Threads"].contains(&spec.name) =>
            {
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
        if spec.name == "Player" {
            self.choose_player(value.unwrap_or(DEFAULT_PLAYER), game, players)?;
            return Ok(OptionEffect::Value);
        }
        if spec.kind == OptionKind::File {
            let contents = match value {
                None | Some("" | NO_FILE) => None,
                Some(path) => Some(self.files.read(spec.name, path)?),
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
        let (name, is_button) = (spec.name, spec.kind == OptionKind::Button);
        self.replace_seed_zero();
        Ok(match name {
            _ if is_button => OptionEffect::ClearHash,
            SEED => OptionEffect::Seed,
            _ => OptionEffect::Value,
        })
    }

    /// The refusal of an option's name, with the one that may be meant, or with all names.
    fn unknown_option(&self, name: &str) -> Refusal {
        let names: Vec<&str> = self.specs.iter().map(|spec| spec.name).collect();
        let end = match name_hints::did_you_mean(name, names.iter().copied()) {
            none if none.is_empty() => name_hints::names_there_are("options", "", &names),
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
            return Err(unknown_player(name, players));
        }
        Ok(())
    }
}

/// The refusal of a name that no player of a game has, with the names of all its players.
pub(crate) fn unknown_player(name: &str, players: &[&str]) -> Refusal {
    HostError::unknown_player(name, players).into()
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

/// The format of the file of each option.
struct FileFormats {
    formats: Vec<FileFormat>,
}

impl FileFormats {
    /// The options of these games that name files.
    fn new(entries: &[&'static GameEntry]) -> Self {
        Self { formats: entries.iter().flat_map(|entry| entry.files).copied().collect() }
    }

    /// The contents of the file at this path, fit for this option.
    ///
    /// # Errors
    /// `bad-value` if there is no such file, or it is not what the option wants.
    fn read(&self, option: &str, path: &str) -> Result<Arc<[u8]>, Refusal> {
        let refuse = |what: String| Refusal::new(Code::BadValue, format!("{path}: {what}"));
        let Some(format) = self.formats.iter().find(|format| format.option == option) else {
            return Err(refuse(format!("option {option} has no file")));
        };
        let contents = regular_file::read(Path::new(path), format.most_bytes)
            .map_err(|error| refuse(error.to_string()))?;
        (format.check)(&contents).map_err(|error| refuse(error.to_string()))?;
        Ok(contents.into())
    }
}

#[cfg(test)]
mod tests {
    use super::FileFormats;
    use crate::games::GAMES;
    use crate::search::OptionKind;

    #[test]
    fn seeds_differ_and_are_in_range() {
        let mut seeds: Vec<i64> = (0..100).map(|_| super::draw_seed()).collect();
        assert!(seeds.iter().all(|seed| (1..1 << 53).contains(seed)));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 100);
    }

    fn refusal_of(option: &str, path: &str) -> String {
        FileFormats::new(GAMES).read(option, path).expect_err("a refusal").to_string()
    }

    fn refusal(path: &str) -> String {
        refusal_of("SolvedTableFile", path)
    }

    #[test]
    fn every_file_option_has_a_format() {
        for entry in GAMES {
            let options = entry.options.iter().filter(|spec| spec.kind == OptionKind::File);
            let formats: Vec<_> = entry.files.iter().map(|format| format.option).collect();
            assert_eq!(options.map(|spec| spec.name).collect::<Vec<_>>(), formats);
        }
    }

    #[test]
    fn text_that_is_no_style_or_far_too_long_is_refused() {
        let here = env!("CARGO_MANIFEST_DIR");
        let too_long = format!("{here}/protocol.md");
        assert!(refusal_of("StyleFile", &too_long).ends_with(": longer than 16384 bytes"));
        let text = refusal_of("StyleFile", &format!("{here}/rustfmt.toml"));
        assert!(text.contains(": line 1: '"), "{text}");
        assert!(refusal_of("Hash", here).ends_with("option Hash has no file"));
    }

    #[test]
    fn what_is_no_table_is_refused_with_the_reason() {
        let here = env!("CARGO_MANIFEST_DIR");
        assert!(refusal("/dev/zero").contains("not a plain file"));
        assert!(refusal(here).contains("not a plain file"));
        assert!(refusal("no/such/file").contains("No such file"));
        let foreign = format!("{here}/Cargo.toml");
        assert!(refusal(&foreign).contains("not a table of solved positions"));
    }
}
