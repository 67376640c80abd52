//! A style as a text: the weight of each feature, and three chances for the cube.
//!
//! A line has one feature and its weight in pips, a number from −1000 to 1000: `blots -1.5`. A
//! feature without a line has the weight 0. `double`, `take` and `beaver` are chances to win, 0 to
//! 100 per cent; without a line they are 70, 25 and 50. `#` starts a comment. The styles of the
//! source document are such texts, in this folder.

use std::fmt;

use super::cube_action::CubeThresholds;
use super::features::Feature;
use super::style::PlayingStyle;
use crate::host::FileFormat;
use crate::search::{OptionKind, OptionSpec};

/// The file of the style of `custom`.
pub(crate) const STYLE_FILE: OptionSpec = OptionSpec {
    name: "StyleFile",
    about: "its style: a weight for each feature of a board",
    players: &["custom"],
    kind: OptionKind::File,
    is_open_to_network: false,
};

/// How that file is checked.
pub(crate) const STYLE_FILE_FORMAT: FileFormat = FileFormat {
    option: STYLE_FILE.name,
    most_bytes: MAX_FILE_BYTES,
    check: |bytes| Ok(read(bytes).map(drop)?),
};

/// The longest file that is read, in bytes; those in this folder have about 1,400. Set by hand.
const MAX_FILE_BYTES: u64 = 16 << 10;

/// The greatest weight, in pips; the least is the same with a minus. Set by hand.
const GREATEST_WEIGHT: f32 = 1_000.0;

/// The words for the chances at the cube, with the chances if they are not given, in per cent.
const CUBE_WORDS_AND_DEFAULTS: [(&str, f32); 3] =
    [("double", 70.0), ("take", 25.0), ("beaver", 50.0)];

/// The most letters of a word that an error repeats. Set by hand.
const MAX_QUOTED_LETTERS: usize = 30;

/// A defect of the text of a style, and where it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StyleError {
    /// The line, from 1; `None` if it is the whole text.
    line: Option<usize>,
    defect: StyleDefect,
}

/// A defect of the text of a style; words of the text are [`quoted_word`].
#[derive(Clone, Debug, PartialEq)]
enum StyleDefect {
    /// It is not a text in UTF-8.
    Encoding,
    /// No feature has a weight.
    NoWeight,
    /// A line does not begin with a feature or a chance, but with this word.
    UnknownName(String),
    /// A line has no number.
    NoNumber(NumberRange),
    /// A line has this word where its number should be.
    BadNumber(NumberRange, String),
    /// A line has this word after its number.
    Surplus(String),
    /// The feature or chance of this name has a number already.
    Repeated {
        /// Its name.
        name: &'static str,
        /// The line of the first number.
        line: usize,
    },
}

/// The numbers that a feature or a chance may have.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NumberRange {
    name: &'static str,
    /// The least number allowed: pips of a weight, per cent of a chance.
    least: f32,
    /// The greatest number allowed, in the same unit.
    greatest: f32,
}

impl NumberRange {
    /// The range of the name in this place of [`all_names`].
    const fn of(name: &'static str, place: usize) -> Self {
        if place < Feature::COUNT {
            Self { name, least: -GREATEST_WEIGHT, greatest: GREATEST_WEIGHT }
        } else {
            Self { name, least: 0.0, greatest: 100.0 }
        }
    }
}

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, least, greatest } = self;
        write!(f, "'{name}' takes a number from {least} to {greatest}")
    }
}

impl fmt::Display for StyleDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding => f.write_str("not a text in UTF-8"),
            Self::NoWeight => {
                let features = Feature::ALL.map(|(_, name)| name).join(", ");
                write!(f, "no feature has a weight; the features are {features}")
            }
            Self::UnknownName(word) => write!(f, "'{word}' is none of {}", names()),
            Self::NoNumber(range) => write!(f, "{range}, and none was given"),
            Self::BadNumber(range, word) => write!(f, "{range}, not '{word}'"),
            Self::Surplus(word) => write!(f, "a line has one number, and '{word}' follows it"),
            Self::Repeated { name, line } => write!(f, "'{name}' was given in line {line} already"),
        }
    }
}

impl fmt::Display for StyleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.defect),
            None => self.defect.fmt(f),
        }
    }
}

impl std::error::Error for StyleError {}

/// A number as a line gives it.
#[derive(Clone, Copy)]
struct Given {
    /// The number: pips of a weight, per cent of a chance.
    value: f32,
    /// The line that gives it, from 1.
    line: usize,
}

/// The numbers given so far, in the order of [`Feature::ALL`] and then of [`CUBE_WORDS_AND_DEFAULTS`].
#[derive(Default)]
struct Numbers([Option<Given>; Feature::COUNT + CUBE_WORDS_AND_DEFAULTS.len()]);

/// Reads the text of a style.
///
/// # Errors
/// [`StyleError`] naming the first line that cannot be read and the word in it.
pub(super) fn read(bytes: &[u8]) -> Result<PlayingStyle, StyleError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        StyleError { line: Some(line), defect: StyleDefect::Encoding }
    })?;
    let mut numbers = Numbers::default();
    for (line, number) in text.lines().zip(1..) {
        numbers
            .read_line(line, number)
            .map_err(|defect| StyleError { line: Some(number), defect })?;
    }
    if numbers.0[..Feature::COUNT].iter().all(Option::is_none) {
        return Err(StyleError { line: None, defect: StyleDefect::NoWeight });
    }
    Ok(numbers.style())
}

