//! What a side on roll plays for: points by the utility of the ends of a game, in a match by the
//! chance to win it, without the cube, or with the cube in all its states; and n-ply evaluation: the
//! mean over all rolls, each followed by its best reply.

use std::sync::Arc;

use super::cubeful_evaluations_and_caches::{
    CubefulEvaluation, EvaluationCache, MeanCache, MeanKey,
};
use super::evaluations_of_replies::EvaluationsOfReplies;
use super::search_size::SearchSize;
use crate::base::bits_hashes_and_random_numbers::mix;
use crate::base::{Outcome, Side};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::checkers_rolls_and_moves::Roll;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::cube::{CubeAction, CubeState, CubeStateSet, CubeStates, efficiency};
use crate::games::backgammon::eval::bearoff::{BearoffDatabase, BearoffSource};
use crate::games::backgammon::eval::{Evaluator, Nets, Probabilities, Shortlist};
use crate::search::SearchControl;

/// The points of a plain end and the gammon values, **for one side**.
///
/// Each array has the points of a plain end, what a gammon adds to that, and what a backgammon adds
/// to a gammon; all on the scale of [`Backgammon::points_of_outcome`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Utility {
    /// The points that the side gains by its wins.
    won: [f32; 3],
    /// The points that it loses by its losses; positive where a loss costs points.
    lost: [f32; 3],
}

impl Utility {
    /// For one side of this game, the cube staying as it is.
    pub(super) fn of(game: &Backgammon, side: Side) -> Self {
        Self { won: points_by_end(game, side), lost: points_by_end(game, side.other()) }
    }

    /// For one side with the cube in this state.
    pub(super) fn in_state(cube_states: &CubeStates, state: CubeState, side: Side) -> Self {
        let points =
            |chances| cube_states.dead_cube_points(state, side, Probabilities::from_array(chances));
        let won = [[1., 0., 0., 0., 0.], [1., 1., 0., 0., 0.], [1., 1., 1., 0., 0.]].map(points);
        let lost = [[0., 0., 0., 0., 0.], [0., 0., 0., 1., 0.], [0., 0., 0., 1., 1.]].map(points);
        Self { won: increments(won), lost: increments(lost.map(|points| -points)) }
    }

    /// The utility of the other side.
    #[must_use]
    pub(super) const fn swapped(self) -> Self {
        Self { won: self.lost, lost: self.won }
    }

    /// Expected points of the side whose chances these are, the cube staying as it is.
    #[inline]
    pub(super) fn points(&self, chances: Probabilities) -> f32 {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = chances.to_array();
        let (won, lost) = (&self.won, &self.lost);
        win * won[0] + gammon * won[1] + backgammon * won[2]
            - (1.0 - win) * lost[0]
            - lost_gammon * lost[1]
            - lost_backgammon * lost[2]
    }
}

/// The points of this side's plain win for it, and what a gammon and a backgammon add, at the
/// present cube.
///
/// On the scale of [`Backgammon::points_of_outcome`].
fn points_by_end(game: &Backgammon, side: Side) -> [f32; 3] {
    let value = game.cube().value();
    let counted = if game.counts_gammons() { [1, 2, 3] } else { [1, 1, 1] };
    increments(
        counted.map(|times| {
            game.points_of_outcome(Outcome::Win { side, points: times * value }, side)
        }),
    )
}

/// The first number of points, and what each other adds to the one before it.
const fn increments([plain, gammon, backgammon]: [f32; 3]) -> [f32; 3] {
    [plain, gammon - plain, backgammon - gammon]
}

/// The stakes of the side on roll: cube, score and rules.
#[derive(Clone, Copy)]
pub(super) struct CubeContext<'a> {
    /// Points while the cube stays as it is, for the side about to roll: by these replies are
    /// chosen.
    pub(super) utility: Utility,
    /// The stakes in every cube state; `None` if the cube is dead.
    pub(super) cube_states: Option<&'a CubeStates>,
    /// The side about to roll.
    side: Side,
}

