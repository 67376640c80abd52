//! Numbers of things in words.

use std::fmt::Display;

/// A number and its noun, which is given in the singular: `1 move`, `2 moves`, `0 plies`.
///
/// The plural ends in `s`, or in `ies` after a consonant and `y`. Signs do not count.
///
/// # Examples
/// ```
/// use parlour::base::counted;
/// assert_eq!(counted(1, "ply"), "1 ply");
/// assert_eq!(counted(2, "ply"), "2 plies");
/// assert_eq!(counted(0, "play"), "0 plays");
/// assert_eq!(counted("+1", "point"), "+1 point");
/// ```
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    match (number.trim_start_matches(['+', '-']), stem) {
        ("1", _) => format!("{number} {noun}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {noun}s"),
    }
}
