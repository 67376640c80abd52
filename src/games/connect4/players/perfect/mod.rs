//! `perfect`: the exact solver, and what to do while a position is not solved.
//!
//! A move is chosen in stages. First the solver tries to prove the best score, for at most half
//! of the time or some tenths of a second. If that does not suffice, alpha-beta estimates the
//! moves for up to a quarter of the time; then the solver goes on. Once the best score is proved, the player looks
//! among the moves that reach it for the one that is hardest to answer, and for a line of best
//! play. If it is never proved, the move is chosen by what is: a win before a draw before an open
//! score before a loss, and among equals by alpha-beta.

mod alpha_beta_fallback;
mod limited_solver_and_root_moves;

use std::cmp::{Ordering, Reverse};

use alpha_beta_fallback::{FallbackEvaluator, MoveReport};
use limited_solver_and_root_moves::{
    LimitedSolver, ReplyCounts, RootMove, RootMoves, ScoreSources, WHOLE_TIME,
};

use crate::base::{Score, number_with_noun};
use crate::game::{Evaluate, Position, Record};
use crate::games::connect4::Rack;
use crate::games::connect4::solver::{Bounds, ProofStep, to_score};
use crate::search::player::deepening::reason_for_best;
use crate::search::{
    AlphaBeta, Bound, Choice, CommonOptions, Options, Player, Progress, Rating, SearchTask, Watcher,
};

/// Nodes of the first proof: a few milliseconds. Set by hand, like all numbers of this file.
const FIRST_PROOF_NODES: u64 = 1 << 14;
/// Nodes of the second proof: some tenths of a second. Set by hand.
const SECOND_PROOF_NODES: u64 = 1 << 22;
/// Nodes of alpha-beta at most, unless the depth is limited: some tenths of a second. Set by hand.
const FALLBACK_NODES: u64 = 1 << 21;
/// A stage before the last proof has at most the nodes of the whole move divided by this. Set by
/// hand.
const STAGE_DIVISOR: u64 = 4;
/// MiB of alpha-beta's table at most. Set by hand.
const FALLBACK_MEBIBYTES: u64 = 4;
/// With fewer nodes for the move than this, the solver is not tried. Set by hand.
const MIN_SOLVER_NODES: u64 = 64;
/// Nodes of each test that is still made when time is up. Set by hand.
const FINAL_TEST_NODES: u64 = 256;
/// Nodes that the last proof leaves for those tests, at most. Set by hand.
const FINAL_TESTS_NODES: u64 = 64 * FINAL_TEST_NODES;
/// The last proof leaves no more for those tests than the nodes left divided by this. Set by hand.
const FINAL_TESTS_DIVISOR: u64 = 4;
/// Nodes that comparing equally good moves may take at most, or those of the line below if more.
/// Set by hand.
const TIE_BREAK_NODES: u64 = 1 << 18;
/// Nodes that comparing equally good moves may take for each node of the proof. Set by hand.
const TIE_BREAK_NODES_PER_PROOF_NODE: u64 = 2;
/// Nodes of a proof under `depth` n: this many times 2ⁿ. Set by hand.
const NODES_OF_DEPTH: u64 = 64;
/// Nodes of the line of best play under `depth`, for each of the proof. Set by hand.
const LINE_NODES_PER_PROOF_NODE: u64 = 16;

/// Nodes of the line of best play of each move but the best one: some hundredths of a second. Set
/// by hand.
const OTHER_LINE_NODES: u64 = 1 << 17;

/// When the first proof ends, in sixteenths of the move's time. Set by hand, like the four below.
const FIRST_PROOF_END: u32 = 4;
/// When the second proof ends, in sixteenths of the move's time. Set by hand.
const SECOND_PROOF_END: u32 = 8;
/// When alpha-beta ends, in sixteenths of the move's time. Set by hand.
const FALLBACK_END: u32 = 12;
/// When the last proof ends, in sixteenths of the move's time. Set by hand.
const LAST_PROOF_END: u32 = 15;
/// When comparing equally good moves ends, in sixteenths of the move's time. Set by hand.
const TIE_BREAK_END: u32 = 12;

/// A player that knows the score of every position that it has the time to solve.
///
/// Uses the options `Hash`, `Threads`, `MultiPV`, `Level` and `Seed` (below full level).
/// Takes memory at its first search, and gives all but some MiB of it back with a new game.
pub struct Perfect {
    sources: ScoreSources,
    alpha_beta: AlphaBeta<Rack>,
    common: CommonOptions,
}

