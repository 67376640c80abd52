//! The options of a player: names, types, ranges and values.

use std::fmt;
use std::sync::Arc;

use crate::base::intrinsics::largest_table_mebibytes;

/// One thing that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name; compared without regard to case.
    pub name: &'static str,
    /// Its effect, in one line.
    pub about: &'static str,
    /// The only players that use it; none if it is an option of the session or of many players.
    pub players: &'static [&'static str],
    /// Its type, default and range.
    pub kind: OptionKind,
    /// Whether a client on another machine may set it.
    ///
    /// It may not if the option names a file, or takes memory or threads.
    pub is_open_to_network: bool,
}

/// The type of an option, with its default and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Its value before it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Its value before it is set.
        default: i64,
        /// The least value allowed.
        min: i64,
        /// The greatest value allowed.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// Its value before it is set.
        default: &'static str,
        /// The words allowed, compared without regard to case.
        choices: &'static [&'static str],
    },
    /// An action without a value.
    Button,
    /// Any text.
    Text {
        /// Its value before it is set.
        default: &'static str,
    },
    /// A file, named by its path; none before it is set.
    File,
}

impl OptionSpec {
    /// The line that explains it: its name, the only players that use it, and its effect.
    pub fn help_line(&self) -> String {
        let players = match self.players {
            [] => String::new(),
            players => format!(" ({})", players.join(", ")),
        };
        format!("{}{players}: {}", self.name, self.about)
    }

    /// The option as it is listed for a front end: `Hash` goes up to what this machine can give.
    ///
    /// Larger values, up to the greatest of all machines, are accepted too: the table becomes as
    /// large as the memory allows.
    #[must_use]
    pub fn on_this_machine(self) -> Self {
        let (OptionKind::Spin { default, min, max }, "Hash") = (self.kind, self.name) else {
            return self;
        };
        let largest = largest_table_mebibytes().and_then(|size| i64::try_from(size).ok());
        let max = max.min(largest.unwrap_or(max)).max(default);
        Self { kind: OptionKind::Spin { default, min, max }, ..self }
    }
}

const fn check(name: &'static str, about: &'static str, default: bool) -> OptionSpec {
    let kind = OptionKind::Check { default };
    OptionSpec { name, about, players: &[], kind, is_open_to_network: true }
}

/// A whole number; `range` is its least value, its default and its greatest value.
const fn spin(name: &'static str, about: &'static str, range: [i64; 3]) -> OptionSpec {
    let [min, default, max] = range;
    OptionSpec {
        name,
        about,
        players: &[],
        kind: OptionKind::Spin { default, min, max },
        is_open_to_network: true,
    }
}

/// The most threads of the option `Threads`, and of jobs at the same time. Chosen by hand.
pub const MAX_THREADS: u32 = 1_024;
/// The largest value of the option `MultiPV`.
///
/// It is more than the cells of any board; chosen by hand.
pub const MAX_MULTIPV: u32 = 500;
/// The option `Level` at full strength.
pub const MAX_LEVEL: u8 = 20;

/// The size of the transposition table, in MiB.
pub const HASH: OptionSpec = OptionSpec {
    is_open_to_network: false,
    ..spin("Hash", "MiB of the transposition table", [1, 16, 65_536])
};
/// The threads of a search.
pub const THREADS: OptionSpec = OptionSpec {
    is_open_to_network: false,
    ..spin(
        "Threads",
        "threads of perft, and of players that share work",
        [1, 1, MAX_THREADS as i64],
    )
};
/// The seed of all that is random.
pub const SEED: OptionSpec = spin(
    "Seed",
    "start of the random streams; 0 draws a seed, which query seed reports",
    [0, 0, i64::MAX],
);
/// How many best moves a search reports.
pub const MULTI_PV: OptionSpec =
    spin("MultiPV", "how many best moves to report", [1, 1, MAX_MULTIPV as i64]);
/// The time for a move where nothing limits the search, in milliseconds.
pub const MOVE_TIME: OptionSpec =
    spin("MoveTime", "ms for a move when go sets no limit", [1, 1_000, 86_400_000]);
/// The time reserved for the communication with the referee, in milliseconds.
pub const MOVE_OVERHEAD: OptionSpec =
    spin("MoveOverhead", "ms reserved for the communication with the referee", [0, 5, 5_000]);
/// The playing strength.
pub const LEVEL: OptionSpec =
    spin("Level", "playing strength, 20 is full", [0, MAX_LEVEL as i64, MAX_LEVEL as i64]);
/// Whether openings are played from a book.
pub const OWN_BOOK: OptionSpec =
    check("OwnBook", "play openings from a book, where a player has one", false);
/// Whether tables of solved positions are used.
pub const SOLVED_TABLE: OptionSpec =
    check("SolvedTable", "use tables of solved positions, where a player has one", true);
