//! Every exception from a check says why it is one; in Rust code clippy demands the reason.

use std::fs;
use std::path::PathBuf;

use crate::source_tree::{files_below, root};

/// What switches a check off, by the ending of the file.
const MARKS: [(&str, &str); 6] = [
    ("py", "# noqa"),
    ("py", "# type: ignore"),
    ("sh", "# shellcheck disable"),
    ("js", "eslint-disable"),
    ("ts", "@ts-"),
    ("ts", "eslint-disable"),
];

/// Whether words follow the names of the checks, as in `# noqa: E402 # it changes the path first`.
fn has_reason(after_mark: &str) -> bool {
    let names_end = after_mark.find(']').map_or(0, |end| end + 1);
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(char::is_lowercase);
    after_mark[names_end..].split_whitespace().filter(is_word).count() > 1
}

/// The lines that switch a check off without a reason beside them.
fn marks_without_reason(text: &str, mark: &str) -> Vec<usize> {
    let has_none = |line: &str| line.split(mark).skip(1).any(|after| !has_reason(after));
    (1..).zip(text.lines()).filter(|(_, line)| has_none(line)).map(|(number, _)| number).collect()
}

/// The settings that switch a check off, without a comment on their line or above it.
fn settings_without_reason(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let is_off = |line: &str| {
        let off = ["\"allow\"", "False", "ignore_missing_imports = True"];
        let line = line.split('#').next().unwrap_or_default().trim_end();
        off.iter().any(|off| line.ends_with(off))
    };
    let is_reason = |line: &str| line.starts_with('#');
    let has_none = |index: &usize| {
        let above = lines[..*index].iter().rev().find(|line| !line.starts_with('['));
        is_off(lines[*index])
            && !lines[*index].contains(" # ")
            && !above.is_some_and(|line| is_reason(line))
    };
    (0..lines.len()).filter(has_none).map(|index| index + 1).collect()
}

#[test]
fn every_exception_from_a_check_has_a_reason() {
    let mut found = Vec::new();
    let mut check = |path: PathBuf, lines: fn(&str, &str) -> Vec<usize>, mark: &str| {
        let text = fs::read_to_string(&path).expect("a text");
        let lines = lines(&text, mark);
        found.extend(lines.iter().map(|number| format!("{}:{number}", path.display())));
    };
    for (ending, mark) in MARKS {
        for path in files_below(&root().join("tools"), ending) {
            check(path, marks_without_reason, mark);
        }
    }
    check(root().join(".ci/run"), marks_without_reason, "# shellcheck disable");
    let mut settings = vec![root().join("Cargo.toml"), root().join("tools/mypy.ini")];
    let members = files_below(&root().join("tools"), "toml");
    settings.extend(members.into_iter().filter(|path| path.ends_with("Cargo.toml")));
    for path in settings {
        check(path, |text, _| settings_without_reason(text), "");
    }
    assert!(found.is_empty(), "no reason beside: {}", found.join(" "));
}

#[test]
fn exceptions_without_a_reason_are_found() {
    let lines = "a  # noqa: E402\nb  # noqa: E402 # it changes the path first\nc  # noqa";
    assert_eq!(marks_without_reason(lines, "# noqa"), [1, 3]);
    let lines = "a  # type: ignore[attr-defined]\nb  # type: ignore[a-b] # a private field";
    assert_eq!(marks_without_reason(lines, "# type: ignore"), [1]);
    let lines = "[a]\nx = \"allow\"\n# Why.\ny = \"allow\"\nz = \"allow\" # why\nw = \"allow\"";
    assert_eq!(settings_without_reason(lines), [2, 6]);
}
