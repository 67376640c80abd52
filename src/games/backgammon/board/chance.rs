//! Chance and dice of the game: which rolls may come, and dice set by the user.

use super::moves::Move;
use super::perft::perft;
use super::roll::Roll;
use super::rules::{Backgammon, Phase};
use crate::game::{Chance, Dice, DiceError, Position, Turn};

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
        if !matches!(self.phase, Phase::Ready | Phase::Rolling | Phase::Moving(..)) {
            return Err(DiceError::Unwanted);
        }
        self.phase = Phase::Moving(a, b);
        Ok(())
    }

    fn implied_move(&self) -> Option<Move> {
        self.may_double().then_some(Move::Roll)
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
    use crate::game::{Chance, Dice, DiceError, Position};
    use crate::games::backgammon::{Backgammon, Move, Roll};

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
        let mut game = Backgammon::of("XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", true);
        assert_eq!(game.implied_move(), Some(Move::Roll));
        game.play(Move::Double);
        assert_eq!(game.implied_move(), None);
        assert_eq!(game.lay_dice(3, 1), Err(DiceError::Unwanted));
    }
}
