//! The one writer of stdout, through which every line goes; the writer of replies, which adds the tag
//! of the line or translates the reply to the dialect of the client; and the log of the conversation:
//! every line that comes in and every answer that goes out, with its time, for the program's log and
//! for a file.
//!
//! ```text
//! 0 >> position startpos      a line, read 0 ms after the start
//! 2 >> go depth 1
//! 3 << bestmove 4             an answer
//! ```

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::regular_file;
use crate::protocol::dialects::{Dialect, DialectName, translator};
use crate::protocol::grammar::command_and_argument_parsers::Command;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::Reply;
use crate::search::Stopwatch;

/// Reply lines on their way out, under one lock.
///
/// Lines of one call stay together. After a failed write all further output is discarded;
/// [`Self::finish`] says why.
pub struct Output {
    sink: Mutex<OutputBuffer>,
    closed: AtomicBool,
    /// Why writing has failed, unless the other side has just gone.
    failure: Mutex<Option<io::Error>>,
    log: ConversationLog,
}

struct OutputBuffer {
    waiting: String,
    writer: Box<dyn Write + Send>,
}

/// Bytes that may wait for a flush. Set by hand.
const BUFFER: usize = 1 << 16;

impl Output {
    /// Output to this writer, which should not buffer.
    pub fn new(writer: Box<dyn Write + Send>) -> Self {
        Self::with_log(writer, ConversationLog::new(true))
    }

    /// Output to a client on another machine, which may name no file to write to.
    pub fn to_network(writer: Box<dyn Write + Send>) -> Self {
        Self::with_log(writer, ConversationLog::new(false))
    }

    fn with_log(writer: Box<dyn Write + Send>, log: ConversationLog) -> Self {
        let waiting = String::with_capacity(BUFFER);
        Self {
            sink: Mutex::new(OutputBuffer { waiting, writer }),
            closed: AtomicBool::new(false),
            failure: Mutex::new(None),
            log,
        }
    }

    /// The log of the conversation.
    pub(in crate::protocol) const fn log(&self) -> &ConversationLog {
        &self.log
    }

    /// Whether writing has failed, or the other side reads no more.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// The other side reads no more: all further output is discarded.
    pub(in crate::protocol) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Writes out everything that waits, at the end of all output.
    ///
    /// # Errors
    /// The first error of writing; none if the other side has closed a pipe.
    pub fn finish(&self) -> io::Result<()> {
        self.flush();
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        match failure {
            None => Ok(()),
            Some(error) => {
                Err(io::Error::new(error.kind(), format!("cannot write the output: {error}")))
            }
        }
    }

    /// Writes one reply, with its tag in front.
    pub fn write_reply(&self, tag: Option<&str>, reply: &Reply) {
        use std::fmt::Write as _;
        let mut sink = self.lock();
        let begin = sink.waiting.len();
        if let Some(tag) = tag {
            let _ = write!(sink.waiting, "@{tag} ");
        }
        let _ = write!(sink.waiting, "{reply}");
        self.log.answer_out(&sink.waiting.get(begin..).unwrap_or_default());
        sink.waiting.push('\n');
        if sink.waiting.len() >= BUFFER {
            self.write_out(&mut sink);
        }
    }

    /// Writes one line of text as it is.
    pub fn write_line(&self, text: &str) {
        let mut sink = self.lock();
        self.log.answer_out(&text);
        sink.waiting.push_str(text);
        sink.waiting.push('\n');
        if sink.waiting.len() >= BUFFER {
            self.write_out(&mut sink);
        }
    }

    /// Writes out everything that waits.
    pub fn flush(&self) {
        self.write_out(&mut self.lock());
    }

    fn lock(&self) -> MutexGuard<'_, OutputBuffer> {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_out(&self, sink: &mut OutputBuffer) {
        let OutputBuffer { waiting, writer } = sink;
        if !waiting.is_empty() && !self.is_closed() {
            let result = writer.write_all(waiting.as_bytes()).and_then(|()| writer.flush());
            if let Err(error) = result {
                self.close();
                if error.kind() != ErrorKind::BrokenPipe {
                    *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            }
        }
        waiting.clear();
    }
}

/// Writes replies: with the line's tag, or translated to a foreign dialect.
pub(in crate::protocol) struct ReplyWriter {
    output: Arc<Output>,
    /// The tag of the line that is being executed.
    tag: Option<String>,
    translation: Option<Translation>,
    /// The seed for what a foreign dialect leaves to chance.
    seed: u64,
}

/// A foreign dialect in use.
struct Translation {
    dialect: Box<dyn Dialect>,
    /// Commands that follow from replies and have not been executed yet.
    following: Vec<Command>,
}

impl ReplyWriter {
    /// Replies in the native dialect, until a line of another one comes.
    pub(in crate::protocol) const fn new(output: Arc<Output>, seed: u64) -> Self {
        Self { output, tag: None, translation: None, seed }
    }

