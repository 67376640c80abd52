//! What must hold in every game: the traits, tested on the game's own types in random games.

use std::collections::BTreeMap;

use super::{Chance, Deterministic, Evaluate, Notation, Position, Turn};
use crate::base::{Score, SplitMix64};

/// Random games that are played. Set by hand.
const RANDOM_GAMES: u64 = 3;
/// Plies after which a random game is broken off. Set by hand.
const LONGEST: usize = 150;

/// The tests of one variant of a game.
pub(crate) struct ConformanceKit<P> {
    start: P,
    /// The static value is no further from zero than this.
    greatest_value: fn(&P) -> i32,
    /// Rolls dice at random where they are due.
    roll: fn(&mut P, &mut SplitMix64),
    /// Checks what a game with or without dice must keep in a position.
    check_dice: fn(&P),
}

impl<P: Deterministic + Notation> ConformanceKit<P> {
    /// A kit for a game without dice, whose games begin at `start`; values are estimates of a [`Score`].
    pub(crate) fn without_dice(start: P) -> Self {
        let check_dice = |position: &P| assert!(!matches!(position.turn(), Turn::Roll(_)));
        Self { start, greatest_value: |_| Score::LEAST_WIN - 1, roll: |_, _| {}, check_dice }
    }
}

impl<P: Chance + Evaluate + Notation> ConformanceKit<P> {
    /// A kit for a game with dice, whose games begin at `start`.
    ///
    /// `most` is the greatest value of the static evaluation in a position, in
    /// [`Evaluate::UNIT`].
    pub(crate) fn with_dice(start: P, most: fn(&P) -> i32) -> Self {
        Self { start, greatest_value: most, roll: roll_at_random, check_dice: rolls_are_fair }
    }
}

/// Probabilities are positive and sum to 1, no roll is listed twice, and each leads to a decision.
fn rolls_are_fair<P: Chance + Notation>(position: &P) {
    let mut rolls = Vec::new();
    position.rolls(&mut rolls);
    let Turn::Roll(side) = position.turn() else {
        assert!(rolls.is_empty(), "{}: no dice are due", text(position));
        return;
    };
    let sum: f64 = rolls.iter().map(|(_, chance)| f64::from(*chance)).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{}: {sum}", text(position));
    assert!(moves(position).is_empty(), "{}", text(position));
    for (index, (roll, chance)) in rolls.iter().enumerate() {
        assert!(*chance > 0.0 && rolls[..index].iter().all(|(other, _)| other != roll));
        let mut rolled = position.clone();
        rolled.apply(*roll);
        assert_eq!(rolled.turn(), Turn::Decide(side), "{}: {roll:?}", text(position));
        assert!(rolled.count_moves() > 0, "{}: {roll:?}", text(position));
    }
}

fn roll_at_random<P: Chance>(position: &mut P, random: &mut SplitMix64) {
    let mut rolls = Vec::new();
    position.rolls(&mut rolls);
    if !rolls.is_empty() {
        position.apply(rolls[random.below(rolls.len() as u64) as usize].0);
    }
}

fn text<P: Notation>(position: &P) -> String {
    let mut text = String::new();
    position.write_position(&mut text);
    text
}

/// The text without a number at its end: counters are not in [`Position::key`].
fn text_without_counter<P: Notation>(position: &P) -> String {
    let text = text(position);
    text.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end().to_owned()
}

fn moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// Everything that the traits say about a position.
#[derive(Debug, PartialEq)]
struct TraitAnswers<M> {
    text: String,
    turn: Turn,
    /// The key of the position, and its key for transposition tables.
    keys: (u64, u64),
    moves: Vec<M>,
    /// Legal moves, as they are counted without a list.
    count: u64,
    /// Leaves two and three plies below; `None` where the game does not count them in bulk.
    leaves: [Option<u64>; 2],
    /// The static value, if the game goes on.
    value: Option<i32>,
    /// Ordering score and history slot of each move.
    ordering: Vec<(i32, usize)>,
}

