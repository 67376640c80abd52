//! Cube decisions: some plies ahead, and close ones also by rollouts where there is time.

use super::cube_lookahead::{CubeRequest, look_ahead};
use super::lookahead::Lookahead;
use super::rollout::{RolloutSettings, roll_out, with_games};
use crate::base::random_numbers::ORDERED_ROLLS;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::cube::{CubeEvaluation, decide};
use crate::search::{Choice, CommonOptions, Limits, Rollout, SearchControl, Watcher};
use std::time::Duration;

/// A close decision has choices whose equities differ by less, in points at the present cube.
///
/// Of 500 decisions near a double, the difference two plies ahead is off by 0.05 (root mean square),
/// so by four times as much in few of them.
const CLOSE_MARGIN: f32 = 0.2;

/// A close decision is rolled out if this much time is left: that of [`LEAST_GAMES`] on one thread.
/// Set by hand.
const LEAST_TIME_FOR_ROLLOUTS: Duration = Duration::from_millis(30);
/// Rollouts of fewer games decide nothing: as many as spread the first rolls evenly.
const LEAST_GAMES: u64 = ORDERED_ROLLS;
/// The games of the rollout of a close decision: as many as there is time for, up to 36 times the
/// usual number.
const MOST_GAMES: u64 = 46_656;

/// After how many rolls the games are truncated that are played in this time, that of all threads
/// together; `None` is no limit.
///
/// Shorter games have less luck in them, and there is time for more of them; longer ones depend less
/// on the cube model. On 500 decisions near a double, three or four seeds, games of 6, 8 and 12
/// rolls lost 0.50, 0.76 and 1.02 thousandths of a point a decision in 30 ms; 0.39, 0.26 and 0.54 in
/// 75 ms; 0.40, 0.25 and 0.20 in 300 ms; two plies of lookahead alone 0.99.
fn rolls_of_a_game(time: Option<Duration>) -> u32 {
    match time.map_or(u128::MAX, |time| time.as_millis()) {
        0..45 => 6,
        45..200 => 8,
        _ => 12,
    }
}

/// Makes a cube decision some plies ahead, within the nodes of the limits and of the option `Level`;
/// reports all lines.
///
/// If it is close and there is time, it is rolled out as well, until the time is up.
pub(super) fn choose_cube_action(
    request: CubeRequest<'_>,
    lookaheads: &mut [Lookahead],
    common: &CommonOptions,
    control: SearchControl<'_>,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let CubeRequest { game, task, multi_pv } = request;
    let nodes = common.nodes().min(task.limits.nodes.unwrap_or(u64::MAX));
    let (found, mut control) = look_ahead(request, lookaheads, nodes, control);
    let choice = decide(game, &found, task.moves, multi_pv, watcher);
    let time = control.time_left();
    let has_time = time.is_none_or(|left| left >= LEAST_TIME_FOR_ROLLOUTS);
    if !(is_timed(task.limits, nodes) && has_time && is_close(game, &found)) {
        return choice;
    }
    let time_of_threads = time.map(|left| left.saturating_mul(lookaheads.len() as u32));
    let truncate = Some(rolls_of_a_game(time_of_threads));
    let rollout = Rollout { games: MOST_GAMES, truncate };
    let settings = RolloutSettings { rollout, seed: common.seed() };
    let (mut rolled_out, mut last) = (found, None);
    let mut report = |evaluation: &CubeEvaluation| {
        let sample = evaluation.rollouts.first().map(|result| result.sample);
        if sample.is_some_and(|sample| sample.games >= LEAST_GAMES) {
            last = Some(decide(game, evaluation, task.moves, multi_pv, watcher));
        }
    };
    let control = &mut control;
    let games = roll_out(request, &mut rolled_out, lookaheads, control, settings, &mut report);
    last.map_or(choice, |last| Choice { reason: with_games(games, &last.reason), ..last })
}

/// Whether time is the only limit: a close decision may then take all of it. `nodes` are the fewer of
/// those of the limits and of the option `Level`.
fn is_timed(limits: &Limits, nodes: u64) -> bool {
    let has_clock = limits.infinite || limits.movetime.is_some() || limits.clock.is_some();
    has_clock && !limits.limits_nodes_or_depth() && nodes == u64::MAX
}

/// Whether a deeper look may change the decision: its choices were looked ahead for, and are nearly
/// equal.
fn is_close(game: &Backgammon, evaluation: &CubeEvaluation) -> bool {
    evaluation.lookahead.no_double.is_some()
        && evaluation.margin(game).is_some_and(|margin| margin < CLOSE_MARGIN)
}

#[cfg(test)]
mod tests {
    use super::{LEAST_TIME_FOR_ROLLOUTS, rolls_of_a_game};
    use std::time::Duration;

    #[test]
    fn games_are_longer_where_there_is_more_time() {
        let times = [LEAST_TIME_FOR_ROLLOUTS, Duration::from_millis(96), Duration::from_secs(1)];
        assert_eq!(times.map(|time| rolls_of_a_game(Some(time))), [6, 8, 12]);
        assert_eq!(rolls_of_a_game(Some(Duration::MAX)), rolls_of_a_game(None));
    }
}
