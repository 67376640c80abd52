//! `Expectiminimax`: the game-independent search for games with dice, the player `generic`.
//!
//! Michie 1966: decisions take the best reply, dice the mean of all rolls. Depth counts
//! decisions: 1 judges the result of every move, 2 looks at every roll and every reply to it.
//! Cube words are decisions like any others. Values are parts of a point, [`Evaluate::UNIT`] of them.

use super::player::common_options::CommonOptions;
use super::player::control::SearchControl;
use super::player::iterative_deepening::{Deepen, Iteration, best_of};
use super::player::limits::Limits;
use super::player::options::Options;
use super::player::player_trait::{Choice, Player, SearchTask};
use super::player::report::{Bound, EquityReport, Progress, Rating, Watcher};
use crate::base::Side;
use crate::game::{Chance, Evaluate, Record, Turn};

/// The depth reached when no limit names one: a move, the roll, the reply.
const USUAL_DEPTH: u32 = 2;
/// The deepest search that can be asked for.
const MAX_DEPTH: u32 = 32;
/// So many of the best moves make an iteration that was cut short count.
const COVERED: usize = 3;

/// A player who weighs all rolls.
///
/// Uses the options `MultiPV`, `Level` and `Seed` (below full level).
pub struct Expectiminimax<P: Chance> {
    plies: Vec<Ply<P>>,
    temper: CommonOptions,
}

/// The buffers of one ply.
struct Ply<P: Chance> {
    moves: Vec<P::Move>,
    rolls: Vec<(P::Roll, f32)>,
}

/// A move of the root and its value in units, for the side that makes it.
#[derive(Clone, Copy)]
struct Candidate<M> {
    played: M,
    value: f64,
}

/// One search in progress.
struct Tree<'a, P: Chance> {
    control: SearchControl<'a>,
    plies: &'a mut Vec<Ply<P>>,
    /// Whether this iteration judged a position that was not over.
    estimated: bool,
}

impl<P: Chance + Evaluate> Expectiminimax<P> {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        Self { plies: Vec::new(), temper: CommonOptions::new(options) }
    }
}

impl<P: Chance + Evaluate> Player<P> for Expectiminimax<P> {
    fn choose(
        &mut self,
        game: &Record<P>,
        task: &SearchTask<'_, P>,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move> {
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        let position = game.position().clone();
        let side = position.turn().side().unwrap_or(Side::First);
        let mut control = SearchControl::new(task, side).with_node_cap(self.temper.nodes());
        control.start_grace_period();
        let tree = Tree { control, plies: &mut self.plies, estimated: false };
        let mut candidates: Vec<_> =
            task.moves.iter().map(|&played| Candidate { played, value: 0.0 }).collect();
        candidates.sort_by_key(|c| std::cmp::Reverse(position.promise(c.played)));
        let root = Root { tree, position, candidates, side, multi_pv: self.temper.multi_pv() };
        root.choose(task.limits, watcher)
    }

    fn configure(&mut self, options: &Options) {
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.temper.new_game();
    }
}

/// The search of one position.
struct Root<'a, P: Chance> {
    tree: Tree<'a, P>,
    position: P,
    /// Best first, as the last iteration left them.
    candidates: Vec<Candidate<P::Move>>,
    side: Side,
    multi_pv: usize,
}

impl<P: Chance + Evaluate> Root<'_, P> {
    fn choose(mut self, limits: &Limits, watcher: &mut dyn Watcher<P::Move>) -> Choice<P::Move> {
        let asked = limits.depth.map(|depth| depth.clamp(1, MAX_DEPTH));
        let limited = *limits != Limits { overhead: limits.overhead, ..Limits::default() };
        let deepest = asked.unwrap_or(if limited { MAX_DEPTH } else { USUAL_DEPTH });
        let reached = self.deepen(1..=deepest, watcher);
        self.choice(reached)
    }

    /// Values every candidate and sorts them, best first; says whether all were valued.
    fn evaluate_all(&mut self, depth: u32) -> bool {
        self.tree.estimated = false;
        let mut covered = self.candidates.len();
        for (at, candidate) in self.candidates.iter_mut().enumerate() {
            let Some(value) =
                self.tree.reply(&mut self.position, candidate.played, depth, self.side)
            else {
                covered = at;
                break;
            };
            candidate.value = value;
        }
        let whole = covered == self.candidates.len();
        // In the first iteration a part is better than nothing.
        if whole || depth == 1 || covered >= COVERED {
            self.candidates[..covered].sort_by(|a, b| b.value.total_cmp(&a.value));
        }
        whole
    }

    fn report(&self, depth: u32, line: usize, bound: Bound, watcher: &mut dyn Watcher<P::Move>) {
        let Some(candidate) = self.candidates.get(line) else { return };
        let equity = (candidate.value / f64::from(P::UNIT)) as f32;
        watcher.progress(&Progress {
            bound,
            exact: !self.tree.estimated && bound == Bound::Exact,
            ..Progress::new(
                depth,
                line,
                Rating::Equity(EquityReport { equity, chances: None, sample: None }),
                self.tree.control.nodes(),
                &[candidate.played],
            )
        });
    }

    fn choice(&self, depth: u32) -> Choice<P::Move> {
        let reason = match (self.candidates.len(), depth) {
            (1, _) => "the only move".to_owned(),
            (count, depth) => best_of(count, depth),
        };
        let nodes = self.tree.control.nodes();
        Choice { best: self.candidates[0].played, nodes, reason }
    }
}

