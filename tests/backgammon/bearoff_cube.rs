//! Cube decisions in bear-offs, against a plain table of all of them: every roll, every play,
//! every double and its answer, for two sides of up to six checkers and for money.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::engine::run;
use parlour::base::SplitMix64;

/// The checkers of one side on its points 1 to 6.
type Points = [u8; 6];

/// The most checkers of a side.
const MOST_CHECKERS: u8 = 6;

/// The side that may turn the cube: both, the side on roll, the other side.
const OWNER_COUNT: usize = 3;

/// All positions of two sides, and what they are worth.
struct Reference {
    numbers: BTreeMap<Points, usize>,
    /// For the side on roll with a cube of 1, if it rolls without a double: by its position, the
    /// other's, and the owner of the cube.
    rolled: Vec<[f32; OWNER_COUNT]>,
}

/// What each action at the cube is worth for the side on roll.
struct CubeActionValues {
    no_double: f32,
    double_take: f32,
}

impl CubeActionValues {
    fn double(&self) -> f32 {
        self.double_take.min(1.0)
    }
}

/// Every position after one step with this die.
fn steps(points: Points, die: usize) -> Vec<Points> {
    let Some(highest) = points.iter().rposition(|n| *n > 0) else { return vec![points] };
    let from = if die > highest + 1 { highest..=highest } else { die - 1..=highest };
    let step = |from: usize| {
        let mut after = points;
        after[from] -= 1;
        if from >= die {
            after[from - die] += 1;
        }
        after
    };
    from.filter(|from| points[*from] > 0).map(step).collect()
}

/// Every position after a roll.
fn plays(points: Points, [a, b]: [usize; 2]) -> Vec<Points> {
    let orders = if a == b { vec![vec![a; 4]] } else { vec![vec![a, b], vec![b, a]] };
    let play = |dice: Vec<usize>| {
        dice.into_iter().fold(vec![points], |all, die| {
            let mut next: Vec<Points> = all.into_iter().flat_map(|p| steps(p, die)).collect();
            next.sort_unstable();
            next.dedup();
            next
        })
    };
    orders.into_iter().flat_map(play).collect()
}

