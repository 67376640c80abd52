//! The evaluation of a cube decision: in a bear-off of both sides by all rolls to its end, elsewhere
//! some plies ahead, with the cube in play and the cube model at the leaves. The choices of a
//! decision are states of the cube.

use super::cube_context::CubeContext;
use super::cubeful_evaluation::CubefulEvaluation;
use super::lookahead::{EvaluationRequest, Lookahead};
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::cube::{
    CubeEvaluation, CubePoints, CubeRollouts, CubeState, CubeStateSet, CubeStates, Stakes,
    bearoff_equities, efficiency,
};
use crate::search::{Limits, SearchControl, SearchTask, Stopwatch};
use std::sync::atomic::AtomicBool;

/// Plies of lookahead that are made whatever the clock says: about a millisecond. Set by hand.
const LEAST_PLIES: u32 = 1;
/// Plies of lookahead where there is time: several milliseconds. Set by hand.
const MOST_PLIES: u32 = 2;

/// A cube decision that is to be made.
#[derive(Clone, Copy)]
pub(super) struct CubeRequest<'a> {
    /// A position in which the dice are not rolled.
    pub(super) game: &'a Backgammon,
    /// The actions to choose from (at least one), and the limits.
    pub(super) task: &'a SearchTask<'a, Backgammon>,
    /// Lines to report.
    pub(super) multi_pv: usize,
}

/// The evaluation of a cube decision some plies ahead, within this many nodes, and what the limits
/// leave.
///
/// Each choice is worth the mean over all rolls one ply ahead, about a millisecond whatever the clock
/// says, and two plies ahead where the limits allow that; the cube model is asked at once where the
/// nodes do not suffice, or where the cube is dead. In a bear-off the equities do not depend on the
/// depth.
pub(super) fn look_ahead<'a>(
    request: CubeRequest<'_>,
    lookahead: &mut Lookahead,
    nodes: u64,
    control: SearchControl<'a>,
) -> (CubeEvaluation, SearchControl<'a>) {
    let CubeRequest { game, task, .. } = request;
    let board = game.board();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let untimed =
        SearchTask { limits: &limits, stop: &stop, stopwatch: Stopwatch::start(), ..*task };
    let mut untimed = SearchControl::new::<Backgammon>(&untimed, game.on_roll());
    let cube_states = CubeStates::of(game);
    let choices = CubeChoices::of(game, cube_states.as_ref());
    let context = CubeContext::of(game, game.on_roll(), cube_states.as_ref());
    // An estimate of a bear-off is better after a roll, and exact where that roll ends the game.
    let is_known = lookahead.knows_bearoffs() && lookahead.knows(board);
    let mut evaluate = |plies, control: &mut SearchControl<'_>| {
        let request = EvaluationRequest { plies, context, states: choices.states() };
        if plies == 0 || is_known {
            lookahead.evaluate_n_ply(board, request, control)
        } else {
            lookahead.evaluate_all_rolls(board, request, control)
        }
    };
    let mut evaluations: Vec<CubefulEvaluation> =
        (0..=LEAST_PLIES).map_while(|plies| evaluate(plies, &mut untimed)).collect();
    let mut timed = control.with_node_cap(nodes - untimed.nodes());
    let plies = task.limits.depth.map_or(MOST_PLIES, |depth| depth.clamp(1, MOST_PLIES + 1) - 1);
    if evaluations.len() as u32 > LEAST_PLIES && plies > LEAST_PLIES && timed.may_deepen() {
        evaluations.extend(evaluate(plies, &mut timed));
    }
    let looked_ahead = evaluations.get(1..).and_then(<[_]>::last).filter(|_| !is_known);
    let points = looked_ahead.filter(|_| cube_states.is_some()).map(|found| choices.points(found));
    let deepest = evaluations.last().map(|evaluation| evaluation.chances);
    let chances = deepest.unwrap_or_else(|| lookahead.evaluate(board));
    let mut nodes = untimed.nodes() + timed.nodes();
    let bearoff = lookahead.knows_bearoffs().then(|| {
        let left = timed.nodes_left();
        let stakes = Stakes::of(game, game.on_roll());
        bearoff_equities(board, &stakes, left, &mut || timed.check_limits())
    });
    let bearoff = bearoff.flatten();
    nodes += bearoff.map_or(0, |found| found.nodes);
    let evaluation = CubeEvaluation {
        probabilities: chances.bounded(),
        efficiency: efficiency(board),
        lookahead: points.unwrap_or_default(),
        bearoff: bearoff.map(|found| found.equities),
        rollouts: CubeRollouts::default(),
        depth: evaluations.len().max(1) as u32,
        nodes,
    };
    (evaluation, timed)
}

/// The cube states to which a cube decision can lead; `None` where that one cannot be played.
#[derive(Clone, Copy)]
pub(super) struct CubeChoices {
    /// Not doubling: the cube as it is.
    pub(super) no_double: CubeState,
    /// Doubling and a take: twice the cube, at the other side.
    pub(super) double_take: Option<CubeState>,
    /// Doubling and a beaver: four times the cube, at the other side.
    pub(super) double_beaver: Option<CubeState>,
}

impl CubeChoices {
    /// The choices of the side on roll; `cube_states` are those of the game.
    pub(super) fn of(game: &Backgammon, cube_states: Option<&CubeStates>) -> Self {
        let (side, no_double) = (game.on_roll(), CubeState::PRESENT);
        let Some(cube_states) = cube_states else {
            return Self { no_double, double_take: None, double_beaver: None };
        };
        let beavers = Stakes::of(game, side).beavers();
        Self {
            no_double,
            double_take: cube_states.after_turns(side, 1),
            double_beaver: cube_states.after_turns(side, 2).filter(|_| beavers),
        }
    }

    /// The cube states of the choices that can be played, in the order of the fields.
    pub(super) fn iter(self) -> impl Iterator<Item = CubeState> {
        let Self { no_double, double_take, double_beaver } = self;
        [Some(no_double), double_take, double_beaver].into_iter().flatten()
    }

    /// The points of each choice by an evaluation of [`Self::states`], before the cube action.
    pub(super) fn points(self, evaluation: &CubefulEvaluation) -> CubePoints {
        let points = |state| evaluation.points_in(state);
        CubePoints {
            no_double: Some(points(self.no_double)),
            double_take: self.double_take.map(points),
            double_beaver: self.double_beaver.map(points),
        }
    }

    /// The cube states of the choices that can be played, as a set.
    pub(super) fn states(self) -> CubeStateSet {
        self.iter().fold(CubeStateSet::PRESENT, CubeStateSet::with)
    }
}
