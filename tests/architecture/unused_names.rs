//! Whatever is public inside the crate is used by the engine, a tool or an example.
//!
//! The feature `internals` makes every module public, so that the compiler finds no dead code.
//! What only tests use belongs to the tests. The layer `api` is for users of the crate, so its
//! names need no use here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::source_tree::{files_below, root, sources};

/// What stands before the name of a public item.
const KINDS: [&str; 9] =
    ["const fn ", "unsafe fn ", "fn ", "const ", "static ", "struct ", "enum ", "type ", "trait "];

/// The code of a file without comments, re-exports, and items under `#[cfg(test)]`.
fn shipped_code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.trim() {
            comment if comment.starts_with("//") => {}
            "#[cfg(test)]" => {
                let indent = &line[..line.len() - line.trim_start().len()];
                skip_item(indent, &mut lines);
            }
            reexport if reexport.starts_with("pub use ") => {
                if !reexport.ends_with(';') {
                    lines.find(|line| line.ends_with(';'));
                }
            }
            _ => {
                code.push_str(line.split(" // ").next().unwrap_or_default());
                code.push('\n');
            }
        }
    }
    code
}

/// Passes the item that comes next, with its attributes and comments, to its last line: either its
/// first one, or the one that closes it at the same indent.
fn skip_item(indent: &str, lines: &mut std::str::Lines<'_>) {
    let is_before = |line: &str| ["#", "//"].iter().any(|mark| line.trim().starts_with(mark));
    let first = lines.find(|line| !is_before(line)).unwrap_or_default();
    if !first.ends_with([';', '}']) {
        let closes = |rest: &str| ["}", "};", "];", ");"].contains(&rest);
        lines.find(|line| line.strip_prefix(indent).is_some_and(closes));
    }
}

/// The code without what stands in string literals.
fn without_strings(code: &str) -> String {
    let mut rest = code;
    let mut kept = String::new();
    while let Some(quote) = rest.find('"') {
        let (before, literal) = rest.split_at(quote);
        kept.push_str(before);
        let unhashed = before.trim_end_matches('#');
        let is_char = literal.starts_with("\"'") && before.ends_with(['\'', '\\']);
        rest = if is_char {
            &literal[1..]
        } else if unhashed.ends_with('r') {
            let end = format!("\"{}", &before[unhashed.len()..]);
            literal[1..].split_once(&end).map_or("", |(_, rest)| rest)
        } else {
            let mut is_escaped = false;
            let end = literal[1..].find(|c| {
                let is_end = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                is_end
            });
            end.map_or("", |end| &literal[end + 2..])
        };
    }
    kept + rest
}

/// The name of the public item that a line begins to define, and whether it is a function.
fn defined(line: &str) -> Option<(&str, bool)> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let (kind, name) = KINDS.iter().find_map(|kind| Some((kind, rest.strip_prefix(kind)?)))?;
    Some((words(name).next()?, kind.ends_with("fn ")))
}

