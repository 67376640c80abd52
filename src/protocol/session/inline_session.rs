//! A session without threads: bytes in, answers out, searches included.

use std::fmt;
use std::sync::Arc;

use super::Session;
use super::setup::Setup;
use super::threaded_session::SessionEnd;
use crate::protocol::dialects::DialectName;
use crate::protocol::grammar::refusal::Refusal;
use crate::protocol::io::output::Output;
use crate::protocol::io::polled_input::{Incoming, PolledInput};

/// A session on the caller's thread, for places without threads.
///
/// Made by [`Session::inline`](crate::Session::inline).
///
/// # Examples
/// ```
/// use parlour::Session;
///
/// let first = parlour::games()[0].name;
/// let mut session = Session::new(first)?.inline(std::io::sink(), None)?;
/// assert!(session.feed(b"legal\ngo depth 3\n"), "it goes on");
/// assert!(!session.feed(b"quit\n"), "it is over");
/// # Ok::<(), parlour::Error>(())
/// ```
pub struct InlineSession {
    session: Session,
    input: Arc<PolledInput>,
    is_over: bool,
}

impl InlineSession {
    /// A session that begins with this game and these options, and writes its answers to `output`.
    ///
    /// The first line decides the dialect, unless one is given. `incoming` gives what the client sends
    /// in mid-search, such as `stop`. Without it, lines wait until the search ends, and a search
    /// without limits ends at once.
    ///
    /// # Errors
    /// What the setup refuses.
    pub(crate) fn new(
        setup: &Setup,
        output: Output,
        dialect: Option<DialectName>,
        incoming: Option<Box<dyn Incoming>>,
    ) -> Result<Self, Refusal> {
        let output = Arc::new(output);
        let input = PolledInput::new(Arc::default(), Arc::clone(&output), dialect, incoming);
        let input = Arc::new(input);
        let session = Session::inline(Arc::clone(&input), output, setup)?;
        Ok(Self { session, input, is_over: false })
    }

    /// This session for a client that may be on another machine, see [`Session::for_network`].
    #[must_use]
    pub(crate) fn for_network(mut self) -> Self {
        self.session = self.session.for_network();
        self
    }

    /// Executes the lines that these bytes complete; false once the session is over.
    ///
    /// All answers are written when it returns.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        self.input.add(bytes);
        self.execute_lines()
    }

    /// The input has ended: executes a last line without an end.
    pub fn finish(mut self) -> SessionEnd {
        self.input.end();
        self.execute_lines();
        SessionEnd { any_refused: self.session.any_refused }
    }

    fn execute_lines(&mut self) -> bool {
        while !self.is_over
            && let Some(line) = self.input.next_line()
        {
            self.is_over = !self.session.execute_guarded(&line);
        }
        self.session.replies.flush();
        !self.is_over
    }
}

impl fmt::Debug for InlineSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InlineSession").field("is_over", &self.is_over).finish_non_exhaustive()
    }
}
