//! The opening by Swap2: three stones for the opponent to choose from, or our own choice.
//!
//! The engine takes the side that its search prefers. Putting two further stones instead leaves
//! this choice to the opponent, so it costs what the choice is worth. Where that is next to
//! nothing, it has one use: the opponent may have prepared the three stones, but not the five.
//! Then the engine puts the two stones with the most balanced value, if that is more balanced
//! than the value of the three.

use super::board_geometry::{BoardGeometry, ManagerCell};
use super::manager_settings::ManagerSettings;
use crate::base::{Side, SplitMix64};
use crate::protocol::grammar::command::{Command, Tokens};

/// For each rule a line `rule <name>`, and then three stones a line, First, Second, First, from the
/// top left corner; the rest is a remark.
///
/// Made by `tools/swap2_openings.py`, as its head says. All lie within five cells of a corner, so
/// that they lie on every board; in the middle of the board the side with two of the three stones
/// usually wins.
const OPENINGS_TEXT: &str = include_str!("swap2_openings.txt");
/// Pairs of stones that are searched before one is put. Set by hand.
const PAIRS_TO_SEARCH: u64 = 16;
/// How far such a stone is from one that lies there, at most, in columns and in rows. Set by hand.
const REACH: u64 = 3;
/// Hundredths from which on a side counts as better. In games of the engine against itself after
/// random triples, 4,000 nodes a move, the side that a search of 20,000 nodes preferred by less scored
/// 47 ± 4 % (183 games), by 45 to 130 it scored 56 ± 3 % (352), by more 68 ± 2 % (843).
const LEAST_ADVANTAGE: u32 = 45;

/// Three stones: First's, Second's, First's.
type Opening = [ManagerCell; 3];

/// An opening to offer under this rule, in the manager's words, and the command that sets it up.
pub(super) fn offer(
    rule: &str,
    random: &mut SplitMix64,
    geometry: BoardGeometry,
) -> (String, Command) {
    let triples: Vec<Opening> = openings(rule).collect();
    let at = random.below(triples.len().max(1) as u64) as usize;
    let mut opening = triples.get(at).copied().unwrap_or([(1, 0), (0, 0), (0, 1)]);
    let (width, height) = geometry.size();
    let [turned, left, down] = [(); 3].map(|()| random.below(2) == 1);
    for (x, y) in &mut opening {
        if turned {
            std::mem::swap(x, y);
        }
        *x = if left { width - 1 - *x } else { *x };
        *y = if down { height - 1 - *y } else { *y };
    }
    (cells_for_manager(&opening), position_command(&opening, geometry))
}

/// The openings of a rule.
fn openings(rule: &str) -> impl Iterator<Item = Opening> {
    let other = move |line: &&str| line.strip_prefix("rule ") != Some(rule);
    let of_rule = OPENINGS_TEXT.lines().skip_while(other).skip(1);
    of_rule.take_while(|line| !line.starts_with("rule ")).filter_map(read)
}

/// A line of [`OPENINGS_TEXT`]; nothing if it has no stones.
fn read(line: &str) -> Option<Opening> {
    let stones = line.split('#').next().unwrap_or_default();
    let cell = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let cells: Vec<ManagerCell> = stones.split_ascii_whitespace().map_while(cell).collect();
    cells.try_into().ok()
}

/// Our answer to an opening that the opponent offers.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// First's side is the better one.
    Swap,
    /// Second's is, and this is its move, in the game's own notation.
    Stay(String),
    /// Puts these two stones, and the opponent chooses.
    Put([ManagerCell; 2]),
}

/// The state of the searches for our own choice.
#[derive(Debug)]
pub(super) struct Swap2Choice {
    opening: Opening,
    /// The latest value of the position that is searched, in hundredths for Second, which is to
    /// move.
    value: Option<i32>,
    /// The value of the three stones, in hundredths for Second, if there was time for one, and its
    /// best move.
    opening_result: Option<(Option<i32>, String)>,
    /// Pairs that are still to be searched, the present one last.
    pairs_left: Vec<[ManagerCell; 2]>,
    /// The pair with the most balanced value, and the size of that value in hundredths.
    evenest: Option<(u32, [ManagerCell; 2])>,
}

impl Swap2Choice {
    /// A choice about these three stones; the pairs to try are drawn from `random`.
    pub(super) fn new(opening: Opening, geometry: BoardGeometry, random: &mut SplitMix64) -> Self {
        let left = (0..PAIRS_TO_SEARCH).map(|_| random_pair(&opening, geometry, random)).collect();
        Self { opening, value: None, opening_result: None, pairs_left: left, evenest: None }
    }

