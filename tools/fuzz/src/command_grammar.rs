//! Lines of the native protocol: parsed, written, and parsed again; bytes cut into lines.
//!
//! The first byte says how many bytes are read at a time.

use std::io::BufReader;
use std::sync::Arc;

use parlour::protocol::dialects::DialectName;
use parlour::protocol::grammar::command_table::NativeLine;
use parlour::protocol::io::line_queue::{LineQueue, QueuedLine};
use parlour::protocol::io::reader::read_lines;

use crate::whole_dialogue::{KeptOutput, MOST_LINES};
use crate::write_command::written;

/// The longest text of a refusal in characters, with its code.
const LONGEST_REFUSAL: usize = 330;

/// Checks one input.
pub fn check(data: &[u8]) {
    let [piece, bytes @ ..] = data else { return };
    check_reader(bytes, usize::from(*piece) + 1);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let is_plain = |line: &&str| line.chars().all(|c| !c.is_control() || c == '\t');
    text.lines().filter(is_plain).for_each(check_line);
}

/// A line that is accepted can be written so that it is accepted as the same.
fn check_line(text: &str) {
    let NativeLine { tag, command, urgency } = NativeLine::parse(text);
    match command {
        Ok(Some(command)) => {
            let tagged = tag.as_ref().map_or_else(String::new, |tag| format!("@{tag} "));
            let line = tagged + &written(&command);
            let expected = NativeLine { tag, command: Ok(Some(command)), urgency };
            assert_eq!(NativeLine::parse(&line), expected, "'{text}' is written as '{line}'");
        }
        Ok(None) => {}
        Err(refusal) => {
            let said = refusal.to_string();
            assert!(said.starts_with(refusal.code.word()), "{said}");
            let is_fit = !said.chars().any(|c| c.is_control() && c != '\t');
            assert!(is_fit && said.chars().count() <= LONGEST_REFUSAL, "{said}");
        }
    }
}

/// Bytes are cut into the same lines however they come in, in every dialect.
fn check_reader(bytes: &[u8], piece: usize) {
    if bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() > MOST_LINES {
        return;
    }
    let dialects = [DialectName::Native, DialectName::Piskvork];
    for dialect in [None].into_iter().chain(dialects.map(Some)) {
        let whole = lines_of(bytes, bytes.len().max(1), dialect);
        assert_eq!(lines_of(bytes, piece, dialect), whole, "in pieces of {piece} bytes");
    }
}

fn lines_of(bytes: &[u8], piece: usize, dialect: Option<DialectName>) -> Vec<QueuedLine> {
    let (queue, output) =
        (Arc::<LineQueue>::default(), Arc::new(KeptOutput::default().to_output()));
    read_lines(BufReader::with_capacity(piece, bytes), &queue, &output, dialect);
    std::iter::from_fn(|| queue.next(|| {})).collect()
}
