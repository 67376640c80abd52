//! Written dialogues: what goes in, and what must come out.
//!
//! ```text
//! $ parlour --strict        the command line; without one, just the binary
//! > newgame connect4        a line of input; all of them go in at once
//! legal 1 2 3 4 5 6 7       a line of output, in order
//! bench connect4 …          … in a line stands for anything
//! …                         … alone stands for any number of lines
//! = 1                       the exit status; 0 if not said
//! ```
//! The number after `time` or `nps` is any number.

use crate::engine::{Run, run};

/// One run of the binary, as written.
#[derive(Default)]
struct Script {
    line: usize,
    args: Vec<String>,
    input: String,
    expected: Vec<String>,
    status: i32,
}

/// Runs every script in the text; the name is for messages.
pub(crate) fn check(name: &str, text: &str, first_line: usize) {
    for script in read(text, first_line) {
        let args: Vec<&str> = script.args.iter().map(String::as_str).collect();
        let outcome = run(&args, script.input.clone());
        script.compare(name, &outcome);
    }
}

fn read(text: &str, first_line: usize) -> Vec<Script> {
    let mut scripts: Vec<Script> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line_number = first_line + number;
        if let Some(command) = line.strip_prefix("$ ") {
            let args = words_of_shell(command);
            assert_eq!(args.first().map(String::as_str), Some("parlour"), "{line}");
            let args = args.into_iter().skip(1).collect();
            scripts.push(Script { line: line_number, args, ..Script::default() });
            continue;
        }
        if scripts.is_empty() && !line.starts_with('#') {
            scripts.push(Script { line: line_number, ..Script::default() });
        }
        let Some(script) = scripts.last_mut() else { continue };
        if let Some(input) = line.strip_prefix('>') {
            script.input.push_str(input.strip_prefix(' ').unwrap_or(input));
            script.input.push('\n');
        } else if let Some(status) = line.strip_prefix("= ") {
            script.status = status.trim().parse().expect("an exit status");
        } else if !line.starts_with('#') {
            script.expected.push(line.to_owned());
        }
    }
    scripts
}

/// Words of a command line; single quotes hold blanks together.
fn words_of_shell(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

impl Script {
    fn compare(&self, name: &str, outcome: &Run) {
        let place = format!("{name}:{}", self.line);
        let said: Vec<&str> = outcome.stdout.lines().collect();
        let expected: Vec<&str> = self.expected.iter().map(String::as_str).collect();
        assert!(
            lines_match(&expected, &said),
            "{place}: {}\nexpected:\n{}\nsaid:\n{}\nstderr:\n{}",
            first_difference(&expected, &said),
            expected.join("\n"),
            said.join("\n"),
            outcome.stderr,
        );
        assert_eq!(outcome.status, self.status, "{place}: exit status; {}", outcome.stderr);
        assert!(outcome.status != 0 || outcome.stderr.is_empty(), "{place}: {}", outcome.stderr);
    }
}

fn first_difference(expected: &[&str], said: &[&str]) -> String {
    let same = expected.iter().zip(said).take_while(|(e, s)| line_matches(e, s)).count();
    match (expected.get(same), said.get(same)) {
        (Some(e), Some(s)) => format!("expected '{e}', not '{s}'"),
        (Some(e), None) => format!("expected '{e}', not the end"),
        (None, s) => format!("expected the end, not {s:?}"),
    }
}

/// Whether the said lines are the expected ones, where `…` stands for any number of them.
fn lines_match(expected: &[&str], said: &[&str]) -> bool {
    let is_gap = |line: &str| line.trim() == "…";
    // open[i]: the first i expected lines fit what was said so far.
    let mut open = vec![false; expected.len() + 1];
    open[0] = true;
    let pass_gaps = |open: &mut [bool]| {
        for (i, line) in expected.iter().enumerate() {
            open[i + 1] |= open[i] && is_gap(line);
        }
    };
    pass_gaps(&mut open);
    for line in said {
        let mut next = vec![false; open.len()];
        for (i, wanted) in expected.iter().enumerate() {
            next[i + 1] =
                if is_gap(wanted) { open[i + 1] } else { open[i] && line_matches(wanted, line) };
        }
        pass_gaps(&mut next);
        open = next;
    }
    open[expected.len()]
}

/// Whether a said line is the expected one, where `…` stands for anything.
fn line_matches(expected: &str, said: &str) -> bool {
    let (expected, said) = (without_times(expected), without_times(said));
    let Some((front, rest)) = expected.split_once('…') else { return expected == said };
    let Some(mut left) = said.strip_prefix(front) else { return false };
    let mut parts: Vec<&str> = rest.split('…').collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        let Some((_, after)) = left.split_once(part) else { return false };
        left = after;
    }
    left.ends_with(last)
}

/// The line with every number after `time` or `nps` made the same.
fn without_times(line: &str) -> String {
    let mut is_time = false;
    let words = line.split(' ').map(|word| {
        let is_number = is_time && word.parse::<u64>().is_ok();
        is_time = matches!(word, "time" | "nps");
        if is_number { "0" } else { word }
    });
    words.collect::<Vec<_>>().join(" ")
}
