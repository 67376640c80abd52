//! Several threads look at the rolls after several plays.

use super::cube_context::{Aim, Seen};
use super::lookahead::Look;
use super::root::{Candidate, Root};
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::States;
use crate::search::SearchControl;
use crate::search::threads::share_out;

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
    let how = (depth, aim, States::START);
    let plays = &*candidates;
    let after = |number: usize, look: &mut Look, control: &mut SearchControl<'_>| {
        look.after(plays[number / ROLLS].board, Roll::ALL[number % ROLLS], how, control)
    };
    let (found, nodes) = share_out(plays.len() * ROLLS, looks, &mut root.control, after);
    root.others += nodes;
    settle(&found, candidates, aim)
}

/// Gives the plays in front that were looked at whole what was found; how many they are.
fn settle(found: &[Seen], candidates: &mut [Candidate], aim: Aim<'_>) -> usize {
    let rolled = found.chunks_exact(ROLLS);
    for (candidate, rolls) in candidates.iter_mut().zip(rolled) {
        let mean = rolls
            .iter()
            .zip(Roll::ALL)
            .fold(Seen::NONE, |sum, (seen, roll)| sum.plus(seen, roll.weight() as f32 / 36.0));
        candidate.settle(&aim.decided(mean, States::START));
    }
    found.len() / ROLLS
}
