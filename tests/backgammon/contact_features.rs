//! The features of contact positions, in their order, against plain counts of checkers.
//!
//! A feature is worked out from the 26 counts of both sides, roll by roll where it needs dice.

use parlour::base::SplitMix64;
use parlour::games::backgammon::board::{Board, Checkers};
use parlour::games::backgammon::eval::PositionClass;
use parlour::games::backgammon::eval::inputs::features;

use crate::quick_or_all::quick_or_all;

/// Features of each side.
const FEATURES_OF_SIDE: usize = 31;

/// All 36 rolls.
fn rolls() -> impl Iterator<Item = (usize, usize)> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)))
}

/// What a side sees: both sides' checkers on each place as this side numbers them. Its bar is 25,
/// the opponent's is 0; `own[0]` are its checkers that are off.
#[derive(Clone)]
struct View {
    /// Its checkers on each place.
    own: [u32; 26],
    /// The opponent's on the same places.
    theirs: [u32; 26],
}

impl View {
    /// The view of the side with these checkers, each side's counted by itself.
    fn new(own: [u8; 26], theirs: [u8; 26]) -> Self {
        let mut seen = [0; 26];
        for place in 1..=25 {
            seen[25 - place] = u32::from(theirs[place]);
        }
        Self { own: own.map(u32::from), theirs: seen }
    }

    /// Own places with at least one checker, the bar included.
    fn occupied(&self) -> Vec<usize> {
        (1..=25).filter(|place| self.own[*place] > 0).collect()
    }

    /// Whether the opponent holds the point so far ahead of a place; off the board it holds none.
    fn is_blocked(&self, place: usize, pips: usize) -> bool {
        place > pips && self.theirs[place - pips] >= 2
    }

    /// Of these points, those with two own checkers or more.
    fn made(&self, points: std::ops::RangeInclusive<usize>) -> Vec<usize> {
        points.filter(|point| self.own[*point] >= 2).collect()
    }

    /// The sum over all own checkers in play of a number for their place.
    fn sum(&self, number: impl Fn(usize) -> f64) -> f64 {
        let mut sum = 0.0;
        for place in 1..=25 {
            for _checker in 0..self.own[place] {
                sum += number(place);
            }
        }
        sum
    }

    /// Pips to go.
    fn pips(&self) -> f64 {
        self.sum(|place| place as f64)
    }

    /// The place of the rearmost own checker; 0 if all are off.
    fn rearmost(&self) -> usize {
        self.occupied().into_iter().max().unwrap_or(0)
    }

    /// The place of the opponent's rearmost checker; 25 if all are off.
    fn opposing_rearmost(&self) -> usize {
        (0..=24).find(|place| self.theirs[*place] > 0).unwrap_or(25)
    }

    /// Rolls that carry a checker from a place by both dice, in one order of them or the other.
    fn escapes(&self, place: usize) -> f64 {
        let is_open = |pips: usize| !self.is_blocked(place, pips);
        let carries = |(a, b): &(usize, usize)| is_open(a + b) && (is_open(*a) || is_open(*b));
        rolls().filter(carries).count() as f64
    }

    /// Blocked points among this many ahead of a place.
    fn blocked_ahead(&self, place: usize, points: usize) -> usize {
        (1..=points).filter(|pips| self.is_blocked(place, *pips)).count()
    }

    /// Adds the points on which checkers land that play these dice in this order. Checkers on the
    /// bar enter first; no checker is borne off.
    fn land(&self, dice: &[usize], landed: &mut [bool; 25]) {
        let [die, rest @ ..] = dice else { return };
        for from in self.occupied() {
            let must_enter = self.own[25] > 0 && from != 25;
            if must_enter || from <= *die || self.is_blocked(from, *die) {
                continue;
            }
            landed[from - die] = true;
            let mut after = self.clone();
            after.own[from] -= 1;
            after.own[from - die] += 1;
            after.land(rest, landed);
        }
    }

