//! The deepening that two games share, over values that are drawn, against sorting them.

use std::sync::atomic::AtomicBool;

use parlour::base::{Score, Side, SplitMix64};
use parlour::search::player::alpha_beta_window::Window;
use parlour::search::player::score_encoding;
use parlour::search::pvs::Aspiration;
use parlour::search::pvs::aspiration_window_iterations::Iterations;
use parlour::search::pvs::root_moves::Candidates;
use parlour::search::pvs::search_seen_from_root_trait::RootSearch;
use parlour::search::threads::{Depths, Worker, lazy_smp};
use parlour::search::tt::{PackedMove, TranspositionTable};
use parlour::search::{Bound, Choice, Limits, Rating, SearchTask, Stopwatch};

use crate::ask_player::{Recorder, Report};
use crate::toy_games::Crosses;

/// A move: its number.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NumberedMove(u16);

impl PackedMove for NumberedMove {
    const NONE: Self = Self(u16::MAX);

    fn bits(self) -> u16 {
        self.0
    }

    fn from_bits(number: u16) -> Self {
        Self(number)
    }
}

impl From<NumberedMove> for u16 {
    fn from(code: NumberedMove) -> Self {
        code.0
    }
}

/// By depth, from 1, and move: what it is worth.
type Values = Vec<Vec<i32>>;

/// A search that looks values up; of a value outside the window it returns a bound only.
struct Lookup<'a> {
    worker: Worker<'a, NumberedMove>,
    values: &'a Values,
    /// Added to the value of the move that a line begins with, as an unstable search does.
    first_bonus: i32,
    random: SplitMix64,
    /// The depth, as the move after the first.
    line: [NumberedMove; 1],
}

impl<'a> RootSearch<'a> for Lookup<'a> {
    type Packed = NumberedMove;
    type Move = u16;

    fn worker(&self) -> &Worker<'a, NumberedMove> {
        &self.worker
    }

    fn worker_mut(&mut self) -> &mut Worker<'a, NumberedMove> {
        &mut self.worker
    }

    fn aspiration(&self) -> Aspiration {
        Aspiration { first_depth: 2, half: 25 }
    }

    fn search_move(
        &mut self,
        code: NumberedMove,
        window: Window,
        depth: i32,
        tried: usize,
    ) -> Option<i32> {
        if !self.worker.count_node() {
            return None;
        }
        let depth = depth.unsigned_abs();
        self.line = [NumberedMove(depth as u16)];
        let bonus = if tried == 0 { self.first_bonus } else { 0 };
        let value = self.values[depth as usize - 1][usize::from(code.0)] + bonus;
        let nearest = value.clamp(window.alpha, window.beta);
        let far = u64::from(value.abs_diff(nearest)) + 1;
        Some(nearest + (value - nearest).signum() * self.random.below(far) as i32)
    }

    fn pv(&self) -> &[NumberedMove] {
        &self.line
    }

    fn prove_before_search(&mut self, _candidates: &mut Candidates<NumberedMove>) -> bool {
        false
    }

    fn prove_after_iteration(
        &mut self,
        _candidates: &mut Candidates<NumberedMove>,
        _depth: i32,
    ) -> bool {
        false
    }
}

/// The choice among these values within a number of nodes, and the reports on this many lines.
fn run(values: &Values, lines: usize, nodes: u64) -> (Choice<u16>, Vec<Report<u16>>) {
    run_unstable(values, 0, lines, nodes)
}

/// The same, if the move that a line begins with is overestimated by `first_bonus`.
fn run_unstable(
    values: &Values,
    first_bonus: i32,
    lines: usize,
    nodes: u64,
) -> (Choice<u16>, Vec<Report<u16>>) {
    let limits = Limits { depth: Some(values.len() as u32), ..Limits::default() };
    let (stop, table) = (AtomicBool::new(false), TranspositionTable::new(1));
    let task = SearchTask::<Crosses> {
        limits: &limits,
        moves: &[],
        stop: &stop,
        stopwatch: Stopwatch::start(),
    };
    let mut recorder = Recorder::new();
    let choice = lazy_smp(&mut (), &mut [], &mut recorder, |(), id, watcher| {
        let worker = Worker::new(&task, Side::First, nodes, &table, id);
        let (random, line) = (SplitMix64::new(7), [NumberedMove::NONE]);
        let search = Lookup { worker, values, first_bonus, random, line };
        let candidates = Candidates::new((0..values[0].len() as u16).map(NumberedMove), lines);
        Iterations::new(search, candidates).run(Depths::new(&limits, id, 99), watcher)
    });
    (choice, recorder.lines())
}

