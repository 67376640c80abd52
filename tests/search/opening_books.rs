//! The opening books, position by position, and the players that look into them.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use parlour::game::{Notation, Position, Record, Turn};
use parlour::games::GAMES;
use parlour::games::connect5::opening_book::BOOK as CONNECT5_BOOK;
use parlour::games::connect5::{Board, Cell, ThreatPlayer};
use parlour::games::sticks::opening_book::BOOK as STICKS_BOOK;
use parlour::games::sticks::{Sticks, players};
use parlour::search::player::opening_book::{BuiltInBook, Symmetric};
use parlour::search::player::options::COMMON;
use parlour::search::{Choice, Limits, OpeningBook, Player, WithOpeningBook};

use crate::ask_player::{self, Recorder, legal_moves, options};

/// A game with its book, and what the book must have.
struct BookCase<P: Position> {
    book: &'static BuiltInBook<P>,
    /// Cells of the board each way.
    size: usize,
    /// Positions that it holds at least.
    least: usize,
}

static CONNECT5_BOOK_CASE: BookCase<Board> =
    BookCase { book: &CONNECT5_BOOK, size: 15, least: 200 };
static STICKS_BOOK_CASE: BookCase<Sticks> = BookCase { book: &STICKS_BOOK, size: 7, least: 30 };

/// A line of a book, read by other code than the book's own.
struct Line<'a> {
    variant: &'a str,
    moves: Vec<String>,
    best: Vec<(&'a str, i32)>,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(';').collect();
        let best = fields[3..].iter().map(|field| {
            let (word, score) = field.split_once(' ').expect("a move and its score");
            (word, score.parse().expect("a score"))
        });
        Line {
            variant: fields[0],
            moves: fields[1]
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
            best: best.collect(),
        }
    })
}

/// The cells named in a move, turned or mirrored on a square board: one of eight ways.
fn turned(text: &str, size: usize, way: usize) -> String {
    let at = text.find(|c: char| c.is_ascii_lowercase()).expect("a cell");
    let (front, cell) = text.split_at(at);
    let mut x = usize::from(cell.as_bytes()[0] - b'a');
    let mut y = cell[1..].parse::<usize>().expect("a row") - 1;
    if way >= 4 {
        (x, y) = (y, x);
    }
    if way % 2 == 1 {
        x = size - 1 - x;
    }
    if way % 4 >= 2 {
        y = size - 1 - y;
    }
    format!("{front}{}{}", char::from(b'a' + x as u8), y + 1)
}

/// The position after these moves; nothing if one of them is not legal.
fn after<P: Notation>(start: &P, moves: &[String]) -> Option<P> {
    let mut position = start.clone();
    for word in moves {
        let (read, rest) = position.read_move(word).ok()?;
        assert_eq!(rest, "");
        let _undo = position.play(read);
    }
    Some(position)
}

fn name<P: Notation>(position: &P, m: P::Move) -> String {
    let mut text = String::new();
    position.write_move(m, &mut text);
    text
}

/// Each side's moves the other way round.
fn reordered(moves: &[String]) -> Vec<String> {
    let last_of = |side: usize| (0..moves.len()).rev().find(|at| at % 2 == side).unwrap_or(side);
    (0..moves.len()).map(|at| moves[last_of(at % 2) + at % 2 - at].clone()).collect()
}

fn every_position_is_found<P: Symmetric + Notation + PartialEq + Debug>(case: &BookCase<P>) {
    let text = case.book.text;
    let book = OpeningBook::read(text, case.book.start).expect("a book");
    assert_eq!(book.len(), lines(text).count());
    assert!(book.len() >= case.least);
    let mut reached = 0;
    for line in lines(text) {
        let start = (case.book.start)(line.variant).expect("a variant");
        let image = |way: usize, moves: &[String]| {
            let moves: Vec<String> = moves.iter().map(|m| turned(m, case.size, way)).collect();
            after(&start, &moves)
        };
        let images: Vec<P> =
            (0..8).map(|way| image(way, &line.moves).expect("legal moves")).collect();
        let (word, score) = line.best[0];
        let mut answers = Vec::new();
        for position in &images {
            let found = book.find(position, &legal_moves(position)).expect("it is in the book");
            assert_eq!(found.score.value(), score);
            // The move as it is in one of the images that are this position.
            let here = (0..8).filter(|way| images[*way] == *position);
            let names: Vec<String> = here.map(|way| turned(word, case.size, way)).collect();
            assert!(names.contains(&name(position, found.m)), "{position:?}");
            answers.push(found);
        }
        let other = reordered(&line.moves);
        if let Some(same) = after(&start, &other).filter(|same| *same == images[0]) {
            assert_eq!(book.find(&same, &legal_moves(&same)), answers.first().copied());
            reached += usize::from(other != line.moves);
        }
    }
    assert!(reached >= case.least / 10, "{reached}");
}

#[test]
fn every_book_of_the_registry_can_be_read_and_is_tested_here() {
    let mut tested = [CONNECT5_BOOK.text, STICKS_BOOK.text].to_vec();
    for book in GAMES.iter().filter_map(|kind| kind.book) {
        assert_eq!(book.read(book.text()), Ok(lines(book.text()).count()));
        let at = tested.iter().position(|text| *text == book.text());
        tested.remove(at.expect("give the book a test like those below"));
    }
    assert_eq!(tested, [""; 0], "a book is not in the registry");
}

#[test]
fn every_position_of_connect5_is_found_however_turned_and_by_whatever_moves() {
    every_position_is_found(&CONNECT5_BOOK_CASE);
}

