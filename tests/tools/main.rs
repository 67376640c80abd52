//! The tools beside the engine, tested by their own tests against the binary of this build.

use std::path::Path;
use std::process::Command;

#[test]
fn the_python_tools_pass_their_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools");
    let output = Command::new("python3")
        .args(["-B", "-m", "unittest", "discover", "-s", "tests", "-t", "."])
        .current_dir(folder)
        .env("PARLOUR", env!("CARGO_BIN_EXE_parlour"))
        .output()
        .unwrap_or_else(|error| panic!("this test needs python3 (3.11 or later) in PATH: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tools/tests have failed:\n{said}");
    assert!(said.contains("\nRan ") && !said.contains("\nRan 0 "), "no test was found:\n{said}");
}
