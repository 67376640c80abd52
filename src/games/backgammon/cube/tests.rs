//! The model against published formulas, known take points, and another program.

use super::{CubeEquities, Stakes};
use crate::base::Side::{First, Second};
use crate::game::Position;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::{
    Backgammon, Cube, GameSettings, MatchScore, MoneyRules, Move, Probabilities,
};

/// Cube decisions by another program; the head of the file says how.
const GNUBG_DECISIONS: &str = include_str!("gnubg_0ply_cube_decisions.txt");

/// A later position of a game, First on roll, by the cube and the fields after the dice of an XGID.
fn later(cube: &str, rest: &str) -> Backgammon {
    Backgammon::from_text(&format!("XGID=-b----E-C---eE---c-e---AA-:{cube}:1:00:{rest}:10"), true)
}

impl CubeEquities {
    /// Whether the other side takes a double, or beavers it, rather than drop.
    pub(in crate::games::backgammon) fn is_take(&self) -> bool {
        self.double_take <= self.double_drop
    }

    /// Whether the other side beavers a double rather than just take it.
    fn is_beaver(&self) -> bool {
        self.double_beaver.is_some_and(|beaver| beaver < self.double_take.min(self.double_drop))
    }

    /// Whether the position is too good to double: to play on for a gammon beats the drop.
    fn is_too_good(&self) -> bool {
        self.is_open && self.no_double > self.double_drop && !self.is_double()
    }
}

fn money_stakes(cube: &str) -> Stakes {
    Stakes::of(&later(cube, "0:0:0:0"), First)
}

#[test]
fn beavers_are_for_money_alone() {
    let money = MoneyRules { beavers: true, ..MoneyRules::default() };
    let for_money = GameSettings { cube: true, money, ..GameSettings::default() };
    assert!(Stakes::of(&Backgammon::start(&for_money), First).beavers());
    // So lopsided that it is valued as money play.
    let match_score = MatchScore::new(200, [190, 0], true).unwrap();
    let lopsided = GameSettings { match_score, ..for_money };
    assert!(!Stakes::of(&Backgammon::start(&lopsided), First).beavers());
}

/// Wins only: no gammons on either side.
fn wins_without_gammons(win: f32) -> Probabilities {
    Probabilities::without_gammons(win)
}

/// Wins worth `won` points and losses worth `lost`, 1.0 to 2.0.
fn gammonish(win: f32, won: f32, lost: f32) -> Probabilities {
    Probabilities::from_array([win, win * (won - 1.0), 0.0, (1.0 - win) * (lost - 1.0), 0.0])
}

