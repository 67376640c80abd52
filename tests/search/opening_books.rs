//! The opening books, position by position, and the players that look into them.

use std::sync::atomic::AtomicBool;

use parlour::game::{Notation, Position, Record, Turn};
use parlour::games::GAMES;
use parlour::games::connect5::opening_book::BOOK as CONNECT5_BOOK;
use parlour::games::connect5::{Board, Cell, ThreatPlayer};
use parlour::host::{GameEntry, GameHost, SearchRequest, Start, Symmetry};
use parlour::protocol::session::open_game;
use parlour::search::player::opening_book::GameBook;
use parlour::search::player::options::COMMON;
use parlour::search::{Choice, Limits, OpeningBook, Player, WithOpeningBook};

use crate::ask_player::{self, Recorder, legal_moves, options};

/// The games that have a book, with it.
fn books() -> impl Iterator<Item = (&'static GameEntry, &'static dyn GameBook)> {
    GAMES.iter().filter_map(|entry| Some((*entry, entry.book?)))
}

/// A game of the variant that a book names.
fn open(entry: &GameEntry, variant: &str) -> Box<dyn GameHost> {
    let words: Vec<&str> = variant.split_ascii_whitespace().collect();
    open_game(entry, &words).expect("a variant")
}

/// The position after these moves, as the game writes it; nothing if one of them is not legal.
fn fen_after(game: &mut dyn GameHost, moves: &[String]) -> Option<String> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    game.set_position(Start::Standard, &moves).ok()?;
    let mut fen = String::new();
    game.write_fen(&mut fen);
    Some(fen)
}

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

/// The cell named in a move, turned or mirrored on a square board: one of eight ways.
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

/// Each side's moves the other way round.
fn reordered(moves: &[String]) -> Vec<String> {
    let last_of = |side: usize| (0..moves.len()).rev().find(|at| at % 2 == side).unwrap_or(side);
    (0..moves.len()).map(|at| moves[last_of(at % 2) + at % 2 - at].clone()).collect()
}

/// Each line of a book is found from its moves, however turned and in whatever order they are.
fn every_position_is_found(entry: &GameEntry, book: &dyn GameBook) {
    let read = book.read(book.text()).expect("a book");
    let count = lines(book.text()).count();
    assert!(count >= 30 && read.positions() == count, "{}", entry.name);
    let ways = match entry.description.symmetry {
        Symmetry::None => 1,
        Symmetry::Mirror => 2,
        Symmetry::All => 8,
    };
    let find = |variant: &str, moves: &[String]| {
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        read.find_after(variant, &words)
    };
    let mut reached = 0;
    for line in lines(book.text()) {
        let mut game = open(entry, line.variant);
        let fen = fen_after(game.as_mut(), &[]).expect("the start");
        let size = fen.split(' ').next().map_or(0, |rows| rows.split('/').count());
        let images: Vec<Vec<String>> = (0..ways)
            .map(|way| line.moves.iter().map(|m| turned(m, size, way)).collect())
            .collect();
        let fens: Vec<String> = images
            .iter()
            .map(|moves| fen_after(game.as_mut(), moves).expect("legal moves"))
            .collect();
        let (word, score) = line.best[0];
        let mut answers = Vec::new();
        for (moves, fen) in images.iter().zip(&fens) {
            let found = find(line.variant, moves).expect("it is in the book");
            assert_eq!(found.score.value(), score);
            // The move as it is in one of the images that are this position.
            let here = (0..ways).filter(|way| fens[*way] == *fen);
            let names: Vec<String> = here.map(|way| turned(word, size, way)).collect();
            assert!(names.contains(&found.m), "{} {fen}", entry.name);
            answers.push(found);
        }
        let other = reordered(&line.moves);
        if fen_after(game.as_mut(), &other).is_some_and(|same| same == fens[0]) {
            assert_eq!(find(line.variant, &other).as_ref(), answers.first());
            reached += usize::from(other != line.moves);
        }
    }
    assert!(reached >= count / 10, "{}: {reached}", entry.name);
}

#[test]
fn every_position_of_every_book_is_found_however_turned_and_by_whatever_moves() {
    assert!(books().next().is_some());
    books().for_each(|(entry, book)| every_position_is_found(entry, book));
}

#[test]
fn what_is_not_in_a_book_is_not_found() {
    for (entry, book) in books() {
        let read = book.read("").expect("an empty book");
        let line = lines(book.text()).next().expect("a line");
        assert_eq!((read.positions(), read.find_after(line.variant, &[])), (0, None));
        let whole = book.read(book.text()).expect("a book");
        assert_eq!(whole.find_after("no such variant", &[]), None, "{}", entry.name);
        assert_eq!(whole.find_after(line.variant, &["no such move"]), None, "{}", entry.name);
    }
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

fn player_with_book(set: &[(&str, &str)]) -> WithOpeningBook<Board, ThreatPlayer> {
    let options = options(COMMON, set);
    WithOpeningBook::new(ThreatPlayer::new(&options), &CONNECT5_BOOK, &options)
}

#[test]
fn book_is_opened_by_its_option_alone_and_only_at_full_strength() {
    let game = Record::new(Board::default());
    let all = legal_moves(game.position());
    let looks = |set: &[(&str, &str)], moves: &[Cell], infinite: bool| {
        let (choice, recorder) = ask(&mut player_with_book(set), &game, moves, infinite);
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
    let mut player = player_with_book(&[]);
    player.configure(&options(COMMON, &[on]));
    assert_eq!(ask(&mut player, &game, &all, false).0.nodes, 0);
}

#[test]
fn without_the_option_nothing_is_different() {
    let (mut plain, mut closed) = (ThreatPlayer::new(&options(COMMON, &[])), player_with_book(&[]));
    for line in lines(CONNECT5_BOOK.text).step_by(7) {
        let start = (CONNECT5_BOOK.start)(line.variant).expect("a variant");
        let game = Record::new(after(&start, &line.moves).expect("legal moves"));
        let moves = legal_moves(game.position());
        let one = ask(&mut plain, &game, &moves, false);
        assert_eq!(one, ask(&mut closed, &game, &moves, false));
        plain.clear_tables();
        closed.clear_tables();
    }
}

/// Plays a game of the default player with itself; the moves that came from the book.
fn moves_from_the_book(entry: &GameEntry, variant: &str) -> usize {
    let mut game = open(entry, variant);
    let options = options(COMMON.iter().chain(entry.options), &[("OwnBook", "true")]);
    let (mut played, mut from_book) = (0, 0);
    while let Turn::Decide(_) = game.turn() {
        let limits = Limits { nodes: Some(50), ..Limits::default() };
        let request = SearchRequest { player: None, limits, moves: &[], options: &options };
        let job = game.search(&request).expect("a search");
        let answer = job(&AtomicBool::new(false), &mut |_| ());
        if answer.reason.starts_with("from the book") {
            assert_eq!(from_book, played, "there is no way back into the book");
            from_book += 1;
        }
        game.play(&[answer.best.as_str()]).expect("a legal move");
        played += 1;
    }
    assert!(played > from_book);
    from_book
}

#[test]
fn a_game_begins_in_the_book_and_ends_without_it() {
    for (entry, book) in books() {
        let starts = lines(book.text()).filter(|line| line.moves.is_empty());
        for line in starts {
            let moves = moves_from_the_book(entry, line.variant);
            assert!(moves >= 3, "{} {}: {moves}", entry.name, line.variant);
        }
    }
}
