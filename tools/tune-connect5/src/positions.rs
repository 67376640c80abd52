//! From games to quiet positions with what they are said to be worth.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use parlour::base::SplitMix64;
use parlour::game::Position;
use parlour::games::connect5::Rule;
use parlour::games::connect5::threat_map::{Grid, Threat};

use crate::features::{Counter, chosen};
use crate::games::{Game, Settings};
use crate::network::Chosen;
use crate::selfplay::sign;

/// One game in so many is held out.
const HELD_OUT: u64 = 16;

/// One position; what it is worth is said **for the side to act**.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Where its features end in [`Positions::features`]; they begin where the last one's end.
    pub(crate) end: usize,
    /// Whether the game was won (1), drawn (½) or lost (0).
    pub(crate) result: f32,
    /// What the search said, in the unit of the evaluation; ends of games are ±28,000 or so.
    pub(crate) score: f32,
}

/// Many positions, each with its features one behind the other's, and its rows of the network.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    features: Vec<(u16, i16)>,
    chosen: Vec<Chosen>,
    samples: Vec<Sample>,
}

impl Positions {
    /// How many there are.
    pub(crate) const fn len(&self) -> usize {
        self.samples.len()
    }

    /// Adds a position: its features and rows, how its game ended, and its score.
    pub(crate) fn push(&mut self, features: &[(u16, i16)], chosen: Chosen, said: (f32, f32)) {
        self.features.extend_from_slice(features);
        self.chosen.push(chosen);
        let (result, score) = said;
        self.samples.push(Sample { end: self.features.len(), result, score });
    }

    /// The position of this number below [`Self::len`], its features and its rows.
    pub(crate) fn at(&self, number: usize) -> (Sample, &[(u16, i16)], &Chosen) {
        let start = number.checked_sub(1).map_or(0, |before| self.samples[before].end);
        let sample = self.samples[number];
        (sample, &self.features[start..sample.end], &self.chosen[number])
    }
}

/// What files of games hold.
pub(crate) struct Data {
    /// How the games were played, all under the same rule.
    pub(crate) settings: Vec<Settings>,
    pub(crate) rule: Rule,
    pub(crate) games: u64,
    pub(crate) train: Positions,
    pub(crate) held_out: Positions,
}

impl Data {
    /// Nothing yet, of games under this rule.
    pub(crate) fn new(rule: Rule) -> Self {
        let (train, held_out) = (Positions::default(), Positions::default());
        Self { settings: Vec::new(), rule, games: 0, train, held_out }
    }

    /// Adds a file of games; whole games are held out, drawn by this seed.
    ///
    /// # Errors
    /// When the file cannot be read, is of another rule, or a line of it is no game.
    pub(crate) fn add(&mut self, path: &Path, seed: u64) -> Result<()> {
        let say = || format!("cannot use {}", path.display());
        let text = std::fs::read_to_string(path).with_context(say)?;
        let (head, lines) = text.split_once('\n').context("no games").with_context(say)?;
        let settings = Settings::read(head).with_context(say)?;
        ensure!(settings.rule == self.rule, "{} is of another rule", path.display());
        self.settings.push(settings);
        let mut counter = Counter::new(settings.rule);
        // The last line may be in the making.
        for line in lines.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
            let game = Game::read(line, settings.board()?).with_context(say)?;
            let is_held = SplitMix64::at(seed, self.games).below(HELD_OUT) == 0;
            let positions = if is_held { &mut self.held_out } else { &mut self.train };
            add(&game, &settings, &mut counter, positions)?;
            self.games += 1;
        }
        Ok(())
    }
}

/// Adds the quiet positions of a game that the search did not call decided.
fn add(game: &Game, settings: &Settings, counter: &mut Counter, out: &mut Positions) -> Result<()> {
    let mut board = settings.board()?;
    let mut features = Vec::new();
    for (ply, cell) in game.moves.iter().enumerate() {
        let score = ply.checked_sub(game.opening).and_then(|at| game.scores.get(at));
        if let Some(Some(score)) = score {
            let grid = Grid::new(&board);
            if is_quiet(&grid) {
                features.clear();
                counter.count(&grid, &mut features);
                let result = (sign(board.side()) * game.result + 1) as f32 / 2.0;
                out.push(&features, chosen(&grid), (result, *score as f32));
            }
        }
        board.play(*cell);
    }
    Ok(())
}

/// Whether nothing decides the position at once: the positions for which the engine asks its
/// evaluation. An open three to be met is one of them.
///
/// Of positions that continuous fours decide only those are left that the player did not see to
/// be so: else a game ends with the first of them, and the last position of a game is never used.
fn is_quiet(grid: &Grid) -> bool {
    let (own, other) = (grid.side(), grid.side().other());
    let none = |side, threat| grid.count(side, threat) == 0;
    none(own, Threat::Five) && none(other, Threat::Five) && none(own, Threat::TwoFours)
}

#[cfg(test)]
mod tests {
    use super::{Data, Positions, Rule, add};
    use crate::features::Counter;
    use crate::games::{Game, Settings};

    const HEAD: &str = "# connect5 rule freestyle size 15 nodes 700 seed 3";

    #[test]
    fn only_quiet_positions_with_a_score_count_and_for_their_own_side() {
        let settings = Settings::read(HEAD).unwrap();
        let board = settings.board().unwrap();
        // a5 lets the open three stand: a straight four decides the position before f8.
        let line = "1 1 h8a1i8a3g8a5f8 1,-,30,40,50,60,29999";
        let game = Game::read(line, board).unwrap();
        let mut positions = Positions::default();
        add(&game, &settings, &mut Counter::new(settings.rule), &mut positions).unwrap();
        let said: Vec<_> = (0..positions.len()).map(|at| positions.at(at).0).collect();
        assert_eq!(said.iter().map(|s| s.score).collect::<Vec<_>>(), [1.0, 30.0, 40.0, 50.0]);
        assert_eq!(said.iter().map(|s| s.result).collect::<Vec<_>>(), [0.0, 0.0, 1.0, 0.0]);
        assert!((0..positions.len()).all(|at| !positions.at(at).1.is_empty()));
    }

    #[test]
    fn games_are_used_to_learn_or_to_test_and_a_torn_line_is_neither() {
        let file = std::env::temp_dir().join(format!("tune-positions-{}", std::process::id()));
        let game = "1 1 h8a1i8a3 1,2,3,29997\n";
        std::fs::write(&file, format!("{HEAD}\n{}1 1 h8", game.repeat(64))).unwrap();
        let mut data = Data::new(Rule::Freestyle);
        data.add(&file, 1).unwrap();
        data.add(&file, 1).unwrap();
        assert_eq!((data.games, data.train.len() + data.held_out.len()), (128, 384));
        assert!(Data::new(Rule::Renju).add(&file, 1).is_err());
        assert!(data.held_out.len() > 0 && data.train.len() > data.held_out.len());
        std::fs::write(&file, format!("{HEAD}\nh8\n")).unwrap();
        assert!(data.add(&file, 1).is_err());
        std::fs::remove_file(&file).unwrap();
    }
}
