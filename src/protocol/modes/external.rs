//! The `external` player of GNU Backgammon: the engine behind a TCP port.
//!
//! `set player 0 external localhost:8901` over there connects to it. Every connection is a
//! dialogue of its own in the dialect `external`, with its own table and player.

use std::io::{self, BufReader, Cursor, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use super::super::dialects::Tongue;
use super::super::grammar::command;
use super::super::grammar::command::Command;
use super::super::grammar::reply::{Code, Refusal};
use super::super::io::queue::Desk;
use super::super::io::reader;
use super::super::io::writer::Output;
use super::super::session::{Session, open_table};
use crate::host::GameKind;

/// Connections that are served at the same time; more wait.
const MOST: usize = 32;

/// How the decisions of all connections are made.
#[derive(Clone)]
pub struct Plan {
    /// The game.
    pub kind: &'static GameKind,
    /// Keys of `newgame`, beside the cube.
    pub keys: String,
    /// A line `go …` without `go`: who thinks, and for how long.
    pub go: String,
}

impl Plan {
    /// The lines that every dialogue begins with.
    fn lines(&self) -> String {
        format!("newgame {}\ngo {}\n", self.keys, self.go)
    }

    /// Whether those lines can be carried out.
    fn check(&self) -> Result<(), Refusal> {
        let words: Vec<&str> = self.keys.split_ascii_whitespace().collect();
        let players = open_table(self.kind, &words)?.players();
        match command::read(&format!("go {}", self.go))? {
            Some(Command::Go(go)) => match go.player {
                Some(name) if !players.contains(&name.as_str()) => {
                    let text = format!("no player '{name}'; there are {}", players.join(" "));
                    Err(Refusal::new(Code::UnknownPlayer, text))
                }
                _ => Ok(()),
            },
            _ => Err(Refusal::new(Code::BadSyntax, "limits are expected")),
        }
    }
}

/// Serves connections at this address until the process ends; says where, on `said`.
///
/// # Errors
/// If nothing can be listened to there, or the plan cannot be carried out.
pub fn serve(plan: &Plan, host: &str, port: u16, said: &Output) -> io::Result<()> {
    plan.check().map_err(io::Error::other)?;
    let listener = TcpListener::bind((host, port))?;
    said.line(&format!("listening at {}", listener.local_addr()?));
    said.flush();
    let served = Arc::new(Places::default());
    for stream in listener.incoming() {
        let place = Places::take(&served);
        let begun = stream.and_then(|stream| begin(plan.clone(), stream, place));
        if let Err(error) = begun {
            log::warn!("a connection is lost: {error}");
        }
    }
    Ok(())
}

/// Begins to serve a connection on a thread of its own.
fn begin(plan: Plan, stream: TcpStream, place: Place) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let writer = stream.try_clone()?;
    let converse = move || {
        let _place = place;
        if let Err(error) = converse(&plan, stream, writer) {
            log::warn!("a connection has failed: {error}");
        }
    };
    thread::Builder::new().name("external".to_owned()).spawn(converse).map(drop)
}

/// How many of the [`MOST`] places are taken.
#[derive(Default)]
struct Places {
    taken: Mutex<usize>,
    left: Condvar,
}

impl Places {
    /// Takes a place, waiting until there is one.
    fn take(this: &Arc<Self>) -> Place {
        let taken = this.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = this.left.wait_while(taken, |taken| *taken >= MOST);
        *waited.unwrap_or_else(PoisonError::into_inner) += 1;
        Place(Arc::clone(this))
    }
}

/// A place, given back when it is dropped.
struct Place(Arc<Places>);

impl Drop for Place {
    fn drop(&mut self) {
        *self.0.taken.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.left.notify_one();
    }
}

/// One dialogue, until the other side leaves.
fn converse(plan: &Plan, stream: TcpStream, writer: TcpStream) -> io::Result<()> {
    let closing = stream.try_clone()?;
    let desk = Arc::new(Desk::default());
    let output = Arc::new(Output::new(Box::new(writer) as Box<dyn Write + Send>));
    let reader = (Arc::clone(&desk), Arc::clone(&output));
    let lines = Cursor::new(plan.lines()).chain(EndOfLine(stream));
    thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let (desk, output) = reader;
        reader::read_lines(BufReader::new(lines), &desk, &output, Some(Tongue::External));
    })?;
    let session = Session::new(&desk, &output, plan.kind).map_err(io::Error::other)?;
    session.run();
    // The reader may still be waiting for a line.
    closing.shutdown(std::net::Shutdown::Both)
}

/// Bytes in which a zero, which ends a text over there, ends a line.
struct EndOfLine(TcpStream);

impl Read for EndOfLine {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        for byte in buffer.iter_mut().take(count).filter(|byte| **byte == 0) {
            *byte = b'\n';
        }
        Ok(count)
    }
}
