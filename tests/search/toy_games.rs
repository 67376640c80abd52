//! Small games that exist for the tests of the search only.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use parlour::base::hash::mix;
use parlour::base::{Outcome, Side};
use parlour::game::{Chance, Deterministic, Evaluate, Position, Turn};
use parlour::search::Stopwatch;

/// Noughts and crosses; bit `3 * row + column` for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crosses {
    pub(crate) own: u16,
    pub(crate) other: u16,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Crosses {
    pub(crate) const EMPTY: Self = Self { own: 0, other: 0 };

    fn worth(cells: u16, against: u16) -> i32 {
        LINES
            .iter()
            .filter(|line| *line & against == 0)
            .map(|line| (line & cells).count_ones().cast_signed())
            .sum()
    }
}

impl Position for Crosses {
    type Move = u8;
    type Undo = Self;

    fn turn(&self) -> Turn {
        if LINES.iter().any(|line| line & self.other == *line) {
            Turn::Over(Outcome::win(self.side().other()))
        } else if self.own | self.other == 0o777 {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Decide(self.side())
        }
    }

    fn side(&self) -> Side {
        Side::BOTH[(self.own | self.other).count_ones() as usize % 2]
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if let Turn::Decide(_) = self.turn() {
            out.extend((0..9).filter(|cell| (self.own | self.other) >> cell & 1 == 0));
        }
    }

    fn play(&mut self, m: u8) -> Self {
        let before = *self;
        *self = Self { own: self.other, other: self.own | 1 << m };
        before
    }

    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.own) << 9 | u64::from(self.other))
    }
}

impl Evaluate for Crosses {
    fn evaluate(&self) -> i32 {
        10 * (Self::worth(self.own, self.other) - Self::worth(self.other, self.own))
    }

    fn history_slot(&self, m: u8) -> usize {
        usize::from(m)
    }
}

impl Deterministic for Crosses {}

/// A random graph: `width` nodes a ply, linked at random by a seed. Sides may move several times in a
/// row, lines meet again, and some nodes are ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RandomGraphGame {
    pub(crate) seed: u64,
    pub(crate) width: u64,
    pub(crate) ply: u64,
    pub(crate) node: u64,
}

impl RandomGraphGame {
    pub(crate) fn new(seed: u64, width: u64) -> Self {
        Self { seed, width, ply: 0, node: 0 }
    }

    fn random_number(self, what: u64) -> u64 {
        mix(mix(mix(self.seed ^ self.ply << 32) ^ self.node) ^ what)
    }
}

impl Position for RandomGraphGame {
    type Move = u8;
    type Undo = Self;

    fn turn(&self) -> Turn {
        match self.random_number(2) % 16 {
            0 if self.ply > 0 => Turn::Over(Outcome::win(self.side())),
            1 if self.ply > 0 => Turn::Over(Outcome::Draw),
            _ if self.ply == 12 => Turn::Over(Outcome::win(self.side())),
            _ => Turn::Decide(self.side()),
        }
    }

    fn side(&self) -> Side {
        Side::BOTH[(self.random_number(1) % 2) as usize]
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if let Turn::Decide(_) = self.turn() {
            out.extend(0..=(self.random_number(3) % 4) as u8);
        }
    }

    fn play(&mut self, m: u8) -> Self {
        let before = *self;
        self.node = self.random_number(100 + u64::from(m)) % self.width;
        self.ply += 1;
        before
    }

    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        self.random_number(4)
    }
}

impl Evaluate for RandomGraphGame {
    fn evaluate(&self) -> i32 {
        (self.random_number(5) % 21) as i32 - 10
    }

    fn ordering_score(&self, m: u8) -> i32 {
        (self.random_number(200 + u64::from(m)) % 3) as i32
    }
}

impl Deterministic for RandomGraphGame {}

/// A token on cells 0 to 4 of a row; each side steps it left or right. A step to 0 loses,
/// and the third repetition draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenRow {
    pub(crate) at: i8,
    pub(crate) side: Side,
}

impl Position for TokenRow {
    type Move = i8;
    type Undo = Self;

    const REPETITION: Option<usize> = Some(3);

    fn turn(&self) -> Turn {
        match self.at {
            0 => Turn::Over(Outcome::win(self.side)),
            _ => Turn::Decide(self.side),
        }
    }

    fn moves(&self, out: &mut Vec<i8>) {
        if self.at != 0 {
            out.push(-1);
            if self.at < 4 {
                out.push(1);
            }
        }
    }

    fn play(&mut self, m: i8) -> Self {
        let before = *self;
        *self = Self { at: self.at + m, side: self.side.other() };
        before
    }

    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.at.unsigned_abs()) * 2 + self.side as u64)
    }
}

