//! One game of the player `threat` against itself.

use anyhow::Result;
use parlour::base::{Score, SplitMix64};
use parlour::game::{Record, Turn};
use parlour::games::connect5::threat_map::ThreatMap;
use parlour::games::connect5::{Board, Cell, ThreatPlayer};
use parlour::search::player::options::{COMMON, HASH};
use parlour::search::{Options, Player};
use parlour_training::{SearchResult, result_for_first, search_by_nodes, sign_of_side};

use crate::games_text_format::{SelfPlayGame, Settings};

/// The least number of random plies of an opening. Set by hand.
const MIN_OPENING: usize = 3;
/// How many numbers of random plies are equally likely: 3 to 10. Set by hand.
const OPENING_LENGTHS: u64 = 8;
/// The first random stone is at most this many columns and rows from the centre. Set by hand.
const MOST_FROM_CENTRE: usize = 3;
/// Openings with a score farther from 0 than this are not used, in hundredths. Set by hand.
const MAX_OPENING_SCORE: i32 = 150;

/// A player and its settings.
pub(crate) struct SelfPlayer {
    player: ThreatPlayer,
    settings: Settings,
}

impl SelfPlayer {
    /// A player with a table of 4 MiB, which is enough for some thousand nodes.
    pub(crate) fn new(settings: Settings) -> Result<Self> {
        let mut options = Options::new(COMMON);
        options.set(&HASH, Some("4")).map_err(|error| anyhow::anyhow!("{error}"))?;
        Ok(Self { player: ThreatPlayer::new(&options), settings })
    }

    /// The game of this number; it depends only on the settings and the number.
    pub(crate) fn game(&mut self, number: u64) -> Result<SelfPlayGame> {
        let mut random = SplitMix64::at(self.settings.seed, number);
        loop {
            self.player.clear_tables();
            if let Some(board) = self.opening(&mut random)?
                && let Some(game) = self.played(board)
            {
                return Ok(game);
            }
        }
    }

    /// Random stones near one another; `None` if there is no cell for the next one, or the game
    /// ends.
    fn opening(&self, random: &mut SplitMix64) -> Result<Option<Record<Board>>> {
        let mut game = Record::new(self.settings.board()?);
        let size = self.settings.size;
        let (low, range) = (
            (size / 2).saturating_sub(MOST_FROM_CENTRE),
            (2 * MOST_FROM_CENTRE + 1).min(size) as u64,
        );
        let mut at = || (low + random.below(range) as usize) as u8;
        game.play(Cell { x: at(), y: at() });
        for _ in 1..MIN_OPENING + random.below(OPENING_LENGTHS) as usize {
            let cells: Vec<Cell> = ThreatMap::new(game.position())
                .candidate_cells()
                .iter()
                .map(parlour::games::connect5::threat_map::PaddedCell::cell)
                .filter(|cell| game.position().is_legal(*cell))
                .collect();
            if cells.is_empty() {
                return Ok(None);
            }
            game.play(cells[random.below(cells.len() as u64) as usize]);
            if game.turn().side().is_none() {
                return Ok(None);
            }
        }
        Ok(Some(game))
    }

    /// The game from this opening to its end; `None` if the opening is not even.
    fn played(&mut self, mut game: Record<Board>) -> Option<SelfPlayGame> {
        let opening = game.len();
        let mut scores = Vec::new();
        let result = loop {
            let side = match game.turn() {
                Turn::Decide(side) => side,
                Turn::Over(outcome) => break result_for_first(outcome),
                Turn::Roll(_) => return None,
            };
            let SearchResult { best, score } =
                search_by_nodes(&mut self.player, &game, self.settings.nodes);
            if scores.is_empty()
                && score.is_none_or(|score| score.value().abs() > MAX_OPENING_SCORE)
            {
                return None;
            }
            scores.push(score.map(Score::value));
            if let Some(plies) = score.and_then(Score::plies_to_end) {
                break plies.signum() * sign_of_side(side);
            }
            game.play(best);
        };
        Some(SelfPlayGame { opening, result, moves: game.moves().collect(), scores })
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_OPENING_SCORE, SelfPlayer};
    use crate::games_text_format::{SelfPlayGame, Settings};

    #[test]
    fn games_are_level_at_first_decided_at_last_and_repeat_themselves() {
        let head = "# connect5 rule renju size 15 nodes 200 seed 5";
        let settings = Settings::read(head).unwrap();
        let mut player = SelfPlayer::new(settings).unwrap();
        for number in 0..3 {
            let game = player.game(number).unwrap();
            assert!(game.scores[0].unwrap().abs() <= MAX_OPENING_SCORE);
            assert_eq!(player.game(number).unwrap(), game);
            let board = settings.board().unwrap();
            assert_eq!(SelfPlayGame::read(&game.line(board.clone()), board).unwrap(), game);
        }
        assert_ne!(player.game(3).unwrap(), player.game(4).unwrap());
    }
}
