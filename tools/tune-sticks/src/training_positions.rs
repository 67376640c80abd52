//! The quiet positions of files of games, those of one game in twenty held out.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use parlour::base::{Score, Side};
use parlour::game::Position;
use parlour::games::sticks::Sticks;
use parlour::games::sticks::search_board::SearchBoard;
use parlour_training::{sign_of_side, whole_lines};

use crate::games_text_format::SelfPlayGame;

/// One game in this many is held out, to measure the loss on games that are not fitted. Set by
/// hand.
const HELD_OUT_ONE_IN: usize = 20;

/// A position of a game in which neither side wins at once, and no end is proved.
pub(crate) struct QuietPosition {
    /// The position.
    pub(crate) board: SearchBoard,
    /// The result of the game for First, 0 to 1.
    pub(crate) result: f32,
    /// The score of the search for First, in hundredths.
    pub(crate) score: f32,
}

/// What a fit needs of the positions of games.
pub(crate) struct TrainingData<T> {
    /// Those that are fitted.
    pub(crate) train: Vec<T>,
    /// Those held out.
    pub(crate) held_out: Vec<T>,
    games: usize,
    /// The first line of each file: how its games were played.
    heads: Vec<String>,
}

impl<T> TrainingData<T> {
    /// Reads the games of the files; `sample` takes what the fit needs of each quiet position.
    ///
    /// # Errors
    /// If the games cannot be read, or are too few.
    pub(crate) fn read(files: &[PathBuf], sample: impl Fn(&QuietPosition) -> T) -> Result<Self> {
        let (train, held_out, heads) = (Vec::new(), Vec::new(), Vec::new());
        let mut data = Self { train, held_out, games: 0, heads };
        for path in files {
            let unreadable = || format!("cannot read {}", path.display());
            let text = std::fs::read_to_string(path).with_context(unreadable)?;
            let mut lines = whole_lines(&text);
            let head = lines.next().with_context(unreadable)?;
            data.heads.push(head.trim_start_matches("# ").to_owned());
            for (number, line) in lines.enumerate() {
                let game = SelfPlayGame::read(line).with_context(unreadable)?;
                let is_held_out = number % HELD_OUT_ONE_IN == 0;
                let part = if is_held_out { &mut data.held_out } else { &mut data.train };
                visit_quiet_positions(&game, |position| part.push(sample(position)));
                data.games += 1;
            }
        }
        ensure!(!data.train.is_empty() && !data.held_out.is_empty(), "there are too few games");
        Ok(data)
    }

    /// The games and positions in words, for the first line of what a fit writes.
    pub(crate) fn origin(&self) -> String {
        let positions = self.train.len() + self.held_out.len();
        format!("{} games ({}), {positions} quiet positions", self.games, self.heads.join(", "))
    }
}

fn visit_quiet_positions(game: &SelfPlayGame, mut visit: impl FnMut(&QuietPosition)) {
    let mut position = Sticks::new();
    for m in &game.opening {
        position.play(*m);
    }
    for (m, score) in &game.moves {
        let board = SearchBoard::new(&position);
        let is_quiet = Side::BOTH.into_iter().all(|side| board.wins(side) == [0; 3]);
        if is_quiet && Score::from_value(*score).plies_to_end().is_none() {
            let sign = sign_of_side(board.mover()) as f32;
            let result = f32::midpoint(game.result as f32, 1.0);
            visit(&QuietPosition { board, result, score: sign * *score as f32 });
        }
        position.play(*m);
    }
}
