//! The search of the plan's two players: checks for forced moves, then iterative deepening up to
//! the depth that is set, so that there is an answer whenever it is wanted.

use crate::search::player::player_trait::ONLY_MOVE;
use std::cmp::Reverse;
use std::marker::PhantomData;
use std::ops::Range;

use super::forced_moves::Shortlist;
use crate::base::{Score, Side};
use crate::game::{Position, Record};
use crate::games::connect4::Rack;
use crate::search::player::deepening::{Deepen, Iteration};
use crate::search::{
    Choice, CommonOptions, Judgement, MoveValue, OptionKind, OptionSpec, Options, Player, Progress,
    Rating, SearchControl, SearchTask, SilentWatcher, Watcher,
};

/// How one of the plan's players evaluates moves.
pub(in crate::games::connect4) trait MoveEvaluation:
    Send + 'static
{
    /// Plies that it looks ahead unless the option `Depth` or the limits say otherwise.
    const DEPTH: u32;
    /// Below every value or as low as the least; values are **for the side that has moved**.
    const WORST: i32;

    /// The moves to search after the checks, the middle first, and why if a check has decided.
    fn shortlist(rack: &Rack, allowed: &[u8]) -> Shortlist;

    /// The value of a move for the side that has made it, searched `depth` plies below it.
    ///
    /// A value at or below the `floor` may be returned as any number at or below it. `tick` is
    /// called before every further move; `None` if it returns false.
    fn value(after: &Rack, depth: u32, floor: i32, tick: &mut impl FnMut() -> bool) -> Option<i32>;

    /// The value as a score for the side to move, and whether it is proved.
    fn score(value: i32, depth: SearchDepth) -> (Score, bool);

    /// The reason for the best of several moves of a side, in words.
    fn best_in_words(side: Side) -> &'static str;

    /// The value in words.
    fn value_in_words(value: i32, side: Side) -> String;

    /// The value in the unit of the plan, for the side to move.
    fn in_unit_of_document(value: i32, depth: SearchDepth) -> MoveValue;

    /// The plan's own score of a board after a move of `side`, and the items of which it consists.
    fn describe_static_score(after: &Rack, side: Side) -> String;
}

/// The depth of an iteration.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::connect4) struct SearchDepth {
    /// Plies, at least 1.
    pub(super) plies: u32,
    /// Whether the last ply fills the rack.
    pub(super) fills_rack: bool,
}

/// A move of the current position and its value for the side to move.
#[derive(Clone, Copy, Debug)]
struct ValuedMove {
    /// The channel of the move, 0 for the leftmost.
    channel: u8,
    /// Its value, in the units of [`MoveEvaluation::value`].
    value: i32,
    /// The iteration of the value; of a win or loss, the first one that has seen it.
    depth: SearchDepth,
}

/// The moves of a position, as a player ranks them.
struct Ranking {
    /// The moves that the checks have left, at least one, the best first.
    searched: Vec<ValuedMove>,
    /// The moves that the checks have ruled out, with the values of their boards, the best first.
    ruled_out: Vec<ValuedMove>,
    /// The depth of the last whole iteration, 0 if there is none.
    depth: u32,
    /// Why the checks have left just these moves; `None` if the search was to decide.
    reason: Option<&'static str>,
}

impl Ranking {
    /// Why the first move is played.
    fn reason<E: MoveEvaluation>(&self, side: Side) -> String {
        if let Some(reason) = self.reason {
            return reason.to_owned();
        }
        let best = match (self.searched.len(), self.ruled_out.len()) {
            (1, 0) => ONLY_MOVE.to_owned(),
            (1, _) => "the only move that does not let the opponent win above it".to_owned(),
            _ if self.depth == 0 => return "the channel nearest to the centre".to_owned(),
            (count, _) => format!("{} of {count} moves", E::best_in_words(side)),
        };
        match self.depth {
            0 => best,
            depth => {
                let value = E::value_in_words(self.searched[0].value, side);
                format!("{best}, {value} at depth {depth}")
            }
        }
    }
}

/// One of the plan's players.
///
/// Uses the options `Depth`, `MultiPV`, `Level` and `Seed` (below full level).
pub(in crate::games::connect4) struct AverageOrMinimax<E> {
    common: CommonOptions,
    /// Plies that it looks ahead where the limits name no depth, at least 1.
    depth: u32,
    evaluation: PhantomData<fn() -> E>,
}

impl<E: MoveEvaluation> AverageOrMinimax<E> {
    /// A player with the depth and the common options set.
    pub(in crate::games::connect4) fn new(options: &Options) -> Self {
        Self {
            common: CommonOptions::new(options),
            depth: depth::<E>(options),
            evaluation: PhantomData,
        }
    }

