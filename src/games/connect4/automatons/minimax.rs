//! `minimax`: the plan's minimax with its special scoring.
//!
//! `connect4-plan.txt`, "Minimax Searching Outline" and "Minimax Special Scoring". Red (First)
//! chooses the highest score, yellow (Second) the lowest. The outline has no pruning; here
//! alpha-beta (Knuth and Moore 1975) leaves out what cannot change the value. The plan's checks
//! whether the hand is forced come first, as they head its "Solving Algorithm".

use super::forced;
use super::planner::{Depth, Judge};
use super::scoring::{WON, diminished};
use crate::base::{Score, Side};
use crate::game::{Position, Turn};
use crate::games::connect4::Rack;

/// The judgement of the player `minimax`, in thousandths for the side that asks.
#[derive(Clone, Copy, Debug)]
pub struct Minimax;

impl Judge for Minimax {
    const DEPTH: u32 = 8;
    const WORST: i32 = -WON;

    fn shortlist<const W: usize, const H: usize>(
        rack: &Rack<W, H>,
        allowed: &[u8],
    ) -> forced::Shortlist {
        forced::preliminary(rack, allowed)
    }

    fn value<const W: usize, const H: usize>(
        after: &Rack<W, H>,
        depth: u32,
        floor: i32,
        tick: &mut impl FnMut() -> bool,
    ) -> Option<i32> {
        match after.side().other() {
            Side::First => value(after, depth, [floor, WON], tick),
            Side::Second => value(after, depth, [-WON, -floor], tick).map(|score| -score),
        }
    }

    /// The first depth that sees the end of a decided game sees the quickest.
    fn score(value: i32, depth: Depth) -> (Score, bool) {
        let plies = depth.plies.cast_signed();
        match value {
            WON => (Score::win_in(plies), true),
            value if value == -WON => (Score::loss_in(plies), true),
            value => (Score::centi(hundredths(value)), depth.to_the_end),
        }
    }

    fn reason(value: i32, side: Side, depth: u32, count: usize) -> String {
        let (score, choice) = match side {
            Side::First => (value, "highest"),
            Side::Second => (-value, "lowest"),
        };
        let score = f64::from(score) / 1_000.0;
        format!("{choice} score of {count} moves, {score:.3} at depth {depth}")
    }
}

/// The minimax value of a board `depth` plies deep, in thousandths **for First**.
///
/// Exact where it lies strictly within the `window` [alpha, beta]; ±10,000, a won game, is exact
/// at the window's ends, too, if they are the whole range. `None` if `tick` says no, which is
/// asked before every move that is made.
pub fn value<const W: usize, const H: usize>(
    rack: &Rack<W, H>,
    depth: u32,
    window: [i32; 2],
    tick: &mut impl FnMut() -> bool,
) -> Option<i32> {
    if let Turn::Over(outcome) = rack.turn() {
        return Some(match outcome.winner() {
            Some(Side::First) => WON,
            Some(Side::Second) => -WON,
            None => 0,
        });
    }
    if depth == 0 {
        return Some(diminished(rack));
    }
    let side = rack.side();
    let [mut alpha, mut beta] = window;
    let mut best = if side == Side::First { -WON } else { WON };
    let playable = rack.playable();
    for channel in Rack::<W, H>::CENTRE_FIRST {
        if playable & Rack::<W, H>::channel(usize::from(channel)) == 0 {
            continue;
        }
        if !tick() {
            return None;
        }
        let mut child = *rack;
        child.play(channel);
        let score = value(&child, depth - 1, [alpha, beta], tick)?;
        match side {
            Side::First => {
                best = best.max(score);
                alpha = alpha.max(best);
            }
            Side::Second => {
                best = best.min(score);
                beta = beta.min(best);
            }
        }
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}

/// Thousandths as hundredths, to the nearest; halves away from zero.
const fn hundredths(value: i32) -> i32 {
    (value + 5 * value.signum()) / 10
}