#[test]
fn every_position_of_sticks_is_found_however_turned_and_by_whatever_moves() {
    every_position_is_found(&STICKS_BOOK_CASE);
}

#[test]
fn lines_that_are_none_of_a_book_are_refused() {
    let line = "size 15 rule renju;h8 h9;10;i10 7;g10 5";
    let read = |text: &str| OpeningBook::read(text, CONNECT5_BOOK.start);
    assert_eq!(read(&format!("# a book\n\n{line}\n")).map(|book| book.len()), Ok(1));
    assert!(read("").expect("an empty book").is_empty());
    for (from, to, defect) in [
        ("renju", "chess", "there is no such variant"),
        ("size 15 rule renju;h8 h9;10;i10 7;g10 5", "size 15", "a field is missing"),
        ("h8 h9", "h8 h8", "a move is not legal"),
        ("h8 h9", "h8h9", "a move is not legal"),
        (";10;", ";ten;", "a number is missing"),
        ("i10 7", "i10", "a number is missing"),
        ("i10 7", "p10 7", "a move is not legal"),
        ("g10 5", "g10 8", "a move is better than the one before it"),
        (";i10 7;g10 5", "", "there is no best move"),
        ("g10 5", "g10 5\nsize 15 rule renju;h8 i8;10;a1 3", "the position is there already"),
    ] {
        let error = read(&line.replace(from, to)).expect_err(defect);
        assert_eq!(error.line, 1 + usize::from(to.contains('\n')));
        assert_eq!(error.defect.to_string(), defect);
    }
    let error = read("\nx;;1;h8 1").expect_err("no variant").to_string();
    assert_eq!(error, "line 2: there is no such variant");
}

/// The choice of a player among these moves within 50 nodes, and its reports.
fn ask<P: Position>(
    player: &mut impl Player<P>,
    game: &Record<P>,
    moves: &[P::Move],
    infinite: bool,
) -> (Choice<P::Move>, Recorder<P::Move>) {
    let limits = Limits { nodes: Some(50), infinite, ..Limits::default() };
    ask_player::ask(player, game, moves, &limits, &AtomicBool::new(false))
}

fn booked(set: &[(&str, &str)]) -> WithOpeningBook<Board, ThreatPlayer> {
    let options = options(COMMON, set);
    WithOpeningBook::new(ThreatPlayer::new(&options), &CONNECT5_BOOK, &options)
}

#[test]
fn book_is_opened_by_its_option_alone_and_only_at_full_strength() {
    let game = Record::new(Board::default());
    let all = legal_moves(game.position());
    let looks = |set: &[(&str, &str)], moves: &[Cell], infinite: bool| {
        let (choice, recorder) = ask(&mut booked(set), &game, moves, infinite);
        let is_booked = choice.reason.starts_with("from the book");
        let reports = &recorder.reports;
        assert_eq!(is_booked, choice.nodes == 0 && reports.len() == 1 && reports[0].depth == 0);
        is_booked
    };
    let on = ("OwnBook", "true");
    assert!(looks(&[on], &all, false));
    assert!(looks(&[on], &[Cell { x: 0, y: 0 }, Cell { x: 7, y: 7 }], false));
    assert!(!looks(&[], &all, false));
    assert!(!looks(&[on], &all, true));
    assert!(!looks(&[on], &all[..9], false));
    assert!(!looks(&[on, ("Level", "19")], &all, false));
    assert!(!looks(&[on, ("MultiPV", "2")], &all, false));
    let mut player = booked(&[]);
    player.configure(&options(COMMON, &[on]));
    assert_eq!(ask(&mut player, &game, &all, false).0.nodes, 0);
}

#[test]
fn without_the_option_nothing_is_different() {
    let (mut plain, mut closed) = (ThreatPlayer::new(&options(COMMON, &[])), booked(&[]));
    for line in lines(CONNECT5_BOOK.text).step_by(7) {
        let start = (CONNECT5_BOOK.start)(line.variant).expect("a variant");
        let game = Record::new(after(&start, &line.moves).expect("legal moves"));
        let moves = legal_moves(game.position());
        let one = ask(&mut plain, &game, &moves, false);
        assert_eq!(one, ask(&mut closed, &game, &moves, false));
        plain.new_game();
        closed.new_game();
    }
}

/// Plays a game of the book's player with itself; the moves that came from the book.
fn game_of<P: Symmetric + Notation>(start: P, mut player: impl Player<P>) -> usize {
    let (mut game, mut from_book) = (Record::new(start), 0);
    while let Turn::Decide(_) = game.turn() {
        let moves = legal_moves(game.position());
        let (choice, _) = ask(&mut player, &game, &moves, false);
        if choice.reason.starts_with("from the book") {
            assert_eq!(from_book, game.len(), "there is no way back into the book");
            from_book += 1;
        }
        game.play(choice.best);
    }
    assert!(game.len() > from_book);
    from_book
}

#[test]
fn a_game_begins_in_the_book_and_ends_without_it() {
    let starts = lines(CONNECT5_BOOK.text).filter(|line| line.moves.is_empty());
    for line in starts {
        let start = (CONNECT5_BOOK.start)(line.variant).expect("a variant");
        assert!(game_of(start, booked(&[("OwnBook", "true")])) >= 4, "{}", line.variant);
    }
    let options = options(COMMON, &[("OwnBook", "true")]);
    let player = WithOpeningBook::new(players::SearchPlayer::new(&options), &STICKS_BOOK, &options);
    assert!(game_of(Sticks::new(), player) >= 3);
}
