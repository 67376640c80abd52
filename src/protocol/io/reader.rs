//! The reader: bytes to lines, lines to parsed commands, and those that take effect when read.

use std::io::{self, BufRead, ErrorKind};
use std::sync::Arc;

use super::conversation_log::LOG_FILE;
use super::line_queue::{Content, LineQueue, QueuedLine};
use super::output::Output;
use crate::protocol::dialects::DialectName;
use crate::protocol::grammar::command::{BLANKS, BYTE_ORDER_MARK, Command, is_control_but_tab};
use crate::protocol::grammar::command_table::{NativeLine, Urgency, split_tag};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::Reply;

/// The longest line in bytes, without its ending.
pub const LONGEST_LINE: usize = 65_536;

/// Bytes of an over-long line that are kept, enough for its tag. Set by hand.
const KEPT_OF_OVERLONG: usize = 40;

/// Reads lines until the end of input, `quit`, or an error; then closes the queue.
///
/// The first line decides the dialect, unless it is `forced`.
pub fn read_lines(
    input: impl BufRead,
    queue: &Arc<LineQueue>,
    output: &Arc<Output>,
    forced: Option<DialectName>,
) {
    let mut reader = LineReader::new(Arc::clone(queue), Arc::clone(output), forced);
    match reader.read_to_end(input) {
        Ok(true) => log::debug!("end of input"),
        Ok(false) => {}
        Err(error) => queue.put_read_error(error),
    }
    queue.end();
}

/// Takes in bytes as they come, and queues the lines that they complete.
pub(in crate::protocol) struct LineReader {
    splitter: LineSplitter,
    intake: Intake,
}

impl LineReader {
    /// Nothing is read yet; the first line decides the dialect, unless it is `forced`.
    pub(in crate::protocol) fn new(
        queue: Arc<LineQueue>,
        output: Arc<Output>,
        forced: Option<DialectName>,
    ) -> Self {
        let intake = Intake {
            queue,
            output,
            dialect: forced,
            is_first_line: true,
            waiting: Vec::new(),
            has_quit: false,
        };
        Self { splitter: LineSplitter::default(), intake }
    }

    /// Takes in the next bytes; false if nothing is read any more.
    pub(in crate::protocol) fn read(&mut self, bytes: &[u8]) -> bool {
        self.splitter.split(bytes, &mut self.intake);
        self.intake.push_waiting();
        !self.intake.has_quit && !self.intake.output.is_closed()
    }

    /// The input has ended: queues what is left of it.
    pub(in crate::protocol) fn finish(&mut self) {
        self.splitter.finish(&mut self.intake);
        self.intake.push_waiting();
    }

    /// Reads to the end; false if it stopped before.
    ///
    /// # Errors
    /// If the input cannot be read; what was read before is queued.
    fn read_to_end(&mut self, mut input: impl BufRead) -> io::Result<bool> {
        loop {
            let chunk = match input.fill_buf() {
                Ok([]) => break,
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.finish();
                    return Err(error);
                }
            };
            let length = chunk.len();
            let goes_on = self.read(chunk);
            input.consume(length);
            if !goes_on {
                return Ok(false);
            }
        }
        self.finish();
        Ok(true)
    }
}

/// The queue that lines go to, and the state of the reader between two lines.
struct Intake {
    queue: Arc<LineQueue>,
    output: Arc<Output>,
    dialect: Option<DialectName>,
    /// No line was read yet.
    is_first_line: bool,
    /// Lines that are not in the queue yet.
    waiting: Vec<QueuedLine>,
    /// Nothing is read any more.
    has_quit: bool,
}

impl LineSink for Intake {
    fn push_line(&mut self, line: &RawLine<'_>) {
        self.has_quit = self.has_quit || !self.accept(line);
    }

    fn ends_at_return(&self, begun: &str) -> bool {
        self.is_piskvork(begun)
    }
}

impl Intake {
    /// Whether a line that begins with this text is one of the dialect piskvork.
    fn is_piskvork(&self, begun: &str) -> bool {
        let dialect = self.dialect.unwrap_or_else(|| DialectName::of_first_line(begun));
        dialect == DialectName::Piskvork
    }

    fn push_waiting(&mut self) {
        self.queue.push(&mut self.waiting);
    }

