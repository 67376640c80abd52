//! `minimax`: the plan's minimax with its special scoring.
//!
//! `connect4-plan.txt`, "Minimax Searching Outline" and "Minimax Special Scoring". Red (First)
//! chooses the highest score, yellow (Second) the lowest. The outline has no pruning; here
//! alpha-beta (Knuth and Moore 1975) leaves out what cannot change the value. The plan's preliminary
//! checks for forced moves come first, as in its "Solving Algorithm".

use super::evaluation_breakdown_in_words::describe_special_score;
use super::forced_moves::{Shortlist, preliminary_checks};
use super::player_and_root_search::{MoveEvaluation, SearchDepth};
use super::scoring::{UNIT, WON_SCORE, special_score};
use crate::base::{Score, Side};
use crate::game::{Position, Turn};
use crate::games::connect4::Rack;
use crate::search::{MoveValue, Rating};

/// The evaluation of the player `minimax`, in thousandths for the side that has moved.
#[derive(Clone, Copy, Debug)]
pub struct Minimax;

impl MoveEvaluation for Minimax {
    /// The plan names none: set by hand; no measurement is recorded.
    const DEPTH: u32 = 8;
    /// A lost game, in thousandths.
    const WORST: i32 = -WON_SCORE;

    fn shortlist(rack: &Rack, allowed: &[u8]) -> Shortlist {
        preliminary_checks(rack, allowed)
    }

    fn value(after: &Rack, depth: u32, floor: i32, tick: &mut impl FnMut() -> bool) -> Option<i32> {
        match after.side().other() {
            Side::First => value(after, depth, [floor, WON_SCORE], tick),
            Side::Second => value(after, depth, [-WON_SCORE, -floor], tick).map(|score| -score),
        }
    }

    /// A win or loss within the depth is the quickest: no earlier iteration has seen one.
    fn score(value: i32, depth: SearchDepth) -> (Score, bool) {
        let plies = depth.plies.cast_signed();
        match value {
            WON_SCORE => (Score::win_in(plies), true),
            value if value == -WON_SCORE => (Score::loss_in(plies), true),
            value => (Score::centi(hundredths(value)), depth.fills_rack),
        }
    }

    fn best_in_words(side: Side) -> &'static str {
        match side {
            Side::First => "highest score",
            Side::Second => "lowest score",
        }
    }

    fn value_in_words(value: i32, side: Side) -> String {
        let score = if side == Side::First { value } else { -value };
        format!("{:.3}", f64::from(score) / f64::from(UNIT))
    }

    fn in_unit_of_document(value: i32, depth: SearchDepth) -> MoveValue {
        match Self::score(value, depth).0 {
            score if score.plies_to_end().is_some() => MoveValue::Rating(Rating::Score(score)),
            _ => MoveValue::Fraction(f64::from(value) / f64::from(UNIT)),
        }
    }

    fn describe_static_score(after: &Rack, _side: Side) -> String {
        describe_special_score(after)
    }
}

/// The minimax value of a board `depth` plies deep, in thousandths **for First**.
///
/// Exact if it is strictly within the `window` [alpha, beta]; ±10,000, a won game, is exact at the
/// ends of the window, too, if it is the whole range. `tick` is called before every move that is
/// made; `None` if it returns false.
pub fn value(
    rack: &Rack,
    depth: u32,
    window: [i32; 2],
    tick: &mut impl FnMut() -> bool,
) -> Option<i32> {
    if let Some(score) = leaf(rack, depth) {
        return Some(score);
    }
    let side = rack.side();
    let [mut alpha, mut beta] = window;
    let mut best = if side == Side::First { -WON_SCORE } else { WON_SCORE };
    for channel in rack.size().channels_of(rack.playable()) {
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

/// The score of a leaf, in thousandths for First: the end of the game, or the bottom of the tree.
///
/// `None` if it is no leaf.
fn leaf(rack: &Rack, depth: u32) -> Option<i32> {
    match rack.turn() {
        Turn::Over(outcome) => Some(outcome.winner().map_or(0, |winner| match winner {
            Side::First => WON_SCORE,
            Side::Second => -WON_SCORE,
        })),
        _ if depth == 0 => Some(special_score(rack)),
        _ => None,
    }
}

/// Thousandths as hundredths, to the nearest; halves away from zero.
const fn hundredths(value: i32) -> i32 {
    /// Thousandths in a hundredth.
    const HUNDREDTH: i32 = UNIT / 100;
    (value + HUNDREDTH / 2 * value.signum()) / HUNDREDTH
}

#[cfg(test)]
mod tests {
    use super::{Minimax, MoveEvaluation, SearchDepth, WON_SCORE, hundredths, value};
    use crate::base::Score;
    use crate::game::{Notation, Position};
    use crate::games::connect4::Rack;

    fn rack(fen: &str) -> Rack {
        Rack::EMPTY.read_position(fen).expect("a position")
    }

    fn searched(rack: &Rack, depth: u32) -> i32 {
        value(rack, depth, [-WON_SCORE, WON_SCORE], &mut || true).expect("no limit")
    }

    #[test]
    fn red_chooses_the_highest_score_and_yellow_the_lowest() {
        for (fen, red) in [("7/7/7/7/6o/2xx2o x", true), ("7/7/7/7/7/2xx2o o", false)] {
            let rack = rack(fen);
            let scores = (0..7).map(|channel| {
                let mut after = rack;
                after.play(channel);
                searched(&after, 0)
            });
            let best = if red { scores.max() } else { scores.min() };
            assert_eq!(Some(searched(&rack, 1)), best);
        }
    }

    #[test]
    fn only_wins_and_losses_reach_ten() {
        let open_three = rack("7/7/7/7/o1x4/o1xxx1o o");
        assert_eq!(searched(&open_three, 0), 9_950, "inevitable, but not made yet");
        assert_eq!(searched(&open_three, 1), 9_950);
        assert_eq!(searched(&open_three, 2), WON_SCORE);
        assert_eq!(searched(&rack("7/7/7/x6/xo5/xo3o1 x"), 1), WON_SCORE);
        assert_eq!(searched(&rack("7/7/7/o6/ox5/oxx2x1 o"), 1), -WON_SCORE);
    }

    #[test]
    fn decided_game_ends_at_the_first_depth_that_sees_it() {
        let depth = SearchDepth { plies: 3, fills_rack: false };
        assert_eq!(Minimax::score(WON_SCORE, depth), (Score::win_in(3), true));
        assert_eq!(Minimax::score(-WON_SCORE, depth), (Score::loss_in(3), true));
        assert_eq!(Minimax::score(9_950, depth), (Score::centi(995), false));
    }

    #[test]
    fn hundredths_are_the_nearest() {
        assert_eq!([14, 15, -14, -15].map(hundredths), [1, 2, -1, -2]);
    }
}
