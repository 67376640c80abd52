//! The solver against a plain recursion over all rolls, plays and cube actions.

use std::collections::BTreeMap;

use super::{bearoff_equities, solved};
use crate::base::Side::First;
use crate::base::SplitMix64;
use crate::games::backgammon::Backgammon;
use crate::games::backgammon::board::movegen::{After, results};
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{Board, Checkers};
use crate::games::backgammon::cube::equities::CubeEquities;
use crate::games::backgammon::cube::reachable_cube_states::{CubeState, CubeStates};
use crate::games::backgammon::cube::stakes::{CubeOwner, Stakes};
use crate::games::backgammon::eval::bearoff::BearoffDatabase;

/// A plain recursion for one set of stakes, which are those of the side that is on roll first.
struct PlainRecursion<'a> {
    stakes: &'a Stakes,
    /// By the words of the board, whether the first side is on roll, level and owner.
    known: BTreeMap<(u128, u128, bool, usize, u8), f64>,
}

impl PlainRecursion<'_> {
    /// The value for the first side before the roll, the mover of `board` being about to roll.
    fn rolled(&mut self, board: Board, is_first: bool, level: usize, owner: CubeOwner) -> f64 {
        let key = (board.mover.word(), board.other.word(), is_first, level, owner as u8);
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let mut mean = 0.0;
        for roll in Roll::ALL {
            let mut plays: Vec<After> = Vec::new();
            results(board, roll, &mut plays);
            let values =
                plays.iter().map(|after| self.decided(after.board(board), !is_first, level, owner));
            let best = if is_first {
                values.fold(f64::NEG_INFINITY, f64::max)
            } else {
                values.fold(f64::INFINITY, f64::min)
            };
            mean += roll.weight() as f64 / 36.0 * best;
        }
        self.known.insert(key, mean);
        mean
    }

    /// The value of a position before its cube action.
    fn decided(&mut self, board: Board, is_first: bool, level: usize, owner: CubeOwner) -> f64 {
        let ends = self.stakes.level(level);
        if board.other.all_borne_off() {
            return if is_first { ends.lost[0] } else { ends.won[0] };
        }
        let rolled = self.rolled(board, is_first, level, owner);
        let (mine, theirs) = (CubeOwner::Own, CubeOwner::Opponent);
        let may = ends.may_double[usize::from(!is_first)] && level < 6;
        if is_first && may && owner != theirs {
            rolled.max(self.rolled(board, is_first, level + 1, theirs).min(ends.won[0]))
        } else if !is_first && may && owner != mine {
            rolled.min(self.rolled(board, is_first, level + 1, mine).max(ends.lost[0]))
        } else {
            rolled
        }
    }
}

/// No double and double/take, by the plain recursion.
fn equities_by_recursion(board: Board, stakes: &Stakes) -> [f32; 2] {
    let mut plain = PlainRecursion { stakes, known: BTreeMap::new() };
    let no_double = plain.rolled(board, true, 0, stakes.owner);
    let taken = plain.rolled(board, true, 1, CubeOwner::Opponent);
    [no_double, taken].map(|value| stakes.equity(value))
}

fn equities_by_solver(board: Board, stakes: &Stakes, nodes: u64) -> CubeEquities {
    bearoff_equities(board, stakes, nodes, &mut || true).expect("a bear-off").equities
}

fn stakes(cube: &str, rest: &str) -> Stakes {
    let text = format!("XGID=----B-----------------b---:{cube}:1:00:{rest}:10");
    Stakes::of(&Backgammon::from_text(&text, true), First)
}

#[test]
fn last_rolls_are_those_of_the_plain_recursion() {
    let mut random = SplitMix64::new(8);
    let mut side = |checkers: u64| {
        let mut points = [0; 6];
        (0..=random.below(checkers)).for_each(|_| points[random.below(6) as usize] += 1);
        Checkers::with_home_points(points)
    };
    for (cube, rest) in [
        ("0:0", "0:0:0:0"),
        ("1:1", "0:0:0:0"),
        ("1:-1", "0:0:2:0"),
        ("9:0", "0:0:0:0"),
        ("0:0", "0:0:0:3"),
        ("1:1", "2:4:0:7"),
        ("0:0", "3:4:0:5"),
        ("0:0", "0:0:0:25"),
    ] {
        let stakes = stakes(cube, rest);
        for _ in 0..12 {
            let board = Board { mover: side(3), other: side(3) };
            let [no_double, double_take] = equities_by_recursion(board, &stakes);
            let is_near = |found: f32, expected: f32| (found - expected).abs() < 2e-4;
            let solved = solved(board, &stakes, u64::MAX, &mut || true).expect("a bear-off");
            for cube in [equities_by_solver(board, &stakes, u64::MAX), solved.equities] {
                assert!(
                    is_near(cube.no_double, no_double) && is_near(cube.double_take, double_take),
                    "{board:?} {cube:?} {no_double} {double_take}"
                );
                assert_eq!(cube.double_beaver.is_some(), stakes.beavers());
            }
        }
    }
}

