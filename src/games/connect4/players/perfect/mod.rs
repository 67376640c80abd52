//! `perfect`: the exact solver, and what to do while it has not come to an end.
//!
//! A move is thought about in stages. What the solver leaves open in the first half of the time
//! or in some tenths of a second, alpha-beta judges for as long; then the solver goes on. When it
//! knows the best score, it looks for the move that is hardest to answer among those that reach
//! it, and for a line of best play. Where it does not come to its end, the move is chosen by what
//! is proved: a win before a draw before what is open before a loss, and by alpha-beta among
//! equals.

mod fallback_evaluation;
mod known_scores;
mod root_moves;
mod scorer;
mod search_limits;

use std::cmp::{Ordering, Reverse};

use fallback_evaluation::{Judge, Seen};
use known_scores::Oracle;
use root_moves::{Candidate, Field, Replies};
pub use scorer::Exact;
use search_limits::Effort;

use crate::base::Score;
use crate::game::{Evaluate, Position, Record};
use crate::games::connect4::Rack;
use crate::games::connect4::solver::{Bounds, Step, to_score};
use crate::search::player::iterative_deepening::best_of;
use crate::search::player::options::COMMON;
use crate::search::{
    AlphaBeta, Bound, Choice, CommonOptions, Options, Player, Progress, Rating, SearchTask, Watcher,
};

/// Nodes of the first glance: a few milliseconds.
const GLANCE: u64 = 1 << 14;
/// Nodes of the attempt after it: some tenths of a second.
const ATTEMPT: u64 = 1 << 22;
/// Nodes of alpha-beta at most, unless the depth is limited: some tenths of a second.
const JUDGEMENT: u64 = 1 << 21;
/// MiB of alpha-beta's table at most.
const JUDGE_HASH: i64 = 4;
/// A move with fewer nodes is left to alpha-beta.
const FEW: u64 = 64;
/// Nodes for each question that is asked when time is up.
const LAST_WORD: u64 = 256;
/// Nodes that comparing equally good moves may take, or twice what the proof took if that is more.
const COMPARISON: u64 = 1 << 18;
/// Nodes of a proof under `depth` n: this many times 2ⁿ.
const NODES_OF_DEPTH: u64 = 64;

/// A player that knows the score of every position it has the time to solve.
///
/// Uses the options `Hash`, `Threads`, `MultiPV`, `Level` and `Seed` (below full level).
/// Takes memory at its first search, and gives it back with a new game.
pub struct Perfect<const W: usize, const H: usize> {
    oracle: Oracle<W, H>,
    judge: AlphaBeta<Rack<W, H>>,
    temper: CommonOptions,
}

impl<const W: usize, const H: usize> Perfect<W, H> {
    /// A player that knows nothing yet.
    pub fn new(options: &Options) -> Self {
        Self {
            oracle: Oracle::new(options),
            judge: AlphaBeta::new(&of_judge(options)),
            temper: CommonOptions::new(options),
        }
    }
}

/// The options for alpha-beta: full strength, and a small table.
fn of_judge(options: &Options) -> Options {
    let mut own = options.clone();
    let hash = options.spin("Hash").min(JUDGE_HASH).to_string();
    for (name, value) in [("Level", "20"), ("Hash", hash.as_str())] {
        let result = COMMON.iter().find(|spec| spec.name == name).map(|s| own.set(s, Some(value)));
        debug_assert_eq!(result, Some(Ok(())), "{name} takes {value}");
    }
    own
}

impl<const W: usize, const H: usize> Player<Rack<W, H>> for Perfect<W, H> {
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
        let effort = Effort::new(&mut self.oracle, task, rack.side(), self.temper.nodes());
        let field = Field::new(rack, task.moves, self.temper.multi_pv());
        let judge = Judge { search: &mut self.judge, game, task, watcher, seen: Vec::new() };
        Thought { rack, effort, field, judge }.choose()
    }

    fn configure(&mut self, options: &Options) {
        self.oracle.configure(options);
        self.judge.configure(&of_judge(options));
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.oracle.forget();
        self.judge.new_game();
        self.temper.new_game();
    }
}

/// One move in the making.
struct Thought<'a, const W: usize, const H: usize> {
    rack: &'a Rack<W, H>,
    effort: Effort<'a, W, H>,
    field: Field<W, H>,
    judge: Judge<'a, W, H>,
}