impl<'a> CubeContext<'a> {
    /// The stakes of this side if it were about to roll; `cube_states` are those of the game.
    pub(super) fn of(game: &Backgammon, side: Side, cube_states: Option<&'a CubeStates>) -> Self {
        Self { utility: Utility::of(game, side), cube_states, side }
    }

    /// The stakes of the other side.
    #[must_use]
    pub(super) const fn swapped(self) -> Self {
        Self { utility: self.utility.swapped(), side: self.side.other(), ..self }
    }

    /// The side about to roll.
    pub(super) const fn side(&self) -> Side {
        self.side
    }

    /// This context with replies chosen for the stake of this cube state.
    #[must_use]
    pub(super) fn in_state(mut self, state: CubeState) -> Self {
        if let Some(cube_states) = self.cube_states {
            self.utility = Utility::in_state(cube_states, state, self.side);
        }
        self
    }

    /// The cube action of both sides in this state, from `rolled`, the mean over all rolls, for the
    /// side about to roll.
    pub(super) fn cube_action(&self, state: CubeState, rolled: &CubefulEvaluation) -> CubeAction {
        self.cube_states.map_or(CubeAction::NoDouble, |cube_states| {
            cube_states.action(state, self.side, |state| rolled.points_in(state))
        })
    }

    /// The points of an end of the game in this cube state, for the side about to roll, whose
    /// chances these are.
    pub(super) fn points_of_end(&self, state: CubeState, chances: Probabilities) -> f32 {
        self.cube_states.map_or_else(
            || self.utility.points(chances),
            |states| states.dead_cube_points(state, self.side, chances.bounded()),
        )
    }

    /// The 0-ply evaluation with these chances of the side about to roll: the cube model in each of
    /// these cube states, or the exact value where the bear-off database has it.
    pub(super) fn evaluation(
        &self,
        board: Board,
        chances: Probabilities,
        states: CubeStateSet,
    ) -> CubefulEvaluation {
        let mut points = [0.0; CubeState::COUNT];
        if let Some(cube_states) = self.cube_states {
            let (probabilities, efficiency) = (chances.bounded(), efficiency(board));
            let exact =
                BearoffDatabase::if_built().and_then(|database| database.exact_values(board));
            for state in states.iter() {
                points[state.index()] = exact
                    .and_then(|exact| cube_states.points_of_bearoff(state, self.side, &exact))
                    .unwrap_or_else(|| {
                        cube_states.cubeful_points(state, self.side, probabilities, efficiency)
                    });
            }
        } else {
            points[CubeState::PRESENT.index()] = self.utility.points(chances);
        }
        CubefulEvaluation { chances, points }
    }

    /// The cube states to evaluate after a roll so that these can be evaluated before it.
    pub(super) fn states_after_roll(&self, states: CubeStateSet) -> CubeStateSet {
        self.cube_states.map_or(states, |all| all.with_double_take(states, self.side))
    }

    /// The evaluation before the cube action, from `rolled`, the mean over all rolls; both for the
    /// side about to roll.
    pub(super) fn before_cube_action(
        &self,
        rolled: CubefulEvaluation,
        states: CubeStateSet,
    ) -> CubefulEvaluation {
        let Some(cube_states) = self.cube_states else { return rolled };
        let mut evaluation = rolled;
        for state in states.iter() {
            evaluation.points[state.index()] = match self.cube_action(state, &rolled) {
                CubeAction::NoDouble => rolled.points_in(state),
                CubeAction::DoubleTake(taken) => rolled.points_in(taken),
                CubeAction::DoubleDrop => cube_states.double_drop_points(state, self.side),
            };
        }
        evaluation
    }
}

/// Has all of them use the bear-off table, if it has been built since.
pub(super) fn use_bearoff_database_if_built(lookaheads: &mut [Lookahead]) {
    if BearoffDatabase::is_built() {
        for lookahead in lookaheads {
            lookahead.use_bearoff_source(BearoffSource::Database);
        }
    }
}

