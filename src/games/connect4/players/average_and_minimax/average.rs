//! `average`: the plan's search, which averages instead of taking the best reply.
//!
//! `connect4-plan.txt`, "Solving Algorithm" and "Searching Process". A board's average is the mean
//! of its own score and of the averages of its children, all with the same weight, rounded to
//! the nearest whole. Where the plan is silent: a half is rounded away from zero, a full rack is
//! worth 0, and if every move is suicide all are searched.

use super::evaluation_breakdown_in_words::describe_points;
use super::forced_moves::{Shortlist, all_checks};
use super::player_and_root_search::{MoveEvaluation, SearchDepth};
use super::scoring::{FORCED_WIN, score_in_points};
use crate::base::{Score, Side, number_with_noun};
use crate::game::{Position, Turn};
use crate::games::connect4::Rack;
use crate::search::MoveValue;

/// The evaluation of the player `average`, in points for the side that has moved.
#[derive(Clone, Copy, Debug)]
pub struct Average;

impl MoveEvaluation for Average {
    /// The plan names none: set by hand; no measurement is recorded.
    const DEPTH: u32 = 6;
    /// Below every average, in points.
    const WORST: i32 = i32::MIN;

    fn shortlist(rack: &Rack, allowed: &[u8]) -> Shortlist {
        all_checks(rack, allowed)
    }

    fn value(
        after: &Rack,
        depth: u32,
        _floor: i32,
        tick: &mut impl FnMut() -> bool,
    ) -> Option<i32> {
        value(after, after.side().other(), depth, tick)
    }

    fn score(value: i32, _depth: SearchDepth) -> (Score, bool) {
        (Score::centi(value), false)
    }

    fn best_in_words(_side: Side) -> &'static str {
        "best average"
    }

    fn value_in_words(value: i32, _side: Side) -> String {
        number_with_noun(format_args!("{value:+}"), "point")
    }

    fn in_unit_of_document(value: i32, _depth: SearchDepth) -> MoveValue {
        MoveValue::Points(value.into())
    }

    fn describe_static_score(after: &Rack, side: Side) -> String {
        describe_points(after, side)
    }
}

/// The average of a board `depth` plies deep, in points for `side`.
///
/// `tick` is called before every move that is made; `None` if it returns false.
pub fn value(rack: &Rack, side: Side, depth: u32, tick: &mut impl FnMut() -> bool) -> Option<i32> {
    if let Turn::Over(outcome) = rack.turn() {
        return Some(outcome.winner().map_or(0, |winner| forced_win_points(winner == side)));
    }
    let own = score_in_points(rack, side);
    if depth == 0 || rack.inevitable_winner().is_some() {
        return Some(own);
    }
    let cells = searched_replies(rack);
    let mut sum = own;
    let mut count = 1;
    for channel in rack.size().channels_of(cells) {
        if !tick() {
            return None;
        }
        let mut child = *rack;
        child.play(channel);
        sum += value(&child, side, depth - 1, tick)?;
        count += 1;
    }
    Some(mean(sum, count))
}

/// The moves that are searched: the block of an attack, or else all that are not suicide.
fn searched_replies(rack: &Rack) -> u64 {
    let attacked = rack.attacks(rack.opposing());
    let safe = rack.playable() & !rack.giveaways(rack.opposing());
    match (attacked, safe) {
        (0, 0) => rack.playable(),
        (0, safe) => safe,
        (block, _) => block,
    }
}

/// The points of a forced win, for the side that has it (`won`) or for the other one.
const fn forced_win_points(won: bool) -> i32 {
    if won { FORCED_WIN } else { -FORCED_WIN }
}

/// A mean, rounded to the nearest whole, halves away from zero.
const fn mean(sum: i32, count: i32) -> i32 {
    (2 * sum + sum.signum() * count) / (2 * count)
}

#[cfg(test)]
mod tests {
    use super::{mean, searched_replies, value};
    use crate::base::Side::{First, Second};
    use crate::game::{Notation, Position};
    use crate::games::connect4::players::average_and_minimax::scoring::score_in_points;
    use crate::games::connect4::{Rack, RackSize};

    fn rack(fen: &str) -> Rack {
        Rack::EMPTY.read_position(fen).expect("a position")
    }

    fn searched(rack: &Rack, depth: u32) -> i32 {
        value(rack, First, depth, &mut || true).expect("no limit")
    }

    #[test]
    fn children_are_averaged_with_the_score_of_their_board() {
        let rack = rack("7/7/7/7/6o/2xx2o x");
        let own = score_in_points(&rack, First);
        let children = (0..7).map(|channel| {
            let mut child = rack;
            child.play(channel);
            score_in_points(&child, First)
        });
        let sum = own + children.sum::<i32>();
        assert_eq!(searched(&rack, 1), (f64::from(sum) / 8.0).round() as i32);
        assert_eq!(searched(&rack, 0), own);
    }

    #[test]
    fn averages_are_rounded_to_the_nearest_whole() {
        assert_eq!([mean(7, 2), mean(-7, 2), mean(10, 3), mean(-11, 3)], [4, -4, 3, -4]);
    }

    #[test]
    fn attack_is_answered_by_its_block_alone() {
        assert_eq!(searched_replies(&rack("7/7/7/7/5o1/xxx2o1 o")), RackSize::AS_SOLD.cell(3, 0));
    }

    #[test]
    fn suicide_moves_are_not_searched() {
        let rack = rack("7/7/7/7/xxx4/oox1o2 o");
        assert_eq!(searched_replies(&rack), rack.playable() & !RackSize::AS_SOLD.cell(3, 0));
    }

    #[test]
    fn inevitable_win_is_returned_at_once() {
        let rack = rack("7/7/7/7/o1x4/o1xxx1o o");
        assert_eq!((searched(&rack, 6), value(&rack, Second, 6, &mut || true)), (125, Some(-125)));
    }
}
