//! Legal moves of 270 positions against GNU Backgammon's move generator, and every position
//! through all four notations and back.

use std::collections::BTreeSet;

use parlour::base::Side;
use parlour::game::{Dice, Notation, Position};
use parlour::games::backgammon::text::gnu_id::{write_board_id, write_match_id, write_position_id};
use parlour::games::backgammon::{Backgammon, Move};
use serde_json::Value;

use crate::fibs_line::write_fibs;

fn cases() -> impl Iterator<Item = Value> {
    include_str!("../data/backgammon_plays_by_gnubg.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
}

fn game_of(case: &Value) -> Backgammon {
    let id = case["id"].as_str().expect("an id");
    let mut game = Backgammon::default().read_position(id).expect("a position");
    let die = |index: usize| case["dice"][index].as_u64().expect("a die") as u8;
    // A GNU id has the greater die first.
    game.lay_dice(die(0).max(die(1)), die(0).min(die(1))).expect("dice");
    game
}

fn position_id(game: &Backgammon) -> String {
    let mut id = String::new();
    write_position_id(game, &mut id);
    id
}

/// The position id after a move, with the opponent on roll.
fn position_id_after(game: &Backgammon, m: Move) -> String {
    let mut next = *game;
    next.play(m);
    // A finished game has no side on roll but the winner's.
    let is_over = next.on_roll() == game.on_roll();
    let mut id = String::new();
    write_board_id(if is_over { next.board().swapped() } else { next.board() }, &mut id);
    id
}

#[test]
fn results_equal_those_of_the_reference() {
    let mut count = 0;
    for case in cases() {
        let game = game_of(&case);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let ours: BTreeSet<String> = moves.iter().map(|m| position_id_after(&game, *m)).collect();
        assert_eq!(ours.len(), moves.len(), "one move for each result: {case}");
        assert_eq!(moves.len() as u64, game.count_moves());
        let theirs = case["next"].as_array().expect("ids").iter();
        let theirs: BTreeSet<String> =
            theirs.map(|id| id.as_str().expect("an id").to_owned()).collect();
        assert_eq!(ours, theirs, "{case}");
        count += 1;
    }
    assert_eq!(count, 270);
}

#[test]
fn positions_come_back_from_every_notation() {
    for case in cases() {
        let game = game_of(&case);
        for game in [game, seen_by_second(&game)] {
            let start = Backgammon::default();
            let mut xgid = String::new();
            game.write_position(&mut xgid);
            let mut id = position_id(&game) + ":";
            write_match_id(&game, &mut id);
            let mut board = String::new();
            write_fibs(&game, &mut board);
            for text in [&xgid, &xgid["XGID=".len()..], &id, &board] {
                assert_eq!(start.read_position(text), Ok(game), "{text}");
            }
        }
    }
}

#[test]
fn position_ids_are_written_as_they_were_read() {
    for case in cases() {
        assert_eq!(position_id(&game_of(&case)), case["id"].as_str().expect("an id"));
    }
}

#[test]
fn generated_moves_read_back_and_are_sorted_by_steps() {
    for case in cases() {
        let game = game_of(&case);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        assert!(moves.is_sorted_by(|a, b| a > b), "{case}");
        for m in moves {
            let mut text = String::new();
            game.write_move(m, &mut text);
            assert_eq!(game.read_move(&text), Ok((m, "")), "{text} in {case}");
        }
    }
}

/// The same position with the sides' parts exchanged, Second on roll.
fn seen_by_second(game: &Backgammon) -> Backgammon {
    let mut text = String::new();
    game.write_position(&mut text);
    let (places, rest) = text["XGID=".len()..].split_once(':').expect("fields");
    let turned: String =
        places
            .chars()
            .rev()
            .map(|c| {
                if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
            })
            .collect();
    let text = format!("XGID={turned}:{}", rest.replacen(":1:", ":-1:", 1));
    let turned = Backgammon::default().read_position(&text).expect("a position");
    assert_eq!(turned.on_roll(), Side::Second);
    assert_eq!(turned.board(), game.board());
    turned
}
