//! The text of the table with new weights in some of its columns.

use parlour::base::Side;
use parlour::games::connect5::Rule;
use parlour::games::connect5::threat_map::threat_count_network::Row;
use parlour::games::connect5::threat_map::values::SLOTS;
use parlour::games::connect5::threat_map::{threat_count_network, values};

use crate::features::{owner, tables};
use crate::model::Model;

/// The built-in table's text with the weights and networks of a model for a rule, and their origin.
///
/// Other rules keep their columns, their networks and their origins.
pub(crate) fn with(rule: Rule, model: &Model, origin: &str) -> String {
    let rows: Vec<_> = (0..tables(rule)).map(|table| (owner(table), model.rows(table))).collect();
    text(rule, model.weights(), &rows, origin)
}

/// The text with these weights, [`SLOTS`] a table, and these rows of the networks of these sides.
fn text(rule: Rule, weights: &[f32], networks: &[(Side, Vec<Row>)], origin: &str) -> String {
    let start = format!("# {}: ", rule.name());
    let columns: Vec<usize> =
        (0..tables(rule)).map(|table| values::column(rule, owner(table))).collect();
    let row = |line: &str| {
        networks.iter().find_map(|(side, rows)| {
            let (row, _) = threat_count_network::read(line, rule, *side)?;
            Some(threat_count_network::line(rule, *side, row, &rows[row]))
        })
    };
    let mut text = String::new();
    for line in values::TEXT.lines() {
        if line.starts_with(&start) {
            text += &start;
            text += origin;
        } else if let Some((slot, _)) = values::read(line, 1) {
            let words = line.split(' ').enumerate().map(|(at, word)| {
                let table = columns.iter().position(|column| *column == at);
                table.map_or_else(
                    || word.to_owned(),
                    |table| (weights[table * SLOTS + slot].round() as i16).to_string(),
                )
            });
            text += &words.collect::<Vec<_>>().join(" ");
        } else if let Some(row) = row(line) {
            text += &row;
        } else {
            text += line;
        }
        text.push('\n');
    }
    text
}

/// The built-in weights of a rule, [`SLOTS`] a table.
pub(crate) fn built_in(rule: Rule) -> Vec<f32> {
    let of = |table| values::of(rule, owner(table)).into_iter().map(f32::from);
    (0..tables(rule)).flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{built_in, text};
    use parlour::games::connect5::Rule;
    use parlour::games::connect5::threat_map::threat_count_network;
    use parlour::games::connect5::threat_map::threat_count_network::{ROWS, WIDTH};
    use parlour::games::connect5::threat_map::values::{TEXT, read};

    use crate::features::{owner, tables};

    #[test]
    fn built_in_weights_make_the_built_in_table() {
        for (name, rule) in Rule::NAMES {
            let start = format!("# {name}: ");
            let origin = TEXT.lines().find_map(|line| line.strip_prefix(&start)).unwrap();
            assert_eq!(text(rule, &built_in(rule), &[], origin), TEXT);
        }
    }

    #[test]
    fn new_weights_and_rows_replace_those_of_their_rule() {
        let weights: Vec<f32> = built_in(Rule::Renju).iter().map(|weight| weight + 7.4).collect();
        let networks: Vec<_> = (0..tables(Rule::Renju))
            .map(|table| (owner(table), vec![[i16::try_from(table).unwrap(); WIDTH]; ROWS + 1]))
            .collect();
        let text = text(Rule::Renju, &weights, &networks, "made by a test");
        assert!(text.contains("\n# renju: made by a test\n"));
        let mut rows = 0;
        for (old, new) in TEXT.lines().zip(text.lines()).filter(|(old, _)| !old.starts_with('#')) {
            if let Some((slot, _)) = read(old, 1) {
                for column in 1..=4 {
                    let more = if column > 2 { 7 } else { 0 };
                    let (_, weight) = read(old, column).unwrap();
                    assert_eq!(read(new, column), Some((slot, weight + more)));
                }
                continue;
            }
            let number = networks.iter().position(|(side, _)| {
                threat_count_network::read(new, Rule::Renju, *side).is_some()
            });
            match number {
                Some(number) => {
                    let numbers = [i16::try_from(number).unwrap(); WIDTH];
                    let (_, found) =
                        threat_count_network::read(new, Rule::Renju, owner(number)).unwrap();
                    assert_eq!(found, numbers);
                    rows += 1;
                }
                None => assert_eq!(old, new),
            }
        }
        assert_eq!(rows, 2 * (ROWS + 1));
    }
}
