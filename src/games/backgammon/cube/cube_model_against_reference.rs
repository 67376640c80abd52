//! The cube model against a reference that knows the rules of the cube from the game alone.
//!
//! The fast model numbers the levels of the cube, and has the values of all ends at each level. In
//! the reference every state of the cube is a game whose cube was turned; who may double, and what
//! an end counts, is asked of that game.

use super::stakes_for_tests::{games_of_all_stakes, turned};
use super::{CubeState, CubeStates};
use crate::base::{Outcome, Side, SplitMix64};
use crate::game::{Position, Turn};
use crate::games::backgammon::{Backgammon, Cube, Move, Phase, Probabilities};

/// A corner of the curve of a live cube.
#[derive(Clone, Copy)]
struct Corner {
    /// The chance to win, 0.0 to 1.0.
    win: f64,
    /// Expected points there.
    points: f64,
}

/// Janowski's model (1993) for one position, **for the side on roll**.
struct ReferenceModel {
    side: Side,
    chances: Probabilities,
    efficiency: f64,
}

impl ReferenceModel {
    /// Expected points before the cube action: the better of rolling and doubling.
    fn before_cube_action(&self, game: &Backgammon) -> f64 {
        let rolled = self.rolled(game);
        if game.may_double() {
            rolled.max(self.answered(&after(game, Move::Double)))
        } else {
            rolled
        }
    }

    /// Expected points while a double or a beaver is to be answered: the best answer of its side.
    fn answered(&self, game: &Backgammon) -> f64 {
        let Turn::Decide(answering) = game.turn() else { panic!("a double is open") };
        let mut answers = Vec::new();
        game.moves(&mut answers);
        let values = answers.into_iter().map(|answer| {
            let next = after(game, answer);
            match next.phase() {
                Phase::Over(outcome) => f64::from(next.points_of_outcome(outcome, self.side)),
                Phase::Beavered => self.answered(&next),
                _ => self.rolled(&next),
            }
        });
        if answering == self.side {
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            values.fold(f64::INFINITY, f64::min)
        }
    }

    /// Expected points after no double: between those of a dead cube and of a live one.
    fn rolled(&self, game: &Backgammon) -> f64 {
        let win = f64::from(self.chances.win);
        let [lost, won] = [self.lost(game), self.won(game)];
        let dead = lost + win * (won - lost);
        let live = points_at(&self.live_curve(game), win);
        let live = match game.cube().owner {
            None => live,
            Some(owner) if owner == self.side => live.max(dead),
            Some(_) => live.min(dead),
        };
        dead + self.efficiency * (live - dead)
    }

    /// The curve of a live cube: each side doubles where the other may as well drop.
    fn live_curve(&self, game: &Backgammon) -> Vec<Corner> {
        let mut curve = vec![Corner { win: 0.0, points: self.lost(game) }];
        let other = self.side.other();
        if may_double(game, other) {
            let dropped = self.points_of_win(game, other, 1);
            let taken = self.live_curve(&turned(game, 1, self.side));
            curve.push(Corner { win: least_win(&taken, dropped), points: dropped });
        }
        if may_double(game, self.side) {
            let dropped = self.points_of_win(game, self.side, 1);
            let taken = self.live_curve(&turned(game, 1, other));
            curve.push(Corner { win: least_win(&taken, dropped), points: dropped });
        }
        curve.push(Corner { win: 1.0, points: self.won(game) });
        curve
    }

    /// The mean points of the wins.
    fn won(&self, game: &Backgammon) -> f64 {
        let Probabilities { win, win_gammon, win_backgammon, .. } = self.chances;
        self.mean_points(game, self.side, [win, win_gammon, win_backgammon])
    }

    /// The mean points of the losses.
    fn lost(&self, game: &Backgammon) -> f64 {
        let Probabilities { win, lose_gammon, lose_backgammon, .. } = self.chances;
        self.mean_points(game, self.side.other(), [1.0 - win, lose_gammon, lose_backgammon])
    }

    /// The mean points of the games that this side wins: at all, with a gammon, with a backgammon.
    fn mean_points(&self, game: &Backgammon, winner: Side, chances: [f32; 3]) -> f64 {
        let [any, gammon, backgammon] = chances.map(f64::from);
        if any <= 0.0 {
            return self.points_of_win(game, winner, 1);
        }
        let sum = (any - gammon) * self.points_of_win(game, winner, 1)
            + (gammon - backgammon) * self.points_of_win(game, winner, 2)
            + backgammon * self.points_of_win(game, winner, 3);
        sum / any
    }

    /// The points of a plain win (1 time), gammon (2) or backgammon (3) of this side.
    fn points_of_win(&self, game: &Backgammon, winner: Side, times: u32) -> f64 {
        let times = if game.counts_gammons() { times } else { 1 };
        let outcome = Outcome::Win { side: winner, points: times * game.cube().value() };
        f64::from(game.points_of_outcome(outcome, self.side))
    }
}

fn after(game: &Backgammon, action: Move) -> Backgammon {
    let mut next = *game;
    next.play(action);
    next
}

