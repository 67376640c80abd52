//! Files of self-play games: a first line that says how they were played, then a line for each.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::work_in_order;

/// Plays until the file holds this many games, and continues where the file ends.
///
/// `jobs` games are played at a time.
///
/// `head` is the first line of the file; `line` is the line of the game of a number, which counts from
/// 0, and depends on the head and the number alone.
///
/// # Errors
/// When the file cannot be written or has another head, and the first error of `line`.
pub fn extend_games_file<Player>(
    path: &Path,
    head: &str,
    games: u64,
    jobs: u64,
    new_player: impl Fn() -> Player + Sync,
    line: impl Fn(&mut Player, u64) -> Result<String> + Sync,
) -> Result<()> {
    let (mut file, held) = open_to_continue(head, path)?;
    work_in_order(held..games, jobs, new_player, line, |line| {
        Ok(file.write_all((line? + "\n").as_bytes())?)
    })
}

/// The lines of a file of games that are whole.
///
/// The last line may be incomplete: another program may be writing it, or was killed.
pub fn whole_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'))
}

/// The file, at the end of its last whole line, and how many games it holds.
fn open_to_continue(head: &str, path: &Path) -> Result<(File, u64)> {
    let cannot_use = || format!("cannot use {}", path.display());
    let options = OpenOptions::new().read(true).append(true).create(true).clone();
    let mut file = options.open(path).with_context(cannot_use)?;
    let (mut whole, mut lines) = (0, 0);
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    while reader.read_line(&mut line).with_context(cannot_use)? > 0 && line.ends_with('\n') {
        if lines == 0 {
            let held = line.trim_end();
            ensure!(held == head, "{} holds games of '{held}'", path.display());
        }
        whole += line.len() as u64;
        lines += 1;
        line.clear();
    }
    // Removes the incomplete last line of a run that was killed.
    file.set_len(whole).with_context(cannot_use)?;
    if lines == 0 {
        file.write_all((head.to_owned() + "\n").as_bytes()).with_context(cannot_use)?;
        lines = 1;
    }
    Ok((file, lines - 1))
}

#[cfg(test)]
mod tests {
    use super::extend_games_file;
    use std::fs;
    use std::path::Path;

    fn extend(path: &Path, head: &str, games: u64, jobs: u64) -> anyhow::Result<()> {
        let line = |(): &mut (), number| Ok(format!("game {number}"));
        extend_games_file(path, head, games, jobs, || (), line)
    }

    #[test]
    fn files_are_the_same_in_one_run_and_in_several() {
        let folder = std::env::temp_dir().join(format!("parlour-games-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (whole, pieces) = (folder.join("whole"), folder.join("pieces"));
        extend(&whole, "# head", 6, 2).unwrap();
        extend(&pieces, "# head", 2, 1).unwrap();
        let held = fs::read_to_string(&pieces).unwrap();
        fs::write(&pieces, held + "gam").unwrap();
        extend(&pieces, "# head", 6, 1).unwrap();
        let text = fs::read_to_string(&whole).unwrap();
        assert_eq!(fs::read_to_string(&pieces).unwrap(), text);
        assert!(text.starts_with("# head\ngame 0\n") && text.ends_with("\ngame 5\n"), "{text}");
        assert!(extend(&whole, "# another", 7, 1).is_err());
        extend(&whole, "# head", 3, 1).unwrap();
        assert_eq!(fs::read_to_string(&whole).unwrap(), text, "it holds enough");
        fs::remove_dir_all(&folder).unwrap();
    }
}
