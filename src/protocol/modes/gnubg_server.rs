//! `parlour external`: the engine as an external player of GNU Backgammon, on a TCP port.
//!
//! In GNU Backgammon, `set player 0 external localhost:8901` connects to it. Every connection is
//! a dialogue of its own in the dialect `external`, with its own game and player.

use std::io::ErrorKind::{TimedOut, WouldBlock};
use std::io::{self, Cursor, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use crate::base::locks;
use crate::protocol::dialects::DialectName;
use crate::protocol::grammar::command::{Command, Go};
use crate::protocol::grammar::command_table;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::conversation_log::open_file;
use crate::protocol::io::line_queue::LineQueue;
use crate::protocol::io::output::{Output, to_stdout};
use crate::protocol::session::setup::Setup;
use crate::protocol::session::{Session, SessionOpener, converse, open_game};
use crate::search::Stopwatch;

/// Connections that are served at the same time; more wait. Set by hand, like the times below.
const MOST_CONNECTIONS: usize = 32;
/// How often a silent connection is looked at.
const READ_TIMEOUT: Duration = Duration::from_secs(1);
/// The longest time from the beginning of a line to its end.
const LONGEST_LINE_TIME: Duration = Duration::from_secs(10);
/// The longest silence between lines, while other connections wait and nothing is searched.
const LONGEST_IDLENESS: Duration = Duration::from_mins(1);

/// Where to listen, and how the decisions of all connections are made.
#[derive(Clone)]
pub struct GnubgServerSettings {
    /// The game, and the options that every dialogue begins with.
    pub setup: Setup,
    /// The address.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Keys of `newgame`, besides the cube.
    pub keys: String,
    /// The words of `go` for every decision: the player and its limits.
    pub go: String,
}

impl GnubgServerSettings {
    /// The lines that every dialogue begins with.
    fn lines(&self) -> String {
        format!("newgame {}\ngo {}\n", self.keys, self.go)
    }

    /// Whether those lines can be executed.
    fn check(&self) -> Result<(), Refusal> {
        let words: Vec<&str> = self.keys.split_ascii_whitespace().collect();
        let game = open_game(self.setup.entry, &words)?;
        match command_table::parse(&format!("go {}", self.go))? {
            Some(Command::Go(Go { player: Some(name), .. })) => Ok(game.check_player(&name)?),
            Some(Command::Go(_)) => Ok(()),
            _ => Err(Refusal::new(Code::BadSyntax, "limits are expected")),
        }
    }
}

/// Serves connections until the process ends, after writing on stdout where it listens.
///
/// # Errors
/// If nothing can be listened to there, the settings cannot be executed, or the file of the option
/// `LogFile` cannot be written.
pub fn run(settings: &GnubgServerSettings) -> io::Result<()> {
    let GnubgServerSettings { host, port, .. } = settings;
    let failed = |error: io::Error| {
        io::Error::new(error.kind(), format!("cannot serve at {host}:{port}: {error}"))
    };
    settings.check().map_err(io::Error::other).map_err(failed)?;
    if let Some(path) = settings.setup.log_file() {
        open_file(path).map_err(io::Error::other)?;
    }
    let listener = TcpListener::bind((host.as_str(), *port)).map_err(failed)?;
    let stdout = to_stdout();
    stdout.write_line(&format!("listening at {}", listener.local_addr()?));
    stdout.finish()?;
    let slots = Arc::new(ConnectionSlots::default());
    for stream in listener.incoming() {
        let slot = ConnectionSlots::take(&slots);
        let begun = stream.and_then(|stream| begin(settings.clone(), stream, Arc::new(slot)));
        if let Err(error) = begun {
            log::warn!("a connection is lost: {error}");
        }
    }
    Ok(())
}

/// Begins to serve a connection on a thread of its own.
fn begin(
    settings: GnubgServerSettings,
    stream: TcpStream,
    slot: Arc<ConnectionSlot>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(READ_TIMEOUT))?;
    // A client that does not read its answers counts as gone.
    stream.set_write_timeout(Some(LONGEST_LINE_TIME))?;
    let serve = move || {
        if let Err(error) = serve(&settings, &stream, &slot) {
            log::warn!("a connection has failed: {error}");
        }
    };
    thread::Builder::new().name("external".to_owned()).spawn(serve).map(drop)
}

/// The connections that are served and that wait.
#[derive(Default)]
struct ConnectionSlots {
    connections: Mutex<Connections>,
    freed: Condvar,
}

#[derive(Default)]
struct Connections {
    /// Connections that have a slot now, 0 to [`MOST_CONNECTIONS`].
    served: usize,
    /// Connections that wait for a slot, from 0.
    waiting: usize,
}

impl ConnectionSlots {
    /// Takes a slot, waiting until there is one.
    fn take(this: &Arc<Self>) -> ConnectionSlot {
        let mut connections = this.lock();
        connections.waiting += 1;
        while connections.served >= MOST_CONNECTIONS {
            connections = locks::wait(&this.freed, connections);
        }
        connections.waiting -= 1;
        connections.served += 1;
        drop(connections);
        ConnectionSlot(Arc::clone(this))
    }

