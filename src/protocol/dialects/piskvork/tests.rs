//! The dialect between lines and commands, without an engine.

use super::{Command, Dialect, Piskvork, Reply, Tokens};
use crate::protocol::grammar::command::Go;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::search::Limits;

fn started(size: &str) -> Piskvork {
    let mut dialect = Piskvork::new(1);
    read(&mut dialect, size);
    dialect
}

fn read(dialect: &mut Piskvork, line: &str) -> Vec<Command> {
    dialect.read_line(line, &mut Vec::new()).expect(line)
}

fn said(dialect: &mut Piskvork, reply: &Reply) -> (Vec<String>, Vec<Command>) {
    let mut out = Vec::new();
    let next = dialect.write_reply(reply, &mut out);
    (out, next)
}

fn position_command(text: &str) -> Command {
    Command::Position(Some(text.to_owned()), Tokens::default())
}

fn move_command(cell: &str) -> Command {
    Command::Move(Tokens::new(cell))
}

#[test]
fn cells_count_from_the_top_left() {
    let mut dialect = started("START 20");
    let commands = read(&mut dialect, "TURN 7, 8");
    assert_eq!(commands, [move_command("h12"), Command::Go(Go::default())]);
    let (out, next) = said(&mut dialect, &Reply::BestMove("h12".to_owned()));
    assert_eq!((out, next), (vec!["7,8".to_owned()], vec![move_command("h12")]));
}

#[test]
fn board_ends_with_us_to_move() {
    let mut dialect = Piskvork::new(1);
    assert!(dialect.read_line("BOARD", &mut Vec::new()).is_err(), "START comes first");
    read(&mut dialect, "START 5");
    for line in ["BOARD", "0,0,1", "BOARD", "1,0,2", "INFO timeout_turn 9", "2,2,1", "3,3,2"] {
        read(&mut dialect, line);
    }
    let go = Go { limits: Limits { movetime: Some(9), ..Limits::default() }, ..Go::default() };
    assert_eq!(
        read(&mut dialect, "DONE"),
        [position_command("1x3/5/2o2/3x1/5 o"), Command::Go(go)]
    );
}

#[test]
fn a_list_is_refused_once_and_as_a_whole() {
    let mut dialect = started("START 5");
    for line in ["BOARD", "0,0,1", "0,0,2", "nonsense", "1,1,9"] {
        let mut out = Vec::new();
        assert_eq!(dialect.read_line(line, &mut out).as_deref(), Ok(&[] as &[Command]), "{line}");
        assert!(out.is_empty(), "{out:?}");
    }
    let refusal = dialect.read_line("DONE", &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.text, "two stones on one cell");
    assert!(dialect.read_line("DONE", &mut Vec::new()).is_err(), "there is no list any more");
    for line in ["BOARD", "7,7,1"] {
        read(&mut dialect, line);
    }
    let mut out = Vec::new();
    assert!(dialect.read_line("BEGIN", &mut out).is_ok());
    assert_eq!(out, ["ERROR expected a cell x,y on the board"], "a word breaks the list off");
}

#[test]
fn taking_back_removes_that_stone_and_gives_its_owner_the_move() {
    let mut dialect = started("RECTSTART 6,5");
    assert_eq!(read(&mut dialect, "TAKEBACK 1,0"), [Command::Fen]);
    let board = Reply::Fen("1o4/6/2x3/6/6 x".to_owned());
    let (out, next) = said(&mut dialect, &board);
    assert_eq!((out, next), (Vec::new(), vec![position_command("6/6/2x3/6/6 o")]));
    assert_eq!(said(&mut dialect, &Reply::Ok).0, ["OK"]);
    read(&mut dialect, "TAKEBACK 5,4");
    let (out, next) = said(&mut dialect, &board);
    assert!(out[0].starts_with("ERROR ") && next.is_empty(), "{out:?}");
}

