//! The session without threads: the same answers, and lines that come in in mid-search.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use parlour::{Incoming, InlineSession, Session};

use crate::engine::run;

/// Keeps what is written.
#[derive(Clone, Default)]
struct AnswerBuffer(Arc<Mutex<Vec<u8>>>);

impl AnswerBuffer {
    fn lines(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).expect("UTF-8");
        text.lines().map(str::to_owned).collect()
    }
}

impl Write for AnswerBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives the next text at each of its first polls or waits, then nothing.
struct Script(Vec<&'static str>);

impl Incoming for Script {
    fn poll(&mut self, bytes: &mut Vec<u8>) {
        if !self.0.is_empty() {
            bytes.extend_from_slice(self.0.remove(0).as_bytes());
        }
    }

    fn wait(&mut self, bytes: &mut Vec<u8>) {
        while bytes.is_empty() && !self.0.is_empty() {
            self.poll(bytes);
        }
    }
}

fn start(incoming: Option<Box<dyn Incoming>>) -> (InlineSession, AnswerBuffer) {
    let answers = AnswerBuffer::default();
    let session = Session::new("connect4").expect("a game");
    (session.inline(answers.clone(), incoming).expect("a session"), answers)
}

/// The answers to these lines, with texts that come in at one poll after the other.
fn answers_to(input: &str, polled: &[&'static str]) -> Vec<String> {
    let (mut session, answers) = start(Some(Box::new(Script(polled.to_vec()))));
    session.feed(input.as_bytes());
    answers.lines()
}

fn index_of_line(lines: &[String], front: &str) -> usize {
    let place = lines.iter().position(|line| line.starts_with(front));
    place.unwrap_or_else(|| panic!("no '{front}' in {lines:?}"))
}

#[test]
fn bytes_in_any_pieces_give_the_answers_of_the_program() {
    let input = "newgame sticks\nmove S-d4\nnonsense\n@a legal\r\nshow\nperft 2\nhelp go\nfen";
    let expected = run(&[], input).stdout;
    for piece in [1, 7, 1_000] {
        let (mut session, answers) = start(None);
        assert!(input.as_bytes().chunks(piece).all(|piece| session.feed(piece)));
        assert!(session.finish().any_refused);
        assert_eq!(answers.lines().join("\n") + "\n", expected);
    }
}

#[test]
fn stop_and_isready_are_answered_in_mid_search() {
    let input = "newgame connect5\nmove h8 i9 h9\ngo infinite\nquery p1turn\n";
    let lines = answers_to(input, &["", "", "@r isrea", "dy\n", "eval\nst", "op\nfen\n"]);
    let at = ["@r readyok", "bestmove ", "response ", "eval ", "fen "];
    let places = at.map(|front| index_of_line(&lines, front));
    assert!(places.is_sorted(), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.ends_with("readyok")).count(), 1);
}

#[test]
fn quit_in_mid_search_ends_the_session() {
    let (mut session, answers) = start(Some(Box::new(Script(vec!["", "quit\nfen\n"]))));
    assert!(!session.feed(b"newgame sticks\ngo infinite\n"));
    assert!(!session.feed(b"fen\n"));
    let lines = answers.lines();
    assert_eq!(index_of_line(&lines, "bestmove "), lines.len() - 1, "{lines:?}");
}

#[test]
fn answer_of_a_search_without_end_waits_for_stop() {
    // The game is over; the only thing to do is to wait.
    let over = "newgame connect4\nmove 1 2 1 2 1 2 1\ngo infinite\n";
    assert_eq!(answers_to(over, &["", "isready\n", "", "stop\n"]), ["readyok", "bestmove none"]);
    // No more will come.
    assert_eq!(answers_to(over, &[]), ["bestmove none"]);
}

#[test]
fn search_without_end_ends_at_once_where_nothing_can_come_in() {
    let (mut session, answers) = start(None);
    assert!(session.feed(b"newgame connect5\nmove h8 i9 h9\ngo infinite\nperft 2\n"));
    assert_eq!(index_of_line(&answers.lines(), "perft "), answers.lines().len() - 1);
}

/// Gives a thousand lines at every poll.
struct Flood;

impl Incoming for Flood {
    fn poll(&mut self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&b"@f isready\n#\nstopp\n".repeat(500));
    }

    fn wait(&mut self, bytes: &mut Vec<u8>) {
        self.poll(bytes);
    }
}

#[test]
fn flood_of_lines_ends_a_search_without_end() {
    let (mut session, answers) = start(Some(Box::new(Flood)));
    assert!(session.feed(b"newgame connect5\nmove h8 i9 h9\ngo infinite\n"));
    let lines = answers.lines();
    assert!(index_of_line(&lines, "bestmove ") < index_of_line(&lines, "error unknown-command"));
    assert!(lines.len() < 100_000, "{} lines", lines.len());
}

#[test]
fn perft_and_bench_are_stopped_as_searches_are() {
    for command in ["perft 30", "bench", "explain depth 90"] {
        let lines = answers_to(
            &format!("newgame connect5\nmove h8 i9 h9\n{command}\nfen\n"),
            &["", "", "stop\n"],
        );
        assert!(index_of_line(&lines, "fen ") > 0, "{lines:?}");
    }
}