    fn lock(&self) -> MutexGuard<'_, Connections> {
        locks::lock(&self.connections)
    }
}

/// A slot, given back when it is dropped.
struct ConnectionSlot(Arc<ConnectionSlots>);

impl ConnectionSlot {
    /// Whether others wait for a slot.
    fn is_wanted(&self) -> bool {
        self.0.lock().waiting > 0
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.lock().served -= 1;
        self.0.freed.notify_one();
    }
}

/// One dialogue, until the other side leaves.
fn serve(
    settings: &GnubgServerSettings,
    stream: &TcpStream,
    slot: &Arc<ConnectionSlot>,
) -> io::Result<()> {
    let writer: Box<dyn Write + Send> = Box::new(stream.try_clone()?);
    let (queue, output) = (Arc::default(), Arc::new(Output::to_network(writer)));
    let client = Client {
        stream: stream.try_clone()?,
        queue: Arc::clone(&queue),
        slot: Arc::clone(slot),
        unfinished_line: None,
        silence: Stopwatch::start(),
    };
    let input = Cursor::new(settings.lines()).chain(client);
    let open: SessionOpener =
        |queue, output, setup| Session::new(queue, output, setup).map(Session::for_network);
    let dialect = Some(DialectName::External);
    let served = converse(input, &queue, &output, dialect, &settings.setup, open);
    let finished = output.finish();
    // The reader may still be waiting for a line.
    let closed = stream.shutdown(Shutdown::Both);
    served.and(finished).and(closed)
}

/// The lines of a client; a zero, which ends a text in GNU Backgammon, ends a line.
///
/// A client that does not end its line, or is silent while others wait, counts as gone.
struct Client {
    /// Its reads end after [`READ_TIMEOUT`].
    stream: TcpStream,
    queue: Arc<LineQueue>,
    slot: Arc<ConnectionSlot>,
    /// The time since the beginning of a line that has no end yet.
    unfinished_line: Option<Stopwatch>,
    /// The time since the last bytes.
    silence: Stopwatch,
}

impl Client {
    fn is_gone(&self) -> bool {
        let is_idle = !self.queue.is_searching() && self.silence.elapsed() > LONGEST_IDLENESS;
        self.is_line_overdue() || (is_idle && self.slot.is_wanted())
    }

    fn is_line_overdue(&self) -> bool {
        self.unfinished_line.is_some_and(|begun| begun.elapsed() > LONGEST_LINE_TIME)
    }
}

impl Read for Client {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = loop {
            match self.stream.read(buffer) {
                Ok(count) => break count,
                Err(error) if matches!(error.kind(), WouldBlock | TimedOut) => {
                    if self.is_gone() {
                        log::info!("a silent connection is closed");
                        return Ok(0);
                    }
                }
                Err(error) => return Err(error),
            }
        };
        self.silence = Stopwatch::start();
        for byte in buffer.iter_mut().take(count).filter(|byte| **byte == 0) {
            *byte = b'\n';
        }
        let has_line_end = buffer.iter().take(count).any(|byte| *byte == b'\n');
        if let Some(last) = buffer.get(..count).and_then(<[u8]>::last) {
            let is_unfinished = *last != b'\n';
            self.unfinished_line = is_unfinished.then(|| {
                self.unfinished_line.filter(|_| !has_line_end).unwrap_or_else(Stopwatch::start)
            });
        }
        if self.is_line_overdue() {
            log::info!("a connection that does not end its line is closed");
            return Ok(0);
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor, Read, Write};
    use std::sync::Arc;
    use std::sync::mpsc::{self, Sender};
    use std::time::Duration;

    use super::{LineQueue, Output, Setup};
    use crate::protocol::dialects::EXTERNAL_GAME;
    use crate::protocol::session::{Session, converse};

    /// More lines than the queue holds; says when its reader has let go of it.
    struct Flood {
        lines: Box<dyn Read + Send>,
        _dropped: OnDrop,
    }

    struct OnDrop(Sender<()>);

    impl Drop for OnDrop {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }

    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.lines.read(buffer)
        }
    }

    struct FailingWriter;

    impl Write for FailingWriter {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("the other side has left"))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn reader_of_a_session_that_has_ended_lets_go_of_its_input() {
        let first = Cursor::new("fen\ndice 3 1\ngo movetime 300\n");
        let lines = Box::new(first.chain(Cursor::new("x\n".repeat(40_000))));
        let (sender, dropped) = mpsc::channel();
        let input = Flood { lines, _dropped: OnDrop(sender) };
        let output = Arc::new(Output::to_network(Box::new(FailingWriter)));
        let setup = Setup::read(EXTERNAL_GAME, Vec::new()).expect("a game");
        let queue = Arc::new(LineQueue::default());
        converse(input, &queue, &output, None, &setup, Session::new).expect("an end");
        assert_eq!(dropped.recv_timeout(Duration::from_mins(1)), Ok(()));
    }
}
