//! The search of the plays of one roll: iterative deepening with move filters, on several threads.
//!
//! Depth 1 is the 0-ply evaluation of every play. Each further depth adds a ply of lookahead, for
//! the best plays of the depth before alone. All of them are searched after one roll, then after the
//! next: a depth that the limits end counts by the rolls that it has searched.

use super::cube_context::CubeContext;
use super::cubeful_evaluation::CubefulEvaluation;
use super::lookahead::{EvaluationRequest, Lookahead, use_bearoff_database_if_built};
use super::mean_over_rolls::{MeanOverRolls, rolls_in_order};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::movegen::After;
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::CubeStateSet;
use crate::games::backgammon::eval::Probabilities;
use crate::search::player::deepening::{Deepen, Iteration, reason_for_best};
use crate::search::threads::run_in_parallel;
use crate::search::{
    Bound, Choice, EquityReport, Progress, Rating, SearchControl, SearchTask, Watcher,
};

/// The depth reached when the limits name none, in plies. Set by hand.
const USUAL_DEPTH: u32 = 3;
/// The deepest search that can be asked for, in plies. Set by hand.
const MAX_DEPTH: u32 = 6;

/// Which plays are searched deeper.
struct MoveFilter {
    /// This many of the best plays at most.
    plays: usize,
    /// How much less than the best a play may be worth, in points at a cube of 1.
    margin: f32,
}

/// The move filters for the depths from 2 on; the last one holds for all deeper ones too.
///
/// The first is that of GNU Backgammon's "normal" move filters. With a margin of 0.04 in the last one,
/// depth 4 chose other plays in 2 of 1,171 decisions, equal by rollouts, and took a fifth more time.
const MOVE_FILTERS: [MoveFilter; 3] = [
    MoveFilter { plays: 8, margin: 0.16 },
    MoveFilter { plays: 5, margin: 0.08 },
    MoveFilter { plays: 3, margin: 0.02 },
];

/// The search of one position with dice.
pub(super) struct PlaySearch<'a> {
    task: &'a SearchTask<'a, Backgammon>,
    /// The limits of the search, its clock, and the nodes of this thread.
    pub(super) control: SearchControl<'a>,
    /// The stakes of the opponent, which is on roll after every play.
    pub(super) context: CubeContext<'a>,
    /// Sorted by the last depth that was searched, best first.
    candidates: Vec<CandidatePlay>,
    /// Lines to report, at least 1.
    multi_pv: usize,
    /// The value of the cube, 1.0 to 1024.0: the unit of the margins.
    stake: f32,
    /// Nodes of all threads but the first.
    pub(super) nodes_of_others: u64,
}

impl<'a> PlaySearch<'a> {
    /// The search of this position, with the context of the opponent.
    pub(super) fn new(
        game: &Backgammon,
        task: &'a SearchTask<'a, Backgammon>,
        control: SearchControl<'a>,
        context: CubeContext<'a>,
        multi_pv: usize,
    ) -> Self {
        Self {
            task,
            control,
            context,
            candidates: task.moves.iter().map(|m| CandidatePlay::new(game.board(), *m)).collect(),
            multi_pv,
            stake: game.cube().value() as f32,
            nodes_of_others: 0,
        }
    }

    /// Searches deeper until a limit is reached, and chooses.
    pub(super) fn choose(
        mut self,
        lookaheads: &mut [Lookahead],
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        let reached = self.search(lookaheads, watcher);
        self.choice(reached)
    }

    /// Searches deeper until a limit is reached; the depth of the last whole iteration.
    pub(super) fn search(
        &mut self,
        lookaheads: &mut [Lookahead],
        watcher: &mut dyn Watcher<Move>,
    ) -> u32 {
        let limits = self.task.limits;
        let limited = limits.is_limited();
        let usual = if limited { MAX_DEPTH } else { USUAL_DEPTH };
        let deepest = limits.depth.unwrap_or(usual).clamp(1, MAX_DEPTH);
        Deepening { root: self, lookaheads }.deepen(1..=deepest, watcher)
    }

    /// The best plays so far, as many as there are lines to report.
    pub(super) fn best(&self) -> &[CandidatePlay] {
        &self.candidates[..self.multi_pv.min(self.candidates.len())]
    }

