//! The text of the table with new worths in some of its columns.

use parlour::games::connect5::Rule;
use parlour::games::connect5::grid::values::{self, SLOTS};

use crate::features::{owner, tables};

/// The built-in table's text with these worths for a rule, [`SLOTS`] a table, and their origin.
///
/// Other rules keep their columns and their origins.
pub(crate) fn with(rule: Rule, worths: &[f32], origin: &str) -> String {
    let head = format!("# {}: ", rule.name());
    let columns: Vec<usize> =
        (0..tables(rule)).map(|table| values::column(rule, owner(table))).collect();
    let mut text = String::new();
    for line in values::TEXT.lines() {
        if line.starts_with(&head) {
            text += &head;
            text += origin;
        } else if let Some((slot, _)) = values::read(line, 1) {
            let words = line.split(' ').enumerate().map(|(at, word)| {
                let table = columns.iter().position(|column| *column == at);
                table.map_or_else(
                    || word.to_owned(),
                    |table| (worths[table * SLOTS + slot].round() as i16).to_string(),
                )
            });
            text += &words.collect::<Vec<_>>().join(" ");
        } else {
            text += line;
        }
        text.push('\n');
    }
    text
}

/// The built-in worths of a rule, [`SLOTS`] a table.
pub(crate) fn built_in(rule: Rule) -> Vec<f32> {
    let of = |table| values::of(rule, owner(table)).into_iter().map(f32::from);
    (0..tables(rule)).flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{built_in, with};
    use parlour::games::connect5::Rule;
    use parlour::games::connect5::grid::values::{TEXT, read};

    #[test]
    fn built_in_worths_make_the_built_in_table() {
        for (name, rule) in Rule::NAMES {
            let head = format!("# {name}: ");
            let origin = TEXT.lines().find_map(|line| line.strip_prefix(&head)).unwrap();
            assert_eq!(with(rule, &built_in(rule), origin), TEXT);
        }
    }

    #[test]
    fn new_worths_stand_in_the_columns_of_their_rule() {
        let worths: Vec<f32> = built_in(Rule::Renju).iter().map(|worth| worth + 7.4).collect();
        let text = with(Rule::Renju, &worths, "made by a test");
        assert!(text.contains("\n# renju: made by a test\n"));
        for (old, new) in TEXT.lines().zip(text.lines()).filter(|(old, _)| !old.starts_with('#')) {
            for column in 1..=4 {
                let (slot, worth) = read(old, column).unwrap();
                assert_eq!(read(new, column), Some((slot, worth + if column > 2 { 7 } else { 0 })));
            }
        }
    }
}