/// Changes the cache that all lookaheads of a player share, while none of them uses it.
fn change_cache(lookaheads: &mut [Lookahead], change: impl FnOnce(&mut EvaluationCache)) {
    let Some((first, others)) = lookaheads.split_first_mut() else { return };
    for lookahead in &mut *others {
        lookahead.cache = Arc::default();
    }
    if let Some(cache) = Arc::get_mut(&mut first.cache) {
        change(cache);
    }
    for lookahead in others {
        lookahead.cache = Arc::clone(&first.cache);
    }
}

/// Makes room in the cache of all lookaheads of a player, for a search of this size.
pub(super) fn make_room_in_cache(lookaheads: &mut [Lookahead], size: SearchSize) {
    let threads = lookaheads.len();
    change_cache(lookaheads, |cache| cache.make_room(size, threads));
}

/// Clears the cache of all lookaheads of a player; it has no room until the next search.
pub(super) fn clear_cache(lookaheads: &mut [Lookahead]) {
    change_cache(lookaheads, EvaluationCache::reset);
}

/// The networks, cache and buffers with which one thread looks ahead.
pub(super) struct Lookahead {
    evaluator: Evaluator<'static>,
    /// Kept with each evaluation in the cache: other networks, or another source of bear-offs, have
    /// another number.
    evaluator_number: u64,
    /// Shared by the threads of a player.
    cache: Arc<EvaluationCache>,
    /// Of the present search; shared like the cache.
    means: Arc<MeanCache>,
    shortlist: Shortlist,
    replies: EvaluationsOfReplies,
}

/// The result that an n-ply evaluation is to find.
#[derive(Clone, Copy)]
pub(super) struct EvaluationRequest<'a> {
    /// Plies of lookahead, 0 or more.
    pub(super) plies: u32,
    /// The stakes of the side on roll.
    pub(super) context: CubeContext<'a>,
    /// The cube states in which points are wanted.
    pub(super) states: CubeStateSet,
}

