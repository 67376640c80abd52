//! The reference: expectiminimax with the cube, slow and obvious.
//!
//! It plays rolls, plays and cube actions on the game by its rules, and has no caches, threads or
//! sets of cube states. All values are **for First**, which picks the greatest value where Second
//! picks the least. It shares with the search the static evaluation of a position and the cube
//! model, which have references of their own.
//!
//! The search is defined so:
//! - Where plies are left, the value of a position is the mean over all rolls, each followed by the
//!   reply that is best at 0 plies: by the points of the ends of the game at the present cube.
//! - Before its roll a side doubles where that is better; the other side takes or drops, whichever
//!   is better for that side.
//! - Without plies left, and where the chances are known without a network, the cube model values
//!   the position, or for money the bear-off database.

use crate::base::{Outcome, Side};
use crate::game::{Dice, Position};
use crate::games::backgammon::board::{BAR, Board, OFF};
use crate::games::backgammon::cube::stakes_for_tests::turned;
use crate::games::backgammon::cube::{CubeStates, efficiency};
use crate::games::backgammon::eval::bearoff::BearoffDatabase;
use crate::games::backgammon::eval::{Evaluator, Nets};
use crate::games::backgammon::{Backgammon, Cube, Move, Phase, Probabilities};
use std::collections::BTreeMap;

/// Replies are equally good if their points differ by less than this share of a point, and of the
/// points of the best: the search has floats of 32 bits, and may choose any of them.
const EQUAL_SHARE: f64 = 1e-6;
/// The replies that the search evaluates in full where the sides are in contact.
const SHORTLIST: usize = 6;
/// The exact values of a bear-off hold where the cube can be turned this many times more.
const TURNS_OF_EXACT_VALUES: u8 = 4;

/// The replies to a roll among which the best is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replies {
    /// Every legal one.
    Every,
    /// With contact, the six that are best by the pruning network.
    Shortlist,
}

/// The value of a position **for First**.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    /// Cubeless: to win, with a gammon, with a backgammon, to lose a gammon, a backgammon.
    pub(super) chances: [f64; 5],
    /// Cubeful expected points.
    pub(super) points: f64,
    /// How much the value may change with the choice between equally good replies.
    pub(super) doubt: f64,
}

impl Value {
    fn plus(self, other: Self, share: f64) -> Self {
        Self {
            chances: std::array::from_fn(|i| self.chances[i] + share * other.chances[i]),
            points: self.points + share * other.points,
            doubt: self.doubt + share * other.doubt,
        }
    }

    /// The greatest difference of a chance, or of the points.
    fn difference(&self, other: &Self) -> f64 {
        let pairs = self.chances.iter().zip(other.chances);
        let chances = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        chances.max((self.points - other.points).abs())
    }

    /// Chances and points as this side sees them.
    pub(super) fn seen_by(&self, side: Side) -> Self {
        match side {
            Side::First => *self,
            Side::Second => {
                Self { chances: swapped(self.chances), points: -self.points, doubt: self.doubt }
            }
        }
    }

    /// Whether the choice between equally good replies changes the value.
    pub(super) fn is_doubtful(&self) -> bool {
        self.doubt > 1e-5
    }

    /// How much a value by the search may differ.
    fn tolerance(&self) -> f64 {
        4e-6 * (4.0 + self.points.abs()) + self.doubt
    }

    /// Whether the points are at least these, but for rounding.
    pub(super) fn is_as_good_as(&self, points: f64) -> bool {
        self.points + self.tolerance() > points
    }

    /// Fails if a chance or the points that were found are others.
    pub(super) fn assert_is_near(&self, found: Probabilities, points: f32, what: &str) {
        let found =
            Self { chances: found.to_array().map(f64::from), points: points.into(), ..*self };
        assert!(self.difference(&found) < self.tolerance(), "{what}: {found:?}, not {self:?}");
    }
}

fn swapped([win, gammon, backgammon, lost_gammon, lost_backgammon]: [f64; 5]) -> [f64; 5] {
    [1.0 - win, lost_gammon, lost_backgammon, gammon, backgammon]
}

/// The game after a move.
pub(super) fn after(game: &Backgammon, m: Move) -> Backgammon {
    let mut next = *game;
    next.play(m);
    next
}

/// 1.0 for First and −1.0 for Second: what they multiply a value with to get what they look for.
pub(super) const fn sign(side: Side) -> f64 {
    match side {
        Side::First => 1.0,
        Side::Second => -1.0,
    }
}

