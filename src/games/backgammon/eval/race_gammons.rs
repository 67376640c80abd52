//! Gammon chances in a race, from tables: how soon a side that trails saves the gammon.
//!
//! To save it, all checkers must come home and one be borne off. With up to three checkers outside
//! that is a small game of its own, solved here once: for every way to place them, the probability
//! of each number of rolls, played for the fewest on average. What bears a checker off when all are
//! home depends on where the others are and where these came in; so there is a table for every set
//! of points occupied at home, built in the background, or when it is first needed.
//!
//! Approximations: the checkers at home do not move while others are outside, their points have
//! [`CHECKERS_ON_POINT`] each, and no more than two rolls are needed with all at home.

use std::sync::OnceLock;

use super::bearoff::{
    BearoffDatabase, BestPositionByDieAndTimes, FewestRolls, Reachable, home_counts,
};
use super::race_backgammons;
use crate::base::bits::ones;
use crate::base::locks;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{BAR, Board, Checkers, HOME, OFF};

/// The most checkers outside the home board that a table has. Set by hand.
const MAX_OUTSIDE: usize = 3;
/// Checkers that are assumed on each point occupied at home. Set by hand.
const CHECKERS_ON_POINT: u8 = 2;
/// Places of a distribution: 0 to 10 rolls, and one place for all longer ways. Set by hand.
const DISTRIBUTION_PLACES: usize = 12;

/// The places of the checkers that are or were outside, the furthest first; 0 for none.
type Outside = [u8; MAX_OUTSIDE];
/// The probability of each number of rolls.
type RollsToSaveGammon = [f32; DISTRIBUTION_PLACES];

/// By [`RaceGammonTable::home`]: the distributions of that table, once they are asked for.
static TABLES: [OnceLock<Vec<RollsToSaveGammon>>; 64] = [const { OnceLock::new() }; 64];

/// The number of the position in which the gammon is saved.
const SAVED: u16 = 0;

/// The table for one set of points occupied at home.
struct RaceGammonTable {
    /// Bit p − 1 is set where point p is occupied by the other checkers.
    home: u32,
    fewest: FewestRolls,
    /// By the number of the position.
    distributions: Vec<RollsToSaveGammon>,
}

/// All placements in the order of their numbers, each after those that it can lead to, with the
/// steps of a checker outside for each die.
fn placements() -> &'static Vec<(Outside, [Reachable; 6])> {
    static PLACEMENTS: OnceLock<Vec<(Outside, [Reachable; 6])>> = OnceLock::new();
    locks::get_or_build(&PLACEMENTS, || {
        let all =
            (0..=BAR).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c])));
        all.map(|outside| (outside, steps(outside))).collect()
    })
}

fn steps(outside: Outside) -> [Reachable; 6] {
    std::array::from_fn(|die| {
        let mut next = Reachable::default();
        for checker in (0..MAX_OUTSIDE).filter(|checker| outside[*checker] > HOME) {
            let mut moved = outside;
            moved[checker] -= die as u8 + 1;
            moved.sort_unstable_by(|a, b| b.cmp(a));
            next.push(rank(moved));
        }
        next
    })
}

/// The number of a placement, from 1 on.
fn rank([a, b, c]: Outside) -> u16 {
    let [a, b, c] = [a, b, c].map(u16::from);
    1 + a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c
}

impl RaceGammonTable {
    fn new(home: u32) -> Self {
        let mut saved = [0.0; DISTRIBUTION_PLACES];
        saved[0] = 1.0;
        let mut fewest = FewestRolls::default();
        fewest.push([[SAVED; 4]; 6], 0.0);
        let mut table = Self { home, fewest, distributions: vec![saved] };
        for (outside, steps) in placements() {
            table.add(*outside, steps);
        }
        table
    }

