//! The evaluation of a cube decision: in a bear-off of both sides by all rolls to its end, elsewhere
//! some plies ahead, with the cube in play and the cube model at the leaves. The choices of a
//! decision are states of the cube.

use super::cube_context::CubeContext;
use super::cubeful_evaluation::CubefulEvaluation;
use super::lookahead::{EvaluationRequest, Lookahead};
use super::mean_over_rolls::{MeanOverRolls, rolls_in_order};
use crate::games::backgammon::board::game_state_and_cube_rules::{Backgammon, Phase};
use crate::games::backgammon::cube::{
    CubeEvaluation, CubePoints, CubeRollouts, CubeState, CubeStateSet, CubeStates, Stakes,
    bearoff_equities, efficiency,
};
use crate::search::threads::run_in_parallel;
use crate::search::{Limits, SearchControl, SearchTask, Stopwatch};
use std::sync::atomic::AtomicBool;

/// Plies of lookahead that are made whatever the clock says: about a millisecond. Set by hand.
const LEAST_PLIES: u32 = 1;
/// Plies of lookahead that are usual: several milliseconds. A rollout of 24 games takes as long as one
/// more ply, and finds out more. Set by hand.
const USUAL_PLIES: u32 = 2;
/// Plies of lookahead at most, if the limits are those of depth or nodes. Set by hand.
const MOST_PLIES: u32 = 4;

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

/// The lookahead of a cube decision: the mean over all rolls, with more and more plies.
struct CubeLookahead<'a> {
    request: CubeRequest<'a>,
    choices: CubeChoices,
    cube_states: Option<CubeStates>,
    /// Whether the chances are known, so that a lookahead is of no use.
    is_known: bool,
    /// The mean over all rolls of the deepest lookahead; `None` where the chances are known.
    mean: Option<MeanOverRolls>,
    /// The evaluation by the deepest lookahead.
    deepest: Option<CubefulEvaluation>,
    /// The lookaheads that have looked at all rolls, the one without a ply among them.
    depth: u32,
    /// Nodes of all threads.
    nodes: u64,
}

impl<'a> CubeLookahead<'a> {
    /// A lookahead without a ply.
    fn new(request: CubeRequest<'a>, lookahead: &Lookahead) -> Self {
        let cube_states = CubeStates::of(request.game);
        Self {
            request,
            choices: CubeChoices::of(request.game, cube_states.as_ref()),
            cube_states,
            // An estimate of a bear-off is better after a roll, and exact where that roll ends the game.
            is_known: lookahead.knows_bearoffs() && lookahead.knows(request.game.board()),
            mean: None,
            deepest: None,
            depth: 0,
            nodes: 0,
        }
    }

    /// Looks one ply further, after none at first; whether the control allowed all of it.
    ///
    /// After some of the rolls their estimate is kept.
    fn deepen(&mut self, lookaheads: &mut [Lookahead], control: &mut SearchControl<'_>) -> bool {
        let (game, plies) = (self.request.game, self.depth);
        let context = CubeContext::of(game, game.on_roll(), self.cube_states.as_ref());
        let request = EvaluationRequest { plies, context, states: self.choices.states() };
        let (board, before) = (game.board(), control.nodes());
        let is_whole = if plies == 0 || self.is_known {
            let known = lookaheads[0].evaluate_n_ply(board, request, control);
            self.deepest = known.or(self.deepest);
            known.is_some()
        } else {
            let rolls = rolls_in_order();
            let evaluate =
                |roll: usize, lookahead: &mut Lookahead, control: &mut SearchControl<'_>| {
                    lookahead.evaluate_best_reply(board, rolls[roll], request, control)
                };
            let threads = if plies <= LEAST_PLIES { 1 } else { lookaheads.len() };
            let lookaheads = &mut lookaheads[..threads];
            let (found, nodes) = run_in_parallel(rolls.len(), lookaheads, control, evaluate);
            self.nodes += nodes;
            let is_whole = found.len() == rolls.len();
            if let Some(mean) = MeanOverRolls::new(found, self.mean.as_ref()) {
                self.deepest = Some(mean.mean);
                self.mean = Some(mean);
            }
            is_whole
        };
        self.nodes += control.nodes() - before;
        self.depth += u32::from(is_whole);
        is_whole
    }

    /// Looks ahead as far as this many plies, within the limits.
    fn deepen_to(
        &mut self,
        plies: u32,
        lookaheads: &mut [Lookahead],
        control: &mut SearchControl<'_>,
    ) {
        while self.depth <= plies && control.may_deepen() && self.deepen(lookaheads, control) {}
    }

    /// What was found so far, without the equities of a bear-off.
    fn evaluation(&self, lookahead: &mut Lookahead) -> CubeEvaluation {
        let board = self.request.game.board();
        let looked_ahead = self.deepest.filter(|_| self.depth > 1 && !self.is_known);
        let points = looked_ahead
            .filter(|_| self.cube_states.is_some())
            .map(|found| self.choices.points(&found));
        let chances = self.deepest.map(|found| found.chances);
        CubeEvaluation {
            probabilities: chances.unwrap_or_else(|| lookahead.evaluate(board)).bounded(),
            efficiency: efficiency(board),
            lookahead: points.unwrap_or_default(),
            bearoff: None,
            rollouts: CubeRollouts::default(),
            depth: self.depth.max(1),
            nodes: self.nodes,
        }
    }
}

