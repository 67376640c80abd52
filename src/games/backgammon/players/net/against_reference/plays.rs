//! The plays of a roll against the reference: the value of each of them, their order, the choice.

use super::ask_player::{Answer, ask, player_without_filters};
use super::quick_or_all::quick_or_all;
use super::random_positions::random_positions;
use super::reference_expectiminimax::{Reference, Replies, Value, after};
use crate::base::SplitMix64;
use crate::game::{Dice, Position};
use crate::games::backgammon::players::net::Net;
use crate::games::backgammon::{Backgammon, Move};
use crate::search::{Limits, Options};

/// A position with more plays takes the reference too long at depth 3.
const MOST_PLAYS_AT_DEPTH_3: usize = 8;

/// A play, and its value for the side that makes it.
type ValuedPlay = (Move, Value);

/// These plays of a game with dice, valued at this depth.
fn valued(game: &Backgammon, plays: &[Move], depth: u32, replies: Replies) -> Vec<ValuedPlay> {
    let mut reference = Reference::new(game, replies);
    let value = |play: &Move| {
        let value = reference.value(&after(game, *play), depth - 1);
        (*play, value.seen_by(game.on_roll()))
    };
    plays.iter().map(value).collect()
}

/// Random positions with few plays, the dice rolled; and the plays.
fn random_rolls(count: usize, seed: u64) -> Vec<(Backgammon, Vec<Move>)> {
    let mut random = SplitMix64::new(seed);
    let with_dice = |mut game: Backgammon| {
        let (a, b) = random.dice(false);
        game.lay_dice(a, b).unwrap();
        let mut plays = Vec::new();
        game.moves(&mut plays);
        (game, plays)
    };
    random_positions(count, seed).into_iter().map(with_dice).collect()
}

/// The points of the best play.
fn best(plays: &[ValuedPlay]) -> f64 {
    plays.iter().map(|(_, value)| value.points).fold(f64::NEG_INFINITY, f64::max)
}

/// Compares every line with the value of its play, and the choice with the best of all.
fn compare(answer: &Answer, plays: &[ValuedPlay], what: &str) {
    assert_eq!(answer.lines.len(), plays.len(), "{what}");
    let value_of = |play: Move| plays.iter().find(|(other, _)| *other == play).unwrap().1;
    for line in &answer.lines {
        let what = format!("{:?} in {what}", line.actions);
        value_of(line.actions[0]).assert_is_near(line.chances, line.points, &what);
    }
    let (best, chosen) = (best(plays), value_of(answer.best));
    assert!(chosen.is_as_good_as(best), "{:?} in {what}: {chosen:?}, not {best}", answer.best);
    assert_eq!(answer.best, answer.lines[0].actions[0], "{what}");
    for two in answer.lines.windows(2) {
        let [better, worse] = [0, 1].map(|i| value_of(two[i].actions[0]));
        assert!(better.is_as_good_as(worse.points - worse.doubt), "{what}: {two:?}");
    }
}

#[test]
fn plays_are_worth_what_the_reference_says_and_the_best_is_chosen() {
    let mut players = [1, 2].map(player_without_filters);
    let mut compared = [0; 3];
    for (number, (game, plays)) in (0..).zip(random_rolls(quick_or_all(69, 690), 2)) {
        let deepest = if plays.len() > MOST_PLAYS_AT_DEPTH_3 { 2 } else { 3 };
        for depth in 1..=deepest {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let answer = ask(&mut players[number % 2], &game, &limits);
            let what = format!("depth {depth} {game:?}");
            assert!(answer.lines.iter().all(|line| line.depth == depth), "{what}");
            compare(&answer, &valued(&game, &plays, depth, Replies::Every), &what);
            compared[depth as usize - 1] += answer.lines.len();
        }
    }
    assert!(compared.iter().all(|plays| *plays > 150), "{compared:?}");
}

/// How many plays are searched deeper: at most this many from the front, while they are near the
/// first. Plays that the last depth left out come after the others, with the values that they had.
fn passing(plays: &[ValuedPlay], most: usize, margin: f64) -> usize {
    let least = plays[0].1.points - margin;
    plays.iter().take(most).take_while(|(_, value)| value.points >= least).count()
}

/// Sorts the plays, the best first.
fn sort(plays: &mut [ValuedPlay]) {
    plays.sort_by(|(_, a), (_, b)| b.points.total_cmp(&a.points));
}

#[test]
fn best_of_the_plays_that_pass_the_move_filters_is_chosen() {
    let mut player = Net::new(&Options::default());
    let mut left_out = [0; 2];
    for (game, all) in random_rolls(quick_or_all(69, 690), 4) {
        let mut plays = valued(&game, &all, 1, Replies::Shortlist);
        sort(&mut plays);
        for (depth, most, margin) in [(2, 8, 0.16), (3, 5, 0.08)] {
            let stake = f64::from(game.cube().value());
            let passing = passing(&plays, most, margin * stake);
            left_out[depth as usize - 2] += plays.len() - passing;
            // One play alone is not searched any deeper.
            if passing > 1 {
                let near: Vec<Move> = plays[..passing].iter().map(|(play, _)| *play).collect();
                plays.splice(..passing, valued(&game, &near, depth, Replies::Shortlist));
                sort(&mut plays[..passing]);
            }
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let answer = ask(&mut player, &game, &limits);
            let what = format!("{:?} at depth {depth} of {game:?}: {plays:?}", answer.best);
            let near = &plays[..passing];
            let chosen = near.iter().find(|(play, _)| *play == answer.best).expect(&what).1;
            assert!(chosen.is_as_good_as(best(near)), "{what}");
        }
    }
    assert!(left_out.iter().all(|plays| *plays > 30), "{left_out:?}");
}