/// The reference for searches that begin with one game.
pub(super) struct Reference {
    /// The game that the search begins with: its cube and score choose the shortlist.
    begin: Backgammon,
    replies: Replies,
    evaluator: Evaluator<'static>,
    /// What the networks found, by the checkers of both sides: they take most of the time.
    evaluated: BTreeMap<[u128; 2], Probabilities>,
}

impl Reference {
    /// A reference that has evaluated nothing yet.
    pub(super) fn new(begin: &Backgammon, replies: Replies) -> Self {
        let evaluator = Evaluator::new(Nets::of_variant(begin.variant()));
        Self { begin: *begin, replies, evaluator, evaluated: BTreeMap::new() }
    }

    /// The game that the search begins with.
    pub(super) const fn game(&self) -> &Backgammon {
        &self.begin
    }

    /// The value of a position in which a side is about to double or roll, or the game is over.
    pub(super) fn value(&mut self, game: &Backgammon, plies: u32) -> Value {
        if matches!(game.phase(), Phase::Over(_)) || plies == 0 || self.is_known(game) {
            self.static_value(game)
        } else if game.may_double() {
            self.before_cube_action(game, plies)
        } else {
            self.mean_over_rolls(game, plies)
        }
    }

    /// Whether the chances of a position need no network.
    fn is_known(&self, game: &Backgammon) -> bool {
        self.evaluator.evaluate_without_network(game.board()).is_some()
    }

    /// Whether both sides bear off, and the value is not exact.
    pub(super) fn is_estimated_bearoff(&self) -> bool {
        self.is_known(&self.begin) && exact_points(&self.begin).is_none()
    }

    fn before_cube_action(&mut self, game: &Backgammon, plies: u32) -> Value {
        let rolled = self.value(&after(game, Move::Roll), plies);
        let doubled = after(game, Move::Double);
        let taken = self.value(&after(&doubled, Move::Take), plies);
        let dropped = self.value(&after(&doubled, Move::Drop), plies);
        let points = match game.on_roll() {
            Side::First => rolled.points.max(taken.points.min(dropped.points)),
            Side::Second => rolled.points.min(taken.points.max(dropped.points)),
        };
        Value { points, doubt: rolled.doubt.max(taken.doubt), ..rolled }
    }

    fn mean_over_rolls(&mut self, game: &Backgammon, plies: u32) -> Value {
        let mut mean = Value { chances: [0.0; 5], points: 0.0, doubt: 0.0 };
        for high in 1..=6 {
            for low in 1..=high {
                let ways = if high == low { 1.0 } else { 2.0 };
                let mut rolled = *game;
                rolled.lay_dice(high, low).unwrap();
                mean = mean.plus(self.after_best_reply(&rolled, plies), ways / 36.0);
            }
        }
        mean
    }

    /// The value after the best reply to the dice.
    fn after_best_reply(&mut self, rolled: &Backgammon, plies: u32) -> Value {
        let own = sign(rolled.on_roll());
        let mut replies = Vec::new();
        for reply in self.replies_to(rolled) {
            let chances = self.chances(&reply);
            replies.push((own * points_at_cube_of(rolled, &chances), reply));
        }
        let most = replies.iter().map(|(points, _)| *points).fold(f64::NEG_INFINITY, f64::max);
        let equal = EQUAL_SHARE * (1.0 + most.abs());
        replies.retain(|(points, _)| most - points < equal);
        let values: Vec<Value> =
            replies.iter().map(|(_, reply)| self.value(reply, plies - 1)).collect();
        let best = values[replies.iter().position(|(points, _)| *points >= most).unwrap()];
        let doubts = values.iter().map(|value| best.difference(value) + value.doubt);
        Value { doubt: doubts.fold(0.0, f64::max), ..best }
    }

    /// The positions after the replies that are compared.
    fn replies_to(&mut self, rolled: &Backgammon) -> Vec<Backgammon> {
        let mut plays = Vec::new();
        rolled.moves(&mut plays);
        let mut replies: Vec<Backgammon> = plays.iter().map(|play| after(rolled, *play)).collect();
        if self.replies == Replies::Shortlist && rolled.board().has_contact() {
            let (side, other) = (rolled.on_roll(), rolled.on_roll().other());
            // By the cube that the search began with, and by that cube turned once.
            let mut cubes = vec![self.begin];
            cubes.extend(CubeStates::of(&self.begin).map(|_| turned(&self.begin, 1, side)));
            let mut regrets = vec![f64::INFINITY; replies.len()];
            for cube in cubes {
                let mut found = Vec::new();
                let points: Vec<f64> = replies
                    .iter()
                    .map(|reply| {
                        let board = board_of(reply, other);
                        self.evaluator.evaluate_all_by_pruning_network(&[board], &mut found);
                        sign(side) * points_at_cube_of(&cube, &chances_of_first(found[0], other))
                    })
                    .collect();
                let value = |winner| {
                    let outcome = Outcome::Win { side: winner, points: cube.cube().value() };
                    sign(side) * f64::from(cube.points_of_outcome(outcome, Side::First))
                };
                let most = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                for (regret, points) in regrets.iter_mut().zip(points) {
                    *regret = regret.min((most - points) / (value(side) - value(other)));
                }
            }
            let mut ranked: Vec<(f64, Backgammon)> = regrets.into_iter().zip(replies).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            replies = ranked.into_iter().take(SHORTLIST).map(|(_, reply)| reply).collect();
        }
        replies
    }