    /// The next line is executed: its tag, and its dialect.
    pub(in crate::protocol) fn begin_line(&mut self, tag: Option<String>, dialect: DialectName) {
        self.tag = tag;
        if self.translation.is_none() {
            let translation = |dialect| Translation { dialect, following: Vec::new() };
            self.translation = translator(dialect, self.seed).map(translation);
        }
    }

    /// The commands that a line of the foreign dialect stands for.
    ///
    /// # Errors
    /// What the dialect refuses.
    pub(in crate::protocol) fn translate(&mut self, line: &str) -> Result<Vec<Command>, Refusal> {
        let Some(translation) = &mut self.translation else { return Ok(Vec::new()) };
        let mut out = Vec::new();
        let commands = translation.dialect.read_line(line, &mut out);
        self.write_lines(&out);
        commands
    }

    /// Takes the commands that follow from the replies so far, the first one first.
    pub(in crate::protocol) fn take_following(&mut self) -> Vec<Command> {
        let translation = self.translation.as_mut();
        translation.map_or_else(Vec::new, |translation| std::mem::take(&mut translation.following))
    }

    /// Writes one reply.
    pub(in crate::protocol) fn write(&mut self, reply: &Reply) {
        let Some(translation) = &mut self.translation else {
            return self.output.write_reply(self.tag.as_deref(), reply);
        };
        let mut out = Vec::new();
        translation.following.extend(translation.dialect.write_reply(reply, &mut out));
        self.write_lines(&out);
    }

    fn write_lines(&self, lines: &[String]) {
        for line in lines {
            self.output.write_line(line);
        }
    }

    /// Writes `ok`, which a tagged line without another reply gets; a foreign dialect always gets it.
    pub(in crate::protocol) fn write_ok(&mut self) {
        if self.tag.is_some() || self.translation.is_some() {
            self.write(&Reply::Ok);
        }
    }

    /// Adds the conversation from now on to the end of this file; `None` for no file.
    ///
    /// # Errors
    /// As the log refuses it.
    pub(in crate::protocol) fn open_log_file(&self, path: Option<&str>) -> Result<(), Refusal> {
        self.output.log().open(path)
    }

    /// Writes out what waits.
    pub(in crate::protocol) fn flush(&self) {
        self.output.flush();
    }

    /// Whether the other side reads no more.
    pub(in crate::protocol) fn is_closed(&self) -> bool {
        self.output.is_closed()
    }
}

/// Output to stdout.
pub fn to_stdout() -> Output {
    Output::new(Box::new(io::stdout()))
}

/// Whether stdout is a terminal.
#[cfg(feature = "cli")]
pub(in crate::protocol) fn is_stdout_terminal() -> bool {
    io::IsTerminal::is_terminal(&io::stdout())
}

/// Waits until stdout is closed by its reader; false if that cannot be noticed here.
///
/// It is noticed of pipes and Unix sockets; for a file this waits for ever, and of a connection over
/// a network it is noticed when an answer cannot be delivered.
#[cfg(all(unix, feature = "cli"))]
pub(in crate::protocol) fn wait_until_stdout_is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let stdout = io::stdout();
    // No event is asked for: errors and hang-ups are always reported.
    let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
    while let Err(error) = poll(&mut watched, None) {
        if error != Errno::INTR {
            return false;
        }
    }
    let [stdout] = watched;
    stdout.revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Waits until stdout is closed by its reader; false if that cannot be noticed here.
#[cfg(all(not(unix), feature = "cli"))]
pub(in crate::protocol) const fn wait_until_stdout_is_closed() -> bool {
    false
}

/// Writes an error to stderr on a line of its own, whatever the level of the log is.
///
/// It is an error for which the program ends, or gives no answer.
pub fn complain(error: &dyn Display) {
    // If this fails, there is no other place for it.
    drop(writeln!(io::stderr(), "error: {error}"));
}

/// The option that names the file.
pub(crate) const LOG_FILE: &str = "LogFile";

/// The word for no file.
pub(crate) const NO_FILE: &str = "<empty>";

/// Writes down a conversation.
pub struct ConversationLog {
    stopwatch: Stopwatch,
    file: Mutex<LogFile>,
    /// Whether there is a file.
    has_file: AtomicBool,
    /// Whether the other side may name a file.
    allows_files: bool,
}

/// The file of a log.
#[derive(Default)]
struct LogFile {
    writer: Option<Box<dyn Write + Send>>,
    /// Whether a write to it has failed.
    has_failed: bool,
}

impl ConversationLog {
    /// A log without a file; `allows_files` says whether [`Self::open`] may name one.
    pub(super) fn new(allows_files: bool) -> Self {
        Self {
            stopwatch: Stopwatch::start(),
            file: Mutex::default(),
            has_file: AtomicBool::new(false),
            allows_files,
        }
    }

