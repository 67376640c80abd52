//! The features of a position with contact: pips, points, blots, shots, primes, timing.
//!
//! Each is a number of about 0.0 to 1.5. The names say what a side **has**, seen by itself; the
//! mover's come first, then the other's, then what the two have together. What to count comes
//! from the field (Berliner's BKG, GNU Backgammon's inputs); how it is counted here is ours.

use super::board_seen_by_side_shots_and_escapes::{
    BoardSeenBySide, Shots, escapes, point_making_rolls,
};
use crate::base::bits::{longest_run, ones};
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{
    BAR, HOME, MOST_CHECKERS, OPPONENTS_HOME, OWN_HALF, in_opponents_home,
};

/// Features of each side.
const FEATURES_PER_SIDE: usize = 31;
/// The first of them, which are those of [`structure`].
const STRUCTURE_FEATURES: usize = 16;
/// Features in all.
pub(super) const FEATURE_COUNT: usize = 2 * FEATURES_PER_SIDE + 2;
/// The points 1 to 12 as bits.
const LOW_TWELVE: u32 = 0x1FFE;
/// Rolls of two dice, their order counted.
const ROLLS: f32 = Roll::ORDERED_COUNT as f32;
/// Points of a home board; also the length of a full prime.
const HOME_POINTS: f32 = 6.0;
/// Checkers of a side.
const CHECKERS: u32 = MOST_CHECKERS as u32;
/// Fewest blocked points among the six ahead of a checker that count as a prime. Chosen by hand.
const FEWEST_PRIMED: u32 = 4;
/// Checkers in the opponent's home or on the bar from which on a back game with two anchors
/// counts. Chosen by hand.
const FEWEST_IN_BACK_GAME: f32 = 3.0;

/// What the features are divided by, each in the unit of its feature.
///
/// They bring each feature to about 0.0 to 1.5, a difference to about −1.5 to 1.5. They were
/// chosen by hand; the networks are trained with them, so another divisor needs other weights.
mod scale {
    use crate::games::backgammon::board::BAR;
    use crate::games::backgammon::board::roll::Roll;

    /// Pips of one side; 167 at the start of a game.
    pub(super) const PIPS: f32 = 150.0;
    /// Pips by which one side leads.
    pub(super) const LEAD: f32 = 50.0;
    /// Pips to come home, to break contact or to play before the position breaks up; the first of
    /// them are 77 at the start of a game.
    pub(super) const WAY: f32 = 75.0;
    /// Rolls, summed over the checkers outside: ten checkers that every roll carries on.
    pub(super) const MOBILITY: f32 = 10.0 * Roll::ORDERED_COUNT as f32;
    /// Anchors.
    pub(super) const ANCHORS: f32 = 2.0;
    /// Checkers in the opponent's home or on the bar.
    pub(super) const BACK_CHECKERS: f32 = 5.0;
    /// Checkers in front of four blocked points or more.
    pub(super) const PRIMED: f32 = 4.0;
    /// Pips lost to the costliest hits, summed over the 36 rolls.
    pub(super) const PIPS_HIT: f32 = 400.0;
    /// Squares of the checkers on a place beyond three.
    pub(super) const STACKS: f32 = 20.0;
    /// Blots in the own home board.
    pub(super) const HOME_BLOTS: f32 = 3.0;
    /// The place of a checker: 25 is the bar.
    pub(super) const PLACE: f32 = BAR as f32;
    /// Checkers in a back game beyond [`super::FEWEST_IN_BACK_GAME`].
    pub(super) const BACK_GAME: f32 = 4.0;
    /// Squared pips by which a checker is further back than the mean place.
    pub(super) const SPREAD: f32 = 40.0;
    /// Pips of the checkers that are past all opposing ones.
    pub(super) const FREE: f32 = 60.0;
}

