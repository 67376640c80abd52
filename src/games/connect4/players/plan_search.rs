//! The frame of the plan's two players: checks first, then one look after the other, deeper and
//! deeper up to the depth that is set, so that there is an answer whenever it is wanted.

use std::marker::PhantomData;

use super::forced_moves::Shortlist;
use crate::base::{Score, Side};
use crate::game::{Position, Record};
use crate::games::connect4::Rack;
use crate::search::player::iterative_deepening::{Deepen, Iteration};
use crate::search::{
    Choice, CommonOptions, Options, Player, Progress, Rating, SearchControl, SearchTask, Watcher,
};

/// How one of the plan's players judges moves.
pub(super) trait Judge: Send + 'static {
    /// How many plies it looks ahead unless told otherwise.
    const DEPTH: u32;
    /// Below or at every value.
    const WORST: i32;

    /// The moves to search after the checks, and what decided already; middle first.
    fn shortlist<const W: usize, const H: usize>(rack: &Rack<W, H>, allowed: &[u8]) -> Shortlist;

    /// The value of a move for the side that has made it, searched `depth` plies below it.
    ///
    /// Values at or below the `floor` may be told as any at or below it. `None` if `tick`, which
    /// is asked before every further move, says no.
    fn value<const W: usize, const H: usize>(
        after: &Rack<W, H>,
        depth: u32,
        floor: i32,
        tick: &mut impl FnMut() -> bool,
    ) -> Option<i32>;

    /// The value as a score for the side to move, and whether it is proved.
    fn score(value: i32, depth: Depth) -> (Score, bool);

    /// Why the move of this value was chosen from so many.
    fn reason(value: i32, side: Side, depth: u32, count: usize) -> String;
}

/// How deep a look was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// Plies, at least 1.
    pub(super) plies: u32,
    /// Whether the last ply fills the rack.
    pub(super) to_the_end: bool,
}

/// A move of the root and its value for the side to move.
#[derive(Clone, Copy, Debug)]
struct Line {
    channel: u8,
    value: i32,
}

/// One of the plan's players.
///
/// Uses the options `Depth`, `MultiPV`, `Level` and `Seed` (below full level).
pub(super) struct Planner<J> {
    temper: CommonOptions,
    depth: u32,
    judge: PhantomData<fn() -> J>,
}

impl<J: Judge> Planner<J> {
    /// A player with the depth and temper of the options.
    pub(super) fn new(options: &Options) -> Self {
        Self { temper: CommonOptions::new(options), depth: depth::<J>(options), judge: PhantomData }
    }

    /// Looks deeper and deeper; the lines of the last whole look, best first, and its depth.
    ///
    /// Ends early where the value is proved, since no deeper look changes it.
    fn look<const W: usize, const H: usize>(
        &self,
        rack: &Rack<W, H>,
        (moves, deepest): (&[u8], u32),
        control: &mut SearchControl<'_>,
        watcher: &mut dyn Watcher<u8>,
    ) -> (Vec<Line>, u32) {
        let empty = (Rack::<W, H>::CELLS & !rack.mask).count_ones();
        let lines = moves.iter().map(|&m| Line { channel: m, value: 0 }).collect();
        control.start_grace_period();
        let mut search = Search::<J, W, H> {
            rack,
            moves,
            empty,
            multi_pv: self.temper.multi_pv(),
            control,
            lines,
            judge: PhantomData,
        };
        let reached = search.deepen(1..=deepest.min(empty), watcher);
        (search.lines, reached)
    }
}

/// The search of one position.
struct Search<'s, 'a, J, const W: usize, const H: usize> {
    rack: &'s Rack<W, H>,
    moves: &'s [u8],
    /// Empty cells.
    empty: u32,
    multi_pv: usize,
    control: &'s mut SearchControl<'a>,
    /// As the last whole iteration left them.
    lines: Vec<Line>,
    judge: PhantomData<fn() -> J>,
}

impl<'a, J: Judge, const W: usize, const H: usize> Deepen<'a> for Search<'_, 'a, J, W, H> {
    type Move = u8;

