//! What the commands share: openings, pairs of games, and several jobs at once.

use std::fs;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result, ensure};
use parlour::search::Limits;
use parlour::search::pvs::{Params, PvsPlayer};

use crate::games_with_selective_search::GameWithSelectiveSearch;
use crate::play_game;

/// The openings of a file, `startpos moves m …` each; of the file in the folder of the game if none
/// is given.
///
/// # Errors
/// When the file cannot be read or has none.
pub(crate) fn read_openings(game: &str, file: Option<&PathBuf>) -> Result<Vec<String>> {
    let path =
        file.cloned().unwrap_or_else(|| PathBuf::from(format!("src/games/{game}/openings.txt")));
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let openings: Vec<String> = lines.map(str::to_owned).collect();
    ensure!(!openings.is_empty(), "{} has no openings", path.display());
    Ok(openings)
}

/// Plays an opening twice, with sides swapped, the two players with these parameters.
///
/// The result is for the first player: the games it won less the games it lost, −2 to 2.
///
/// # Errors
/// When the opening has a move that is not legal.
pub(crate) fn play_pair<G: GameWithSelectiveSearch>(
    players: &mut [PvsPlayer<G>; 2],
    params: &[Params; 2],
    start: &G::Position,
    opening: &str,
    limits: &Limits,
) -> Result<i32> {
    let [one, two] = players;
    one.set_params(params[0]);
    two.set_params(params[1]);
    let mut result = 0;
    for is_swapped in [false, true] {
        let record = play_game::record_after_opening(start, opening)?;
        let winner = if is_swapped {
            play_game::play(record, [two, one], limits)
        } else {
            play_game::play(record, [one, two], limits)
        };
        if let Some(side) = winner {
            result += if (side.index() == 0) == is_swapped { -1 } else { 1 };
        }
    }
    Ok(result)
}

/// Runs the same work on several threads, at least one, until all have ended.
///
/// # Errors
/// The first error of one of them.
pub(crate) fn run_jobs(jobs: usize, work: impl Fn() -> Result<()> + Sync) -> Result<()> {
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(&work)).collect();
        for worker in workers {
            worker.join().map_err(|_| anyhow::anyhow!("a game has failed"))??;
        }
        Ok(())
    })
}
