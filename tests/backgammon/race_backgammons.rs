//! Backgammon chances in races, against a plain search of all rolls and plays.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::engine::run;
use crate::quick_or_all::quick_or_all;
use parlour::base::SplitMix64;
use parlour::games::backgammon::board::movegen::{After, results};
use parlour::games::backgammon::board::roll::Roll;
use parlour::games::backgammon::board::{Board, Checkers};

/// The places of a side: off, the points 1 to 24, the bar.
type Counts = [u8; 26];
/// The first point of the other side's home.
const OPPONENTS_HOME: usize = 19;
/// The most checkers that the winner has left.
const MOST_OF_WINNER: usize = 4;

/// A race in which the loser has checkers in the winner's home.
struct Race {
    winner: Counts,
    loser: Counts,
    winner_is_on_roll: bool,
}

impl Race {
    /// A random race with this many stragglers, 15 checkers each.
    fn random(random: &mut SplitMix64, stragglers: usize) -> Self {
        let mut below = |n: usize| random.below(n as u64) as usize;
        let (mut winner, mut loser) = ([0; 26], [0; 26]);
        let last = OPPONENTS_HOME + below(5);
        loser[last] += 1;
        (1..stragglers).for_each(|_| loser[OPPONENTS_HOME + below(last - OPPONENTS_HOME + 1)] += 1);
        (stragglers..15).for_each(|_| loser[1 + below(18)] += 1);
        let count = 1 + below(MOST_OF_WINNER);
        winner[0] = 15 - count as u8;
        (0..count).for_each(|_| winner[1 + below(24 - last)] += 1);
        Self { winner, loser, winner_is_on_roll: below(2) == 0 }
    }

    /// As XGID, the side on roll with the capital letters.
    fn xgid(&self) -> String {
        let [on_roll, other] = if self.winner_is_on_roll {
            [&self.winner, &self.loser]
        } else {
            [&self.loser, &self.winner]
        };
        let letter = |first: u8, count: u8| char::from(first + count - 1);
        let places = (0..26).map(|place| match (on_roll[place], other[25 - place]) {
            (mine, _) if mine > 0 && place > 0 => letter(b'A', mine),
            (_, theirs) if theirs > 0 && place < 25 => letter(b'a', theirs),
            _ => '-',
        });
        format!("XGID={}:0:0:1:00:0:0:0:0:0", places.collect::<String>())
    }

    /// The chance of a backgammon, exact; the loser's checkers beyond the winner's home do not matter.
    fn exact(&self, known: &mut BTreeMap<[u128; 2], f64>) -> f64 {
        let mut stragglers = self.loser;
        stragglers[..OPPONENTS_HOME].fill(0);
        let [winner, loser] = [&self.winner, &stragglers].map(Checkers::from_counts);
        if self.winner_is_on_roll {
            winner_rolls(winner, loser, known)
        } else {
            loser_rolls(winner, loser, &mut |winner, loser| winner_rolls(winner, loser, known))
        }
    }
}

/// The chance of a backgammon with the winner on roll, who plays for it; the loser plays against it.
fn winner_rolls(winner: Checkers, loser: Checkers, known: &mut BTreeMap<[u128; 2], f64>) -> f64 {
    let key = [winner.word(), loser.word()];
    if let Some(chance) = known.get(&key) {
        return *chance;
    }
    let mut next = |winner: Checkers| {
        if winner.all_borne_off() {
            return 1.0;
        }
        loser_rolls(winner, loser, &mut |winner, loser| winner_rolls(winner, loser, known))
    };
    let chance = mean_of_best(Board { mover: winner, other: loser }, f64::max, &mut next);
    known.insert(key, chance);
    chance
}

/// The same with the loser on roll; `then` is the chance when the winner is.
fn loser_rolls(
    winner: Checkers,
    loser: Checkers,
    then: &mut dyn FnMut(Checkers, Checkers) -> f64,
) -> f64 {
    let mut next = |loser: Checkers| {
        let mut counts = loser.counts();
        counts[..OPPONENTS_HOME].fill(0);
        let has_left = counts == [0; 26];
        if has_left { 0.0 } else { then(winner, Checkers::from_counts(&counts)) }
    };
    mean_of_best(Board { mover: loser, other: winner }, f64::min, &mut next)
}

/// The mean over all rolls of the value of the best play, from the mover's checkers after it.
fn mean_of_best(
    board: Board,
    better: fn(f64, f64) -> f64,
    value: &mut dyn FnMut(Checkers) -> f64,
) -> f64 {
    let each_roll = Roll::ALL.into_iter().map(|roll| {
        let mut plays: Vec<After> = Vec::new();
        results(board, roll, &mut plays);
        let values = plays.iter().map(|after| value(after.board(board).other));
        f64::from(roll.probability())
            * values.reduce(better).expect("a play, or none that is legal")
    });
    each_roll.sum()
}

