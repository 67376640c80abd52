//! The plan's static evaluations: the items of a rack, their sum, and their diminishing returns.
//!
//! `connect4-plan.txt`, "Scoring" and "Minimax Special Scoring". Where the plan is silent:
//!
//! - A run of balls counts once, however many fours it can become; it counts if at least one of
//!   the fours that contain it is free of the other side's balls.
//! - A channel is impossible for a side if it is full, or if the other side would win just above.
//! - The items of the special scoring are those of the plain one as shares of the 125 points of a
//!   forced win, on a scale of 10; a forced win itself is stopped at 9.95 by the plan's backup.

use crate::base::Side;
use crate::games::connect4::Rack;

/// Points of each item, in the order of the plan, for the side that the score is for.
///
/// The opponent's forced hand, blockade, threat, attack; impossible move, the opponent's blockade,
/// threat, attack.
pub const ITEM_POINTS: [i32; 8] = [25, 10, 30, 50, -15, -10, -30, -50];

/// Points of a forced win, which overrides all other items.
pub const FORCED_WIN: i32 = 125;

/// The ends of the range of the special scoring, ±: the plan's ten.
const RANGE: f64 = 10.0;

/// The units in 1.0 of the special scoring: the plan rounds to thousandths.
pub const UNIT: i32 = 1_000;

/// A won game by the special scoring, in thousandths.
pub const WON_SCORE: i32 = RANGE as i32 * UNIT;

/// The greatest special score of a game that goes on, in thousandths.
pub const MOST_WHILE_UNDECIDED: i32 = 9_950;

/// Runs of one side's balls that can still become four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    /// How many of the runs are exactly two balls in a row.
    pub live_twos: u32,
    /// How many are exactly three in a row that cannot become four in one turn.
    pub live_threes: u32,
    /// How many are exactly three in a row that can become four in one turn.
    pub playable_threes: u32,
}

/// The runs of these balls, which are those of one side.
#[inline]
pub fn runs(rack: &Rack, balls: u64) -> Runs {
    let free = balls | (rack.size().cells() & !rack.mask);
    let playable = rack.playable();
    let mut runs = Runs::default();
    let stride = rack.size().stride();
    for step in [1, stride - 1, stride, stride + 1] {
        let pairs = free & (free >> step);
        // First cells of the fours without a ball of the other side.
        let fours = pairs & (pairs >> (2 * step));
        let starts = balls & !(balls << step) & (balls >> step);
        let longer = balls >> (2 * step);
        let open = fours | (fours << step);
        let twos = starts & !longer & (open | (fours << (2 * step)));
        let threes = starts & longer & !(balls >> (3 * step)) & open;
        let attacks = threes & ((playable >> (3 * step)) | (playable << step));
        runs.live_twos += twos.count_ones();
        runs.live_threes += (threes & !attacks).count_ones();
        runs.playable_threes += attacks.count_ones();
    }
    runs
}

/// How often each item of [`ITEM_POINTS`] occurs on a rack, seen by `side`.
#[inline]
pub fn count_items(rack: &Rack, side: Side) -> [u32; 8] {
    let (own, other) = (rack.balls(side), rack.balls(side.other()));
    let [ours, theirs] = [runs(rack, own), runs(rack, other)];
    let full = rack.size().width() as u32 - rack.playable().count_ones();
    [
        rack.giveaways(own).count_ones(),
        ours.live_twos,
        ours.live_threes,
        ours.playable_threes,
        full + rack.giveaways(other).count_ones(),
        theirs.live_twos,
        theirs.live_threes,
        theirs.playable_threes,
    ]
}

/// The plan's score of a game that goes on, in points for `side`.
///
/// ±125 for a forced win; else the sum of the items, which has no bound.
pub fn score_in_points(rack: &Rack, side: Side) -> i32 {
    if let Some(winner) = rack.inevitable_winner() {
        return if winner == side { FORCED_WIN } else { -FORCED_WIN };
    }
    let counts = count_items(rack, side);
    counts.iter().zip(ITEM_POINTS).map(|(count, points)| count.cast_signed() * points).sum()
}