    /// Adds the next placement; all that it leads to have been added.
    fn add(&mut self, outside: Outside, steps: &[Reachable; 6]) {
        let mut rolls = [0.0; DISTRIBUTION_PLACES];
        if outside[0] <= HOME {
            let chance = chance_to_bear_one_off(self.counts_at_home(outside));
            (rolls[1], rolls[2]) = (chance, 1.0 - chance);
            self.fewest.push(self.with_all_home(outside), 2.0 - chance);
        } else {
            self.fewest.add(steps, |to, share| {
                for (later, term) in (1..DISTRIBUTION_PLACES).zip(self.distributions[to]) {
                    rolls[later] += share * term;
                }
            });
            // All longer ways.
            rolls[DISTRIBUTION_PLACES - 1] += 1.0 - rolls.iter().sum::<f32>();
        }
        self.distributions.push(rolls);
    }

    /// The checkers on each point at home, from the 1-point on, once these have come in.
    fn counts_at_home(&self, outside: Outside) -> [u8; HOME as usize] {
        let mut counts =
            std::array::from_fn(|point| CHECKERS_ON_POINT * (self.home >> point & 1) as u8);
        for place in outside.into_iter().filter(|place| *place > 0) {
            counts[usize::from(place) - 1] += 1;
        }
        counts
    }

    /// With all checkers home: whether a die that is left over bears one off.
    fn with_all_home(&self, outside: Outside) -> BestPositionByDieAndTimes {
        let occupied = outside.iter().fold(self.home << 1, |all, place| all | 1 << place) >> 1;
        std::array::from_fn(|die| {
            // A checker on the point is borne off, or one below if none is there or above.
            let bears_off = occupied >> die & 1 == 1 || occupied >> die == 0;
            [if bears_off { SAVED } else { rank(outside) }; 4]
        })
    }
}

/// The probability that the next roll can bear a checker off, with all at home: their counts from the
/// 1-point on.
fn chance_to_bear_one_off(counts: [u8; HOME as usize]) -> f32 {
    let can = |roll: &Roll| {
        let [high, low] = [roll.high(), roll.low()].map(usize::from);
        if roll.is_double() {
            can_bear_one_off(counts, &[high; 4])
        } else {
            can_bear_one_off(counts, &[high, low]) || can_bear_one_off(counts, &[low, high])
        }
    };
    Roll::ALL.iter().filter(|roll| can(roll)).map(|roll| roll.probability()).sum()
}

/// Whether these dice, played in this order, can bear a checker off.
fn can_bear_one_off(counts: [u8; HOME as usize], dice: &[usize]) -> bool {
    let Some((&die, rest)) = dice.split_first() else { return false };
    let is_empty_above = counts[die..].iter().all(|count| *count == 0);
    counts[die - 1] > 0
        || is_empty_above
        || (die..counts.len()).filter(|point| counts[*point] > 0).any(|point| {
            let mut moved = counts;
            moved[point] -= 1;
            moved[point - die] += 1;
            can_bear_one_off(moved, rest)
        })
}

/// The chances of gammons in a race, where a table has them: that the mover wins one, and that it
/// loses one.
///
/// An approximation: the winner is sure to win, and the loser plays to save the gammon only.
pub(super) fn gammon_chances(board: Board) -> [Option<f32>; 2] {
    [gammon_chance(board.other, board.mover, 1), gammon_chance(board.mover, board.other, 0)]
}

/// The chance that the loser still has all its checkers when the winner has none, if the winner
/// makes `ahead` rolls (0 or 1) before the loser's first.
fn gammon_chance(loser: Checkers, winner: Checkers, ahead: usize) -> Option<f32> {
    if loser.count(OFF) > 0 || winner.occupied() >> (HOME + 1) != 0 {
        return None;
    }
    let unsaved = unsaved_after(loser)?;
    let shares = BearoffDatabase::shared().distribution(winner)[1..].iter();
    let chance: f32 = shares.zip(&unsaved[1 - ahead..]).map(|(share, late)| share * late).sum();
    Some(chance.clamp(0.0, 1.0))
}