/// The evaluation of a cube decision some plies ahead, within this many nodes, and what the limits
/// leave.
///
/// Each choice is worth the mean over all rolls one ply ahead, about a millisecond whatever the clock
/// says, and more plies ahead where the limits allow that; the cube model is asked at once where the
/// nodes do not suffice, or where the cube is dead. In a bear-off the equities do not depend on the
/// depth.
pub(super) fn look_ahead<'c>(
    request: CubeRequest<'_>,
    lookaheads: &mut [Lookahead],
    nodes: u64,
    control: SearchControl<'c>,
) -> (CubeEvaluation, SearchControl<'c>) {
    let CubeRequest { game, task, .. } = request;
    let untimed = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let untimed =
        SearchTask { limits: &untimed, stop: &stop, stopwatch: Stopwatch::start(), ..*task };
    let mut untimed = SearchControl::new::<Backgammon>(&untimed, game.on_roll());
    let mut lookahead = CubeLookahead::new(request, &lookaheads[0]);
    lookahead.deepen_to(LEAST_PLIES, lookaheads, &mut untimed);
    let mut timed = control.with_node_cap(nodes - untimed.nodes());
    lookahead.deepen_to(most_plies(task.limits, nodes), lookaheads, &mut timed);
    let mut found = lookahead.evaluation(&mut lookaheads[0]);
    let bearoff = lookaheads[0].knows_bearoffs().then(|| {
        let left = timed.nodes_left();
        let stakes = Stakes::of(game, game.on_roll());
        bearoff_equities(game.board(), &stakes, left, &mut || timed.check_limits())
    });
    if let Some(bearoff) = bearoff.flatten() {
        found.bearoff = Some(bearoff.equities);
        found.nodes += bearoff.nodes;
    }
    (found, timed)
}

/// The most plies of lookahead of a cube decision with these limits, within this many nodes.
fn most_plies(limits: &Limits, nodes: u64) -> u32 {
    match limits.depth {
        Some(depth) => depth.clamp(1, MOST_PLIES + 1) - 1,
        None if nodes < u64::MAX => MOST_PLIES,
        None => USUAL_PLIES,
    }
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
        let beavers = game.phase() != Phase::Beavered && Stakes::of(game, side).beavers();
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

#[cfg(test)]
mod tests {
    use super::CubeChoices;
    use crate::games::backgammon::Backgammon;
    use crate::games::backgammon::cube::CubeStates;

    #[test]
    fn a_beaver_is_not_beavered() {
        let can_beaver = |cube: &str, rules: u8| {
            let xgid = format!("XGID=-BBB--B-B----B---b-bbcccBA:{cube}:0:0:{rules}:0:10");
            let game = Backgammon::from_text(&xgid, true);
            let choices = CubeChoices::of(&game, CubeStates::of(&game).as_ref());
            assert!(choices.double_take.is_some());
            choices.double_beaver.is_some()
        };
        let [doubled, beavered] = ["0:0:-1:D", "1:1:-1:B"];
        let found = [can_beaver(doubled, 2), can_beaver(beavered, 2), can_beaver(doubled, 0)];
        assert_eq!(found, [true, false, false]);
    }
}
