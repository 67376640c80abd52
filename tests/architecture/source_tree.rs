//! The source files, and what is found in them.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the ground up; a file imports its own and lower ones.
pub(crate) const LAYERS: [&str; 8] =
    ["base", "board", "game", "search", "host", "games", "protocol", "api"];

/// A file of `src`.
pub(crate) struct Source {
    /// Its path from `src` on, with `/`.
    pub(crate) path: String,
    /// Its whole text.
    pub(crate) text: String,
}

impl Source {
    /// The number of its layer; `None` for the files at the front.
    pub(crate) fn layer(&self) -> Option<usize> {
        let folder = self.path.split('/').next()?;
        LAYERS.iter().position(|layer| *layer == folder)
    }

    /// Lines that are code, with their numbers from 1.
    pub(crate) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        lines.filter(|(_, line)| !line.starts_with("//"))
    }

    /// The number of the first line of the unit tests.
    pub(crate) fn first_line_of_tests(&self) -> Option<usize> {
        self.text.lines().position(|line| line.ends_with("mod tests {"))
    }

    /// The names from the crate's root to the module of this file.
    pub(crate) fn module(&self) -> Vec<&str> {
        let names = self.path.trim_end_matches(".rs").split('/');
        names.filter(|name| *name != "mod").collect()
    }
}

/// The folder of the package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folders of what is installed or built, not written.
const BUILT_FOLDERS: [&str; 6] =
    ["node_modules", "dist", "target", "public/engine", ".mypy_cache", ".ruff_cache"];

/// The files below a folder whose names end so, but for those that are made.
pub(crate) fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if BUILT_FOLDERS.iter().any(|made| path.ends_with(made)) {
            continue;
        }
        if path.is_dir() {
            found.extend(files_below(&path, ending));
        } else if path.extension().is_some_and(|have| have == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The part of a line that is prose, by the kind of file; `is_quoted` is kept from line to line
/// and says whether a docstring goes on.
pub(crate) fn prose<'a>(line: &'a str, ending: &str, is_quoted: &mut bool) -> &'a str {
    match ending {
        "md" => line,
        "js" | "ts" if line.trim_start().starts_with(['*', '/']) => line,
        "rs" | "js" | "ts" => line.split_once("//").map_or("", |(_, comment)| comment),
        _ => {
            let was_quoted = *is_quoted;
            *is_quoted ^= line.matches("\"\"\"").count() % 2 == 1;
            if was_quoted || line.contains("\"\"\"") {
                return line;
            }
            line.split_once("# ").map_or("", |(_, comment)| comment)
        }
    }
}

/// Every file of `src`.
pub(crate) fn sources() -> Vec<Source> {
    let folder = root().join("src");
    let read = |path: PathBuf| {
        let from_src = path.strip_prefix(&folder).expect("a file of src");
        let path_text = from_src.to_string_lossy().replace('\\', "/");
        Source { path: path_text, text: fs::read_to_string(&path).expect("a source file") }
    };
    files_below(&folder, "rs").into_iter().map(read).collect()
}