/// The probability that the gammon is not saved after 0, 1, … rolls; `None` if more checkers are
/// outside than a table has.
fn unsaved_after(loser: Checkers) -> Option<RollsToSaveGammon> {
    let mut outside = [0; MAX_OUTSIDE];
    let mut count = 0;
    for place in ones(u64::from(loser.occupied() >> (HOME + 1))) {
        let place = place as u8 + HOME + 1;
        for _ in 0..loser.count(place) {
            *outside.get_mut(count)? = place;
            count += 1;
        }
    }
    if count == 0 {
        let late = 1.0 - chance_to_bear_one_off(home_counts(loser));
        let mut unsaved = [0.0; DISTRIBUTION_PLACES];
        (unsaved[0], unsaved[1]) = (1.0, late);
        return Some(unsaved);
    }
    outside.sort_unstable_by(|a, b| b.cmp(a));
    let home = loser.occupied() >> 1 & 0b11_1111;
    Some(table(home)[usize::from(rank(outside))])
}

/// Starts to build the tables of races in the background.
///
/// These are the tables of gammon and of backgammon chances, and the bear-off database before them.
///
/// So none of them is built in the time of a search. Further calls do nothing.
pub fn build_tables_in_background() {
    BearoffDatabase::build_in_background(|| {
        race_backgammons::build_table();
        (0..TABLES.len() as u32).for_each(|home| {
            table(home);
        });
    });
}

/// By the number of a position, the distributions of the table for this [`RaceGammonTable::home`].
fn table(home: u32) -> &'static Vec<RollsToSaveGammon> {
    locks::get_or_build(&TABLES[home as usize], || {
        RaceGammonTable::new(home).distributions.into_iter().map(more_than).collect()
    })
}

