//! The session as WebAssembly: bytes of lines in, bytes of answers out.
//!
//! The host, `worker.js`, gives the imports of the module `parlour` (with those of the library, the
//! time and chance), and calls the exports:
//!
//! ```text
//! start(answers_in_mid_search)     once, first
//! buffer(length)                   where to put this many bytes of input
//! feed()                           executes the lines that they complete; 0 once the session is over
//! ```
//! It does nothing on other systems, where it only has to compile.

#![cfg(target_family = "wasm")]

mod imports_from_host;

use std::cell::RefCell;

use imports_from_host::{Answers, Inbox};
use parlour::{Incoming, InlineSession, Session};

/// The state of the one session of the worker.
#[derive(Default)]
struct State {
    session: Option<InlineSession>,
    /// Bytes of input on their way in.
    buffer: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Begins the session; `answers_in_mid_search` is 0 if the host has nothing to poll.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "a name that the host can call")]
pub extern "C" fn start(answers_in_mid_search: u32) {
    std::panic::set_hook(Box::new(|fault| imports_from_host::report_fault(&fault.to_string())));
    let incoming = (answers_in_mid_search != 0).then(|| Box::new(Inbox) as Box<dyn Incoming>);
    // As the program without arguments.
    let first = parlour::games().first().map_or("", |game| game.name);
    let session = Session::new(first).and_then(|session| session.inline(Answers, incoming));
    match session {
        Ok(session) => STATE.with_borrow_mut(|state| state.session = Some(session)),
        Err(refusal) => imports_from_host::report_fault(&refusal.to_string()),
    }
}

/// Makes room for `length` bytes of input, and returns the address where the host puts them.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "a name that the host can call")]
pub extern "C" fn buffer(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.buffer.resize(length, 0);
        state.buffer.as_mut_ptr()
    })
}

/// Executes the lines that the bytes in the buffer complete; 0 once the session is over.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "a name that the host can call")]
pub extern "C" fn feed() -> u32 {
    STATE.with_borrow_mut(|State { session, buffer }| {
        let goes_on = session.as_mut().is_some_and(|session| session.feed(buffer));
        u32::from(goes_on)
    })
}