/// The least chance from which on something holds.
fn least_chance(holds: impl Fn(f32) -> bool) -> f32 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..30 {
        let middle = f32::midpoint(low, high);
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

fn is_near(found: f32, expected: f32, tolerance: f32, what: &str) {
    assert!((found - expected).abs() < tolerance, "{what}: {found}, not {expected}");
}

/// The take point: the least chance to win of the side that was doubled at which it takes.
fn take_point(
    stakes: &Stakes,
    efficiency: f32,
    probabilities: impl Fn(f32) -> Probabilities,
) -> f32 {
    least_chance(|chance| {
        CubeEquities::of(probabilities(chance).swapped(), stakes, efficiency).is_take()
    })
}

#[test]
fn money_points_are_those_of_janowskis_formulas() {
    for efficiency in [0.0, 0.5, 2.0 / 3.0, 1.0_f32] {
        for (won, lost) in [(1.0, 1.0), (1.3, 1.1), (1.5, 1.5)] {
            let all = won + lost + 0.5 * efficiency;
            let of = |chance, cube| {
                CubeEquities::of(gammonish(chance, won, lost), &money_stakes(cube), efficiency)
            };
            let take = take_point(&money_stakes("0:0"), efficiency, |p| gammonish(p, won, lost));
            is_near(take, (lost - 0.5) / all, 1e-3, "take point");
            let cash = least_chance(|chance| of(chance, "1:1").double_take >= 1.0);
            is_near(cash, (lost + 0.5 + 0.5 * efficiency) / all, 1e-3, "cash point");
            let redouble = least_chance(|chance| {
                let cube = of(chance, "1:1");
                cube.double_take >= cube.no_double
            });
            is_near(redouble, (lost + efficiency) / all, 1e-3, "redoubling point");
        }
    }
}

#[test]
fn dead_cubes_are_worth_nothing() {
    let highest = money_stakes("10:1");
    for chance in [0.0, 0.3, 0.5, 1.0] {
        let cube = CubeEquities::of(wins_without_gammons(chance), &highest, 0.7);
        is_near(cube.no_double, 2.0 * chance - 1.0, 1e-6, "1024 is the highest");
        assert!(!cube.is_double());
    }
    // At two points each, the first double is the last, and its owner has nothing of it.
    let stakes = Stakes::of(&later("1:1", "3:3:0:5"), First);
    is_near(
        CubeEquities::of(wins_without_gammons(0.6), &stakes, 1.0).no_double,
        0.2,
        1e-6,
        "the match at stake",
    );
}

#[test]
fn take_points_of_matches_are_those_of_the_table() {
    let at = |score: &str| Stakes::of(&later("0:0", score), First);
    // Two points each: taken, it is for the match; dropped, 2-away against 1-away is left.
    is_near(take_point(&at("3:3:0:5"), 0.68, wins_without_gammons), 0.32264, 1e-4, "2-away 2-away");
    // After the Crawford game the trailer's cube is dead in the leader's hands.
    is_near(
        take_point(&at("3:4:0:5"), 0.68, wins_without_gammons),
        0.5,
        1e-4,
        "2-away after Crawford",
    );
    let leader = 1.0 - 0.48803;
    is_near(
        take_point(&at("2:4:0:5"), 0.68, wins_without_gammons),
        (leader - 0.5) / 0.5,
        1e-3,
        "3-away",
    );
}

#[test]
fn side_that_needs_no_more_points_does_not_double() {
    let ahead = Stakes::of(&later("0:0", "4:2:0:5"), First);
    let cube = CubeEquities::of(wins_without_gammons(0.9), &ahead, 0.68);
    assert!(!cube.is_open && !cube.is_double());
    let behind = Stakes::of(&later("0:0", "2:4:0:5"), First);
    assert!(
        CubeEquities::of(wins_without_gammons(0.3), &behind, 0.68).is_double(),
        "nothing is to be lost"
    );
    let crawford = later("0:0", "2:4:1:5");
    assert_eq!(crawford.cube_equities(wins_without_gammons(0.5), 0.68), None);
}

/// The cube efficiency of GNU Backgammon, which has no other one for crashed positions.
fn gnubg_efficiency(board: Board) -> f32 {
    if board.has_contact() {
        0.68
    } else {
        (0.55 + 0.001_25 * board.mover.pips() as f32).clamp(0.6, 0.7)
    }
}

#[test]
fn equities_are_about_those_of_another_program() {
    let mut rows = 0;
    for line in GNUBG_DECISIONS.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let numbers: Vec<f32> = words[1..].iter().map(|word| word.parse().unwrap()).collect();
        let game = Backgammon::from_text(&format!("XGID={}", words[0]), true);
        let probabilities = Probabilities::from_array(numbers[..5].try_into().unwrap());
        let cube = game.cube_equities(probabilities, gnubg_efficiency(game.board())).unwrap();
        is_near(cube.no_double, numbers[5], 0.02, line);
        is_near(cube.double_take, numbers[6], 0.02, line);
        rows += 1;
    }
    assert_eq!(rows, 30);
}

#[test]
fn gammons_wait_for_the_cube_under_the_jacoby_rule() {
    let rules = |jacoby| {
        let mut game = later("0:0", "0:0:0:0");
        game.money = MoneyRules { jacoby, beavers: false };
        CubeEquities::of(gammonish(0.75, 1.6, 1.1), &Stakes::of(&game, First), 0.68)
    };
    let (with, without) = (rules(true), rules(false));
    assert!(with.no_double < without.no_double && with.is_double());
    is_near(with.double_take, without.double_take, 1e-6, "the cube is turned");
    assert!(without.is_too_good() && !with.is_too_good());
}

#[test]
fn double_of_the_weaker_side_is_beavered() {
    let mut game = later("0:0", "0:0:2:0");
    let stakes = Stakes::of(&game, First);
    let equities = |win| CubeEquities::of(wins_without_gammons(win), &stakes, 0.68);
    assert!(equities(0.4).is_beaver() && equities(0.4).is_take());
    assert!(!equities(0.6).is_beaver());
    let weak = equities(0.4);
    is_near(weak.double(), weak.double_beaver.unwrap(), 1e-6, "the best answer");
    // A hopeless doubler drops the beaver.
    is_near(equities(0.0).double(), -2.0, 1e-6, "twice the stake");
    let beavered = |game: &mut Backgammon, win| {
        game.play(Move::Double);
        game.play(Move::Beaver);
        game.cubeful_points(wins_without_gammons(win), 0.68)
    };
    is_near(beavered(&mut game.clone(), 0.4), weak.double(), 1e-5, "the doubler's answer");
    is_near(beavered(&mut game, 0.0), -2.0, 1e-6, "a drop");
}

