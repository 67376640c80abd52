//! Several positions rolled out side by side, in batches, by all threads.

use super::quasi_random_dice::{TRIALS_PER_SQUARE, TrialDice};
use super::trial::{TrialStart, play_trial};
use super::trial_statistics::{TrialResult, TrialSums};
use crate::base::random_numbers::ORDERED_ROLLS;
use crate::games::backgammon::players::net::lookahead::{Lookahead, use_bearoff_database_if_built};
use crate::search::threads::run_in_parallel;
use crate::search::{Rollout, SearchControl};

/// Games between two reports, at least: as many as spread the first rolls evenly.
const SMALLEST_BATCH: u64 = ORDERED_ROLLS;
/// A report comes when the games have grown by one in this many, at most. Set by hand.
const GROWTH: u64 = 8;
/// Games between two reports, at most: their results are kept until then, about 100 bytes for
/// each position. Twice every pair of first rolls: a quarter of a megabyte, and seconds apart.
const LARGEST_BATCH: u64 = 2 * TRIALS_PER_SQUARE;

/// How many games to play between two reports, after this many.
fn batch_size(done: u64) -> u64 {
    (done / GROWTH).next_multiple_of(SMALLEST_BATCH).clamp(SMALLEST_BATCH, LARGEST_BATCH)
}

/// How positions are rolled out.
#[derive(Clone, Copy)]
pub(in crate::games::backgammon::players::net) struct RolloutSettings {
    /// How many games, and for how many plies.
    pub(in crate::games::backgammon::players::net) rollout: Rollout,
    /// The seed of the dice.
    pub(in crate::games::backgammon::players::net) seed: u64,
}

/// Positions that are rolled out side by side, with the same dice.
pub(super) struct RolloutSet<'a> {
    settings: RolloutSettings,
    starts: Vec<TrialStart<'a>>,
    /// By position, in the order of the starts.
    pub(super) tallies: Vec<TrialSums>,
    /// Nodes of all threads but the first.
    pub(super) nodes_of_others: u64,
}

impl<'a> RolloutSet<'a> {
    /// A set of positions of which no game has been played yet.
    pub(super) fn new(settings: RolloutSettings, starts: Vec<TrialStart<'a>>) -> Self {
        let tallies = vec![TrialSums::default(); starts.len()];
        Self { settings, starts, tallies, nodes_of_others: 0 }
    }

    /// Plays until all games are played or a limit is reached.
    ///
    /// Calls `report` after every batch, with the nodes of all threads.
    pub(super) fn run(
        &mut self,
        lookaheads: &mut [Lookahead],
        control: &mut SearchControl<'_>,
        report: &mut dyn FnMut(&Self, u64),
    ) {
        let games = self.settings.rollout.games;
        let mut done = 0;
        while done < games {
            use_bearoff_database_if_built(lookaheads);
            let batch = batch_size(done).min(games - done);
            let played = self.play_batch(lookaheads, done, batch, control);
            done += played;
            if played > 0 {
                report(self, control.nodes() + self.nodes_of_others);
            }
            if played < batch || !control.may_deepen() {
                break;
            }
        }
    }

    /// Plays games from the number `first` on; how many were played from every position.
    fn play_batch(
        &mut self,
        lookaheads: &mut [Lookahead],
        first: u64,
        games: u64,
        control: &mut SearchControl<'_>,
    ) -> u64 {
        let RolloutSettings { rollout, seed } = self.settings;
        let (starts, positions) = (&self.starts, self.starts.len());
        let play = |job: usize, lookahead: &mut Lookahead, control: &mut SearchControl<'_>| {
            let dice = TrialDice::new(seed, first + (job / positions) as u64);
            play_trial(lookahead, &starts[job % positions], &dice, rollout.truncate, control)
        };
        let (results, nodes) =
            run_in_parallel(games as usize * positions, lookaheads, control, play);
        self.nodes_of_others += nodes;
        self.add(&results)
    }

    /// Adds the games that were played from every position; how many they are.
    fn add(&mut self, results: &[TrialResult]) -> u64 {
        let positions = self.starts.len().max(1);
        for game in results.chunks_exact(positions) {
            for (tally, result) in self.tallies.iter_mut().zip(game) {
                tally.add(result);
            }
        }
        (results.len() / positions) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{GROWTH, LARGEST_BATCH, SMALLEST_BATCH, batch_size};

    #[test]
    fn batches_grow_with_the_games_but_not_without_end() {
        assert_eq!([0, 36, 400, 8_000].map(batch_size), [36, 36, 72, 1_008]);
        for done in [LARGEST_BATCH * GROWTH, 1_000_000, 1_000_000_000_000, u64::MAX] {
            assert_eq!(batch_size(done), LARGEST_BATCH, "after {done}");
        }
        assert!(LARGEST_BATCH.is_multiple_of(SMALLEST_BATCH));
    }
}