#[test]
fn values_for_money_are_those_of_the_two_sided_database() {
    let database = BearoffDatabase::shared();
    let mut random = SplitMix64::new(9);
    let mut side = || {
        let mut points = [0; 6];
        (0..=random.below(6)).for_each(|_| points[random.below(6) as usize] += 1);
        Checkers::with_home_points(points)
    };
    for _ in 0..40 {
        let board = Board { mover: side(), other: side() };
        let exact = database.exact_values(board).expect("few checkers");
        for (owner, rolled, decided) in [
            ("0:0", exact.centred, exact.best_of_centred_and_doubled()),
            ("1:1", exact.owned, exact.best_of_owned_and_doubled()),
            ("1:-1", exact.owned_by_other, exact.owned_by_other),
        ] {
            let text = format!("XGID=----B-----------------b---:{owner}:1:00:0:0:0:0:10");
            let game = Backgammon::from_text(&text, true);
            let stakes = Stakes::of(&game, First);
            let cube = equities_by_solver(board, &stakes, u64::MAX);
            assert!((cube.no_double - rolled).abs() < 1e-5, "{board:?} {owner}");
            let best = if cube.is_double() { cube.double() } else { cube.no_double };
            assert!((best - decided).abs() < 1e-5, "{board:?} {owner}");
            let points = CubeStates::of(&game)
                .and_then(|states| states.points_of_bearoff(CubeState::PRESENT, First, &exact));
            assert_eq!(
                points.map(|points| stakes.value_of_points(points)),
                Some(stakes.value(decided))
            );
        }
    }
    let board = Board {
        mover: Checkers::with_home_points([0, 0, 0, 2, 0, 0]),
        other: Checkers::with_home_points([0, 0, 2, 0, 0, 0]),
    };
    let in_match =
        Backgammon::from_text("XGID=----B-----------------b---:0:0:1:00:0:0:0:5:10", true);
    let states = CubeStates::of(&in_match).expect("the cube is not dead");
    let exact = database.exact_values(board).expect("few checkers");
    assert_eq!(states.points_of_bearoff(CubeState::PRESENT, First, &exact), None, "in a match");
}

#[test]
fn two_checkers_on_the_four_point_are_doubled() {
    let board = Board {
        mover: Checkers::with_home_points([0, 0, 0, 2, 0, 0]),
        other: Checkers::with_home_points([0, 0, 2, 0, 0, 0]),
    };
    let money = stakes("0:0", "0:0:0:0");
    let cube = equities_by_solver(board, &money, u64::MAX);
    assert!((cube.no_double - 0.344).abs() < 1e-3 && (cube.double_take - 0.656).abs() < 1e-3);
    assert!(cube.is_double() && cube.is_take());
}

#[test]
fn fewer_nodes_look_at_fewer_rolls_and_the_model_does_the_rest() {
    let money = stakes("0:0", "0:0:0:0");
    let board = Board {
        mover: Checkers::with_home_points([1, 2, 2, 1, 0, 1]),
        other: Checkers::with_home_points([2, 1, 1, 1, 1, 1]),
    };
    let exact = equities_by_solver(board, &money, u64::MAX).no_double;
    for (nodes, error) in [(300, 0.1), (10_000, 0.02)] {
        let given = bearoff_equities(board, &money, nodes, &mut || true).unwrap();
        assert!(given.nodes <= nodes && given.nodes > nodes / 100, "{}", given.nodes);
        let no_double = given.equities.no_double;
        assert!((no_double - exact).abs() < error, "{nodes}: {no_double} {exact}");
    }
    assert!(bearoff_equities(board, &money, 3, &mut || true).is_none(), "too few nodes");
    assert!(bearoff_equities(board, &money, u64::MAX, &mut || false).is_none(), "stopped");
}

#[test]
fn many_checkers_are_looked_at_within_the_bounds() {
    let money = stakes("0:0", "0:0:0:0");
    for points in [[2, 2, 2, 2, 3, 3], [0, 0, 0, 0, 7, 7], [9, 0, 0, 0, 0, 5]] {
        let board = Board {
            mover: Checkers::with_home_points(points),
            other: Checkers::with_home_points([3, 3, 2, 2, 2, 2]),
        };
        let given = bearoff_equities(board, &money, u64::MAX, &mut || true).unwrap();
        assert!((1_000..=500_000).contains(&given.nodes), "{}", given.nodes);
        let CubeEquities { no_double, double_take, .. } = given.equities;
        assert!(no_double.abs() <= 1.0 && double_take.abs() <= 2.0);
    }
}

#[test]
fn gammons_and_checkers_outside_are_left_to_the_model() {
    let money = stakes("0:0", "0:0:0:0");
    let all = Checkers::with_home_points([5, 5, 5, 0, 0, 0]);
    let board = Board { mover: Checkers::with_home_points([1, 0, 0, 0, 0, 0]), other: all };
    assert!(bearoff_equities(board, &money, u64::MAX, &mut || true).is_none());
}