    /// The search has a new value of the present position, for Second.
    pub(super) const fn note_value(&mut self, value: i32) {
        self.value = Some(value);
    }

    /// Whether it is the opening itself that is searched.
    pub(super) const fn is_searching_opening(&self) -> bool {
        self.opening_result.is_none()
    }

    /// The first search.
    pub(super) fn begin(
        &self,
        geometry: BoardGeometry,
        settings: &ManagerSettings,
    ) -> [Command; 2] {
        [position_command(&self.opening, geometry), Command::Go(settings.go_for_one_of(2))]
    }

    /// Stores the result for the present position; returns the commands that search the next one,
    /// none when all is known.
    pub(super) fn next_search(
        &mut self,
        best: &str,
        geometry: BoardGeometry,
        settings: &ManagerSettings,
    ) -> Vec<Command> {
        let value = self.value.take();
        if self.opening_result.is_none() {
            self.opening_result = Some((value, best.to_owned()));
        } else if let Some(pair) = self.pairs_left.pop()
            && let Some(value) = value.map(i32::unsigned_abs)
            && self.evenest.is_none_or(|(least, _)| value < least)
        {
            self.evenest = Some((value, pair));
        }
        let is_even = self.worth().is_some_and(|worth| worth < LEAST_ADVANTAGE);
        let next = self.pairs_left.last().filter(|_| is_even).map(|pair| self.stones_with(*pair));
        next.map_or_else(Vec::new, |stones| {
            vec![
                position_command(&stones, geometry),
                Command::Go(settings.go_for_one_of(2 * PAIRS_TO_SEARCH + 2)),
            ]
        })
    }

    /// The value of the choice of a side, if it is known.
    fn worth(&self) -> Option<u32> {
        self.opening_result.as_ref()?.0.map(i32::unsigned_abs)
    }

    /// All five stones.
    fn stones_with(&self, [fourth, fifth]: [ManagerCell; 2]) -> [ManagerCell; 5] {
        let [a, b, c] = self.opening;
        [a, b, c, fourth, fifth]
    }

    /// The decision, once all is known.
    pub(super) fn decision(&self) -> Decision {
        if let Some((left, pair)) = self.evenest
            && self.worth().is_some_and(|worth| left < worth)
        {
            return Decision::Put(pair);
        }
        match &self.opening_result {
            Some((value, best)) if value.is_none_or(|value| value >= 0) => {
                Decision::Stay(best.clone())
            }
            _ => Decision::Swap,
        }
    }

    /// The answer in the manager's words, and the commands that make the board agree with it.
    pub(super) fn answer(&self, geometry: BoardGeometry) -> (String, Vec<Command>) {
        let opening = position_command(&self.opening, geometry);
        match self.decision() {
            Decision::Swap => ("SWAP".to_owned(), vec![opening]),
            Decision::Put(pair) => (
                cells_for_manager(&pair),
                vec![position_command(&self.stones_with(pair), geometry)],
            ),
            Decision::Stay(best) => {
                let cell = geometry.coordinates(&best).unwrap_or_default();
                (cell, vec![opening, Command::Move(Tokens::new(&best))])
            }
        }
    }
}

/// Two empty cells near stones, Second's and First's.
fn random_pair(
    opening: &Opening,
    geometry: BoardGeometry,
    random: &mut SplitMix64,
) -> [ManagerCell; 2] {
    let mut taken = opening.to_vec();
    [(); 2].map(|()| {
        loop {
            let (x, y) = taken[random.below(taken.len() as u64) as usize];
            let mut near = |at: usize| {
                let reached = at as u64 + random.below(2 * REACH + 1);
                reached.cast_signed() - REACH.cast_signed()
            };
            if let Ok(cell) = geometry.cell(&[near(x), near(y)])
                && !taken.contains(&cell)
            {
                taken.push(cell);
                return cell;
            }
        }
    })
}

/// Cells as a manager reads them, in one line.
fn cells_for_manager(cells: &[ManagerCell]) -> String {
    let cells: Vec<String> = cells.iter().map(|(x, y)| format!("{x},{y}")).collect();
    cells.join(" ")
}

