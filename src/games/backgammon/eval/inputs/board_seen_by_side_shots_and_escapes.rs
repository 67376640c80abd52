//! The board as one side sees it: its checkers and what is in their way, in its own numbering; and
//! its rolls that hit, that let a checker escape, or that make a point, counted with bits, not plays.
//!
//! The counts are approximations: that a play must use both dice, or that another checker of the same
//! side is on the bar as well, counts only where it is said.

use std::sync::LazyLock;

use crate::base::random_numbers::DIE_SIDES;
use crate::games::backgammon::board::{
    BAR, Board, Checkers, PLACE_COUNT, POINTS, as_numbered_by_other_side, highest,
};

/// The board as one side sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardSeenBySide {
    /// Its checkers on each place, off first, bar last.
    pub(super) counts: [u8; PLACE_COUNT],
    /// Places (1 to 25) where it has a checker, as bits.
    pub(super) occupied: u32,
    /// Points (1 to 24) where it has two or more.
    pub(super) made: u32,
    /// Points (1 to 24) where it has two and no more.
    pub(super) pairs: u32,
    /// Points where the opponent has two or more, so that no checker can land there.
    pub(super) blocked: u32,
    /// Points where the opponent has one checker, a blot.
    pub(super) blots: u32,
    /// Its rearmost checker's place, 0 if all are off.
    pub(super) rearmost: u8,
    /// The place of the opponent's rearmost checker in this numbering: 0 for its bar, 25 if all are
    /// off. Checkers at or below it are past all opposing ones.
    pub(super) opposing_rearmost: u8,
    /// Pips to go.
    pub(super) pips: u32,
}

impl BoardSeenBySide {
    #[inline(always)]
    fn new(me: Checkers, them: Checkers) -> Self {
        let made = them.made() & POINTS;
        let counts = me.counts();
        let pips = counts.iter().zip(0..).map(|(n, place)| u32::from(*n) * place).sum();
        Self {
            counts,
            occupied: me.occupied(),
            made: me.made() & POINTS,
            pairs: me.pairs() & POINTS,
            blocked: as_numbered_by_other_side(made),
            blots: as_numbered_by_other_side(them.occupied() & !them.made() & POINTS),
            rearmost: highest(me),
            opposing_rearmost: BAR - highest(them),
            pips,
        }
    }

    /// The view of the mover, and that of the other.
    #[inline(always)]
    pub(super) fn both(board: Board) -> [Self; 2] {
        [Self::new(board.mover, board.other), Self::new(board.other, board.mover)]
    }

    /// The blocked points among the 12 ahead of a place (1 to 25): bit d − 1 for distance d.
    #[inline(always)]
    pub(super) const fn blocked_ahead(&self, place: u8) -> u32 {
        (self.blocked.reverse_bits() as u64 >> (32 - place)) as u32 & 0xFFF
    }

    /// The points that are not blocked.
    #[inline(always)]
    pub(super) const fn open(&self) -> u32 {
        !self.blocked & POINTS
    }
}

/// For every set of blocked points among the 12 ahead (bit d − 1 for distance d): how many of the 36
/// rolls carry a checker by both dice.
static ESCAPES: LazyLock<[u8; 4_096]> = LazyLock::new(|| std::array::from_fn(escapes_past));

fn escapes_past(blocked: usize) -> u8 {
    let is_open = |distance: usize| blocked >> (distance - 1) & 1 == 0;
    let die = || 1..=usize::from(DIE_SIDES);
    let rolls = die().flat_map(|a| die().map(move |b| (a, b)));
    rolls.filter(|(a, b)| is_open(a + b) && (is_open(*a) || is_open(*b))).count() as u8
}

/// How many of the 36 rolls carry this side's checker from a place (1 to 25) by both dice.
#[inline(always)]
pub(super) fn escapes(view: &BoardSeenBySide, place: u8) -> u8 {
    ESCAPES[view.blocked_ahead(place) as usize]
}

/// The hits of the opponent's blots by one roll of this side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shots {
    /// Of the 36 rolls, those that hit.
    pub(super) rolls: u32,
    /// Of the 36 rolls, those with more than one blot within reach.
    pub(super) multiple: u32,
    /// The opponent's loss by the costliest hit of each roll, in pips, summed over the 36 rolls.
    pub(super) pips: u32,
}

/// The higher die of the fifteen rolls that are not doubles; the last place is padding.
const HIGHER_DICE: [u32; 16] = [2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6];
/// The lower die of the same rolls.
const LOWER_DICE: [u32; 16] = [1, 1, 2, 1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 5];
/// How many of the 36 rolls each of them is.
const MIXED_WEIGHTS: [u32; 16] = [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0];
/// The die of the six doubles; the last two places are padding.
const DICE_OF_DOUBLES: [u32; 8] = [1, 2, 3, 4, 5, 6, 6, 6];
/// How many of the 36 rolls each double is.
const DOUBLE_WEIGHTS: [u32; 8] = [1, 1, 1, 1, 1, 1, 0, 0];