impl<const W: usize, const H: usize> Thought<'_, W, H> {
    fn choose(mut self) -> Choice<u8> {
        let most = self.effort.left();
        let proof = self.proof_nodes();
        if most >= FEW {
            self.effort.share(proof.min(GLANCE).min(most / 4), 4);
            if self.field.prove(&mut self.effort, &mut |_| ()) {
                return self.conclude();
            }
            self.effort.share(proof.min(ATTEMPT).min(most / 4), 8);
            if self.prove_aloud(None) {
                return self.conclude();
            }
        }
        let favourite = self.estimate(most);
        let left = self.effort.left();
        self.effort.share(proof.min(left - (left / 4).min(64 * LAST_WORD)), 15);
        if most >= FEW && self.prove_aloud(Some(favourite)) {
            return self.conclude();
        }
        self.settle(favourite)
    }

    /// [`Field::prove`] that tells what it proves on the way.
    fn prove_aloud(&mut self, favourite: Option<u8>) -> bool {
        let Self { rack, effort, field, judge } = self;
        let before = effort.spent();
        let mut tell = |step: &Step| {
            let Some((score, bound)) = told(step.bounds, rack) else { return };
            // What is at least so good must be so by the move that is told.
            let any = favourite.filter(|_| step.bounds.lower < 0);
            let Some(channel) = step.channel.or(any) else { return };
            let plies = empty_cells(rack);
            judge.watcher.progress(&Progress {
                depth: plies,
                seldepth: plies,
                multipv: 1,
                rating: Rating::Score(score),
                bound,
                exact: step.bounds.is_exact(),
                nodes: before + step.nodes,
                hashfull: step.hashfull,
                pv: &[channel],
            });
        };
        field.prove(effort, &mut tell)
    }

    /// The nodes that a proof may take where the depth is limited.
    fn proof_nodes(&self) -> u64 {
        let empty = empty_cells(self.rack);
        match self.judge.task.limits.depth {
            Some(depth) if depth < empty => NODES_OF_DEPTH << depth,
            _ => u64::MAX,
        }
    }

    /// What alpha-beta would play.
    fn estimate(&mut self, most: u64) -> u8 {
        let until = self.effort.at(12);
        let nodes = match most {
            u64::MAX if self.judge.task.limits.depth.is_some() => u64::MAX,
            ..FEW => most,
            _ => JUDGEMENT.min(most / 4),
        };
        self.judge.choose(&mut self.effort, self.judge.task.moves, nodes, until)
    }

    /// The choice once the best score is known.
    fn conclude(mut self) -> Choice<u8> {
        self.effort.share(COMPARISON.max(2 * self.effort.spent()), 12);
        self.effort.soften();
        let replies = self.field.refine(&mut self.effort);
        self.effort.share(u64::MAX, 16);
        self.effort.soften();
        for place in 0..self.field.places {
            let Candidate { channel, child, bounds } = self.field.candidates[place];
            let mut line = vec![channel];
            line.extend(self.effort.line(&child, -bounds.lower));
            self.tell(place, &line, None);
        }
        let Candidate { channel, bounds, .. } = self.field.candidates[0];
        let reason = in_words(self.score(bounds.lower), replies);
        Choice { best: channel, nodes: self.effort.spent(), reason }
    }

    /// The choice where the best score is not known in the end.
    fn settle(mut self, favourite: u8) -> Choice<u8> {
        self.field.glance(&mut self.effort, LAST_WORD);
        let judge = &self.judge;
        let hope = |candidate: &Candidate<W, H>| hope(candidate, judge.of(candidate.channel));
        self.field.candidates.sort_by_key(|candidate| Reverse(hope(candidate)));
        let (best, _) = hope(&self.field.candidates[0]);
        let equals = self.field.candidates.iter().filter(|candidate| hope(candidate).0 == best);
        let equals: Vec<u8> = equals.map(|candidate| candidate.channel).collect();
        let is_open = matches!(best, Hope::Drawn | Hope::Open) && equals.len() > 1;
        let chosen = match equals.first() {
            _ if is_open && equals.contains(&favourite) => favourite,
            Some(first) if !is_open || self.effort.left() == 0 => *first,
            _ => {
                let (left, until) = (self.effort.left(), self.effort.at(16));
                self.judge.choose(&mut self.effort, &equals, left.min(GLANCE), until)
            }
        };
        let at = self.field.candidates.iter().position(|c| c.channel == chosen).unwrap_or(0);
        self.field.lead(at);
        for place in 0..self.field.places {
            let channel = self.field.candidates[place].channel;
            let seen = self.judge.of(channel).cloned();
            let line = seen.as_ref().map_or_else(|| vec![channel], |seen| seen.line.clone());
            self.tell(place, &line, seen.as_ref());
        }
        self.unproved_choice()
    }

    fn unproved_choice(&self) -> Choice<u8> {
        let Candidate { channel, bounds, .. } = self.field.candidates[0];
        let count = self.field.candidates.len();
        let reason = match (bounds.lower, bounds.upper) {
            (1.., _) => format!("{} or sooner", in_words(self.score(bounds.lower), None)),
            (_, ..0) => format!("{} or sooner", in_words(self.score(bounds.upper), None)),
            (0, 0) => in_words(Score::ZERO, None),
            (0, _) => "at least a draw is proved".to_owned(),
            (_, 0) => "at most a draw is proved".to_owned(),
            _ => match self.judge.of(channel).map_or(0, |seen| seen.depth) {
                0 => best_of(count, 0),
                depth => format!("{}, nothing is proved", best_of(count, depth)),
            },
        };
        Choice { best: channel, nodes: self.effort.spent(), reason }
    }

    fn score(&self, score: i32) -> Score {
        score_of(score, self.rack)
    }

    /// Tells what is known of the candidate at this place.
    fn tell(&mut self, place: usize, line: &[u8], seen: Option<&Seen>) {
        let Candidate { child, bounds, .. } = self.field.candidates[place];
        let glance = || (Score::centi(-child.evaluate()), Bound::Exact);
        let mate = seen.filter(|seen| seen.is_mate() && !bounds.is_exact());
        let (score, bound) = match (mate, told(bounds, self.rack)) {
            (Some(mate), _) => (mate.score, mate.bound),
            (None, Some(told)) => told,
            (None, None) => seen.map_or_else(glance, |seen| (seen.score, seen.bound)),
        };
        let plies = score.plies_to_end().map_or_else(|| empty_cells(self.rack), i32::unsigned_abs);
        let is_exact = bounds.is_exact();
        let [depth, seldepth] = match seen {
            _ if is_exact => [plies; 2],
            Some(seen) => [seen.depth, seen.seldepth],
            None => [1; 2],
        };
        self.judge.watcher.progress(&Progress {
            depth,
            seldepth,
            multipv: place as u32 + 1,
            rating: Rating::Score(score),
            bound,
            exact: is_exact,
            nodes: self.effort.spent(),
            hashfull: self.effort.hashfull(),
            pv: line,
        });
    }
}

