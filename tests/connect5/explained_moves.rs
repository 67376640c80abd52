//! `explain` against `go` in every variant, with options: rows come in the order of their values.

use parlour::base::SplitMix64;
use parlour::games::connect5::GAME;
use parlour::host::{GameHost, SearchRequest, VariantWords};
use parlour::search::player::options::COMMON;
use parlour::search::{Limits, MoveValue, Options, Rating};

use crate::ask_player::options;
use crate::explain_and_go::{context, explained, found, play_random_moves};

fn new_game(variant: &str) -> Box<dyn GameHost> {
    let words: Vec<&str> = variant.split(' ').collect();
    (GAME.new_game)(&mut VariantWords::new(&words)).unwrap()
}

/// A value that can be compared with others of the same player; `None` for no value.
fn number(value: MoveValue) -> Option<f64> {
    match value {
        MoveValue::Unknown => None,
        MoveValue::Points(points) => Some(points as f64),
        MoveValue::Fraction(value) => Some(value),
        MoveValue::Rating(Rating::Score(score)) => Some(f64::from(score.value())),
        MoveValue::Rating(Rating::Equity(_)) => panic!("there are no dice"),
    }
}

/// Explains the position and asks for the move, in games with the same random stream.
fn check(game: &dyn GameHost, player: &str, options: &Options) {
    let limits = Limits { depth: Some(3), nodes: Some(20_000), ..Limits::default() };
    let request = SearchRequest { player: Some(player), limits, moves: &[], options };
    let explained = explained(game, &request);
    let context = context(game, &request);
    assert_eq!(explained[0].judged, found(game, &request).best, "{context}");
    let values: Vec<_> = explained.iter().map(|row| number(row.value)).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{context} {values:?}");
}

#[test]
fn first_row_of_explain_is_the_move_that_go_plays() {
    let mut random = SplitMix64::new(11);
    let variants = ["size 7", "size 8 rule standard", "size 9 rule renju", "size 3 win 3"];
    for variant in variants.into_iter().chain(["width 7 height 6 win 4", "size 10 win 6"]) {
        for round in 0..12 {
            let blocks = if round % 3 == 0 { "true" } else { "false" };
            let specs = COMMON.iter().chain(GAME.options);
            let options = options(specs, &[("BlockDoubleThreats", blocks), ("Breadth", "5")]);
            let mut game = new_game(variant);
            let plies = random.below(game.empty_cells().unwrap().into());
            play_random_moves(game.as_mut(), plies, &mut random);
            for player in ["forced", "slices", "lookahead"] {
                check(game.as_ref(), player, &options);
            }
        }
    }
}