    /// The blots of the opponent that a roll can hit, lowest first.
    fn hits(&self, (a, b): (usize, usize)) -> Vec<usize> {
        let mut landed = [false; 25];
        if a == b {
            self.land(&[a; 4], &mut landed);
        } else {
            self.land(&[a, b], &mut landed);
            self.land(&[b, a], &mut landed);
        }
        (1..=24).filter(|point| landed[*point] && self.theirs[*point] == 1).collect()
    }

    /// Whether a roll makes one of the points 2 to 7: by a checker onto a blot of its own, or by
    /// two checkers. A checker is free if it is alone or stands on two others; a double also moves
    /// two that hold a point together. Checkers on the bar do not count.
    fn makes_point(&self, (a, b): (usize, usize)) -> bool {
        let on = |place: usize| if place <= 24 { self.own[place] } else { 0 };
        let is_free = |place: usize| on(place) == 1 || on(place) > 2;
        (2..=7).any(|point| {
            let by_two =
                if a == b { on(point + a) >= 2 } else { is_free(point + a) && is_free(point + b) };
            let by_one = is_free(point + a) || is_free(point + b);
            let can_be_made = self.theirs[point] < 2 && on(point) < 2;
            can_be_made && (by_two || on(point) == 1 && by_one)
        })
    }
}

/// Rolls in which a side hits, rolls with more than one blot to hit, and the pips that the opponent
/// loses by the costliest hit of each roll, summed.
fn shots(hitter: &View) -> [f64; 3] {
    let mut found = [0.0; 3];
    for roll in rolls() {
        let hits = hitter.hits(roll);
        found[0] += f64::from(u8::from(!hits.is_empty()));
        found[1] += f64::from(u8::from(hits.len() > 1));
        // A checker on the point p of the hitter has come p pips from its bar.
        found[2] += hits.last().map_or(0.0, |point| *point as f64);
    }
    found
}

/// Pips that a checker can play before points break up; up to the 12-point, two stay on each.
fn timing(me: &View) -> f64 {
    let mut pips = 0.0;
    for place in 1..=25 {
        for nth in 1..=me.own[place] {
            pips += match place {
                1..=12 => {
                    if nth > 2 {
                        place as f64 - 1.0
                    } else {
                        0.0
                    }
                }
                13..=18 => place as f64 - 6.0,
                _ => place as f64 - 18.0,
            };
        }
    }
    pips
}

/// The longest run of made points from the 1-point to the 12-point.
fn longest_prime(me: &View) -> usize {
    let is_prime = |length: &usize| {
        (1..=13 - length).any(|from| me.made(from..=from + length - 1).len() == *length)
    };
    (1..=12).filter(is_prime).max().unwrap_or(0)
}

