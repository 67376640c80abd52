//! The training data: quiet positions of games, each with its result and its score.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use parlour::base::hash::fnv_1a;
use parlour::base::{Side, SplitMix64};
use parlour::game::Position;
use parlour::games::connect5::Rule;
use parlour::games::connect5::threat_map::pattern_network::{ACTIVE_ROWS, CellPatterns};
use parlour::games::connect5::threat_map::{Threat, ThreatMap};
use parlour_training::{sigmoid, sign_of_side, whole_lines};

use crate::games_text_format::{SelfPlayGame, Settings};

/// One game in this many is held out. Set by hand.
const HELD_OUT: u64 = 16;

/// One position; its result and its score are **for the side to act**.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrainingPosition {
    /// Where its cells end in [`Positions::cells`]; they begin where those of the position before it
    /// end.
    end: usize,
    /// The side to act.
    pub(crate) side: Side,
    /// The active rows of counts.
    pub(crate) active: [u16; ACTIVE_ROWS],
    /// Whether the game was won (1), drawn (½) or lost (0) **for the side to act**.
    pub(crate) result: f32,
    /// The score of the search **for the side to act**, in units of the evaluation; about ±28,000
    /// for a decided game.
    pub(crate) score: f32,
}

/// The target of a fit: a chance to win that is a mix of the results of games, with this share (0
/// to 1), and of the player's own scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TargetMix(pub(crate) f32);

impl TargetMix {
    /// The target chance to win for the side to act in a position, 0 to 1; `logit` units of the
    /// evaluation are a logit.
    pub(crate) fn chance(self, sample: &TrainingPosition, logit: f32) -> f32 {
        self.0 * sample.result + (1.0 - self.0) * sigmoid(sample.score / logit)
    }
}

/// Many positions with the patterns of their cells, one position's after the other's.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// The empty cells near stones.
    cells: Vec<CellPatterns>,
    samples: Vec<TrainingPosition>,
}

impl Positions {
    /// How many there are.
    pub(crate) const fn len(&self) -> usize {
        self.samples.len()
    }

    /// Adds a position, the result of its game, and its score.
    pub(crate) fn push(&mut self, map: &ThreatMap, result: f32, score: f32) {
        self.cells.extend(map.cell_patterns());
        let active = map.active_rows().map(|row| row as u16);
        let end = self.cells.len();
        self.samples.push(TrainingPosition { end, side: map.side(), active, result, score });
    }

    /// The position of this number below [`Self::len`], and its cells.
    pub(crate) fn at(&self, number: usize) -> (&TrainingPosition, &[CellPatterns]) {
        let start = number.checked_sub(1).map_or(0, |before| self.samples[before].end);
        let sample = &self.samples[number];
        (sample, &self.cells[start..sample.end])
    }
}

/// The positions of one or more files of games.
pub(crate) struct TrainingData {
    /// How the games were played, all under the same rule.
    pub(crate) settings: Vec<Settings>,
    /// The rule of all games.
    pub(crate) rule: Rule,
    /// The number of games.
    pub(crate) games: u64,
    /// The positions that the network learns from.
    pub(crate) train: Positions,
    /// The positions of the games held out, for measuring the error.
    pub(crate) held_out: Positions,
}

impl TrainingData {
    /// No games yet; all must be under this rule.
    pub(crate) fn new(rule: Rule) -> Self {
        let (train, held_out) = (Positions::default(), Positions::default());
        Self { settings: Vec::new(), rule, games: 0, train, held_out }
    }

    /// Adds a file of games.
    ///
    /// Whole games are held out, drawn by the first line of the file and the number of the game in it, so
    /// that they are the same in every fit.
    ///
    /// # Errors
    /// When the file cannot be read, is of another rule, or has a line that is not a game.
    pub(crate) fn add(&mut self, path: &Path) -> Result<()> {
        let cannot_use = || format!("cannot use {}", path.display());
        let text = std::fs::read_to_string(path).with_context(cannot_use)?;
        let (head, lines) = text.split_once('\n').context("no games").with_context(cannot_use)?;
        let settings = Settings::read(head).with_context(cannot_use)?;
        ensure!(settings.rule == self.rule, "{} is of another rule", path.display());
        self.settings.push(settings);
        let seed = fnv_1a(settings.line().as_bytes());
        for (number, line) in (0..).zip(whole_lines(lines)) {
            let game = SelfPlayGame::read(line, settings.board()?).with_context(cannot_use)?;
            let is_held = SplitMix64::at(seed, number).below(HELD_OUT) == 0;
            let positions = if is_held { &mut self.held_out } else { &mut self.train };
            add(&game, &settings, positions)?;
            self.games += 1;
        }
        Ok(())
    }
}

