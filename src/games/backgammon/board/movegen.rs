//! Move generation: every distinct result of a roll exactly once, without allocation.
//!
//! Two steps with different dice give the same board in either order, so the larger die goes
//! first and the other order adds only what it alone can reach. Four steps with one die give the
//! same board in any order, so they are made from the highest point down. Both follow from this:
//! the steps of any legal play remain legal when sorted from the highest point down. Where
//! checkers may be borne off this does not suffice, and equal results are removed.

use super::checkers::{MOST_ON_PLACE, PLACE_BITS, WORD_BITS};
use super::moves::{Step, Steps};
use super::roll::Roll;
use super::{BAR, Board, Checkers, HOME, number_by_other_side};
use crate::base::bits::ones;

/// The bit of [`After`] below that of a hit on the mover's 1-point.
const HITS: u8 = WORD_BITS - 1;

/// One result of a roll: the mover's checkers and the points on which it hit.
///
/// ```text
/// bits   0..=103   the mover's checkers, as in `Checkers`
/// bits 103+p       a blot was hit on the mover's point p, 1 to 24
/// ```
///
/// Two plays lead to the same board exactly when their words are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct After(u128);

impl After {
    /// The result of these steps of the mover; `None` if there is no checker to make one.
    ///
    /// They are made from the highest point down, in whatever order they are given; the dice are not
    /// checked.
    pub fn of(board: Board, steps: Steps) -> Option<Self> {
        let blots = board.blots();
        let (mut mover, mut hits) = (board.mover, 0);
        for step in steps.sorted().iter() {
            if mover.count(step.from) == 0 {
                return None;
            }
            mover = mover.moved(step.from, step.to());
            hits |= blots & 1 << step.to();
        }
        Some(Self(mover.word() | u128::from(hits) << HITS))
    }

    /// The board after this play of `board`, the sides exchanged: the other is about to play.
    #[inline]
    pub const fn board(self, board: Board) -> Board {
        let mut hits = (self.0 >> (HITS + 1)) as u32;
        let mut other = board.other;
        while hits != 0 {
            other = other.moved(number_by_other_side(hits.trailing_zeros() as u8 + 1), BAR);
            hits &= hits - 1;
        }
        Board { mover: other, other: Checkers::from_word(self.0) }
    }

    /// The pips that the hits of this play cost the opponent.
    #[inline]
    pub(crate) fn pips_hit(self) -> u32 {
        // The mover's point p is the opponent's 25 - p, and the bar is its 25.
        ones((self.0 >> (HITS + 1)) as u64).map(|bit| bit + 1).sum()
    }
}

/// Receives the results of a roll one by one.
pub trait Sink {
    /// One more result, with its canonical spelling.
    fn put(&mut self, after: After, steps: Steps);
    /// The results so far did not use the dice in full: drop them.
    fn restart(&mut self);
}

/// Counts results.
#[derive(Debug, Default)]
pub struct Count(pub u64);

impl Sink for Count {
    #[inline]
    fn put(&mut self, _after: After, _steps: Steps) {
        self.0 += 1;
    }
    fn restart(&mut self) {
        self.0 = 0;
    }
}

/// Keeps results, without their spellings.
impl Sink for Vec<After> {
    #[inline]
    fn put(&mut self, after: After, _steps: Steps) {
        self.push(after);
    }
    fn restart(&mut self) {
        self.clear();
    }
}

/// Keeps results with their spellings.
impl Sink for Vec<(After, Steps)> {
    #[inline]
    fn put(&mut self, after: After, steps: Steps) {
        self.push((after, steps));
    }
    fn restart(&mut self) {
        self.clear();
    }
}

/// Puts every distinct result of `roll` into `sink`, in no particular order.
///
/// The spelling of a result is the largest of its sequences of (point, die). If no checker can
/// move, the one result is the unchanged board with no steps.
pub fn results<S: Sink>(board: Board, roll: Roll, sink: &mut S) {
    let constraints = Constraints { open: board.open(), blots: board.blots() };
    let start = PartialPlay { word: board.mover.word(), occupied: board.mover.occupied() };
    if roll.is_double() {
        let mut repeat = Double { constraints: &constraints, die: roll.high(), longest: 0, sink };
        repeat.extend(start, Steps::NONE, 0, BAR);
        return;
    }
    let two = TwoDice { constraints: &constraints, start, high: roll.high(), low: roll.low() };
    let outside = start.occupied >> (HOME + 1);
    let found = match board.mover.count(BAR) {
        0 if outside.count_ones() > 1 || outside != 0 && board.mover.count(start.highest()) > 1 => {
            two.outside_bearoff(sink)
        }
        0 => two.near_bearoff(sink),
        1 => two.with_one_on_the_bar(sink),
        _ => two.with_many_on_the_bar(sink),
    };
    if !found {
        two.single_steps(sink);
    }
}