/// How many cells are empty.
const fn empty_cells<const W: usize, const H: usize>(rack: &Rack<W, H>) -> u32 {
    (W * H) as u32 - rack.mask.count_ones()
}

/// A score of the solver for this position.
fn score_of<const W: usize, const H: usize>(score: i32, rack: &Rack<W, H>) -> Score {
    to_score::<W, H>(score, rack.mask.count_ones().cast_signed())
}

/// What bounds say of the score, if anything.
fn told<const W: usize, const H: usize>(
    bounds: Bounds,
    rack: &Rack<W, H>,
) -> Option<(Score, Bound)> {
    match (bounds.lower, bounds.upper) {
        _ if bounds.is_exact() => Some((score_of(bounds.lower, rack), Bound::Exact)),
        (1.., _) => Some((score_of(bounds.lower, rack), Bound::Lower)),
        (_, ..0) => Some((score_of(bounds.upper, rack), Bound::Upper)),
        (0, _) => Some((Score::ZERO, Bound::Lower)),
        (_, 0) => Some((Score::ZERO, Bound::Upper)),
        _ => None,
    }
}

/// What can be hoped of a move, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Hope {
    Lost,
    Open,
    Drawn,
    Won,
}

/// What is proved of a move at least, and a number for the order among equals.
fn hope<const W: usize, const H: usize>(
    candidate: &Candidate<W, H>,
    seen: Option<&Seen>,
) -> (Hope, i32) {
    let Bounds { lower, upper } = candidate.bounds;
    let estimate = seen.map_or(i32::MIN, |seen| seen.score.value());
    match (lower, upper) {
        (1.., _) => (Hope::Won, lower),
        (_, ..0) => (Hope::Lost, lower + upper),
        (0, _) => (Hope::Drawn, estimate),
        _ => (Hope::Open, estimate),
    }
}

/// An exact score in words, and how many replies hold what the opponent has.
fn in_words(score: Score, replies: Option<Replies>) -> String {
    let words = score.ending().unwrap_or_else(|| "best play from here is a draw".to_owned());
    let Some(Replies { holding, best, all }) = replies else { return words };
    let (count, what) = match score.cmp(&Score::ZERO) {
        Ordering::Greater => (best, "last as long"),
        Ordering::Equal => (holding, "hold it"),
        Ordering::Less => (holding, "win"),
    };
    format!("{words}; {count} of {all} replies {what}")
}