    /// Checks the allowed moves, and searches those that are left deeper and deeper.
    ///
    /// Ends early if the value is proved, since no deeper iteration changes it. Moves that were
    /// ruled out are reported at the end, if more moves are to be reported than were searched.
    fn rank(
        &self,
        rack: &Rack,
        task: &SearchTask<'_, Rack>,
        multi_pv: usize,
        control: &mut SearchControl<'_>,
        watcher: &mut dyn Watcher<u8>,
    ) -> Ranking {
        let Shortlist { moves, reason } = E::shortlist(rack, task.moves);
        let max_depth = task.limits.depth.unwrap_or(self.depth).max(1);
        let empty = rack.empty_cells();
        let depth = SearchDepth { plies: 1, fills_rack: empty == 1 };
        control.start_grace_period();
        let mut search = DeepeningSearch::<E> {
            rack,
            moves: &moves,
            empty,
            multi_pv,
            control,
            ranked: moves.iter().map(|&channel| ValuedMove { channel, value: 0, depth }).collect(),
            evaluation: PhantomData,
        };
        let reached = search.deepen(1..=max_depth.min(empty), watcher);
        let mut all = std::mem::take(&mut search.ranked);
        let left_out = rack.cells_of(task.moves) & !rack.cells_of(&moves);
        let ruled_out = rack.size().channels_of(left_out).map(|channel| {
            let mut after = *rack;
            after.play(channel);
            let value = E::value(&after, 0, E::WORST, &mut || true).unwrap_or_default();
            ValuedMove { channel, value, depth }
        });
        all.extend(ruled_out);
        all[moves.len()..].sort_by_key(|ranked| Reverse(ranked.value));
        if reached > 0 {
            report_lines::<E>(&all, moves.len()..multi_pv, control.nodes(), watcher);
        }
        let ruled_out = all.split_off(moves.len());
        Ranking { searched: all, ruled_out, depth: reached, reason }
    }
}

/// Reports the moves of these ranks, from 0, as far as there are any.
fn report_lines<E: MoveEvaluation>(
    ranked: &[ValuedMove],
    ranks: Range<usize>,
    nodes: u64,
    watcher: &mut dyn Watcher<u8>,
) {
    for (rank, ranked) in ranked.iter().enumerate().take(ranks.end).skip(ranks.start) {
        let (score, is_proved) = E::score(ranked.value, ranked.depth);
        let rating = Rating::Score(score);
        let line = &[ranked.channel];
        watcher.progress(&Progress {
            is_proved,
            ..Progress::new(ranked.depth.plies, rank, rating, nodes, line)
        });
    }
}

/// The search of one position.
struct DeepeningSearch<'s, 'a, E> {
    rack: &'s Rack,
    /// The channels to search, 0 for the leftmost, at least one.
    moves: &'s [u8],
    /// Empty cells.
    empty: u32,
    /// Lines to report, at least 1.
    multi_pv: usize,
    control: &'s mut SearchControl<'a>,
    /// As the last whole iteration ranked them, best first.
    ranked: Vec<ValuedMove>,
    evaluation: PhantomData<fn() -> E>,
}

impl<'a, E: MoveEvaluation> Deepen<'a> for DeepeningSearch<'_, 'a, E> {
    type Move = u8;

    fn control(&mut self) -> &mut SearchControl<'a> {
        self.control
    }

    fn iterate(&mut self, plies: u32, watcher: &mut dyn Watcher<u8>) -> Iteration {
        let depth = SearchDepth { plies, fills_rack: plies == self.empty };
        let Some(mut ranked) = self.rank_moves(depth) else { return Iteration::Aborted };
        let (score, is_proved) = E::score(ranked[0].value, ranked[0].depth);
        if is_proved && score < Score::ZERO {
            keep_order_of(&mut ranked, &self.ranked);
        }
        self.ranked = ranked;
        report_lines::<E>(&self.ranked, 0..self.multi_pv, self.control.nodes(), watcher);
        Iteration::whole(is_proved)
    }
}

