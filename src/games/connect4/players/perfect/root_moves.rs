//! The moves of the current position, what is proved of each, and which is hardest to answer.

use std::cmp::Reverse;

use super::limited_solver::{LimitedSolver, WHOLE_TIME};
use crate::game::Position;
use crate::games::connect4::Rack;
use crate::games::connect4::solver::{Bounds, ProofStep};

/// Below every score of the solver.
const WORST: i32 = -64;

/// A move of the current position, and what is proved of it.
#[derive(Clone, Copy)]
pub(super) struct RootMove {
    /// The channel it is played in, 0 for the leftmost.
    pub(super) channel: u8,
    /// The position after it.
    pub(super) child: Rack,
    /// Bounds on its score, for the side that makes it.
    pub(super) bounds: Bounds,
}

/// How hard a position is for its side to move: the fewer good replies, the harder.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReplyCounts {
    /// Replies that keep a win or a draw; 0 where every reply loses.
    pub(super) holding: u32,
    /// Replies that are as good as any: they win soonest, draw, or lose latest.
    pub(super) best: u32,
    /// All replies.
    pub(super) all: u32,
}

/// The moves to choose from, the middle first until they are sorted.
pub(super) struct RootMoves {
    rack: Rack,
    /// The moves, each with the bounds on its score so far.
    pub(super) moves: Vec<RootMove>,
    /// Bounds on the score of the best of them.
    best: Bounds,
    /// Whether they are all legal moves.
    is_complete: bool,
    /// How many of the best are to be reported.
    pub(super) multi_pv: usize,
}

impl RootMoves {
    /// These channels (at least one) of a position, of which the `multi_pv` best (at least one)
    /// are to be reported.
    pub(super) fn new(rack: &Rack, channels: &[u8], multi_pv: usize) -> Self {
        let unknown = Bounds { lower: WORST, upper: -WORST };
        let order = rack.size().centre_first();
        let root_move = |channel| {
            let mut child = *rack;
            child.play(channel);
            RootMove { channel, child, bounds: unknown }
        };
        let moves: Vec<_> =
            order.filter(|channel| channels.contains(channel)).map(root_move).collect();
        Self {
            rack: *rack,
            best: unknown,
            is_complete: moves.len() as u64 == rack.count_moves(),
            multi_pv: multi_pv.clamp(1, moves.len()),
            moves,
        }
    }

    /// Proves the scores of the best moves, as many as are to be reported; returns whether that
    /// was finished.
    ///
    /// `on_step` is called with what is proved of the best of all moves on the way.
    pub(super) fn prove(
        &mut self,
        solver: &mut LimitedSolver<'_>,
        on_step: &mut dyn FnMut(&ProofStep),
    ) -> bool {
        if self.is_complete && !self.best.is_exact() {
            self.best = self.best.intersection(solver.score(&self.rack, on_step));
            for root_move in &mut self.moves {
                root_move.bounds.upper = root_move.bounds.upper.min(self.best.upper);
            }
        }
        if !self.is_complete || self.multi_pv > 1 {
            (self.best.is_exact() || !self.is_complete) && self.prove_one_by_one(solver)
        } else {
            self.best.is_exact() && self.prove_reaching(self.best.lower, solver, false)
        }
    }

    /// Proves the scores of the best moves, one after the other.
    ///
    /// Once `multi_pv` scores are known, a null-window test drops each move that is not better
    /// than the worst of them.
    fn prove_one_by_one(&mut self, solver: &mut LimitedSolver<'_>) -> bool {
        let mut scores: Vec<i32> = Vec::new();
        for RootMove { child, bounds, .. } in &mut self.moves {
            if let Some(&floor) = scores.get(self.multi_pv - 1)
                && !bounds.is_exact()
            {
                if bounds.upper <= floor {
                    continue;
                }
                match solver.reaches(child, -floor) {
                    Some(true) => {
                        bounds.upper = floor;
                        continue;
                    }
                    Some(false) => bounds.lower = bounds.lower.max(floor + 1),
                    None => return false,
                }
            }
            if !bounds.is_exact() {
                let score = solver.score(child, &mut |_| ());
                *bounds = bounds.intersection(score.negated());
            }
            if !bounds.is_exact() {
                return false;
            }
            let rank = scores.partition_point(|score| *score >= bounds.lower);
            scores.insert(rank, bounds.lower);
        }
        self.best = Bounds::exact(scores[0]);
        true
    }

