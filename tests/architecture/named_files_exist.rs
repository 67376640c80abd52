//! Every file that a document, a comment or a string names exists.
//!
//! A path with a folder is looked up wherever it stands, a bare name where it stands in a document,
//! a comment or backquotes. A name may leave out the folders above it: `session/mod.rs` is
//! `src/protocol/session/mod.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source_tree::{files_below, prose, root};

/// What the names of source files end in.
const SOURCES: [&str; 9] = ["rs", "py", "js", "ts", "sh", "html", "css", "grammar", "md"];
/// What the names of data files end in; the tools write such files, too.
const DATA: [&str; 4] = ["txt", "toml", "json", "bin"];

/// Folders of what is built or installed.
const BUILT: [&str; 3] = ["target", "dist", "node_modules"];

/// Files outside of the repository, and what they are.
const OUTSIDE: [(&str, &str); 4] = [
    ("sticks.json", "settings of Cute Games that tools/README.md shows"),
    ("backgammon.toml", "settings of bgci that tools/README.md shows"),
    ("tools/docs/index.html", "a page of the documentation as it is built"),
    ("axe-core/axe.min.js", "a file of an installed package"),
];

/// A name in a line of text.
struct Named<'a> {
    name: &'a str,
    /// Whether it stands in a document, a comment or backquotes.
    is_in_prose: bool,
    is_in_backquotes: bool,
}

/// The words of a line that may name files: letters, digits, and the signs of paths. Without those
/// that go on with a placeholder, such as `openings_<variant>.txt` and `{folder}/perft.txt`, absolute
/// paths, and what is called or written by a command, as in `book.py > new.txt`.
fn names<'a>(line: &'a str, prose: &'a str) -> impl Iterator<Item = Named<'a>> {
    let offset = |text: &str| text.as_ptr() as usize - line.as_ptr() as usize;
    let prose = if prose.is_empty() { 0..0 } else { offset(prose)..line.len() };
    let words = line.split(|c: char| !c.is_alphanumeric() && !"_-./".contains(c));
    words.filter(|word| !word.is_empty()).filter_map(move |word| {
        let (before, after) = (&line[..offset(word)], &line[offset(word) + word.len()..]);
        let is_pattern = before.ends_with(['$', '*', '}', '>', '<', '@', '%', '~'])
            || after.starts_with(['$', '*', '{', '<', '(', '='])
            || line.contains(&format!("> {word}"))
            || word.starts_with('/');
        let is_in_backquotes = before.ends_with('`') && after.starts_with('`');
        let is_in_prose = is_in_backquotes || prose.contains(&offset(word));
        let name = word.trim_end_matches('.').trim_start_matches("../").trim_start_matches("./");
        let name = name.strip_prefix("parlour/examples/").unwrap_or(name);
        (!is_pattern).then_some(Named { name, is_in_prose, is_in_backquotes })
    })
}

/// The repository's files and folders as they may be named: with all folders above them, or without
/// the first of these.
struct Tree {
    files: BTreeSet<String>,
    /// Folders, and modules without the ending of their file.
    folders_and_modules: BTreeSet<String>,
    /// The names of the folders.
    folders: BTreeSet<String>,
}

/// What stands after the last dot of a name, but for a dot that it begins with.
fn ending(name: &str) -> &str {
    name.trim_start_matches('.').rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// A path from its first, its second, … component on.
fn tails(path: &str) -> impl Iterator<Item = String> {
    let starts = path.match_indices('/').map(|(at, _)| at + 1);
    [0].into_iter().chain(starts).map(|start| path[start..].to_owned())
}

impl Tree {
    fn of<'a>(paths: impl Iterator<Item = &'a str>) -> Self {
        let none = BTreeSet::new;
        let mut tree = Self { files: none(), folders_and_modules: none(), folders: none() };
        for path in paths {
            tree.files.extend(tails(path));
            tree.folders_and_modules.extend(tails(path.rsplit_once('.').map_or(path, |(p, _)| p)));
            for folder in Path::new(path).ancestors().skip(1).filter_map(Path::to_str) {
                tree.folders_and_modules.extend(tails(folder));
                tree.folders.extend(folder.rsplit('/').next().map(str::to_owned));
            }
        }
        tree
    }

    /// Whether this names a file or a folder that does not exist.
    fn is_dead(&self, named: &Named<'_>) -> bool {
        let name = named.name;
        let folder = name.split_once('/').map(|(first, _)| first);
        if folder.is_some_and(|_| name.split('/').any(|part| BUILT.contains(&part))) {
            return false;
        }
        if SOURCES.contains(&ending(name)) || DATA.contains(&ending(name)) {
            // `a.rs` and `game/b.rs` are made up.
            let is_example = Path::new(name).file_stem().is_some_and(|stem| stem.len() == 1);
            let is_meant = folder.is_some() || named.is_in_prose;
            return is_meant && !is_example && !self.files.contains(name);
        }
        // Without an ending it is a folder or a module, if it begins with a folder of ours.
        named.is_in_backquotes
            && !name.contains('.')
            && folder.is_some_and(|folder| self.folders.contains(folder))
            && !self.folders_and_modules.contains(name.trim_end_matches('/'))
    }
}

/// The names that are whole strings of this code, but for those of code: of files that it reads or
/// writes, and of the documents that players come from.
fn data_files_in_strings(code: &str) -> impl Iterator<Item = &str> {
    let is_data = |name| DATA.contains(&ending(name)) || ["html", "md"].contains(&ending(name));
    code.split('"').skip(1).step_by(2).filter(move |string| is_data(string))
}