    /// How many of the best plays pass the move filter of this depth.
    fn filtered(&self, depth: u32) -> usize {
        if depth == 1 {
            return self.candidates.len();
        }
        let MoveFilter { plays, margin } =
            MOVE_FILTERS[(depth as usize - 2).min(MOVE_FILTERS.len() - 1)];
        let least = self.candidates[0].points - margin * self.stake;
        let near = self.candidates.iter().take(plays).take_while(|c| c.points >= least).count();
        near.max(self.multi_pv).min(self.candidates.len())
    }

    /// Searches the first `plays` to this depth and sorts them, best first; whether the limits
    /// allowed all of it.
    fn search_plays(&mut self, lookaheads: &mut [Lookahead], depth: u32, plays: usize) -> bool {
        let (searched, is_whole) = if depth == 1 {
            let searched = self.evaluate_all(&mut lookaheads[0]);
            (searched, searched == plays)
        } else {
            let first = &mut self.candidates[..plays];
            let Evaluated { is_whole, nodes_of_others } =
                evaluate_plays(first, depth - 1, self.context, lookaheads, &mut self.control);
            self.nodes_of_others += nodes_of_others;
            (plays, is_whole)
        };
        let first = &mut self.candidates[..searched];
        if is_whole {
            for candidate in &mut *first {
                candidate.plies = depth - 1;
            }
        }
        if is_whole || searched > 1 {
            // Values of different depths do not compare: a play of the deeper one comes first.
            first.sort_by(|a, b| b.plies.cmp(&a.plies).then_with(|| b.points.total_cmp(&a.points)));
        }
        is_whole
    }

    /// The 0-ply evaluation of all plays, as many from the front as the limits allow.
    fn evaluate_all(&mut self, lookahead: &mut Lookahead) -> usize {
        for (number, candidate) in self.candidates.iter_mut().enumerate() {
            if !self.control.count_node() {
                return number;
            }
            let (board, chances) = (candidate.board, lookahead.evaluate(candidate.board));
            let present = CubeStateSet::PRESENT;
            candidate.set_evaluation(&self.context.evaluation(board, chances, present));
        }
        self.candidates.len()
    }

    const fn nodes(&self) -> u64 {
        self.control.nodes() + self.nodes_of_others
    }

    fn report(&self, depth: u32, line: usize, bound: Bound, watcher: &mut dyn Watcher<Move>) {
        let Some(candidate) = self.candidates.get(line) else { return };
        let &CandidatePlay { points: equity, chances, played, .. } = candidate;
        watcher.progress(&Progress {
            bound,
            ..Progress::new(
                depth,
                line,
                Rating::Equity(EquityReport {
                    equity,
                    probabilities: Some(chances.named()),
                    sample: None,
                }),
                self.nodes(),
                &[played],
            )
        });
    }

    /// The best play, and why, after a search of this depth.
    pub(super) fn choice(&self, depth: u32) -> Choice<Move> {
        let best = &self.candidates[0];
        let reason = match (self.candidates.len(), depth) {
            (count @ 1, _) | (count, 0) => reason_for_best(count, depth),
            (count, _) => {
                let percent = best.chances.to_array().map(|chance| 100.0 * chance);
                let [win, gammon, _, lost_gammon, _] = percent;
                format!(
                    "best of {count} moves at depth {depth}: wins {win:.1} %, gammons {gammon:.1} % \
                     and {lost_gammon:.1} %"
                )
            }
        };
        Choice { best: best.played, nodes: self.nodes(), reason }
    }
}

/// A search, and what its threads look ahead with.
struct Deepening<'r, 'a> {
    root: &'r mut PlaySearch<'a>,
    lookaheads: &'r mut [Lookahead],
}

impl<'a> Deepen<'a> for Deepening<'_, 'a> {
    type Move = Move;

    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.root.control
    }

    fn iterate(&mut self, depth: u32, watcher: &mut dyn Watcher<Move>) -> Iteration {
        let root = &mut *self.root;
        let leader = root.candidates[0].played;
        use_bearoff_database_if_built(self.lookaheads);
        let plays = root.filtered(depth);
        if depth > 1 && plays < 2 && root.multi_pv < 2 {
            return Iteration::Aborted;
        }
        if !root.search_plays(self.lookaheads, depth, plays) {
            if root.candidates[0].played != leader {
                // Deeper ones have an estimate of all plays, the first a part of the plays.
                let bound = if depth == 1 { Bound::Lower } else { Bound::Exact };
                root.report(depth, 0, bound, watcher);
            }
            return Iteration::Aborted;
        }
        (0..root.multi_pv).for_each(|line| root.report(depth, line, Bound::Exact, watcher));
        log::debug!("depth {depth} plays {plays} nodes {}", root.nodes());
        Iteration::Whole
    }
}