impl Perfect {
    /// A player with nothing proved yet.
    pub fn new(options: &Options) -> Self {
        Self {
            sources: ScoreSources::new(options),
            alpha_beta: AlphaBeta::at_full_strength(options, FALLBACK_MEBIBYTES),
            common: CommonOptions::new(options),
        }
    }
}

impl Player<Rack> for Perfect {
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
        let alpha_beta = &mut self.alpha_beta;
        let fallback = FallbackEvaluator { alpha_beta, game, task, watcher, reports: Vec::new() };
        let search = MoveSearch {
            rack,
            solver: LimitedSolver::new(&mut self.sources, task, rack.side(), self.common.nodes()),
            root: RootMoves::new(rack, task.moves, self.common.multi_pv()),
            fallback,
            proved_move: None,
        };
        search.choose()
    }

    fn configure(&mut self, options: &Options) {
        self.sources.configure(options);
        self.alpha_beta.configure(options);
        self.common.configure(options);
    }

    fn clear_tables(&mut self) {
        self.sources.forget();
        self.alpha_beta.clear_tables();
    }

    fn restart_random_stream(&mut self) {
        self.alpha_beta.restart_random_stream();
        self.common.restart_stream();
    }
}

/// The search for one move.
struct MoveSearch<'a> {
    rack: &'a Rack,
    solver: LimitedSolver<'a>,
    root: RootMoves,
    fallback: FallbackEvaluator<'a>,
    /// The move for which the lower bound of the best score was proved, if one was raised.
    proved_move: Option<u8>,
}

