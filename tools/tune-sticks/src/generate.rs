//! The command `generate`: self-play games, written in the order of their numbers.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, Result};
use parlour::base::{Score, Side, SplitMix64};
use parlour::game::{Position, Record, Turn};
use parlour::games::sticks::players::Search;
use parlour::games::sticks::{Move, Sticks};
use parlour::search::player::options::COMMON;
use parlour::search::{Limits, Options, Player, Progress, Rating, SearchTask, Stopwatch, Watcher};

use crate::games::{Game, Settings};

/// The number of random plies of an opening.
const OPENING_PLIES: RangeInclusive<u64> = 3..=10;
/// Openings with a score farther from 0 than this, in hundredths, are thrown away.
const MAX_OPENING_SCORE: i32 = 150;
/// Games of more plies count as draws.
const MAX_PLIES: usize = 250;

/// Plays this many games, `jobs` at a time, and writes them.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn run(settings: Settings, path: &Path, games: u64, jobs: u64) -> Result<()> {
    let file = File::create(path).with_context(|| format!("cannot use {}", path.display()))?;
    let mut file = BufWriter::new(file);
    writeln!(file, "{}", settings.line())?;
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut player = Selfplay::new(settings);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || sender.send((number, player.play_game(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut expected) = (BTreeMap::new(), 0);
        for (number, game) in receiver {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&expected) {
                writeln!(file, "{}", game.line())?;
                expected += 1;
            }
        }
        Ok(file.flush()?)
    })
}

/// A player and the settings of its games.
struct Selfplay {
    player: Search,
    settings: Settings,
}

/// Keeps the last score that the search reported.
#[derive(Default)]
struct Listener {
    score: Option<Score>,
}

impl Watcher<Move> for Listener {
    fn progress(&mut self, report: &Progress<'_, Move>) {
        if let Rating::Score(score) = report.rating {
            self.score = Some(score);
        }
    }
}

impl Selfplay {
    fn new(settings: Settings) -> Self {
        Self { player: Search::new(&Options::new(COMMON)), settings }
    }

    /// Plays the game of this number, which depends on the settings and the number alone.
    fn play_game(&mut self, number: u64) -> Game {
        let mut random = SplitMix64::at(self.settings.seed, number);
        loop {
            self.player.new_game();
            if let Some(game) = self.try_game(&mut random) {
                return game;
            }
        }
    }

    /// Plays a game from a random opening; `None` if that is not about level.
    fn try_game(&mut self, random: &mut SplitMix64) -> Option<Game> {
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
                    let result = outcome.winner().map_or(0, sign);
                    return Some(Game { result, opening, moves });
                }
                Turn::Roll(_) => return None,
            };
            let (best, score) = self.choose(&record);
            if moves.is_empty() && score.value().abs() > MAX_OPENING_SCORE {
                return None;
            }
            if let Some(plies) = score.plies_to_end() {
                return Some(Game { result: plies.signum() * sign(side), opening, moves });
            }
            if record.len() >= MAX_PLIES {
                return Some(Game { result: 0, opening, moves });
            }
            moves.push((best, score.value()));
            record.play(best);
        }
    }

    /// The move that the player chooses, and its last score, for the side to move.
    fn choose(&mut self, game: &Record<Sticks>) -> (Move, Score) {
        let moves = legal(game.position());
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let task = SearchTask {
            limits: &limits,
            moves: &moves,
            stop: &stop,
            stopwatch: Stopwatch::start(),
        };
        let mut listener = Listener::default();
        let choice = self.player.choose(game, &task, &mut listener);
        (choice.best, listener.score.unwrap_or(Score::ZERO))
    }
}

fn legal(position: &Sticks) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// 1 for First, −1 for Second.
const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::games::{Game, Settings};
    use std::fs;

    #[test]
    fn games_are_the_same_for_any_number_of_jobs() {
        let settings = Settings { nodes: 200, seed: 5 };
        let name = |part: &str| {
            std::env::temp_dir().join(format!("tune-sticks-{}-{part}", std::process::id()))
        };
        let (one, two) = (name("one"), name("two"));
        run(settings, &one, 4, 1).unwrap();
        run(settings, &two, 4, 2).unwrap();
        let text = fs::read_to_string(&one).unwrap();
        assert_eq!(text, fs::read_to_string(&two).unwrap());
        let games: Vec<Game> = text.lines().skip(1).map(|l| Game::read(l).unwrap()).collect();
        assert!(games.len() == 4 && games.iter().all(|game| game.moves[0].1.abs() <= 150));
        for file in [one, two] {
            fs::remove_file(file).unwrap();
        }
    }
}
