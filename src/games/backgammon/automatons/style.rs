//! The one player behind the four styles: the best of all results of the roll.

use super::features::{Counts, Feature, count};
use super::{cube, reason};
use crate::base::{Side, SplitMix64};
use crate::game::{Position, Record};
use crate::games::backgammon::rules::Backgammon;
use crate::games::backgammon::steps::Move;
use crate::search::{Automaton, Choice, Control, Level, Options, Task, Watcher};

/// The table of all styles: a row for each feature, a column for each style.
const TABLE: &str = include_str!("styles.md");

/// A player who weighs features, one ply deep. Uses `Level`, and `Seed` below full level.
///
/// Of plays that are worth the same the one that `legal` names first is chosen.
pub(super) struct Style {
    name: &'static str,
    weights: Counts,
    cube: cube::Thresholds,
    level: Level,
    seed: u64,
    stream: SplitMix64,
}

/// The number in this row and column of the table; 0 if there is none.
fn cell(row: &str, column: &str) -> f32 {
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim);
    let mut lines = TABLE.lines();
    let index = lines.next().and_then(|head| cells(head).position(|name| name == column));
    let line = lines.find(|line| cells(line).next() == Some(row));
    let text = index.and_then(|index| line.and_then(|line| cells(line).nth(index)));
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

impl Style {
    /// The style of this column, at the start of its random stream.
    pub(super) fn new(name: &'static str, options: &Options) -> Self {
        let seed = options.spin("Seed").unsigned_abs();
        let chance = |row| cell(row, name) / 100.0;
        Self {
            name,
            weights: Feature::ALL.map(|(_, row)| cell(row, name)),
            cube: cube::Thresholds {
                double: chance("double"),
                take: chance("take"),
                beaver: chance("beaver"),
            },
            level: Level::new(options.spin("Level")),
            seed,
            stream: SplitMix64::new(seed),
        }
    }

    /// What a board is worth to the side that has just played, in pips.
    fn score(&self, counts: &Counts) -> f32 {
        self.weights.iter().zip(counts).map(|(weight, count)| weight * count).sum()
    }

    /// The best of some plays (at least one), as far as `control` lets it look.
    fn best_play(
        &self,
        before: &Backgammon,
        moves: &[Move],
        control: &mut Control<'_>,
    ) -> Choice<Move> {
        let mut best = (moves[0], f32::NEG_INFINITY, [0.0; Feature::COUNT]);
        let mut sum = [0.0; Feature::COUNT];
        let mut seen = 0;
        for &m in moves {
            if moves.len() > 1 && !control.tick() {
                break;
            }
            let counts = counts_after(before, m);
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            seen += 1;
            let score = self.score(&counts);
            if score > best.1 {
                best = (m, score, counts);
            }
        }
        let reason = match (moves.len(), seen) {
            (1, _) => "the only move".to_owned(),
            (all, seen) if seen < all => format!("best of the first {seen} of {all} moves"),
            _ => {
                let usual = sum.map(|sum| sum / seen as f32);
                let gains = std::array::from_fn(|i| self.weights[i] * (best.2[i] - usual[i]));
                reason::words(&gains, &count(before.board().swapped()), &best.2)
            }
        };
        Choice { best: best.0, nodes: control.nodes(), reason }
    }
}

/// The features after a play, for the side that makes it.
fn counts_after(before: &Backgammon, m: Move) -> Counts {
    let mut after = *before;
    let _before = after.play(m);
    // A side that has borne off everybody stays on roll.
    let board = after.board();
    count(if after.on_roll() == before.on_roll() { board.swapped() } else { board })
}

impl Automaton<Backgammon> for Style {
    fn choose(
        &mut self,
        game: &Record<Backgammon>,
        task: &Task<'_, Backgammon>,
        _watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        let position = game.position();
        if self.level.slips(&mut self.stream) {
            let drawn = self.stream.below(task.moves.len() as u64) as usize;
            let reason = format!("one of {} moves, picked at random", task.moves.len());
            return Choice { best: task.moves[drawn], nodes: 0, reason };
        }
        if position.rolled().is_none() {
            return self.cube.choose(position, task.moves);
        }
        let side = position.turn().side().unwrap_or(Side::First);
        let mut control = Control::new(task, side).with_node_cap(self.level.nodes());
        control.hold();
        self.best_play(position, task.moves, &mut control)
    }

    fn configure(&mut self, options: &Options) {
        self.level = Level::new(options.spin("Level"));
        if options.spin("Seed").unsigned_abs() != self.seed {
            *self = Self::new(self.name, options);
        }
    }

    fn new_game(&mut self) {
        self.stream = SplitMix64::new(self.seed);
    }
}
