//! Text for people: a number with its noun, and words with a capital.

use std::fmt::Display;

/// A number and its noun, which is given in the singular: `1 move`, `2 moves`, `0 plies`.
///
/// The plural ends in `s`, or in `ies` after a consonant and `y`. Signs do not count.
///
/// # Examples
/// ```
/// use parlour::base::number_with_noun;
/// assert_eq!(number_with_noun(1, "ply"), "1 ply");
/// assert_eq!(number_with_noun(2, "ply"), "2 plies");
/// assert_eq!(number_with_noun(0, "play"), "0 plays");
/// assert_eq!(number_with_noun("+1", "point"), "+1 point");
/// ```
pub fn number_with_noun(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match (number.trim_start_matches(['+', '-']), stem) {
        ("1", _) => format!("{number} {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}

/// A text with its first letter, if it is an ASCII one, in upper case.
pub fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
