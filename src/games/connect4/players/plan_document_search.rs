//! The search of the plan's two players: checks for forced moves, then iterative deepening up to
//! the depth that is set, so that there is an answer whenever it is wanted.

use std::marker::PhantomData;

use super::forced_moves::Shortlist;
use crate::base::{Score, Side};
use crate::game::{Position, Record};
use crate::games::connect4::Rack;
use crate::search::player::iterative_deepening::{Deepen, Iteration};
use crate::search::{
    Choice, CommonOptions, Options, Player, Progress, Rating, SearchControl, SearchTask, Watcher,
};

/// How one of the plan's players evaluates moves.
pub(super) trait PlanEvaluation: Send + 'static {
    /// Plies that it looks ahead unless the option `Depth` or the limits say otherwise.
    const DEPTH: u32;
    /// Below or at every value.
    const WORST: i32;

    /// The moves to search after the checks, the middle first, and why if a check has decided.
    fn shortlist<const W: usize, const H: usize>(rack: &Rack<W, H>, allowed: &[u8]) -> Shortlist;

    /// The value of a move for the side that has made it, searched `depth` plies below it.
    ///
    /// A value at or below the `floor` may be returned as any number at or below it. `tick` is
    /// called before every further move; `None` if it returns false.
    fn value<const W: usize, const H: usize>(
        after: &Rack<W, H>,
        depth: u32,
        floor: i32,
        tick: &mut impl FnMut() -> bool,
    ) -> Option<i32>;

    /// The value as a score for the side to move, and whether it is proved.
    fn score(value: i32, depth: SearchDepth) -> (Score, bool);

    /// Why the move of this value was chosen from `count` moves.
    fn reason(value: i32, side: Side, depth: u32, count: usize) -> String;
}

/// The depth of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchDepth {
    /// Plies, at least 1.
    pub(super) plies: u32,
    /// Whether the last ply fills the rack.
    pub(super) fills_rack: bool,
}

/// A move of the current position and its value for the side to move.
#[derive(Clone, Copy, Debug)]
struct RankedMove {
    channel: u8,
    value: i32,
}

/// One of the plan's players.
///
/// Uses the options `Depth`, `MultiPV`, `Level` and `Seed` (below full level).
pub(super) struct PlanPlayer<E> {
    common: CommonOptions,
    depth: u32,
    evaluation: PhantomData<fn() -> E>,
}

impl<E: PlanEvaluation> PlanPlayer<E> {
    /// A player with the depth and the common options set.
    pub(super) fn new(options: &Options) -> Self {
        Self {
            common: CommonOptions::new(options),
            depth: depth::<E>(options),
            evaluation: PhantomData,
        }
    }

    /// Searches deeper and deeper; the moves as the last whole iteration ranked them, best first,
    /// and its depth.
    ///
    /// Ends early if the value is proved, since no deeper iteration changes it.
    fn search<const W: usize, const H: usize>(
        &self,
        rack: &Rack<W, H>,
        moves: &[u8],
        max_depth: u32,
        control: &mut SearchControl<'_>,
        watcher: &mut dyn Watcher<u8>,
    ) -> (Vec<RankedMove>, u32) {
        let empty = (Rack::<W, H>::CELLS & !rack.mask).count_ones();
        let ranked = moves.iter().map(|&channel| RankedMove { channel, value: 0 }).collect();
        control.start_grace_period();
        let mut search = Search::<E, W, H> {
            rack,
            moves,
            empty,
            multi_pv: self.common.multi_pv(),
            control,
            ranked,
            evaluation: PhantomData,
        };
        let reached = search.deepen(1..=max_depth.min(empty), watcher);
        (search.ranked, reached)
    }
}

/// The search of one position.
struct Search<'s, 'a, E, const W: usize, const H: usize> {
    rack: &'s Rack<W, H>,
    moves: &'s [u8],
    /// Empty cells.
    empty: u32,
    multi_pv: usize,
    control: &'s mut SearchControl<'a>,
    /// As the last whole iteration ranked them, best first.
    ranked: Vec<RankedMove>,
    evaluation: PhantomData<fn() -> E>,
}

