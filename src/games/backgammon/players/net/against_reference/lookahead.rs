//! The n-ply evaluation against the reference, in every state of the cube.

use super::quick_or_all::quick_or_all;
use super::random_positions::{positions_with_many_plays, random_positions};
use super::reference_expectiminimax::{Reference, Replies, Value};
use crate::base::Side;
use crate::games::backgammon::cube::stakes_for_tests::turned;
use crate::games::backgammon::cube::{CubeState, CubeStateSet, CubeStates};
use crate::games::backgammon::eval::Nets;
use crate::games::backgammon::eval::bearoff::BearoffDatabase;
use crate::games::backgammon::players::net::cube_context::CubeContext;
use crate::games::backgammon::players::net::cubeful_evaluation::CubefulEvaluation;
use crate::games::backgammon::players::net::lookahead::{
    EvaluationRequest, Lookahead, make_room_in_cache,
};
use crate::games::backgammon::players::net::search_size::SearchSize;
use crate::games::backgammon::{Backgammon, Cube, Phase};
use crate::search::{Limits, SearchControl, SearchTask, Stopwatch};
use std::sync::atomic::AtomicBool;

/// A state of the cube, and the game in that state.
type GameInState = (CubeState, Backgammon);

/// The cube as it is, and turned up to this many times by either side, as far as that can be.
fn games_in_states(game: &Backgammon, states: Option<&CubeStates>, turns: u8) -> Vec<GameInState> {
    let mut all = vec![(CubeState::PRESENT, *game)];
    let Some(states) = states else { return all };
    for times in 1..=turns.min(Cube::HIGHEST - game.cube().log) {
        for owner in Side::BOTH {
            let state = states.after_turns(owner.other(), usize::from(times)).unwrap();
            all.push((state, turned(game, times, owner)));
        }
    }
    all
}

/// The evaluations of one search: before the cube action, and before the roll but after no double.
struct Found {
    before_cube_action: CubefulEvaluation,
    /// `None` at 0 plies, and where the chances need no network.
    before_roll: Option<CubefulEvaluation>,
}

impl Found {
    fn new(lookahead: &mut Lookahead, game: &Backgammon, request: EvaluationRequest<'_>) -> Self {
        let (limits, stop) = (Limits::default(), AtomicBool::new(false));
        let task =
            SearchTask { limits: &limits, moves: &[], stop: &stop, stopwatch: Stopwatch::start() };
        let control = &mut SearchControl::new::<Backgammon>(&task, game.on_roll());
        let board = game.board();
        let before_cube_action = lookahead.evaluate_n_ply(board, request, control).unwrap();
        let has_rolls = request.plies > 0 && !lookahead.knows(board);
        let before_roll =
            has_rolls.then(|| lookahead.evaluate_all_rolls(board, request, control).unwrap());
        Self { before_cube_action, before_roll }
    }
}

/// How many values were compared, and how many of them depend on the choice of equal replies.
#[derive(Default)]
struct Compared {
    values: u32,
    doubtful: u32,
}

impl Compared {
    /// Compares the values of a game with up to this many plies, all from one search.
    fn compare(
        &mut self,
        lookahead: &mut Lookahead,
        game: &Backgammon,
        replies: Replies,
        most: u32,
    ) {
        lookahead.use_networks(Nets::of_variant(game.variant()));
        make_room_in_cache(std::slice::from_mut(lookahead), SearchSize::Unlimited);
        lookahead.start_search();
        let mut reference = Reference::new(game, replies);
        for plies in 0..=most {
            self.compare_plies(lookahead, &mut reference, plies);
        }
    }

    /// Evaluates a game in the cube state that it has, and in all of its states together.
    fn compare_plies(&mut self, lookahead: &mut Lookahead, reference: &mut Reference, plies: u32) {
        let game = *reference.game();
        let cube_states = CubeStates::of(&game);
        let context = CubeContext::of(&game, game.on_roll(), cube_states.as_ref());
        let turns = if plies < 2 { 2 } else { 1 };
        let all = games_in_states(&game, cube_states.as_ref(), turns);
        let every_state =
            all.iter().fold(CubeStateSet::PRESENT, |set, (state, _)| set.with(*state));
        let alone = EvaluationRequest { plies, context, states: CubeStateSet::PRESENT };
        let together = EvaluationRequest { states: every_state, ..alone };
        let [alone, together] =
            [alone, together].map(|request| Found::new(lookahead, &game, request));
        for game_in_state in &all {
            self.compare_state(&together, reference, game_in_state, plies);
        }
        self.compare_state(&alone, reference, &all[0], plies);
    }

    fn compare_state(
        &mut self,
        found: &Found,
        reference: &mut Reference,
        (state, game): &GameInState,
        plies: u32,
    ) {
        let after_no_double = Backgammon { phase: Phase::Rolling, ..*game };
        let pairs = [
            (Some(&found.before_cube_action), game),
            (found.before_roll.as_ref(), &after_no_double),
        ];
        // The chances are those of the game in which the cube is never turned.
        let begin = *reference.game();
        let unturned = reference.value(&begin, plies).seen_by(game.on_roll());
        for (found, game) in pairs {
            let Some(found) = found else { continue };
            let value = reference.value(game, plies).seen_by(game.on_roll());
            let expected = Value { chances: unturned.chances, ..value };
            let what = format!("{plies} plies {state:?} {game:?}");
            expected.assert_is_near(found.chances, found.points_in(*state), &what);
            self.values += 1;
            self.doubtful += u32::from(expected.is_doubtful());
        }
    }
}

#[test]
fn positions_are_worth_what_the_reference_says_in_every_cube_state() {
    BearoffDatabase::shared();
    let mut lookahead = Lookahead::new(1 << 20);
    lookahead.evaluate_every_reply();
    let mut compared = Compared::default();
    for (number, game) in (0..).zip(random_positions(quick_or_all(92, 920), 1)) {
        // Two plies take the reference long.
        let most = if number % 4 == 0 { 2 } else { 1 };
        compared.compare(&mut lookahead, &game, Replies::Every, most);
    }
    let Compared { values, doubtful } = compared;
    assert!(values > 1_200 && 10 * doubtful < values, "{values} {doubtful}");
}

#[test]
fn replies_are_chosen_among_those_that_the_pruning_network_likes_best() {
    BearoffDatabase::shared();
    let mut lookahead = Lookahead::new(1 << 20);
    let mut compared = Compared::default();
    for (number, game) in (0..).zip(positions_with_many_plays(quick_or_all(23, 230), 2)) {
        let most = if number % 23 == 0 { 2 } else { 1 };
        compared.compare(&mut lookahead, &game, Replies::Shortlist, most);
    }
    let Compared { values, doubtful } = compared;
    assert!(values > 300 && 10 * doubtful < values, "{values} {doubtful}");
}
