//! `Expectiminimax`: the game-independent search for games with dice, the player `generic`.
//!
//! Expectiminimax search (Michie 1966): the value of a decision node is that of the best move, the
//! value of a chance node is the mean over all rolls. Depth counts decisions: depth 1 evaluates the
//! position after each move, depth 2 searches every roll after it and every reply to the roll. Cube
//! actions are decisions like any others. Values are in units, [`Evaluate::UNIT`] to a point.

use super::player::common_options::CommonOptions;
use super::player::deepening::{Deepen, Iteration, reason_for_best};
use super::player::limits::Limits;
use super::player::options::Options;
use super::player::player_trait::{Choice, Player, SearchTask};
use super::player::search_control::SearchControl;
use super::player::search_reports::{Bound, EquityReport, Progress, Rating, Watcher};
use crate::base::Side;
use crate::game::{Chance, Evaluate, Record, Turn};

/// The depth of a search without limits, in decisions: a move, a roll, and a reply. Set by hand.
const DEFAULT_DEPTH: u32 = 2;
/// The deepest iteration, in decisions: far more than any search reaches.
const MAX_DEPTH: u32 = 32;
/// An iteration that a limit ended counts if it has searched at least this many moves.
/// Set by hand.
const MIN_SEARCHED: usize = 3;

/// A player that searches all rolls, each with its probability.
///
/// Uses the options `MultiPV`, `Level` and `Seed` (below full level).
pub struct Expectiminimax<P: Chance> {
    buffers: Vec<PlyBuffers<P>>,
    common: CommonOptions,
}

/// The buffers of the nodes of one depth.
struct PlyBuffers<P: Chance> {
    /// The moves of the present node.
    moves: Vec<P::Move>,
    rolls: Vec<(P::Roll, f32)>,
}

/// A move of the root and its value.
#[derive(Clone, Copy)]
struct MoveExpectation<M> {
    m: M,
    /// In units, [`Evaluate::UNIT`] to a point, **for the side that makes the move**.
    value: f64,
}

/// A search in progress.
struct ExpectiminimaxSearch<'a, P: Chance> {
    control: SearchControl<'a>,
    /// By depth.
    buffers: &'a mut Vec<PlyBuffers<P>>,
    /// Whether this iteration has used a static evaluation.
    has_estimates: bool,
}

impl<P: Chance + Evaluate> Expectiminimax<P> {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { buffers: Vec::new(), common: CommonOptions::new(options) }
    }
}

impl<P: Chance + Evaluate> Player<P> for Expectiminimax<P> {
    fn choose(
        &mut self,
        game: &Record<P>,
        task: &SearchTask<'_, P>,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move> {
        if let Some(choice) = self.common.random_move(task.moves) {
            return choice;
        }
        let position = game.position().clone();
        let side = position.side();
        let control = self.common.control(task, side);
        let search =
            ExpectiminimaxSearch { control, buffers: &mut self.buffers, has_estimates: false };
        let mut candidates: Vec<_> =
            task.moves.iter().map(|&m| MoveExpectation { m, value: 0.0 }).collect();
        candidates.sort_by_key(|c| std::cmp::Reverse(position.ordering_score(c.m)));
        let root = ExpectiminimaxRoot {
            search,
            position,
            candidates,
            side,
            multi_pv: self.common.multi_pv(),
        };
        root.choose(task.limits, watcher)
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

/// The search of one position, from the root.
struct ExpectiminimaxRoot<'a, P: Chance> {
    search: ExpectiminimaxSearch<'a, P>,
    position: P,
    /// The best first, as the last iteration ordered them.
    candidates: Vec<MoveExpectation<P::Move>>,
    side: Side,
    /// Lines to report, at least 1.
    multi_pv: usize,
}

impl<P: Chance + Evaluate> ExpectiminimaxRoot<'_, P> {
    fn choose(mut self, limits: &Limits, watcher: &mut dyn Watcher<P::Move>) -> Choice<P::Move> {
        let asked = limits.depth.map(|depth| depth.clamp(1, MAX_DEPTH));
        let has_limits = limits.is_limited();
        let deepest = asked.unwrap_or(if has_limits { MAX_DEPTH } else { DEFAULT_DEPTH });
        let reached = self.deepen(1..=deepest, watcher);
        self.choice(reached)
    }

