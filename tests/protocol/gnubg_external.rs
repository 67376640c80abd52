//! The external player of GNU Backgammon, with a stand-in for it on the other side.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::engine;

/// The checkers after the opening 6-4 of player 1, and with player 0 shut out.
const CHECKERS_AFTER_OPENING: &str = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:1:0:0:-3:0:-5:0:0:0:0:1:0";
const CHECKERS_SHUT_OUT: &str = "-2:2:2:2:2:2:2:0:3:0:0:0:-5:0:0:0:0:-3:0:-5:0:0:0:0:0:0";

/// A line: the checkers, the turn (1 for player 1), the dice, the cube and who may double, and
/// whether a double is open.
fn board([checkers, turn, dice, cube, doubled]: [&str; 5]) -> String {
    let rest = "1:-1:0:25:0:0:0:0:0:0:0:1";
    format!("board:gnubg:root:7:0:0:{checkers}:{turn}:{dice}:{dice}:{cube}:{doubled}:{rest}\n\0")
}

/// Seat 0 is to play a five and a four.
fn board_with_roll() -> String {
    board([CHECKERS_AFTER_OPENING, "-1", "5:4", "1:1:1", "0"])
}

/// How long the engine may be silent before it counts as hung.
const HANG: Duration = Duration::from_mins(1);

/// A connection as the program over there has it.
struct Peer(BufReader<TcpStream>);

impl Peer {
    fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("a listener");
        stream.set_read_timeout(Some(HANG)).expect("a time limit");
        Self(BufReader::new(stream))
    }

    fn send(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).expect("it is read");
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("an answer");
        line
    }

    fn ask(&mut self, text: &str) -> String {
        self.send(text.as_bytes());
        self.answer()
    }
}

/// The engine at a free port; it is killed when it is dropped.
struct RunningServer(Child, String);

impl RunningServer {
    fn with(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["external", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let mut said = String::new();
        let stdout = child.stdout.as_mut().expect("a pipe");
        BufReader::new(stdout).read_line(&mut said).expect("where it listens");
        let address = said.trim_end().strip_prefix("listening at ").expect("an address");
        Self(child, address.to_owned())
    }

    fn peer(&self) -> Peer {
        Peer::connect(&self.1)
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn every_decision_of_a_game_is_answered() {
    let engine = RunningServer::with(&["--depth", "1"]);
    let mut peer = engine.peer();
    assert!(
        peer.ask(&board([CHECKERS_AFTER_OPENING, "-1", "0:0", "1:1:1", "0"])).starts_with("roll")
    );
    let played = peer.ask(&board_with_roll());
    assert!(played.contains('/') && !played.contains(','), "{played}");
    assert_eq!(peer.ask(&board([CHECKERS_AFTER_OPENING, "1", "0:0", "1:1:1", "1"])), "take\n");
    // The cube lies on the other side: only the dice are left.
    assert_eq!(peer.ask(&board([CHECKERS_AFTER_OPENING, "-1", "0:0", "2:1:0", "0"])), "roll\n");
    assert_eq!(peer.ask(&board([CHECKERS_SHUT_OUT, "-1", "6:6", "1:1:1", "0"])), "\n");
}

#[test]
fn version_is_reported_and_nonsense_is_refused() {
    let engine = RunningServer::with(&[]);
    let mut peer = engine.peer();
    assert_eq!(peer.ask("version\n"), "Interface: 2\n");
    let rest = [peer.answer(), peer.answer(), peer.answer()];
    assert!(rest[2].starts_with("Software: "), "{rest:?}");
    assert!(peer.ask("what is this\n").starts_with("Error (unknown-command) "));
    assert!(peer.ask("board:a:b:c\n\0").starts_with("Error (bad-position) "));
    assert!(
        peer.ask(&board([CHECKERS_AFTER_OPENING, "-1", "9:9", "1:1:1", "0"]))
            .starts_with("Error (bad-position) ")
    );
    assert_eq!(peer.ask("resign 1\n"), "reject\n");
    for option in ["LogFile value x", "StyleFile value x", "hash value 9", "Threads value 2"] {
        let refused = peer.ask(&format!("setoption name {option}\n"));
        assert!(refused.starts_with("Error (unsupported) "), "{option}: {refused}");
    }
    peer.send(&[0xff, 0xfe, b'\n']);
    assert!(peer.answer().starts_with("Error (bad-encoding) "));
    peer.send(&vec![b'x'; 200_000]);
    assert!(peer.ask("\n").starts_with("Error (line-too-long) "));
    assert!(peer.ask(&board_with_roll()).contains('/'));
}

#[test]
fn unfinished_lines_do_not_lock_others_out() {
    let engine = RunningServer::with(&["--depth", "1", "--option", "Hash=2"]);
    let idle: Vec<Peer> = (0..32)
        .map(|_| {
            let mut peer = engine.peer();
            peer.send(b"board:gnubg");
            peer
        })
        .collect();
    let mut late = engine.peer();
    assert!(late.ask("version\n").starts_with("Interface"), "{} idle", idle.len());
}

#[test]
fn connections_come_and_go_and_do_not_wait_for_each_other() {
    let engine = RunningServer::with(&["--depth", "1"]);
    let mut peers: Vec<Peer> = (0..4).map(|_| engine.peer()).collect();
    for peer in &mut peers {
        peer.send(board_with_roll().as_bytes());
    }
    let answers: Vec<String> = peers.iter_mut().map(Peer::answer).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    drop(peers);
    for _ in 0..100 {
        // Gone in the middle of a line.
        engine.peer().send(b"board:gnubg");
    }
    let mut late = engine.peer();
    assert!(late.ask("version\n").starts_with("Interface"));
    late.send(b"exit\n");
    let mut rest = String::new();
    late.0.read_to_string(&mut rest).expect("the end");
    assert!(rest.ends_with('\n') && rest.lines().count() == 3, "{rest}");
}

#[test]
fn address_that_cannot_be_had_is_reported() {
    let out = engine::run(&["external", "--host", "999.1.1.1"], "");
    assert_eq!((out.status, out.stdout.as_str()), (2, ""));
    assert!(out.stderr.contains("cannot serve at 999.1.1.1:8901"), "{}", out.stderr);
    let out = engine::run(&["external", "--port", "0", "--player", "unknown"], "");
    assert!(out.status == 2 && out.stderr.contains("no player 'unknown'"), "{}", out.stderr);
}
