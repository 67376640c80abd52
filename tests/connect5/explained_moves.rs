//! `explain` against `go`: in random positions the first row is the move that the player plays.

use std::sync::atomic::AtomicBool;

use parlour::base::SplitMix64;
use parlour::game::Turn;
use parlour::games::connect5::GAME;
use parlour::host::{ExplainedMove, GameHost, SearchRequest, VariantWords};
use parlour::search::player::options::COMMON;
use parlour::search::{Limits, MoveValue, Options, Rating};

use crate::ask_player::options;

fn new_game(variant: &str) -> Box<dyn GameHost> {
    let words: Vec<&str> = variant.split(' ').collect();
    (GAME.new_game)(&mut VariantWords::new(&words)).unwrap()
}

fn legal_moves(game: &dyn GameHost) -> Vec<String> {
    let mut text = String::new();
    game.write_legal(&mut text).unwrap();
    text.split_whitespace().map(str::to_owned).collect()
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
    let explained: Vec<ExplainedMove> = game.explain(&request).unwrap()(&AtomicBool::new(false));
    let answer = game.search(&request).unwrap()(&AtomicBool::new(false), &mut |_| {});
    let mut fen = String::new();
    game.write_fen(&mut fen);
    assert_eq!(explained[0].judged, answer.best, "{player} {fen}");
    let values: Vec<_> = explained.iter().map(|row| number(row.value)).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{player} {fen} {values:?}");
    let mut moves: Vec<_> = explained.into_iter().map(|row| row.judged).collect();
    moves.sort();
    let mut all = legal_moves(game);
    all.sort();
    assert_eq!(moves, all, "{player} {fen}");
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
            for _ in 0..plies {
                let moves = legal_moves(game.as_ref());
                let played = &moves[random.below(moves.len() as u64) as usize];
                game.play(&[played]).unwrap();
                if !matches!(game.turn(), Turn::Decide(_)) {
                    game.undo(1).unwrap();
                    break;
                }
            }
            for player in ["forced", "slices", "lookahead"] {
                check(game.as_ref(), player, &options);
            }
        }
    }
}