/// The button that clears the tables of all players.
pub const CLEAR_HASH: OptionSpec = OptionSpec {
    name: "Clear Hash",
    about: "empty the transposition table",
    players: &[],
    kind: OptionKind::Button,
    is_open_to_network: true,
};

/// The options that every game's players share.
pub const COMMON: &[OptionSpec] = &[
    HASH,
    THREADS,
    SEED,
    MULTI_PV,
    MOVE_TIME,
    MOVE_OVERHEAD,
    LEVEL,
    OWN_BOOK,
    SOLVED_TABLE,
    CLEAR_HASH,
];

#[derive(Clone, Debug, PartialEq, Eq)]
enum OptionValue {
    Check(bool),
    /// A whole number, within the range of its [`OptionKind`].
    Spin(i64),
    Text(String),
    Button,
    /// The bytes of the file; `None` while no file is set.
    File(Option<Arc<[u8]>>),
}

impl OptionValue {
    fn default_of(kind: OptionKind) -> Self {
        match kind {
            OptionKind::Check { default } => Self::Check(default),
            OptionKind::Spin { default, .. } => Self::Spin(default),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => {
                Self::Text(default.to_owned())
            }
            OptionKind::Button => Self::Button,
            OptionKind::File => Self::File(None),
        }
    }
}

/// An option and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Setting {
    name: &'static str,
    /// The value it has now.
    value: OptionValue,
}

/// The values of some options; one that is not among them has its default.
///
/// # Examples
/// ```
/// use parlour::search::player::options::{COMMON, HASH, Options};
/// let mut options = Options::new(COMMON);
/// assert_eq!(options.number(&HASH), 16);
/// options.set(&HASH, Some("64")).unwrap();
/// assert_eq!(options.number(&HASH), 64);
/// assert!(options.set(&HASH, Some("0")).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    settings: Vec<Setting>,
}

impl Options {
    /// The defaults of these options; of two options with one name the first counts.
    pub fn new<'a>(specs: impl IntoIterator<Item = &'a OptionSpec>) -> Self {
        let mut options = Self::default();
        for spec in specs {
            if options.find(spec.name).is_none() {
                let value = OptionValue::default_of(spec.kind);
                options.settings.push(Setting { name: spec.name, value });
            }
        }
        options
    }

    /// The value of a whole number; its default if it was not set.
    pub fn number(&self, spec: &OptionSpec) -> i64 {
        match self.value(spec) {
            OptionValue::Spin(value) => value,
            _ => 0,
        }
    }

    /// The value of a check; its default if it was not set.
    pub fn check(&self, spec: &OptionSpec) -> bool {
        self.value(spec) == OptionValue::Check(true)
    }

    /// The value of a text, or the word chosen; its default if it was not set.
    pub fn text(&self, spec: &OptionSpec) -> String {
        match self.value(spec) {
            OptionValue::Text(value) => value,
            _ => String::new(),
        }
    }

    /// The contents of a file, if one was set.
    pub fn file(&self, spec: &OptionSpec) -> Option<Arc<[u8]>> {
        match self.value(spec) {
            OptionValue::File(contents) => contents,
            _ => None,
        }
    }

    /// Sets the contents of the file of an option; `None` for no file.
    pub fn set_file(&mut self, spec: &OptionSpec, contents: Option<Arc<[u8]>>) {
        self.put(spec, OptionValue::File(contents));
    }

    /// Sets an option; adds the option if it was not there.
    ///
    /// A button has no value, so nothing changes; its action is the caller's.
    ///
    /// # Errors
    /// [`OptionError`] if the value does not fit the option's type and range, or is a path, which
    /// is not read here ([`Self::set_file`]); nothing changes.
    pub fn set(&mut self, spec: &OptionSpec, value: Option<&str>) -> Result<(), OptionError> {
        let error = || OptionError {
            name: spec.name,
            value: value.map(str::to_owned),
            expected: spec.kind,
        };
        let value = match spec.kind {
            OptionKind::Button => OptionValue::Button,
            OptionKind::Text { .. } => OptionValue::Text(value.unwrap_or_default().to_owned()),
            kind => value.and_then(|text| read_value(kind, text)).ok_or_else(error)?,
        };
        self.put(spec, value);
        Ok(())
    }

    /// Asks for the values of all of this many moves.
    ///
    /// `MultiPV` may exceed its range.
    pub fn report_all_moves(&mut self, count: usize) {
        self.put(&MULTI_PV, OptionValue::Spin(i64::try_from(count).unwrap_or(i64::MAX)));
    }

    /// Sets full playing strength, whatever `Level` was.
    pub fn use_full_level(&mut self) {
        self.put(&LEVEL, OptionValue::Spin(i64::from(MAX_LEVEL)));
    }

    fn put(&mut self, spec: &OptionSpec, value: OptionValue) {
        match self.settings.iter_mut().find(|old| old.name.eq_ignore_ascii_case(spec.name)) {
            Some(setting) => setting.value = value,
            None => self.settings.push(Setting { name: spec.name, value }),
        }
    }

    fn find(&self, name: &str) -> Option<&OptionValue> {
        let mut settings = self.settings.iter();
        let found = settings.find(|setting| setting.name.eq_ignore_ascii_case(name));
        found.map(|setting| &setting.value)
    }

    fn value(&self, spec: &OptionSpec) -> OptionValue {
        self.find(spec.name).cloned().unwrap_or_else(|| OptionValue::default_of(spec.kind))
    }
}

