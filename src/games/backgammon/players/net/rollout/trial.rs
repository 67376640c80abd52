//! One game from a position to its end, or for so many plies, both sides playing at a glance.

use super::super::cube_context::Aim;
use super::super::lookahead::Look;
use super::dice::GameDice;
use super::mean::{Trial, Value};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::{State, States, Word};
use crate::games::backgammon::eval::{Probabilities, points_lost};
use crate::search::SearchControl;

/// Where games begin.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    /// The side about to roll is the mover.
    pub(super) board: Board,
    pub(super) aim: Aim<'a>,
    pub(super) state: State,
    /// Whether that side may double before its first roll.
    pub(super) may_double: bool,
}

/// The position that a game has come to.
struct Game<'a> {
    board: Board,
    /// Of the side about to roll.
    aim: Aim<'a>,
    state: State,
    /// Whether that is the side about to roll at the start.
    is_first: bool,
}

/// Plays one game; what it came to for the side about to roll at the start.
///
/// `plies` rolls at most, then the last position counts at a glance. `None` if the control ended
/// the search.
pub(super) fn play(
    look: &mut Look,
    start: &Start<'_>,
    dice: &GameDice,
    plies: Option<u32>,
    control: &mut SearchControl<'_>,
) -> Option<Trial> {
    let Start { board, state, .. } = *start;
    let mut game = Game { board, aim: start.aim.in_state(state), state, is_first: true };
    let mut luck = Value::default();
    for ply in 0.. {
        if let Some(value) = game.ended(look, plies == Some(ply)) {
            return Some(Trial { plain: value, luck });
        }
        if (ply > 0 || start.may_double)
            && let Some(value) = game.doubled(look)
        {
            return Some(Trial { plain: value, luck });
        }
        let lucky = game.roll(look, dice.roll(ply), control)?;
        luck = luck.plus(lucky, 1.0);
    }
    None
}

impl Game<'_> {
    /// What the game came to if it is over or is not played any further, as [`Self::told`].
    fn ended(&self, look: &mut Look, is_cut: bool) -> Option<Value> {
        if let Some(points) = points_lost(self.board) {
            let chances = Probabilities::lost(points);
            return Some(self.told(chances, self.aim.settled(self.state, chances)));
        }
        is_cut.then(|| {
            let chances = look.glance(self.board);
            let seen = self.aim.at_once(self.board, chances, States::of(self.state));
            self.told(chances, seen.points_in(self.state))
        })
    }

    /// The word at the cube by the model; what the game came to if a drop ends it, as
    /// [`Self::told`].
    fn doubled(&mut self, look: &mut Look) -> Option<Value> {
        let cubes = self.aim.cubes?;
        let chances = look.glance(self.board);
        match self.aim.word(self.board, self.state, chances) {
            Word::Roll => None,
            Word::Take(state) => {
                self.state = state;
                self.aim = self.aim.in_state(state);
                None
            }
            Word::Drop => Some(self.told(chances, cubes.cash(self.state, self.aim.side()))),
        }
    }

    /// Plays the roll as well as a glance tells, and passes the turn; the luck of the dice for
    /// the side about to roll at the start: what the position is worth behind this roll, less the
    /// mean over all rolls.
    fn roll(
        &mut self,
        look: &mut Look,
        rolled: Roll,
        control: &mut SearchControl<'_>,
    ) -> Option<Value> {
        let theirs = self.aim.swapped();
        let mut luck = Value::default();
        let mut played = None;
        for roll in Roll::ALL {
            let (next, chances) = look.reply(self.board, roll, theirs.worth, control)?;
            let seen = theirs.at_once(next, chances, States::of(self.state));
            let seen = if self.is_first { seen.swapped() } else { seen };
            let value = Value::new(seen.chances, seen.points_in(self.state));
            luck = luck.plus(value, -(roll.weight() as f64) / 36.0);
            if roll == rolled {
                played = Some((next, value));
            }
        }
        let (next, value) = played?;
        (self.board, self.aim, self.is_first) = (next, theirs, !self.is_first);
        Some(luck.plus(value, 1.0))
    }

    /// What the side about to roll has, for the side that was at the start.
    fn told(&self, chances: Probabilities, points: f32) -> Value {
        if self.is_first {
            Value::new(chances, points)
        } else {
            Value::new(chances.swapped(), -points)
        }
    }
}
