//! The file of games: a line each, `game technique limit number result`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Which games belong together: game, technique and limit, as in the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MatchKey {
    /// The name of the game.
    pub(crate) game: String,
    /// The name of the technique that one of the players has switched.
    pub(crate) technique: String,
    /// The limit of each search, as the command line names it.
    pub(crate) limit: String,
}

/// One game. Two games of one opening have the numbers 2 n and 2 n + 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecordedGame {
    /// The match that the game is a part of.
    pub(crate) of: MatchKey,
    /// The number of the game in its match, from 0.
    pub(crate) number: usize,
    /// For the player with the technique switched: 1 won, 0 drawn, −1 lost.
    pub(crate) result: i32,
}

impl RecordedGame {
    /// The line of the file.
    pub(crate) fn line(&self) -> String {
        let MatchKey { game, technique, limit } = &self.of;
        format!("{game} {technique} {limit} {} {}", self.number, self.result)
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let mut word = || words.next().map(str::to_owned);
        let of = MatchKey { game: word()?, technique: word()?, limit: word()? };
        Some(Self { of, number: word()?.parse().ok()?, result: word()?.parse().ok()? })
    }
}

/// The games of a file, none if there is no such file.
///
/// # Errors
/// When a line cannot be read.
pub(crate) fn read(path: &Path) -> Result<Vec<RecordedGame>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let read = |line: &str| RecordedGame::read(line).with_context(|| format!("no game: '{line}'"));
    text.lines().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::{MatchKey, RecordedGame};

    #[test]
    fn games_come_back_from_their_lines() {
        let of = MatchKey {
            game: "sticks".to_owned(),
            technique: "Killers".to_owned(),
            limit: "100ms".to_owned(),
        };
        let played = RecordedGame { of, number: 7, result: -1 };
        assert_eq!(RecordedGame::read(&played.line()), Some(played));
        assert_eq!(RecordedGame::read("sticks Killers 100ms x 1"), None);
    }
}