/// The features of both sides, and two of the difference in pips.
#[inline(always)]
pub(super) fn features(views: &[BoardSeenBySide; 2]) -> [f32; FEATURE_COUNT] {
    let mut all = [0.0; FEATURE_COUNT];
    let [mine, theirs] = [Shots::of(&views[0]), Shots::of(&views[1])];
    all[..FEATURES_PER_SIDE].copy_from_slice(&of_side(&views[0], &views[1], theirs));
    all[FEATURES_PER_SIDE..2 * FEATURES_PER_SIDE]
        .copy_from_slice(&of_side(&views[1], &views[0], mine));
    let [mine, theirs] = [views[0].pips as f32, views[1].pips as f32];
    all[2 * FEATURES_PER_SIDE] = (theirs - mine) / scale::LEAD;
    all[2 * FEATURES_PER_SIDE + 1] = 2.0 * (theirs - mine) / (theirs + mine).max(1.0);
    all
}

/// The features of one side: `me`, against `them`, the side with these shots at it.
#[inline(always)]
fn of_side(me: &BoardSeenBySide, them: &BoardSeenBySide, shots: Shots) -> [f32; FEATURES_PER_SIDE] {
    let sums = sums(me);
    let mut features = [0.0; FEATURES_PER_SIDE];
    features[..STRUCTURE_FEATURES].copy_from_slice(&structure(me, them, sums));
    features[STRUCTURE_FEATURES..].copy_from_slice(&exposure(me, them, shots, sums));
    features
}

/// The features of where the checkers of `me` stand, and of how they hold those of `them`.
#[inline(always)]
fn structure(
    me: &BoardSeenBySide,
    them: &BoardSeenBySide,
    sums: [f32; 7],
) -> [f32; STRUCTURE_FEATURES] {
    let [outside, to_break_contact, mobility, ..] = sums;
    let home_points = (me.made & 0b111_1110).count_ones() as f32 / HOME_POINTS;
    let closed = closed_points(me);
    let back = in_opponents_home(me.made);
    let containment = containment_of(them);
    [
        // Pip count.
        me.pips as f32 / scale::PIPS,
        // Pips to bring all checkers home.
        outside / scale::WAY,
        // Pips to bring all past the opponent's rearmost checker: to break contact.
        to_break_contact / scale::WAY,
        // Rolls with which the rearmost checker escapes.
        f32::from(escapes(me, me.rearmost.max(1))) / ROLLS,
        // Mobility: the same summed over the checkers outside.
        mobility / scale::MOBILITY,
        // Containment of the opponent's checkers that must come from the bar, and its square.
        containment,
        containment * containment,
        // The longest prime, from the 1-point to the 12-point.
        f32::from(longest_run(me.made & LOW_TWELVE)) / HOME_POINTS,
        // Blocked points among the twelve ahead of the opponent's rearmost checker.
        f32::from(them.blocked_ahead(them.rearmost.max(1)).count_ones() as u8) / HOME_POINTS,
        // Points made at home, and the square.
        home_points,
        home_points * home_points,
        // Checkers on the bar: the square of the opponent's home points that are closed.
        if me.counts[BAR as usize] > 0 {
            closed * closed / (HOME_POINTS * HOME_POINTS)
        } else {
            0.0
        },
        // The most advanced anchor: 1.0 is the 19-point, the opponent's 6-point.
        if back == 0 { 0.0 } else { (6 - back.trailing_zeros()) as f32 / HOME_POINTS },
        // Anchors in the opponent's home.
        back.count_ones() as f32 / scale::ANCHORS,
        // Checkers in the opponent's home or on the bar.
        back_checkers(me) / scale::BACK_CHECKERS,
        // Checkers with four blocked points or more among the six ahead.
        primed(me) / scale::PRIMED,
    ]
}