/// The words that are called, or stand after a path or a dot; not the names in definitions.
fn called(code: &str) -> impl Iterator<Item = &str> {
    words(code).filter(|word| {
        let start = word.as_ptr() as usize - code.as_ptr() as usize;
        let (before, after) = (&code[..start], &code[start + word.len()..]);
        let is_after = ["::", "."].iter().any(|mark| before.ends_with(mark));
        let is_called = ["(", "::<"].iter().any(|mark| after.starts_with(mark));
        is_after || is_called && !before.ends_with("fn ")
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The public names of `src`, without those of `api`, that stand nowhere but in their definitions;
/// a function must be called or named by its path.
fn unused(sources: &[(String, String)], users: &[String]) -> Vec<String> {
    let is_shipped = |path: &str| !path.ends_with("tests.rs");
    let own = sources.iter().filter(|(path, _)| is_shipped(path));
    let own: Vec<_> = own.map(|(path, text)| (path, shipped_code(text))).collect();
    let users: Vec<_> = users.iter().map(|text| shipped_code(text)).collect();
    let texts: Vec<_> = own.iter().map(|(_, code)| code).chain(&users).collect();
    let bare: Vec<_> = texts.iter().map(|text| without_strings(text)).collect();
    let calls: BTreeSet<_> = bare.iter().flat_map(|text| called(text)).collect();
    let mut uses = BTreeMap::<&str, i32>::new();
    texts.iter().flat_map(|text| words(text)).for_each(|word| *uses.entry(word).or_default() += 1);
    let lines = |(path, code)| str::lines(code).map(move |line| (path, line));
    let mut names = Vec::new();
    for (path, line) in own.iter().map(|(path, code)| (path, code.as_str())).flat_map(lines) {
        if let Some((name, is_function)) = defined(line) {
            *uses.entry(name).or_default() -= 1;
            names.push((path, name, is_function));
        }
    }
    names.retain(|&(path, name, is_function)| {
        let is_used = if is_function { calls.contains(name) } else { uses[name] > 0 };
        !is_used && !path.starts_with("api/")
    });
    names.iter().map(|(path, name, _)| format!("{path}: {name}")).collect()
}

#[test]
fn every_public_name_is_used_outside_of_tests() {
    let own: Vec<_> = sources().into_iter().map(|source| (source.path, source.text)).collect();
    let mut users = Vec::new();
    for folder in ["tools", "examples"] {
        let paths = files_below(&root().join(folder), "rs");
        users.extend(paths.iter().map(|path| fs::read_to_string(path).expect("a source file")));
    }
    assert_eq!(unused(&own, &users), [""; 0]);
}

#[test]
fn a_use_in_unit_tests_strings_or_other_names_is_none() {
    let found = |text: &str, user: &str| {
        unused(&[("games/a.rs".to_owned(), text.to_owned())], &[user.to_owned()])
    };
    let text = "pub fn dead() {}\n";
    let tests = "#[cfg(test)]\n#[allow(x)]\nmod tests {\n    use super::dead;\n\n    fn g() {\n        \
                 dead();\n    }\n}\n";
    assert_eq!(found(&format!("{text}{tests}"), ""), ["games/a.rs: dead"]);
    assert_eq!(found(text, tests), ["games/a.rs: dead"]);
    for no_use in
        ["let dead = 1;", "\"dead()\"", "r#\"\"dead()\"#", "'\"'; \"\\\"dead()\"", "fn dead()"]
    {
        assert_eq!(found(text, no_use), ["games/a.rs: dead"], "{no_use}");
    }
    let after = |item: &str| format!("#[cfg(test)]\n{item}\nfn g() {{ dead() }}\n");
    let calls =
        ["dead()", "dead::<1>()", "a::dead", "a.dead()", "'\"'; dead()", "\"\\\\\"; dead()"];
    let items = ["use super::x;", "fn h() {}", "use x::{\n    y,\n};"].map(after);
    for call in calls.into_iter().chain(items.iter().map(String::as_str)) {
        assert_eq!(found(text, call), [""; 0], "{call}");
    }
}

#[test]
fn a_name_that_only_tests_use_is_found() {
    let text = "pub use x::{\n    dead,\n};\n/// Like [`dead`].\npub fn dead() {}\npub const fn used() {}\n\
                pub struct Known;\nfn f() { used() } // not dead\n#[cfg(test)]\nmod tests {\n    \
                fn g() {\n        dead();\n    }\n}\n";
    let file = |path: &str| vec![(path.to_owned(), text.to_owned())];
    let users = ["use parlour::Known;".to_owned()];
    assert_eq!(unused(&file("games/a.rs"), &users), ["games/a.rs: dead"]);
    assert_eq!(unused(&file("games/a.rs"), &[]), ["games/a.rs: dead", "games/a.rs: Known"]);
    assert_eq!(unused(&file("api/a.rs"), &users), [""; 0]);
}