    /// Takes one line in; false after `quit`.
    fn accept(&mut self, line: &RawLine<'_>) -> bool {
        let is_first = std::mem::take(&mut self.is_first_line);
        let lossy;
        let text = match line.text() {
            Ok(text) if is_first => text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text),
            Ok(text) => text,
            // Managers of Gomocup send paths in an encoding of their own, which INFO ignores.
            Err(_) if !line.too_long && self.is_piskvork(&line.lossy_text()) => {
                lossy = line.lossy_text();
                &lossy
            }
            Err(refusal) => {
                let kept = line.bytes.get(..KEPT_OF_OVERLONG.min(line.bytes.len()));
                self.output.log().line_in(&String::from_utf8_lossy(kept.unwrap_or_default()));
                let dialect = self.dialect.unwrap_or_default();
                let refused = QueuedLine::new(Err(refusal), line.tag(), false, dialect, 0);
                self.waiting.push(refused);
                return true;
            }
        };
        let begin = text.trim_start_matches(BLANKS);
        if begin.is_empty() || begin.starts_with('#') {
            return true;
        }
        let dialect = *self.dialect.get_or_insert_with(|| {
            let dialect = DialectName::of_first_line(text);
            log::info!("the first line chooses the dialect {}", dialect.word());
            dialect
        });
        let ParsedLine { mut content, tag, urgency } = ParsedLine::of(text, dialect);
        // The log file is opened here, when the line is read, so that the lines after it are
        // logged. When the command is executed, some of them have been read already.
        if let Ok(Content::Command(Some(Command::SetOption { name, value }))) = &content
            && name.eq_ignore_ascii_case(LOG_FILE)
            && let Err(refusal) = self.output.log().open(value.as_deref())
        {
            content = Err(refusal);
        }
        self.output.log().line_in(text);
        match urgency {
            Urgency::Stop | Urgency::Quit => {
                self.push_waiting();
                self.queue.stop_searches();
            }
            Urgency::End => {
                self.push_waiting();
                self.queue.discard_searches();
            }
            Urgency::Ready => {
                self.push_waiting();
                if self.queue.is_searching() {
                    self.output.write_reply(tag.as_deref(), &Reply::ReadyOk);
                    self.output.flush();
                    return true;
                }
            }
            Urgency::Queued | Urgency::Search => {}
        }
        let is_search = urgency == Urgency::Search;
        self.waiting.push(QueuedLine::new(content, tag, is_search, dialect, text.len()));
        !matches!(urgency, Urgency::Quit | Urgency::End)
    }
}

/// A line as far as its dialect lets the reader understand it.
struct ParsedLine {
    content: Result<Content, Refusal>,
    tag: Option<String>,
    urgency: Urgency,
}

impl ParsedLine {
    fn of(text: &str, dialect: DialectName) -> Self {
        if dialect == DialectName::Native {
            let NativeLine { tag, command, urgency } = NativeLine::parse(text);
            return Self { content: command.map(Content::Command), tag, urgency };
        }
        let urgency = dialect.urgency(text);
        Self { content: Ok(Content::Foreign(text.to_owned())), tag: None, urgency }
    }
}

/// A line as it came in, without its ending.
struct RawLine<'a> {
    /// Its bytes; of an over-long one the first [`KEPT_OF_OVERLONG`], or more.
    bytes: &'a [u8],
    too_long: bool,
}

impl<'a> RawLine<'a> {
    fn text(&self) -> Result<&'a str, Refusal> {
        if self.too_long {
            let text = format!("a line holds at most {LONGEST_LINE} bytes");
            return Err(Refusal::new(Code::LineTooLong, text));
        }
        let bad = |text: &str| Refusal::new(Code::BadEncoding, text);
        let text = std::str::from_utf8(self.bytes).map_err(|_| bad("the line is not UTF-8"))?;
        match text.chars().find(|c| is_control_but_tab(*c)) {
            None => Ok(text),
            Some(c) => Err(bad(&format!("the line holds the control character {}", c as u32))),
        }
    }

    /// Its text, with a replacement character for what is no text.
    fn lossy_text(&self) -> String {
        String::from_utf8_lossy(self.bytes).replace(is_control_but_tab, "\u{fffd}")
    }

    /// The tag of a line that cannot be read, where it stands whole at the front.
    fn tag(&self) -> Option<String> {
        let front = self.bytes.get(..KEPT_OF_OVERLONG.min(self.bytes.len()))?;
        let valid = match std::str::from_utf8(front) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(front.get(..error.valid_up_to())?).ok()?,
        };
        let (tag, rest) = split_tag(valid).ok()?;
        (!rest.is_empty() || valid.ends_with(BLANKS)).then(|| tag.map(str::to_owned))?
    }
}

/// Takes lines one after another.
trait LineSink {
    /// Takes one line.
    fn push_line(&mut self, line: &RawLine<'_>);

    /// Whether a carriage return ends the line that begins with this text, as it does in the
    /// dialects that were made where lines end so.
    fn ends_at_return(&self, begun: &str) -> bool;
}

/// Bytes at the front of a line that show its dialect. Set by hand.
const BYTES_THAT_SHOW_DIALECT: usize = 40;

/// Cuts bytes into lines without ever storing more than the longest line.
#[derive(Default)]
struct LineSplitter {
    /// The beginning of a line whose end has not come yet.
    begun: Vec<u8>,
    too_long: bool,
}

impl LineSplitter {
    fn split(&mut self, mut chunk: &[u8], sink: &mut impl LineSink) {
        let mut from = 0;
        while let Some(more) = chunk.iter().skip(from).position(|b| matches!(b, b'\n' | b'\r')) {
            let end = from + more;
            let (line, rest) = chunk.split_at(end);
            if rest.first() == Some(&b'\r') && !self.ends_at_return(line, sink) {
                from = end + 1;
                continue;
            }
            chunk = rest.get(1..).unwrap_or_default();
            from = 0;
            if self.begun.is_empty() && !self.too_long {
                sink.push_line(&finished(line, false));
            } else {
                self.add(line);
                self.finish(sink);
            }
        }
        self.add(chunk);
    }

