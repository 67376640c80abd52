//! The position and its rules: who acts, what may be done, and what a win is worth.

use super::board::{Board, Checkers, OFF};
use super::contest::Contest;
use super::cube::Cube;
use super::dice::Roll;
use super::movegen::{After, Sink, results};
use super::steps::{Move, Steps};
use super::variant::{Money, Settings, Variant};
use crate::base::rng::mix;
use crate::base::{Outcome, Side};
use crate::game::{Position, Turn};

/// What is being waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The side on roll may double, if the cube is open to it; else the dice are due.
    Ready,
    /// The side on roll passed up the cube: the dice are due.
    Rolling,
    /// These dice lie on the table and are to be played, in the order they were given.
    Moving(u8, u8),
    /// The side on roll has doubled: the other takes, drops, or beavers.
    Doubled,
    /// The double was beavered: the side on roll takes or drops.
    Beavered,
    /// Nothing: the game is over.
    Over(Outcome),
}

/// One position of a game of backgammon, with the match it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    /// The checkers of First and Second, each side counting from its own home.
    pub(super) checkers: [Checkers; 2],
    /// Whose turn it is: while a double is open, the side that offered it.
    pub(super) on_roll: Side,
    pub(super) phase: Phase,
    pub(super) cube: Cube,
    pub(super) contest: Contest,
    pub(super) money: Money,
    pub(super) variant: Variant,
}

impl Default for Backgammon {
    fn default() -> Self {
        Self::start(&Settings::default())
    }
}

impl Backgammon {
    /// The start of a game: First is on roll.
    pub fn start(settings: &Settings) -> Self {
        let checkers = settings.variant.start();
        Self {
            checkers: [checkers; 2],
            on_roll: Side::First,
            phase: Phase::Ready,
            cube: Cube::new(settings.cube),
            contest: settings.contest,
            money: settings.money,
            variant: settings.variant,
        }
    }

    /// The checkers of one side, counted from its own home.
    pub const fn checkers(&self, side: Side) -> Checkers {
        self.checkers[side.index()]
    }

    /// Whose turn it is: while a double is open, the side that offered it.
    pub const fn on_roll(&self) -> Side {
        self.on_roll
    }

    /// What is being waited for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The cube. While a double is open it still has its old value and owner.
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// The match this game belongs to.
    pub const fn contest(&self) -> Contest {
        self.contest
    }

    /// Both sides' checkers as the side on roll sees them.
    #[inline]
    pub const fn board(&self) -> Board {
        let other = self.on_roll.other();
        Board { mover: self.checkers(self.on_roll), other: self.checkers(other) }
    }

    /// The roll that lies on the table.
    #[inline]
    pub fn rolled(&self) -> Option<Roll> {
        match self.phase {
            Phase::Moving(a, b) => Roll::new(a, b).ok(),
            _ => None,
        }
    }

    /// Puts every distinct result of this roll for the side on roll into `sink`.
    pub fn results<S: Sink>(&self, roll: Roll, sink: &mut S) {
        results(self.board(), roll, sink);
    }

    /// Plays one of [`Self::results`] as the side on roll.
    pub fn play_result(&mut self, after: After) {
        let Board { mover: other, other: mover } = after.board(self.board());
        self.checkers[self.on_roll.index()] = mover;
        self.checkers[self.on_roll.other().index()] = other;
        self.pass_turn();
    }

    /// Whether the cube may be turned now, before the dice.
    pub fn may_double(&self) -> bool {
        self.phase == Phase::Ready
            && self.cube.is_open_to(self.on_roll, 1)
            && !self.contest.is_crawford
            && !self.is_at_start()
    }

    /// Whether the side that was doubled may turn the cube once more.
    fn may_beaver(&self) -> bool {
        let highest = Cube::HIGHEST - 1;
        self.contest.is_money() && self.money.beavers && self.cube.log < highest
    }

    /// Whether one side has borne off every checker.
    pub(super) const fn is_borne_off(&self) -> bool {
        self.checkers[0].is_home() || self.checkers[1].is_home()
    }

    /// Whether nothing has been played yet: First is on roll at the start position.
    pub(super) fn is_at_start(&self) -> bool {
        self.on_roll == Side::First
            && matches!(self.phase, Phase::Ready | Phase::Moving(..))
            && self.checkers == [self.variant.start(); 2]
            && !self.cube.is_turned()
    }

    /// What this side wins by bearing off its last checker now, in points.
    ///
    /// 1, 2 for a gammon (the loser has borne off nobody), 3 for a backgammon (and has a
    /// checker on the bar or in the winner's home), times the cube; under the Jacoby rule
    /// always 1 times the cube in money play until the cube has been turned.
    pub(super) fn stake(&self, winner: Side) -> u32 {
        let loser = self.checkers(winner.other());
        let is_plain = self.contest.is_money() && self.money.jacoby && !self.cube.is_turned();
        let times = if is_plain || loser.count(OFF) > 0 {
            1
        } else if loser.occupied() >> 19 == 0 {
            2
        } else {
            3
        };
        times * self.cube.value()
    }

