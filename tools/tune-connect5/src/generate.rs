//! The command `generate`: writes self-play games to a file, in the order of their numbers.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::games::Settings;
use crate::selfplay::Selfplay;

/// Plays until the file holds this many games, `jobs` of them at a time.
///
/// # Errors
/// When the file cannot be written, or holds games with other settings.
pub(crate) fn run(settings: &Settings, path: &Path, games: u64, jobs: u64) -> Result<()> {
    let (mut file, held) = open_to_continue(settings, path)?;
    let next = AtomicU64::new(held);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut player = Selfplay::new(*settings);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let line = player
                        .as_mut()
                        .map_err(|error| anyhow::anyhow!("{error}"))
                        .and_then(|player| Ok(player.game(number)?.line(settings.board()?)));
                    if sender.send((number, line)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = held;
        for (number, line) in receiver {
            waiting.insert(number, line?);
            while let Some(line) = waiting.remove(&expected) {
                file.write_all((line + "\n").as_bytes())?;
                expected += 1;
            }
        }
        Ok(())
    })
}

/// The file, at the end of its last whole line, and how many games it holds.
fn open_to_continue(settings: &Settings, path: &Path) -> Result<(File, u64)> {
    let cannot_use = || format!("cannot use {}", path.display());
    let options = OpenOptions::new().read(true).append(true).create(true).clone();
    let mut file = options.open(path).with_context(cannot_use)?;
    let (mut whole, mut lines) = (0, 0);
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    while reader.read_line(&mut line).with_context(cannot_use)? > 0 && line.ends_with('\n') {
        if lines == 0 {
            let held = line.trim_end();
            ensure!(held == settings.line(), "{} holds games of '{held}'", path.display());
        }
        whole += line.len() as u64;
        lines += 1;
        line.clear();
    }
    // Removes the incomplete last line of a run that was killed.
    file.set_len(whole).with_context(cannot_use)?;
    if lines == 0 {
        file.write_all((settings.line() + "\n").as_bytes()).with_context(cannot_use)?;
        lines = 1;
    }
    Ok((file, lines - 1))
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::games::Settings;
    use std::fs;

    #[test]
    fn files_are_the_same_in_one_run_and_in_several() {
        let settings = Settings::read("# connect5 rule freestyle size 9 nodes 60 seed 2").unwrap();
        let folder = std::env::temp_dir().join(format!("tune-connect5-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (whole, pieces) = (folder.join("whole"), folder.join("pieces"));
        run(&settings, &whole, 6, 2).unwrap();
        run(&settings, &pieces, 2, 1).unwrap();
        let held = fs::read_to_string(&pieces).unwrap();
        fs::write(&pieces, held + "5 1 h8").unwrap();
        run(&settings, &pieces, 6, 1).unwrap();
        assert_eq!(fs::read_to_string(&whole).unwrap(), fs::read_to_string(&pieces).unwrap());
        assert_eq!(fs::read_to_string(&whole).unwrap().lines().count(), 7);
        assert!(run(&Settings { seed: 3, ..settings }, &whole, 6, 1).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
