//! The moves of a position, and what is proved of each.

use super::search_limits::Effort;
use crate::game::Position;
use crate::games::connect4::Rack;
use crate::games::connect4::solver::{Bounds, Step};

/// Below every score.
const WORST: i32 = -64;

/// A move and what is proved of it.
#[derive(Clone, Copy)]
pub(super) struct Candidate<const W: usize, const H: usize> {
    pub(super) channel: u8,
    /// The rack after it.
    pub(super) child: Rack<W, H>,
    /// Bounds on its score, for the side that makes it.
    pub(super) bounds: Bounds,
}

/// How hard a position is for its side to move; less is harder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Replies {
    /// Replies that keep a win or a draw; none where all is lost.
    pub(super) holding: u32,
    /// Replies that are as good as any: they win soonest, draw, or lose latest.
    pub(super) best: u32,
    /// All replies.
    pub(super) all: u32,
}

/// The moves to choose from, the middle first until they are put in order.
pub(super) struct Field<const W: usize, const H: usize> {
    rack: Rack<W, H>,
    pub(super) candidates: Vec<Candidate<W, H>>,
    /// Bounds on the score of the best of them.
    root: Bounds,
    /// Whether they are all that are legal.
    is_whole: bool,
    /// How many of the best are wanted.
    pub(super) places: usize,
}

impl<const W: usize, const H: usize> Field<W, H> {
    /// These moves (at least one) of a position, of which so many (at least one) are to be told.
    pub(super) fn new(rack: &Rack<W, H>, moves: &[u8], places: usize) -> Self {
        let whole = Bounds { lower: WORST, upper: -WORST };
        let order = Rack::<W, H>::CENTRE_FIRST.into_iter();
        let candidate = |channel| {
            let mut child = *rack;
            child.play(channel);
            Candidate { channel, child, bounds: whole }
        };
        let candidates: Vec<_> =
            order.filter(|channel| moves.contains(channel)).map(candidate).collect();
        Self {
            rack: *rack,
            root: whole,
            is_whole: candidates.len() as u64 == rack.count_moves(),
            places: places.clamp(1, candidates.len()),
            candidates,
        }
    }

    /// Finds the scores of the best moves, as many as are wanted; says whether it came to an end.
    ///
    /// `tell` hears of what is proved of the best of all moves on the way.
    pub(super) fn prove(
        &mut self,
        effort: &mut Effort<'_, W, H>,
        tell: &mut dyn FnMut(&Step),
    ) -> bool {
        if self.is_whole && !self.root.is_exact() {
            self.root = narrowed(self.root, effort.score(&self.rack, tell));
            for candidate in &mut self.candidates {
                candidate.bounds.upper = candidate.bounds.upper.min(self.root.upper);
            }
        }
        if !self.is_whole || self.places > 1 {
            (self.root.is_exact() || !self.is_whole) && self.rank(effort)
        } else {
            self.root.is_exact() && self.find(self.root.lower, effort, false)
        }
    }

    /// Finds the scores of the best moves, one after the other.
    fn rank(&mut self, effort: &mut Effort<'_, W, H>) -> bool {
        let mut best: Vec<i32> = Vec::new();
        for Candidate { child, bounds, .. } in &mut self.candidates {
            if let Some(&floor) = best.get(self.places - 1)
                && !bounds.is_exact()
            {
                if bounds.upper <= floor {
                    continue;
                }
                match effort.reaches(child, -floor) {
                    Some(true) => {
                        bounds.upper = floor;
                        continue;
                    }
                    Some(false) => bounds.lower = bounds.lower.max(floor + 1),
                    None => return false,
                }
            }
            if !bounds.is_exact() {
                *bounds = narrowed(*bounds, effort.score(child, &mut |_| ()).negated());
            }
            if !bounds.is_exact() {
                return false;
            }
            let place = best.partition_point(|score| *score >= bounds.lower);
            best.insert(place, bounds.lower);
        }
        self.root = Bounds::exact(best[0]);
        true
    }

    /// Tells the moves that reach a score from the others, the first one or `all` of them.
    ///
    /// Says whether it came to an end.
    fn find(&mut self, score: i32, effort: &mut Effort<'_, W, H>, all: bool) -> bool {
        for Candidate { child, bounds, .. } in &mut self.candidates {
            if bounds.lower < score && bounds.upper >= score {
                match effort.reaches(child, 1 - score) {
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

    /// Of the best moves, once they are known, the one that is hardest to answer.
    ///
    /// Leads the field with it; `None` where there was nothing to compare, or no room to.
    pub(super) fn refine(&mut self, effort: &mut Effort<'_, W, H>) -> Option<Replies> {
        let score = self.root.lower;
        self.find(score, effort, true);
        self.candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.bounds.lower));
        let tied = self.candidates.partition_point(|candidate| candidate.bounds.lower >= score);
        if tied < 2 || self.candidates[0].child.count_moves() == 0 {
            return None;
        }
        let mut hardest: Option<(Replies, usize)> = None;
        for at in 0..tied {
            let child = self.candidates[at].child;
            let Some(replies) = count_replies(&child, -score, effort) else { break };
            if hardest.is_none_or(|(hard, _)| replies.weight() < hard.weight()) {
                hardest = Some((replies, at));
            }
        }
        let (replies, at) = hardest?;
        self.lead(at);
        Some(replies)
    }

    /// Proves what takes next to nothing: whether each move wins, draws, or loses.
    pub(super) fn glance(&mut self, effort: &mut Effort<'_, W, H>, nodes: u64) {
        let root = self.root;
        for Candidate { child, bounds, .. } in &mut self.candidates {
            for score in [root.lower, 0, 1] {
                if bounds.lower < score && bounds.upper >= score {
                    effort.share(nodes, 16);
                    match effort.reaches(child, 1 - score) {
                        Some(true) => bounds.upper = score - 1,
                        Some(false) => bounds.lower = score,
                        None => {}
                    }
                }
            }
        }
    }

    /// Brings the candidate at this place to the front.
    pub(super) fn lead(&mut self, at: usize) {
        self.candidates[..=at].rotate_right(1);
    }
}

impl Replies {
    const fn weight(self) -> (u32, u32) {
        (self.holding, self.best)
    }
}

/// Counts the replies in a position of this score, which are some; `None` if the effort ended.
fn count_replies<const W: usize, const H: usize>(
    rack: &Rack<W, H>,
    score: i32,
    effort: &mut Effort<'_, W, H>,
) -> Option<Replies> {
    let mut replies = Replies { holding: 0, best: 0, all: 0 };
    let mut channels = Vec::new();
    rack.moves(&mut channels);
    for channel in channels {
        let mut child = *rack;
        child.play(channel);
        let is_best = !effort.reaches(&child, 1 - score)?;
        let holds = match score {
            ..0 => false,
            0 => is_best,
            1.. => is_best || !effort.reaches(&child, 0)?,
        };
        replies.all += 1;
        replies.best += u32::from(is_best);
        replies.holding += u32::from(holds);
    }
    Some(replies)
}

/// What two proofs say together.
fn narrowed(one: Bounds, other: Bounds) -> Bounds {
    Bounds { lower: one.lower.max(other.lower), upper: one.upper.min(other.upper) }
}