    /// The game is over if the side on roll has borne off everybody; else the turn passes.
    fn pass_turn(&mut self) {
        if self.checkers(self.on_roll).is_home() {
            let (side, points) = (self.on_roll, self.stake(self.on_roll));
            self.phase = Phase::Over(Outcome::Win { side, points });
        } else {
            self.on_roll = self.on_roll.other();
            self.phase = Phase::Ready;
        }
    }

    fn play_steps(&mut self, steps: Steps) {
        let after = After::of(self.board(), steps);
        debug_assert!(after.is_some(), "every step needs a checker to make it");
        if let Some(after) = after {
            self.play_result(after);
        }
    }

    fn take(&mut self) {
        self.cube.turn(self.on_roll.other());
        // The cube is the other side's now, so that only the dice are left.
        self.phase = Phase::Ready;
    }

    fn beaver(&mut self) {
        self.cube.turn(self.on_roll.other());
        self.phase = Phase::Beavered;
    }

    fn drop_cube(&mut self) {
        let side = if self.phase == Phase::Doubled { self.on_roll } else { self.on_roll.other() };
        self.phase = Phase::Over(Outcome::Win { side, points: self.cube.value() });
    }

    /// Everything but the checkers, in one word.
    fn packed_rest(&self) -> u64 {
        let phase = match self.phase {
            Phase::Ready => 1,
            Phase::Rolling => 2,
            Phase::Doubled => 3,
            Phase::Beavered => 4,
            Phase::Moving(a, b) => 8 + u64::from(a.max(b)) * 8 + u64::from(a.min(b)),
            Phase::Over(outcome) => 128 + u64::from(outcome.points()),
        };
        let owner = self.cube.owner.map_or(2, Side::index) as u64;
        let switches = [
            self.cube.in_use,
            self.contest.crawford_rule,
            self.contest.is_crawford,
            self.money.jacoby,
            self.money.beavers,
        ];
        let switches = switches.iter().fold(0, |bits, on| bits << 1 | u64::from(*on));
        let cube = u64::from(self.cube.log) << 2 | owner;
        (((phase << 1 | self.on_roll.index() as u64) << 6 | cube) << 5 | switches) << 2
            | self.variant as u64
    }
}

impl Position for Backgammon {
    type Move = Move;
    type Undo = Self;

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Ready if self.may_double() => Turn::Decide(self.on_roll),
            Phase::Ready | Phase::Rolling => Turn::Roll(self.on_roll),
            Phase::Moving(..) | Phase::Beavered => Turn::Decide(self.on_roll),
            Phase::Doubled => Turn::Decide(self.on_roll.other()),
            Phase::Over(outcome) => Turn::Over(outcome),
        }
    }

    /// Checker plays come with the greatest sequence of (point, die) first; cube words in the
    /// order `roll double`, `take drop beaver`.
    fn moves(&self, out: &mut Vec<Move>) {
        match self.phase {
            Phase::Ready if self.may_double() => out.extend([Move::Roll, Move::Double]),
            Phase::Doubled if self.may_beaver() => {
                out.extend([Move::Take, Move::Drop, Move::Beaver]);
            }
            Phase::Doubled | Phase::Beavered => out.extend([Move::Take, Move::Drop]),
            Phase::Moving(..) => {
                if let Some(roll) = self.rolled() {
                    let mut plays = Plays { from: out.len(), moves: out };
                    self.results(roll, &mut plays);
                    plays.moves[plays.from..].sort_unstable_by(|a, b| b.cmp(a));
                }
            }
            Phase::Ready | Phase::Rolling | Phase::Over(_) => {}
        }
    }

    fn count_moves(&self) -> u64 {
        if let Some(roll) = self.rolled() {
            let mut count = super::movegen::Count::default();
            self.results(roll, &mut count);
            return count.0;
        }
        let mut words = Vec::with_capacity(3);
        self.moves(&mut words);
        words.len() as u64
    }

    fn play(&mut self, m: Move) -> Self {
        let before = *self;
        match m {
            Move::Roll => self.phase = Phase::Rolling,
            Move::Double => self.phase = Phase::Doubled,
            Move::Take => self.take(),
            Move::Drop => self.drop_cube(),
            Move::Beaver => self.beaver(),
            Move::Checkers(steps) => self.play_steps(steps),
        }
        before
    }

    fn undo(&mut self, undo: Self) {
        *self = undo;
    }

    fn key(&self) -> u64 {
        let [first, second] = self.checkers.map(Checkers::word);
        let [ours, theirs] = self.contest.score.map(u64::from);
        let words = [
            first as u64,
            (first >> 64) as u64,
            second as u64,
            (second >> 64) as u64,
            self.packed_rest(),
            u64::from(self.contest.length) << 32 | ours << 16 | theirs,
        ];
        words.iter().fold(0, |hash, word| mix(hash ^ word).rotate_left(7))
    }
}

/// Appends plays to a list of moves that may hold others.
struct Plays<'a> {
    from: usize,
    moves: &'a mut Vec<Move>,
}

impl Sink for Plays<'_> {
    #[inline]
    fn put(&mut self, _after: After, steps: Steps) {
        self.moves.push(Move::Checkers(steps));
    }
    fn restart(&mut self) {
        self.moves.truncate(self.from);
    }
}
