//! Every item and field with a visibility has a doc comment; that of a public one begins with a
//! short sentence on a line of its own.

use std::fs;

use crate::source_tree::{files_below, root};

/// The length in characters that the first line of a public doc comment does not reach.
const LENGTH: usize = 90;

/// An item or a field with a visibility.
struct Item<'a> {
    /// The number of its line, from 1.
    number: usize,
    /// Its line, without the indent.
    line: &'a str,
    /// The first line of its doc comment.
    first_of_doc: Option<&'a str>,
}

impl Item<'_> {
    /// The defect of the doc comment, if it has one.
    fn defect(&self) -> Option<&'static str> {
        let Some(first) = self.first_of_doc else { return Some("it has no doc comment") };
        if !self.line.starts_with("pub ") {
            return None;
        }
        if first.chars().count() >= LENGTH {
            return Some("the first line of its doc comment is too long");
        }
        let is_sentence = first.ends_with(['.', ':', '!', '?']);
        (!is_sentence).then_some("the first line of its doc comment does not end its sentence")
    }
}

/// The items and fields with a visibility, but for modules, imports, and what is under
/// `#[cfg(test)]`.
fn visible_items(text: &str) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut first_of_doc = None;
    let mut lines = (1..).zip(text.lines());
    while let Some((number, whole)) = lines.next() {
        let line = whole.trim();
        if let Some(doc) = line.strip_prefix("///") {
            first_of_doc.get_or_insert(doc.trim());
        } else if line == "#[cfg(test)]" {
            skip_item(whole, lines.by_ref().map(|(_, line)| line));
            first_of_doc = None;
        } else if line.starts_with("#[") {
            if !line.ends_with(']') {
                lines.find(|(_, line)| line.ends_with(']'));
            }
        } else {
            if is_visible(line) {
                items.push(Item { number, line, first_of_doc });
            }
            first_of_doc = None;
        }
    }
    items
}

/// Passes the item that comes after this attribute to its last line: either its first one, or the
/// one that closes it at the same indent.
fn skip_item<'a>(attribute: &str, mut lines: impl Iterator<Item = &'a str>) {
    let indent = &attribute[..attribute.len() - attribute.trim_start().len()];
    let is_before = |line: &str| ["#", "//"].iter().any(|mark| line.trim().starts_with(mark));
    let first = lines.find(|line| !is_before(line)).unwrap_or_default();
    if !first.ends_with([';', '}']) {
        let closes = |rest: &str| ["}", "};", "];", ");"].contains(&rest);
        lines.find(|line| line.strip_prefix(indent).is_some_and(closes));
    }
}

fn is_visible(line: &str) -> bool {
    let after_path = line.strip_prefix("pub(").and_then(|rest| Some(rest.split_once(") ")?.1));
    let item = line.strip_prefix("pub ").or(after_path);
    item.is_some_and(|item| !["use ", "mod "].iter().any(|word| item.starts_with(word)))
}

/// The defects of a file, each with its line.
fn defects(text: &str) -> Vec<String> {
    let described = |item: &Item<'_>| Some(format!("{}: {}", item.number, item.defect()?));
    visible_items(text).iter().filter_map(described).collect()
}

#[test]
fn every_visible_item_has_a_doc_comment_that_begins_with_a_short_sentence() {
    let mut found = Vec::new();
    for folder in ["src", "tools"] {
        for path in files_below(&root().join(folder), "rs") {
            if path.ends_with("tests.rs") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            found
                .extend(defects(&text).iter().map(|defect| format!("{}:{defect}", path.display())));
        }
    }
    assert!(found.is_empty(), "{} items:\n{}", found.len(), found.join("\n"));
}

#[test]
fn items_without_a_doc_comment_are_found() {
    for item in ["pub fn f() {}", "pub(super) struct S;", "pub(in crate::games) const N: u8 = 1;"] {
        assert_eq!(defects(item), ["1: it has no doc comment"], "{item}");
        assert_eq!(defects(&format!("/// Documented.\n{item}")), [""; 0]);
        let attributes = "/// Documented.\n#[derive(\n    Debug,\n)]\n#[must_use]\n";
        assert_eq!(defects(&format!("{attributes}{item}")), [""; 0]);
        let undocumented = format!("/// Of another item.\nstruct T;\n#[must_use]\n{item}");
        assert_eq!(defects(&undocumented), ["4: it has no doc comment"]);
        let tests = format!("#[cfg(test)]\nmod tests {{\n    {item}\n}}\n{item}\n");
        assert_eq!(defects(&tests), ["5: it has no doc comment"]);
    }
    let fields = "/// A struct.\npub struct S {\n    pub(crate) a: u8,\n    b: u8,\n}\n";
    assert_eq!(defects(fields), ["3: it has no doc comment"]);
    assert_eq!(defects("pub use a::B;\npub(crate) mod c;\nfn d() {}\n"), [""; 0]);
}

#[test]
fn first_lines_that_are_no_short_sentence_are_found() {
    let defects_of = |doc: &str, item: &str| defects(&format!("{doc}\n{item} fn f() {{}}\n"));
    let open = "3: the first line of its doc comment does not end its sentence";
    assert_eq!(defects_of("/// A sentence that goes on\n/// here.", "pub"), [open]);
    assert_eq!(defects_of("/// A sentence that goes on\n/// here.", "pub(crate)"), [""; 0]);
    assert_eq!(defects_of("/// Is it?\n///\n/// It goes on", "pub"), [""; 0]);
    let long = "2: the first line of its doc comment is too long";
    let of_length = |length: usize| format!("/// {}.", "é".repeat(length - 1));
    assert_eq!(defects_of(&of_length(LENGTH - 1), "pub"), [""; 0]);
    assert_eq!(defects_of(&of_length(LENGTH), "pub"), [long]);
    assert_eq!(defects_of(&of_length(LENGTH), "pub(crate)"), [""; 0]);
}
