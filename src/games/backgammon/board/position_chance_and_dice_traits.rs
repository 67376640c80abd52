//! The side to act, the legal moves, what they do, and the match from game to game: the trait
//! [`Position`]; and chance and dice: which rolls may come, and dice set by the user.

use std::cmp::Ordering;

use super::Checkers;
use super::game_state_and_cube_rules::{Backgammon, CUBE_OFFERED, Phase};
use super::match_score::MatchScore;
use super::movegen::{After, Count, Sink};
use super::moves::{Move, Steps};
use super::perft::perft;
use super::roll::Roll;
use crate::base::Side;
use crate::base::hash::mix;
use crate::game::{Chance, Dice, DiceError, MatchStanding, Position, Turn};

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
                    let mut plays = PlaysToMoveList { from: out.len(), moves: out };
                    self.results_of_roll(roll, &mut plays);
                    plays.moves[plays.from..].sort_unstable_by(|a, b| b.cmp(a));
                }
            }
            Phase::Ready | Phase::Rolling | Phase::Over(_) => {}
        }
    }

    fn count_moves(&self) -> u64 {
        if let Some(roll) = self.rolled() {
            let mut count = Count::default();
            self.results_of_roll(roll, &mut count);
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

    fn match_standing(&self) -> Option<MatchStanding> {
        let MatchScore { length, score, .. } = self.match_score;
        let points = match self.turn() {
            Turn::Over(outcome) => outcome.winner().map(|side| (side, outcome.points())),
            _ => None,
        };
        let points = points.map_or(score.map(u32::from), |(side, points)| {
            self.match_score.points_after(side, points)
        });
        let winner = Side::BOTH.into_iter().find(|side| points[side.index()] >= u32::from(length));
        (!self.match_score.is_money()).then_some(MatchStanding { points, winner })
    }

    /// After a finished game the match goes on, and an unfinished game is played again at the same
    /// score; a match of another length than that of `start` is not continued.
    fn next_game(&self, start: &Self) -> Self {
        if (self.match_score.length, self.match_score.counts_games)
            != (start.match_score.length, start.match_score.counts_games)
        {
            return *start;
        }
        let match_score = match self.turn() {
            Turn::Over(outcome) => match outcome.winner() {
                Some(side) => self.match_score.after(side, outcome.points()),
                None => self.match_score,
            },
            _ => self.match_score,
        };
        Self { match_score, ..*start }
    }
}

/// Appends plays to a list of moves that may hold others.
struct PlaysToMoveList<'a> {
    /// The index in `moves` of the first play; the moves before it are others.
    from: usize,
    /// The list.
    moves: &'a mut Vec<Move>,
}

impl Sink for PlaysToMoveList<'_> {
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

impl Chance for Backgammon {
    type Roll = Roll;

    /// In the order of [`Roll::ALL`]; without the doubles at the opening.
    fn rolls(&self, out: &mut Vec<(Roll, f32)>) {
        if !matches!(self.turn(), Turn::Roll(_)) {
            return;
        }
        if self.is_opening() {
            let unequal = Roll::ALL.into_iter().filter(|roll| !roll.is_double());
            out.extend(unequal.map(|roll| (roll, 1.0 / Roll::UNEQUAL_COUNT as f32)));
        } else {
            out.extend(Roll::ALL.into_iter().map(|roll| (roll, roll.probability())));
        }
    }

    fn apply(&mut self, roll: Roll) {
        debug_assert!(matches!(self.turn(), Turn::Roll(_)), "no dice are due");
        self.phase = Phase::Moving(roll.high(), roll.low());
    }
}

impl Dice for Backgammon {
    fn dice(&self) -> Option<(u8, u8)> {
        match self.phase {
            Phase::Moving(a, b) => Some((a, b)),
            _ => None,
        }
    }

