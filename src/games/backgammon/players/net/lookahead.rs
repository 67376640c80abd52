//! N-ply evaluation: the mean over all rolls, each followed by its best reply.

use std::sync::Arc;

use super::cube_context::CubeContext;
use super::cubeful_evaluation::CubefulEvaluation;
use super::evaluation_cache::EvaluationCache;
use super::evaluations_of_replies::EvaluationsOfReplies;
use super::mean_cache::{MeanCache, MeanKey};
use super::search_size::SearchSize;
use crate::base::hash::mix;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::{CubeStateSet, Utility};
use crate::games::backgammon::eval::bearoff::{BearoffDatabase, BearoffSource};
use crate::games::backgammon::eval::{Evaluator, Nets, Probabilities, Shortlist};
use crate::search::SearchControl;

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

/// A result of a roll that is best in some states of the cube.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    /// The opponent is about to roll.
    pub(super) board: Board,
    /// The chances of the opponent at 0 plies.
    pub(super) chances: Probabilities,
    /// The cube states.
    pub(super) states: CubeStateSet,
}

/// The best results of a roll in some states of the cube: where gammons are worth more in one of
/// them, another may be best.
pub(super) struct BestReplies {
    /// The best one in the first of the states.
    pub(super) first: Reply,
    /// Those that are best in others.
    others: Vec<Reply>,
}

impl BestReplies {
    /// One evaluation of all: the chances after the first reply, and the points in each state after
    /// the reply that is best there.
    pub(super) fn evaluate(
        self,
        mut evaluate: impl FnMut(Reply) -> Option<CubefulEvaluation>,
    ) -> Option<CubefulEvaluation> {
        let mut evaluation = evaluate(self.first)?;
        for reply in self.others {
            evaluation.take_points(&evaluate(reply)?, reply.states);
        }
        Some(evaluation)
    }
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
    pub(super) fn evaluate_best_reply(
        &mut self,
        board: Board,
        roll: Roll,
        request: EvaluationRequest<'_>,
        control: &mut SearchControl<'_>,
    ) -> Option<CubefulEvaluation> {
        let EvaluationRequest { plies, context, states } = request;
        let opponents = context.swapped();
        let best = self.best_replies(board, roll, opponents, states, control)?;
        let later = best.evaluate(|Reply { board, chances, states }| {
            if plies > 1 {
                let request = EvaluationRequest { plies: plies - 1, context: opponents, states };
                self.evaluate_n_ply(board, request, control)
            } else {
                Some(opponents.evaluation(board, chances, states))
            }
        })?;
        Some(later.swapped())
    }

    /// The results of a roll that are worst for the opponent at 0 plies, in each of these cube states.
    ///
    /// The context is that of the opponent, which is then on roll.
    pub(super) fn best_replies(
        &mut self,
        board: Board,
        roll: Roll,
        opponents: CubeContext<'_>,
        states: CubeStateSet,
        control: &mut SearchControl<'_>,
    ) -> Option<BestReplies> {
        let Self { evaluator, cache, shortlist, evaluator_number, replies, .. } = self;
        let utility = opponents.utility;
        let listed = shortlist
            .of_roll(evaluator, board, roll, |all, ranks| opponents.rank_plays(all, ranks));
        for next in listed {
            cache.prefetch(*next);
            if !control.count_node() {
                return None;
            }
        }
        let found = replies.find(listed, evaluator, cache, *evaluator_number);
        let reply = |at: usize, states| {
            Some(Reply { board: *listed.get(at)?, chances: *found.get(at)?, states })
        };
        let best_by = |utility: &Utility| {
            let points = found.iter().map(|chances| utility.points(*chances));
            let least = points.enumerate().reduce(|a, b| if b.1 < a.1 { b } else { a });
            least.map_or(0, |(at, _)| at)
        };
        let Some(cube_states) = opponents.cube_states.filter(|all| !all.has_one_utility()) else {
            let first = reply(best_by(&utility), states)?;
            return Some(BestReplies { first, others: Vec::new() });
        };
        let best = states
            .iter()
            .map(|state| (best_by(cube_states.utility(state, opponents.side())), state));
        let mut by_reply: Vec<(usize, CubeStateSet)> = Vec::new();
        for (at, state) in best {
            match by_reply.iter_mut().find(|(known, _)| *known == at) {
                Some((_, states)) => *states = states.with(state),
                None => by_reply.push((at, CubeStateSet::of(state))),
            }
        }
        let mut all = by_reply.into_iter().map_while(|(at, states)| reply(at, states));
        Some(BestReplies { first: all.next()?, others: all.collect() })
    }
}