/// The files of the repository that are texts, and those that are not; without what is installed.
fn repository() -> Vec<PathBuf> {
    let mut paths = vec![root().join(".ci/run")];
    for ending in SOURCES.iter().chain(&DATA) {
        for folder in ["src", "tests", "tools", "examples"] {
            paths.extend(files_below(&root().join(folder), ending));
        }
    }
    for entry in fs::read_dir(root()).expect("a folder") {
        paths.extend(Some(entry.expect("an entry").path()).filter(|path| path.is_file()));
    }
    paths
}

#[test]
fn files_that_documents_comments_and_strings_name_exist() {
    let paths = repository();
    let place = |path: &PathBuf| {
        path.strip_prefix(root()).expect("a file of ours").to_string_lossy().replace('\\', "/")
    };
    let places: Vec<_> = paths.iter().map(place).collect();
    let tree = Tree::of(places.iter().map(String::as_str));
    let is_text = |place: &str| ending(place) != "bin" && !place.ends_with("lock.json");
    let texts: Vec<(&str, String)> = (places.iter().zip(&paths))
        .filter(|(place, _)| is_text(place))
        .filter_map(|(place, path)| Some((place.as_str(), fs::read_to_string(path).ok()?)))
        .collect();
    let mut outside: BTreeSet<&str> = OUTSIDE.iter().map(|(name, _)| *name).collect();
    for (place, text) in &texts {
        if ["py", "rs"].contains(&ending(place)) {
            outside.extend(data_files_in_strings(text));
        }
    }
    let mut dead = Vec::new();
    for (place, text) in &texts {
        let mut is_quoted = false;
        for (number, line) in (1..).zip(text.lines()) {
            let prose = prose(line, ending(place), &mut is_quoted);
            let found = names(line, prose).filter(|named| tree.is_dead(named));
            let found = found.filter(|named| !outside.contains(named.name));
            dead.extend(found.map(|named| format!("{place}:{number}: {}", named.name)));
        }
    }
    assert!(texts.len() > 500 && dead.is_empty(), "{}", dead.join("\n"));
}

/// The modules that Python code loads by their names only when they are needed.
fn loaded_modules(code: &str) -> impl Iterator<Item = &str> {
    code.split("import_library(\"").skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn python_modules_that_are_loaded_when_needed_are_files_or_required_libraries() {
    let tools = root().join("tools");
    let libraries = fs::read_to_string(tools.join("requirements.txt")).expect("a text");
    let mut loaded = BTreeSet::new();
    for path in files_below(&tools, "py") {
        let code = fs::read_to_string(path).expect("a text");
        loaded.extend(loaded_modules(&code).map(str::to_owned));
    }
    let is_ours = |module: &str| {
        let path = tools.join(module.replace('.', "/"));
        path.is_dir() || path.with_extension("py").is_file()
    };
    let is_library = |module: &str| {
        let package = module.split('.').next().unwrap_or_default();
        libraries.lines().any(|line| line.starts_with(package))
    };
    assert!(loaded.iter().any(|module| is_ours(module)));
    loaded.retain(|module| !is_ours(module) && !is_library(module));
    assert_eq!(loaded, BTreeSet::new());
}

/// The dead names of a line in which `NAME` stands for this name, among two files.
fn dead(line: &str, ending: &str, name: &str) -> Vec<String> {
    let tree = Tree::of(["src/main.rs", "src/api/game.rs"].into_iter());
    let line = line.replace("NAME", name);
    let found = names(&line, prose(&line, ending, &mut false)).filter(|named| tree.is_dead(named));
    found.map(|named| named.name.to_owned()).collect()
}

#[test]
fn dead_names_are_found_in_documents_comments_backquotes_and_strings() {
    let bare = ["See `NAME`.", "NAME: more", "(NAME)", "from NAME, line 3."];
    let in_folder = |folder: &str| format!("{folder}/gone.grammar");
    for name in ["gone.rs", "gone_too.txt", &in_folder("src"), &in_folder("src/api")] {
        for (line, ending) in bare.into_iter().map(|line| (line, "md")).chain([
            ("let x = 1; // as in NAME", "rs"),
            ("x = 1  # as in NAME", "py"),
            ("\"\"\"Like NAME.\"\"\"", "py"),
            ("# from NAME", "toml"),
            ("// see NAME.", "ts"),
        ]) {
            assert_eq!(dead(line, ending, name), [name], "{line}");
        }
    }
    assert_eq!(dead("open(\"NAME\")", "py", &in_folder("src")), [in_folder("src")]);
    assert_eq!(dead("The folder `NAME`", "md", "src/gone/"), ["src/gone/"]);
    assert_eq!(dead("The module `NAME`", "md", "api/gone"), ["api/gone"]);
}

#[test]
fn names_of_files_that_exist_and_of_no_file_are_left_alone() {
    let names = ["src/main.rs", "main.rs", "api/game.rs", "../src/main.rs", "src/api/", "api/game"];
    let others = ["and/or", "a.rs", "target/new.txt", "/proc/self.txt", "https://x.org/y.md"];
    for name in names.into_iter().chain(others) {
        assert_eq!(dead("See `NAME`, NAME.", "md", name), [""; 0], "{name}");
    }
    for line in ["openings_<key>.NAME", "tool > NAME && mv NAME x", "{folder}/NAME", "$x/NAME"] {
        assert_eq!(dead(line, "md", "new.txt"), [""; 0], "{line}");
    }
    assert_eq!(dead("let x = file(\"NAME\");", "rs", "new.txt"), [""; 0]);
}
