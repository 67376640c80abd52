//! The lines that the engine writes besides its moves: MESSAGE, FORBID, and refusals.

use std::fmt::Write as _;

use super::board_geometry::BoardGeometry;
use super::manager_settings::MOST_HASH;
use crate::base::Side;
use crate::board::Grid;
use crate::board::rows_notation::Rows;
use crate::host::SearchReport;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::search::Rating;
use crate::search::player::options::MAX_THREADS;

/// The answer to ABOUT.
pub(super) const ABOUT: &str = concat!(
    "name=\"Parlour\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Parlour authors\", country=\"\""
);

/// The answer to YXSHOWINFO: the most threads, and the binary logarithm of the most KiB of a table.
pub(super) fn ranges_of_options() -> [String; 2] {
    let largest_hash = MOST_HASH.ilog2() + 10;
    [
        format!("MESSAGE INFO MAX_THREAD_NUM {MAX_THREADS}"),
        format!("MESSAGE INFO MAX_HASH_SIZE {largest_hash}"),
    ]
}

/// UNKNOWN for what is no command, ERROR for what cannot be done.
pub(super) fn refusal(refusal: &Refusal) -> String {
    let word = if refusal.code == Code::UnknownCommand { "UNKNOWN" } else { "ERROR" };
    format!("{word} {}", refusal.short_text())
}

/// The MESSAGE about one line of a search, in the words that front ends of this protocol read.
///
/// `ev` is for the side to move: hundredths, or `+M9` for a win and `-M8` for a loss, counted in
/// plies; the line of play is cells with blanks between.
pub(super) fn search_message(report: &SearchReport, geometry: BoardGeometry) -> String {
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
    for cell in pv.split(' ').filter_map(|name| geometry.coordinates(name)) {
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
pub(super) fn forbidden(rows: &Rows, legal: &str, geometry: BoardGeometry) -> String {
    let mut text = "FORBID ".to_owned();
    let (width, height) = geometry.size();
    let legal: Vec<&str> = legal.split_ascii_whitespace().collect();
    if rows.side == Side::First && !legal.is_empty() {
        for (x, y) in Grid::new(width, height).cells() {
            let is_empty = !rows.stones.iter().any(|stone| (stone.x, stone.y) == (x, y));
            if is_empty && !legal.contains(&geometry.name((x, y)).as_str()) {
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

    use super::{BoardGeometry, Code, Refusal, SearchReport, refusal, search_message};
    use crate::base::Score;
    use crate::search::{Bound, Rating};

    fn report(score: Score) -> SearchReport {
        SearchReport {
            depth: 9,
            seldepth: 14,
            multipv: 1,
            rating: Rating::Score(score),
            bound: Bound::Exact,
            proved: false,
            nodes: 9_000,
            time: Duration::from_millis(30),
            hashfull: 7,
            pv: "h8 i10".to_owned(),
        }
    }

    #[test]
    fn thoughts_have_cells_and_values_in_the_managers_words() {
        let said = search_message(&report(Score::centi(-35)), BoardGeometry::USUAL);
        let rest = "n 9000 n/ms 300 tm 30 pv 7,7 8,5";
        assert_eq!(said, format!("MESSAGE depth 9-14 multipv 1 ev -35 {rest}"));
        let won = search_message(&report(Score::win_in(9)), BoardGeometry::USUAL);
        assert!(won.contains(" ev +M9 n "), "{won}");
        let lost = search_message(&report(Score::loss_in(4)), BoardGeometry::USUAL);
        assert!(lost.contains(" ev -M4 n "), "{lost}");
    }

    #[test]
    fn refusals_are_cut_and_without_a_code() {
        let long = Refusal::new(Code::BadValue, "x".repeat(5_000));
        assert!(refusal(&long).starts_with("ERROR xxx") && refusal(&long).len() < 400);
        assert_eq!(refusal(&Refusal::new(Code::UnknownCommand, "what?")), "UNKNOWN what?");
    }
}