impl<'a, P: Chance + Evaluate> Deepen<'a> for Root<'a, P> {
    type Move = P::Move;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.tree.control
    }

    fn iterate(&mut self, depth: u32, watcher: &mut dyn Watcher<P::Move>) -> Iteration {
        let leader = self.candidates[0].played;
        if !self.evaluate_all(depth) {
            if self.candidates[0].played != leader {
                self.report(depth, 0, Bound::Lower, watcher);
            }
            return Iteration::Aborted;
        }
        (0..self.multi_pv).for_each(|line| self.report(depth, line, Bound::Exact, watcher));
        log::debug!("depth {depth} nodes {}", self.tree.control.nodes());
        Iteration::whole(!self.tree.estimated)
    }
}

impl<P: Chance + Evaluate> Tree<'_, P> {
    /// The value of a move, `depth` decisions deep with it, for `side`; `None` if cut short.
    fn reply(&mut self, position: &mut P, m: P::Move, depth: u32, side: Side) -> Option<f64> {
        if !self.control.count_node() {
            return None;
        }
        let undo = position.play(m);
        let value = self.value(position, depth - 1, side);
        position.undo(undo);
        value
    }

    /// The value of a position, `depth` decisions deep, for `side`.
    fn value(&mut self, position: &mut P, depth: u32, side: Side) -> Option<f64> {
        match position.turn() {
            Turn::Over(outcome) => Some(f64::from(P::UNIT) * position.settled(outcome, side)),
            Turn::Decide(actor) | Turn::Roll(actor) if depth == 0 => {
                self.estimated = true;
                let value = f64::from(position.evaluate());
                Some(if actor == side { value } else { -value })
            }
            Turn::Decide(actor) => self.decision(position, depth, (actor, side)),
            Turn::Roll(_) => self.mean(position, depth, side),
        }
    }

    /// The value of the actor's best move, for `side`.
    fn decision(
        &mut self,
        position: &mut P,
        depth: u32,
        (actor, side): (Side, Side),
    ) -> Option<f64> {
        let mut moves = std::mem::take(&mut self.ply(depth).moves);
        moves.clear();
        position.moves(&mut moves);
        debug_assert!(!moves.is_empty(), "whoever decides has a move, if only a pass");
        let best = moves.iter().try_fold(f64::NEG_INFINITY, |best, &m| {
            self.reply(position, m, depth, actor).map(|value| best.max(value))
        });
        self.ply(depth).moves = moves;
        best.map(|value| if actor == side { value } else { -value })
    }

    /// The mean over all rolls, weighted, for `side`.
    fn mean(&mut self, position: &P, depth: u32, side: Side) -> Option<f64> {
        let mut rolls = std::mem::take(&mut self.ply(depth).rolls);
        rolls.clear();
        position.rolls(&mut rolls);
        let mean = rolls.iter().try_fold(0.0, |sum, &(roll, weight)| {
            let mut rolled = position.clone();
            rolled.apply(roll);
            let value = self.value(&mut rolled, depth, side)?;
            Some(sum + f64::from(weight) * value)
        });
        self.ply(depth).rolls = rolls;
        mean
    }

    /// The buffers for this depth.
    fn ply(&mut self, depth: u32) -> &mut Ply<P> {
        let depth = depth as usize;
        while self.plies.len() <= depth {
            self.plies.push(Ply { moves: Vec::new(), rolls: Vec::new() });
        }
        &mut self.plies[depth]
    }
}
