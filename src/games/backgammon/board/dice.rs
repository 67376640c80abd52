//! Rolls: the 21 distinct ones, their chances, and dice laid by name.

use super::super::{Backgammon, Move, Phase};
use super::perft::perft;
use crate::game::{Chance, Dice, DiceError, Position, Turn};

/// A roll of two dice, without regard to their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// Every distinct roll: 11, 21, 22, 31, … 66.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: 1, low: 1 }; 21];
        let mut index = 1;
        while index < 21 {
            let Self { high, low } = all[index - 1];
            all[index] = if low < high {
                Self { high, low: low + 1 }
            } else {
                Self { high: high + 1, low: 1 }
            };
            index += 1;
        }
        all
    };

    /// The roll of these two dice, in either order.
    ///
    /// # Errors
    /// [`DiceError::Value`] naming the first die that is not 1 to 6.
    pub const fn new(a: u8, b: u8) -> Result<Self, DiceError> {
        match (a, b) {
            (1..=6, 1..=6) if a > b => Ok(Self { high: a, low: b }),
            (1..=6, 1..=6) => Ok(Self { high: b, low: a }),
            (1..=6, _) => Err(DiceError::Value(b)),
            _ => Err(DiceError::Value(a)),
        }
    }

    /// The larger die.
    #[inline]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller die; the same as the larger in a double.
    #[inline]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice are the same.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// How many of the 36 ordered rolls this is: 1 for a double, else 2.
    pub const fn weight(self) -> u64 {
        if self.is_double() { 1 } else { 2 }
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
            out.extend(unequal.map(|roll| (roll, 1.0 / 15.0)));
        } else {
            out.extend(Roll::ALL.into_iter().map(|roll| (roll, roll.weight() as f32 / 36.0)));
        }
    }

    fn apply(&mut self, roll: Roll) {
        debug_assert!(matches!(self.turn(), Turn::Roll(_)), "nobody is waiting for dice");
        self.phase = Phase::Moving(roll.high, roll.low);
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
        if !matches!(self.phase, Phase::Ready | Phase::Rolling | Phase::Moving(..)) {
            return Err(DiceError::Unwanted);
        }
        self.phase = Phase::Moving(a, b);
        Ok(())
    }

    fn implied_move(&self) -> Option<Move> {
        self.may_double().then_some(Move::Roll)
    }

    /// The start position with First on roll and no move made, whatever way it came about.
    fn is_opening(&self) -> bool {
        self.is_at_start()
    }

    fn with_each_roll(&self) -> Vec<Self> {
        if self.rolled().is_some() {
            return vec![*self];
        }
        let laid = |roll: Roll| Self { phase: Phase::Moving(roll.high, roll.low), ..*self };
        Roll::ALL.into_iter().map(laid).collect()
    }

    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        perft(self, depth, &|| stop())
    }
}

#[cfg(test)]
mod tests {
    use super::Roll;
    use crate::game::{Chance, Dice, DiceError, Position};
    use crate::games::backgammon::{Backgammon, Move};

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
    fn no_dice_while_a_double_is_offered() {
        let mut game = Backgammon::of("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", true);
        assert_eq!(game.implied_move(), Some(Move::Roll));
        game.play(Move::Double);
        assert_eq!(game.implied_move(), None);
        assert_eq!(game.lay_dice(3, 1), Err(DiceError::Unwanted));
    }
}
