//! One dialogue from its first line to its last, on the threads of a session.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use parlour::base::locks;
use parlour::protocol::dialects::DialectName;
use parlour::protocol::io::line_queue::LineQueue;
use parlour::protocol::io::output::Output;
use parlour::protocol::io::reader::read_lines;
use parlour::protocol::session::Session;
use parlour::protocol::session::engine_options::OptionSetting;
use parlour::protocol::session::setup::Setup;

use crate::check_small_searches::SMALL_OPTION_VALUES;

/// Lines that fit into the queue: all are read before the first one is executed.
pub const MOST_LINES: usize = 900;

/// Keeps what is written.
#[derive(Clone, Default)]
pub struct KeptOutput(Arc<Mutex<Vec<u8>>>);

impl KeptOutput {
    /// An output to this sink, for a client that may name no file to write to.
    pub fn to_output(&self) -> Output {
        Output::to_network(Box::new(self.clone()))
    }

    /// The text that was written.
    pub fn text(&self) -> String {
        let bytes = locks::lock(&self.0);
        String::from_utf8(bytes.clone()).expect("answers are UTF-8")
    }
}

impl Write for KeptOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locks::lock(&self.0).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A game to begin with, and options that make searches small.
pub fn small_setup(game: &str) -> Setup {
    let setting = |(name, value): (&str, &str)| OptionSetting {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    Setup::read(game, SMALL_OPTION_VALUES.map(setting).into())
        .unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Everything that the session writes to these lines; nothing if they are too many.
pub fn hold(input: &[u8], dialect: Option<DialectName>, setup: &Setup) -> String {
    if input.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() > MOST_LINES {
        return String::new();
    }
    let sink = KeptOutput::default();
    let (queue, output) = (Arc::<LineQueue>::default(), Arc::new(sink.to_output()));
    read_lines(input, &queue, &output, dialect);
    let session = Session::new(Arc::clone(&queue), Arc::clone(&output), setup);
    session.unwrap_or_else(|refusal| panic!("{refusal}")).run();
    output.flush();
    sink.text()
}
