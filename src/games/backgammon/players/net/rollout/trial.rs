//! One trial of a rollout: a game to its end, or for some plies, both sides playing at 0 plies.

use super::quasi_random_dice::TrialDice;
use super::trial_statistics::{ChancesAndPoints, TrialResult};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::{CubeAction, CubeState, CubeStateSet};
use crate::games::backgammon::eval::{Probabilities, points_lost};
use crate::games::backgammon::players::net::cube_context::CubeContext;
use crate::games::backgammon::players::net::cubeful_evaluation::CubefulEvaluation;
use crate::games::backgammon::players::net::lookahead::Lookahead;
use crate::search::SearchControl;

/// The position in which trials start.
#[derive(Clone, Copy)]
pub(super) struct TrialStart<'a> {
    /// The side about to roll is the mover.
    pub(super) board: Board,
    /// The stakes of the side on roll.
    pub(super) context: CubeContext<'a>,
    /// The cube state of the position before any double.
    pub(super) state: CubeState,
    /// The cube action of both sides before the first roll.
    pub(super) first_cube_action: CubeAction,
}

/// The position after each roll and the reply that is best at 0 plies, with its evaluation.
struct Replies([(Board, CubefulEvaluation); Roll::ALL.len()]);

/// The position that a trial has reached.
struct Trial<'a> {
    board: Board,
    /// The stakes of the side on roll.
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
    let mut luck = ChancesAndPoints::default();
    for ply in 0.. {
        if let Some(value) = trial.value_if_over(lookahead, plies == Some(ply)) {
            return Some(TrialResult { value, luck });
        }
        let states = trial.context.states_after_roll(CubeStateSet::of(trial.state));
        let mut replies = trial.replies(lookahead, states, control)?;
        let mean =
            CubefulEvaluation::mean_of_rolls(replies.0.iter().map(|(_, evaluation)| evaluation));
        let action = if ply == 0 {
            start.first_cube_action
        } else {
            trial.context.cube_action(trial.state, &mean)
        };
        match action {
            CubeAction::NoDouble => {}
            CubeAction::DoubleTake(state) => {
                trial.state = state;
                trial.context = trial.context.in_state(state);
                replies = trial.replies(lookahead, CubeStateSet::of(state), control)?;
            }
            CubeAction::DoubleDrop => {
                return Some(TrialResult { value: trial.value_of_drop(mean.chances), luck });
            }
        }
        luck = luck.plus(trial.play_roll(&replies, dice.roll(ply)), 1.0);
    }
    None
}

impl Trial<'_> {
    /// The value of the game for the starter if it is over, or is truncated here.
    fn value_if_over(
        &self,
        lookahead: &mut Lookahead,
        is_truncated: bool,
    ) -> Option<ChancesAndPoints> {
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

    /// The value for the starter if the side about to roll doubles and the other one drops.
    fn value_of_drop(&self, chances: Probabilities) -> ChancesAndPoints {
        let points = self.context.cube_states.map_or(0.0, |cube_states| {
            cube_states.double_drop_points(self.state, self.context.side())
        });
        self.value_for_starter(chances, points)
    }

    /// The replies to each roll, with the points in these cube states.
    fn replies(
        &self,
        lookahead: &mut Lookahead,
        states: CubeStateSet,
        control: &mut SearchControl<'_>,
    ) -> Option<Replies> {
        let opponents = self.context.swapped();
        let mut replies = [(self.board, CubefulEvaluation::ZERO); Roll::ALL.len()];
        for (reply, roll) in replies.iter_mut().zip(Roll::ALL) {
            let best = lookahead.best_replies(self.board, roll, opponents, states, control)?;
            let board = best.first.board;
            let evaluation = best.evaluate(|reply| {
                Some(opponents.evaluation(reply.board, reply.chances, reply.states))
            })?;
            *reply = (board, evaluation.swapped());
        }
        Some(Replies(replies))
    }

    /// Plays the reply to the roll, and passes the turn.
    ///
    /// Returns the luck of the roll for the starter: the 0-ply value after this roll, less the
    /// mean over all rolls.
    fn play_roll(&mut self, replies: &Replies, rolled: Roll) -> ChancesAndPoints {
        let mut luck = ChancesAndPoints::default();
        let mut next = self.board;
        for (roll, (board, evaluation)) in Roll::ALL.into_iter().zip(&replies.0) {
            let points = evaluation.points_in(self.state);
            let value = self.value_for_starter(evaluation.chances, points);
            luck = luck.plus(value, -(roll.weight() as f64) / f64::from(Roll::ORDERED_COUNT));
            if roll == rolled {
                luck = luck.plus(value, 1.0);
                next = *board;
            }
        }
        self.board = next;
        self.context = self.context.swapped();
        self.is_starter = !self.is_starter;
        luck
    }

    /// Chances and points of the side about to roll, as the starter's.
    fn value_for_starter(&self, chances: Probabilities, points: f32) -> ChancesAndPoints {
        if self.is_starter {
            ChancesAndPoints::new(chances, points)
        } else {
            ChancesAndPoints::new(chances.swapped(), -points)
        }
    }
}