impl Shots {
    /// Counts the shots of a side that is about to roll.
    #[inline(always)]
    pub(super) fn of(view: &BoardSeenBySide) -> Self {
        let mut shots = Self::default();
        if view.blots != 0 {
            shots.count(&mixed(view), view.blots, &MIXED_WEIGHTS);
            shots.count(&doubled(view), view.blots, &DOUBLE_WEIGHTS);
        }
        shots
    }

    /// Counts rolls that reach these points.
    #[inline(always)]
    fn count<const N: usize>(&mut self, reached: &[u32; N], targets: u32, weights: &[u32; N]) {
        let (mut rolls, mut multiple, mut pips) = (0, 0, 0);
        for i in 0..N {
            let hit = reached[i] & targets;
            let any = if hit == 0 { 0 } else { weights[i] };
            let many = if hit & hit.wrapping_sub(1) == 0 { 0 } else { weights[i] };
            rolls += any;
            multiple += many;
            pips += any * (hit | 1).ilog2();
        }
        self.rolls += rolls;
        self.multiple += multiple;
        self.pips += pips;
    }
}

/// For each roll without doubles, the points that some checker of this side can land on.
///
/// A checker on the bar must enter first; a second one uses up the other die.
#[inline(always)]
fn mixed(view: &BoardSeenBySide) -> [u32; 16] {
    let open = view.open();
    let field = view.occupied & POINTS;
    let mut reached = [0; 16];
    match view.counts[BAR as usize] {
        0 => {
            for i in 0..16 {
                let (by_high, by_low) =
                    (field >> HIGHER_DICE[i] & open, field >> LOWER_DICE[i] & open);
                reached[i] =
                    by_high | by_low | (by_high >> LOWER_DICE[i] | by_low >> HIGHER_DICE[i]) & open;
            }
        }
        1 => {
            for i in 0..16 {
                let (by_high, by_low) =
                    (entry_point(HIGHER_DICE[i], open), entry_point(LOWER_DICE[i], open));
                let after_high = if by_high == 0 { 0 } else { field | by_high };
                let after_low = if by_low == 0 { 0 } else { field | by_low };
                let then = (after_high >> LOWER_DICE[i] | after_low >> HIGHER_DICE[i]) & open;
                reached[i] = by_high | by_low | then;
            }
        }
        _ => {
            for i in 0..16 {
                reached[i] = entry_point(HIGHER_DICE[i], open) | entry_point(LOWER_DICE[i], open);
            }
        }
    }
    reached
}

/// The points that each double reaches, a bit each.
#[inline(always)]
fn doubled(view: &BoardSeenBySide) -> [u32; 8] {
    let open = view.open();
    let waiting = view.counts[BAR as usize];
    let steps = 4_u8.saturating_sub(waiting);
    let mut at = [view.occupied & POINTS; 8];
    let mut reached = [0; 8];
    if waiting > 0 {
        for i in 0..8 {
            let entered = entry_point(DICE_OF_DOUBLES[i], open);
            at[i] = if entered == 0 { 0 } else { at[i] | entered };
            reached[i] = entered;
        }
    }
    for _ in 0..steps {
        for i in 0..8 {
            at[i] = at[i] >> DICE_OF_DOUBLES[i] & open;
            reached[i] |= at[i];
        }
    }
    reached
}

/// The point on which a checker enters with a die, if it is open.
#[inline(always)]
const fn entry_point(die: u32, open: u32) -> u32 {
    1 << (BAR as u32 - die) & open
}

