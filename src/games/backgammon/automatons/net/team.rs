//! Several threads look at the rolls after several plays.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::aim::{Aim, Seen};
use super::look::Look;
use super::root::{Candidate, Root};
use crate::games::backgammon::dice::Roll;
use crate::games::backgammon::doubling::States;
use crate::search::Control;

/// The work that is shared out: every roll after every play.
struct Work<'a> {
    candidates: &'a [Candidate],
    /// Plies from the opponent's roll on.
    depth: u32,
    /// Of the opponent, who rolls.
    aim: Aim<'a>,
    next: AtomicUsize,
}

/// The number of a piece of work, and what was found.
type Found = (usize, Seen);

const ROLLS: usize = Roll::ALL.len();

/// Looks at plays so many plies deep, as many from the front as the limits allow; how many.
///
/// What is found does not depend on the number of threads.
pub(super) fn look(
    root: &mut Root<'_>,
    looks: &mut [Look],
    candidates: &mut [Candidate],
    depth: u32,
) -> usize {
    let aim = root.aim;
    let work = Work { candidates, depth, aim, next: AtomicUsize::new(0) };
    let Some((first, others)) = looks.split_first_mut() else { return 0 };
    let mut found: Vec<Found> = Vec::with_capacity(candidates.len() * ROLLS);
    thread::scope(|scope| {
        let work = &work;
        let helpers: Vec<_> = others
            .iter_mut()
            .map(|look| {
                let mut control = root.control.sibling();
                scope.spawn(move || (work.take(look, &mut control), control.nodes()))
            })
            .collect();
        found.extend(work.take(first, &mut root.control));
        for helper in helpers {
            let (part, nodes) = helper.join().unwrap_or_else(|fault| resume_unwind(fault));
            found.extend(part);
            root.others += nodes;
        }
    });
    found.sort_unstable_by_key(|(number, _)| *number);
    settle(&found, candidates, aim)
}

impl Work<'_> {
    /// Takes pieces of work until there are no more or the limits end it.
    fn take(&self, look: &mut Look, control: &mut Control<'_>) -> Vec<Found> {
        let mut found = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = self.candidates.get(number / ROLLS) else { return found };
            let how = (self.depth, self.aim, States::START);
            let roll = Roll::ALL[number % ROLLS];
            match look.after(candidate.board, roll, how, control) {
                Some(seen) => found.push((number, seen)),
                None => return found,
            }
        }
    }
}

/// Gives the plays in front that were looked at whole what was found; how many they are.
fn settle(found: &[Found], candidates: &mut [Candidate], aim: Aim<'_>) -> usize {
    let mut numbers = found.iter().zip(0..).take_while(|((number, _), at)| number == at).count();
    numbers -= numbers % ROLLS;
    for (candidate, rolls) in candidates.iter_mut().zip(found[..numbers].chunks_exact(ROLLS)) {
        let mean = rolls
            .iter()
            .zip(Roll::ALL)
            .fold(Seen::NONE, |sum, ((_, seen), roll)| sum.plus(seen, roll.weight() as f32 / 36.0));
        candidate.settle(&aim.decided(mean, States::START));
    }
    numbers / ROLLS
}