    fn ends_at_return(&self, line: &[u8], sink: &impl LineSink) -> bool {
        let front: Vec<u8> =
            self.begun.iter().chain(line).copied().take(BYTES_THAT_SHOW_DIALECT).collect();
        sink.ends_at_return(&String::from_utf8_lossy(&front))
    }

    fn add(&mut self, bytes: &[u8]) {
        // One byte more than a line holds, for the CR that may end it.
        if self.begun.len() + bytes.len() > LONGEST_LINE + 1 {
            self.too_long = true;
        }
        let room = if self.too_long { KEPT_OF_OVERLONG } else { LONGEST_LINE + 1 };
        let kept = bytes.len().min(room.saturating_sub(self.begun.len()));
        self.begun.extend_from_slice(bytes.get(..kept).unwrap_or_default());
        self.begun.truncate(room);
        if self.too_long {
            self.begun.shrink_to_fit();
        }
    }

    fn finish(&mut self, sink: &mut impl LineSink) {
        if !self.begun.is_empty() || self.too_long {
            sink.push_line(&finished(&self.begun, self.too_long));
        }
        self.begun.clear();
        self.too_long = false;
    }
}

fn finished(line: &[u8], too_long: bool) -> RawLine<'_> {
    let bytes = line.strip_suffix(b"\r").unwrap_or(line);
    RawLine { bytes, too_long: too_long || bytes.len() > LONGEST_LINE }
}

/// The error of an input that cannot be read, as it is reported.
pub fn cannot_read(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_LINE, LineSink, LineSplitter, RawLine};

    /// Collects lines; carriage returns end them after this first word.
    #[derive(Default)]
    struct Collector {
        lines: Vec<Result<String, &'static str>>,
        word: Option<&'static str>,
    }

    impl LineSink for Collector {
        fn push_line(&mut self, line: &RawLine<'_>) {
            self.lines.push(line.text().map(str::to_owned).map_err(|refusal| refusal.code.word()));
        }

        fn ends_at_return(&self, begun: &str) -> bool {
            !self.lines.is_empty() && self.word.is_some()
                || self.word.is_some_and(|word| begun.starts_with(word))
        }
    }

    /// What comes out of the splitter when the input comes in pieces of this size.
    fn collect(input: &[u8], piece: usize, word: Option<&'static str>) -> Collector {
        let mut splitter = LineSplitter::default();
        let mut collector = Collector { lines: Vec::new(), word };
        input.chunks(piece).for_each(|chunk| splitter.split(chunk, &mut collector));
        splitter.finish(&mut collector);
        collector
    }

    fn lines(input: &[u8], piece: usize) -> Vec<Result<String, &'static str>> {
        collect(input, piece, None).lines
    }

    #[test]
    fn carriage_returns_end_lines_where_the_dialect_has_them() {
        for piece in 1..9 {
            let collector = collect(b"START 5\rABOUT\r\nEND\r", piece, Some("START"));
            let expected = ["START 5", "ABOUT", "", "END"].map(|line| Ok(line.to_owned()));
            assert_eq!(
                collector.lines.iter().filter(|line| **line != Ok(String::new())).count(),
                3
            );
            assert!(
                collector.lines.iter().all(|line| expected.contains(line)),
                "{:?}",
                collector.lines
            );
        }
        assert_eq!(lines(b"fen\rx\n", 2), [Err("bad-encoding")]);
    }

    #[test]
    fn lines_are_the_same_however_they_come_in() {
        let long = "y".repeat(LONGEST_LINE);
        let input = format!("go\r\n\n\u{e9}t\u{e9}\n{long}\n{long}\r\n{long}z\nend");
        let expected = lines(input.as_bytes(), input.len());
        assert_eq!(expected.len(), 7);
        assert_eq!(expected[0], Ok("go".to_owned()));
        assert_eq!(expected[4], Ok(long));
        assert_eq!(expected[5], Err("line-too-long"));
        assert_eq!(expected[6], Ok("end".to_owned()));
        for piece in [1, 7, 65_536, 65_537] {
            assert_eq!(lines(input.as_bytes(), piece), expected, "pieces of {piece}");
        }
    }

    #[test]
    fn bad_bytes_are_refused_line_by_line() {
        let found = lines(b"a\0b\n\xff\xfe\nleg\ral\nfine", 4);
        let bad = Err("bad-encoding");
        assert_eq!(found, [bad.clone(), bad.clone(), bad, Ok("fine".to_owned())]);
    }

    #[test]
    fn overlong_lines_are_not_stored() {
        let mut splitter = LineSplitter::default();
        let chunk = vec![b'x'; LONGEST_LINE];
        for _ in 0..1_000 {
            splitter.split(&chunk, &mut Collector::default());
            assert!(splitter.begun.capacity() <= 2 * LONGEST_LINE + 2);
        }
    }
}