    /// Proves which moves reach a score: the first one, or `all` of them.
    ///
    /// Returns whether that was finished.
    fn prove_reaching(&mut self, score: i32, solver: &mut LimitedSolver<'_>, all: bool) -> bool {
        for RootMove { child, bounds, .. } in &mut self.moves {
            if bounds.lower < score && bounds.upper >= score {
                match solver.reaches(child, 1 - score) {
                    Some(true) => bounds.upper = score - 1,
                    Some(false) => bounds.lower = score,
                    None => return false,
                }
            }
            if bounds.lower >= score && !all {
                return true;
            }
        }
        all
    }

    /// Moves the one of the best moves that is hardest to answer to the front, once the best
    /// score is known; returns its replies.
    ///
    /// `None` if there was nothing to compare, or the stage ended before the first comparison.
    pub(super) fn lead_with_hardest(
        &mut self,
        solver: &mut LimitedSolver<'_>,
    ) -> Option<ReplyCounts> {
        let score = self.best.lower;
        self.prove_reaching(score, solver, true);
        self.moves.sort_by_key(|root_move| Reverse(root_move.bounds.lower));
        let tied = self.moves.partition_point(|root_move| root_move.bounds.lower >= score);
        if tied < 2 || self.moves[0].child.count_moves() == 0 {
            return None;
        }
        let mut hardest: Option<(ReplyCounts, usize)> = None;
        for at in 0..tied {
            let child = self.moves[at].child;
            let Some(replies) = count_replies(&child, -score, solver) else { break };
            if hardest.is_none_or(|(hard, _)| replies.difficulty() < hard.difficulty()) {
                hardest = Some((replies, at));
            }
        }
        let (replies, at) = hardest?;
        self.move_to_front(at);
        Some(replies)
    }

    /// Tests each move with few nodes: whether it reaches the best lower bound, a draw, a win.
    ///
    /// Each test takes `nodes` nodes at most.
    pub(super) fn test_cheaply(&mut self, solver: &mut LimitedSolver<'_>, nodes: u64) {
        let best = self.best;
        for RootMove { child, bounds, .. } in &mut self.moves {
            for score in [best.lower, 0, 1] {
                if bounds.lower < score && bounds.upper >= score {
                    solver.begin_stage(nodes, WHOLE_TIME);
                    match solver.reaches(child, 1 - score) {
                        Some(true) => bounds.upper = score - 1,
                        Some(false) => bounds.lower = score,
                        None => {}
                    }
                }
            }
        }
    }

    /// Moves the move at this index to the front.
    pub(super) fn move_to_front(&mut self, at: usize) {
        self.moves[..=at].rotate_right(1);
    }
}

impl ReplyCounts {
    /// The number of holding replies counts first, then that of the best; less is harder.
    const fn difficulty(self) -> (u32, u32) {
        (self.holding, self.best)
    }
}

/// Counts the replies in a position of this score that is not over; `None` if the stage ended.
fn count_replies(rack: &Rack, score: i32, solver: &mut LimitedSolver<'_>) -> Option<ReplyCounts> {
    let mut replies = ReplyCounts { holding: 0, best: 0, all: 0 };
    let mut channels = Vec::new();
    rack.moves(&mut channels);
    for channel in channels {
        let mut child = *rack;
        child.play(channel);
        let is_best = !solver.reaches(&child, 1 - score)?;
        let holds = match score {
            ..0 => false,
            0 => is_best,
            1.. => is_best || !solver.reaches(&child, 0)?,
        };
        replies.all += 1;
        replies.best += u32::from(is_best);
        replies.holding += u32::from(holds);
    }
    Some(replies)
}