impl MoveSearch<'_> {
    fn choose(mut self) -> Choice<u8> {
        let most = self.solver.nodes_left();
        let proof = self.proof_nodes();
        if most >= MIN_SOLVER_NODES {
            let most_of_stage = most / STAGE_DIVISOR;
            self.solver
                .begin_stage(proof.min(FIRST_PROOF_NODES).min(most_of_stage), FIRST_PROOF_END);
            if self.root.prove(&mut self.solver, &mut |_| ()) {
                return self.choose_proved();
            }
            self.solver
                .begin_stage(proof.min(SECOND_PROOF_NODES).min(most_of_stage), SECOND_PROOF_END);
            if self.prove_and_report(None) {
                return self.choose_proved();
            }
        }
        let favourite = self.fallback_choice(most);
        let left = self.solver.nodes_left();
        let last_proof = left - (left / FINAL_TESTS_DIVISOR).min(FINAL_TESTS_NODES);
        self.solver.begin_stage(proof.min(last_proof), LAST_PROOF_END);
        if most >= MIN_SOLVER_NODES && self.prove_and_report(Some(favourite)) {
            return self.choose_proved();
        }
        self.choose_unproved(favourite)
    }

    /// [`RootMoves::prove`] that reports each proof on the way.
    fn prove_and_report(&mut self, favourite: Option<u8>) -> bool {
        let Self { rack, solver, root, fallback, proved_move } = self;
        let before = solver.nodes_spent();
        let mut is_move_unknown = false;
        let mut on_step = |step: &ProofStep| {
            if step.is_raised {
                *proved_move = step.channel;
                is_move_unknown = step.channel.is_none();
            }
            let Some((score, bound)) = reported_score(step.bounds, rack) else { return };
            // A lower bound must hold for the move reported with it; others hold for any move.
            if is_move_unknown && bound != Bound::Upper {
                return;
            }
            let any = favourite.filter(|_| step.bounds.lower < 0);
            let Some(channel) = proved_move.or(step.channel).or(any) else { return };
            let plies = rack.empty_cells();
            fallback.watcher.progress(&Progress {
                depth: plies,
                seldepth: plies,
                multipv: 1,
                rating: Rating::Score(score),
                bound,
                is_proved: step.bounds.is_exact(),
                nodes: before + step.nodes,
                hashfull: step.hashfull,
                pv: &[channel],
            });
        };
        root.prove(solver, &mut on_step)
    }

    /// The nodes that a proof may take where the depth is limited.
    fn proof_nodes(&self) -> u64 {
        let empty = self.rack.empty_cells();
        match self.fallback.task.limits.depth {
            Some(depth) if depth < empty => NODES_OF_DEPTH << depth,
            _ => u64::MAX,
        }
    }

    /// The move that alpha-beta chooses; `most` is what the whole move may take in nodes.
    fn fallback_choice(&mut self, most: u64) -> u8 {
        let until = self.solver.time_after(FALLBACK_END);
        let nodes = match most {
            // A depth that the rack cannot fill is reached by alpha-beta; otherwise the proof has
            // no limit, and comes soon.
            u64::MAX if self.proof_nodes() < u64::MAX => u64::MAX,
            ..MIN_SOLVER_NODES => most,
            _ => FALLBACK_NODES.min(most / STAGE_DIVISOR),
        };
        self.fallback.choose(&mut self.solver, self.fallback.task.moves, nodes, until)
    }

    /// The choice once the best score is proved.
    fn choose_proved(mut self) -> Choice<u8> {
        let (proof, spent) = (self.proof_nodes(), self.solver.nodes_spent());
        let nodes = TIE_BREAK_NODES.min(proof).max(TIE_BREAK_NODES_PER_PROOF_NODE * spent);
        self.solver.begin_stage(nodes, TIE_BREAK_END);
        self.solver.end_stage_by_soft_limit();
        let replies = self.root.lead_with_hardest(&mut self.solver);
        let line_nodes = proof.saturating_mul(LINE_NODES_PER_PROOF_NODE);
        for rank in 0..self.root.multi_pv {
            let most = if rank == 0 { u64::MAX } else { OTHER_LINE_NODES };
            self.solver.begin_stage(line_nodes.min(most), WHOLE_TIME);
            self.solver.end_stage_by_soft_limit();
            let RootMove { channel, child, bounds } = self.root.moves[rank];
            let mut line = vec![channel];
            line.extend(self.solver.best_line(&child, -bounds.lower));
            self.report(rank, &line, None);
        }
        let RootMove { channel, bounds, .. } = self.root.moves[0];
        let reason = describe(score_of(bounds.lower, self.rack), replies);
        Choice { best: channel, nodes: self.solver.nodes_spent(), reason }
    }

    /// The choice where the best score is not proved in the end.
    fn choose_unproved(mut self, favourite: u8) -> Choice<u8> {
        self.root.test_cheaply(&mut self.solver, FINAL_TEST_NODES);
        let fallback = &self.fallback;
        let prospect = |root_move: &RootMove| {
            Prospect::new(root_move.bounds, fallback.report_on(root_move.channel))
        };
        self.root.moves.sort_by_key(|root_move| Reverse(prospect(root_move)));
        let best = prospect(&self.root.moves[0]).class;
        let equals = self.root.moves.iter().filter(|root_move| prospect(root_move).class == best);
        let equals: Vec<u8> = equals.map(|root_move| root_move.channel).collect();
        let is_open = matches!(best, OutcomeClass::Drawn | OutcomeClass::Open) && equals.len() > 1;
        let chosen = match equals.first() {
            _ if is_open && equals.contains(&favourite) => favourite,
            Some(first) if !is_open || self.solver.nodes_left() == 0 => *first,
            _ => {
                let nodes = self.solver.nodes_left().min(FIRST_PROOF_NODES);
                let until = self.solver.time_after(WHOLE_TIME);
                self.fallback.choose(&mut self.solver, &equals, nodes, until)
            }
        };
        let at = self.root.moves.iter().position(|root_move| root_move.channel == chosen);
        self.root.move_to_front(at.unwrap_or(0));
        for rank in 0..self.root.multi_pv {
            let channel = self.root.moves[rank].channel;
            let estimate = self.fallback.report_on(channel).cloned();
            let line =
                estimate.as_ref().map_or_else(|| vec![channel], |report| report.line.clone());
            self.report(rank, &line, estimate.as_ref());
        }
        self.unproved_choice()
    }

    fn unproved_choice(&self) -> Choice<u8> {
        let RootMove { channel, bounds, .. } = self.root.moves[0];
        let count = self.root.moves.len();
        let estimate = self.fallback.report_on(channel);
        let soonest = |score| score_of(score, self.rack).ending_or_sooner().unwrap_or_default();
        let reason = match (bounds.lower, bounds.upper) {
            _ if let Some(mate) = estimate.filter(|report| report.is_mate()) => {
                describe(mate.score, None)
            }
            (1.., _) => soonest(bounds.lower),
            (_, ..0) => soonest(bounds.upper),
            (0, 0) => describe(Score::ZERO, None),
            (0, _) => "at least a draw is proved".to_owned(),
            (_, 0) => "at most a draw is proved".to_owned(),
            _ => match estimate.map_or(0, |report| report.depth) {
                0 => reason_for_best(count, 0),
                depth if self.solver.awaits_table(self.rack) => format!(
                    "{}, nothing is proved: the table of solved positions is not read yet",
                    reason_for_best(count, depth)
                ),
                depth => format!("{}, nothing is proved", reason_for_best(count, depth)),
            },
        };
        Choice { best: channel, nodes: self.solver.nodes_spent(), reason }
    }

    /// Reports what is known of the move of this rank, 0 for the best.
    fn report(&mut self, rank: usize, line: &[u8], estimate: Option<&MoveReport>) {
        let RootMove { child, bounds, .. } = self.root.moves[rank];
        let static_score = || (Score::centi(-child.evaluate()), Bound::Exact);
        let mate = estimate.filter(|report| report.is_mate() && !bounds.is_exact());
        let (score, bound) = match (mate, reported_score(bounds, self.rack)) {
            (Some(mate), _) => (mate.score, mate.bound),
            (None, Some(proved)) => proved,
            (None, None) => {
                estimate.map_or_else(static_score, |report| (report.score, report.bound))
            }
        };
        let plies = score.plies_to_end().map_or_else(|| self.rack.empty_cells(), i32::unsigned_abs);
        let is_exact = bounds.is_exact();
        let [depth, seldepth] = match estimate {
            _ if is_exact => [plies; 2],
            Some(report) => [report.depth, report.seldepth],
            None => [1; 2],
        };
        self.fallback.watcher.progress(&Progress {
            depth,
            seldepth,
            multipv: rank as u32 + 1,
            rating: Rating::Score(score),
            bound,
            is_proved: is_exact || mate.is_some(),
            nodes: self.solver.nodes_spent(),
            hashfull: self.solver.hashfull(),
            pv: line,
        });
    }
}