/// The special score of a game that goes on, **for First** (red).
///
/// In thousandths, −9,950 to 9,950.
///
/// Each item is multiplied by what is left of the way to 10, one after the other in the order of
/// [`ITEM_POINTS`]; rounded to the nearest thousandth at the end.
pub fn special_score(rack: &Rack) -> i32 {
    let score = match rack.inevitable_winner() {
        Some(Side::First) => RANGE,
        Some(Side::Second) => -RANGE,
        None => {
            let counts = count_items(rack, Side::First);
            counts.iter().zip(ITEM_POINTS).fold(0.0, |score, (count, points)| {
                (0..*count).fold(score, |score, _| add_diminishing(score, points))
            })
        }
    };
    ((score * f64::from(UNIT)).round() as i32).clamp(-MOST_WHILE_UNDECIDED, MOST_WHILE_UNDECIDED)
}

/// Adds an item of this many points to a score between −10 and 10, with diminishing returns.
#[inline]
pub(super) fn add_diminishing(score: f64, points: i32) -> f64 {
    let progress = score.abs() / RANGE;
    let multiplier = 1.0 - progress;
    let item = f64::from(points) * RANGE / f64::from(FORCED_WIN);
    (score + item * multiplier).clamp(-RANGE, RANGE)
}

#[cfg(test)]
mod tests {
    use super::{
        MOST_WHILE_UNDECIDED, Runs, add_diminishing, count_items, runs, score_in_points,
        special_score,
    };
    use crate::base::Side::{First, Second};
    use crate::game::Notation;
    use crate::games::connect4::Rack;

    fn rack(fen: &str) -> Rack {
        Rack::EMPTY.read_position(fen).expect("a position")
    }

    fn of_first(fen: &str) -> (u32, u32, u32) {
        let rack = rack(fen);
        let Runs { live_twos: blockades, live_threes: threats, playable_threes: attacks } =
            runs(&rack, rack.balls(First));
        (blockades, threats, attacks)
    }

    #[test]
    fn two_in_a_row_is_a_blockade_wherever_it_can_become_four() {
        assert_eq!(of_first("7/7/7/7/7/o2xx1o x"), (1, 0, 0));
        assert_eq!(of_first("7/7/7/7/7/oxx1o2 x"), (0, 0, 0), "three cells are free");
        assert_eq!(of_first("7/7/7/7/o6/o2x1x1 x"), (0, 0, 0), "a gap is no row");
    }

    #[test]
    fn three_in_a_row_is_an_attack_only_if_its_end_is_playable() {
        assert_eq!(of_first("7/7/7/7/7/oxxx1oo x"), (0, 0, 1));
        // 1E and 5E hang in the air; 3F goes on to 3E and to 4E.
        assert_eq!(of_first("7/7/7/7/1xxx2o/1oxo2o x"), (2, 1, 0));
        assert_eq!(of_first("7/7/7/x6/x6/x1ooo2 x"), (0, 0, 1));
    }

    #[test]
    fn impossible_move_is_a_full_channel_or_one_below_a_win() {
        assert_eq!(count_items(&rack("o6/x6/o6/x6/o6/x6 x"), First)[4], 1);
        let below = rack("7/7/7/7/xxx4/oox1o2 o");
        assert_eq!((count_items(&below, Second)[4], count_items(&below, First)[0]), (1, 1));
    }

    #[test]
    fn score_is_the_sum_of_the_items() {
        assert_eq!(score_in_points(&Rack::EMPTY, First), 0);
        let pair = rack("7/7/7/7/7/o2xx1o x");
        assert_eq!((score_in_points(&pair, First), score_in_points(&pair, Second)), (10, -10));
    }

    #[test]
    fn forced_win_overrides_all_other_items() {
        let rack = rack("7/7/7/7/o1x4/o1xxx1o o");
        assert_eq!((score_in_points(&rack, First), score_in_points(&rack, Second)), (125, -125));
        assert_eq!(special_score(&rack), MOST_WHILE_UNDECIDED);
    }

    #[test]
    fn returns_diminish_with_progress_towards_either_extreme() {
        assert!((add_diminishing(0.0, 50) - 4.0).abs() < 1e-12);
        assert!((add_diminishing(4.0, 50) - 6.4).abs() < 1e-12);
        assert!((add_diminishing(-5.0, -50) + 7.0).abs() < 1e-12);
        assert!(
            (add_diminishing(-5.0, 50) + 3.0).abs() < 1e-12,
            "progress counts, whatever its direction"
        );
        let endless = (0..10_000).fold(0.0, |score, _| add_diminishing(score, 50));
        assert!(endless <= 10.0);
    }

    #[test]
    fn special_score_is_in_thousandths() {
        assert_eq!(special_score(&rack("7/7/7/7/7/o2xx1o x")), 800);
    }
}