/// Of the 36 rolls, those that make one of the wanted points with two checkers that are free.
///
/// Free is a lone checker, or one beyond the two that hold a point; a double moves two from any
/// place where there are two.
#[inline(always)]
pub(super) fn point_making_rolls(view: &BoardSeenBySide, wanted: u32) -> u32 {
    let wanted = wanted & view.open() & !view.made;
    let pairs = view.made;
    let free = view.occupied & POINTS & !view.pairs;
    let blots = view.occupied & !view.made & POINTS;
    let mut rolls = 0;
    for i in 0..16 {
        let (by_high, by_low) = (free >> HIGHER_DICE[i], free >> LOWER_DICE[i]);
        let made = by_high & by_low | (by_high | by_low) & blots;
        rolls += if made & wanted == 0 { 0 } else { MIXED_WEIGHTS[i] };
    }
    for i in 0..8 {
        let made = pairs >> DICE_OF_DOUBLES[i] | free >> DICE_OF_DOUBLES[i] & blots;
        rolls += if made & wanted == 0 { 0 } else { DOUBLE_WEIGHTS[i] };
    }
    rolls
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{BoardSeenBySide, Shots, escapes, point_making_rolls};
    use crate::base::SplitMix64;
    use crate::games::backgammon::board::{BAR, Board, Checkers};

    /// Boards with checkers scattered anywhere, each point one side's at most; every fourth is a
    /// race.
    pub(crate) fn scattered(seed: u64) -> Board {
        let mut random = SplitMix64::new(seed);
        let mut counts = [[0_u8; 26]; 2];
        let is_race = seed % 4 == 3;
        let lowest = if is_race { [1, 1] } else { [1, random.below(14) + 1] };
        let end = if is_race { 13 } else { 25 };
        for side in 0..2 {
            for _ in 0..15 {
                let place = match random.below(12) {
                    0 => 0,
                    1 if !is_race => 25,
                    _ => lowest[side] as usize + random.below(end - lowest[side]) as usize,
                };
                let is_taken = (1..25).contains(&place) && counts[1 - side][25 - place] > 0;
                counts[side][if is_taken { 0 } else { place }] += 1;
            }
        }
        let [mover, other] = counts.map(|counts| Checkers::from_counts(&counts));
        Board { mover, other }
    }

    #[test]
    fn blocked_points_ahead_are_counted_from_the_checker() {
        for seed in 0..200 {
            let board = scattered(seed);
            let (view, them) = (BoardSeenBySide::both(board)[0], board.other.counts());
            for place in 1..26_u8 {
                for distance in 1..=12 {
                    let point = place.checked_sub(distance).filter(|point| *point > 0);
                    let is_blocked = point.is_some_and(|point| them[25 - usize::from(point)] > 1);
                    let seen = view.blocked_ahead(place) >> (distance - 1) & 1 == 1;
                    assert_eq!(seen, is_blocked, "{board:?} {place} {distance}");
                }
            }
        }
    }

    /// Whether the opponent blocks this point.
    fn is_blocked(view: &BoardSeenBySide, point: i8) -> bool {
        (1..25).contains(&point) && view.blocked >> point & 1 == 1
    }

    #[test]
    fn escapes_are_counted_roll_by_roll() {
        for seed in 0..300 {
            let [view, _] = BoardSeenBySide::both(scattered(seed));
            for place in 1..26_i8 {
                let carried = |a: i8, b: i8| {
                    !is_blocked(&view, place - a - b)
                        && (!is_blocked(&view, place - a) || !is_blocked(&view, place - b))
                };
                let pairs = (1..7).flat_map(|a| (1..7).map(move |b| (a, b)));
                let expected = pairs.filter(|(a, b)| carried(*a, *b)).count();
                assert_eq!(usize::from(escapes(&view, place.cast_unsigned())), expected);
            }
        }
    }

    /// Points on which a checker can land that goes by these dice in this order.
    fn landings(view: &BoardSeenBySide, dice: &[i8]) -> Vec<i8> {
        let waiting = view.counts[usize::from(BAR)] as usize;
        let mut found = Vec::new();
        let mut entered = Vec::new();
        for die in dice.iter().take(waiting) {
            let point = BAR.cast_signed() - die;
            if !is_blocked(view, point) {
                entered.push(point);
                found.push(point);
            }
        }
        if waiting > dice.len() || entered.len() < waiting {
            return found;
        }
        let rest = &dice[waiting..];
        let field = (1..25_i8).filter(|place| view.counts[usize::from(place.cast_unsigned())] > 0);
        for start in field.chain(entered) {
            let mut at = start;
            for die in rest {
                at -= die;
                if at < 1 || is_blocked(view, at) {
                    break;
                }
                found.push(at);
            }
        }
        found
    }

    #[test]
    fn shots_are_those_of_every_checker_and_every_order_of_the_dice() {
        for seed in 0..600 {
            let [view, _] = BoardSeenBySide::both(scattered(seed));
            let mut expected = Shots::default();
            for (a, b) in (1..7).flat_map(|a| (1..7).map(move |b| (a, b))) {
                let mut hit = if a == b {
                    landings(&view, &[a; 4])
                } else {
                    [landings(&view, &[a, b]), landings(&view, &[b, a])].concat()
                };
                // With two different dice the second alone may be used by another checker.
                hit.retain(|point| view.blots >> point & 1 == 1);
                hit.sort_unstable();
                hit.dedup();
                expected.rolls += u32::from(!hit.is_empty());
                expected.multiple += u32::from(hit.len() > 1);
                expected.pips += hit.last().map_or(0, |point| u32::from(point.cast_unsigned()));
            }
            assert_eq!(Shots::of(&view), expected, "{seed} {view:?}");
        }
    }

    #[test]
    fn points_are_made_by_two_free_checkers() {
        for seed in 0..600 {
            let [view, _] = BoardSeenBySide::both(scattered(seed));
            let wanted = 0b1111_1100;
            let count = |place: i8| {
                if place < 25 { view.counts[usize::from(place.cast_unsigned())] } else { 0 }
            };
            let is_free = |place: i8| count(place) == 1 || count(place) > 2;
            let makes = |a: i8, b: i8| {
                (2..8).filter(|point| !is_blocked(&view, *point) && count(*point) < 2).any(
                    |point| {
                        let (by_a, by_b) = (is_free(point + a), is_free(point + b));
                        let onto_a_blot = count(point) == 1 && (by_a || by_b);
                        onto_a_blot || if a == b { count(point + a) > 1 } else { by_a && by_b }
                    },
                )
            };
            let pairs = (1..7).flat_map(|a| (1..7).map(move |b| (a, b)));
            let expected = pairs.filter(|(a, b)| makes(*a, *b)).count();
            assert_eq!(point_making_rolls(&view, wanted) as usize, expected, "{seed} {view:?}");
        }
    }
}
