//! A session over anything that can be read and written: the program without a process.

use std::fmt;
use std::io::{self, Cursor, Read, Write};
use std::sync::{Arc, Mutex};

use crate::base::locks;
use crate::protocol::dialects::DialectName;
use crate::protocol::grammar::refusal::Refusal as Error;
use crate::protocol::io::line_queue::LineQueue;
use crate::protocol::io::output::Output;
use crate::protocol::io::polled_input::Incoming;
use crate::protocol::session::Session as ProtocolSession;
use crate::protocol::session::engine_options::OptionSetting;
use crate::protocol::session::inline_session::InlineSession;
use crate::protocol::session::setup::Setup;
use crate::protocol::session::threaded_session::{LineWriter, RunningSession, SessionEnd};
use crate::protocol::session::{SessionOpener, converse};

/// A session that is to begin: lines in, lines out.
///
/// It is the session that the program `parlour` has with stdin and stdout; `protocol.md` describes
/// the lines.
///
/// There are four ways to hold it:
///
/// | method | lines come from | threads |
/// |---|---|---|
/// | [`answers`](Self::answers) | one text | its own |
/// | [`run`](Self::run) | a reader: stdin, a socket, a pipe | its own |
/// | [`start`](Self::start) | calls, answers go to a function: a WebSocket, an actor | its own |
/// | [`inline`](Self::inline) | calls | none: for WebAssembly |
///
/// In all of them a `stop` that comes in mid-search stops the search.
///
/// # Examples
/// ```
/// use parlour::Session;
///
/// let answers = Session::new("connect4")?.answers("move 4 4\nlegal\nquery result\n")?;
/// assert_eq!(answers, "legal 1 2 3 4 5 6 7\nresponse none\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use = "a session begins with `answers`, `run`, `start` or `inline`"]
pub struct Session {
    game: String,
    options: Vec<OptionSetting>,
    setup: Setup,
    dialect: Option<DialectName>,
    is_for_network: bool,
}

impl Session {
    /// A session that begins with this game, as [`Game::new`](crate::Game::new) takes it.
    ///
    /// # Errors
    /// As `Game::new`.
    pub fn new(game: &str) -> Result<Self, Error> {
        let setup = Setup::read(game, Vec::new())?;
        let (game, options) = (game.to_owned(), Vec::new());
        Ok(Self { game, options, setup, dialect: None, is_for_network: false })
    }

    /// This session with an option set, such as `Threads`.
    ///
    /// # Errors
    /// `unknown-option`, `bad-number`, `bad-value`, `unknown-player`.
    pub fn option(mut self, name: &str, value: &str) -> Result<Self, Error> {
        self.options.push(OptionSetting { name: name.to_owned(), value: value.to_owned() });
        self.setup = Setup::read(&self.game, self.options.clone())?;
        Ok(self)
    }

    /// This session in this dialect, whatever the first line is.
    pub fn dialect(mut self, dialect: DialectName) -> Self {
        self.dialect = Some(dialect);
        self
    }

    /// This session for a client that is not trusted.
    ///
    /// It can set no option that names a file, or takes memory or threads.
    pub fn for_network(mut self) -> Self {
        self.is_for_network = true;
        self
    }

    /// Executes these lines and returns the answers.
    ///
    /// # Errors
    /// If the system refuses a thread, or the file of the option `LogFile` cannot be opened.
    pub fn answers(self, lines: &str) -> io::Result<String> {
        let answers = AnswerBuffer::default();
        self.run(Cursor::new(lines.to_owned()), answers.clone())?;
        let bytes = std::mem::take(&mut *locks::lock(&answers.0));
        String::from_utf8(bytes).map_err(io::Error::other)
    }

