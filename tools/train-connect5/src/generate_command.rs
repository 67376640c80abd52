//! The command `generate`: writes self-play games to a file, in the order of their numbers.

use std::path::Path;

use anyhow::{Result, anyhow};
use parlour_training::extend_games_file;

use crate::games_text_format::Settings;
use crate::self_play::SelfPlayer;

/// Plays until the file holds this many games, `jobs` of them at a time.
///
/// # Errors
/// When the file cannot be written, or holds games with other settings.
pub(crate) fn run(settings: &Settings, path: &Path, games: u64, jobs: u64) -> Result<()> {
    let new_player = || SelfPlayer::new(*settings);
    extend_games_file(path, &settings.line(), games, jobs, new_player, |player, number| {
        let player = player.as_mut().map_err(|error| anyhow!("{error}"))?;
        Ok(player.game(number)?.line(settings.board()?))
    })
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::games_text_format::Settings;
    use std::fs;

    #[test]
    fn files_are_the_same_in_one_run_and_in_several() {
        let settings = Settings::read("# connect5 rule freestyle size 9 nodes 60 seed 2").unwrap();
        let folder = std::env::temp_dir().join(format!("train-connect5-{}", std::process::id()));
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