    fn lay_dice(&mut self, a: u8, b: u8) -> Result<(), DiceError> {
        let _roll = Roll::new(a, b)?;
        match self.phase {
            Phase::Ready | Phase::Rolling | Phase::Moving(..) => {}
            Phase::Doubled | Phase::Beavered => return Err(DiceError::Unwanted(CUBE_OFFERED)),
            Phase::Over(_) => return Err(DiceError::Unwanted("the game is over")),
        }
        if self.opening_roll && self.is_at_start() {
            self.on_roll = match a.cmp(&b) {
                Ordering::Greater => Side::First,
                Ordering::Less => Side::Second,
                Ordering::Equal => return Err(DiceError::Equal),
            };
        }
        self.phase = Phase::Moving(a, b);
        Ok(())
    }

    fn implied_move(&self) -> Option<Move> {
        self.may_double().then_some(Move::Roll)
    }

    fn dice_decide_who_begins(&self) -> bool {
        self.opening_roll && self.is_at_start()
    }

    /// The start position with no move made, whoever is on roll and however it was reached.
    fn is_opening(&self) -> bool {
        self.is_at_start()
    }

    fn with_each_roll(&self) -> Vec<Self> {
        if self.rolled().is_some() {
            return vec![*self];
        }
        let laid = |roll: Roll| Self { phase: Phase::Moving(roll.high(), roll.low()), ..*self };
        Roll::ALL.into_iter().map(laid).collect()
    }

    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        perft(self, depth, &|| stop())
    }
}

#[cfg(test)]
mod tests {
    use super::CUBE_OFFERED;
    use crate::base::Side;
    use crate::game::{Chance, Dice, DiceError, Position, Turn};
    use crate::games::backgammon::{Backgammon, GameSettings, Move, Roll};

    #[test]
    fn chances_of_all_rolls_sum_to_one() {
        let mut game = Backgammon::default();
        for (expected, doubles) in [(15, 0), (21, 6)] {
            let mut rolls = Vec::new();
            game.rolls(&mut rolls);
            assert_eq!(rolls.len(), expected);
            assert_eq!(rolls.iter().filter(|(roll, _)| roll.is_double()).count(), doubles);
            let sum: f32 = rolls.iter().map(|(_, chance)| chance).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            game.apply(Roll::ALL[3]);
            let mut moves = Vec::new();
            game.moves(&mut moves);
            game.play(moves[0]);
        }
    }

    #[test]
    fn dice_are_one_to_six_and_can_be_replaced() {
        let mut game = Backgammon::default();
        assert_eq!(game.lay_dice(7, 1), Err(DiceError::Value(7)));
        assert_eq!(game.lay_dice(1, 0), Err(DiceError::Value(0)));
        assert_eq!(game.lay_dice(3, 3), Ok(()));
        assert_eq!(game.lay_dice(3, 1), Ok(()));
        assert_eq!(game.dice(), Some((3, 1)));
        assert!(game.is_opening(), "a second roll of the opening is an opening roll too");
    }

    #[test]
    fn opening_roll_decides_who_begins() {
        let settings = GameSettings { opening_roll: true, ..GameSettings::default() };
        let mut game = Backgammon::start(&settings);
        assert!(game.dice_decide_who_begins());
        assert_eq!(game.lay_dice(4, 4), Err(DiceError::Equal));
        assert_eq!((game.lay_dice(2, 5), game.turn()), (Ok(()), Turn::Decide(Side::Second)));
        assert!(game.is_opening(), "another roll takes its place");
        assert_eq!((game.lay_dice(5, 2), game.turn()), (Ok(()), Turn::Decide(Side::First)));
        assert_eq!((game.lay_dice(1, 2), game.turn()), (Ok(()), Turn::Decide(Side::Second)));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        game.play(moves[0]);
        assert_eq!((game.dice_decide_who_begins(), game.turn()), (false, Turn::Roll(Side::First)));
        assert_eq!(game.lay_dice(3, 3), Ok(()));
    }

    #[test]
    fn no_dice_while_a_double_is_offered() {
        let mut game =
            Backgammon::from_text("XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", true);
        assert_eq!(game.implied_move(), Some(Move::Roll));
        game.play(Move::Double);
        assert_eq!(game.implied_move(), None);
        assert_eq!(game.lay_dice(3, 1), Err(DiceError::Unwanted(CUBE_OFFERED)));
    }
}
