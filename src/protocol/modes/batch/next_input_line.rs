//! Reads a line of the input of a batch: text, or its printable part and why it is refused.

use std::io::{self, BufRead, Read};

use crate::protocol::grammar::command::{BYTE_ORDER_MARK, is_control_but_tab};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::reader::LONGEST_LINE;

/// A line of input, or its printable part and why it is refused.
pub(super) type InputLine = Result<String, (String, Refusal)>;

/// Characters of an over-long line that its answer repeats. Set by hand.
const SHOWN_OF_OVERLONG: usize = 64;

/// The next line without its ending; over-long ones are skipped without being stored.
///
/// A byte order mark at the front of the first line is left out.
pub(super) fn next_line(input: &mut impl BufRead, is_first: bool) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let limit = LONGEST_LINE as u64 + 2;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() as u64 == limit {
        input.skip_until(b'\n')?;
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    let marked = plain_text(&bytes);
    Ok(Some(marked.map(|line| match line.strip_prefix(BYTE_ORDER_MARK) {
        Some(text) if is_first => text.to_owned(),
        _ => line,
    })))
}

/// The line as text; else its printable letters, and the defect.
fn plain_text(bytes: &[u8]) -> InputLine {
    let text = String::from_utf8_lossy(bytes);
    let printable = |c: &char| !is_control_but_tab(*c);
    if bytes.len() > LONGEST_LINE {
        let printable_part = text.chars().filter(printable).take(SHOWN_OF_OVERLONG).collect();
        let defect = format!("a line holds at most {LONGEST_LINE} bytes");
        return Err((printable_part, Refusal::new(Code::LineTooLong, defect)));
    }
    if std::str::from_utf8(bytes).is_ok() && text.chars().all(|c| printable(&c)) {
        return Ok(text.into_owned());
    }
    let printable_part = text.chars().filter(printable).collect();
    Err((printable_part, Refusal::new(Code::BadEncoding, "the line is not plain UTF-8 text")))
}