impl<E: MoveEvaluation> DeepeningSearch<'_, '_, E> {
    /// The moves with their values, best first; of equals the earlier stays in front.
    ///
    /// The `multi_pv` best have exact values, the others upper bounds. `None` if the search must
    /// end.
    fn rank_moves(&mut self, depth: SearchDepth) -> Option<Vec<ValuedMove>> {
        let mut ranked: Vec<ValuedMove> = Vec::with_capacity(self.moves.len());
        for &channel in self.moves {
            if !self.control.count_node() {
                return None;
            }
            let floor = ranked.get(self.multi_pv - 1).map_or(E::WORST, |last| last.value);
            let mut after = *self.rack;
            after.play(channel);
            let plies = depth.plies - 1;
            let value = E::value(&after, plies, floor, &mut || self.control.count_node())?;
            let rank = ranked.partition_point(|better| better.value >= value);
            let depth = self.first_depth(channel, value, depth);
            ranked.insert(rank, ValuedMove { channel, value, depth });
        }
        Some(ranked)
    }

    /// The depth of a value: of a win or loss, that of the first iteration that has seen it.
    fn first_depth(&self, channel: u8, value: i32, depth: SearchDepth) -> SearchDepth {
        let seen = self.ranked.iter().find(|old| old.channel == channel && old.value == value);
        match seen {
            Some(seen) if E::score(value, depth).0.plies_to_end().is_some() => seen.depth,
            _ => depth,
        }
    }
}

/// Orders moves that all lose as the iteration before did: what seemed best resists longest.
fn keep_order_of(ranked: &mut [ValuedMove], before: &[ValuedMove]) {
    ranked.sort_by_key(|new| before.iter().position(|old| old.channel == new.channel));
}

impl<E: MoveEvaluation> Player<Rack> for AverageOrMinimax<E> {
    fn choose(
        &mut self,
        game: &Record<Rack>,
        task: &SearchTask<'_, Rack>,
        watcher: &mut dyn Watcher<u8>,
    ) -> Choice<u8> {
        if let Some(random) = self.common.random_move(task.moves) {
            return random;
        }
        let rack = game.position();
        let mut control = SearchControl::new(task, rack.side()).with_node_cap(self.common.nodes());
        let ranking = self.rank(rack, task, self.common.multi_pv(), &mut control, watcher);
        let reason = ranking.reason::<E>(rack.side());
        Choice { best: ranking.searched[0].channel, nodes: control.nodes(), reason }
    }

    fn judge(
        &mut self,
        game: &Record<Rack>,
        task: &SearchTask<'_, Rack>,
    ) -> Option<Vec<Judgement<u8>>> {
        let rack = game.position();
        let side = rack.side();
        let nodes = self.common.nodes();
        let limits = task.limits.clone().with_half_the_time();
        let first_task = SearchTask { limits: &limits, ..*task };
        let mut control = SearchControl::new(&first_task, side).with_node_cap(nodes);
        let played = self.rank(rack, &first_task, 1, &mut control, &mut SilentWatcher);
        let mut control = SearchControl::new(task, side).with_node_cap(nodes);
        let mut ranking = self.rank(rack, task, task.moves.len(), &mut control, &mut SilentWatcher);
        // With exact values of all moves, the same limits may reach less depth.
        let best = played.searched[0];
        ranking.searched.retain(|ranked| ranked.channel != best.channel);
        ranking.searched.insert(0, best);
        let why_not = ranking.reason.map_or_else(
            || "ruled out: the opponent wins in the cell above".to_owned(),
            |reason| format!("passed over: {}", reason.split(':').next().unwrap_or(reason)),
        );
        let judgement = |ranked: &ValuedMove, why: &str| {
            let mut after = *rack;
            after.play(ranked.channel);
            Judgement {
                judged_move: ranked.channel,
                value: E::in_unit_of_document(ranked.value, ranked.depth),
                reason: format!("{why}; {}", E::describe_static_score(&after, side)),
            }
        };
        let searched = ranking.searched.iter().enumerate().map(|(rank, ranked)| match rank {
            0 => judgement(ranked, &played.reason::<E>(side)),
            _ => judgement(ranked, &format!("depth {}", ranking.depth)),
        });
        let ruled_out = ranking.ruled_out.iter().map(|ranked| judgement(ranked, &why_not));
        Some(searched.chain(ruled_out).collect())
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
        self.depth = depth::<E>(options);
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

/// How far the plan's players look ahead; 0, the default, leaves each its own depth.
pub(in crate::games::connect4) const DEPTH_OPTION: OptionSpec = OptionSpec {
    name: "Depth",
    about: "plies to look ahead; 0 is the player's own default",
    players: &["average", "minimax"],
    kind: OptionKind::Spin { default: 0, min: 0, max: 100 },
    is_open_to_network: true,
};

/// The option `Depth`, or the player's own if it is 0.
fn depth<E: MoveEvaluation>(options: &Options) -> u32 {
    match u32::try_from(options.number(&DEPTH_OPTION)) {
        Ok(0) | Err(_) => E::DEPTH,
        Ok(depth) => depth,
    }
}
