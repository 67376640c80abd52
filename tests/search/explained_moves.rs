//! `explain` against `go`: the first row is the move that the player plays.

use std::sync::atomic::AtomicBool;

use parlour::base::SplitMix64;
use parlour::game::Turn;
use parlour::games::GAMES;
use parlour::host::{GameHost, GameKind, SearchRequest, VariantWords};
use parlour::search::player::options::COMMON;
use parlour::search::{Limits, MoveValue, Options};

use crate::ask_player::options;
use crate::on_all_cores::for_each_on_all_cores;

fn legal_moves(game: &dyn GameHost) -> Vec<String> {
    let mut text = String::new();
    game.write_legal(&mut text).unwrap();
    text.split_whitespace().map(str::to_owned).collect()
}

/// A decision after at most this many random moves.
fn random_position(kind: &GameKind, plies: u64, random: &mut SplitMix64) -> Box<dyn GameHost> {
    let mut game = (kind.new_game)(&mut VariantWords::new(&[])).unwrap();
    let mut count = 0;
    loop {
        match game.turn() {
            Turn::Over(_) => {
                game.undo(1).unwrap();
                return game;
            }
            Turn::Roll(_) => {
                game.roll(random.below(1 << 32)).unwrap();
            }
            Turn::Decide(_) if count == plies => return game,
            Turn::Decide(_) => {
                let moves = legal_moves(game.as_ref());
                let played = &moves[random.below(moves.len() as u64) as usize];
                game.play(&[played]).unwrap();
                count += 1;
            }
        }
    }
}

/// Explains the position, and asks for the move in the same game with empty tables.
fn check(game: &mut dyn GameHost, player: &str, limits: Limits, options: &Options) {
    let request = SearchRequest { player: Some(player), limits, moves: &[], options };
    let explained = game.explain(&request).unwrap()(&AtomicBool::new(false));
    game.clear_tables();
    let answer = game.search(&request).unwrap()(&AtomicBool::new(false), &mut |_| {});
    let mut context = format!("{player} {:?} ", request.limits);
    game.write_fen(&mut context);
    let first = &explained[0];
    // Moves at random and moves of the same value are drawn by lot.
    let played = explained.iter().find(|row| row.judged == answer.best).unwrap();
    assert_eq!(first.value, played.value, "{context} {first:?} {played:?}");
    let is_random = player == "george";
    assert!(is_random || first.judged == answer.best, "{context} {first:?} {played:?}");
    // `boards` has a list of preferences instead of values; few nodes may not reach any value.
    let has_value = first.value != MoveValue::Unknown;
    assert!(has_value || player == "boards" || request.limits.nodes.is_some(), "{context}");
    let [mut judged, mut all] =
        [explained.iter().map(|row| row.judged.clone()).collect(), legal_moves(game)];
    judged.sort();
    all.sort();
    assert_eq!(judged, all, "{context}");
}

/// A player of a game in a random position, which this number chooses.
fn check_player(kind: &GameKind, player: &str, round: u64) {
    let mut random = SplitMix64::at(5, round);
    let options = options(COMMON.iter().chain(kind.options), &[]);
    let mut game = random_position(kind, round * 2, &mut random);
    // Three plies of `generic` with dice take up to half a minute.
    let start = (kind.new_game)(&mut VariantWords::new(&[])).unwrap();
    let deepest = if matches!(start.turn(), Turn::Roll(_)) { 2 } else { 3 };
    let (depth, nodes) = (Some(if round.is_multiple_of(4) { 1 } else { deepest }), Some(3_000));
    let is_deep = round.is_multiple_of(2);
    let limits = if is_deep {
        Limits { depth, ..Limits::default() }
    } else {
        Limits { nodes, ..Limits::default() }
    };
    check(game.as_mut(), player, limits, &options);
}

#[test]
fn first_row_of_explain_is_the_move_that_go_plays() {
    let players = GAMES.iter().flat_map(|kind| {
        let players = (kind.new_game)(&mut VariantWords::new(&[])).unwrap().players();
        players.into_iter().map(move |player| (kind, player))
    });
    let jobs = players.flat_map(|(kind, player)| (0..16).map(move |round| (kind, player, round)));
    for_each_on_all_cores(jobs.collect(), |(kind, player, round)| {
        check_player(kind, player, round);
    });
}
