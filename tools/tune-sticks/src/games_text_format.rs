//! Games as text: one line each, after a first line that says how they were played.
//!
//! ```text
//! # sticks nodes 800 seed 1
//! 2 1 S@d4 H@c3 S@e5:14 B@b2:-20 S@f6:29999
//! ```
//!
//! A game is: the number of plies of its random opening; the result for First, 1, 0 or −1; and the
//! moves. Each move after the opening has the score of the position before it, in hundredths for
//! the side that makes it.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::game::{Notation, Position};
use parlour::games::sticks::{Move, Sticks};

/// How the games of a file are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub(crate) struct SelfPlaySettings {
    /// Nodes of each search
    #[arg(long, default_value_t = 800)]
    pub(crate) nodes: u64,
    /// Seed of the random openings
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl SelfPlaySettings {
    /// The first line of the file.
    pub(crate) fn line(self) -> String {
        format!("# sticks nodes {} seed {}", self.nodes, self.seed)
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SelfPlayGame {
    /// 1, 0 or −1, for First.
    pub(crate) result: i32,
    /// The moves of the random opening.
    pub(crate) opening: Vec<Move>,
    /// The moves after it, each with the score of the position before it.
    pub(crate) moves: Vec<(Move, i32)>,
}

impl SelfPlayGame {
    /// The game as a line, without the line end.
    pub(crate) fn line(&self) -> String {
        let mut text = format!("{} {}", self.opening.len(), self.result);
        let game = Sticks::new();
        for m in &self.opening {
            text.push(' ');
            game.write_move(*m, &mut text);
        }
        for (m, score) in &self.moves {
            text.push(' ');
            game.write_move(*m, &mut text);
            let _ = write!(text, ":{score}");
        }
        text
    }

    /// Reads a line.
    pub(crate) fn read(line: &str) -> Result<Self> {
        let mut words = line.split(' ');
        let plies: usize = words.next().context("an empty line")?.parse()?;
        let result = words.next().context("no result")?.parse()?;
        ensure!((-1..=1).contains(&result), "a result is 1, 0 or -1");
        let mut position = Sticks::new();
        let mut read = |text: &str| -> Result<Move> {
            let (m, rest) = position.read_move(text).map_err(|error| anyhow::anyhow!("{error}"))?;
            ensure!(rest.is_empty(), "'{rest}' after a move");
            position.play(m);
            Ok(m)
        };
        let opening = words.by_ref().take(plies).map(&mut read).collect::<Result<Vec<_>>>()?;
        ensure!(opening.len() == plies, "the opening is too short");
        let scored = |word: &str| {
            let (text, score) = word.split_once(':').context("a move without its score")?;
            Ok((read(text)?, score.parse()?))
        };
        let moves = words.map(scored).collect::<Result<Vec<_>>>()?;
        Ok(Self { result, opening, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::SelfPlayGame;

    #[test]
    fn games_come_back_from_their_lines() {
        let line = "2 -1 S@d4 H@c3 S@e5:14 B@b2:-20";
        let game = SelfPlayGame::read(line).unwrap();
        assert_eq!((game.result, game.opening.len(), game.moves[1].1), (-1, 2, -20));
        assert_eq!(game.line(), line);
    }

    #[test]
    fn lines_that_are_no_games_are_refused() {
        for line in ["", "1", "1 2 S@d4", "2 0 S@d4", "1 0 S@d4 S@d4:3", "0 0 S@d4", "x 1"] {
            assert!(SelfPlayGame::read(line).is_err(), "{line}");
        }
    }
}
