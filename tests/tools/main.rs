//! The Python tools, tested by their own tests against the binary of this build.
#![cfg(test)]

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

/// The files of tests in `tools/tests`, in the order of their names.
fn files(tools: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(tools.join("tests"))
        .expect("tools/tests can be listed")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with("test_"))
        .collect();
    names.sort_unstable();
    names
}

/// Runs one file of tests; returns what it has written if it fails, or has no test.
fn fault(tools: &Path, file: &str) -> Option<String> {
    let output = Command::new("python3")
        .args(["-B", "-m", "unittest", "discover", "-s", "tests", "-t", ".", "-p", file])
        .current_dir(tools)
        .env("PARLOUR", env!("CARGO_BIN_EXE_parlour"))
        .output()
        .unwrap_or_else(|error| panic!("this test needs python3 (3.11 or later) in PATH: {error}"));
    let written = String::from_utf8_lossy(&output.stderr);
    let has_run = written.contains("\nRan ") && !written.contains("\nRan 0 ");
    (!output.status.success() || !has_run).then(|| format!("{file}:\n{written}"))
}

/// Some of the tests wait for time to pass: one file more runs at a time than the machine has
/// processors.
#[test]
fn the_python_tools_pass_their_tests() {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools");
    let files = files(&tools);
    assert!(!files.is_empty(), "tools/tests has no file of tests");
    let (next, faults) = (Mutex::new(files.iter()), Mutex::new(Vec::new()));
    let take = || next.lock().expect("no thread has failed").next();
    let run_all = || {
        while let Some(file) = take() {
            let fault = fault(&tools, file);
            faults.lock().expect("no thread has failed").extend(fault);
        }
    };
    thread::scope(|scope| {
        for _ in 0..=thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(run_all);
        }
    });
    let faults = faults.into_inner().expect("no thread has failed");
    assert!(faults.is_empty(), "tests in tools have failed:\n{}", faults.join("\n"));
}