/// The features of what `me` risks: shots, and checkers that cannot move or are spent.
#[inline(always)]
fn exposure(
    me: &BoardSeenBySide,
    them: &BoardSeenBySide,
    shots: Shots,
    sums: [f32; 7],
) -> [f32; FEATURES_PER_SIDE - STRUCTURE_FEATURES] {
    let [_, _, _, timing, stacks, free, pinned] = sums;
    let closed = closed_points(me);
    let anchors = in_opponents_home(me.made).count_ones();
    let back_checkers = back_checkers(me);
    [
        // Rolls with which the opponent hits, and those that reach two blots or more.
        shots.rolls as f32 / ROLLS,
        shots.multiple as f32 / ROLLS,
        // Pips lost to the costliest hits, summed over the 36 rolls.
        shots.pips as f32 / scale::PIPS_HIT,
        // Timing: pips to play before the position breaks up.
        timing / scale::WAY,
        // Stacks: squares of the checkers on a place beyond three.
        stacks / scale::STACKS,
        // Rolls that make one of the points 2 to 7.
        point_making_rolls(me, 0b1111_1100) as f32 / ROLLS,
        // Blots in the own home board: `them` sees these points from 19 on.
        in_opponents_home(them.blots).count_ones() as f32 / scale::HOME_BLOTS,
        // The place of the rearmost checker.
        f32::from(me.rearmost) / scale::PLACE,
        // Back game with two anchors or more, and with one anchor alone.
        if anchors > 1 { (back_checkers - FEWEST_IN_BACK_GAME) / scale::BACK_GAME } else { 0.0 },
        if anchors == 1 { back_checkers / scale::BACK_CHECKERS } else { 0.0 },
        // How far the checkers at the back are from the mean place.
        spread(me) / scale::SPREAD,
        // The mean share of rolls that do not carry a checker at the back on.
        pinned / ROLLS / back_checkers.max(1.0),
        // Pips of the checkers that are past all opposing ones.
        free / scale::FREE,
        // Shots at this side, the worse the more points are closed.
        shots.rolls as f32 / ROLLS * closed / HOME_POINTS,
        // The most points made among six in a row: a broken prime.
        f32::from(widest_block(me.made & LOW_TWELVE)) / HOME_POINTS,
    ]
}

/// The opponent's home points that are closed to this side, 0.0 to 6.0.
#[inline(always)]
fn closed_points(me: &BoardSeenBySide) -> f32 {
    in_opponents_home(me.blocked).count_ones() as f32
}

/// Checkers in the opponent's home or on the bar, 0.0 to 15.0.
#[inline(always)]
fn back_checkers(me: &BoardSeenBySide) -> f32 {
    me.counts[usize::from(OPPONENTS_HOME)..].iter().map(|count| f32::from(*count)).sum()
}

/// Sums over one side's checkers, in this order:
///
/// - pips to bring all home;
/// - pips to bring all past the opponent's rearmost checker;
/// - rolls that carry the checkers outside, 36 for each that is free;
/// - pips that can be played before points held up to the 12-point break up;
/// - squares of what stands on a place beyond three checkers;
/// - pips of the checkers that are past all opposing ones;
/// - for each checker in the opponent's home or on the bar, the rolls that do not carry it on.
#[inline(always)]
fn sums(me: &BoardSeenBySide) -> [f32; 7] {
    let (mut outside, mut to_break_contact, mut mobility, mut timing, mut stacks) = (0, 0, 0, 0, 0);
    let (mut free, mut pinned) = (0, 0);
    for place in ones(u64::from(me.occupied)).map(|place| place as u8) {
        let count = u32::from(me.counts[usize::from(place)]);
        let spare = count.saturating_sub(2);
        to_break_contact += count * u32::from(place.saturating_sub(me.opposing_rearmost));
        stacks += count.saturating_sub(3).pow(2);
        if place <= me.opposing_rearmost {
            free += count * u32::from(place);
        }
        if place > HOME {
            let carried = u32::from(escapes(me, place));
            outside += count * u32::from(place - HOME);
            mobility += count * carried;
            pinned +=
                if place >= OPPONENTS_HOME { count * (Roll::ORDERED_COUNT - carried) } else { 0 };
        }
        timing += match place {
            1..=OWN_HALF => spare * u32::from(place - 1),
            _ if place < OPPONENTS_HOME => count * u32::from(place - HOME),
            _ => count * u32::from(place - (OPPONENTS_HOME - 1)),
        };
    }
    [outside, to_break_contact, mobility, timing, stacks, free, pinned].map(|sum| sum as f32)
}

