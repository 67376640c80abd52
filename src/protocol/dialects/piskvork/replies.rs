//! What the engine says beside its moves: MESSAGE, FORBID, and the refusals.

use std::fmt::Write as _;

use super::position::Field;
use crate::base::Side;
use crate::board::rows::Rows;
use crate::host::SearchReport;
use crate::protocol::grammar::reply::{Code, Refusal};
use crate::search::Rating;

/// What the manager is told of us.
pub(super) const ABOUT: &str = concat!(
    "name=\"Parlour\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Parlour authors\", country=\"\""
);

/// UNKNOWN for what is no command, ERROR for what cannot be done.
pub(super) fn refusal(refusal: &Refusal) -> String {
    let word = if refusal.code == Code::UnknownCommand { "UNKNOWN" } else { "ERROR" };
    let text = refusal.to_string();
    format!("{word} {}", text.split_once(' ').map_or("", |(_, text)| text))
}

/// One line of thought, in the words that front ends of this protocol look for.
///
/// `ev` is for the side to move: hundredths, or `+M9` for a win and `-M8` for a loss in so many
/// plies; the line of play is cells with blanks between.
pub(super) fn thought(report: &SearchReport, field: Field) -> String {
    let SearchReport { depth, seldepth, multipv, nodes, pv, .. } = report;
    let time = report.time.as_millis();
    let rate = u128::from(*nodes) / time.max(1);
    let mut text = format!("MESSAGE depth {depth}-{seldepth} multipv {multipv} ev ");
    match value(report.rating) {
        (_, Some(plies)) if plies >= 0 => drop(write!(text, "+M{plies}")),
        (_, Some(plies)) => drop(write!(text, "-M{}", plies.unsigned_abs())),
        (value, None) => drop(write!(text, "{value}")),
    }
    let _ = write!(text, " n {nodes} n/ms {rate} tm {time} pv");
    for cell in pv.split(' ').filter_map(|name| field.coordinates(name)) {
        text.push(' ');
        text.push_str(&cell);
    }
    text
}

/// The value for the side to move, and the plies to the end where it is decided.
pub(super) fn value(rating: Rating) -> (i32, Option<i32>) {
    match rating {
        Rating::Score(score) => (score.value(), score.plies_to_end()),
        Rating::Equity(_) => (0, None),
    }
}

/// The empty cells that are not among the legal ones, two digits a coordinate.
///
/// None for Second, and none when no cell is legal: then the game is over.
pub(super) fn forbidden(rows: &Rows, legal: &str, field: Field) -> String {
    let mut text = "FORBID ".to_owned();
    let (width, height) = field.size();
    let legal: Vec<&str> = legal.split_ascii_whitespace().collect();
    if rows.side == Side::First && !legal.is_empty() {
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let is_empty = !rows.stones.iter().any(|stone| (stone.x, stone.y) == (x, y));
            if is_empty && !legal.contains(&field.name((x, y)).as_str()) {
                let _ = write!(text, "{x:02}{y:02}");
            }
        }
    }
    text.push('.');
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Code, Field, Refusal, SearchReport, refusal, thought};
    use crate::base::Score;
    use crate::search::{Bound, Rating};

    fn report(score: Score) -> SearchReport {
        SearchReport {
            depth: 9,
            seldepth: 14,
            multipv: 1,
            rating: Rating::Score(score),
            bound: Bound::Exact,
            exact: false,
            nodes: 9_000,
            time: Duration::from_millis(30),
            hashfull: 7,
            pv: "h8 i10".to_owned(),
        }
    }

    #[test]
    fn thoughts_have_cells_and_values_in_the_managers_words() {
        let said = thought(&report(Score::centi(-35)), Field::USUAL);
        let rest = "n 9000 n/ms 300 tm 30 pv 7,7 8,5";
        assert_eq!(said, format!("MESSAGE depth 9-14 multipv 1 ev -35 {rest}"));
        let won = thought(&report(Score::win_in(9)), Field::USUAL);
        assert!(won.contains(" ev +M9 n "), "{won}");
        let lost = thought(&report(Score::loss_in(4)), Field::USUAL);
        assert!(lost.contains(" ev -M4 n "), "{lost}");
    }

    #[test]
    fn refusals_are_cut_and_without_a_code() {
        let long = Refusal::new(Code::BadValue, "x".repeat(5_000));
        assert!(refusal(&long).starts_with("ERROR xxx") && refusal(&long).len() < 400);
        assert_eq!(refusal(&Refusal::new(Code::UnknownCommand, "what?")), "UNKNOWN what?");
    }
}