#[test]
fn points_of_all_phases_are_on_one_scale() {
    for rest in ["0:0:0:0", "1:3:0:5", "3:0:0:5", "0:0:0:25", "0:0:0:300"] {
        let game = later("0:0", rest);
        for win in [0.2, 0.5, 0.72, 0.9] {
            let points = |actions: &[Move]| {
                let mut game = game;
                for action in actions {
                    game.play(*action);
                }
                let own = if game.turn().side() == Some(Second) { -1.0 } else { 1.0 };
                own * game.cubeful_points(wins_without_gammons(win), 0.68)
            };
            let best = points(&[Move::Roll]).max(points(&[Move::Double]));
            is_near(points(&[]), best, 1e-4, rest);
            let answered =
                points(&[Move::Double, Move::Take]).min(points(&[Move::Double, Move::Drop]));
            is_near(points(&[Move::Double]), answered, 1e-4, rest);
        }
    }
}

#[test]
fn ends_of_a_match_are_worth_their_share_of_it() {
    let game = later("1:1", "3:0:0:5");
    let points = |points, side, winner| {
        let outcome = crate::base::Outcome::Win { side: winner, points };
        game.points_of_outcome(outcome, side)
    };
    is_near(points(1, First, First), 1.0, 1e-6, "a point is the unit");
    is_near(points(1, Second, First), -1.0, 1e-6, "a point is the unit");
    is_near(points(8, First, First), points(2, First, First), 1e-6, "the match is won");
    assert!(points(4, Second, Second) > points(2, Second, Second));
    let money = later("1:1", "0:0:0:0");
    let outcome = crate::base::Outcome::Win { side: First, points: 6 };
    is_near(money.points_of_outcome(outcome, Second), -6.0, 1e-6, "money");
}

#[test]
fn every_score_and_cube_has_sound_equities() {
    let start = Backgammon::start(&GameSettings { cube: true, ..GameSettings::default() });
    let games = [
        wins_without_gammons(0.0),
        wins_without_gammons(1.0),
        wins_without_gammons(0.5),
        Probabilities::from_array([0.6, 0.6, 0.6, 0.4, 0.4]),
    ];
    for length in [0, 1, 2, 3, 7, 25, 26, 64, 65, 500, MatchScore::MAX_LENGTH] {
        for (first, second) in [(1, 1), (1, 9), (2, 3), (9, 1), (40, 2), (500, 30_000)] {
            let score = [first, second].map(|missing| length.saturating_sub(missing));
            let match_score = MatchScore::new(length, score, true).unwrap();
            for log in 0..=Cube::HIGHEST {
                for owner in [None, Some(First), Some(Second)] {
                    let cube = Cube { log, owner, ..start.cube };
                    let game = Backgammon { cube, match_score, ..start };
                    for probabilities in games {
                        let cube = CubeEquities::of(probabilities, &Stakes::of(&game, First), 0.68);
                        let CubeEquities { no_double, double_take, double_drop, .. } = cube;
                        let all =
                            [no_double, double_take, game.cubeful_points(probabilities, 0.68)];
                        assert!(all.iter().all(|equity| equity.is_finite()), "{game:?}: {all:?}");
                        is_near(double_drop, 1.0, 1e-5, "a drop");
                    }
                }
            }
        }
    }
}

#[test]
fn no_side_doubles_before_the_first_roll() {
    let start = Backgammon::start(&GameSettings { cube: true, ..GameSettings::default() });
    assert_eq!(start.cube_equities(wins_without_gammons(0.9), 0.68), None);
}

#[test]
fn values_and_equities_turn_into_each_other() {
    for (cube, rest) in [("0:0", "0:0:0:0"), ("2:1", "0:0:0:0"), ("1:-1", "2:3:0:7")] {
        let stakes = Stakes::of(&later(cube, rest), First);
        for equity in [-1.0, 0.25, 1.0, 2.5] {
            is_near(stakes.equity(stakes.value(equity)), equity, 1e-5, cube);
        }
    }
    let money = Stakes::of(&later("2:1", "0:0:0:0"), First);
    is_near(money.points(money.value(0.5)), 2.0, 1e-6, "half of a cube at 4");
}
