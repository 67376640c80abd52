//! Every source file that a document names exists.

use std::fs;
use std::path::Path;

use crate::source_tree::{files_below, root};

/// The paths in a text that end like source files and name a folder.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let words = text.split(move |c| !is_part(c)).map(|word| word.trim_end_matches('.'));
    let is_source = |word: &&str| {
        let ending = Path::new(word).extension();
        ending.is_some_and(|ending| ending == "rs" || ending == "py")
    };
    words.filter(|word| word.contains('/')).filter(is_source)
}

fn exists(path: &str, document: &Path) -> bool {
    let beside = document.parent().unwrap_or(document);
    let folders = [root().to_owned(), root().join("src"), root().join("tools"), beside.to_owned()];
    folders.iter().any(|folder| folder.join(path).exists())
}

#[test]
fn documents_name_files_that_exist() {
    let mut documents: Vec<_> =
        ["src", "tests", "tools"].iter().flat_map(|f| files_below(&root().join(f), "md")).collect();
    let top = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "protocol.md"];
    documents.extend(top.map(|name| root().join(name)));
    let mut missing = Vec::new();
    for document in &documents {
        let text = fs::read_to_string(document).expect("a text");
        let wrong = paths(&text).filter(|path| !exists(path, document));
        missing.extend(wrong.map(|path| format!("{}: {path}", document.display())));
    }
    assert!(documents.len() > 10 && missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn paths_are_found_in_sentences() {
    let text = "See `src/main.rs`, tools/arena.py. And main.rs; x/y.txt.";
    assert!(paths(text).eq(["src/main.rs", "tools/arena.py"]));
}
