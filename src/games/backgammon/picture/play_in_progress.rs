//! A play in progress: some of its steps are made, and some dice are left.

use crate::games::backgammon::board::moves::Step;
use crate::games::backgammon::board::{BAR, Board, HOME, OFF, number_by_other_side};

/// A board with some steps of a play made, and the dice that are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayInProgress {
    /// The board, seen by the side that plays.
    pub(super) board: Board,
    /// The dice that are left: at first two, or four equal ones.
    pub(super) dice: Vec<u8>,
}

impl PlayInProgress {
    /// Before the first step.
    pub(super) fn new(board: Board, (a, b): (u8, u8)) -> Self {
        Self { board, dice: if a == b { vec![a; 4] } else { vec![a, b] } }
    }

    /// The dice that are left, each value once.
    pub(super) fn distinct_dice(&self) -> Vec<u8> {
        let mut dice = self.dice.clone();
        dice.sort_unstable();
        dice.dedup();
        dice
    }

    /// The play after one step, if the rules allow it; whether all dice can be played then is not
    /// looked at.
    pub(super) fn after(&self, step: Step) -> Option<Self> {
        let Board { mover, other } = self.board;
        let to = step.to();
        let occupied = mover.occupied();
        let is_entered = mover.count(BAR) == 0 || step.from == BAR;
        let is_open = if to == OFF {
            let highest = occupied >> (step.from + 1) == 0;
            occupied >> (HOME + 1) == 0 && (step.from == step.die || highest)
        } else {
            self.board.open() >> to & 1 != 0
        };
        let at = self.dice.iter().position(|die| *die == step.die)?;
        if mover.count(step.from) == 0 || !is_entered || !is_open {
            return None;
        }
        let is_hit = self.board.blots() >> to & 1 != 0;
        let other = if is_hit { other.moved(number_by_other_side(to), BAR) } else { other };
        let mut dice = self.dice.clone();
        dice.remove(at);
        Some(Self { board: Board { mover: mover.moved(step.from, to), other }, dice })
    }

    /// The play after a checker's way between two places, by one die if that is possible, or by
    /// several.
    pub(super) fn after_way(&self, from: u8, to: u8) -> Option<Self> {
        (1..=self.dice.len()).find_map(|steps| self.after_steps(from, to, steps))
    }

    fn after_steps(&self, from: u8, to: u8, steps: usize) -> Option<Self> {
        self.distinct_dice().into_iter().find_map(|die| {
            let step = Step { from, die };
            let after = self.after(step)?;
            match steps {
                1 => (step.to() == to).then_some(after),
                _ if step.to() == OFF => None,
                _ => after.after_steps(step.to(), to, steps - 1),
            }
        })
    }
}
