//! The side to act, the legal moves, and what they do: the trait [`Position`].

use super::Checkers;
use super::movegen::{After, Count, Sink};
use super::moves::{Move, Steps};
use super::rules::{Backgammon, Phase};
use crate::base::Side;
use crate::base::rng::mix;
use crate::game::{Position, Turn};

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

    /// After the last checker it would have been the loser's turn; after a dropped double, the
    /// turn of the side that doubled, which would have rolled after a take.
    fn side(&self) -> Side {
        match (self.phase, self.turn().side()) {
            (_, Some(side)) => side,
            (Phase::Over(_), None) if self.is_borne_off() => self.on_roll.other(),
            (_, None) => self.on_roll,
        }
    }

    /// Checker plays come with the greatest sequence of (point, die) first; cube actions in the
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
            let mut count = Count::default();
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
        let [ours, theirs] = self.match_score.score.map(u64::from);
        let words = [
            first as u64,
            (first >> 64) as u64,
            second as u64,
            (second >> 64) as u64,
            self.packed_rest(),
            u64::from(self.match_score.length) << 32 | ours << 16 | theirs,
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

impl Backgammon {
    fn play_steps(&mut self, steps: Steps) {
        let after = After::of(self.board(), steps);
        debug_assert!(after.is_some(), "every step needs a checker to make it");
        if let Some(after) = after {
            self.play_result(after);
        }
    }

    /// Everything but the checkers, in one word.
    fn packed_rest(&self) -> u64 {
        let phase = match self.phase {
            Phase::Ready => 1,
            Phase::Rolling => 2,
            Phase::Doubled => 3,
            Phase::Beavered => 4,
            Phase::Moving(a, b) => 8 + u64::from(a.max(b)) * 8 + u64::from(a.min(b)),
            Phase::Over(outcome) => {
                let winner = outcome.winner().map_or(0, Side::index) as u64;
                128 + u64::from(outcome.points()) * 2 + winner
            }
        };
        let owner = self.cube.owner.map_or(2, Side::index) as u64;
        let switches = [
            self.cube.in_use,
            self.match_score.crawford_rule,
            self.match_score.is_crawford,
            self.money.jacoby,
            self.money.beavers,
        ];
        let switches = switches.iter().fold(0, |bits, on| bits << 1 | u64::from(*on));
        let cube = u64::from(self.cube.log) << 2 | owner;
        (((phase << 1 | self.on_roll.index() as u64) << 6 | cube) << 5 | switches) << 2
            | self.variant as u64
    }
}