/// The mover's checkers in the middle of a play: the word of [`After`], and the occupied places.
#[derive(Clone, Copy)]
struct PartialPlay {
    /// The mover's checkers and the hits so far, as in [`After`].
    word: u128,
    /// Bit p is set where the mover has a checker on its place p, 1 to 25.
    occupied: u32,
}

impl PartialPlay {
    /// The highest place with a checker in play; there must be one.
    #[inline]
    const fn highest(self) -> u8 {
        31 - (self.occupied | 1).leading_zeros() as u8
    }
}

/// Where the opponent's checkers let the mover go; hits during the play do not change it.
struct Constraints {
    /// [`Board::open`]: bit p is set where the mover may land on its point p, 1 to 24.
    open: u32,
    /// [`Board::blots`]: bit p is set where the opponent has a blot on the mover's point p.
    blots: u32,
}

impl Constraints {
    /// The places from which this die may be played now, as bits.
    #[inline]
    const fn sources(&self, partial: PartialPlay, die: u8) -> u32 {
        let moving = partial.occupied & self.open << die;
        if partial.occupied >> BAR != 0 {
            moving & 1 << BAR
        } else if partial.occupied >> (HOME + 1) != 0 {
            moving
        } else if partial.occupied >> die == 0 && partial.occupied != 0 {
            1 << partial.highest()
        } else {
            moving | partial.occupied & 1 << die
        }
    }

    #[inline]
    const fn is_open(&self, point: u8) -> bool {
        self.open >> point & 1 != 0
    }

    #[inline]
    const fn has_blot(&self, point: u8) -> bool {
        self.blots >> point & 1 != 0
    }

    /// The play after one more step.
    #[inline]
    const fn stepped(&self, partial: PartialPlay, step: Step) -> PartialPlay {
        let (from, to) = (step.from, step.to());
        let mut word = partial.word - (1 << (PLACE_BITS * from)) + (1 << (PLACE_BITS * to));
        if self.has_blot(to) {
            word |= 1 << (HITS + to);
        }
        let left = (word >> (PLACE_BITS * from) & MOST_ON_PLACE as u128 != 0) as u32;
        PartialPlay {
            word,
            occupied: partial.occupied & !(1 << from) | left << from | (1 << to & !1),
        }
    }
}

/// The set bits of a mask of places, highest first.
#[inline]
fn places(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.ilog2();
            mask &= !(1 << place);
            place as u8
        })
    })
}

/// Two different dice.
struct TwoDice<'a> {
    constraints: &'a Constraints,
    start: PartialPlay,
    /// The larger die, 2 to 6.
    high: u8,
    /// The smaller die, 1 to 5.
    low: u8,
}