impl Evaluate for TokenRow {
    fn evaluate(&self) -> i32 {
        50
    }
}

impl Deterministic for TokenRow {}

/// A race with a three-sided die that favours ones: walk on, or after a one push the other back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Race {
    pub(crate) left: [u8; 2],
    pub(crate) side: Side,
    pub(crate) die: Option<u8>,
}

impl Race {
    pub(crate) const START: Self = Self { left: [7, 7], side: Side::First, die: Some(2) };
}

impl Position for Race {
    type Move = bool;
    type Undo = Self;

    fn turn(&self) -> Turn {
        if let Some(winner) = Side::BOTH.into_iter().find(|side| self.left[side.index()] == 0) {
            let points = 1 + u32::from(self.left[winner.other().index()] >= 7);
            return Turn::Over(Outcome::Win { side: winner, points });
        }
        if self.die.is_some() { Turn::Decide(self.side) } else { Turn::Roll(self.side) }
    }

    fn moves(&self, out: &mut Vec<bool>) {
        if let Turn::Decide(_) = self.turn() {
            out.push(true);
            if self.die == Some(1) {
                out.push(false);
            }
        }
    }

    fn play(&mut self, walk: bool) -> Self {
        let before = *self;
        let own = &mut self.left[self.side.index()];
        if walk {
            *own = own.saturating_sub(self.die.unwrap_or(0));
        } else {
            self.left[self.side.other().index()] += 2;
        }
        // A side that walks three may go on.
        if self.die != Some(3) {
            self.side = self.side.other();
        }
        self.die = None;
        before
    }

    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        let die = u64::from(self.die.unwrap_or(0));
        let [a, b] = self.left.map(u64::from);
        mix(a << 16 | b << 8 | die << 1 | self.side as u64)
    }
}

impl Evaluate for Race {
    const UNIT: i32 = 1_000;

    fn evaluate(&self) -> i32 {
        let left = self.left.map(i32::from);
        100 * (left[self.side.other().index()] - left[self.side.index()])
    }
}

impl Chance for Race {
    type Roll = u8;

    fn rolls(&self, out: &mut Vec<(u8, f32)>) {
        if let Turn::Roll(_) = self.turn() {
            out.extend([(1, 0.5), (2, 0.375), (3, 0.125)]);
        }
    }

    fn apply(&mut self, roll: u8) {
        self.die = Some(roll);
    }
}

/// Counts static evaluations, and stops the search at one of them.
#[derive(Debug)]
pub(crate) struct Alarm {
    /// Evaluations until the flag goes up; below 0, how many there were since.
    left: AtomicI64,
    pub(crate) stop: AtomicBool,
}

impl Alarm {
    /// An alarm that goes off at this evaluation.
    pub(crate) const fn at(evaluation: i64) -> Self {
        Self { left: AtomicI64::new(evaluation), stop: AtomicBool::new(false) }
    }

    /// How many evaluations there were since the flag went up.
    pub(crate) fn since(&self) -> i64 {
        -self.left.load(Ordering::Relaxed)
    }

    fn count(&self) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// An endless game with 20 moves everywhere, whose static evaluation takes 20 µs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slow {
    ply: u64,
    node: u64,
    alarm: Option<&'static Alarm>,
}

impl Slow {
    /// As many as fit into a millisecond.
    pub(crate) const EVALUATIONS_PER_MS: i64 = 50;
    pub(crate) const START: Self = Self { ply: 0, node: 0, alarm: None };

    /// The start of a game whose evaluations this alarm counts.
    pub(crate) const fn with_alarm(alarm: &'static Alarm) -> Self {
        Self { alarm: Some(alarm), ..Self::START }
    }
}

impl Position for Slow {
    type Move = u8;
    type Undo = Self;

    fn turn(&self) -> Turn {
        Turn::Decide(Side::BOTH[(self.ply % 2) as usize])
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(0..20);
    }

    fn play(&mut self, m: u8) -> Self {
        let before = *self;
        *self = Self { ply: self.ply + 1, node: mix(self.node ^ u64::from(m) << 32), ..before };
        before
    }

    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        self.node ^ self.ply
    }
}

impl Evaluate for Slow {
    fn evaluate(&self) -> i32 {
        let since = Stopwatch::start();
        while since.elapsed() < Duration::from_micros(20) {}
        self.alarm.into_iter().for_each(Alarm::count);
        (self.node % 201) as i32 - 100
    }
}

impl Deterministic for Slow {}

impl Chance for Slow {
    type Roll = u8;

    fn rolls(&self, _out: &mut Vec<(u8, f32)>) {}

    fn apply(&mut self, _roll: u8) {}
}