    /// Searches every candidate and sorts them, the best first; returns whether all were searched.
    fn search_candidates(&mut self, depth: u32) -> bool {
        self.search.has_estimates = false;
        let mut searched = self.candidates.len();
        for (at, candidate) in self.candidates.iter_mut().enumerate() {
            let found = self.search.search_move(&mut self.position, candidate.m, depth, self.side);
            let Some(value) = found else {
                searched = at;
                break;
            };
            candidate.value = value;
        }
        let is_complete = searched == self.candidates.len();
        // In the first iteration a part is better than nothing.
        if is_complete || depth == 1 || searched >= MIN_SEARCHED {
            self.candidates[..searched].sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        is_complete
    }

    fn report(&self, depth: u32, line: usize, bound: Bound, watcher: &mut dyn Watcher<P::Move>) {
        let Some(candidate) = self.candidates.get(line) else { return };
        let equity = (candidate.value / f64::from(P::UNIT)) as f32;
        watcher.progress(&Progress {
            bound,
            is_proved: !self.search.has_estimates && bound == Bound::Exact,
            ..Progress::new(
                depth,
                line,
                Rating::Equity(EquityReport { equity, probabilities: None, sample: None }),
                self.search.control.nodes(),
                &[candidate.m],
            )
        });
    }

    fn choice(&self, depth: u32) -> Choice<P::Move> {
        let reason = reason_for_best(self.candidates.len(), depth);
        let nodes = self.search.control.nodes();
        Choice { best: self.candidates[0].m, nodes, reason }
    }
}

impl<'a, P: Chance + Evaluate> Deepen<'a> for ExpectiminimaxRoot<'a, P> {
    type Move = P::Move;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.search.control
    }

    fn iterate(&mut self, depth: u32, watcher: &mut dyn Watcher<P::Move>) -> Iteration {
        let leader = self.candidates[0].m;
        if !self.search_candidates(depth) {
            if self.candidates[0].m != leader {
                self.report(depth, 0, Bound::Lower, watcher);
            }
            return Iteration::Aborted;
        }
        (0..self.multi_pv).for_each(|line| self.report(depth, line, Bound::Exact, watcher));
        log::debug!("depth {depth} nodes {}", self.search.control.nodes());
        Iteration::whole(!self.search.has_estimates)
    }
}

impl<P: Chance + Evaluate> ExpectiminimaxSearch<'_, P> {
    /// The value of a move of `side`, searched `depth` decisions deep including the move, for
    /// `side`; `None` if the search must end.
    fn search_move(&mut self, position: &mut P, m: P::Move, depth: u32, side: Side) -> Option<f64> {
        if !self.control.count_node() {
            return None;
        }
        let undo = position.play(m);
        let value = self.value(position, depth - 1, side);
        position.undo(undo);
        value
    }

    /// The value of a position, searched `depth` decisions deep, for `side`.
    fn value(&mut self, position: &mut P, depth: u32, side: Side) -> Option<f64> {
        match position.turn() {
            Turn::Over(outcome) => Some(f64::from(P::UNIT) * position.outcome_value(outcome, side)),
            Turn::Decide(actor) | Turn::Roll(actor) if depth == 0 => {
                self.has_estimates = true;
                let value = f64::from(position.evaluate());
                Some(if actor == side { value } else { -value })
            }
            Turn::Decide(actor) => self.decision_node(position, depth, actor, side),
            Turn::Roll(_) => self.chance_node(position, depth, side),
        }
    }

    /// The value of a decision node, that of the actor's best move, for `side`.
    fn decision_node(
        &mut self,
        position: &mut P,
        depth: u32,
        actor: Side,
        side: Side,
    ) -> Option<f64> {
        let mut moves = std::mem::take(&mut self.buffers_of(depth).moves);
        moves.clear();
        position.moves(&mut moves);
        debug_assert!(!moves.is_empty(), "the side to decide always has a move, if only a pass");
        let best = moves.iter().try_fold(f64::NEG_INFINITY, |best, &m| {
            self.search_move(position, m, depth, actor).map(|value| best.max(value))
        });
        self.buffers_of(depth).moves = moves;
        best.map(|value| if actor == side { value } else { -value })
    }

    /// The value of a chance node, the mean over all rolls by their probability, for `side`.
    fn chance_node(&mut self, position: &P, depth: u32, side: Side) -> Option<f64> {
        let mut rolls = std::mem::take(&mut self.buffers_of(depth).rolls);
        rolls.clear();
        position.rolls(&mut rolls);
        let mean = rolls.iter().try_fold(0.0, |sum, &(roll, probability)| {
            let mut rolled = position.clone();
            rolled.apply(roll);
            let value = self.value(&mut rolled, depth, side)?;
            Some(sum + f64::from(probability) * value)
        });
        self.buffers_of(depth).rolls = rolls;
        mean
    }

    /// The buffers of this depth.
    fn buffers_of(&mut self, depth: u32) -> &mut PlyBuffers<P> {
        let depth = depth as usize;
        while self.buffers.len() <= depth {
            self.buffers.push(PlyBuffers { moves: Vec::new(), rolls: Vec::new() });
        }
        &mut self.buffers[depth]
    }
}