fn all_positions() -> Vec<Points> {
    let mut all = vec![[0; 6]];
    for point in 0..6 {
        let with = |before: &Points| {
            let left = MOST_CHECKERS - before.iter().sum::<u8>();
            let before = *before;
            (0..=left).map(move |n| {
                let mut points = before;
                points[point] = n;
                points
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    // A play lowers the points from the highest on, so that its result comes before it.
    all.sort_by_key(|points| points.iter().rev().copied().collect::<Vec<_>>());
    all
}

impl Reference {
    fn new() -> Self {
        let all = all_positions();
        let count = all.len();
        let numbers: BTreeMap<Points, usize> =
            all.iter().enumerate().map(|(number, points)| (*points, number)).collect();
        let rolls = (1..=6).flat_map(|a| (1..=a).map(move |b| [a, b]));
        let rolls: Vec<[usize; 2]> = rolls.collect();
        let after: Vec<Vec<Vec<usize>>> = all
            .iter()
            .map(|points| {
                let results = |roll: &[usize; 2]| {
                    let mut results: Vec<usize> =
                        plays(*points, *roll).iter().map(|after| numbers[after]).collect();
                    results.sort_unstable();
                    results.dedup();
                    results
                };
                rolls.iter().map(results).collect()
            })
            .collect();
        let mut rolled = vec![[0.0; OWNER_COUNT]; count * count];
        for sum in 0..=2 * (count - 1) {
            for mine in sum.saturating_sub(count - 1).max(1)..=sum.min(count - 1) {
                let theirs = sum - mine;
                if theirs == 0 {
                    continue;
                }
                let mut mean = [0.0; OWNER_COUNT];
                for (results, [a, b]) in after[mine].iter().zip(&rolls) {
                    let share = if a == b { 1.0 } else { 2.0 } / 36.0;
                    let mut best = [f32::NEG_INFINITY; OWNER_COUNT];
                    for result in results {
                        let value = match result {
                            0 => [1.0; OWNER_COUNT],
                            _ => values_before_decision(rolled[theirs * count + result]),
                        };
                        best.iter_mut().zip(value).for_each(|(best, v)| *best = best.max(v));
                    }
                    mean.iter_mut().zip(best).for_each(|(mean, best)| *mean += share * best);
                }
                rolled[mine * count + theirs] = mean;
            }
        }
        Self { numbers, rolled }
    }

    /// The values of the actions; the cube is in the middle, or the side on roll owns it.
    fn cube_action_values(&self, mine: Points, theirs: Points, is_owned: bool) -> CubeActionValues {
        let count = self.numbers.len();
        let rolled = self.rolled[self.numbers[&mine] * count + self.numbers[&theirs]];
        CubeActionValues { no_double: rolled[usize::from(is_owned)], double_take: 2.0 * rolled[2] }
    }
}

/// What the side that has just played has, by the values of the other, which may double now.
fn values_before_decision(rolled: [f32; OWNER_COUNT]) -> [f32; OWNER_COUNT] {
    let doubled = (2.0 * rolled[2]).min(1.0);
    let [middle, own, others] = [rolled[0].max(doubled), rolled[1].max(doubled), rolled[2]];
    [-middle, -others, -own]
}

/// The places of an XGID for First with these points on roll against Second with those.
fn places(first: Points, second: Points) -> String {
    let mut places = [b'-'; 26];
    for (i, n) in first.into_iter().enumerate().filter(|(_, n)| *n > 0) {
        places[i + 1] = b'A' - 1 + n;
    }
    for (i, n) in second.into_iter().enumerate().filter(|(_, n)| *n > 0) {
        places[24 - i] = b'a' - 1 + n;
    }
    places.iter().map(|place| char::from(*place)).collect()
}

#[test]
fn no_cube_decision_in_a_small_bear_off_loses_anything() {
    let reference = Reference::new();
    let mut random = SplitMix64::new(20);
    let mut side = |most: u64| {
        let mut points = [0; 6];
        (0..=random.below(most)).for_each(|_| points[random.below(6) as usize] += 1);
        points
    };
    let mut asked = vec![([0, 0, 0, 2, 0, 0], [0, 0, 2, 0, 0, 0], false)];
    while asked.len() < 400 {
        let most = if asked.len() < 340 { 4 } else { 6 };
        let (mine, theirs, is_owned) = (side(most), side(most), asked.len() % 2 == 0);
        // Positions in which all choices are clear say little.
        if (-0.5..2.0).contains(&reference.cube_action_values(mine, theirs, is_owned).double_take) {
            asked.push((mine, theirs, is_owned));
        }
    }
    let mut lines = "newgame backgammon cube on\n".to_owned();
    for (mine, theirs, is_owned) in &asked {
        let (places, cube) = (places(*mine, *theirs), if *is_owned { "0:1" } else { "0:0" });
        let _ = writeln!(lines, "position fen XGID={places}:{cube}:1:00:0:0:0:0:10");
        lines.push_str("go depth 1\nmove double\ngo depth 1\n");
    }
    let outcome = run(&[], lines);
    let mut answers = outcome.stdout.lines().filter_map(|line| line.strip_prefix("bestmove "));
    let mut doubles = 0;
    for (mine, theirs, is_owned) in asked {
        let cube = reference.cube_action_values(mine, theirs, is_owned);
        let [action, answer] = [(); 2].map(|()| answers.next().expect("an answer"));
        let found = if action == "double" { cube.double() } else { cube.no_double };
        let lost = cube.double().max(cube.no_double) - found;
        assert!(lost < 0.005, "{mine:?} {theirs:?} {is_owned} {action} loses {lost}");
        let answered = if answer == "take" { cube.double_take } else { 1.0 };
        let lost = answered - cube.double();
        assert!(lost < 0.005, "{mine:?} {theirs:?} {is_owned} {answer} loses {lost}");
        doubles += u32::from(action == "double");
    }
    assert!((100..380).contains(&doubles), "{doubles} doubles");
    assert_eq!(answers.next(), None);
}

#[test]
fn score_changes_nothing_where_a_game_ends_before_the_cube_can_be_turned_again() {
    // The side on roll has one roll to bear off two checkers from its 4-point, 11/36.
    for score in ["0:0:0:0", "0:0:0:7", "56:0:0:58", "60:0:0:64", "62:0:0:64", "62:10:0:64"] {
        let position = format!("XGID=----B-------------------a-:0:0:1:00:{score}:10");
        let lines =
            format!("newgame backgammon cube on\nposition fen {position}\ngo depth 1\neval\n");
        let answers = run(&[], lines).stdout;
        assert!(answers.contains("bestmove roll"), "{answers}");
        assert!(answers.contains("info string no double -0.389, "), "{answers}");
        assert!(answers.contains("eval cp -39 "), "{answers}");
    }
}

#[test]
fn static_evaluation_is_that_of_the_better_cube_action() {
    let reference = Reference::new();
    let two_on = |point: usize| std::array::from_fn(|at| if at + 1 == point { 2 } else { 0 });
    let (early, late) = ((two_on(4), two_on(3)), (two_on(2), two_on(6)));
    let early_double = reference.cube_action_values(early.0, early.1, false).double();
    let count = reference.numbers.len();
    let [mine, theirs] = [late.0, late.1].map(|points| reference.numbers[&points]);
    // Two points: the cube is at 2, and the other side owns it.
    let without_cube = 2.0 * reference.rolled[mine * count + theirs][2];
    for (sides, rest, points) in [
        (early, "0:0:1:00", early_double),
        (early, "0:0:1:D", -early_double),
        (late, "1:1:1:00", 2.0),
        (late, "1:1:1:D", -2.0),
        (late, "1:-1:1:00", without_cube),
        (late, "1:-1:1:31", without_cube),
    ] {
        let places = places(sides.0, sides.1);
        let lines = format!(
            "newgame backgammon cube on\nposition fen XGID={places}:{rest}:0:0:0:0:10\neval\n"
        );
        let answer = run(&[], lines).stdout;
        let cp = answer.strip_prefix("eval cp ").and_then(|rest| rest.split_once(' '));
        let cp: f32 = cp.expect("an evaluation").0.parse().expect("a number");
        assert!((cp - 100.0 * points).abs() <= 0.51, "{answer} instead of {points}");
    }
}