/// Whether this side may double if it is about to roll.
fn may_double(game: &Backgammon, side: Side) -> bool {
    Backgammon { on_roll: side, phase: Phase::Ready, ..*game }.may_double()
}

/// The points of a curve at this chance to win.
fn points_at(curve: &[Corner], win: f64) -> f64 {
    let next = curve.iter().position(|corner| corner.win >= win).unwrap().max(1);
    let (left, right) = (curve[next - 1], curve[next]);
    left.points + (win - left.win) / (right.win - left.win) * (right.points - left.points)
}

/// The least chance to win at which a curve reaches these points, by halving.
fn least_win(curve: &[Corner], points: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..45 {
        let middle = f64::midpoint(low, high);
        if points_at(curve, middle) < points { low = middle } else { high = middle }
    }
    high
}

/// Chances with gammons of both sides, backgammons among them.
fn random_chances(random: &mut SplitMix64) -> Probabilities {
    let mut share = || random.below(1_001) as f32 / 1_000.0;
    let win = share();
    let [win_gammon, lose_gammon] = [win * share() * share(), (1.0 - win) * share() * share()];
    let [win_backgammon, lose_backgammon] = [win_gammon * share(), lose_gammon * share()];
    Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
}

/// Positions that the model is asked about: each kind of stakes, First or Second on roll.
fn games() -> impl Iterator<Item = Backgammon> {
    let sides = |game| Side::BOTH.map(|on_roll| Backgammon { on_roll, ..game });
    games_of_all_stakes().into_iter().flat_map(sides)
}

/// Fails unless both are the same points but for rounding.
fn is_near(found: f32, expected: f64, what: &str) {
    let tolerance = 3e-6 * (10.0 + expected.abs());
    assert!((f64::from(found) - expected).abs() < tolerance, "{what}: {found}, not {expected}");
}

#[test]
fn points_in_every_phase_are_those_of_the_reference() {
    let mut random = SplitMix64::new(21);
    let mut compared = [0; 3];
    for game in games() {
        for number in 0..40 {
            let chances = random_chances(&mut random);
            let efficiency = random.below(11) as f32 / 10.0;
            let side = game.on_roll();
            let model = ReferenceModel { side, chances, efficiency: f64::from(efficiency) };
            let what = |game: &Backgammon| format!("{number} {game:?} {chances:?} {efficiency}");
            let found = |game: &Backgammon| game.cubeful_points(chances, efficiency);
            is_near(found(&game), model.before_cube_action(&game), &what(&game));
            let rolling = Backgammon { phase: Phase::Rolling, ..game };
            is_near(found(&rolling), model.rolled(&rolling), &what(&rolling));
            compared[0] += 1;
            if !game.may_double() {
                continue;
            }
            let doubled = after(&game, Move::Double);
            is_near(-found(&doubled), model.answered(&doubled), &what(&doubled));
            let taken = after(&doubled, Move::Take);
            is_near(found(&taken), model.rolled(&taken), &what(&taken));
            compared[1] += 1;
            let mut answers = Vec::new();
            doubled.moves(&mut answers);
            if answers.contains(&Move::Beaver) {
                let beavered = after(&doubled, Move::Beaver);
                is_near(found(&beavered), model.answered(&beavered), &what(&beavered));
                compared[2] += 1;
            }
        }
    }
    let [all, doubled, beavered] = compared;
    assert!(all > 1_500 && doubled > 900 && beavered > 150, "{compared:?}");
}

#[test]
fn points_in_every_cube_state_are_those_of_the_game_with_that_cube() {
    let mut random = SplitMix64::new(22);
    let mut compared = 0;
    for game in games() {
        let Some(cube_states) = CubeStates::of(&game) else { continue };
        let side = game.on_roll();
        let in_state = |state| (state, game);
        let mut all = vec![in_state(CubeState::PRESENT)];
        for times in 1..=Cube::HIGHEST - game.cube().log {
            for owner in Side::BOTH {
                let state = cube_states.after_turns(owner.other(), usize::from(times)).unwrap();
                all.push((state, turned(&game, times, owner)));
            }
        }
        for (state, game) in all {
            let chances = random_chances(&mut random);
            let model = ReferenceModel { side, chances, efficiency: f64::from(0.68_f32) };
            let found = cube_states.cubeful_points(state, side, chances, 0.68);
            let what = format!("{game:?} {chances:?}");
            is_near(found, model.before_cube_action(&game), &what);
            let dropped = cube_states.double_drop_points(state, side);
            is_near(dropped, model.points_of_win(&game, side, 1), &what);
            let dead = ReferenceModel { efficiency: 0.0, ..model };
            is_near(cube_states.dead_cube_points(state, side, chances), dead.rolled(&game), &what);
            let taken = cube_states.after_double_take(state, side);
            let doubled = game.may_double().then(|| turned(&game, 1, side.other()));
            assert_eq!(taken.is_some(), doubled.is_some(), "{what}");
            if let (Some(taken), Some(doubled)) = (taken, doubled) {
                let found = cube_states.cubeful_points(taken, side, chances, 0.68);
                is_near(found, model.rolled(&doubled), &what);
            }
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}
