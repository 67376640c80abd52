//! The expert features: what people look at, counted for both sides.
//!
//! Each is a number of about 0.0 to 1.5. The names say what a side **has**, seen by itself; the
//! mover's come first, then the other's, then what the two have together. What to look at comes
//! from the field (Berliner's BKG, GNU Backgammon's inputs); how it is counted here is ours.

use super::super::position_class::Class;
use super::race_features;
use super::shots::{Shots, escapes, makers};
use super::view::View;
use crate::base::bits::ones;
use crate::games::backgammon::board::{BAR, Board};
use crate::games::backgammon::eval::bearoff::Source;

/// Features of each side.
const EACH: usize = 31;
/// Features in all.
pub const EXPERTS: usize = 64;

/// How many features a class has; what follows them is 0.
pub(crate) const fn count(class: Class) -> usize {
    match class {
        Class::Race => race_features::FEATURES,
        Class::Contact | Class::Crashed => EXPERTS,
    }
}

/// The features of a position of this class; those of races wait for the table of bear-offs.
#[inline(always)]
pub fn features(board: Board, class: Class) -> [f32; EXPERTS] {
    features_from(board, class, Source::Table)
}

/// The same, bearing off looked up there.
#[inline(always)]
pub(crate) fn features_from(board: Board, class: Class, source: Source) -> [f32; EXPERTS] {
    let views = View::both(board);
    if class == Class::Race { race_features::features(&views, source) } else { contact(&views) }
}

#[inline(always)]
fn contact(views: &[View; 2]) -> [f32; EXPERTS] {
    let mut all = [0.0; EXPERTS];
    let [mine, theirs] = [Shots::of(&views[0]), Shots::of(&views[1])];
    all[..EACH].copy_from_slice(&of_side(&views[0], &views[1], theirs));
    all[EACH..2 * EACH].copy_from_slice(&of_side(&views[1], &views[0], mine));
    let [mine, theirs] = [views[0].pips as f32, views[1].pips as f32];
    all[2 * EACH] = (theirs - mine) / 50.0;
    all[2 * EACH + 1] = 2.0 * (theirs - mine) / (theirs + mine).max(1.0);
    all
}

/// What one side has: `me`, against `them`, who have these shots at it.
#[inline(always)]
fn of_side(me: &View, them: &View, shots: Shots) -> [f32; EACH] {
    let [outside, behind, mobile, timing, stacks, free, pinned] = sums(me);
    let held = (me.made & 0b111_1110).count_ones() as f32 / 6.0;
    let closed = (me.walls >> 19).count_ones() as f32;
    let back = me.made >> 19;
    let anchors = back.count_ones();
    let behind_lines = (19..26).map(|place| f32::from(me.counts[place])).sum::<f32>();
    let caught = trap(them);
    [
        me.pips as f32 / 150.0,
        outside / 75.0,
        behind / 75.0,
        f32::from(escapes(me, me.rear.max(1))) / 36.0,
        mobile / 360.0,
        caught,
        caught * caught,
        f32::from(longest_row(me.made & 0x1FFE)) / 6.0,
        f32::from(them.walls_ahead(them.rear.max(1)).count_ones() as u8) / 6.0,
        held,
        held * held,
        if me.counts[BAR as usize] > 0 { closed * closed / 36.0 } else { 0.0 },
        if back == 0 { 0.0 } else { (6 - back.trailing_zeros()) as f32 / 6.0 },
        anchors as f32 / 2.0,
        behind_lines / 5.0,
        primed(me) / 4.0,
        shots.rolls as f32 / 36.0,
        shots.twice as f32 / 36.0,
        shots.pips as f32 / 400.0,
        timing / 75.0,
        stacks / 20.0,
        makers(me, 0b1111_1100) as f32 / 36.0,
        (them.targets >> 19).count_ones() as f32 / 3.0,
        f32::from(me.rear) / 25.0,
        if anchors > 1 { (behind_lines - 3.0) / 4.0 } else { 0.0 },
        if anchors == 1 { behind_lines / 5.0 } else { 0.0 },
        spread(me) / 40.0,
        pinned / 36.0 / behind_lines.max(1.0),
        free / 60.0,
        shots.rolls as f32 / 36.0 * closed / 6.0,
        f32::from(widest_block(me.made & 0x1FFE)) / 6.0,
    ]
}

/// Sums over one side's checkers, in this order:
///
/// - pips to bring all home;
/// - pips to bring all past the opponent's rearmost checker;
/// - rolls that carry the checkers outside, 36 for each that is free;
/// - pips that can be played before points held up to the 12-point break up;
/// - squares of what stands on a place beyond three checkers;
/// - pips of the checkers that have nothing more to meet;
/// - for each checker in the opponent's home or on the bar, the rolls that do not carry it on.
#[inline(always)]
fn sums(me: &View) -> [f32; 7] {
    let (mut outside, mut behind, mut mobile, mut timing, mut stacks) = (0, 0, 0, 0, 0);
    let (mut free, mut pinned) = (0, 0);
    for place in ones(u64::from(me.occupied)).map(|place| place as u8) {
        let count = u32::from(me.counts[usize::from(place)]);
        let spare = count.saturating_sub(2);
        behind += count * u32::from(place.saturating_sub(me.meets));
        stacks += count.saturating_sub(3).pow(2);
        if place <= me.meets {
            free += count * u32::from(place);
        }
        if place > 6 {
            let carried = u32::from(escapes(me, place));
            outside += count * u32::from(place - 6);
            mobile += count * carried;
            pinned += if place > 18 { count * (36 - carried) } else { 0 };
        }
        timing += match place {
            1..=12 => spare * u32::from(place - 1),
            13..=18 => count * u32::from(place - 6),
            _ => count * u32::from(place - 18),
        };
    }
    [outside, behind, mobile, timing, stacks, free, pinned].map(|sum| sum as f32)
}