/// The chance of a backgammon that the engine reports for each of these positions: of the side on
/// roll to win one and to lose one.
fn reported<'a>(xgids: impl IntoIterator<Item = &'a str>) -> Vec<[f64; 2]> {
    let mut lines = "newgame backgammon\n".to_owned();
    for xgid in xgids {
        writeln!(lines, "position fen {xgid}\neval").expect("a string");
    }
    let out = run(&[], lines);
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    let answers = out.stdout.lines().filter(|line| line.starts_with("eval "));
    answers
        .map(|line| {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let chance = |word| {
                let at = words.iter().position(|found| *found == word).expect("all five chances");
                words[at + 1].parse::<f64>().expect("a number")
            };
            let [win, lose] =
                [["win", "gammon", "backgammon"], ["", "lose_gammon", "lose_backgammon"]];
            assert!(chance(win[0]) >= chance(win[1]) && chance(win[1]) >= chance(win[2]), "{line}");
            assert!(chance(lose[1]) >= chance(lose[2]), "{line}");
            [chance(win[2]), chance(lose[2])]
        })
        .collect()
}

#[test]
fn known_positions_have_their_chances() {
    // 23 rolls of 36 bear off a checker from the 5-point and one from the 1-point.
    let five_and_one = "XGID=-A---Aa--a---ba-a-aabaaba-:0:0:1:00:0:0:0:0:0";
    // GNU Backgammon 1.07 has 0.502.
    let two_on_three = "XGID=---Ba-a---------a-abaca-d-:0:0:1:00:0:0:0:0:0";
    let found = reported([five_and_one, two_on_three]);
    for ([won, lost], expected) in found.iter().zip([23.0 / 36.0, 0.502]) {
        assert!((won - expected).abs() < 0.001 && *lost == 0.0, "{won} {lost} {expected}");
    }
}

#[test]
fn loser_leaves_the_winners_home_in_time() {
    let lines = "newgame backgammon
position fen XGID=-BABACA-A--A-------A--Bac-:0:0:1:42:0:0:0:0:0
go depth 1
";
    let out = run(&[], lines.to_owned());
    // No play does better: 2-2, 3-3, 4-4, 5-5 and 6-6 bear all four checkers off at once.
    let best = format!("lose_backgammon {:.4} ", 5.0 / 36.0);
    assert!(out.stdout.contains(&best), "{best}{}", out.stdout);
}

#[test]
fn other_checkers_of_the_loser_do_not_matter() {
    for places in [[24, 18, 13, 6], [22, 20, 18, 7], [23, 23, 17, 3]] {
        let (mut winner, mut loser) = ([0; 26], [0; 26]);
        // The winner needs two rolls at most.
        winner[1] = 3;
        for place in places {
            loser[place] += 1;
        }
        let exact = Race { winner, loser, winner_is_on_roll: false }.exact(&mut BTreeMap::new());
        let [loser, winner] = [&loser, &winner].map(Checkers::from_counts);
        let with_all = loser_rolls_all(Board { mover: loser, other: winner }, &mut BTreeMap::new());
        assert!((exact - with_all).abs() < 1e-9, "{places:?} {exact} {with_all}");
    }
}

/// The chance of a backgammon with all checkers in play, the loser on roll.
fn loser_rolls_all(board: Board, known: &mut BTreeMap<[u128; 2], f64>) -> f64 {
    let key = [board.mover.word(), board.other.word()];
    if let Some(chance) = known.get(&key) {
        return *chance;
    }
    let chance = mean_of_best(board, f64::min, &mut |loser| {
        if loser.counts()[OPPONENTS_HOME..].iter().all(|count| *count == 0) {
            return 0.0;
        }
        mean_of_best(Board { mover: board.other, other: loser }, f64::max, &mut |winner| {
            if winner.all_borne_off() {
                return 1.0;
            }
            loser_rolls_all(Board { mover: loser, other: winner }, known)
        })
    });
    known.insert(key, chance);
    chance
}

#[test]
fn chances_are_near_those_of_all_rolls_and_plays() {
    let mut random = SplitMix64::new(7);
    let mut known = BTreeMap::new();
    for stragglers in 1..=6 {
        let races = (0..quick_or_all(40, 200)).map(|_| Race::random(&mut random, stragglers));
        let races: Vec<Race> = races.collect();
        let xgids: Vec<String> = races.iter().map(Race::xgid).collect();
        let found = reported(xgids.iter().map(String::as_str));
        assert_eq!(found.len(), races.len());
        let (mut sum, mut worst) = (0.0, 0.0_f64);
        for ((race, xgid), [won, lost]) in races.iter().zip(&xgids).zip(found) {
            let (found, none) = if race.winner_is_on_roll { (won, lost) } else { (lost, won) };
            assert!(none == 0.0, "{xgid}");
            let error = (found - race.exact(&mut known)).abs();
            sum += error;
            worst = worst.max(error);
        }
        let mean = sum / races.len() as f64;
        assert!(mean < 0.001 && worst < 0.02, "{stragglers} stragglers: {mean} {worst}");
    }
}