    /// Adds all that follows to the end of this file; `None` for no file.
    ///
    /// # Errors
    /// `bad-value` if the file cannot be written, `unsupported` where no file may be named; the log
    /// goes on as before.
    pub(in crate::protocol) fn open(&self, path: Option<&str>) -> Result<(), Refusal> {
        match path.filter(|path| !path.is_empty() && *path != NO_FILE) {
            None => self.write_to(None),
            Some(_) if !self.allows_files => {
                let text = "no file is written for a client that is connected over the network";
                return Err(Refusal::new(Code::Unsupported, text));
            }
            Some(path) => self.open_for_host(path)?,
        }
        Ok(())
    }

    /// Adds all that follows to the end of this file, which whoever runs the engine names.
    ///
    /// # Errors
    /// `bad-value` if the file cannot be written.
    pub(in crate::protocol) fn open_for_host(&self, path: &str) -> Result<(), Refusal> {
        let refused = |error| Refusal::new(Code::BadValue, format!("{path}: {error}"));
        self.write_to(Some(open_file(path).map_err(refused)?));
        Ok(())
    }

    fn write_to(&self, writer: Option<Box<dyn Write + Send>>) {
        self.has_file.store(writer.is_some(), Ordering::Relaxed);
        *self.lock() = LogFile { writer, has_failed: false };
    }

    /// A line has been read.
    pub(super) fn line_in(&self, line: &str) {
        self.note(">>", &line);
    }

    /// An answer is written.
    pub(super) fn answer_out(&self, answer: &dyn Display) {
        self.note("<<", answer);
    }

    /// Whether the log goes anywhere: to its file, or to the log of the program.
    pub(super) fn is_kept(&self) -> bool {
        self.has_file.load(Ordering::Relaxed) || log::log_enabled!(log::Level::Debug)
    }

    fn note(&self, mark: &str, text: &dyn Display) {
        if !self.is_kept() {
            return;
        }
        let text = with_escaped_controls(&text.to_string());
        log::debug!("{mark} {text}");
        let file = &mut *self.lock();
        let Some(writer) = &mut file.writer else { return };
        let line = format!("{} {mark} {text}\n", self.stopwatch.elapsed().as_millis());
        if let Err(error) = writer.write_all(line.as_bytes())
            && !std::mem::replace(&mut file.has_failed, true)
        {
            log::warn!("cannot write the conversation to its file: {error}");
        }
    }

    fn lock(&self) -> MutexGuard<'_, LogFile> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a plain file to add to its end, or makes it.
fn open_file(path: &str) -> io::Result<Box<dyn Write + Send>> {
    let file = regular_file::open(Path::new(path), OpenOptions::new().append(true).create(true))?;
    Ok(Box::new(file))
}

/// The text with every control character but the tab spelt out.
fn with_escaped_controls(text: &str) -> String {
    let is_plain = |c: char| !c.is_control() || c == '\t';
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    let spelt = |c: char| if is_plain(c) { c.to_string() } else { c.escape_debug().to_string() };
    text.chars().map(spelt).collect()
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use super::{ConversationLog, LogFile, Ordering};

    /// Keeps what is written, but fails at each write with this text in it.
    struct Unreliable(Arc<Mutex<String>>);

    impl Write for Unreliable {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes);
            if text.contains("lost") {
                return Err(io::Error::other("the disk is full"));
            }
            self.0.lock().unwrap().push_str(&text);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn log_goes_on_after_a_failed_write() {
        let written = Arc::new(Mutex::new(String::new()));
        let log = ConversationLog::new(true);
        let writer: Box<dyn Write + Send> = Box::new(Unreliable(Arc::clone(&written)));
        *log.lock() = LogFile { writer: Some(writer), has_failed: false };
        log.has_file.store(true, Ordering::Relaxed);
        log.line_in("first");
        log.line_in("lost");
        log.answer_out(&"third\u{7}");
        let text = written.lock().unwrap().clone();
        let lines: Vec<&str> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!(lines, [">> first", "<< third\\u{7}"]);
    }

    #[test]
    fn what_cannot_be_written_is_refused() {
        let log = ConversationLog::new(true);
        for (path, defect) in
            [("no/such/folder/log", "No such file"), ("/dev/null", "not a plain file")]
        {
            let refusal = log.open(Some(path)).expect_err("a refusal").to_string();
            assert!(refusal.starts_with("bad-value ") && refusal.contains(defect), "{refusal}");
        }
        assert!(!log.has_file.load(Ordering::Relaxed));
        let refusal = ConversationLog::new(false).open(Some("log")).expect_err("a refusal");
        assert!(refusal.to_string().starts_with("unsupported "), "{refusal}");
        assert_eq!(log.open(None), Ok(()));
    }
}