    /// The chances at 0 plies of the side that is about to roll.
    fn evaluate(&mut self, board: Board) -> Probabilities {
        let Self { evaluator, evaluated, .. } = self;
        let key = [board.mover.word(), board.other.word()];
        *evaluated.entry(key).or_insert_with(|| evaluator.evaluate(board))
    }

    /// The chances of First at 0 plies; of a game that is over by its rules.
    fn chances(&mut self, game: &Backgammon) -> [f64; 5] {
        if let Phase::Over(outcome) = game.phase() {
            let loser = outcome.winner().unwrap().other();
            return chances_of_first(Probabilities::lost(points_lost(game, loser)), loser);
        }
        chances_of_first(self.evaluate(game.board()), game.on_roll())
    }

    /// The value at 0 plies: of an end by the rules, else by the cube model or the exact values.
    fn static_value(&mut self, game: &Backgammon) -> Value {
        let chances = self.chances(game);
        let points = if let Phase::Over(outcome) = game.phase() {
            game.points_of_outcome(outcome, Side::First).into()
        } else {
            let own = exact_points(game).unwrap_or_else(|| {
                let of_side = self.evaluate(game.board());
                game.cubeful_points(of_side, efficiency(game.board())).into()
            });
            sign(game.on_roll()) * own
        };
        Value { chances, points, doubt: 0.0 }
    }
}

/// The points that First expects if the cube stays as it is in this game.
fn points_at_cube_of(game: &Backgammon, chances: &[f64; 5]) -> f64 {
    let [win, gammon, backgammon, lost_gammon, lost_backgammon] = *chances;
    let points = |side, times| {
        let times = if game.counts_gammons() { times } else { 1 };
        let outcome = Outcome::Win { side, points: times * game.cube().value() };
        f64::from(game.points_of_outcome(outcome, Side::First))
    };
    let ends = [
        (win - gammon, Side::First, 1),
        (gammon - backgammon, Side::First, 2),
        (backgammon, Side::First, 3),
        (1.0 - win - lost_gammon, Side::Second, 1),
        (lost_gammon - lost_backgammon, Side::Second, 2),
        (lost_backgammon, Side::Second, 3),
    ];
    ends.into_iter().map(|(chance, winner, times)| chance * points(winner, times)).sum()
}

/// The board as this side sees it.
fn board_of(game: &Backgammon, side: Side) -> Board {
    Board { mover: game.checkers(side), other: game.checkers(side.other()) }
}

fn chances_of_first(chances: Probabilities, side: Side) -> [f64; 5] {
    let chances = chances.to_array().map(f64::from);
    if side == Side::First { chances } else { swapped(chances) }
}

/// The points of a game that this side has lost, at a cube of 1: 2 if it has borne off no checker,
/// 3 if it also has one on the bar or in the winner's home.
fn points_lost(game: &Backgammon, loser: Side) -> u32 {
    let checkers = game.checkers(loser);
    let is_far_back = (19..=BAR).any(|place| checkers.count(place) > 0);
    if checkers.count(OFF) > 0 { 1 } else { 2 + u32::from(is_far_back) }
}

/// The exact points of the side on roll, for money with few checkers left; before its cube action,
/// or after no double.
fn exact_points(game: &Backgammon) -> Option<f64> {
    let Cube { in_use, log, owner } = game.cube();
    if !game.match_score().is_money() || !in_use || log + TURNS_OF_EXACT_VALUES > Cube::HIGHEST {
        return None;
    }
    let exact = BearoffDatabase::shared().exact_values(game.board())?;
    let rolled = match owner {
        None => exact.centred,
        Some(owner) if owner == game.on_roll() => exact.owned,
        Some(_) => exact.owned_by_other,
    };
    let doubled = (2.0 * exact.owned_by_other).min(1.0);
    let points = if game.may_double() { rolled.max(doubled) } else { rolled };
    Some(f64::from(points) * f64::from(game.cube().value()))
}
