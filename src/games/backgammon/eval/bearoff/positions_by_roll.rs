//! The positions that one side of a bear-off can reach, roll by roll.

use std::collections::BTreeMap;

use super::database_and_estimates::BearoffDatabase;
use super::position_numbers_and_fewest_rolls::{NONE_LEFT, all_results, home_counts, number_of};
use crate::games::backgammon::board::Checkers;
use crate::games::backgammon::board::roll::Roll;

/// Which plays of a roll are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::backgammon) enum Plays {
    /// All that the rules allow.
    All,
    /// The one that leaves the fewest rolls on average.
    FewestRolls,
}

/// The positions of one side before each of its next rolls, and what each roll makes of them.
pub(in crate::games::backgammon) struct ReachablePositions {
    /// By the number of rolls played; each is sorted, without the position without checkers.
    numbers: Vec<Vec<u16>>,
    /// By the number of rolls played, then by position: what the roll leads to.
    after: Vec<Vec<AfterRolls>>,
    plays: Plays,
    /// Every result of each roll, by the number of the position.
    known: BTreeMap<u16, ResultsByRoll>,
}

/// Every result of each of the 21 rolls, as numbers of positions.
type ResultsByRoll = [Vec<u16>; Roll::DISTINCT_COUNT];

/// The results of each of the 21 rolls from one position: places in the list for the next roll.
pub(in crate::games::backgammon) struct AfterRolls {
    /// The results of all rolls, one roll after another.
    places: Vec<u16>,
    /// Where the results of each roll end.
    ends_of_rolls: [u16; Roll::DISTINCT_COUNT],
}

impl AfterRolls {
    /// For each of [`Roll::ALL`] its results; none if it bears the last checkers off.
    pub(in crate::games::backgammon) fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let mut begin = 0;
        self.ends_of_rolls.iter().map(move |end| {
            let end = usize::from(*end);
            let results = &self.places[begin..end];
            begin = end;
            results
        })
    }
}

impl ReachablePositions {
    /// Before the first roll: these checkers, all at home, one at least.
    pub(in crate::games::backgammon) fn new(checkers: Checkers, plays: Plays) -> Self {
        let number = number_of(&home_counts(checkers)) as u16;
        let known = BTreeMap::new();
        Self { numbers: vec![vec![number]], after: Vec::new(), plays, known }
    }

    /// The positions after this many rolls; empty once all bear-offs are over.
    ///
    /// Looked up once for every number of rolls from 0 on.
    pub(in crate::games::backgammon) fn after_rolls(&mut self, rolls: usize) -> &[u16] {
        while self.numbers.len() <= rolls {
            self.add_roll();
        }
        &self.numbers[rolls]
    }

    /// The results of each roll from the positions after this many rolls; see
    /// [`Self::after_rolls`].
    pub(in crate::games::backgammon) fn rolls_of(&self, rolls: usize) -> &[AfterRolls] {
        &self.after[rolls]
    }

    fn add_roll(&mut self) {
        let last = self.numbers.last().cloned().unwrap_or_default();
        let results: Vec<ResultsByRoll> = last.iter().map(|number| self.results(*number)).collect();
        let mut next: Vec<u16> = results.iter().flatten().flatten().copied().collect();
        next.sort_unstable();
        next.dedup();
        next.retain(|number| *number != NONE_LEFT);
        self.after.push(results.iter().map(|results| places(results, &next)).collect());
        self.numbers.push(next);
    }

    fn results(&mut self, number: u16) -> ResultsByRoll {
        if self.plays == Plays::FewestRolls {
            let best = BearoffDatabase::shared().best_after_rolls(usize::from(number));
            return std::array::from_fn(|roll| vec![best[roll]]);
        }
        self.known
            .entry(number)
            .or_insert_with(|| Roll::ALL.map(|roll| all_results(number, roll)))
            .clone()
    }
}

/// The places of these results in a sorted list; a roll that may bear all off has none.
fn places(results: &ResultsByRoll, next: &[u16]) -> AfterRolls {
    let mut after = AfterRolls { places: Vec::new(), ends_of_rolls: [0; Roll::DISTINCT_COUNT] };
    for (numbers, end) in results.iter().zip(&mut after.ends_of_rolls) {
        if !numbers.contains(&NONE_LEFT) {
            let place = |number| next.binary_search(number).unwrap_or_default() as u16;
            after.places.extend(numbers.iter().map(place));
        }
        *end = after.places.len() as u16;
    }
    after
}

#[cfg(test)]
mod tests {
    use super::{Plays, ReachablePositions, home_counts, number_of};
    use crate::games::backgammon::board::movegen::{After, results};
    use crate::games::backgammon::board::roll::Roll;
    use crate::games::backgammon::board::{Board, Checkers};

    #[test]
    fn results_of_every_roll_are_those_of_the_rules() {
        for points in [[0, 0, 0, 2, 0, 0], [1, 0, 2, 0, 0, 1], [0, 3, 0, 1, 1, 2]] {
            let board = Board {
                mover: Checkers::with_home_points(points),
                other: Checkers::with_home_points([5, 5, 0, 0, 0, 0]),
            };
            let mut all = ReachablePositions::new(board.mover, Plays::All);
            let mut best = ReachablePositions::new(board.mover, Plays::FewestRolls);
            let (numbers, of_best) = (all.after_rolls(1).to_vec(), best.after_rolls(1).to_vec());
            let by_roll = all.rolls_of(0)[0].iter().zip(best.rolls_of(0)[0].iter());
            for (roll, (found, best)) in Roll::ALL.into_iter().zip(by_roll) {
                let mut plays: Vec<After> = Vec::new();
                results(board, roll, &mut plays);
                let after = plays.iter().map(|after| after.board(board).other);
                let mut expected: Vec<_> =
                    after.map(|side| number_of(&home_counts(side)) as u16).collect();
                expected.sort_unstable();
                expected.dedup();
                if expected.contains(&0) {
                    assert!(found.is_empty() && best.is_empty());
                    continue;
                }
                let found: Vec<_> = found.iter().map(|at| numbers[usize::from(*at)]).collect();
                assert_eq!(found, expected, "{points:?} {roll:?}");
                assert!(best.len() == 1 && found.contains(&of_best[usize::from(best[0])]));
            }
        }
    }

    #[test]
    fn every_bearoff_ends() {
        let mut side =
            ReachablePositions::new(Checkers::with_home_points([0, 0, 0, 0, 2, 1]), Plays::All);
        let rolls = (0..30).find(|rolls| side.after_rolls(*rolls).is_empty());
        assert_eq!(rolls, Some(6), "16 pips, and 2-1 each time");
    }
}