impl TwoDice<'_> {
    const fn high_from(&self, from: u8) -> Step {
        Step { from, die: self.high }
    }

    const fn low_from(&self, from: u8) -> Step {
        Step { from, die: self.low }
    }

    /// One checker that plays both dice from here hits nothing on its way, whichever die is first.
    #[inline]
    const fn is_same_either_way(&self, from: u8) -> bool {
        let (after_high, after_low) = (from - self.high, from - self.low);
        self.constraints.is_open(after_high)
            && !self.constraints.has_blot(after_high)
            && !self.constraints.has_blot(after_low)
    }

    /// No checker is on the bar, and none can be borne off even after one step.
    #[inline]
    fn outside_bearoff<S: Sink>(&self, sink: &mut S) -> bool {
        let mut found = false;
        let chained = self.start.occupied << self.low;
        for from in places(self.constraints.sources(self.start, self.high)) {
            let first = self.high_from(from);
            let partial = self.constraints.stepped(self.start, first);
            for then in places(self.constraints.sources(partial, self.low)) {
                // The same checker total is made by the higher checker alone, larger die first.
                if then == from + self.low && self.is_same_either_way(then) {
                    continue;
                }
                let second = self.low_from(then);
                sink.put(
                    After(self.constraints.stepped(partial, second).word),
                    sorted(first, second),
                );
                found = true;
            }
        }
        // To play the smaller die first adds only plays in which one checker makes both steps, over
        // a point where the side has no other checker.
        let runs = self.constraints.sources(self.start, self.low)
            & !chained
            & self.constraints.open << (self.low + self.high);
        for from in places(runs) {
            if !self.is_same_either_way(from) {
                self.run_low_first(from, sink);
                found = true;
            }
        }
        found
    }

    fn run_low_first<S: Sink>(&self, from: u8, sink: &mut S) {
        let (first, second) = (self.low_from(from), self.high_from(from - self.low));
        let partial = self.constraints.stepped(self.constraints.stepped(self.start, first), second);
        sink.put(After(partial.word), Steps::two(first, second));
    }

    fn with_one_on_the_bar<S: Sink>(&self, sink: &mut S) -> bool {
        let mut found = false;
        for (entering, next) in [(self.high, self.low), (self.low, self.high)] {
            let first = Step { from: BAR, die: entering };
            if !self.constraints.is_open(first.to()) {
                continue;
            }
            let partial = self.constraints.stepped(self.start, first);
            for from in places(self.constraints.sources(partial, next)) {
                let again = entering == self.low && from == first.to();
                if again && self.is_same_either_way(BAR) {
                    continue;
                }
                let second = Step { from, die: next };
                let word = self.constraints.stepped(partial, second).word;
                sink.put(After(word), Steps::two(first, second));
                found = true;
            }
        }
        found
    }

    fn with_many_on_the_bar<S: Sink>(&self, sink: &mut S) -> bool {
        let (first, second) = (self.high_from(BAR), self.low_from(BAR));
        let both = self.constraints.is_open(first.to()) && self.constraints.is_open(second.to());
        if both {
            let partial = self.constraints.stepped(self.start, first);
            sink.put(
                After(self.constraints.stepped(partial, second).word),
                Steps::two(first, second),
            );
        }
        both
    }

    /// Checkers may be borne off: both orders are generated and equal results are removed.
    fn near_bearoff<S: Sink>(&self, sink: &mut S) -> bool {
        /// Places that are occupied at most, before and after the first step.
        const MOST_PLACES: usize = 7;
        /// Plays at most: a place for each step, and two orders of the dice.
        const MOST_PLAYS: usize = 2 * MOST_PLACES * MOST_PLACES;
        let mut made = [(After(0), Steps::NONE); MOST_PLAYS];
        let mut len = 0;
        for (die, next) in [(self.high, self.low), (self.low, self.high)] {
            for from in places(self.constraints.sources(self.start, die)) {
                let first = Step { from, die };
                let partial = self.constraints.stepped(self.start, first);
                for from in places(self.constraints.sources(partial, next)) {
                    let second = Step { from, die: next };
                    let after = After(self.constraints.stepped(partial, second).word);
                    let steps = sorted(first, second);
                    if let Some(same) = made[..len].iter_mut().find(|(known, _)| *known == after) {
                        same.1 = same.1.max(steps);
                    } else {
                        made[len] = (after, steps);
                        len += 1;
                    }
                }
            }
        }
        for &(after, steps) in &made[..len] {
            sink.put(after, steps);
        }
        len > 0
    }

    /// No way to play both dice: the larger if it can be played, else the smaller, else pass.
    fn single_steps<S: Sink>(&self, sink: &mut S) {
        for die in [self.high, self.low] {
            let sources = self.constraints.sources(self.start, die);
            for from in places(sources) {
                let step = Step { from, die };
                let after = After(self.constraints.stepped(self.start, step).word);
                sink.put(after, Steps::NONE.with(step));
            }
            if sources != 0 {
                return;
            }
        }
        sink.put(After(self.start.word), Steps::NONE);
    }
}

/// Two steps, the larger (point, die) first.
#[inline]
const fn sorted(a: Step, b: Step) -> Steps {
    if a.from > b.from || a.from == b.from && a.die > b.die {
        Steps::two(a, b)
    } else {
        Steps::two(b, a)
    }
}

/// A double: up to four steps with one die, from the highest point down.
struct Double<'a, S> {
    constraints: &'a Constraints,
    /// The number on both dice, 1 to 6.
    die: u8,
    /// Steps of the longest play found so far, 0 to 4.
    longest: u8,
    sink: &'a mut S,
}

impl<S: Sink> Double<'_, S> {
    fn extend(&mut self, partial: PartialPlay, steps: Steps, made: u8, highest: u8) {
        let below = (2 << highest) - 1;
        let sources =
            if made == 4 { 0 } else { self.constraints.sources(partial, self.die) & below };
        for from in places(sources) {
            let step = Step { from, die: self.die };
            self.extend(self.constraints.stepped(partial, step), steps.with(step), made + 1, from);
        }
        if sources != 0 || made < self.longest {
            return;
        }
        // A play that could be continued only from a higher point is shorter than the play that has
        // this step earlier, so it does not stay.
        if made > self.longest {
            self.longest = made;
            self.sink.restart();
        }
        self.sink.put(After(partial.word), steps);
    }
}
