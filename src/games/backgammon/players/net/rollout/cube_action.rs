//! Words of the cube, rolled out: the game without a double, and after it was taken.

use super::super::cube_context::Aim;
use super::super::lookahead::Look;
use super::Field;
use super::mean::Tally;
use super::trial::Start;
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::board::steps::Move;
use crate::games::backgammon::cube::{
    Cubes, Finding, Rolled, Stakes, State, decide_by, efficiency,
};
use crate::search::{Choice, SearchControl, SearchTask, Watcher};

/// Rolls out what follows each word and chooses the best, one of the task's.
///
/// What cannot be played out, since nobody has any use for the cube, is judged by its model.
pub(in crate::games::backgammon::players::net) fn choose(
    game: &Backgammon,
    looks: &mut [Look],
    (task, control, seed): (&SearchTask<'_, Backgammon>, &mut SearchControl<'_>, u64),
    multi_pv: usize,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let cubes = Cubes::of(game);
    let aim = Aim::of(game, game.on_roll(), cubes.as_ref());
    let states = states(game, cubes.as_ref());
    let starts = states.iter().flatten().map(|state| Start {
        board: game.board(),
        aim,
        state: *state,
        may_double: false,
    });
    let mut field = Field::new(task, seed, starts.collect());
    let glance = looks[0].glance(game.board()).bounded();
    let tell = |field: &Field<'_>, nodes: u64, watcher: &mut dyn Watcher<Move>| {
        let mut tallies = field.tallies.iter();
        let rolled = states.map(|state| state.and_then(|_| tallies.next()).and_then(rolled));
        let chances = field.tallies.first().filter(|tally| tally.games() > 0);
        let probabilities = chances.map_or(glance, |tally| tally.chances().bounded());
        let efficiency = efficiency(game.board());
        let finding = Finding { probabilities, efficiency, depth: 1, nodes };
        decide_by(game, (finding, rolled), task.moves, multi_pv, watcher)
    };
    field.run(looks, control, &mut |field, nodes| drop(tell(field, nodes, watcher)));
    let nodes = control.nodes() + field.others;
    let mut said = tell(&field, nodes, &mut crate::search::Silent);
    let games = field.tallies.first().map_or(0, Tally::games);
    said.reason = format!("rolled out {games} times each: {}", said.reason);
    said
}

/// What games came to, if there was time for any.
fn rolled(tally: &Tally) -> Option<Rolled> {
    let rolled = Rolled { points: tally.points(), sample: tally.sample() };
    (tally.games() > 0).then_some(rolled)
}

/// The cube behind no double, double and take, double and beaver; only what can be played.
fn states(game: &Backgammon, cubes: Option<&Cubes>) -> [Option<State>; 3] {
    let Some(cubes) = cubes else { return [Some(State::START), None, None] };
    let beavers = Stakes::of(game, game.on_roll()).beavers();
    [
        Some(State::START),
        cubes.taken(game.on_roll(), 1),
        cubes.taken(game.on_roll(), 2).filter(|_| beavers),
    ]
}