impl Lookahead {
    /// With the networks of the standard variant, and a cache of at most this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let cache = Arc::new(EvaluationCache::new(bytes));
        let mut lookahead = Self {
            evaluator: Evaluator::new(Nets::built_in()),
            evaluator_number: 0,
            cache,
            means: Arc::default(),
            shortlist: Shortlist::default(),
            replies: EvaluationsOfReplies::default(),
        };
        lookahead.forget();
        lookahead
    }

    /// One for each of this many threads, at least one, with caches that they share.
    pub(super) fn for_threads(threads: usize, bytes: usize) -> Vec<Self> {
        let mut all = vec![Self::new(bytes)];
        for _ in 1..threads {
            let (cache, means) = (Arc::clone(&all[0].cache), Arc::clone(&all[0].means));
            all.push(Self { cache, means, ..Self::new(0) });
        }
        all
    }

    /// Evaluates every reply in full from now on: none is left out by the pruning network.
    #[cfg(test)]
    pub(super) fn evaluate_every_reply(&mut self) {
        self.shortlist = Shortlist::listing_every_result();
    }

    /// Evaluates by these networks from now on, and forgets what others said.
    pub(super) fn use_networks(&mut self, nets: &'static Nets) {
        if !std::ptr::eq(self.evaluator.nets(), nets) {
            let source = self.evaluator.bearoff_source();
            self.evaluator = Evaluator::new(nets);
            self.evaluator.set_bearoff_source(source);
            self.forget();
        }
    }

    /// Uses this source for bear-offs from now on, and forgets what another one said.
    pub(super) fn use_bearoff_source(&mut self, source: BearoffSource) {
        if self.evaluator.bearoff_source() != source {
            self.evaluator.set_bearoff_source(source);
            self.forget();
        }
    }

    /// Finds nothing in the caches any more that another evaluator has said.
    fn forget(&mut self) {
        let nets = std::ptr::from_ref(self.evaluator.nets()).addr() as u64;
        self.evaluator_number = mix(nets ^ u64::from(self.knows_bearoffs()));
        self.means.start_search();
    }

    /// Whether it looks bear-offs up in the bear-off database.
    pub(super) fn knows_bearoffs(&self) -> bool {
        self.evaluator.bearoff_source() == BearoffSource::Database
    }

    /// Whether the chances are known without a network, so that there is nothing to look ahead for.
    pub(super) fn knows(&self, board: Board) -> bool {
        self.evaluator.evaluate_without_network(board).is_some()
    }

    /// Gets ready for a search.
    pub(super) fn start_search(&self) {
        self.means.start_search();
    }

    /// The 0-ply evaluation: the chances of the mover, about to roll, without lookahead.
    #[inline]
    pub(super) fn evaluate(&mut self, board: Board) -> Probabilities {
        self.cache.find(board, self.evaluator_number).unwrap_or_else(|| {
            let chances = self.evaluator.evaluate(board);
            self.cache.keep(board, self.evaluator_number, chances);
            chances
        })
    }

    /// The n-ply evaluation for the mover, about to roll, the cube action before the roll included.
    ///
    /// `None` if the control ended the search; each 0-ply evaluation is a node.
    pub(super) fn evaluate_n_ply(
        &mut self,
        board: Board,
        request: EvaluationRequest<'_>,
        control: &mut SearchControl<'_>,
    ) -> Option<CubefulEvaluation> {
        let EvaluationRequest { plies, context, states } = request;
        if plies == 0 {
            let can_go_on = control.count_node();
            return can_go_on.then(|| context.evaluation(board, self.evaluate(board), states));
        }
        if let Some(known) = self.evaluator.evaluate_without_network(board) {
            return control.count_node().then(|| context.evaluation(board, known, states));
        }
        let rolled = EvaluationRequest { states: context.states_after_roll(states), ..request };
        let key = MeanKey { board, side: context.side(), plies, states: rolled.states };
        let mean = if let Some(mean) = self.means.find(&key) {
            control.count_node().then_some(mean)?
        } else {
            let mean = self.evaluate_all_rolls(board, rolled, control)?;
            self.means.keep(key, mean);
            mean
        };
        Some(context.before_cube_action(mean, states))
    }

    /// The mean over all rolls of the mover, 1 ply or more, without its cube action before that.
    pub(super) fn evaluate_all_rolls(
        &mut self,
        board: Board,
        request: EvaluationRequest<'_>,
        control: &mut SearchControl<'_>,
    ) -> Option<CubefulEvaluation> {
        Roll::ALL.into_iter().try_fold(CubefulEvaluation::ZERO, |sum, roll| {
            let evaluation = self.evaluate_best_reply(board, roll, request, control)?;
            Some(sum.plus(&evaluation, roll.probability()))
        })
    }

    /// The evaluation of one roll of the mover, without its cube action before that; where no
    /// lookahead is needed, the known chances.
    pub(super) fn evaluate_roll(
        &mut self,
        board: Board,
        roll: Roll,
        request: EvaluationRequest<'_>,
        control: &mut SearchControl<'_>,
    ) -> Option<CubefulEvaluation> {
        let context = request.context;
        let states = context.states_after_roll(request.states);
        if let Some(known) = self.evaluator.evaluate_without_network(board) {
            return control.count_node().then(|| context.evaluation(board, known, states));
        }
        let request = EvaluationRequest { states, ..request };
        self.evaluate_best_reply(board, roll, request, control)
    }

    /// The evaluation for the mover after its best reply to a roll, in these cube states.
    ///
    /// The reply is chosen at 0 plies; it is the first ply of the request.
    fn evaluate_best_reply(
        &mut self,
        board: Board,
        roll: Roll,
        request: EvaluationRequest<'_>,
        control: &mut SearchControl<'_>,
    ) -> Option<CubefulEvaluation> {
        let EvaluationRequest { plies, context, states } = request;
        let opponents = context.swapped();
        let (next, chances) = self.best_reply(board, roll, opponents.utility, control)?;
        let later = if plies > 1 {
            let request = EvaluationRequest { plies: plies - 1, context: opponents, states };
            self.evaluate_n_ply(next, request, control)?
        } else {
            opponents.evaluation(next, chances, states)
        };
        Some(later.swapped())
    }

    /// The result of a roll that is worst for the opponent at 0 plies, and its chances.
    ///
    /// Both, and the utility, are those of the opponent, which is then on roll.
    pub(super) fn best_reply(
        &mut self,
        board: Board,
        roll: Roll,
        opponents: Utility,
        control: &mut SearchControl<'_>,
    ) -> Option<(Board, Probabilities)> {
        let Self { evaluator, cache, shortlist, evaluator_number, replies, .. } = self;
        let listed = shortlist.of_roll(evaluator, board, roll, |chances| opponents.points(chances));
        for next in listed {
            cache.prefetch(*next);
            if !control.count_node() {
                return None;
            }
        }
        let found = replies.find(listed, evaluator, cache, *evaluator_number);
        let mut best: Option<(Board, Probabilities, f32)> = None;
        for (next, chances) in listed.iter().zip(found) {
            let points = opponents.points(*chances);
            if best.is_none_or(|(_, _, least)| points < least) {
                best = Some((*next, *chances, points));
            }
        }
        best.map(|(next, chances, _)| (next, chances))
    }
}

