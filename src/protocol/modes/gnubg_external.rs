//! `parlour external`: the engine as an external player of GNU Backgammon, on a TCP port.
//!
//! In GNU Backgammon, `set player 0 external localhost:8901` connects to it. Every connection is
//! a dialogue of its own in the dialect `external`, with its own game and player.

use std::io::{self, Cursor, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use super::super::dialects::{DialectName, EXTERNAL_GAME};
use super::super::grammar::command::{Command, Go};
use super::super::grammar::commands;
use super::super::grammar::reply::{Code, Refusal};
use super::super::io::writer::{Output, to_stdout};
use super::super::session::lookup::unknown_player;
use super::super::session::setup::Setup;
use super::super::session::{Session, find_game, open_game};
use super::interactive::{OpenSession, converse};

/// Connections that are served at the same time; more wait.
const MOST: usize = 32;

/// Where to listen, and how the decisions of all connections are made.
#[derive(Clone)]
pub struct Plan {
    /// The address.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Keys of `newgame`, besides the cube.
    pub keys: String,
    /// The words of `go` for every decision: the player and its limits.
    pub go: String,
}

impl Plan {
    /// The lines that every dialogue begins with.
    fn lines(&self) -> String {
        format!("newgame {}\ngo {}\n", self.keys, self.go)
    }

    /// The game, if those lines can be carried out.
    fn check(&self) -> Result<Setup, Refusal> {
        let kind = find_game(EXTERNAL_GAME)?;
        let words: Vec<&str> = self.keys.split_ascii_whitespace().collect();
        let players = open_game(kind, &words)?.players();
        match commands::parse(&format!("go {}", self.go))? {
            Some(Command::Go(Go { player: Some(name), .. }))
                if !players.contains(&name.as_str()) =>
            {
                Err(unknown_player(&name, &players))
            }
            Some(Command::Go(_)) => Ok(Setup::of_game(kind)),
            _ => Err(Refusal::new(Code::BadSyntax, "limits are expected")),
        }
    }
}

/// Serves connections until the process ends, after writing on stdout where it listens.
///
/// # Errors
/// If nothing can be listened to there, or the plan cannot be carried out.
pub fn run(plan: &Plan) -> io::Result<()> {
    let Plan { host, port, .. } = plan;
    let failed = |error: io::Error| {
        io::Error::new(error.kind(), format!("cannot serve at {host}:{port}: {error}"))
    };
    let setup = plan.check().map_err(io::Error::other).map_err(failed)?;
    let listener = TcpListener::bind((host.as_str(), *port)).map_err(failed)?;
    let stdout = to_stdout();
    stdout.line(&format!("listening at {}", listener.local_addr()?));
    stdout.flush();
    let places = Arc::new(Places::default());
    for stream in listener.incoming() {
        let place = Places::take(&places);
        let begun = stream.and_then(|stream| begin(plan.clone(), setup.clone(), stream, place));
        if let Err(error) = begun {
            log::warn!("a connection is lost: {error}");
        }
    }
    Ok(())
}

/// Begins to serve a connection on a thread of its own.
fn begin(plan: Plan, setup: Setup, stream: TcpStream, place: Place) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let serve = move || {
        let _place = place;
        if let Err(error) = serve(&plan, &setup, &stream) {
            log::warn!("a connection has failed: {error}");
        }
    };
    thread::Builder::new().name("external".to_owned()).spawn(serve).map(drop)
}

/// How many of the [`MOST`] connections there are.
#[derive(Default)]
struct Places {
    taken: Mutex<usize>,
    freed: Condvar,
}

impl Places {
    /// Takes a place, waiting until there is one.
    fn take(this: &Arc<Self>) -> Place {
        let taken = this.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = this.freed.wait_while(taken, |taken| *taken >= MOST);
        *waited.unwrap_or_else(PoisonError::into_inner) += 1;
        Place(Arc::clone(this))
    }
}

/// A place, given back when it is dropped.
struct Place(Arc<Places>);

impl Drop for Place {
    fn drop(&mut self) {
        *self.0.taken.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.freed.notify_one();
    }
}

/// One dialogue, until the other side leaves.
fn serve(plan: &Plan, setup: &Setup, stream: &TcpStream) -> io::Result<()> {
    let writer: Box<dyn Write + Send> = Box::new(stream.try_clone()?);
    let input = Cursor::new(plan.lines()).chain(EndOfLine(stream.try_clone()?));
    let open: OpenSession = |queue, output, setup| Session::new(queue, output, setup);
    converse(input, Output::to_network(writer), Some(DialectName::External), setup, open)
        .map_err(io::Error::other)?;
    // The reader may still be waiting for a line.
    stream.shutdown(Shutdown::Both)
}

/// Bytes in which a zero, which ends a text in GNU Backgammon, ends a line.
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
