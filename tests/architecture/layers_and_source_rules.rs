//! The layers of the source tree: what each may import and touch.

use std::fs;

use parlour::games::GAMES;
use parlour::host::GameEntry;

use crate::source_tree::{LAYERS, Source, files_below, root, sources};

/// The longest file in lines.
const MOST_LINES_OF_FILE: usize = 500;

/// The first name of every path that leads down from the crate's root, with its line.
fn first_names(source: &Source) -> Vec<(usize, String)> {
    let mut named = Vec::new();
    let tests = source.first_line_of_tests();
    for (number, line) in source.code() {
        let in_tests = tests.is_some_and(|first| number > first);
        let to_root = "super::".repeat(source.module().len() + usize::from(in_tests));
        for front in ["crate::", "parlour::", to_root.as_str()] {
            let parts = line.split(front).skip(1);
            named.extend(parts.map(|part| (number, first_name(part).to_owned())));
        }
    }
    named
}

fn first_name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|name| name == word)
}

/// Every line of code for which `offends` says yes, outside the files that may.
fn offenders(may: impl Fn(&Source) -> bool, offends: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources().iter().filter(|source| !may(source)) {
        let lines = source.code().filter(|(_, line)| offends(line));
        found.extend(lines.map(|(number, line)| format!("{}:{number}: {line}", source.path)));
    }
    found
}

#[test]
fn no_layer_imports_a_higher_one() {
    for source in sources() {
        let Some(own) = source.layer() else { continue };
        for (number, name) in first_names(&source) {
            let place = format!("{}:{number}", source.path);
            assert!(!name.is_empty(), "{place}: write one path a line, so that this can be read");
            let layer = LAYERS.iter().position(|layer| *layer == name);
            assert!(layer.is_none_or(|layer| layer <= own), "{place} reaches up to {name}");
        }
    }
}

#[test]
fn every_folder_is_a_layer() {
    for source in sources() {
        let front = ["lib.rs", "main.rs", "command_line.rs"];
        let is_front = front.contains(&source.path.as_str());
        assert!(is_front || source.layer().is_some(), "{} is on no layer", source.path);
    }
}

#[test]
fn stdout_is_written_in_one_module() {
    let is_output = |source: &Source| source.path == "protocol/io/output.rs";
    let prints = |line: &str| {
        line.contains("io::stdout") || line.contains("println!(") || line.contains("print!(")
    };
    assert_eq!(offenders(is_output, prints), [""; 0]);
    // Libraries that write to stdout themselves: the line editor of `play`, and clap's own exits.
    let is_editor = |source: &Source| source.path == "protocol/modes/play/line_editor.rs";
    let edits = |line: &str| line.contains("rustyline::") || line.contains("use rustyline");
    assert_eq!(offenders(is_editor, edits), [""; 0]);
    let writes = |line: &str| line.contains(".get_matches()") || line.contains(".print_help()");
    assert_eq!(offenders(|_| false, writes), [""; 0]);
}

#[test]
fn clock_is_read_in_one_module() {
    let is_stopwatch = |source: &Source| source.path == "search/player/stopwatch.rs";
    let reads = |line: &str| line.contains("Instant::now") || line.contains("SystemTime");
    assert_eq!(offenders(is_stopwatch, reads), [""; 0]);
}

#[test]
fn layers_below_the_protocol_touch_no_files_and_no_surroundings() {
    // One file reads what the system counts of the process, and a test of memory, too.
    let is_above = |source: &Source| {
        source.layer().is_none_or(|layer| ["protocol", "api"].contains(&LAYERS[layer]))
            || ["base/intrinsics/memory_limits.rs", "base/intrinsics/table_memory.rs"]
                .contains(&source.path.as_str())
    };
    let touches = |line: &str| {
        ["std::fs", "std::env", "std::io", "std::net", "std::process"]
            .iter()
            .any(|module| line.contains(module))
    };
    assert_eq!(offenders(is_above, touches), [""; 0]);
}

