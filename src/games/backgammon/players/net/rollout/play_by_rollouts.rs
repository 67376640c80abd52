//! Rollouts of the best plays of a roll.

use super::rollout_set::{RolloutSet, RolloutSettings};
use super::trial::TrialStart;
use super::trial_statistics::{MeanPoints, TrialSums};
use crate::base::number_with_noun;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::cube::{CubeAction, CubeState, CubeStateSet};
use crate::games::backgammon::eval::points_lost;
use crate::games::backgammon::players::net::cube_context::CubeContext;
use crate::games::backgammon::players::net::lookahead::{EvaluationRequest, Lookahead};
use crate::games::backgammon::players::net::root_search::{CandidatePlay, PlaySearch};
use crate::search::{Choice, EquityReport, Progress, Rating, SearchControl, Watcher};

/// Plies of lookahead for the cube action between the play and the first roll. Set by hand.
const PLIES_OF_FIRST_ACTION: u32 = 2;

/// Rolls out the plays that a search likes best and chooses the one that does best.
///
/// `root` has been searched to this depth; as many plays as it reports lines are rolled out. If
/// there was no time for a game, the search chooses.
pub(in crate::games::backgammon::players::net) fn choose_play(
    root: &mut PlaySearch<'_>,
    depth: u32,
    lookaheads: &mut [Lookahead],
    settings: RolloutSettings,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let plays = root.best().to_vec();
    let context = root.context;
    let start = |play: &CandidatePlay| {
        let first_cube_action =
            first_action(play.board, context, &mut lookaheads[0], &mut root.control);
        TrialStart { board: play.board, context, state: CubeState::PRESENT, first_cube_action }
    };
    let starts = plays.iter().map(start).collect();
    let mut set = RolloutSet::new(settings, starts);
    set.nodes_of_others = root.nodes_of_others;
    set.run(lookaheads, &mut root.control, &mut |set, nodes| {
        for (rank, number) in ranked(&set.tallies).into_iter().enumerate() {
            let tally = &set.tallies[number];
            let rating = Rating::Equity(equity_report(tally));
            watcher.progress(&Progress::new(1, rank, rating, nodes, &[plays[number].played]));
        }
    });
    root.nodes_of_others = set.nodes_of_others;
    let best = ranked(&set.tallies)[0];
    if set.tallies[best].games() == 0 {
        return root.choice(depth);
    }
    let nodes = root.control.nodes() + set.nodes_of_others;
    Choice { best: plays[best].played, nodes, reason: reason(&set.tallies[best], plays.len()) }
}

/// The cube action of both sides after a play, by a lookahead.
///
/// All games of the rollout begin with it.
///
/// The opponent is about to roll after the play.
pub(super) fn first_action(
    board: Board,
    context: CubeContext<'_>,
    lookahead: &mut Lookahead,
    control: &mut SearchControl<'_>,
) -> CubeAction {
    if context.cube_states.is_none() || points_lost(board).is_some() {
        return CubeAction::NoDouble;
    }
    let states = context.states_after_roll(CubeStateSet::PRESENT);
    let request = EvaluationRequest { plies: PLIES_OF_FIRST_ACTION, context, states };
    // A search that ends here has no time for a game.
    let rolled = lookahead.evaluate_all_rolls(board, request, control);
    rolled.map_or(CubeAction::NoDouble, |rolled| context.cube_action(CubeState::PRESENT, &rolled))
}

/// The numbers of the plays from the best to the worst: the tallies are the opponent's.
///
/// Equal ones, such as those without a game, stay in the order of the search.
fn ranked(tallies: &[TrialSums]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tallies.len()).collect();
    order.sort_by(|a, b| tallies[*a].points().total_cmp(&tallies[*b].points()));
    order
}

/// The report for the side that makes the play, from the tally, which is the opponent's.
fn equity_report(tally: &TrialSums) -> EquityReport {
    EquityReport {
        equity: -tally.points(),
        probabilities: Some(tally.chances().swapped().named()),
        sample: Some(tally.sample()),
    }
}

/// The mean of the best play in words, with variance reduction and without.
fn reason(tally: &TrialSums, plays: usize) -> String {
    let (sample, MeanPoints { mean, error }) = (tally.sample(), tally.points_with_luck());
    format!(
        "best of {} rolled out {} each: {}, with the luck of the dice {}",
        number_with_noun(plays, "play"),
        number_with_noun(sample.games, "time"),
        with_error(-tally.points(), sample.error),
        with_error(-mean, error),
    )
}

/// Points and their standard error, if that is known.
fn with_error(points: f32, error: Option<f32>) -> String {
    let error = error.map(|error| format!(" ± {error:.4}")).unwrap_or_default();
    format!("{points:+.4}{error}")
}
