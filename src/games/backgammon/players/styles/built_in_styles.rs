//! The four styles of the source document, each a text of the form of [`style_file`].

use super::style::PlayingStyle;
use super::style_file;

/// A style of the source document.
pub(super) struct BuiltInStyle {
    /// The name of the player.
    pub(super) name: &'static str,
    /// One line on it.
    pub(super) about: &'static str,
    /// Its text, see [`style_file`].
    text: &'static str,
}

/// The styles in the order of `backgammon-heuristics.md`.
pub(super) const STYLES: [BuiltInStyle; 4] = [
    BuiltInStyle {
        name: "risky",
        about: "backgammon-heuristics.md: builds points and primes and minds blots little",
        text: include_str!("risky.style"),
    },
    BuiltInStyle {
        name: "safe",
        about: "backgammon-heuristics.md: leaves few blots and shots and holds anchors",
        text: include_str!("safe.style"),
    },
    BuiltInStyle {
        name: "greedy",
        about: "backgammon-heuristics.md: takes hits and pips, brings checkers home and off",
        text: include_str!("greedy.style"),
    },
    BuiltInStyle {
        name: "aggressive",
        about: "backgammon-heuristics.md: hits and shuts the opponent out",
        text: include_str!("aggressive.style"),
    },
];

impl BuiltInStyle {
    /// The style that its text describes.
    pub(super) fn read(&self) -> PlayingStyle {
        style_file::read(self.text.as_bytes()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{STYLES, style_file};
    use crate::games::backgammon::players::styles::features::Feature;

    const PAGE: &str = include_str!("../../../../../protocol.md");

    #[test]
    fn built_in_styles_can_be_read_and_name_every_feature() {
        let cube = ["double", "take", "beaver"];
        let names: Vec<_> = Feature::ALL.iter().map(|(_, name)| *name).chain(cube).collect();
        for style in STYLES {
            assert_eq!(style_file::read(style.text.as_bytes()), Ok(style.read()));
            let lines =
                style.text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            let first = |line: &'static str| line.split_whitespace().next();
            assert_eq!(lines.filter_map(first).collect::<Vec<_>>(), names, "{}", style.name);
        }
    }

    #[test]
    fn protocol_page_has_the_chances_of_the_styles() {
        for style in STYLES {
            let name = style.name;
            let line = PAGE.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
            let cube = style.read().cube;
            let chances = [cube.double, cube.take, cube.beaver];
            let chances = chances.map(|chance| format!("{:.0}", 100.0 * chance));
            let end = format!("| {} |", chances.join(" | "));
            assert!(line.is_some_and(|line| line.ends_with(&end)), "{name}: {end}");
        }
    }

    #[test]
    fn protocol_page_and_the_styles_say_alike_what_is_counted() {
        for style in STYLES {
            let lines = style.text.lines().filter(|line| !line.starts_with('#'));
            for (line, about) in lines.filter_map(|line| line.split_once("  # ")) {
                let name = line.split_whitespace().next().unwrap_or_default();
                let row = format!("| `{name}` | {about} |");
                assert!(PAGE.contains(&row), "{}: {row}", style.name);
            }
        }
    }
}
