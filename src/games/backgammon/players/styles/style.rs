//! A style: one column of the table `styles.md`.

use super::cube_action::Thresholds;
use super::features::{Counts, Feature};

/// The table of all styles: a row for each feature, a column for each style.
const TABLE: &str = include_str!("styles.md");

/// The name of a style, and a line on it.
pub(super) struct StyleName {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
}

/// The styles in the order of `backgammon-heuristics.md`.
pub(super) const STYLES: [StyleName; 4] = [
    StyleName {
        name: "risky",
        about: "backgammon-heuristics.md: builds points and primes and minds blots little",
    },
    StyleName {
        name: "safe",
        about: "backgammon-heuristics.md: leaves few blots and shots and holds anchors",
    },
    StyleName {
        name: "greedy",
        about: "backgammon-heuristics.md: takes hits and pips, brings checkers home and off",
    },
    StyleName {
        name: "aggressive",
        about: "backgammon-heuristics.md: hits and shuts the opponent out",
    },
];

/// The weights of the features, and what it does with the cube.
pub(super) struct Style {
    /// In pips for each that is counted, of the side that has just played.
    pub(super) weights: Counts,
    pub(super) cube: Thresholds,
}

impl Style {
    /// The style of this column.
    pub(super) fn named(name: &str) -> Self {
        let chance = |row| cell(row, name) / 100.0;
        Self {
            weights: Feature::ALL.map(|(_, row)| cell(row, name)),
            cube: Thresholds {
                double: chance("double"),
                take: chance("take"),
                beaver: chance("beaver"),
            },
        }
    }

    /// The score of a board for the side that has just played, in pips.
    pub(super) fn score(&self, counts: &Counts) -> f32 {
        self.weights.iter().zip(counts).map(|(weight, count)| weight * count).sum()
    }
}

/// The number in this row and column of the table; 0.0 if there is none.
fn cell(row: &str, column: &str) -> f32 {
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim);
    let mut lines = TABLE.lines();
    let index = lines.next().and_then(|head| cells(head).position(|name| name == column));
    let line = lines.find(|line| cells(line).next() == Some(row));
    let text = index.and_then(|index| line.and_then(|line| cells(line).nth(index)));
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Feature, STYLES, TABLE, cell};

    #[test]
    fn table_has_a_number_for_every_feature_and_style() {
        let rows = Feature::ALL.map(|(_, name)| name);
        let cube = ["double", "take", "beaver"];
        for row in rows.iter().chain(&cube) {
            for (index, name) in STYLES.map(|style| style.name).into_iter().enumerate() {
                let line = TABLE.lines().find(|line| line.starts_with(&format!("| {row} |")));
                let text = line.unwrap().split('|').nth(index + 2).unwrap().trim();
                assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(cell(row, name).to_bits()));
            }
        }
        assert_eq!(TABLE.lines().count(), 2 + rows.len() + cube.len(), "no row is left over");
    }

    #[test]
    fn protocol_page_has_the_chances_of_the_table() {
        let page = include_str!("../../../../../protocol.md");
        for name in STYLES.map(|style| style.name) {
            let line = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
            let chances = ["double", "take", "beaver"].map(|row| format!("{}", cell(row, name)));
            let end = format!("| {} |", chances.join(" | "));
            assert!(line.is_some_and(|line| line.ends_with(&end)), "{name}: {end}");
        }
    }
}
