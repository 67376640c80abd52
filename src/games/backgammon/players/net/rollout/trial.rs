//! One trial of a rollout: a game to its end, or for some plies, both sides playing at 0 plies.

use super::super::cube_context::CubeContext;
use super::super::lookahead::Lookahead;
use super::dice::TrialDice;
use super::statistics::{TrialResult, Value};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::{CubeAction, CubeState, CubeStateSet};
use crate::games::backgammon::eval::{Probabilities, points_lost};
use crate::search::SearchControl;

/// The position in which trials start.
#[derive(Clone, Copy)]
pub(super) struct TrialStart<'a> {
    /// The side about to roll is the mover.
    pub(super) board: Board,
    /// That of the side about to roll.
    pub(super) context: CubeContext<'a>,
    pub(super) state: CubeState,
    /// Whether that side may double before its first roll.
    pub(super) may_double: bool,
}

/// The position that a trial has come to.
struct Trial<'a> {
    board: Board,
    /// That of the side about to roll.
    context: CubeContext<'a>,
    state: CubeState,
    /// Whether the side about to roll is the one that was at the start.
    is_starter: bool,
}

/// Plays one game; the result is that of the side about to roll at the start.
///
/// After `plies` rolls the game is truncated: the 0-ply evaluation of its position counts.
/// `None` if the control ended the search.
pub(super) fn play_trial(
    lookahead: &mut Lookahead,
    start: &TrialStart<'_>,
    dice: &TrialDice,
    plies: Option<u32>,
    control: &mut SearchControl<'_>,
) -> Option<TrialResult> {
    let TrialStart { board, context, state, .. } = *start;
    let mut trial = Trial { board, context: context.in_state(state), state, is_starter: true };
    let mut luck = Value::default();
    for ply in 0.. {
        if let Some(value) = trial.value_if_over(lookahead, plies == Some(ply)) {
            return Some(TrialResult { value, luck });
        }
        if (ply > 0 || start.may_double)
            && let Some(value) = trial.play_cube_action(lookahead)
        {
            return Some(TrialResult { value, luck });
        }
        let of_roll = trial.play_roll(lookahead, dice.roll(ply), control)?;
        luck = luck.plus(of_roll, 1.0);
    }
    None
}

impl Trial<'_> {
    /// The value of the game for the starter if it is over, or is truncated here.
    fn value_if_over(&self, lookahead: &mut Lookahead, is_truncated: bool) -> Option<Value> {
        if let Some(points) = points_lost(self.board) {
            let chances = Probabilities::lost(points);
            let points = self.context.points_of_end(self.state, chances);
            return Some(self.value_for_starter(chances, points));
        }
        is_truncated.then(|| {
            let chances = lookahead.evaluate(self.board);
            let states = CubeStateSet::of(self.state);
            let evaluation = self.context.evaluation(self.board, chances, states);
            self.value_for_starter(chances, evaluation.points_in(self.state))
        })
    }

    /// Plays the cube action of the cube model; if a drop ends the game, its value for the
    /// starter.
    fn play_cube_action(&mut self, lookahead: &mut Lookahead) -> Option<Value> {
        let cube_states = self.context.cube_states?;
        let chances = lookahead.evaluate(self.board);
        match self.context.cube_action(self.board, self.state, chances) {
            CubeAction::NoDouble => None,
            CubeAction::DoubleTake(state) => {
                self.state = state;
                self.context = self.context.in_state(state);
                None
            }
            CubeAction::DoubleDrop => {
                let points = cube_states.double_drop_points(self.state, self.context.side());
                Some(self.value_for_starter(chances, points))
            }
        }
    }

    /// Plays the reply to the roll that is best at 0 plies, and passes the turn.
    ///
    /// Returns the luck of the roll for the starter: the 0-ply value after this roll, less the
    /// mean over all rolls.
    fn play_roll(
        &mut self,
        lookahead: &mut Lookahead,
        rolled: Roll,
        control: &mut SearchControl<'_>,
    ) -> Option<Value> {
        let opponents = self.context.swapped();
        let states = CubeStateSet::of(self.state);
        let mut luck = Value::default();
        let mut played = None;
        for roll in Roll::ALL {
            let (next, chances) =
                lookahead.best_reply(self.board, roll, opponents.utility, control)?;
            let evaluation = opponents.evaluation(next, chances, states);
            let evaluation = if self.is_starter { evaluation.swapped() } else { evaluation };
            let value = Value::new(evaluation.chances, evaluation.points_in(self.state));
            luck = luck.plus(value, -(roll.weight() as f64) / 36.0);
            if roll == rolled {
                played = Some((next, value));
            }
        }
        let (next, value) = played?;
        (self.board, self.context, self.is_starter) = (next, opponents, !self.is_starter);
        Some(luck.plus(value, 1.0))
    }

    /// Chances and points of the side about to roll, as the starter's.
    fn value_for_starter(&self, chances: Probabilities, points: f32) -> Value {
        if self.is_starter {
            Value::new(chances, points)
        } else {
            Value::new(chances.swapped(), -points)
        }
    }
}
