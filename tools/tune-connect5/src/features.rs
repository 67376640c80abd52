//! The features of a position: the weights that it adds up, how often each, and the active rows.
//!
//! A feature is a slot of one of the engine's tables of weights, **for the side to act**. Own cells
//! count up and the other side's count down, so the two colours share what they learn; a slot is
//! the same for every order of the four lines. Renju has a table for either side, the other rules
//! have one.

use parlour::base::Side;
use parlour::games::connect5::Rule;
use parlour::games::connect5::threat_map::threat_count_network::ROWS;
use parlour::games::connect5::threat_map::values::SLOTS;
use parlour::games::connect5::threat_map::{PaddedCell, ThreatMap};

use crate::network::ActiveRows;

/// How many tables of [`SLOTS`] weights a rule has.
pub(crate) const fn tables(rule: Rule) -> usize {
    if matches!(rule, Rule::Renju) { 2 } else { 1 }
}

/// The table of a side under a rule, from 0.
const fn table(rule: Rule, side: Side) -> usize {
    if matches!((rule, side), (Rule::Renju, Side::Second)) { 1 } else { 0 }
}

/// The side whose weights a table of [`tables`] holds.
pub(crate) const fn owner(table: usize) -> Side {
    if table == 0 { Side::First } else { Side::Second }
}

/// Counts the features of positions; its buffer is used for all of them.
pub(crate) struct Counter {
    counts: Vec<i16>,
}

impl Counter {
    /// A counter for positions under a rule.
    pub(crate) fn new(rule: Rule) -> Self {
        Self { counts: vec![0; SLOTS * tables(rule)] }
    }

    /// Appends the features of a position and how often each counts, none of them 0 times.
    pub(crate) fn count(&mut self, map: &ThreatMap, out: &mut Vec<(u16, i16)>) {
        self.counts.fill(0);
        let (rule, side) = (map.rule(), map.side());
        for (side, step) in [(side, 1), (side.other(), -1)] {
            let slots = &mut self.counts[SLOTS * table(rule, side)..][..SLOTS];
            for cell in cells(map).filter(|cell| map.is_empty(*cell)) {
                slots[map.place(cell, side)] += step;
            }
        }
        let counted = self.counts.iter().enumerate().filter(|(_, count)| **count != 0);
        out.extend(counted.map(|(feature, count)| (feature as u16, *count)));
    }
}

/// The active rows of a position; the rows of the second network follow those of the first.
pub(crate) fn active_rows(map: &ThreatMap) -> ActiveRows {
    let first = table(map.rule(), map.side()) * (ROWS + 1);
    map.active_rows().map(|row| (first + row) as u16)
}

/// The cells of the board.
fn cells(map: &ThreatMap) -> impl Iterator<Item = PaddedCell> + use<> {
    let (width, height) = map.size();
    let cell = |x, y| PaddedCell::of(parlour::games::connect5::Cell { x, y });
    (0..height).flat_map(move |y| (0..width).map(move |x| cell(x, y)))
}

#[cfg(test)]
mod tests {
    use super::{Counter, active_rows, owner, tables};
    use parlour::base::SplitMix64;
    use parlour::game::{Position, Turn};
    use parlour::games::connect5::threat_map::threat_count_network::{PatternNetwork, ROWS};
    use parlour::games::connect5::threat_map::{ThreatMap, values};
    use parlour::games::connect5::{Board, Rule, static_evaluation};

    /// The weights of all features of a rule, as the engine reads them.
    fn weights(rule: Rule) -> Vec<i16> {
        (0..tables(rule)).flat_map(|table| values::of(rule, owner(table))).collect()
    }

    #[test]
    fn sum_of_features_and_the_network_are_the_evaluation_of_the_engine() {
        let mut random = SplitMix64::new(7);
        let mut seen = 0;
        for (_, rule) in Rule::NAMES {
            let (weights, mut counter) = (weights(rule), Counter::new(rule));
            let networks: Vec<PatternNetwork> =
                (0..tables(rule)).map(|table| PatternNetwork::of(rule, owner(table))).collect();
            for round in 0..40 {
                let (width, height) = if round % 4 == 0 { (19, 11) } else { (15, 15) };
                let mut board = Board::with(width, height, rule).unwrap();
                while matches!(board.turn(), Turn::Decide(_)) && board.stones() < 100 {
                    let map = ThreatMap::new(&board);
                    let mut features = Vec::new();
                    counter.count(&map, &mut features);
                    let terms = features.iter().map(|(feature, count)| {
                        i32::from(weights[usize::from(*feature)]) * i32::from(*count)
                    });
                    let rows = active_rows(&map).map(usize::from);
                    let network = &networks[rows[0] / (ROWS + 1)];
                    let sum = terms.sum::<i32>() + network.output(rows.map(|row| row % (ROWS + 1)));
                    assert_eq!(sum.clamp(-15_000, 15_000), static_evaluation(&map));
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
