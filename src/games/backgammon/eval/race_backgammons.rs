//! Backgammon chances in a race, from a table: how soon a side that trails leaves the winner's home.
//!
//! In a race the winner's checkers have passed these stragglers, so all of them are at home, and the
//! bear-off database says how many rolls they need. Nothing blocks the stragglers, and a roll may move
//! any of them. So the way out is a small game of its own, solved here once: for every way to place
//! the stragglers on the six points, the chance that one is still there after each number of rolls,
//! played for the fewest on average.
//!
//! Approximations: the winner is sure to win, neither side looks at how many rolls the other still
//! needs, and the loser brings its stragglers out before it does anything else.

use std::sync::OnceLock;

use super::bearoff::{
    BearoffDatabase, FewestRolls, Reachable, counts_of_at_most, number_among_at_most,
};
use crate::base::locks;
use crate::games::backgammon::board::{BAR, Board, Checkers, HOME, OFF, OPPONENTS_HOME};

/// The most stragglers that the table has. Set by hand.
const MOST_STRAGGLERS: u8 = 6;
/// Places of [`StillThere`]: 0 to 11 rolls. Set by hand; the longest way out takes more with a
/// probability below 0.000001.
const ROLL_COUNTS: usize = 12;

/// How many stragglers are on each point, from the loser's 19-point on.
type Stragglers = [u8; HOME as usize];
/// The probability that a straggler is still there after 0, 1, … rolls.
type StillThere = [f32; ROLL_COUNTS];

/// The number of the position without stragglers.
const NONE_LEFT: u16 = 0;

/// By the number of the position of the stragglers.
fn table() -> &'static Vec<StillThere> {
    static TABLE: OnceLock<Vec<StillThere>> = OnceLock::new();
    locks::get_or_build(&TABLE, || {
        let mut fewest = FewestRolls::default();
        fewest.push([[NONE_LEFT; 4]; 6], 0.0);
        let mut table = vec![[0.0; ROLL_COUNTS]];
        let last = number_among_at_most(MOST_STRAGGLERS, &[0, 0, 0, 0, 0, MOST_STRAGGLERS]);
        for number in 1..=last {
            let mut still_there = [0.0; ROLL_COUNTS];
            still_there[0] = 1.0;
            fewest.add(&steps(counts_of_at_most(MOST_STRAGGLERS, number)), |to, share| {
                for (later, term) in still_there[1..].iter_mut().zip(table[to]) {
                    *later += share * term;
                }
            });
            table.push(still_there);
        }
        table
    })
}

/// The positions after one step with each die: any straggler may make it.
fn steps(stragglers: Stragglers) -> [Reachable; 6] {
    std::array::from_fn(|die| {
        let mut next = Reachable::default();
        for from in (0..stragglers.len()).filter(|from| stragglers[*from] > 0) {
            let mut moved = stragglers;
            moved[from] -= 1;
            if from > die {
                moved[from - die - 1] += 1;
            }
            next.push(number_among_at_most(MOST_STRAGGLERS, &moved) as u16);
        }
        next
    })
}

/// Builds the table, unless it is built.
pub(super) fn build_table() {
    table();
}

/// The chances of backgammons in a race, where they are known: that the mover wins one, and that it
/// loses one.
#[inline]
pub(super) fn backgammon_chances(board: Board) -> [Option<f32>; 2] {
    [backgammon_chance(board.other, board.mover, 1), backgammon_chance(board.mover, board.other, 0)]
}

