//! Rollouts of a cube decision: the game after no double, and after each answer to a double.

use super::rollout_set::{RolloutSet, RolloutSettings};
use super::trial::TrialStart;
use super::trial_statistics::TrialSums;
use crate::base::number_with_noun;
use crate::games::backgammon::board::game_state_and_cube_rules::Phase;
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::cube::{
    CubeAction, CubeEvaluation, CubePoints, CubeRollouts, CubeStates, RolloutResult, decide,
    efficiency,
};
use crate::games::backgammon::players::net::cube_context::CubeContext;
use crate::games::backgammon::players::net::cube_lookahead::{CubeChoices, CubeRequest};
use crate::games::backgammon::players::net::lookahead::Lookahead;
use crate::search::{Choice, SearchControl, SilentWatcher, Watcher};

/// Rolls out what follows each cube action and chooses the best.
///
/// What cannot be rolled out, since the cube is dead, is judged by the cube model.
pub(in crate::games::backgammon::players::net) fn choose_cube_action(
    request: CubeRequest<'_>,
    lookaheads: &mut [Lookahead],
    control: &mut SearchControl<'_>,
    settings: RolloutSettings,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let CubeRequest { game, task, multi_pv } = request;
    let mut evaluation = CubeEvaluation {
        probabilities: lookaheads[0].evaluate(game.board()).bounded(),
        efficiency: efficiency(game.board()),
        lookahead: CubePoints::default(),
        bearoff: None,
        rollouts: CubeRollouts::default(),
        depth: 1,
        nodes: control.nodes(),
    };
    let mut report = |evaluation: &CubeEvaluation| {
        decide(game, evaluation, task.moves, multi_pv, watcher);
    };
    let games = roll_out(request, &mut evaluation, lookaheads, control, settings, &mut report);
    let mut choice = decide(game, &evaluation, task.moves, multi_pv, &mut SilentWatcher);
    choice.reason = with_games(games, &choice.reason);
    choice
}

/// Rolls a cube decision out, and puts the results into its evaluation, after every batch of games.
///
/// Returns the games of each choice. `report` gets the evaluation after each batch.
pub(in crate::games::backgammon::players::net) fn roll_out(
    request: CubeRequest<'_>,
    evaluation: &mut CubeEvaluation,
    lookaheads: &mut [Lookahead],
    control: &mut SearchControl<'_>,
    settings: RolloutSettings,
    report: &mut dyn FnMut(&CubeEvaluation),
) -> u64 {
    let game = request.game;
    let cube_states = CubeStates::of(game);
    let context = CubeContext::of(game, game.on_roll(), cube_states.as_ref());
    let choices = CubeChoices::of(game, cube_states.as_ref());
    // No double is no choice any more where a double is to be answered.
    let is_answer = matches!(game.phase(), Phase::Doubled | Phase::Beavered);
    let with_no_double = !is_answer || choices.double_take.is_none();
    let first_cube_action = CubeAction::NoDouble;
    let board = game.board();
    let start = |state| TrialStart { board, context, state, first_cube_action };
    let states = choices.iter().skip(usize::from(!with_no_double));
    let mut set = RolloutSet::new(settings, states.map(start).collect());
    let before = evaluation.nodes - control.nodes();
    set.run(lookaheads, control, &mut |set, nodes| {
        evaluation.nodes = before + nodes;
        evaluation.rollouts = results(choices, with_no_double, &set.tallies);
        if let Some(first) = set.tallies.first() {
            evaluation.probabilities = first.chances();
        }
        report(evaluation);
    });
    evaluation.nodes = before + control.nodes() + set.nodes_of_others;
    set.tallies.first().map_or(0, TrialSums::games)
}

/// A reason that begins with how many games were played.
pub(in crate::games::backgammon::players::net) fn with_games(games: u64, reason: &str) -> String {
    format!("rolled out {} each: {reason}", number_with_noun(games, "time"))
}

/// The results by these tallies, one for each state of [`CubeChoices::iter`], with no double or
/// without it.
fn results(choices: CubeChoices, with_no_double: bool, tallies: &[TrialSums]) -> CubeRollouts {
    let mut tallies = tallies.iter();
    let mut next = || tallies.next().and_then(result);
    CubeRollouts {
        no_double: with_no_double.then(&mut next).flatten(),
        double_take: choices.double_take.and_then(|_| next()),
        double_beaver: choices.double_beaver.and_then(|_| next()),
    }
}

/// The mean result, if there was time for a game.
fn result(tally: &TrialSums) -> Option<RolloutResult> {
    let result = RolloutResult { points: tally.points(), sample: tally.sample() };
    (tally.games() > 0).then_some(result)
}