/// The one-sided variance of the places of this side's checkers.
///
/// It is the mean square of the distances by which checkers are behind the mean place; for checkers
/// in front of it the distance is 0.
#[inline(always)]
fn spread(me: &BoardSeenBySide) -> f32 {
    let mut sum = 0;
    for place in ones(u64::from(me.occupied)) {
        // Both terms are multiplied by the number of checkers to stay whole.
        let far = (CHECKERS * place).saturating_sub(me.pips);
        sum += u32::from(me.counts[place as usize]) * far * far;
    }
    // The mean over the checkers, and the square of what both terms were multiplied by.
    sum as f32 / CHECKERS.pow(3) as f32
}

/// How well a checker of this side is contained that has to come from the bar: 1 − the least share
/// of rolls that carry it on, over the bar and the places in the opponent's home.
#[inline(always)]
fn containment_of(them: &BoardSeenBySide) -> f32 {
    // A loop: the closure of an iterator would not be compiled for wide registers.
    let mut fewest = Roll::ORDERED_COUNT as u8;
    for place in OPPONENTS_HOME..=BAR {
        fewest = fewest.min(escapes(them, place));
    }
    1.0 - f32::from(fewest) / ROLLS
}

/// This side's checkers that have four blocked points or more among the six ahead.
#[inline(always)]
fn primed(me: &BoardSeenBySide) -> f32 {
    let mut count = 0;
    for place in ones(u64::from(me.occupied >> 7 << 7)).map(|place| place as u8) {
        let blocked = (me.blocked_ahead(place) & 0x3F).count_ones();
        count +=
            if blocked >= FEWEST_PRIMED { u32::from(me.counts[usize::from(place)]) } else { 0 };
    }
    count as f32
}

/// The most points that are made among six in a row.
#[inline(always)]
const fn widest_block(points: u32) -> u8 {
    let (mut most, mut from) = (0, 1);
    while from < 8 {
        let made = (points >> from & 0x3F).count_ones();
        most = if made > most { made } else { most };
        from += 1;
    }
    most as u8
}

#[cfg(test)]
mod tests {
    use super::{
        BoardSeenBySide, FEATURE_COUNT, FEATURES_PER_SIDE, longest_run, primed, spread, sums,
        widest_block,
    };
    use crate::games::backgammon::Variant;
    use crate::games::backgammon::board::{Board, Checkers};
    use crate::games::backgammon::eval::inputs::board_seen_by_side_shots_and_escapes::tests::scattered;

    fn features(board: Board) -> [f32; FEATURE_COUNT] {
        super::features(&BoardSeenBySide::both(board))
    }

    #[test]
    fn sides_change_places_when_the_board_does() {
        for seed in 0..200 {
            let board = scattered(seed);
            let (here, there) = (features(board), features(board.swapped()));
            assert_eq!(here[..FEATURES_PER_SIDE], there[FEATURES_PER_SIDE..2 * FEATURES_PER_SIDE]);
            assert!(here.iter().all(|feature| (-8.0..8.0).contains(feature)), "{here:?}");
        }
    }

