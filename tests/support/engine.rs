//! The real binary, driven through its pipes.
//!
//! Nothing here measures time; a process that says nothing for a minute is killed and fails the
//! test, so that a deadlock shows up as one.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long the engine may be silent before it counts as hung.
const HANG: Duration = Duration::from_mins(1);

/// The output of a finished process.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Everything on stdout that was not read before.
    pub(crate) stdout: String,
    /// Everything on stderr.
    pub(crate) stderr: String,
    /// The exit status; −1 if a signal ended it.
    pub(crate) status: i32,
}

/// A running engine. Input is written by a thread of its own and never blocks the test.
pub(crate) struct Engine {
    child: Child,
    input: Option<std::sync::mpsc::Sender<Vec<u8>>>,
    writer: Option<JoinHandle<()>>,
    lines: Receiver<String>,
    stderr: Receiver<String>,
}

impl Engine {
    /// Starts the binary with these arguments.
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(args)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let (input, writer) = writer(child.stdin.take().expect("a pipe"));
        let (line_sender, lines) = channel();
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while stdout.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
                let line = String::from_utf8(std::mem::take(&mut bytes)).expect("answers in UTF-8");
                if line_sender.send(line).is_err() {
                    return;
                }
            }
        });
        let (log_sender, stderr) = channel();
        let mut log = child.stderr.take().expect("a pipe");
        thread::spawn(move || {
            let mut bytes = Vec::new();
            drop(log.read_to_end(&mut bytes));
            drop(log_sender.send(String::from_utf8_lossy(&bytes).into_owned()));
        });
        Self { child, input: Some(input), writer: Some(writer), lines, stderr }
    }

    /// Sends these bytes as they are.
    pub(crate) fn send(&mut self, bytes: impl Into<Vec<u8>>) {
        let input = self.input.as_ref().expect("input is open");
        // A process that has ended needs no input any more.
        drop(input.send(bytes.into()));
    }

    /// The next line of stdout with its ending; `None` at its end.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(HANG) {
            Ok(line) => Some(line),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                drop(self.child.kill());
                panic!("the engine hangs; stderr: {:?}", self.stderr.recv_timeout(HANG));
            }
        }
    }

    /// The number of the process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the input, and waits for the end.
    pub(crate) fn finish(mut self) -> Run {
        let pid = self.pid();
        drop(self.input.take());
        let mut stdout = String::new();
        while let Some(line) = self.next_line() {
            stdout.push_str(&line);
        }
        let stderr = self.stderr.recv_timeout(HANG).expect("stderr ends with the process");
        let status = self.child.wait().unwrap_or_else(|_| panic!("process {pid} ends"));
        if let Some(writer) = self.writer.take() {
            writer.join().expect("the writer ends");
        }
        Run { stdout, stderr, status: status.code().unwrap_or(-1) }
    }
}

/// A thread that writes what it is given, until the process takes no more.
fn writer(mut stdin: ChildStdin) -> (std::sync::mpsc::Sender<Vec<u8>>, JoinHandle<()>) {
    let (sender, chunks) = channel::<Vec<u8>>();
    let write = move || {
        for chunk in chunks {
            if stdin.write_all(&chunk).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    };
    (sender, thread::spawn(write))
}

/// Runs the binary over the whole input in one burst.
pub(crate) fn run(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let mut engine = Engine::start(args);
    engine.send(input);
    engine.finish()
}