/// Adds the quiet positions of a game that have a score.
fn add(game: &SelfPlayGame, settings: &Settings, out: &mut Positions) -> Result<()> {
    let mut board = settings.board()?;
    for (ply, cell) in game.moves.iter().enumerate() {
        let score = ply.checked_sub(game.opening).and_then(|at| game.scores.get(at));
        if let Some(Some(score)) = score {
            let map = ThreatMap::new(&board);
            if is_quiet(&map) {
                let result = (sign_of_side(board.side()) * game.result + 1) as f32 / 2.0;
                out.push(&map, result, *score as f32);
            }
        }
        board.play(*cell);
    }
    Ok(())
}

/// Whether a position is quiet: neither side wins at once, so that the engine uses its static
/// evaluation. An open three that must be met may be on the board.
///
/// Positions that a VCF decides are used only if the player did not find it: a game ends with the
/// first VCF that is found, and the last position of a game is never used.
fn is_quiet(map: &ThreatMap) -> bool {
    let (own, other) = (map.side(), map.side().other());
    let has_no = |side, threat| map.count_threats(side, threat) == 0;
    has_no(own, Threat::Five) && has_no(other, Threat::Five) && has_no(own, Threat::OpenFour)
}

#[cfg(test)]
mod tests {
    use super::{Positions, Rule, TrainingData, add};
    use crate::games_text_format::{SelfPlayGame, Settings};
    use std::path::Path;

    const HEAD: &str = "# connect5 rule freestyle size 15 nodes 700 seed 3";

    #[test]
    fn only_quiet_positions_with_a_score_count_and_for_their_own_side() {
        let settings = Settings::read(HEAD).unwrap();
        let board = settings.board().unwrap();
        // a5 does not meet the open three: an open four decides the position before f8.
        let line = "1 1 h8a1i8a3g8a5f8 1,-,30,40,50,60,29999";
        let game = SelfPlayGame::read(line, board).unwrap();
        let mut positions = Positions::default();
        add(&game, &settings, &mut positions).unwrap();
        let samples: Vec<_> = (0..positions.len()).map(|at| positions.at(at).0).collect();
        assert_eq!(samples.iter().map(|s| s.score).collect::<Vec<_>>(), [1.0, 30.0, 40.0, 50.0]);
        assert_eq!(samples.iter().map(|s| s.result).collect::<Vec<_>>(), [0.0, 0.0, 1.0, 0.0]);
        assert!((0..positions.len()).all(|at| !positions.at(at).1.is_empty()));
    }

    #[test]
    fn games_are_used_for_training_or_held_out_and_an_incomplete_line_is_skipped() {
        let file = std::env::temp_dir().join(format!("train-positions-{}", std::process::id()));
        let game = "1 1 h8a1i8a3 1,2,3,29997\n";
        std::fs::write(&file, format!("{HEAD}\n{}1 1 h8", game.repeat(64))).unwrap();
        let mut data = TrainingData::new(Rule::Freestyle);
        data.add(&file).unwrap();
        data.add(&file).unwrap();
        assert_eq!((data.games, data.train.len() + data.held_out.len()), (128, 384));
        assert!(TrainingData::new(Rule::Renju).add(&file).is_err());
        assert!(data.held_out.len() > 0 && data.train.len() > data.held_out.len());
        std::fs::write(&file, format!("{HEAD}\nh8\n")).unwrap();
        assert!(data.add(&file).is_err());
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn same_games_of_a_file_are_held_out_whatever_other_files_there_are() {
        let [one, other] = ["one", "other"].map(|part| {
            std::env::temp_dir().join(format!("train-held-{}-{part}", std::process::id()))
        });
        // The score of its only position is the number of the game, and 1,000 more in the other file.
        let games = |from: i64| {
            let lines = (from..from + 100).map(|number| format!("1 1 h8a1 {number},29997\n"));
            lines.collect::<Vec<_>>().concat()
        };
        std::fs::write(&one, format!("{HEAD}\n{}", games(0))).unwrap();
        let head = HEAD.replace("seed 3", "seed 4");
        std::fs::write(&other, format!("{head}\n{}", games(1_000))).unwrap();
        let held_out = |files: &[&Path]| -> Vec<i64> {
            let mut data = TrainingData::new(Rule::Freestyle);
            for file in files {
                data.add(file).unwrap();
            }
            let scores = (0..data.held_out.len()).map(|at| data.held_out.at(at).0.score as i64);
            scores.collect()
        };
        let [alone, other_alone] = [&one, &other].map(|file| held_out(&[file]));
        assert_eq!(held_out(&[&one, &other]), [&alone[..], &other_alone].concat());
        assert_eq!(held_out(&[&other, &one]), [&other_alone[..], &alone].concat());
        let numbers: Vec<i64> = other_alone.iter().map(|score| score - 1_000).collect();
        assert_ne!(alone, numbers, "games of another head are drawn anew");
        for file in [one, other] {
            std::fs::remove_file(file).unwrap();
        }
    }
}