impl Numbers {
    fn read_line(&mut self, line: &str, number: usize) -> Result<(), StyleDefect> {
        let before_comment = line.split('#').next().unwrap_or_default();
        let mut words = before_comment.split_whitespace();
        let Some(name) = words.next() else { return Ok(()) };
        let known = all_names().enumerate().find(|(_, known)| *known == name);
        let (place, name) = known.ok_or_else(|| StyleDefect::UnknownName(quoted_word(name)))?;
        let range = NumberRange::of(name, place);
        let word = words.next().ok_or(StyleDefect::NoNumber(range))?;
        let numbers = range.least..=range.greatest;
        let value = word.parse().ok().filter(|value| numbers.contains(value));
        let value = value.ok_or_else(|| StyleDefect::BadNumber(range, quoted_word(word)))?;
        if let Some(more) = words.next() {
            return Err(StyleDefect::Surplus(quoted_word(more)));
        }
        if let Some(before) = self.0[place] {
            return Err(StyleDefect::Repeated { name, line: before.line });
        }
        self.0[place] = Some(Given { value, line: number });
        Ok(())
    }

    fn style(&self) -> PlayingStyle {
        let weight = |i: usize| self.0[i].map_or(0.0, |given| given.value);
        let chance = |i: usize| {
            let given = self.0[Feature::COUNT + i].map(|given| given.value);
            given.unwrap_or(CUBE_WORDS_AND_DEFAULTS[i].1) / 100.0
        };
        PlayingStyle {
            weights: std::array::from_fn(weight),
            cube: CubeThresholds { double: chance(0), take: chance(1), beaver: chance(2) },
        }
    }
}

/// Every word that begins a line, in the order of [`Numbers`].
fn all_names() -> impl Iterator<Item = &'static str> {
    let features = Feature::ALL.into_iter().map(|(_, name)| name);
    features.chain(CUBE_WORDS_AND_DEFAULTS.into_iter().map(|(name, _)| name))
}

/// Every word that begins a line, for an error.
fn names() -> String {
    all_names().collect::<Vec<_>>().join(", ")
}

/// A word of the text, cut if it is long, without letters that a terminal would obey.
fn quoted_word(word: &str) -> String {
    let cut: String = word.chars().take(MAX_QUOTED_LETTERS).flat_map(char::escape_debug).collect();
    if word.chars().nth(MAX_QUOTED_LETTERS).is_some() { format!("{cut}…") } else { cut }
}

#[cfg(test)]
mod tests {
    use super::{Feature, PlayingStyle, all_names, read};

    fn defect(text: &[u8]) -> String {
        read(text).err().map(|error| error.to_string()).unwrap_or_default()
    }

    fn numbers(style: &PlayingStyle) -> Vec<f32> {
        let cube = [style.cube.double, style.cube.take, style.cube.beaver];
        style.weights.into_iter().chain(cube).collect()
    }

    #[test]
    fn lines_come_in_any_order_and_those_left_out_have_a_default() {
        let style = read(b"  take 12.5 # shy\r\n\n# all\nblots\t-1e1\n").unwrap();
        let mut expected = vec![0.0; Feature::COUNT];
        expected[Feature::Blots as usize] = -10.0;
        expected.extend([0.7, 0.125, 0.5_f32]);
        assert_eq!(numbers(&style), expected);
    }

    #[test]
    fn defects_name_the_line_and_the_word() {
        let long = format!("pips {}", "9".repeat(60));
        let nines = "9".repeat(30);
        let cases: [(&[u8], String); 10] = [
            (b"pips -1\nblot 2", format!("line 2: 'blot' is none of {}", super::names())),
            (b"Pips -1", format!("line 1: 'Pips' is none of {}", super::names())),
            (
                b"\n\npips",
                "line 3: 'pips' takes a number from -1000 to 1000, and none was given".into(),
            ),
            (b"pips minus", "line 1: 'pips' takes a number from -1000 to 1000, not 'minus'".into()),
            (b"pips 1,5", "line 1: 'pips' takes a number from -1000 to 1000, not '1,5'".into()),
            (b"pips nan", "line 1: 'pips' takes a number from -1000 to 1000, not 'nan'".into()),
            (
                long.as_bytes(),
                format!("line 1: 'pips' takes a number from -1000 to 1000, not '{nines}…'"),
            ),
            (b"pips 1\ntake 101", "line 2: 'take' takes a number from 0 to 100, not '101'".into()),
            (b"pips -1 2", "line 1: a line has one number, and '2' follows it".into()),
            (b"pips -1\n\npips -1", "line 3: 'pips' was given in line 1 already".into()),
        ];
        for (text, expected) in cases {
            assert_eq!(defect(text), expected);
        }
        assert_eq!(defect(b"pips -1\nblots \xff"), "line 2: not a text in UTF-8");
        for empty in [b"".as_slice(), b"# pips -1", b"take 20"] {
            assert!(defect(empty).starts_with("no feature has a weight; the features are pips, "));
        }
        assert_eq!(
            defect("\u{1b}[2J 1".as_bytes()),
            format!("line 1: '\\u{{1b}}[2J' is none of {}", super::names())
        );
    }

    #[test]
    fn every_word_has_one_meaning() {
        let mut words: Vec<_> = all_names().collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), Feature::COUNT + 3);
    }
}
