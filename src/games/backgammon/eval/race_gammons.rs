//! How likely gammons are in a race, by tables.
//!
//! How soon a side that is far behind in a race saves the gammon: all home, and one checker off.
//!
//! With a few checkers outside it is a small game of its own, solved here once: for every way to
//! place up to three of them, how many rolls it takes, played for the fewest in the mean. A die
//! left over when all are home bears a checker off or not, by where the others stand and these
//! came in: there is a table for every set of points held at home, made when it is first needed.

use std::sync::{LazyLock, OnceLock};

use crate::base::bits::ones;
use crate::games::backgammon::board::{BAR, Board, Checkers, HOME, OFF};
use crate::games::backgammon::eval::bearoff::Bearoff;

/// Checkers outside at most.
const MEN: usize = 3;
/// The most rolls told apart; the last place holds all longer ones.
const LONGEST: usize = 12;

/// Where the checkers stand that are or were outside, the furthest first; 0 for none.
type Men = [u8; MEN];
/// How likely each number of rolls is.
type Rolls = [f32; LONGEST];

/// For each die: what it leads to, played 1 to 4 times as well as can be.
type Best = [[u16; 4]; 6];

/// The number of what is done: nothing more is needed.
const SAVED: u16 = 0;

/// Where one step of a checker outside leads to, for each die; [`SAVED`] for no such checker.
type Steps = [[u16; MEN]; 6];

/// All ways to place the checkers, each after those that it can lead to.
struct Table {
    /// Bit p − 1 is set where point p is held by others.
    home: u32,
    best: Vec<Best>,
    mean: Vec<f32>,
    rolls: Vec<Rolls>,
}

/// All ways to place the checkers in the order of their numbers, and the steps from there.
static WAYS: LazyLock<Vec<(Men, Steps)>> = LazyLock::new(|| {
    let all = (0..=BAR).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| [a, b, c])));
    all.map(|men| (men, steps(men))).collect()
});

fn steps(men: Men) -> Steps {
    std::array::from_fn(|die| {
        std::array::from_fn(|man| {
            if men[man] <= HOME {
                return SAVED;
            }
            let mut moved = men;
            moved[man] -= die as u8 + 1;
            moved.sort_unstable_by(|a, b| b.cmp(a));
            rank(moved)
        })
    })
}

/// The number of these, from 1 on.
fn rank([a, b, c]: Men) -> u16 {
    let [a, b, c] = [a, b, c].map(u16::from);
    1 + a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c
}

impl Table {
    fn new(home: u32) -> Self {
        let mut saved = [0.0; LONGEST];
        saved[0] = 1.0;
        let mut table =
            Self { home, best: vec![[[SAVED; 4]; 6]], mean: vec![0.0], rolls: vec![saved] };
        WAYS.iter().for_each(|(men, steps)| table.add(*men, steps));
        table
    }

    /// Adds the next; all that it leads to have been added.
    fn add(&mut self, men: Men, steps: &Steps) {
        if men[0] <= HOME {
            // The next roll bears one off.
            let mut one = [0.0; LONGEST];
            one[1] = 1.0;
            return self.push(self.last(men), 1.0, one);
        }
        let best: Best = std::array::from_fn(|die| {
            std::array::from_fn(|times| self.after(&steps[die], die, times))
        });
        let (mut mean, mut rolls) = (1.0, [0.0; LONGEST]);
        for high in 0..6 {
            for low in 0..=high {
                let (to, share) = if high == low {
                    (best[high][3], 1.0 / 36.0)
                } else {
                    let a = self.after(&steps[high], low, 1);
                    let b = self.after(&steps[low], high, 1);
                    (self.better(a, b), 2.0 / 36.0)
                };
                mean += share * self.mean[usize::from(to)];
                for (later, term) in (1..LONGEST).zip(self.rolls[usize::from(to)]) {
                    rolls[later] += share * term;
                }
            }
        }
        // What takes longer yet.
        rolls[LONGEST - 1] += 1.0 - rolls.iter().sum::<f32>();
        self.push(best, mean, rolls);
    }

    /// With all home: what the dice left over do.
    fn last(&self, men: Men) -> Best {
        let held = men.iter().fold(self.home << 1, |held, place| held | 1 << place) >> 1;
        std::array::from_fn(|die| {
            // A checker on the point is borne off, or one below if none stands there or above.
            let bears = held >> die & 1 == 1 || held >> die == 0;
            [if bears { SAVED } else { rank(men) }; 4]
        })
    }

    fn push(&mut self, best: Best, mean: f32, rolls: Rolls) {
        self.best.push(best);
        self.mean.push(mean);
        self.rolls.push(rolls);
    }

    /// The best after one of these steps and then so many with this die (from 0).
    fn after(&self, steps: &[u16; MEN], die: usize, times: usize) -> u16 {
        let reached = steps.iter().filter(|to| **to != SAVED).map(|to| match times {
            0 => *to,
            _ => self.best[usize::from(*to)][die][times - 1],
        });
        reached.reduce(|a, b| self.better(a, b)).unwrap_or(SAVED)
    }

    fn better(&self, a: u16, b: u16) -> u16 {
        if self.mean[usize::from(b)] < self.mean[usize::from(a)] { b } else { a }
    }
}

