//! The log of the conversation: every line that comes in and every answer that goes out, with its time, for
//! the program's log and the file of the option `LogFile`.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use super::regular_file;
use crate::base::locks;
use crate::protocol::grammar::command::is_control_but_tab;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::search::Stopwatch;

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
        self.write_to(Some(open_file(path)?));
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
        locks::lock(&self.file)
    }
}

/// Opens a plain file to add to its end, or makes it.
///
/// # Errors
/// `bad-value` if the file cannot be written.
pub(in crate::protocol) fn open_file(path: &str) -> Result<Box<dyn Write + Send>, Refusal> {
    regular_file::open(Path::new(path), OpenOptions::new().append(true).create(true))
        .map(|file| -> Box<dyn Write + Send> { Box::new(file) })
        .map_err(|error| Refusal::new(Code::BadValue, format!("{path}: {error}")))
}

/// The text with every control character but the tab spelt out.
fn with_escaped_controls(text: &str) -> String {
    let is_plain = |c: char| !is_control_but_tab(c);
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
