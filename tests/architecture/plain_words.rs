//! Comments and documents are written in the words of the field and in plain English.

use std::fs;
use std::path::Path;

use crate::source_tree::{files_below, prose, root};

/// Words with a private meaning, each with what to write instead.
const REFUSED: [(&str, &str); 9] = [
    ("behind", "after"),
    ("tell", "report, list, show, check or return"),
    ("tells", "reports, lists, shows, checks or returns"),
    ("told", "reported, listed, known or given"),
    ("so many", "n, or this many"),
    ("glance", "0-ply, static, or without search"),
    ("nobody", "none, or nothing"),
    ("somebody", "a side, a thread, …"),
    ("anybody", "any side, any thread, …"),
];

/// Lines in which such a word has its plain meaning: a part of the comment each.
const ALLOWED: [&str; 5] = [
    "behind a full prime",
    "checkers stand behind",
    "checkers are behind",
    "behind in a race",
    "too far behind",
];

fn has_words(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(words).any(|(at, _)| {
        let end = at + words.len();
        !text[..at].ends_with(is_letter) && !text[end..].starts_with(is_letter)
    })
}

/// Lists the lines of a file with a refused word.
fn check(path: &Path, ending: &str, found: &mut Vec<String>) {
    let text = fs::read_to_string(path).expect("a text");
    let mut is_quoted = false;
    for (number, line) in (1..).zip(text.lines()) {
        let prose = prose(line, ending, &mut is_quoted).trim();
        let is_allowed = ALLOWED.iter().any(|allowed| prose.contains(allowed));
        for (word, instead) in REFUSED {
            if !is_allowed && has_words(prose, word) {
                let place = path.strip_prefix(root()).unwrap_or(path).display();
                found.push(format!("{place}:{number}: '{word}' (write {instead}): {prose}"));
            }
        }
    }
}

#[test]
fn comments_and_documents_have_no_private_words() {
    let mut found = Vec::new();
    for folder in ["src", "tests", "tools"] {
        for ending in ["rs", "py", "js", "ts", "sh", "md"] {
            for path in files_below(&root().join(folder), ending) {
                check(&path, ending, &mut found);
            }
        }
    }
    for entry in fs::read_dir(root()).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "md") {
            check(&path, "md", &mut found);
        }
    }
    assert!(found.is_empty(), "{} lines:\n{}", found.len(), found.join("\n"));
}
