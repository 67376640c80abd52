//! The command `generate`: self-play games, written in the order of their numbers.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::Result;
use parlour::base::{Score, SplitMix64};
use parlour::game::{Position, Record, Turn};
use parlour::games::sticks::players::SearchPlayer;
use parlour::games::sticks::{Move, Sticks};
use parlour::search::player::options::COMMON;
use parlour::search::{Options, Player};
use parlour_training::{
    SearchResult, extend_games_file, result_for_first, search_by_nodes, sign_of_side,
};

use crate::games_text_format::{SelfPlayGame, SelfPlaySettings};

/// The number of random plies of an opening. Set by hand.
const OPENING_PLIES: RangeInclusive<u64> = 3..=10;
/// Openings with a score farther from 0 than this, in hundredths, are thrown away. Set by hand.
const MAX_OPENING_SCORE: i32 = 150;
/// Games of more plies count as draws. Set by hand.
const MAX_PLIES: usize = 250;

/// Plays until the file holds this many games, `jobs` of them at a time.
///
/// # Errors
/// When the file cannot be written, or holds games with other settings.
pub(crate) fn run(settings: SelfPlaySettings, path: &Path, games: u64, jobs: u64) -> Result<()> {
    let new_player = || SelfPlayer::new(settings);
    extend_games_file(path, &settings.line(), games, jobs, new_player, |player, number| {
        Ok(player.play_game(number).line())
    })
}

/// A player and the settings of its games.
struct SelfPlayer {
    player: SearchPlayer,
    settings: SelfPlaySettings,
}

impl SelfPlayer {
    fn new(settings: SelfPlaySettings) -> Self {
        Self { player: SearchPlayer::new(&Options::new(COMMON)), settings }
    }

    /// Plays the game of this number, which depends on the settings and the number alone.
    fn play_game(&mut self, number: u64) -> SelfPlayGame {
        let mut random = SplitMix64::at(self.settings.seed, number);
        loop {
            self.player.clear_tables();
            if let Some(game) = self.try_game(&mut random) {
                return game;
            }
        }
    }

    /// Plays a game from a random opening; `None` if that is not about level.
    fn try_game(&mut self, random: &mut SplitMix64) -> Option<SelfPlayGame> {
        let mut record = Record::new(Sticks::new());
        let (least, most) = OPENING_PLIES.into_inner();
        for _ in 0..least + random.below(most - least + 1) {
            let moves = legal(record.position());
            record.play(moves[random.below(moves.len() as u64) as usize]);
            record.turn().side()?;
        }
        let opening: Vec<Move> = record.moves().collect();
        let mut moves = Vec::new();
        loop {
            let side = match record.turn() {
                Turn::Decide(side) => side,
                Turn::Over(outcome) => {
                    let result = result_for_first(outcome);
                    return Some(SelfPlayGame { result, opening, moves });
                }
                Turn::Roll(_) => return None,
            };
            let SearchResult { best, score } =
                search_by_nodes(&mut self.player, &record, self.settings.nodes);
            let score = score.unwrap_or(Score::ZERO);
            if moves.is_empty() && score.value().abs() > MAX_OPENING_SCORE {
                return None;
            }
            if let Some(plies) = score.plies_to_end() {
                return Some(SelfPlayGame {
                    result: plies.signum() * sign_of_side(side),
                    opening,
                    moves,
                });
            }
            if record.len() >= MAX_PLIES {
                return Some(SelfPlayGame { result: 0, opening, moves });
            }
            moves.push((best, score.value()));
            record.play(best);
        }
    }
}

fn legal(position: &Sticks) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::games_text_format::{SelfPlayGame, SelfPlaySettings};
    use std::fs;

    #[test]
    fn games_are_the_same_for_any_number_of_jobs() {
        let settings = SelfPlaySettings { nodes: 200, seed: 5 };
        let name = |part: &str| {
            std::env::temp_dir().join(format!("tune-sticks-{}-{part}", std::process::id()))
        };
        let (one, two) = (name("one"), name("two"));
        run(settings, &one, 4, 1).unwrap();
        run(settings, &two, 4, 2).unwrap();
        let text = fs::read_to_string(&one).unwrap();
        assert_eq!(text, fs::read_to_string(&two).unwrap());
        let games: Vec<SelfPlayGame> =
            text.lines().skip(1).map(|l| SelfPlayGame::read(l).unwrap()).collect();
        assert!(games.len() == 4 && games.iter().all(|game| game.moves[0].1.abs() <= 150));
        for file in [one, two] {
            fs::remove_file(file).unwrap();
        }
    }
}