/// Reads the value of a check, spin or combo.
fn read_value(kind: OptionKind, text: &str) -> Option<OptionValue> {
    match kind {
        OptionKind::Check { .. } if text.eq_ignore_ascii_case("true") => {
            Some(OptionValue::Check(true))
        }
        OptionKind::Check { .. } if text.eq_ignore_ascii_case("false") => {
            Some(OptionValue::Check(false))
        }
        OptionKind::Spin { min, max, .. } => {
            let number = text.parse().ok()?;
            (min..=max).contains(&number).then_some(OptionValue::Spin(number))
        }
        OptionKind::Combo { choices, .. } => {
            let choice = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text))?;
            Some(OptionValue::Text((*choice).to_owned()))
        }
        OptionKind::Check { .. }
        | OptionKind::Button
        | OptionKind::Text { .. }
        | OptionKind::File => None,
    }
}

/// A value that does not fit its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The option's name.
    pub name: &'static str,
    /// The value given, if any.
    pub value: Option<String>,
    /// The type and range that the option has.
    pub expected: OptionKind,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {} takes ", self.name)?;
        match self.expected {
            OptionKind::Check { .. } => f.write_str("true or false")?,
            OptionKind::Spin { min, max, .. } => write!(f, "a whole number from {min} to {max}")?,
            OptionKind::Combo { choices, .. } => write!(f, "one of {}", choices.join(", "))?,
            OptionKind::Button => f.write_str("no value")?,
            OptionKind::Text { .. } => f.write_str("a text")?,
            OptionKind::File => f.write_str("the path of a file")?,
        }
        match &self.value {
            Some(value) => write!(f, ", not {value}"),
            None => f.write_str(", and none was given"),
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::{
        CLEAR_HASH, COMMON, HASH, LEVEL, MULTI_PV, OWN_BOOK, OptionKind, OptionSpec, Options,
        SOLVED_TABLE,
    };

    const STYLE: OptionSpec = OptionSpec {
        name: "Style",
        about: "",
        players: &[],
        kind: OptionKind::Combo { default: "ascii", choices: &["ascii", "unicode"] },
        is_open_to_network: true,
    };

    #[test]
    fn options_start_at_their_defaults() {
        let options = Options::new(COMMON.iter().chain([&STYLE]));
        for options in [options, Options::default()] {
            assert_eq!(options.number(&LEVEL), 20);
            assert!(options.check(&SOLVED_TABLE));
            assert!(!options.check(&OWN_BOOK));
            assert_eq!(options.text(&STYLE), "ascii");
        }
    }

    #[test]
    fn all_moves_are_as_many_lines_as_there_are_moves() {
        let lines = |count| {
            let mut options = Options::default();
            options.report_all_moves(count);
            options.number(&MULTI_PV)
        };
        assert_eq!([1, 7, 3_000].map(lines), [1, 7, 3_000]);
    }

    #[test]
    fn a_button_changes_no_value() {
        let mut options = Options::new(COMMON);
        let before = options.clone();
        options.set(&CLEAR_HASH, None).unwrap();
        assert_eq!(options, before);
    }

    #[test]
    fn a_word_is_kept_as_the_option_spells_it() {
        let mut options = Options::new([&STYLE]);
        options.set(&STYLE, Some("UNICODE")).unwrap();
        assert_eq!(options.text(&STYLE), "unicode");
    }

    #[test]
    fn values_out_of_range_are_refused_with_the_range() {
        let mut options = Options::new(COMMON);
        let before = options.clone();
        let error = options.set(&LEVEL, Some("21")).unwrap_err();
        assert_eq!(error.to_string(), "option Level takes a whole number from 0 to 20, not 21");
        for value in [Some("much"), None, Some("99999999999999999999")] {
            assert!(options.set(&HASH, value).is_err());
        }
        assert!(options.set(&OWN_BOOK, Some("yes")).is_err());
        assert_eq!(options, before);
    }
}
