//! The program: all it does is in the library.

use std::process::ExitCode;

pub(crate) fn main() -> ExitCode {
    parlour::cli::main()
}