/// The chances of gammons in a race, as far as tables tell: that the mover wins one, and that it
/// loses one. About: the winner is thought to win, and the loser to think of nothing else.
pub(super) fn gammons(board: Board) -> [Option<f32>; 2] {
    [gammon(board.other, board.mover, 1), gammon(board.mover, board.other, 0)]
}

/// The chance that the loser still has all its checkers when the winner has none, if the winner
/// makes so many rolls before the loser's first.
fn gammon(loser: Checkers, winner: Checkers, ahead: usize) -> Option<f32> {
    if loser.count(OFF) > 0 || winner.occupied() >> (HOME + 1) != 0 {
        return None;
    }
    let late = late(loser)?;
    let shares = Bearoff::shared().of(winner)[1..].iter();
    let chance: f32 = shares.zip(&late[1 - ahead..]).map(|(share, late)| share * late).sum();
    Some(chance.clamp(0.0, 1.0))
}

/// How likely the gammon is not saved yet after 0, 1, … rolls; `None` with too many outside.
fn late(loser: Checkers) -> Option<Rolls> {
    static TABLES: [OnceLock<Vec<Rolls>>; 64] = [const { OnceLock::new() }; 64];
    let mut men = [0; MEN];
    let mut outside = 0;
    for place in ones(u64::from(loser.occupied() >> (HOME + 1))) {
        let place = place as u8 + HOME + 1;
        for _ in 0..loser.count(place) {
            *men.get_mut(outside)? = place;
            outside += 1;
        }
    }
    men.sort_unstable_by(|a, b| b.cmp(a));
    let home = loser.occupied() >> 1 & 0b11_1111;
    let table = TABLES[home as usize]
        .get_or_init(|| Table::new(home).rolls.iter().map(|rolls| lateness(*rolls)).collect());
    Some(table[usize::from(rank(men))])
}

/// From how likely each number of rolls is: how likely more are needed.
fn lateness(mut rolls: Rolls) -> Rolls {
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

    use super::{BAR, Checkers, LONGEST, OFF, Rolls, Table, gammon, late, lateness, rank};
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

    /// The rolls by the rules, all checkers looked at, played for the fewest in the mean.
    fn plain(side: Checkers, known: &mut BTreeMap<u128, (f32, Rolls)>) -> (f32, Rolls) {
        if let Some(found) = known.get(&side.word()) {
            return *found;
        }
        let mut sum = (0.0, [0.0; LONGEST]);
        if side.count(OFF) > 0 {
            sum.1[0] = 1.0;
            return sum;
        }
        let board = Board { mover: side, other: Checkers::from_counts(&[0; 26]) };
        for roll in Roll::ALL {
            let mut plays: Vec<After> = Vec::new();
            results(board, roll, &mut plays);
            let ways = plays.iter().map(|after| plain(after.board(board).other, known));
            let best = ways.reduce(|a, b| if b.0 < a.0 { b } else { a }).unwrap();
            let share = roll.weight() as f32 / 36.0;
            sum.0 += share * (1.0 + best.0);
            for i in 1..LONGEST {
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
            let found = late(checkers).unwrap();
            let (_, expected) = plain(checkers, &mut known);
            for (found, expected) in found.iter().zip(lateness(expected)) {
                assert!((found - expected).abs() < 0.005, "{outside:?} {found} {expected}");
            }
        }
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
            let found = late(checkers).unwrap();
            let (_, expected) = plain(checkers, &mut known);
            for (found, expected) in found.iter().zip(lateness(expected)) {
                assert!((found - expected).abs() < 0.1, "{outside:?} {found} {expected}");
            }
        }
    }

    #[test]
    fn every_distribution_sums_to_one_and_has_the_mean() {
        for home in [0, 0b10_1011, 0b11_1111] {
            let table = Table::new(home);
            assert_eq!(table.rolls.len(), usize::from(rank([BAR; 3])) + 1);
            for (rolls, mean) in table.rolls.iter().zip(&table.mean) {
                let sum: f32 = rolls.iter().sum();
                let own: f32 = rolls.iter().zip(0_u8..).map(|(p, n)| p * f32::from(n)).sum();
                assert!(
                    (sum - 1.0).abs() < 1e-4 && (own - mean).abs() < 0.01,
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
        assert!((gammon(loser, winner, 1).unwrap() - 1.0).abs() < 1e-6);
        // 11 rolls with a six, 5-2 and 4-3; the doubles that also do are left out.
        let saved = 1.0 - gammon(loser, winner, 0).unwrap();
        assert!((saved - 15.0 / 36.0).abs() < 1e-4, "{saved}");
        let four = side(&[(OFF.into(), 11), (1, 4)]);
        assert!(gammon(loser, four, 0).unwrap() < gammon(loser, four, 1).unwrap());
        assert_eq!(gammon(side(&[(6, 11), (9, 4)]), winner, 0), None);
        assert_eq!(gammon(loser, side(&[(OFF.into(), 13), (7, 2)]), 0), None);
        assert_eq!(gammon(side(&[(OFF.into(), 1), (6, 14)]), winner, 0), None);
    }
}