    /// Executes the lines of this reader until it ends, or until a line `quit`.
    ///
    /// A thread of its own reads.
    ///
    /// The writer is called with whole lines, and should not buffer. If writing fails, the session is
    /// over; the thread then ends when its reader returns.
    ///
    /// # Errors
    /// The first error of the writer, but for a pipe that the other side has closed; if the reader
    /// fails, the system refuses a thread, or the file of the option `LogFile` cannot be opened.
    ///
    /// # Examples
    /// A server of one session for each connection; `examples/tcp_server.rs` also bounds how many
    /// there are, and how long they are silent:
    /// ```no_run
    /// use parlour::Session;
    /// use std::net::TcpListener;
    /// use std::thread;
    ///
    /// for stream in TcpListener::bind("127.0.0.1:7777")?.incoming() {
    ///     let Ok(stream) = stream else { continue };
    ///     let session = Session::new("connect4")?.for_network();
    ///     let reader = stream.try_clone()?;
    ///     thread::spawn(move || session.run(reader, stream));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        self,
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
    ) -> io::Result<SessionEnd> {
        let output = Arc::new(self.output(writer));
        let queue = Arc::new(LineQueue::default());
        let any_refused =
            converse(reader, &queue, &output, self.dialect, &self.setup, self.session_opener())?;
        output.finish()?;
        Ok(SessionEnd { any_refused })
    }

    /// Starts the session in the background.
    ///
    /// Lines come by calls of [`send`](RunningSession::send), and `on_line` is called with each
    /// line of the answers.
    ///
    /// # Errors
    /// If the system refuses a thread, or the file of the option `LogFile` cannot be opened.
    ///
    /// # Examples
    /// ```
    /// use parlour::Session;
    /// use std::sync::mpsc::channel;
    ///
    /// let (sender, answers) = channel();
    /// let mut session = Session::new("connect5")?
    ///     .start(move |line: &str| drop(sender.send(line.to_owned())))?;
    /// session.send("move h8 i9 h9");
    /// session.send("go infinite");
    /// session.send("stop");
    /// let best = answers.iter().find(|line| line.starts_with("bestmove "));
    /// assert!(best.is_some());
    /// assert!(!session.finish()?.any_refused);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(self, on_line: impl FnMut(&str) + Send + 'static) -> io::Result<RunningSession> {
        let output = self.output(LineWriter(on_line));
        RunningSession::start(output, self.dialect, &self.setup, self.session_opener())
    }

    /// A session on the caller's thread, which carries lines out while it is fed.
    ///
    /// `incoming` gives what the client sends in mid-search. Without it, lines wait until the search
    /// ends, and a search without limits ends at once.
    ///
    /// # Errors
    /// `bad-value` if the file of the option `LogFile` cannot be opened.
    pub fn inline(
        self,
        writer: impl Write + Send + 'static,
        incoming: Option<Box<dyn Incoming>>,
    ) -> Result<InlineSession, Error> {
        let session = InlineSession::new(&self.setup, self.output(writer), self.dialect, incoming)?;
        Ok(if self.is_for_network { session.for_network() } else { session })
    }

    fn output(&self, writer: impl Write + Send + 'static) -> Output {
        let writer = Box::new(writer);
        if self.is_for_network { Output::to_network(writer) } else { Output::new(writer) }
    }

    fn session_opener(&self) -> SessionOpener {
        if self.is_for_network {
            |queue, output, setup| {
                ProtocolSession::new(queue, output, setup).map(ProtocolSession::for_network)
            }
        } else {
            ProtocolSession::new
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Session");
        text.field("game", &self.game).field("options", &self.options);
        text.field("dialect", &self.dialect).field("is_for_network", &self.is_for_network);
        text.finish_non_exhaustive()
    }
}

