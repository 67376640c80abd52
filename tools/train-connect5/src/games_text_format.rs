//! The text format of games: one line each, after a first line with the settings of self-play.
//!
//! ```text
//! # connect5 rule freestyle size 15 nodes 1000 seed 1
//! 5 1 h8g7i9g9g8h9 14,-20,29998
//! ```
//!
//! A game is: plies of the random opening; the result for First, 1, 0 or −1; the moves; and the
//! scores of the positions after the opening, each for the side to act, `-` where the search
//! reported none. A game ends with the first score that is a proved win or loss.

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::game::{Notation, Position};
use parlour::games::connect5::{Board, Cell, Rule};

/// The settings of self-play for the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub(crate) struct Settings {
    /// The rule of the games: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = rule)]
    pub(crate) rule: Rule,
    /// Cells of the board each way, 5 to 22
    #[arg(long, default_value_t = 15)]
    pub(crate) size: usize,
    /// Nodes of each search
    #[arg(long, default_value_t = 1_000)]
    pub(crate) nodes: u64,
    /// The random seed of the openings
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The rule of this name.
///
/// # Errors
/// When there is no such rule.
pub(crate) fn rule(name: &str) -> Result<Rule> {
    Rule::named(name).with_context(|| format!("no rule is named '{name}'"))
}

impl Settings {
    /// The line at the head of the file.
    pub(crate) fn line(&self) -> String {
        let Self { rule, size, nodes, seed } = self;
        format!("# connect5 rule {} size {size} nodes {nodes} seed {seed}", rule.name())
    }

    /// The settings of such a line.
    pub(crate) fn read(line: &str) -> Result<Self> {
        let mut words = line.split(' ');
        let mut value_of = |name: &str| {
            words.by_ref().find(|word| *word == name).with_context(|| format!("no '{name}'"))?;
            words.next().with_context(|| format!("no value after '{name}'"))
        };
        let rule = Rule::named(value_of("rule")?).context("an unknown rule")?;
        let size = value_of("size")?.parse()?;
        let nodes = value_of("nodes")?.parse()?;
        Ok(Self { rule, size, nodes, seed: value_of("seed")?.parse()? })
    }

    /// The empty board.
    pub(crate) fn board(&self) -> Result<Board> {
        Ok(Board::with(self.size, self.size, self.rule)?)
    }
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SelfPlayGame {
    /// Plies that were drawn at random.
    pub(crate) opening: usize,
    /// 1, 0 or −1, for First.
    pub(crate) result: i32,
    /// All moves, those of the opening first.
    pub(crate) moves: Vec<Cell>,
    /// The scores of the positions from the end of the opening on, for the side to act.
    pub(crate) scores: Vec<Option<i32>>,
}

impl SelfPlayGame {
    /// The game as a line, without the line break.
    pub(crate) fn line(&self, mut board: Board) -> String {
        let mut text = format!("{} {} ", self.opening, self.result);
        for cell in &self.moves {
            board.write_move(*cell, &mut text);
            board.play(*cell);
        }
        let write_score =
            |score: &Option<i32>| score.map_or_else(|| "-".to_owned(), |s| s.to_string());
        text + " " + &self.scores.iter().map(write_score).collect::<Vec<_>>().join(",")
    }

    /// Reads a line, on this empty board.
    pub(crate) fn read(line: &str, mut board: Board) -> Result<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let [opening, result, mut names, scores] = words[..] else {
            anyhow::bail!("a game has four words");
        };
        let mut moves = Vec::new();
        while !names.is_empty() {
            let (cell, rest) =
                board.read_move(names).map_err(|error| anyhow::anyhow!("{error}"))?;
            moves.push(cell);
            board.play(cell);
            names = rest;
        }
        let read_score = |word: &str| if word == "-" { Ok(None) } else { word.parse().map(Some) };
        let scores = scores.split(',').map(read_score).collect::<Result<Vec<_>, _>>()?;
        let (opening, result) = (opening.parse()?, result.parse()?);
        ensure!((-1..=1).contains(&result), "a result is 1, 0 or -1");
        ensure!(opening + scores.len() <= moves.len() + 1, "more scores than positions");
        Ok(Self { opening, result, moves, scores })
    }
}

#[cfg(test)]
mod tests {
    use super::{SelfPlayGame, Settings};

    const HEAD: &str = "# connect5 rule renju size 15 nodes 700 seed 3";

    #[test]
    fn settings_and_games_are_read_back_from_their_lines() {
        let settings = Settings::read(HEAD).unwrap();
        assert_eq!(settings.line(), HEAD);
        let board = settings.board().unwrap();
        let line = "3 -1 h8g7i9g9g8h10 14,-,-20,-29997";
        let game = SelfPlayGame::read(line, board.clone()).unwrap();
        assert_eq!((game.moves.len(), game.scores[1], game.scores[3]), (6, None, Some(-29_997)));
        assert_eq!(game.line(board), line);
    }

    #[test]
    fn lines_that_are_not_games_are_refused() {
        let board = Settings::read(HEAD).unwrap().board().unwrap();
        for line in ["", "3 1 h8 4 5", "1 2 h8 4", "0 1 h8h8 4", "0 1 h8 4,5,6", "x 1 h8 4"] {
            assert!(SelfPlayGame::read(line, board.clone()).is_err(), "{line}");
        }
        for head in ["", "# connect5 rule go size 15 nodes 1 seed 1", "# rule renju size 15"] {
            assert!(Settings::read(head).is_err(), "{head}");
        }
    }
}
