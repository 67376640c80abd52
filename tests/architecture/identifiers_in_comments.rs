//! What a comment names in code's spelling (`in_comments`) is a name in the code, or of a file.

use std::collections::BTreeSet;
use std::fs;

use crate::source_tree::{files_below, prose, root};

/// What the names of files with code end in.
const CODE: [&str; 7] = ["rs", "py", "js", "ts", "sh", "toml", "grammar"];

/// The attribute of an example that the documentation of Rust does not run.
const OF_RUST: &str = "no_run";

/// The words of a text that are spelt as names in code, such as `in_comments`.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let spelt_so = |word: &&str| {
        let is_small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        word.trim_matches('_').contains('_')
            && word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && word.chars().all(is_small)
    };
    let words = text.split_whitespace().filter(|word| !word.contains("://"));
    words.flat_map(move |word| word.split(move |c| !is_part(c))).filter(spelt_so)
}

/// Adds the names in the code of a text, and returns those in its comments by the number of the line.
fn split<'a>(text: &'a str, ending: &str, code: &mut BTreeSet<&'a str>) -> Vec<(usize, &'a str)> {
    let mut in_comments = Vec::new();
    let mut is_quoted = false;
    for (number, line) in (1..).zip(text.lines()) {
        let comment = prose(line, ending, &mut is_quoted);
        in_comments.extend(names(comment).map(|name| (number, name)));
        code.extend(names(line.strip_suffix(comment).unwrap_or(line)));
    }
    in_comments
}

#[test]
fn names_in_comments_are_names_of_code_or_files() {
    let paths: Vec<_> = (CODE.iter().flat_map(|ending| {
        let folders = ["src", "tests", "tools", "examples"];
        folders.into_iter().flat_map(move |folder| files_below(&root().join(folder), ending))
    }))
    .collect();
    let texts: Vec<_> =
        paths.iter().map(|path| fs::read_to_string(path).expect("a text")).collect();
    let mut known = BTreeSet::from([OF_RUST]);
    let mut commented = Vec::new();
    for (path, text) in paths.iter().zip(&texts) {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let place = path.strip_prefix(root()).unwrap_or(path);
        known.extend(place.iter().filter_map(|part| part.to_str()?.split('.').next()));
        commented.extend(split(text, ending, &mut known).into_iter().map(|at| (place, at)));
    }
    commented.retain(|(_, (_, name))| !known.contains(name));
    let dead: Vec<_> = (commented.iter())
        .map(|(place, (number, name))| format!("{}:{number}: {name}", place.display()))
        .collect();
    assert!(texts.len() > 500 && dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn names_of_comments_and_of_code_are_kept_apart() {
    let mut code = BTreeSet::new();
    let text = "let a_b = c_d(); // like e_f, `g_h` and https://x.y/i_j\nlet A_B = __k;";
    assert_eq!(split(text, "rs", &mut code), [(1, "e_f"), (1, "g_h")]);
    assert_eq!(code, BTreeSet::from(["a_b", "c_d"]));
    assert_eq!(split("\"\"\"As l_m.\"\"\"", "py", &mut code), [(1, "l_m")]);
}
