//! Rollouts: what positions come to in many games that both sides play at a glance.
//!
//! As the field knows them (Montgomery and others, *Variance Reduction*, GNU Backgammon's
//! manual): the first rolls are spread evenly over the games, all plays meet the same dice, and
//! the luck of every roll is taken out: what its best result is worth at a glance, less the mean
//! over all 21 rolls. The mean luck is nought whatever the networks think, so that the mean stays
//! true and its error shrinks. With the cube in play both sides double, take and drop by its
//! model. What is found depends on seed, games and plies alone, not on the threads.

mod cube;
mod dice;
mod play;
mod trial;
mod value;

pub(super) use cube::choose as choose_word;
pub(super) use play::choose as choose_play;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::look::{Look, refresh};
use crate::games::backgammon::rules::Backgammon;
use crate::search::{Control, Rollout, Task};
use dice::GameDice;
use trial::Start;
use value::{Tally, Trial};

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

/// The number of a game of one position, and how it went.
type Found = (usize, Trial);

impl<'a> Field<'a> {
    /// Nothing played yet.
    fn new(task: &Task<'_, Backgammon>, seed: u64, starts: Vec<Start<'a>>) -> Self {
        let tallies = vec![Tally::default(); starts.len()];
        let rollout = task.limits.rollout.unwrap_or_default();
        Self { rollout, seed, starts, tallies, others: 0 }
    }

    /// Plays until all games are played or a limit is reached; tells after every batch.
    fn run(
        &mut self,
        looks: &mut [Look],
        control: &mut Control<'_>,
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
        control: &mut Control<'_>,
    ) -> u64 {
        let Some((own, others)) = looks.split_first_mut() else { return 0 };
        let next = AtomicUsize::new(0);
        let mut found: Vec<Found> = Vec::new();
        let mut nodes = 0;
        let work = Work { field: self, next: &next, first, games };
        thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .map(|look| {
                    let mut control = control.sibling();
                    scope.spawn(move || (work.take(look, &mut control), control.nodes()))
                })
                .collect();
            found.extend(work.take(own, control));
            for helper in helpers {
                let (part, spent) = helper.join().unwrap_or_else(|fault| resume_unwind(fault));
                found.extend(part);
                nodes += spent;
            }
        });
        self.others += nodes;
        found.sort_unstable_by_key(|(number, _)| *number);
        self.count(&found)
    }

    /// Adds the games in front that were played from every position; how many they are.
    fn count(&mut self, found: &[Found]) -> u64 {
        let whole = found.iter().zip(0..).take_while(|((number, _), at)| number == at).count();
        let each = self.starts.len().max(1);
        for game in found[..whole].chunks_exact(each) {
            for (tally, (_, trial)) in self.tallies.iter_mut().zip(game) {
                tally.add(trial);
            }
        }
        (whole / each) as u64
    }
}

/// Games that are shared out: every position, game by game.
#[derive(Clone, Copy)]
struct Work<'a> {
    field: &'a Field<'a>,
    next: &'a AtomicUsize,
    first: u64,
    games: u64,
}

impl Work<'_> {
    /// Takes games until there are no more or the limits end it.
    fn take(&self, look: &mut Look, control: &mut Control<'_>) -> Vec<Found> {
        let mut found = Vec::new();
        let Field { starts, rollout, seed, .. } = self.field;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let game = (number / starts.len().max(1)) as u64;
            let Some(start) = starts.get(number % starts.len().max(1)) else { return found };
            if game >= self.games {
                return found;
            }
            let dice = GameDice::new(*seed, self.first + game);
            match trial::play(look, start, &dice, rollout.truncate, control) {
                Some(trial) => found.push((number, trial)),
                None => return found,
            }
        }
    }
}

#[cfg(test)]
mod tests;