/// From the probability of each number of rolls to that of more rolls than each number.
fn more_than(mut rolls: RollsToSaveGammon) -> RollsToSaveGammon {
    let mut more = 1.0;
    for share in &mut rolls {
        more -= *share;
        *share = more;
    }
    rolls
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{
        BAR, Checkers, DISTRIBUTION_PLACES, OFF, RaceGammonTable, RollsToSaveGammon, gammon_chance,
        more_than, rank, unsaved_after,
    };
    use crate::games::backgammon::board::Board;
    use crate::games::backgammon::board::movegen::{After, results};
    use crate::games::backgammon::board::roll::Roll;

    fn side(places: &[(usize, u8)]) -> Checkers {
        let mut counts = [0; 26];
        for (place, n) in places {
            counts[*place] += n;
        }
        Checkers::from_counts(&counts)
    }

    /// The rolls by the rules, all checkers looked at, played for the fewest on average.
    fn rolls_by_the_rules(
        side: Checkers,
        known: &mut BTreeMap<u128, (f32, RollsToSaveGammon)>,
    ) -> (f32, RollsToSaveGammon) {
        if let Some(found) = known.get(&side.word()) {
            return *found;
        }
        let mut sum = (0.0, [0.0; DISTRIBUTION_PLACES]);
        if side.count(OFF) > 0 {
            sum.1[0] = 1.0;
            return sum;
        }
        let board = Board { mover: side, other: Checkers::from_counts(&[0; 26]) };
        for roll in Roll::ALL {
            let mut plays: Vec<After> = Vec::new();
            results(board, roll, &mut plays);
            let ways =
                plays.iter().map(|after| rolls_by_the_rules(after.board(board).other, known));
            let best = ways.reduce(|a, b| if b.0 < a.0 { b } else { a }).unwrap();
            let share = roll.probability();
            sum.0 += share * (1.0 + best.0);
            for i in 1..DISTRIBUTION_PLACES {
                sum.1[i] += share * best.1[i - 1];
            }
        }
        known.insert(side.word(), sum);
        sum
    }

    #[test]
    fn rolls_are_those_of_the_rules_with_a_full_home() {
        let home = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)];
        let mut known = BTreeMap::new();
        for outside in [[7, 8, 9], [6, 7, 12], [6, 6, 14]] {
            let places: Vec<_> = home.into_iter().chain(outside.map(|p| (p, 1))).collect();
            let checkers = side(&places);
            let found = unsaved_after(checkers).unwrap();
            let (_, expected) = rolls_by_the_rules(checkers, &mut known);
            for (found, expected) in found.iter().zip(more_than(expected)) {
                assert!((found - expected).abs() < 0.005, "{outside:?} {found} {expected}");
            }
        }
    }

    #[test]
    fn with_all_home_the_next_roll_is_that_of_the_rules() {
        let places: [&[(usize, u8)]; 5] = [
            &[(5, 1), (6, 2)],
            &[(4, 1), (5, 1), (6, 1)],
            &[(4, 5), (5, 5), (6, 5)],
            &[(1, 1), (6, 14)],
            &[(2, 3), (3, 4), (5, 8)],
        ];
        for places in places {
            let found = unsaved_after(side(places)).unwrap();
            let (_, expected) = rolls_by_the_rules(side(places), &mut BTreeMap::new());
            let expected = more_than(expected);
            assert!((found[1] - expected[1]).abs() < 1e-6, "{places:?} {found:?} {expected:?}");
            assert!((found[2] - expected[2]).abs() < 0.06, "{places:?} {found:?} {expected:?}");
        }
        // 2-1, 3-1, 4-3 and 1-1 bear none off.
        assert!((unsaved_after(side(&[(5, 1), (6, 2)])).unwrap()[1] - 7.0 / 36.0).abs() < 1e-6);
    }

    #[test]
    fn gaps_at_home_cost_about_what_the_rules_say() {
        let mut known = BTreeMap::new();
        for (home, outside) in [
            ([(1, 3), (2, 4), (3, 4), (5, 2)], [8, 10]),
            ([(1, 1), (4, 4), (5, 4), (6, 4)], [7, 13]),
        ] {
            let places: Vec<_> = home.into_iter().chain(outside.map(|p| (p, 1))).collect();
            let checkers = side(&places);
            let found = unsaved_after(checkers).unwrap();
            let (_, expected) = rolls_by_the_rules(checkers, &mut known);
            for (found, expected) in found.iter().zip(more_than(expected)) {
                assert!((found - expected).abs() < 0.1, "{outside:?} {found} {expected}");
            }
        }
    }

    #[test]
    fn every_distribution_sums_to_one_and_has_the_mean() {
        for home in [0, 0b10_1011, 0b11_1111] {
            let table = RaceGammonTable::new(home);
            assert_eq!(table.distributions.len(), usize::from(rank([BAR; 3])) + 1);
            for (rolls, mean) in table.distributions.iter().zip(table.fewest.means()) {
                let sum: f32 = rolls.iter().sum();
                let own: f32 = rolls.iter().zip(0_u8..).map(|(p, n)| p * f32::from(n)).sum();
                assert!(
                    (sum - 1.0).abs() < 1e-4 && (own - mean).abs() < 0.02,
                    "{sum} {own} {mean}"
                );
            }
        }
    }

    #[test]
    fn winner_on_roll_is_a_roll_ahead() {
        let loser = side(&[(6, 14), (7, 1)]);
        // Two checkers on the 1-point: the winner needs one roll.
        let winner = side(&[(OFF.into(), 13), (1, 2)]);
        assert!((gammon_chance(loser, winner, 1).unwrap() - 1.0).abs() < 1e-6);
        // 11 rolls with a six, 5-2 and 4-3; the doubles that also do are left out.
        let saved = 1.0 - gammon_chance(loser, winner, 0).unwrap();
        assert!((saved - 15.0 / 36.0).abs() < 1e-4, "{saved}");
        let four = side(&[(OFF.into(), 11), (1, 4)]);
        assert!(gammon_chance(loser, four, 0).unwrap() < gammon_chance(loser, four, 1).unwrap());
        assert_eq!(gammon_chance(side(&[(6, 11), (9, 4)]), winner, 0), None);
        assert_eq!(gammon_chance(loser, side(&[(OFF.into(), 13), (7, 2)]), 0), None);
        assert_eq!(gammon_chance(side(&[(OFF.into(), 1), (6, 14)]), winner, 0), None);
    }
}
