//! Which worths of the table a position adds up, how often each, and the rows of the network.
//!
//! A feature is a worth: a slot of a table of the engine's, seen **from the side to act**. Own
//! cells count up, the other side's count down, so the two colours learn from each other; the
//! slots themselves know no axes. Renju has a table for either side, the other rules have one.

use parlour::base::Side;
use parlour::games::connect5::Rule;
use parlour::games::connect5::threat_map::pattern_network::ROWS;
use parlour::games::connect5::threat_map::values::SLOTS;
use parlour::games::connect5::threat_map::{Grid, Site};

use crate::network::Chosen;

/// How many tables of [`SLOTS`] worths a rule has.
pub(crate) const fn tables(rule: Rule) -> usize {
    if matches!(rule, Rule::Renju) { 2 } else { 1 }
}

/// The table of a side under a rule, from 0.
const fn table(rule: Rule, side: Side) -> usize {
    if matches!((rule, side), (Rule::Renju, Side::Second)) { 1 } else { 0 }
}

/// The side whose worths a table of [`tables`] holds.
pub(crate) const fn owner(table: usize) -> Side {
    if table == 0 { Side::First } else { Side::Second }
}

/// Counts features; one for many positions.
pub(crate) struct Counter {
    counts: Vec<i16>,
}

impl Counter {
    /// A counter for positions under a rule.
    pub(crate) fn new(rule: Rule) -> Self {
        Self { counts: vec![0; SLOTS * tables(rule)] }
    }

    /// Appends the features of a position and how often each counts, none of them 0 times.
    pub(crate) fn count(&mut self, grid: &Grid, out: &mut Vec<(u16, i16)>) {
        self.counts.fill(0);
        let (rule, side) = (grid.rule(), grid.side());
        for (side, step) in [(side, 1), (side.other(), -1)] {
            let cells = &mut self.counts[SLOTS * table(rule, side)..][..SLOTS];
            for site in sites(grid).filter(|site| grid.is_empty(*site)) {
                cells[grid.place(site, side)] += step;
            }
        }
        let counted = self.counts.iter().enumerate().filter(|(_, count)| **count != 0);
        out.extend(counted.map(|(feature, count)| (feature as u16, *count)));
    }
}

/// The rows that a position chooses, those of the second network behind those of the first.
pub(crate) fn chosen(grid: &Grid) -> Chosen {
    let first = table(grid.rule(), grid.side()) * (ROWS + 1);
    grid.chosen().map(|row| (first + row) as u16)
}

/// The cells of the board.
fn sites(grid: &Grid) -> impl Iterator<Item = Site> + use<> {
    let (width, height) = grid.size();
    let cell = |x, y| Site::of(parlour::games::connect5::Cell { x, y });
    (0..height).flat_map(move |y| (0..width).map(move |x| cell(x, y)))
}

#[cfg(test)]
mod tests {
    use super::{Counter, chosen, owner, tables};
    use parlour::base::SplitMix64;
    use parlour::game::{Position, Turn};
    use parlour::games::connect5::threat_map::pattern_network::{Head, ROWS};
    use parlour::games::connect5::threat_map::{Grid, values};
    use parlour::games::connect5::{Board, Rule, estimate};

    /// Worths of all features of a rule, as the engine reads them.
    fn worths(rule: Rule) -> Vec<i16> {
        (0..tables(rule)).flat_map(|table| values::of(rule, owner(table))).collect()
    }

    #[test]
    fn sum_of_features_and_the_network_are_the_evaluation_of_the_engine() {
        let mut random = SplitMix64::new(7);
        let mut seen = 0;
        for (_, rule) in Rule::NAMES {
            let (worths, mut counter) = (worths(rule), Counter::new(rule));
            let networks: Vec<Head> =
                (0..tables(rule)).map(|table| Head::of(rule, owner(table))).collect();
            for round in 0..40 {
                let (width, height) = if round % 4 == 0 { (19, 11) } else { (15, 15) };
                let mut board = Board::with(width, height, rule).unwrap();
                while matches!(board.turn(), Turn::Decide(_)) && board.stones() < 100 {
                    let grid = Grid::new(&board);
                    let mut features = Vec::new();
                    counter.count(&grid, &mut features);
                    let terms = features.iter().map(|(feature, count)| {
                        i32::from(worths[usize::from(*feature)]) * i32::from(*count)
                    });
                    let rows = chosen(&grid).map(usize::from);
                    let network = &networks[rows[0] / (ROWS + 1)];
                    let sum = terms.sum::<i32>() + network.worth(rows.map(|row| row % (ROWS + 1)));
                    assert_eq!(sum.clamp(-15_000, 15_000), estimate(&grid));
                    seen += 1;
                    let mut moves = Vec::new();
                    board.moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    board.play(moves[random.below(moves.len() as u64) as usize]);
                }
            }
        }
        assert!(seen > 5_000, "{seen}");
    }
}
