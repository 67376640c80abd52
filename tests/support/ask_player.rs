//! Questions to a player, and the recorder of what it reports while it searches.

use std::sync::atomic::AtomicBool;

use parlour::base::Score;
use parlour::game::{Position, Record};
use parlour::search::player::options::OptionSpec;
use parlour::search::{
    Bound, Choice, Limits, Options, Player, Progress, Rating, SearchTask, Stopwatch, Watcher,
};

/// One report of a player about one line of play.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report<M> {
    /// 0 for the best line, 1 for the next best, …
    pub(crate) rank: usize,
    /// Plies that were searched in full.
    pub(crate) depth: u32,
    /// The value of the line, for the side to move.
    pub(crate) rating: Rating,
    /// Whether the value is exact, or a lower or upper bound.
    pub(crate) bound: Bound,
    /// Whether the value is proved.
    pub(crate) is_proved: bool,
    /// The principal variation, the move at the root first.
    pub(crate) pv: Vec<M>,
}

impl<M> Report<M> {
    /// The score, for the side to move; fails where dice make it an equity.
    pub(crate) fn score(&self) -> Score {
        match self.rating {
            Rating::Score(score) => score,
            Rating::Equity(_) => panic!("an equity instead of a score"),
        }
    }
}

/// Keeps every report of a search, in order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recorder<M> {
    /// The reports, the first one first.
    pub(crate) reports: Vec<Report<M>>,
}

impl<M: Clone> Recorder<M> {
    /// A recorder without reports.
    pub(crate) const fn new() -> Self {
        Self { reports: Vec::new() }
    }

    /// The last report of each line, the best line first.
    pub(crate) fn lines(&self) -> Vec<Report<M>> {
        let mut lines: Vec<Report<M>> = Vec::new();
        for report in &self.reports {
            lines.truncate(report.rank);
            assert_eq!(lines.len(), report.rank, "ranks come in order");
            lines.push(report.clone());
        }
        lines
    }
}

impl<M: Copy> Watcher<M> for Recorder<M> {
    fn progress(&mut self, report: &Progress<'_, M>) {
        let Progress { depth, rating, bound, is_proved, .. } = *report;
        let rank = report.multipv as usize - 1;
        self.reports.push(Report { rank, depth, rating, bound, is_proved, pv: report.pv.to_vec() });
    }
}

/// The choice of a player among these moves, and its reports.
pub(crate) fn ask<P: Position>(
    player: &mut (impl Player<P> + ?Sized),
    game: &Record<P>,
    moves: &[P::Move],
    limits: &Limits,
    stop: &AtomicBool,
) -> (Choice<P::Move>, Recorder<P::Move>) {
    let task = SearchTask { limits, moves, stop, stopwatch: Stopwatch::start() };
    let mut recorder = Recorder::new();
    let choice = player.choose(game, &task, &mut recorder);
    assert!(moves.contains(&choice.best), "{:?} is not among the moves", choice.best);
    (choice, recorder)
}

/// The legal moves.
pub(crate) fn legal_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// These options with their defaults, but for the values given.
pub(crate) fn options<'a>(
    specs: impl IntoIterator<Item = &'a OptionSpec>,
    values: &[(&str, &str)],
) -> Options {
    let specs: Vec<&OptionSpec> = specs.into_iter().collect();
    let mut options = Options::new(specs.iter().copied());
    for (name, value) in values {
        let spec = specs.iter().find(|spec| spec.name == *name).expect("an option of this name");
        options.set(spec, Some(value)).expect("a value in range");
    }
    options
}