/// Estimates of which no two are alike at one depth, near those of the depth before or far off.
fn random_values(random: &mut SplitMix64, moves: i32) -> Values {
    let mut base: Vec<i32> = (0..moves).map(|_| random.below(400) as i32).collect();
    let mut depths = Vec::new();
    for _ in 0..6 {
        let swing = [20, 300, 4_000][random.below(3) as usize];
        for value in &mut base {
            let change = random.below(swing) as i32 - swing as i32 / 2;
            *value = (*value + change).clamp(-2_000, 2_000);
        }
        depths.push(base.iter().zip(0..).map(|(value, at)| value * moves + at).collect());
    }
    depths
}

/// The moves of a depth, the best first.
fn sorted(values: &[i32]) -> Vec<u16> {
    let mut moves: Vec<u16> = (0..values.len() as u16).collect();
    moves.sort_by_key(|m| -values[usize::from(*m)]);
    moves
}

#[test]
fn best_lines_are_those_of_the_greatest_values_at_the_last_depth() {
    let mut random = SplitMix64::new(3);
    for round in 0..2_000 {
        let values = random_values(&mut random, 1 + round % 7);
        let lines = 1 + random.below(4) as usize;
        let (choice, reported) = run(&values, lines, u64::MAX);
        let (last, depth) = (&values[values.len() - 1], values.len() as u16);
        let best = sorted(last);
        assert_eq!(choice.best, best[0], "{values:?}");
        let found: Vec<_> = reported.iter().map(|line| (line.rating, line.pv.clone())).collect();
        let score = |m: u16| Rating::Score(Score::centi(last[usize::from(m)]));
        let expected: Vec<_> =
            best.iter().take(lines).map(|m| (score(*m), vec![*m, depth])).collect();
        assert_eq!(found, expected, "{values:?}");
    }
}

#[test]
fn search_that_is_broken_off_keeps_the_best_of_what_it_saw() {
    let mut random = SplitMix64::new(4);
    for _ in 0..500 {
        let values = random_values(&mut random, 5);
        for nodes in 0..40 {
            let (choice, reported) = run(&values, 1, nodes);
            assert!(choice.nodes <= nodes);
            let whole = |line: &Report<u16>| line.depth - u32::from(line.bound == Bound::Lower);
            let depth = reported.last().map_or(0, whole) as usize;
            let known = if depth == 0 { 0 } else { sorted(&values[depth - 1])[0] };
            // Another move only if the depth under way has shown it to be better.
            let is_better = values
                .get(depth)
                .is_some_and(|next| next[usize::from(choice.best)] > next[usize::from(known)]);
            assert!(choice.best == known || is_better, "{nodes} {values:?}");
            // A loss is reported by a whole depth alone.
            let is_lost = values.get(depth).is_some_and(|next| {
                let value = next[usize::from(choice.best)];
                value < 0 && score_encoding::is_decided(value)
            });
            let last = reported.last().map(|line| line.pv[0]);
            assert!(last.is_none_or(|last| last == choice.best) || is_lost, "{nodes} {values:?}");
        }
    }
}

#[test]
fn lines_are_reported_in_the_order_of_their_values() {
    let mut random = SplitMix64::new(5);
    for _ in 0..500 {
        let values = random_values(&mut random, 7);
        for nodes in [u64::MAX, 30, 60, 90] {
            let (choice, reported) = run_unstable(&values, 200, 5, nodes);
            let Some(first) = reported.first() else { continue };
            assert_eq!(first.pv[0], choice.best, "{nodes} {values:?}");
            // All lines of a depth, or only a better move of a depth that was broken off.
            assert!([1, 5].contains(&reported.len()));
            assert!(reported.is_sorted_by(|a, b| a.score() >= b.score()), "{nodes} {values:?}");
        }
    }
}

#[test]
fn proved_end_of_all_lines_ends_the_search() {
    let values = vec![vec![10, 40, 30], vec![10, score_encoding::win(5), 30], vec![50, 40, 30]];
    let (choice, reported) = run(&values, 1, u64::MAX);
    assert_eq!((choice.best, choice.reason.as_str()), (1, "wins in 5 plies or sooner"));
    assert_eq!(reported[0].depth, 2);
    let (choice, reported) = run(&values, 2, u64::MAX);
    assert_eq!((choice.best, reported.len(), reported[0].depth), (0, 2, 3));
}
