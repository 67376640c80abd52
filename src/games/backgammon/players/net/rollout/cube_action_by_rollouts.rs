//! Rollouts of a cube decision: the game after no double, and after each answer to a double.

use super::super::cube_action::{CubeChoices, CubeRequest};
use super::super::lookahead_and_cube_context::{CubeContext, Lookahead};
use super::rollout_set::{RolloutSet, RolloutSettings};
use super::trial::TrialStart;
use super::trial_statistics::TrialSums;
use crate::base::number_with_noun;
use crate::games::backgammon::board::checkers_rolls_and_moves::Move;
use crate::games::backgammon::cube::{
    CubeAction, CubeEvaluation, CubePoints, CubeRollouts, CubeStates, RolloutResult, decide,
    efficiency,
};
use crate::games::backgammon::eval::Probabilities;
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
    let cube_states = CubeStates::of(game);
    let context = CubeContext::of(game, game.on_roll(), cube_states.as_ref());
    let choices = CubeChoices::of(game, cube_states.as_ref());
    let board = game.board();
    let first_cube_action = CubeAction::NoDouble;
    let start = |state| TrialStart { board, context, state, first_cube_action };
    let mut set = RolloutSet::new(settings, choices.iter().map(start).collect());
    let zero_ply = lookaheads[0].evaluate(board);
    let decide = |set: &RolloutSet<'_>, nodes: u64, watcher: &mut dyn Watcher<Move>| {
        let evaluation = CubeEvaluation {
            probabilities: chances(set).unwrap_or(zero_ply).bounded(),
            efficiency: efficiency(board),
            lookahead: CubePoints::default(),
            bearoff: None,
            rollouts: results(choices, &set.tallies),
            depth: 1,
            nodes,
        };
        decide(game, &evaluation, task.moves, multi_pv, watcher)
    };
    set.run(lookaheads, control, &mut |set, nodes| drop(decide(set, nodes, watcher)));
    let nodes = control.nodes() + set.nodes_of_others;
    let mut choice = decide(&set, nodes, &mut SilentWatcher);
    let games = set.tallies.first().map_or(0, TrialSums::games);
    choice.reason =
        format!("rolled out {} each: {}", number_with_noun(games, "time"), choice.reason);
    choice
}

/// The mean chances of the side on roll after no double, if there was time for a game.
fn chances(set: &RolloutSet<'_>) -> Option<Probabilities> {
    let no_double = set.tallies.first().filter(|tally| tally.games() > 0);
    no_double.map(TrialSums::chances)
}

/// The results by these tallies, one for each state of [`CubeChoices::iter`].
fn results(choices: CubeChoices, tallies: &[TrialSums]) -> CubeRollouts {
    let mut tallies = tallies.iter();
    let mut next = || tallies.next().and_then(result);
    CubeRollouts {
        no_double: next(),
        double_take: choices.double_take.and_then(|_| next()),
        double_beaver: choices.double_beaver.and_then(|_| next()),
    }
}

/// The mean result, if there was time for a game.
fn result(tally: &TrialSums) -> Option<RolloutResult> {
    let result = RolloutResult { points: tally.points(), sample: tally.sample() };
    (tally.games() > 0).then_some(result)
}