/// The chance that the loser still has a straggler when the winner has no checkers, if the winner
/// makes `ahead` rolls (0 or 1) before the loser's first.
///
/// `None` if there are more stragglers than the table has, or where no backgammon is possible.
#[inline]
fn backgammon_chance(loser: Checkers, winner: Checkers, ahead: usize) -> Option<f32> {
    if loser.has_left_opponents_home() || loser.count(OFF) > 0 || loser.count(BAR) > 0 {
        return None;
    }
    debug_assert!(
        winner.occupied() >> (HOME + 1) == 0,
        "stragglers are behind no checker in a race"
    );
    let stragglers: Stragglers = std::array::from_fn(|i| loser.count(OPPONENTS_HOME + i as u8));
    if stragglers.iter().sum::<u8>() > MOST_STRAGGLERS {
        return None;
    }
    let still_there = &table()[number_among_at_most(MOST_STRAGGLERS, &stragglers)];
    let shares = BearoffDatabase::shared().distribution(winner)[1..].iter();
    let chance: f32 =
        shares.zip(&still_there[1 - ahead..]).map(|(share, there)| share * there).sum();
    Some(chance.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{
        Board, Checkers, MOST_STRAGGLERS, OPPONENTS_HOME, ROLL_COUNTS, StillThere, Stragglers,
        backgammon_chance, counts_of_at_most, number_among_at_most, table,
    };
    use crate::games::backgammon::board::movegen::{After, results};
    use crate::games::backgammon::board::roll::Roll;

    fn side(places: &[(u8, u8)]) -> Checkers {
        let mut counts = [0; 26];
        for (place, n) in places {
            counts[usize::from(*place)] += n;
        }
        Checkers::from_counts(&counts)
    }

    /// The rolls by the rules, played for the fewest on average: their mean, and the chance that a
    /// straggler is still there after each number of them.
    fn by_the_rules(
        side: Checkers,
        known: &mut BTreeMap<u128, (f32, StillThere)>,
    ) -> (f32, StillThere) {
        let mut found = (0.0, [0.0; ROLL_COUNTS]);
        if side.has_left_opponents_home() {
            return found;
        }
        if let Some(found) = known.get(&side.word()) {
            return *found;
        }
        found.1[0] = 1.0;
        let board = Board { mover: side, other: Checkers::from_counts(&[0; 26]) };
        for roll in Roll::ALL {
            let mut plays: Vec<After> = Vec::new();
            results(board, roll, &mut plays);
            let ways = plays.iter().map(|after| by_the_rules(after.board(board).other, known));
            let best = ways.reduce(|a, b| if b.0 < a.0 { b } else { a }).unwrap();
            found.0 += roll.probability() * (1.0 + best.0);
            for (later, term) in found.1[1..].iter_mut().zip(best.1) {
                *later += roll.probability() * term;
            }
        }
        known.insert(side.word(), found);
        found
    }

    #[test]
    fn stragglers_leave_as_the_rules_allow() {
        let mut known = BTreeMap::new();
        for stragglers in [&[24][..], &[19, 21], &[20, 22, 23], &[24, 24, 24]] {
            let mut counts: Stragglers = [0; 6];
            for place in stragglers {
                counts[place - usize::from(OPPONENTS_HOME)] += 1;
            }
            let found = table()[number_among_at_most(MOST_STRAGGLERS, &counts)];
            let places: Vec<_> = stragglers.iter().map(|place| (*place as u8, 1)).collect();
            let (_, expected) = by_the_rules(side(&[&places[..], &[(18, 1)]].concat()), &mut known);
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-5, "{stragglers:?} {found} {expected}");
            }
        }
    }

    #[test]
    fn stragglers_leave_sooner_from_points_nearer_to_the_way_out() {
        let table = table();
        for (number, still_there) in table.iter().enumerate().skip(1) {
            let is_sorted = still_there.is_sorted_by(|now, later| now + 1e-6 > *later);
            assert!(is_sorted && still_there[ROLL_COUNTS - 1] < 1e-6, "{number}: {still_there:?}");
            let counts = counts_of_at_most(MOST_STRAGGLERS, number);
            for from in (1..counts.len()).filter(|from| counts[*from] > 0) {
                let mut nearer = counts;
                nearer[from] -= 1;
                nearer[from - 1] += 1;
                let nearer = table[number_among_at_most(MOST_STRAGGLERS, &nearer)];
                let rolls = [nearer, *still_there].map(|shares| shares.iter().sum::<f32>());
                assert!(rolls[0] <= rolls[1] + 1e-5, "{number}");
            }
        }
    }

    #[test]
    fn winner_on_roll_is_a_roll_ahead() {
        let loser = side(&[(24, 1), (6, 14)]);
        // Two checkers on the 1-point leave with the next roll.
        let winner = side(&[(1, 2)]);
        assert!((backgammon_chance(loser, winner, 1).unwrap() - 1.0).abs() < 1e-6);
        // 27 rolls of 36 move one checker six points or more: all but those with fewer pips.
        let there = backgammon_chance(loser, winner, 0).unwrap();
        assert!((there - 9.0 / 36.0).abs() < 1e-6, "{there}");
        for loser in [[(18, 1), (6, 14)], [(0, 1), (24, 14)], [(25, 1), (6, 14)], [(19, 7), (6, 8)]]
        {
            assert_eq!(backgammon_chance(side(&loser), winner, 1), None);
        }
    }
}
