//! `explain` against `go`: the first row is the move that the player plays.

use parlour::base::SplitMix64;
use parlour::game::Turn;
use parlour::games::GAMES;
use parlour::host::{GameEntry, GameHost, SearchRequest, VariantWords};
use parlour::search::player::options::COMMON;
use parlour::search::{Limits, MoveValue, Options};

use crate::ask_player::options;
use crate::explain_and_go::{context, explained, found, play_random_moves};
use crate::on_all_cores::for_each_on_all_cores;
use crate::quick_or_all::quick_or_all;

/// Explains the position, and asks for the move in the same game with empty tables.
fn check(game: &mut dyn GameHost, player: &str, limits: Limits, options: &Options) {
    let request = SearchRequest { player: Some(player), limits, moves: &[], options };
    let explained = explained(game, &request);
    game.clear_tables();
    let answer = found(game, &request);
    let context = context(game, &request);
    let first = &explained[0];
    // Moves at random and moves of the same value are drawn by lot.
    let played = explained.iter().find(|row| row.judged == answer.best).unwrap();
    assert_eq!(first.value, played.value, "{context} {first:?} {played:?}");
    let is_drawn_by_lot = player == "george";
    assert!(
        is_drawn_by_lot || first.judged == answer.best,
        "`explain` and `go` disagree, and the moves are not drawn by lot: {context} {first:?} {played:?}"
    );
    // `boards` has a list of preferences instead of values; few nodes may not reach any value.
    let has_value = first.value != MoveValue::Unknown;
    assert!(
        has_value || player == "boards" || request.limits.nodes.is_some(),
        "a player reports values in `choose` or implements `Player::judge`: {context}"
    );
}

/// A player of a game in a random position, which this number chooses.
fn check_player(entry: &GameEntry, player: &str, round: u64) {
    let mut random = SplitMix64::at(5, round);
    let options = options(COMMON.iter().chain(entry.options), &[]);
    let mut game = (entry.new_game)(&mut VariantWords::new(&[])).unwrap();
    // Three plies of `generic` with dice take up to half a minute.
    let deepest = if matches!(game.turn(), Turn::Roll(_)) { 2 } else { 3 };
    play_random_moves(game.as_mut(), round * 2, &mut random);
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
    let players = GAMES.iter().flat_map(|entry| {
        let players = (entry.new_game)(&mut VariantWords::new(&[])).unwrap().players();
        players.into_iter().map(move |player| (entry, player))
    });
    let rounds = quick_or_all(6, 16);
    let jobs =
        players.flat_map(|(entry, player)| (0..rounds).map(move |round| (entry, player, round)));
    for_each_on_all_cores(jobs.collect(), |(entry, player, round)| {
        check_player(entry, player, round);
    });
}