/// A score of the solver for this position, both for the side to move.
fn score_of(score: i32, rack: &Rack) -> Score {
    to_score(score, rack.empty_cells())
}

/// Bounds as a score or a bound to report, both for the side to move; `None` if they say nothing
/// about win, draw or loss.
fn reported_score(bounds: Bounds, rack: &Rack) -> Option<(Score, Bound)> {
    match (bounds.lower, bounds.upper) {
        _ if bounds.is_exact() => Some((score_of(bounds.lower, rack), Bound::Exact)),
        (1.., _) => Some((score_of(bounds.lower, rack), Bound::Lower)),
        (_, ..0) => Some((score_of(bounds.upper, rack), Bound::Upper)),
        (0, _) => Some((Score::ZERO, Bound::Lower)),
        (_, 0) => Some((Score::ZERO, Bound::Upper)),
        _ => None,
    }
}

/// The class of a move by what is proved of its outcome, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum OutcomeClass {
    Lost,
    Open,
    Drawn,
    Won,
}

/// How good a move is by what is proved and estimated; compared by class first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Prospect {
    class: OutcomeClass,
    /// The order within a class, for the side to move: proved scores of wins and losses, else
    /// alpha-beta's estimate.
    tie_break: i32,
}

impl Prospect {
    /// Of a move with these bounds on its score, and alpha-beta's last report on it.
    fn new(bounds: Bounds, estimate: Option<&MoveReport>) -> Self {
        let Bounds { lower, upper } = bounds;
        let estimate = estimate.map_or(i32::MIN, |report| report.score.value());
        let (class, tie_break) = match (lower, upper) {
            (1.., _) => (OutcomeClass::Won, lower),
            (_, ..0) => (OutcomeClass::Lost, lower + upper),
            (0, _) => (OutcomeClass::Drawn, estimate),
            _ => (OutcomeClass::Open, estimate),
        };
        Self { class, tie_break }
    }
}

/// An exact score in words, and how many replies keep what the opponent has.
fn describe(score: Score, replies: Option<ReplyCounts>) -> String {
    let words = score.ending().unwrap_or_else(|| "best play from here is a draw".to_owned());
    let Some(ReplyCounts { holding, best, all }) = replies else { return words };
    let (count, what) = match score.cmp(&Score::ZERO) {
        Ordering::Greater => (best, ["lasts as long", "last as long"]),
        Ordering::Equal => (holding, ["holds it", "hold it"]),
        Ordering::Less => (holding, ["wins", "win"]),
    };
    match (count, all) {
        (1, 1) => format!("{words}; the only reply {}", what[0]),
        (1, _) => format!("{words}; 1 of {all} replies {}", what[0]),
        (_, _) => format!("{words}; {count} of {} {}", number_with_noun(all, "reply"), what[1]),
    }
}