    #[test]
    fn start_position_is_seen_as_it_is() {
        let start = Variant::Standard.start();
        let all = features(Board { mover: start, other: start });
        assert_eq!(all[..FEATURES_PER_SIDE], all[FEATURES_PER_SIDE..2 * FEATURES_PER_SIDE]);
        let [pips, outside, to_break_contact, home_points] = [all[0], all[1], all[2], all[9]];
        assert!((pips - 167.0 / 150.0).abs() < 1e-6);
        // 2 checkers 18 points from home, 5 checkers 7 points, 3 checkers 2.
        assert!((outside - 77.0 / 75.0).abs() < 1e-6);
        // The opponent's rearmost stands on the 1-point.
        assert!((to_break_contact - 152.0 / 75.0).abs() < 1e-6);
        assert!((home_points - 1.0 / 6.0).abs() < 1e-6);
        assert_eq!(all.len(), FEATURE_COUNT);
    }

    #[test]
    fn sums_over_checkers_agree_with_single_steps() {
        for seed in 0..300 {
            let [view, _] = BoardSeenBySide::both(scattered(seed));
            let (mut to_break_contact, mut trapped, mut timing, mut free) =
                (0_i32, 0_i32, 0_i32, 0_i32);
            for place in 1..26_u8 {
                for nth in 0..view.counts[usize::from(place)] {
                    to_break_contact +=
                        i32::from(place.max(view.opposing_rearmost) - view.opposing_rearmost);
                    free += if place > view.opposing_rearmost { 0 } else { i32::from(place) };
                    let blocked =
                        (1..=6).filter(|d| place > *d && view.blocked >> (place - d) & 1 == 1);
                    trapped += i32::from(place > 6 && blocked.count() > 3);
                    let floor = if place > 18 {
                        18
                    } else if place > 12 {
                        6
                    } else {
                        1
                    };
                    if place > 12 || nth > 1 {
                        timing += i32::from(place - floor);
                    }
                }
            }
            let found = sums(&view);
            assert_eq!(
                [found[1], found[3], found[5]].map(|f| f as i32),
                [to_break_contact, timing, free]
            );
            assert_eq!(primed(&view) as i32, trapped);
        }
    }

    #[test]
    fn spread_is_the_mean_square_behind_the_mean() {
        for seed in 0..300 {
            let [view, _] = BoardSeenBySide::both(scattered(seed));
            let checkers = (1..26_u8).flat_map(|place| {
                std::iter::repeat_n(f64::from(place), usize::from(view.counts[usize::from(place)]))
            });
            let mean = checkers.clone().sum::<f64>() / 15.0;
            let squares: f64 = checkers.map(|place| (place - mean).max(0.0).powi(2)).sum();
            assert!((f64::from(spread(&view)) - squares / 15.0).abs() < 1e-3, "{seed}");
        }
    }

    #[test]
    fn contained_checkers_are_seen() {
        let counts = |places: &[(usize, u8)]| {
            let mut counts = [0; 26];
            for (place, n) in places {
                counts[*place] = *n;
            }
            Checkers::from_counts(&counts)
        };
        // Two anchors behind a full prime: no roll carries a checker on.
        let mover = counts(&[(24, 3), (23, 2), (6, 10)]);
        let other = counts(&[(3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (9, 3)]);
        let [held, holds] = BoardSeenBySide::both(Board { mover, other });
        assert_eq!((sums(&held)[6] as i32, sums(&holds)[6] as i32), (5 * 36, 0));
        let all = features(Board { mover, other });
        let found = [all[23], all[24], all[25], all[27], all[FEATURES_PER_SIDE + 30]];
        let expected = [24.0 / 25.0, 2.0 / 4.0, 0.0, 1.0, 1.0];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    }

    #[test]
    fn rows_and_blocks_are_measured() {
        assert_eq!([0, 0b1011, 0b111_1110, 0b1_1100_0110].map(longest_run), [0, 2, 6, 3]);
        for points in (0..0x1000_u32).map(|points| points << 1) {
            let windows = (1..8).map(|from| (from..from + 6).filter(|p| points >> p & 1 == 1));
            let most = windows.map(Iterator::count).max();
            assert_eq!(most, Some(usize::from(widest_block(points))));
        }
    }
}