#[test]
fn another_rule_keeps_the_stones() {
    let mut dialect = started("START 5");
    assert!(read(&mut dialect, "INFO rule 0").is_empty(), "it is the rule already");
    assert_eq!(read(&mut dialect, "INFO rule 4"), [Command::Fen]);
    let board = "5/5/2x2/5/5 o";
    let (_, next) = said(&mut dialect, &Reply::Fen(board.to_owned()));
    let keys = Tokens::new("width 5 height 5 rule renju");
    let renju = Command::NewGame(Some(("connect5".to_owned(), keys)));
    assert_eq!(next, [renju, position_command(board)]);
}

#[test]
fn forbidden_cells_are_written_with_two_digits_a_coordinate() {
    let mut dialect = started("START 5");
    assert_eq!(read(&mut dialect, "yxshowforbid"), [Command::Fen, Command::Legal]);
    said(&mut dialect, &Reply::Fen("xxxxx/ooooo/xxxxx/ooooo/2x2 x".to_owned()));
    let legal = Reply::Legal(" b1 e1".to_owned());
    assert_eq!(said(&mut dialect, &legal).0, ["FORBID 00040304."]);
}

#[test]
fn several_best_moves_are_asked_for_once() {
    let mut dialect = started("START 15");
    let lines = |n: &str| {
        let value = Some(n.to_owned());
        Command::SetOption { name: "MultiPV".to_owned(), value }
    };
    let go = || Command::Go(Go::default());
    assert_eq!(read(&mut dialect, "YXNBEST 3"), [lines("3"), go()]);
    assert_eq!(read(&mut dialect, "YXNBEST 3"), [go()]);
    assert_eq!(read(&mut dialect, "TURN 0,0"), [lines("1"), move_command("a15"), go()]);
}

#[test]
fn play_imposes_a_move_and_repeats_it() {
    let mut dialect = started("START 15");
    assert_eq!(read(&mut dialect, "PLAY 12,10"), [move_command("m5")]);
    assert_eq!(said(&mut dialect, &Reply::Ok).0, ["12,10"]);
}

#[test]
fn caro_is_refused_when_a_move_is_wanted() {
    let mut dialect = started("START 15");
    assert!(read(&mut dialect, "INFO rule 8").is_empty());
    read(&mut dialect, "START 15");
    assert!(dialect.read_line("BEGIN", &mut Vec::new()).unwrap_err().text.contains("caro"));
    for line in ["BOARD", "7,7,2"] {
        read(&mut dialect, line);
    }
    assert!(dialect.read_line("DONE", &mut Vec::new()).unwrap_err().text.contains("caro"));
    for line in ["YXBOARD", "7,7,2"] {
        read(&mut dialect, line);
    }
    assert_eq!(read(&mut dialect, "DONE").len(), 1, "no move is wanted");
    read(&mut dialect, "INFO rule 0");
    for line in ["BOARD", "7,7,2", "INFO rule 8"] {
        read(&mut dialect, line);
    }
    assert!(dialect.read_line("DONE", &mut Vec::new()).is_err());
    read(&mut dialect, "INFO rule -1");
    let refusal = dialect.read_line("BEGIN", &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.text, "the rule number (-1) is not known");
    read(&mut dialect, "INFO rule 0");
    assert_eq!(read(&mut dialect, "BEGIN"), [Command::Go(Go::default())]);
}

#[test]
fn refused_moves_have_the_coordinates_of_the_manager() {
    let mut dialect = started("START 15");
    let refused = |code, text: &str| Reply::Error(Refusal::new(code, text));
    let stone = refused(Code::IllegalMove, "'h8': there is a stone already");
    assert_eq!(said(&mut dialect, &stone).0, ["ERROR 7,7: there is a stone already"]);
    let other = refused(Code::BadValue, "'h8': not a number");
    assert_eq!(said(&mut dialect, &other).0, ["ERROR 'h8': not a number"]);
}

#[test]
fn rectangles_have_a_width_and_a_height() {
    let mut dialect = started("START 15");
    let refusal = dialect.read_line("RECTSTART 10", &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.text, "expected the width and the height of the board, as in 15,12");
    assert!(dialect.read_line("RECTSTART 10,9", &mut Vec::new()).is_ok());
    let refusal = dialect.read_line("START 10 9", &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.text, "START has one number: RECTSTART has the width and the height");
}