impl<'a, E: PlanEvaluation, const W: usize, const H: usize> Deepen<'a> for Search<'_, 'a, E, W, H> {
    type Move = u8;

    fn control(&mut self) -> &mut SearchControl<'a> {
        self.control
    }

    fn iterate(&mut self, plies: u32, watcher: &mut dyn Watcher<u8>) -> Iteration {
        let depth = SearchDepth { plies, fills_rack: plies == self.empty };
        let Some(mut ranked) = self.rank_moves(plies) else { return Iteration::Aborted };
        let (score, exact) = E::score(ranked[0].value, depth);
        if exact && score < Score::ZERO {
            keep_order_of(&mut ranked, &self.ranked);
        }
        self.ranked = ranked;
        self.report(depth, watcher);
        Iteration::whole(exact)
    }
}

impl<E: PlanEvaluation, const W: usize, const H: usize> Search<'_, '_, E, W, H> {
    /// The moves with their values, best first; of equals the earlier stays in front.
    ///
    /// The `multi_pv` best have exact values, the others upper bounds. `None` if the search must
    /// end.
    fn rank_moves(&mut self, plies: u32) -> Option<Vec<RankedMove>> {
        let mut ranked: Vec<RankedMove> = Vec::with_capacity(self.moves.len());
        for &channel in self.moves {
            if !self.control.count_node() {
                return None;
            }
            let floor = ranked.get(self.multi_pv - 1).map_or(E::WORST, |last| last.value);
            let mut after = *self.rack;
            after.play(channel);
            let value = E::value(&after, plies - 1, floor, &mut || self.control.count_node())?;
            let rank = ranked.partition_point(|better| better.value >= value);
            ranked.insert(rank, RankedMove { channel, value });
        }
        Some(ranked)
    }

    /// Reports the best moves of a whole iteration.
    fn report(&self, depth: SearchDepth, watcher: &mut dyn Watcher<u8>) {
        let nodes = self.control.nodes();
        for (rank, ranked) in self.ranked.iter().take(self.multi_pv).enumerate() {
            let (score, exact) = E::score(ranked.value, depth);
            watcher.progress(&Progress {
                exact,
                ..Progress::new(depth.plies, rank, Rating::Score(score), nodes, &[ranked.channel])
            });
        }
    }
}

/// Orders moves that all lose as the iteration before did: what seemed best resists longest.
fn keep_order_of(ranked: &mut [RankedMove], before: &[RankedMove]) {
    ranked.sort_by_key(|new| before.iter().position(|old| old.channel == new.channel));
}

impl<const W: usize, const H: usize, E: PlanEvaluation> Player<Rack<W, H>> for PlanPlayer<E> {
    fn choose(
        &mut self,
        game: &Record<Rack<W, H>>,
        task: &SearchTask<'_, Rack<W, H>>,
        watcher: &mut dyn Watcher<u8>,
    ) -> Choice<u8> {
        if let Some(slip) = self.common.random_move(task.moves) {
            return slip;
        }
        let rack = game.position();
        let Shortlist { moves, reason } = E::shortlist(rack, task.moves);
        let max_depth = task.limits.depth.unwrap_or(self.depth).max(1);
        let mut control = SearchControl::new(task, rack.side()).with_node_cap(self.common.nodes());
        let (ranked, depth) = self.search(rack, &moves, max_depth, &mut control, watcher);
        let RankedMove { channel, value } = ranked[0];
        let count = moves.len();
        let reason = match reason {
            Some(reason) => reason.to_owned(),
            None if depth == 0 => "the channel nearest to the centre".to_owned(),
            None => E::reason(value, rack.side(), depth, count),
        };
        Choice { best: channel, nodes: control.nodes(), reason }
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
        self.depth = depth::<E>(options);
    }

    fn restart_stream(&mut self) {
        self.common.restart_stream();
    }
}

/// The option `Depth`, or the player's own if it is 0.
fn depth<E: PlanEvaluation>(options: &Options) -> u32 {
    match u32::try_from(options.spin("Depth")) {
        Ok(0) | Err(_) => E::DEPTH,
        Ok(depth) => depth,
    }
}
