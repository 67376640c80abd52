//! The functions that the host gives: they pass answers and faults on, and hand over what has come in
//! during a search.

use std::io::{self, Write};

use parlour::Incoming;

#[link(wasm_import_module = "parlour")]
#[expect(unsafe_code, reason = "functions of the host")]
unsafe extern "C" {
    /// Passes answers on, whole lines of UTF-8.
    fn write(from: *const u8, length: usize);
    /// Reports a fault of the engine, after which it cannot go on.
    fn fault(from: *const u8, length: usize);
    /// Whether the host wants to look for messages now, in [`pause`].
    safe fn wants_pause() -> u32;
    /// Lets the host look for messages; it may suspend the engine meanwhile.
    safe fn pause();
    /// Waits for bytes to come in.
    safe fn wait();
    /// How many bytes have come in and were not taken.
    safe fn waiting() -> usize;
    /// Takes them all.
    fn take(to: *mut u8);
}

/// Answers on their way to the host.
pub(crate) struct Answers;

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: the host reads just these bytes, and keeps nothing.
        #[expect(unsafe_code, reason = "bytes for the host")]
        unsafe {
            write(bytes.as_ptr(), bytes.len());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reports a fault of the engine.
pub(crate) fn report_fault(text: &str) {
    // SAFETY: the host reads just these bytes, and keeps nothing.
    #[expect(unsafe_code, reason = "bytes for the host")]
    unsafe {
        fault(text.as_ptr(), text.len());
    }
}

/// The messages that the host keeps.
pub(crate) struct Inbox;

impl Incoming for Inbox {
    fn poll(&mut self, bytes: &mut Vec<u8>) {
        if wants_pause() != 0 {
            pause();
        }
        let length = waiting();
        if length > 0 {
            let begin = bytes.len();
            bytes.resize(begin + length, 0);
            // SAFETY: the host writes as many bytes as it has just said.
            #[expect(unsafe_code, reason = "bytes from the host")]
            unsafe {
                take(bytes[begin..].as_mut_ptr());
            }
        }
    }

    fn wait(&mut self, bytes: &mut Vec<u8>) {
        wait();
        self.poll(bytes);
    }
}