/// An odd number of stones, the sides in turn; Second is to move.
fn position_command(cells: &[ManagerCell], geometry: BoardGeometry) -> Command {
    let sides = Side::BOTH.into_iter().cycle();
    let stones: Vec<(ManagerCell, Side)> = cells.iter().copied().zip(sides).collect();
    Command::Position(Some(geometry.fen(&stones, Side::Second)), Tokens::default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        BoardGeometry, Decision, ManagerSettings, OPENINGS_TEXT, PAIRS_TO_SEARCH, SplitMix64,
        Swap2Choice, offer, openings, read,
    };

    /// What is decided where the opening has the first of these values, and its pairs the rest;
    /// a search without a value had no time for one.
    fn decided(values: &[Option<i32>]) -> (usize, Swap2Choice) {
        let geometry = BoardGeometry::read_rectangle("9,5").unwrap();
        let mut choice =
            Swap2Choice::new([(0, 0), (4, 4), (1, 2)], geometry, &mut SplitMix64::new(1));
        let mut searches = 0;
        loop {
            if let Some(value) = values[searches] {
                choice.note_value(7_000);
                choice.note_value(value);
            }
            searches += 1;
            if choice.next_search("c3", geometry, &ManagerSettings::default()).is_empty() {
                return (searches, choice);
            }
        }
    }

    #[test]
    fn better_side_is_taken() {
        let (searches, choice) = decided(&[Some(90)]);
        assert_eq!((searches, choice.decision()), (1, Decision::Stay("c3".to_owned())));
        let (searches, choice) = decided(&[Some(-90)]);
        assert_eq!((searches, choice.decision()), (1, Decision::Swap));
        assert_eq!(choice.answer(BoardGeometry::read_rectangle("9,5").unwrap()).0, "SWAP");
    }

    #[test]
    fn where_neither_side_is_better_two_stones_bring_balance() {
        let mut values = [Some(300); 1 + PAIRS_TO_SEARCH as usize];
        (values[0], values[3], values[5], values[7]) = (Some(-20), Some(-8), Some(11), None);
        let (searches, choice) = decided(&values);
        assert_eq!(searches, values.len());
        let Decision::Put(pair) = choice.decision() else { panic!("{choice:?}") };
        let (said, commands) = choice.answer(BoardGeometry::read_rectangle("9,5").unwrap());
        assert_eq!((said.split(' ').count(), commands.len()), (2, 1));
        assert!(!choice.opening.contains(&pair[0]) && !choice.opening.contains(&pair[1]));
        // The third pair from the last.
        let mut random = SplitMix64::new(1);
        let geometry = BoardGeometry::read_rectangle("9,5").unwrap();
        let pairs = Swap2Choice::new(choice.opening, geometry, &mut random).pairs_left;
        assert_eq!(pairs[PAIRS_TO_SEARCH as usize - 3], pair);
    }

    #[test]
    fn pairs_that_bring_no_more_balance_are_not_put() {
        for (value, decision) in [(7, Decision::Stay("c3".to_owned())), (-7, Decision::Swap)] {
            let mut values = [Some(-7); 1 + PAIRS_TO_SEARCH as usize];
            values[0] = Some(value);
            assert_eq!(decided(&values).1.decision(), decision);
        }
        let (searches, choice) = decided(&[None]);
        assert_eq!((searches, choice.decision()), (1, Decision::Stay("c3".to_owned())));
    }

    #[test]
    fn openings_lie_on_every_board_and_differ() {
        for line in OPENINGS_TEXT.lines() {
            let has_stones = !line.starts_with(['#', 'r']);
            assert_eq!(has_stones, read(line).is_some(), "{line}");
        }
        for (size, rule) in
            [("5,5", "freestyle"), ("15,15", "renju"), ("22,5", "standard"), ("6,22", "freestyle")]
        {
            assert!(openings(rule).count() >= 12, "{rule}");
            let geometry = BoardGeometry::read_rectangle(size).unwrap();
            let mut random = SplitMix64::new(1);
            let mut said = BTreeSet::new();
            for _ in 0..200 {
                let (cells, _) = offer(rule, &mut random, geometry);
                let mut stones = BTreeSet::new();
                for cell in cells.split(' ') {
                    let at: Vec<i64> = cell.split(',').map(|n| n.parse().unwrap()).collect();
                    stones.insert(geometry.cell(&at).expect(&cells));
                }
                assert_eq!(stones.len(), 3, "{cells}");
                said.insert(cells);
            }
            assert!(said.len() > 40, "{size}: {}", said.len());
        }
    }
}