/// The mean square of how far checkers stand behind the mean of this side's, those in front of
/// it as 0.
#[inline(always)]
fn spread(me: &View) -> f32 {
    let mut sum = 0;
    for place in ones(u64::from(me.occupied)) {
        let far = (15 * place).saturating_sub(me.pips);
        sum += u32::from(me.counts[place as usize]) * far * far;
    }
    sum as f32 / 3_375.0
}

/// How firmly a checker of this side is held that has to come from the bar: 1 − the least share
/// of rolls that carry it on, over the bar and the places in the opponent's home.
#[inline(always)]
fn trap(them: &View) -> f32 {
    let fewest = (19..=BAR).map(|place| escapes(them, place)).min().unwrap_or(36);
    1.0 - f32::from(fewest) / 36.0
}

/// This side's checkers that have four walls or more on the six points ahead.
#[inline(always)]
fn primed(me: &View) -> f32 {
    let mut count = 0;
    for place in ones(u64::from(me.occupied >> 7 << 7)).map(|place| place as u8) {
        let walls = (me.walls_ahead(place) & 0x3F).count_ones();
        count += if walls >= 4 { u32::from(me.counts[usize::from(place)]) } else { 0 };
    }
    count as f32
}

/// The longest run of set bits.
#[inline(always)]
const fn longest_row(mut points: u32) -> u8 {
    let mut length = 0;
    while points != 0 {
        points &= points << 1;
        length += 1;
    }
    length
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
    use super::super::view::tests::scattered;
    use super::{EACH, EXPERTS, View, features, longest_row, primed, spread, sums, widest_block};
    use crate::games::backgammon::Variant;
    use crate::games::backgammon::board::{Board, Checkers};
    use crate::games::backgammon::eval::Class;

    #[test]
    fn sides_change_places_when_the_board_does() {
        for seed in 0..200 {
            let board = scattered(seed);
            let (here, there) =
                (features(board, Class::Contact), features(board.swapped(), Class::Contact));
            assert_eq!(here[..EACH], there[EACH..2 * EACH]);
            assert!(here.iter().all(|feature| (-8.0..8.0).contains(feature)), "{here:?}");
        }
    }

    #[test]
    fn start_position_is_seen_as_it_is() {
        let start = Variant::Standard.start();
        let all = features(Board { mover: start, other: start }, Class::Contact);
        assert_eq!(all[..EACH], all[EACH..2 * EACH]);
        let [pips, outside, behind, held] = [all[0], all[1], all[2], all[9]];
        assert!((pips - 167.0 / 150.0).abs() < 1e-6);
        // 2 checkers 18 points from home, 5 checkers 7 points, 3 checkers 2.
        assert!((outside - 77.0 / 75.0).abs() < 1e-6);
        // The opponent's rearmost stands on the 1-point.
        assert!((behind - 152.0 / 75.0).abs() < 1e-6);
        assert!((held - 1.0 / 6.0).abs() < 1e-6);
        assert_eq!(all.len(), EXPERTS);
    }

    #[test]
    fn sums_over_checkers_agree_with_single_steps() {
        for seed in 0..300 {
            let [view, _] = View::both(scattered(seed));
            let (mut behind, mut trapped, mut timing, mut free) = (0_i32, 0_i32, 0_i32, 0_i32);
            for place in 1..26_u8 {
                for nth in 0..view.counts[usize::from(place)] {
                    behind += i32::from(place.max(view.meets) - view.meets);
                    free += if place > view.meets { 0 } else { i32::from(place) };
                    let walls =
                        (1..=6).filter(|d| place > *d && view.walls >> (place - d) & 1 == 1);
                    trapped += i32::from(place > 6 && walls.count() > 3);
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
            assert_eq!([found[1], found[3], found[5]].map(|f| f as i32), [behind, timing, free]);
            assert_eq!(primed(&view) as i32, trapped);
        }
    }

    #[test]
    fn spread_is_the_mean_square_behind_the_mean() {
        for seed in 0..300 {
            let [view, _] = View::both(scattered(seed));
            let checkers = (1..26_u8).flat_map(|place| {
                std::iter::repeat_n(f64::from(place), usize::from(view.counts[usize::from(place)]))
            });
            let mean = checkers.clone().sum::<f64>() / 15.0;
            let squares: f64 = checkers.map(|place| (place - mean).max(0.0).powi(2)).sum();
            assert!((f64::from(spread(&view)) - squares / 15.0).abs() < 1e-3, "{seed}");
        }
    }

    #[test]
    fn checkers_that_are_held_back_are_told() {
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
        let [held, holds] = View::both(Board { mover, other });
        assert_eq!((sums(&held)[6] as i32, sums(&holds)[6] as i32), (5 * 36, 0));
        let all = features(Board { mover, other }, Class::Contact);
        let told = [all[23], all[24], all[25], all[27], all[EACH + 30]];
        let expected = [24.0 / 25.0, 2.0 / 4.0, 0.0, 1.0, 1.0];
        assert!(told.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{told:?}");
    }

    #[test]
    fn rows_and_blocks_are_measured() {
        assert_eq!([0, 0b1011, 0b111_1110, 0b1_1100_0110].map(longest_row), [0, 2, 6, 3]);
        for points in (0..0x1000_u32).map(|points| points << 1) {
            let windows = (1..8).map(|from| (from..from + 6).filter(|p| points >> p & 1 == 1));
            let most = windows.map(Iterator::count).max();
            assert_eq!(most, Some(usize::from(widest_block(points))));
        }
    }
}
