//! The search of the plays of one roll: iterative deepening with move filters, on several threads.
//!
//! Depth 1 is the 0-ply evaluation of every play. Each further depth adds a ply of lookahead, for
//! the best plays of the depth before alone. All of them are searched after one roll, then after the
//! next: a depth that the limits end counts by the rolls that it has searched.
//!
//! A lookahead that is one ply deeper changes the value of a play by about the same after every
//! roll. So its mean over all rolls is estimated by the mean of the shallower lookahead, and the
//! change over the rolls that were searched. Few of them are enough: of the variance of the change
//! between 2 and 3 plies, 18 % is left after 4 rolls, and 7 % after 8.

use super::cubeful_evaluations_and_caches::CubefulEvaluation;
use super::lookahead_and_cube_context::{
    CubeContext, EvaluationRequest, Lookahead, use_bearoff_database_if_built,
};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::checkers_rolls_and_moves::{Move, Roll};
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::movegen::After;
use crate::games::backgammon::cube::CubeStateSet;
use crate::games::backgammon::eval::Probabilities;
use crate::search::player::search_control_deepening_and_level::{
    Deepen, Iteration, reason_for_best,
};
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
        if is_whole || searched > 1 {
            self.candidates[..searched].sort_by(|a, b| b.points.total_cmp(&a.points));
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
            mean: None,
        }
    }

    /// Takes the evaluation of the board after the play over, which is the opponent's.
    pub(super) fn set_evaluation(&mut self, opponents: &CubefulEvaluation) {
        self.chances = opponents.chances.swapped();
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

/// All rolls, as indices of [`Roll::ALL`], in the order in which they are searched.
///
/// 32, 51, 43, 65, 21, 64, 53, 22, 61, 42, 41, 66, 62, 52, 54, 31, 63, 44, 33, 55, 11. Each is the
/// roll that, added to those before it, brings the estimate closest: of the change between 2 and 3
/// plies of the difference of two plays, in 787 pairs of plays.
const SEARCH_ORDER: [usize; Roll::DISTINCT_COUNT] =
    [4, 10, 8, 19, 1, 18, 12, 2, 15, 7, 6, 20, 16, 11, 13, 3, 17, 9, 5, 14, 0];

/// The variance of the change from roll to roll, relative to its variance from play to play.
///
/// It is the value that fits the same pairs best. Between 1 and 2 plies the best value is 0.07, and
/// between 3 and 4 plies 0.04.
const ROLL_TO_PLAY_VARIATION: f32 = 0.1;

/// The rolls in the order in which they are searched.
pub(super) fn rolls_in_order() -> [Roll; Roll::DISTINCT_COUNT] {
    SEARCH_ORDER.map(|index| Roll::ALL[index])
}

/// The mean over all rolls after a play, **for the opponent**, which is on roll.
#[derive(Clone, Debug)]
pub(super) struct MeanOverRolls {
    /// The mean; an estimate if the last lookahead has not searched all rolls.
    pub(super) mean: CubefulEvaluation,
    /// The evaluations that the mean was made from: after the first of [`rolls_in_order`].
    by_roll: Vec<CubefulEvaluation>,
}

impl MeanOverRolls {
    /// The mean of a lookahead that has searched these rolls, the first of [`rolls_in_order`].
    ///
    /// `shallower` is the mean by a lookahead of one ply less, which has searched all rolls. `None`
    /// if there is none, and not all rolls were searched now.
    pub(super) fn new(by_roll: Vec<CubefulEvaluation>, shallower: Option<&Self>) -> Option<Self> {
        let weights = rolls_in_order().map(|roll| roll.weight() as f32);
        let sum = |evaluations: &[CubefulEvaluation]| {
            let weighted = evaluations.iter().zip(weights);
            weighted.fold(CubefulEvaluation::ZERO, |sum, (evaluation, weight)| {
                sum.plus(evaluation, weight)
            })
        };
        let mean = if by_roll.len() == Roll::DISTINCT_COUNT {
            CubefulEvaluation::ZERO.plus(&sum(&by_roll), 1.0 / Roll::ORDERED_COUNT as f32)
        } else {
            let Self { mean, by_roll: before } = shallower?;
            let change = sum(&by_roll).plus(&sum(before.get(..by_roll.len())?), -1.0);
            let share = weights[..by_roll.len()].iter().sum::<f32>() / Roll::ORDERED_COUNT as f32;
            // The fewer rolls there are, the smaller the weight of the observed change (shrinkage).
            let estimate = mean.plus(
                &change,
                1.0 / (share + ROLL_TO_PLAY_VARIATION * (1.0 - share)) / Roll::ORDERED_COUNT as f32,
            );
            CubefulEvaluation { chances: estimate.chances.bounded(), ..estimate }
        };
        Some(Self { mean, by_roll })
    }
}

#[cfg(test)]
mod tests {
    use super::{CubefulEvaluation, MeanOverRolls, rolls_in_order};
    use crate::base::SplitMix64;
    use crate::games::backgammon::board::checkers_rolls_and_moves::Roll;
    use crate::games::backgammon::cube::CubeState;
    use crate::games::backgammon::eval::Probabilities;

    fn evaluations(win: impl FnMut(usize) -> f32) -> Vec<CubefulEvaluation> {
        let evaluation = |win| CubefulEvaluation {
            chances: Probabilities::without_gammons(win),
            points: [2.0 * win - 1.0; CubeState::COUNT],
        };
        (0..Roll::DISTINCT_COUNT).map(win).map(evaluation).collect()
    }

    #[test]
    fn every_roll_comes_once() {
        let mut rolls = rolls_in_order();
        rolls.sort_by_key(|roll| Roll::ALL.iter().position(|other| other == roll));
        assert_eq!(rolls, Roll::ALL);
    }

    #[test]
    fn mean_of_all_rolls_is_the_weighted_mean() {
        let mut random = SplitMix64::new(3);
        let all = evaluations(|_| random.below(1_000) as f32 / 1_000.0);
        let pairs = all.iter().zip(rolls_in_order());
        let expected: f32 =
            pairs.map(|(roll, rolled)| roll.points() * rolled.weight() as f32 / 36.0).sum();
        let found = MeanOverRolls::new(all, None).unwrap().mean;
        assert!((found.points() - expected).abs() < 1e-5, "{} {expected}", found.points());
        assert!((2.0 * found.chances.win - 1.0 - expected).abs() < 1e-5);
    }

    #[test]
    fn more_of_the_change_is_believed_with_every_roll() {
        let shallower = MeanOverRolls::new(evaluations(|n| n as f32 / 40.0), None).unwrap();
        let deeper = evaluations(|n| n as f32 / 40.0 + 0.01);
        let before = shallower.mean.points();
        let changes = (0..=Roll::DISTINCT_COUNT).map(|count| {
            let some = deeper[..count].to_vec();
            let mean = MeanOverRolls::new(some, Some(&shallower)).unwrap().mean;
            mean.points() - before
        });
        let changes: Vec<f32> = changes.collect();
        assert!(changes.is_sorted() && changes[0].abs() < 1e-6, "{changes:?}");
        assert!(
            (changes[1] - 0.02 * 0.37).abs() < 1e-4
                && (changes[Roll::DISTINCT_COUNT] - 0.02).abs() < 1e-5
        );
    }

    #[test]
    fn some_rolls_alone_have_no_mean() {
        let mut some = evaluations(|_| 0.5);
        some.truncate(Roll::DISTINCT_COUNT - 1);
        assert!(MeanOverRolls::new(some, None).is_none());
    }
}