/// A play of the roll, and its evaluation so far.
#[derive(Clone, Debug)]
pub(super) struct CandidatePlay {
    /// The play.
    pub(super) played: Move,
    /// The board after it: the opponent is about to roll.
    pub(super) board: Board,
    /// For the side that makes the play.
    pub(super) chances: Probabilities,
    /// Expected points, for the side that makes the play, as in [`CubefulEvaluation`].
    pub(super) points: f32,
    /// Plies of the last lookahead that has searched all rolls; 0 before one.
    plies: u32,
    /// The mean over all rolls of the last lookahead.
    mean: Option<MeanOverRolls>,
}

impl CandidatePlay {
    /// A play that is not evaluated yet; the side that makes it is the mover of `board`.
    pub(super) fn new(board: Board, played: Move) -> Self {
        let after = match played {
            Move::Checkers(steps) => After::of(board, steps).map(|after| after.board(board)),
            _ => None,
        };
        Self {
            played,
            board: after.unwrap_or_else(|| board.swapped()),
            chances: Probabilities::default(),
            points: f32::NEG_INFINITY,
            plies: 0,
            mean: None,
        }
    }

    /// Takes the evaluation of the board after the play over, which is the opponent's.
    pub(super) fn set_evaluation(&mut self, opponents: &CubefulEvaluation) {
        self.chances = opponents.chances.swapped().bounded();
        self.points = -opponents.points();
    }

    /// Takes a lookahead over, from the opponent's evaluations after some rolls; `context` is the
    /// opponent's. Nothing changes if they are too few to say anything.
    pub(super) fn set_lookahead(
        &mut self,
        by_roll: Vec<CubefulEvaluation>,
        context: CubeContext<'_>,
    ) {
        if let Some(found) = MeanOverRolls::new(by_roll, self.mean.as_ref()) {
            self.set_evaluation(&context.before_cube_action(found.mean, CubeStateSet::PRESENT));
            self.mean = Some(found);
        }
    }
}

/// The extent of an evaluation that the limits may have ended.
struct Evaluated {
    /// Whether all rolls were.
    is_whole: bool,
    /// Nodes of all threads but the first.
    nodes_of_others: u64,
}

/// Evaluates plays (at least one) with this many plies of lookahead, 1 or more.
///
/// If the limits end it, the plays have estimates by the rolls that were searched after all of
/// them; with 1 ply they stay as they were. `context` is that of the opponent, which is on roll
/// after each play. What is found does not depend on the number of threads.
fn evaluate_plays(
    candidates: &mut [CandidatePlay],
    plies: u32,
    context: CubeContext<'_>,
    lookaheads: &mut [Lookahead],
    control: &mut SearchControl<'_>,
) -> Evaluated {
    let request = EvaluationRequest { plies, context, states: CubeStateSet::PRESENT };
    let boards: Vec<Board> = candidates.iter().map(|candidate| candidate.board).collect();
    let (plays, rolls) = (boards.len(), rolls_in_order());
    let evaluate = |number: usize, lookahead: &mut Lookahead, control: &mut SearchControl<'_>| {
        let (board, roll) = (boards[number % plays], rolls[number / plays]);
        lookahead.evaluate_roll(board, roll, request, control)
    };
    let (found, nodes_of_others) =
        run_in_parallel(plays * Roll::DISTINCT_COUNT, lookaheads, control, evaluate);
    let searched = found.len() / plays;
    for (number, candidate) in candidates.iter_mut().enumerate() {
        let by_roll = found.iter().skip(number).step_by(plays).take(searched);
        candidate.set_lookahead(by_roll.copied().collect(), context);
    }
    Evaluated { is_whole: searched == Roll::DISTINCT_COUNT, nodes_of_others }
}
