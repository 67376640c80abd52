//! The program under the name that managers of Gomocup look for.

use std::process::ExitCode;

#[path = "../main.rs"]
mod program;

fn main() -> ExitCode {
    program::main()
}
