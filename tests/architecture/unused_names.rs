//! Whatever is public inside the crate is used by the engine, a tool or an example.
//!
//! The feature `internals` makes every module public, so that the compiler finds no dead code.
//! What only tests use belongs to the tests. The floor `api` is for users of the crate, so its
//! names need no use here.

use std::collections::BTreeMap;
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
        let indent = &line[..line.len() - line.trim_start().len()];
        let skip_to = |ends: &dyn Fn(&str) -> bool, lines: &mut std::str::Lines<'_>| {
            lines.find(|line| ends(line));
        };
        match line.trim() {
            comment if comment.starts_with("//") => {}
            "#[cfg(test)]" => {
                let is_end = |line: &str| line.ends_with(';') || line == format!("{indent}}}");
                skip_to(&is_end, &mut lines);
            }
            reexport if reexport.starts_with("pub use ") => {
                if !reexport.ends_with(';') {
                    skip_to(&|line| line.ends_with(';'), &mut lines);
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

/// The name of the public item that a line begins to define.
fn defined(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let name = KINDS.iter().find_map(|kind| rest.strip_prefix(kind))?;
    words(name).next()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The public names of `src`, without those of `api`, that stand nowhere but in their definitions.
fn unused(sources: &[(String, String)], users: &[String]) -> Vec<String> {
    let is_shipped = |path: &str| !path.ends_with("tests.rs");
    let own = sources.iter().filter(|(path, _)| is_shipped(path));
    let own: Vec<_> = own.map(|(path, text)| (path, shipped_code(text))).collect();
    let mut uses = BTreeMap::<&str, i32>::new();
    let texts = own.iter().map(|(_, code)| code).chain(users);
    texts.flat_map(|text| words(text)).for_each(|word| *uses.entry(word).or_default() += 1);
    let lines = |(path, code)| str::lines(code).map(move |line| (path, line));
    let mut names = Vec::new();
    for (path, line) in own.iter().map(|(path, code)| (path, code.as_str())).flat_map(lines) {
        if let Some(name) = defined(line) {
            *uses.entry(name).or_default() -= 1;
            names.push((path, name));
        }
    }
    names.retain(|(path, name)| uses[name] == 0 && !path.starts_with("api/"));
    names.iter().map(|(path, name)| format!("{path}: {name}")).collect()
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