/// The features of `me` against `them`.
fn of_side(me: &View, them: &View) -> [f64; FEATURES_OF_SIDE] {
    let anchors = me.made(19..=24);
    let back = me.own[19..=25].iter().map(|count| f64::from(*count)).sum::<f64>();
    let home_points = me.made(1..=6).len() as f64 / 6.0;
    let closed = them.made(1..=6).len() as f64 / 6.0;
    let fewest_carried = (19..=25).map(|place| them.escapes(place)).fold(36.0, f64::min);
    let containment = 1.0 - fewest_carried / 36.0;
    let [rolls_hit, rolls_multiple, pips_hit] = shots(them);
    let mean = me.pips() / 15.0;
    let front = me.opposing_rearmost();
    let blots_at_home = (1..=6).filter(|point| me.own[*point] == 1).count() as f64;
    let widest_block = (1..=7).map(|from| me.made(from..=from + 5).len()).max().unwrap();
    [
        me.pips() / 150.0,
        me.sum(|place| (place as f64 - 6.0).max(0.0)) / 75.0,
        me.sum(|place| (place as f64 - front as f64).max(0.0)) / 75.0,
        me.escapes(me.rearmost().max(1)) / 36.0,
        me.sum(|place| if place > 6 { me.escapes(place) } else { 0.0 }) / 360.0,
        containment,
        containment * containment,
        longest_prime(me) as f64 / 6.0,
        them.blocked_ahead(them.rearmost().max(1), 12) as f64 / 6.0,
        home_points,
        home_points * home_points,
        if me.own[25] > 0 { closed * closed } else { 0.0 },
        anchors.first().map_or(0.0, |point| (25.0 - *point as f64) / 6.0),
        anchors.len() as f64 / 2.0,
        back / 5.0,
        me.sum(|place| f64::from(u8::from(place > 6 && me.blocked_ahead(place, 6) >= 4))) / 4.0,
        rolls_hit / 36.0,
        rolls_multiple / 36.0,
        pips_hit / 400.0,
        timing(me) / 75.0,
        (1..=25).map(|place| f64::from(me.own[place].max(3) - 3).powi(2)).sum::<f64>() / 20.0,
        rolls().filter(|roll| me.makes_point(*roll)).count() as f64 / 36.0,
        blots_at_home / 3.0,
        me.rearmost() as f64 / 25.0,
        if anchors.len() >= 2 { (back - 3.0) / 4.0 } else { 0.0 },
        if anchors.len() == 1 { back / 5.0 } else { 0.0 },
        me.sum(|place| (place as f64 - mean).max(0.0).powi(2)) / 15.0 / 40.0,
        me.sum(|place| if place >= 19 { 36.0 - me.escapes(place) } else { 0.0 })
            / 36.0
            / back.max(1.0),
        me.sum(|place| if place <= front { place as f64 } else { 0.0 }) / 60.0,
        rolls_hit / 36.0 * closed,
        widest_block as f64 / 6.0,
    ]
}

/// All features: the mover's, the other's, and two of the difference in pips.
fn plain_features(mover: [u8; 26], other: [u8; 26]) -> Vec<f64> {
    let [me, them] = [View::new(mover, other), View::new(other, mover)];
    let mut all = of_side(&me, &them).to_vec();
    all.extend(of_side(&them, &me));
    let lead = them.pips() - me.pips();
    all.extend([lead / 50.0, 2.0 * lead / (them.pips() + me.pips())]);
    all
}

/// Random checkers of both sides that have contact: singly or in pairs, many in a block of six
/// points and in the opponent's home.
fn random_contact(random: &mut SplitMix64) -> [[u8; 26]; 2] {
    loop {
        let mut counts = [[0_u8; 26]; 2];
        for side in 0..2 {
            let (block, most) = (1 + random.below(9), 1 + random.below(3));
            let mut left = 15;
            while left > 0 {
                let place = match random.below(20) {
                    0 => 0,
                    1 => 25,
                    2..=4 => 1 + random.below(24),
                    5..=8 => 19 + random.below(6),
                    _ => block + random.below(6),
                } as usize;
                let is_taken = (1..25).contains(&place) && counts[1 - side][25 - place] > 0;
                let count = most.min(left);
                counts[side][if is_taken { 0 } else { place }] += count as u8;
                left -= count;
            }
        }
        let [mover, other] = counts.map(|counts| Checkers::from_counts(&counts));
        if (Board { mover, other }).has_contact() {
            return counts;
        }
    }
}

#[test]
fn every_feature_of_contact_is_at_its_place_and_is_what_plain_counts_give() {
    let mut random = SplitMix64::new(1);
    let mut not_zero = [0; 2 * FEATURES_OF_SIDE + 2];
    for _ in 0..quick_or_all(800, 4_000) {
        let counts = random_contact(&mut random);
        let [mover, other] = counts.map(|counts| Checkers::from_counts(&counts));
        let fast = features(Board { mover, other }, PositionClass::Contact);
        let plain = plain_features(counts[0], counts[1]);
        assert_eq!(fast.len(), plain.len());
        for (index, (fast, plain)) in fast.into_iter().zip(plain).enumerate() {
            assert!((f64::from(fast) - plain).abs() < 1e-5, "{index}: {fast} {plain} {counts:?}");
            not_zero[index] += u32::from(fast != 0.0);
        }
    }
    assert!(not_zero.iter().all(|count| *count >= 20), "{not_zero:?}");
}
