//! The plan of the house, held against every source file.

use std::fs;
use std::path::{Path, PathBuf};

use parlour::games::GAMES;

/// The floors from the ground up; a file imports its own and lower ones.
const FLOORS: [&str; 7] = ["base", "board", "game", "search", "host", "games", "protocol"];

/// The longest file in lines.
const LONGEST: usize = 500;

struct Source {
    /// Where it lies, from `src` on, with `/`.
    path: String,
    text: String,
}

impl Source {
    fn floor(&self) -> Option<usize> {
        let room = self.path.split('/').next()?;
        FLOORS.iter().position(|floor| *floor == room)
    }

    /// Lines that are code, with their numbers.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        lines.filter(|(_, line)| !line.starts_with("//"))
    }

    /// How many names stand between the crate's root and what is in this file.
    fn depth(&self) -> usize {
        let names = self.path.trim_end_matches(".rs").split('/');
        names.filter(|name| *name != "mod").count()
    }

    /// Every path that leads down from the crate's root: line and its first name.
    fn rooms_named(&self) -> Vec<(usize, String)> {
        let mut named = Vec::new();
        let tests = self.text.lines().position(|line| line.starts_with("mod tests"));
        for (number, line) in self.code() {
            let depth = self.depth() + usize::from(tests.is_some_and(|first| number > first));
            let climb = "super::".repeat(depth);
            for front in ["crate::", "parlour::", climb.as_str()] {
                let parts = line.split(front).skip(1);
                named.extend(parts.map(|part| (number, first_name(part).to_owned())));
            }
        }
        named
    }
}

fn first_name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|name| name == word)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files_below(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, ending, found);
        } else if path.extension().is_some_and(|have| have == ending) {
            found.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let folder = root().join("src");
    let mut paths = Vec::new();
    files_below(&folder, "rs", &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let from_src = path.strip_prefix(&folder).expect("it lies below");
        let path_text = from_src.to_string_lossy().replace('\\', "/");
        Source { path: path_text, text: fs::read_to_string(&path).expect("a source file") }
    };
    paths.into_iter().map(read).collect()
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
fn no_floor_imports_a_higher_one() {
    for source in sources() {
        let Some(own) = source.floor() else { continue };
        for (number, name) in source.rooms_named() {
            let place = format!("{}:{number}", source.path);
            assert!(!name.is_empty(), "{place}: write one path a line, so that this can be read");
            let floor = FLOORS.iter().position(|floor| *floor == name);
            assert!(floor.is_none_or(|floor| floor <= own), "{place} reaches up to {name}");
        }
    }
}

#[test]
fn every_room_is_a_floor() {
    for source in sources() {
        let front = ["lib.rs", "main.rs", "arguments.rs", "bin/pbrain-parlour.rs"];
        let is_front = front.contains(&source.path.as_str());
        assert!(is_front || source.floor().is_some(), "{} lies on no floor", source.path);
    }
}

#[test]
fn stdout_is_written_in_one_module() {
    let is_output = |source: &Source| source.path == "protocol/io/writer.rs";
    let prints = |line: &str| {
        line.contains("io::stdout") || line.contains("println!(") || line.contains("print!(")
    };
    assert_eq!(offenders(is_output, prints), [""; 0]);
}

#[test]
fn clock_is_read_in_one_module() {
    let is_limits = |source: &Source| source.path == "search/player/limits.rs";
    let reads = |line: &str| line.contains("Instant::now") || line.contains("SystemTime");
    assert_eq!(offenders(is_limits, reads), [""; 0]);
}

#[test]
fn floors_below_the_protocol_touch_no_files_and_no_surroundings() {
    let is_above = |source: &Source| source.floor().is_none_or(|floor| FLOORS[floor] == "protocol");
    let touches = |line: &str| {
        ["std::fs", "std::env", "std::io", "std::net", "std::process"]
            .iter()
            .any(|module| line.contains(module))
    };
    assert_eq!(offenders(is_above, touches), [""; 0]);
}

#[test]
fn only_the_program_uses_anyhow() {
    let is_main = |source: &Source| source.path == "main.rs";
    assert_eq!(offenders(is_main, |line| has_word(line, "anyhow")), [""; 0]);
}

#[test]
fn no_game_names_another_game() {
    for kind in GAMES {
        let own = format!("games/{}/", kind.name);
        let is_foreign = |source: &Source| {
            source.path.starts_with("games/")
                && source.path != "games/mod.rs"
                && !source.path.starts_with(&own)
        };
        let found = offenders(|source| !is_foreign(source), |line| has_word(line, kind.name));
        assert_eq!(found, [""; 0]);
    }
}

#[test]
fn nothing_but_the_registry_names_a_game_by_its_module() {
    for kind in GAMES {
        let is_game = |source: &Source| source.path.starts_with("games/");
        let path = format!("games::{}", kind.name);
        assert_eq!(offenders(is_game, |line| line.contains(&path)), [""; 0]);
    }
}

#[test]
fn every_game_is_a_folder_with_its_counts_and_bench_positions() {
    for kind in GAMES {
        let folder = root().join("src/games").join(kind.name);
        for file in ["mod.rs", "perft.txt", "bench.txt"] {
            assert!(folder.join(file).is_file(), "{}/{file}", kind.name);
        }
    }
}

#[test]
fn no_file_is_longer_than_five_hundred_lines() {
    let mut paths = Vec::new();
    for folder in ["src", "tests", "tools"] {
        for ending in ["rs", "py", "sh"] {
            files_below(&root().join(folder), ending, &mut paths);
        }
    }
    for path in paths {
        let lines = fs::read_to_string(&path).expect("a source file").lines().count();
        assert!(lines <= LONGEST, "{}: {lines} lines", path.display());
    }
}