    fn control(&mut self) -> &mut SearchControl<'a> {
        self.control
    }

    fn iterate(&mut self, plies: u32, watcher: &mut dyn Watcher<u8>) -> Iteration {
        let depth = Depth { plies, to_the_end: plies == self.empty };
        let lines = lines::<J, W, H>(self.rack, self.moves, plies, self.multi_pv, self.control);
        let Some(mut lines) = lines else { return Iteration::Aborted };
        let (score, exact) = J::score(lines[0].value, depth);
        if exact && score < Score::ZERO {
            hold_out(&mut lines, &self.lines);
        }
        report::<J>(&lines, depth, (self.multi_pv, self.control.nodes()), watcher);
        self.lines = lines;
        Iteration::whole(exact)
    }
}

/// Orders moves that all lose as the look before had them: what seemed best held out longest.
fn hold_out(lines: &mut [Line], before: &[Line]) {
    lines.sort_by_key(|line| before.iter().position(|known| known.channel == line.channel));
}

impl<const W: usize, const H: usize, J: Judge> Player<Rack<W, H>> for Planner<J> {
    fn choose(
        &mut self,
        game: &Record<Rack<W, H>>,
        task: &SearchTask<'_, Rack<W, H>>,
        watcher: &mut dyn Watcher<u8>,
    ) -> Choice<u8> {
        if let Some(slip) = self.temper.random_move(task.moves) {
            return slip;
        }
        let rack = game.position();
        let Shortlist { moves, why } = J::shortlist(rack, task.moves);
        let deepest = task.limits.depth.unwrap_or(self.depth).max(1);
        let mut control = SearchControl::new(task, rack.side()).with_node_cap(self.temper.nodes());
        let (lines, depth) = self.look(rack, (&moves, deepest), &mut control, watcher);
        let Line { channel, value } = lines[0];
        let count = moves.len();
        let reason = match why {
            Some(why) => why.to_owned(),
            None if depth == 0 => "the channel nearest to the centre".to_owned(),
            None => J::reason(value, rack.side(), depth, count),
        };
        Choice { best: channel, nodes: control.nodes(), reason }
    }

    fn configure(&mut self, options: &Options) {
        self.temper.configure(options);
        self.depth = depth::<J>(options);
    }

    fn new_game(&mut self) {
        self.temper.new_game();
    }
}

/// The option `Depth`, or the player's own if it is 0.
fn depth<J: Judge>(options: &Options) -> u32 {
    match u32::try_from(options.spin("Depth")) {
        Ok(0) | Err(_) => J::DEPTH,
        Ok(depth) => depth,
    }
}

/// The moves with their values, best first; of equals the earlier stays in front. The best
/// `exact` of them are told exactly. `None` if the search must end.
fn lines<J: Judge, const W: usize, const H: usize>(
    rack: &Rack<W, H>,
    moves: &[u8],
    plies: u32,
    exact: usize,
    control: &mut SearchControl<'_>,
) -> Option<Vec<Line>> {
    let mut lines: Vec<Line> = Vec::with_capacity(moves.len());
    for &channel in moves {
        if !control.count_node() {
            return None;
        }
        let floor = lines.get(exact - 1).map_or(J::WORST, |line| line.value);
        let mut after = *rack;
        after.play(channel);
        let value = J::value(&after, plies - 1, floor, &mut || control.count_node())?;
        let place = lines.partition_point(|line| line.value >= value);
        lines.insert(place, Line { channel, value });
    }
    Some(lines)
}

/// Tells the best lines of a whole look.
fn report<J: Judge>(
    lines: &[Line],
    depth: Depth,
    (multi_pv, nodes): (usize, u64),
    watcher: &mut dyn Watcher<u8>,
) {
    for (rank, line) in lines.iter().take(multi_pv).enumerate() {
        let (score, exact) = J::score(line.value, depth);
        watcher.progress(&Progress {
            exact,
            ..Progress::new(depth.plies, rank, Rating::Score(score), nodes, &[line.channel])
        });
    }
}