#[cfg(test)]
mod tests {
    use super::{CubeState, CubeStates, Utility};
    use crate::base::Side::First;
    use crate::games::backgammon::Backgammon;
    use crate::games::backgammon::eval::Probabilities;

    fn utility(rest: &str) -> Utility {
        let board = "-b----E-C---eE---c-e----B-";
        Utility::of(&Backgammon::from_text(&format!("XGID={board}:{rest}:10"), true), First)
    }

    #[test]
    fn points_are_the_equity_times_the_cube_where_all_points_count() {
        let chances = Probabilities::from_array([0.6, 0.3, 0.05, 0.1, 0.01]);
        for (rest, times) in [("0:0:1:31:0:0:0:0", 1.0), ("1:1:1:31:0:0:1:0", 2.0)] {
            let points = utility(rest).points(chances);
            assert!((points - times * chances.equity()).abs() < 1e-5, "{rest}");
            let other = utility(rest).swapped().points(chances.swapped());
            assert!((points + other).abs() < 1e-5);
        }
    }

    #[test]
    fn present_cube_is_one_of_its_states() {
        for rest in ["0:0:1:31:0:0:0:0", "1:1:1:31:2:0:0:5", "0:0:1:31:0:0:1:0"] {
            let game =
                Backgammon::from_text(&format!("XGID=-b----E-C---eE---c-e----B-:{rest}:10"), true);
            let states = CubeStates::of(&game).unwrap();
            let [found, expected] =
                [Utility::in_state(&states, CubeState::PRESENT, First), Utility::of(&game, First)];
            let numbers = |utility: Utility| [utility.won, utility.lost].concat();
            let pairs = numbers(found).into_iter().zip(numbers(expected));
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-5), "{found:?} {expected:?}");
        }
    }

    #[test]
    fn gammons_count_nothing_before_the_cube_is_turned_under_jacoby_or_when_a_point_wins() {
        let jacoby = utility("0:0:1:31:0:0:1:0");
        assert_eq!([jacoby.won, jacoby.lost], [[1.0, 0.0, 0.0]; 2]);
        let last = utility("0:0:1:31:4:1:1:5");
        assert!(last.won[0] > 0.9 && last.won[1..].iter().all(|more| more.abs() < 1e-6));
        assert!(last.lost.iter().all(|more| *more > 0.05), "{last:?}");
    }
}