#[test]
fn examples_use_what_is_public_only() {
    let api = sources().into_iter().filter(|source| source.path.starts_with("api/"));
    let front = sources().into_iter().filter(|source| source.path == "lib.rs");
    let mut texts: Vec<String> = api.chain(front).map(|source| source.text).collect();
    let examples = files_below(&root().join("examples"), "rs");
    assert_eq!(examples.len(), 5);
    texts.extend(examples.iter().map(|path| fs::read_to_string(path).expect("an example")));
    for text in texts {
        let found = LAYERS.iter().find(|layer| text.contains(&format!("parlour::{layer}::")));
        assert_eq!(found, None, "it needs the feature `internals`: {text}");
    }
}

#[test]
fn no_game_names_another_game() {
    for entry in GAMES {
        let own = format!("games/{}/", entry.name);
        let is_foreign = |source: &Source| {
            source.path.starts_with("games/")
                && source.path != "games/mod.rs"
                && !source.path.starts_with(&own)
        };
        let found = offenders(|source| !is_foreign(source), |line| has_word(line, entry.name));
        assert_eq!(found, [""; 0]);
    }
}

#[test]
fn no_game_looks_into_the_registry() {
    let may = |source: &Source| !source.path.starts_with("games/") || source.path == "games/mod.rs";
    let looks = |line: &str| line.contains("games::GAMES") || line.contains("super::GAMES");
    assert_eq!(offenders(may, looks), [""; 0]);
}

#[test]
fn nothing_but_the_registry_names_a_game_by_its_module() {
    for entry in GAMES {
        let is_game = |source: &Source| source.path.starts_with("games/");
        let path = format!("games::{}", entry.name);
        assert_eq!(offenders(is_game, |line| line.contains(&path)), [""; 0]);
    }
}

/// Where a shared file may have the name of a game: a part of the line, and why.
const NAMED_IN_SHARED_FILES: [(&str, &str); 1] =
    [("GNU Backgammon", "another program, whose protocol, thresholds or formats are meant")];

#[test]
fn no_shared_file_names_a_game() {
    let shared = ["base", "board", "game", "search", "host", "protocol"];
    let is_shared = |source: &&Source| {
        let layer = source.layer().map(|layer| LAYERS[layer]);
        layer.is_some_and(|layer| shared.contains(&layer))
            && !source.path.starts_with("protocol/dialects/")
    };
    let mut found = Vec::new();
    for source in sources().iter().filter(is_shared) {
        for (number, line) in (1..).zip(source.text.lines()) {
            let rest = NAMED_IN_SHARED_FILES
                .iter()
                .fold(line.to_owned(), |rest, (may, _)| rest.replace(may, ""));
            let rest = rest.to_lowercase();
            let is_named = |entry: &&&GameEntry| {
                has_word(&rest, entry.name)
                    || rest.contains(&entry.description.title.to_lowercase())
            };
            found.extend(
                GAMES
                    .iter()
                    .find(is_named)
                    .map(|entry| format!("{}:{number}: {}", source.path, entry.name)),
            );
        }
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn every_game_is_a_folder_with_its_counts_and_bench_positions() {
    let entries = fs::read_dir(root().join("src/games")).expect("a folder");
    let folders = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    assert_eq!(folders.count(), GAMES.len(), "each has a row of the registry");
    for entry in GAMES {
        let folder = root().join("src/games").join(entry.name);
        for file in [
            "mod.rs",
            "perft.txt",
            "bench_positions.txt",
            "bench_signature.txt",
            "openings.txt",
            "README.md",
        ] {
            assert!(folder.join(file).is_file(), "{}/{file}", entry.name);
        }
        let front = format!("games/{}/", entry.name);
        let own = sources().into_iter().filter(|source| source.path.starts_with(&front));
        let has_kit = own.into_iter().any(|source| source.text.contains("ConformanceKit::"));
        assert!(has_kit, "{}: test its type with the ConformanceKit", entry.name);
    }
}

#[test]
fn no_file_is_longer_than_five_hundred_lines() {
    for folder in ["src", "tests", "tools"] {
        for ending in ["rs", "py", "sh"] {
            for path in files_below(&root().join(folder), ending) {
                let lines = fs::read_to_string(&path).expect("a source file").lines().count();
                assert!(lines <= MOST_LINES_OF_FILE, "{}: {lines} lines", path.display());
            }
        }
    }
}
