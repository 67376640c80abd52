//! A session without threads: bytes in, answers out, searches included.

use std::io::Write;
use std::sync::Arc;

use super::super::grammar::reply::Refusal;
use super::super::io::polled_input::{Incoming, PolledInput};
use super::super::io::writer::Output;
use super::Session;
use super::setup::Setup;

/// A session on the caller's thread, for places without threads.
///
/// # Examples
/// ```
/// use parlour::protocol::session::inline_session::InlineSession;
/// use parlour::protocol::session::setup::Setup;
///
/// let setup = Setup::read("connect4", Vec::new()).unwrap();
/// let mut session = InlineSession::new(&setup, Box::new(std::io::sink()), None).unwrap();
/// assert!(session.feed(b"move 4\ngo depth 3\n"), "it goes on");
/// assert!(!session.feed(b"quit\n"), "it is over");
/// ```
pub struct InlineSession {
    session: Session,
    input: Arc<PolledInput>,
    is_over: bool,
}

impl InlineSession {
    /// A session that begins with this game and these options, and writes its answers to `writer`.
    ///
    /// `incoming` gives what the client sends in mid-search, such as `stop`. Without it, lines wait
    /// until the search ends, and a search without limits ends at once.
    ///
    /// # Errors
    /// What the setup refuses.
    pub fn new(
        setup: &Setup,
        writer: Box<dyn Write + Send>,
        incoming: Option<Box<dyn Incoming>>,
    ) -> Result<Self, Refusal> {
        let output = Arc::new(Output::new(writer));
        let input = PolledInput::new(Arc::default(), Arc::clone(&output), None, incoming);
        let input = Arc::new(input);
        let session = Session::inline(Arc::clone(&input), output, setup)?;
        Ok(Self { session, input, is_over: false })
    }

    /// Carries out the lines that these bytes complete; false once the session is over.
    ///
    /// All answers are written when it returns.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        self.input.add(bytes);
        self.carry_out_lines()
    }

    /// The input has ended: carries out a last line without an end; returns whether any line was
    /// refused.
    pub fn finish(mut self) -> bool {
        self.input.end();
        self.carry_out_lines();
        self.session.any_refused
    }

    fn carry_out_lines(&mut self) -> bool {
        while !self.is_over
            && let Some(line) = self.input.next_line()
        {
            self.is_over = !self.session.carry_out_guarded(&line);
        }
        self.session.replies.flush();
        !self.is_over
    }
}
