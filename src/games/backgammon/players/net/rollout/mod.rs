//! Rollouts: what positions come to in many games that both sides play at a glance.
//!
//! As the field knows them (Montgomery and others, *Variance Reduction*, GNU Backgammon's
//! manual): the first rolls are spread evenly over the games, all plays meet the same dice, and
//! the luck of every roll is taken out: what its best result is worth at a glance, less the mean
//! over all 21 rolls. The mean luck is nought whatever the networks think, so that the mean stays
//! true and its error shrinks. With the cube in play both sides double, take and drop by its
//! model. What is found depends on seed, games and plies alone, not on the threads.

mod checker_play;
mod cube_action;
mod dice;
mod mean;
mod trial;

pub(super) use checker_play::choose as choose_play;
pub(super) use cube_action::choose as choose_word;

use super::lookahead::{Look, refresh};
use crate::games::backgammon::board::rules::Backgammon;
use crate::search::threads::share_out;
use crate::search::{Rollout, SearchControl, SearchTask};
use dice::GameDice;
use mean::{Tally, Trial};
use trial::Start;

/// Games between two reports, at least: as many as spread the first rolls evenly.
const BATCH: u64 = 36;
/// A report comes when the games have grown by one in so many, at most.
const GROWTH: u64 = 8;
/// Games between two reports, at most: what they came to is kept until then, about 100 bytes for
/// each position. Twice every pair of first rolls: a quarter of a megabyte, and seconds apart.
const MOST: u64 = 2_592;

/// Games between two reports after so many.
fn due(done: u64) -> u64 {
    (done / GROWTH).next_multiple_of(BATCH).clamp(BATCH, MOST)
}

/// Positions that are rolled out side by side, with the same dice.
pub(super) struct Field<'a> {
    rollout: Rollout,
    seed: u64,
    starts: Vec<Start<'a>>,
    tallies: Vec<Tally>,
    /// Nodes of threads that have ended.
    others: u64,
}

impl<'a> Field<'a> {
    /// Nothing played yet.
    fn new(task: &SearchTask<'_, Backgammon>, seed: u64, starts: Vec<Start<'a>>) -> Self {
        let tallies = vec![Tally::default(); starts.len()];
        let rollout = task.limits.rollout.unwrap_or_default();
        Self { rollout, seed, starts, tallies, others: 0 }
    }

    /// Plays until all games are played or a limit is reached; tells after every batch.
    fn run(
        &mut self,
        looks: &mut [Look],
        control: &mut SearchControl<'_>,
        tell: &mut dyn FnMut(&Self, u64),
    ) {
        let mut done = 0;
        while done < self.rollout.games {
            refresh(looks);
            let batch = due(done).min(self.rollout.games - done);
            let played = self.batch(looks, done, batch, control);
            done += played;
            if played > 0 {
                tell(self, control.nodes() + self.others);
            }
            if played < batch || !control.may_deepen() {
                break;
            }
        }
    }

    /// Plays games from this number on; so many of them were played from every position.
    fn batch(
        &mut self,
        looks: &mut [Look],
        first: u64,
        games: u64,
        control: &mut SearchControl<'_>,
    ) -> u64 {
        let (starts, each) = (&self.starts, self.starts.len());
        let play = |number: usize, look: &mut Look, control: &mut SearchControl<'_>| {
            let dice = GameDice::new(self.seed, first + (number / each) as u64);
            trial::play(look, &starts[number % each], &dice, self.rollout.truncate, control)
        };
        let (found, nodes) = share_out(games as usize * each, looks, control, play);
        self.others += nodes;
        self.count(&found)
    }

    /// Adds the games that were played from every position; how many they are.
    fn count(&mut self, found: &[Trial]) -> u64 {
        let each = self.starts.len().max(1);
        for game in found.chunks_exact(each) {
            for (tally, trial) in self.tallies.iter_mut().zip(game) {
                tally.add(trial);
            }
        }
        (found.len() / each) as u64
    }
}

#[cfg(test)]
mod tests;