fn trait_answers<P: Evaluate + Notation>(position: &P) -> TraitAnswers<P::Move> {
    let (turn, moves) = (position.turn(), moves(position));
    let ordering =
        moves.iter().map(|&m| (position.ordering_score(m), position.history_slot(m))).collect();
    TraitAnswers {
        text: text(position),
        turn,
        keys: (position.key(), position.table_key()),
        count: position.count_moves(),
        leaves: [2, 3].map(|plies| position.count_leaves(plies)),
        value: turn.side().map(|_| position.evaluate()),
        ordering,
        moves,
    }
}

impl<P: Evaluate + Notation> ConformanceKit<P> {
    /// Plays random games and checks every position of them.
    pub(crate) fn check(&self) {
        let mut known = BTreeMap::new();
        for seed in 0..RANDOM_GAMES {
            let mut random = SplitMix64::new(seed);
            let mut position = self.start.clone();
            for _ in 0..LONGEST {
                self.check_position(&mut position);
                (self.roll)(&mut position, &mut random);
                self.check_position(&mut position);
                let shown = text_without_counter(&position);
                let same = known.entry(position.key()).or_insert_with(|| shown.clone());
                assert_eq!(*same, shown, "two positions have the same key");
                let moves = moves(&position);
                if moves.is_empty() {
                    break;
                }
                let _undo = position.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }

    fn check_position(&self, position: &mut P) {
        (self.check_dice)(position);
        let now = trait_answers(position);
        let context = now.text.as_str();
        assert_eq!(trait_answers(position), now, "{context}: a second look is like the first");
        self.read_back_is_the_same(&now, context);
        assert_eq!(now.count, now.moves.len() as u64, "{context}");
        assert_eq!(now.moves.is_empty(), !matches!(now.turn, Turn::Decide(_)), "{context}");
        let is_over = matches!(now.turn, Turn::Over(_));
        assert_eq!(position.ending().is_some(), is_over, "{context}: how a game has ended");
        let most = (self.greatest_value)(position);
        assert!(now.value.is_none_or(|value| value.abs() <= most), "{context}: {:?}", now.value);
        assert!(now.turn.side().is_none_or(|side| side == position.side()), "{context}");
        let mut longer = now.moves.clone();
        position.moves(&mut longer);
        assert_eq!(longer, [&now.moves[..], &now.moves].concat(), "{context}: moves are appended");
        Self::moves_can_be_taken_back(position, &now, context);
    }

    /// The text holds all that the traits can say.
    fn read_back_is_the_same(&self, now: &TraitAnswers<P::Move>, context: &str) {
        let read = self.start.read_position(&now.text);
        assert_eq!(read.map(|position| trait_answers(&position)).as_ref(), Ok(now), "{context}");
    }

    fn moves_can_be_taken_back(position: &mut P, now: &TraitAnswers<P::Move>, context: &str) {
        for &m in &now.moves {
            let mut word = String::new();
            position.write_move(m, &mut word);
            assert_eq!(position.read_move(&word), Ok((m, "")), "{context}: {word}");
            let undo = position.play(m);
            assert_ne!(position.key(), now.keys.0, "{context}: {word} changes the position");
            position.undo(undo);
            let keys = (position.key(), position.table_key());
            assert_eq!((keys, position.turn()), (now.keys, now.turn), "{context}: {word}");
        }
        assert_eq!(trait_answers(position), *now, "{context}: every move was taken back");
        for (plies, counted) in (2..).zip(now.leaves) {
            let Some(leaves) = counted else { continue };
            assert_eq!(leaves, leaves_by_playing(position, plies), "{context}: {plies} plies");
        }
    }
}

/// The leaves of the legal tree this many plies below.
fn leaves_by_playing<P: Position>(position: &mut P, plies: usize) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut leaves = 0;
    for m in moves(position) {
        let undo = position.play(m);
        leaves += leaves_by_playing(position, plies - 1);
        position.undo(undo);
    }
    leaves
}
