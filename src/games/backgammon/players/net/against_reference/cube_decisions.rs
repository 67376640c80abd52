//! Cube decisions against the reference: the value of each action, and the choice.

use super::ask_player::{Answer, ask, player_without_filters};
use super::quick_or_all::quick_or_all;
use super::random_positions::random_positions;
use super::reference_expectiminimax::{Reference, Replies, Value, after, sign};
use crate::base::Side;
use crate::game::{Position, Turn};
use crate::games::backgammon::{Backgammon, Move, Phase};
use crate::search::Limits;

/// The value of a game after some cube actions, the next answer being the best for its side.
fn value_after(reference: &mut Reference, game: &Backgammon, plies: u32) -> Value {
    let (Phase::Doubled | Phase::Beavered, Turn::Decide(answering)) = (game.phase(), game.turn())
    else {
        return reference.value(game, plies);
    };
    let values = legal(game).into_iter().map(|m| value_after(reference, &after(game, m), plies));
    best_of(values.collect(), answering)
}

/// The value that this side likes best.
fn best_of(values: Vec<Value>, side: Side) -> Value {
    let better = |a: Value, b: Value| {
        if sign(side) * b.points > sign(side) * a.points { b } else { a }
    };
    values.into_iter().reduce(better).unwrap()
}

fn legal(game: &Backgammon) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

/// The lines that a decision has: what the side to act does, and the answers to its double.
fn lines_of(game: &Backgammon) -> Vec<Vec<Move>> {
    let line = |m: Move| match m {
        Move::Double => {
            let answers = legal(&after(game, m));
            answers.into_iter().map(|answer| vec![m, answer]).collect()
        }
        _ => vec![vec![m]],
    };
    legal(game).into_iter().flat_map(line).collect()
}

/// The value of each line, for the side to act.
fn valued_lines(game: &Backgammon, plies: u32) -> Vec<(Vec<Move>, Value)> {
    let mut reference = Reference::new(game, Replies::Every);
    let Turn::Decide(side) = game.turn() else { panic!("a cube decision") };
    // The chances are those of the game in which the cube is never turned.
    let unturned = Backgammon { phase: Phase::Rolling, ..*game };
    let chances = reference.value(&unturned, plies).seen_by(side).chances;
    let value = |actions: Vec<Move>| {
        let end = actions.iter().fold(*game, |game, m| after(&game, *m));
        let value = value_after(&mut reference, &end, plies).seen_by(side);
        (actions, Value { chances, ..value })
    };
    lines_of(game).into_iter().map(value).collect()
}

/// The value of each action: a double has that of the answer that is worst for the side to act.
fn valued_actions(lines: &[(Vec<Move>, Value)]) -> Vec<(Move, Value)> {
    let mut actions: Vec<(Move, Value)> = Vec::new();
    for (line, value) in lines {
        match actions.iter_mut().find(|(action, _)| *action == line[0]) {
            Some((_, least)) if value.points < least.points => *least = *value,
            Some(_) => {}
            None => actions.push((line[0], *value)),
        }
    }
    actions
}

/// Compares every line with its value, and the choice with the best of the actions.
fn compare(answer: &Answer, lines: &[(Vec<Move>, Value)], what: &str) {
    assert_eq!(answer.lines.len(), lines.len(), "{what}: {:?}", answer.lines);
    for line in &answer.lines {
        let what = format!("{:?} in {what}", line.actions);
        let (_, value) = lines.iter().find(|(actions, _)| *actions == line.actions).expect(&what);
        value.assert_is_near(line.chances, line.points, &what);
    }
    let actions = valued_actions(lines);
    let best = actions.iter().map(|(_, value)| value.points).fold(f64::NEG_INFINITY, f64::max);
    let chosen = actions.iter().find(|(action, _)| *action == answer.best).unwrap().1;
    assert!(chosen.is_as_good_as(best), "{:?} in {what}: {chosen:?}, not {best}", answer.best);
}

/// The positions before a double, after it, and after a beaver, as far as these can be played.
fn decisions(game: &Backgammon) -> Vec<Backgammon> {
    if !game.may_double() {
        return Vec::new();
    }
    let doubled = after(game, Move::Double);
    let mut all = vec![*game, doubled];
    if legal(&doubled).contains(&Move::Beaver) {
        all.push(after(&doubled, Move::Beaver));
    }
    all
}

#[test]
fn cube_actions_are_worth_what_the_reference_says_and_the_best_is_chosen() {
    let mut player = player_without_filters(1);
    let mut chosen = [0; Move::WORDS.len()];
    let with_third_ply = quick_or_all(4, 40);
    for (number, game) in random_positions(quick_or_all(69, 690), 3).into_iter().enumerate() {
        for game in decisions(&game) {
            // The equities of other bear-offs are looked for to the end of the game.
            if Reference::new(&game, Replies::Every).is_estimated_bearoff() {
                continue;
            }
            for plies in 0..=if number < with_third_ply { 3 } else { 2 } {
                // A single node is not enough for a ply.
                let nodes = (plies == 0).then_some(1);
                let limits = Limits { depth: Some(plies + 1), nodes, ..Limits::default() };
                let answer = ask(&mut player, &game, &limits);
                compare(&answer, &valued_lines(&game, plies), &format!("{plies} plies {game:?}"));
                chosen[Move::WORDS.iter().position(|(_, m)| *m == answer.best).unwrap()] += 1;
            }
        }
    }
    // In the order of the words: roll, double, take, drop, beaver.
    assert!(chosen[..4].iter().all(|count| *count > 20) && chosen[4] > 3, "{chosen:?}");
}