/// A writer that keeps what is written.
#[derive(Clone, Default)]
struct AnswerBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for AnswerBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = locks::lock(&self.0);
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerBuffer, Session};
    use std::io::{self, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;

    use crate::protocol::dialects::DialectName;
    use crate::protocol::session::threaded_session::RunningSession;

    const ENDLESS_SEARCH_LINES: &str = "newgame connect5\nmove h8 i9 h9\ngo infinite\n";

    fn new(game: &str) -> Session {
        Session::new(game).expect("a game")
    }

    /// A session in the background, and its answers.
    fn started() -> (RunningSession, Receiver<String>) {
        let (sender, answers) = channel();
        let session = new("connect5").start(move |line: &str| drop(sender.send(line.to_owned())));
        (session.expect("a thread"), answers)
    }

    #[test]
    fn all_ways_give_the_same_answers() {
        let lines = "move h8 i9\nnonsense\n@a legal\nshow\ngo depth 2 player slices\nfen";
        let without_times = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.starts_with("info ")).map(str::to_owned).collect()
        };
        let expected = without_times(&new("connect5").answers(lines).expect("answers"));
        assert_eq!(expected.first().map(|line| line.starts_with("error ")), Some(true));
        let (mut running, answers) = started();
        assert!(lines.as_bytes().chunks(3).all(|piece| running.feed(piece)));
        assert!(running.finish().expect("an end").any_refused);
        let answers: Vec<String> = answers.iter().collect();
        assert_eq!(without_times(&answers.join("\n")), expected);
        let kept = AnswerBuffer::default();
        let mut inline = new("connect5").inline(kept.clone(), None).expect("a session");
        assert!(inline.feed(lines.as_bytes()));
        assert!(inline.finish().any_refused);
        let bytes = kept.0.lock().expect("a lock").clone();
        assert_eq!(without_times(&String::from_utf8(bytes).expect("UTF-8")), expected);
    }

    #[test]
    fn stop_and_isready_are_answered_in_mid_search() {
        let (mut session, answers) = started();
        assert!(session.send("move h8 i9 h9") && session.send("go infinite"));
        assert!(answers.iter().any(|line| line.starts_with("info ")));
        assert!(session.send("isready"));
        assert!(
            answers.iter().take_while(|line| !line.starts_with("best")).any(|l| l == "readyok")
        );
        assert!(session.send("stop"));
        assert!(answers.iter().any(|line| line.starts_with("bestmove ")));
        assert!(!session.finish().expect("an end").any_refused);
    }

    #[test]
    fn session_over_a_socket_stops_in_mid_search_and_quits() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = thread::spawn(move || -> io::Result<bool> {
            let (stream, _) = listener.accept()?;
            Ok(new("connect4").for_network().run(stream.try_clone()?, stream)?.any_refused)
        });
        let mut client = TcpStream::connect(address).expect("a connection");
        let lines = format!("setoption name Hash value 64\n{ENDLESS_SEARCH_LINES}stop\nquit\n");
        client.write_all(lines.as_bytes()).expect("lines");
        let answers = io::read_to_string(client).expect("answers");
        assert!(answers.starts_with("error unsupported "), "{answers}");
        assert!(answers.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
        assert!(server.join().expect("a server").expect("an end"));
    }

    #[test]
    fn end_of_input_ends_a_search_without_end() {
        let answers = new("connect4").answers(ENDLESS_SEARCH_LINES).expect("answers");
        assert!(answers.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
    }

    #[test]
    fn dropped_session_ends_its_search_and_says_no_more() {
        let (mut session, answers) = started();
        assert!(session.send("move h8 i9 h9") && session.send("go infinite"));
        drop(session);
        assert!(answers.iter().all(|line| !line.starts_with("bestmove ")));
    }

    #[test]
    fn session_that_is_over_takes_no_more_lines() {
        let (mut session, answers) = started();
        assert!(!session.feed(b"fen\nquit\nfen\n"));
        assert!(!session.send("fen"));
        assert!(!session.finish().expect("an end").any_refused);
        assert_eq!(answers.iter().count(), 1);
    }

    /// Fails at once.
    struct FailingWriter;

    impl Write for FailingWriter {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is full"))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn failed_writer_ends_the_session_with_its_error() {
        let error =
            new("connect4").run(ENDLESS_SEARCH_LINES.as_bytes(), FailingWriter).unwrap_err();
        assert!(error.to_string().contains("the disk is full"), "{error}");
    }

    #[test]
    fn dialect_and_options_hold_from_the_first_line() {
        let session = new("connect5").dialect(DialectName::Piskvork);
        let answers = session.answers("START 15\nEND\n").expect("answers");
        assert!(answers.starts_with("OK"), "{answers}");
        let session = new("connect4").option("seed", "7").expect("an option");
        assert_eq!(session.clone().answers("query seed").expect("answers"), "response 7\n");
        assert_eq!(session.option("seed", "x").unwrap_err().code.word(), "bad-number");
    }
}
