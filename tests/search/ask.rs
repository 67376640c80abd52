//! Asking an automaton, and noting what it says.

use std::sync::atomic::AtomicBool;

use parlour::game::{Position, Record};
use parlour::search::player::options;
use parlour::search::{
    Bound, Choice, Limits, Options, Player, Progress, Rating, SearchTask, Stopwatch, Watcher,
};

/// What the last iteration said of a line.
#[derive(Clone, Debug)]
pub(crate) struct Said<M> {
    pub(crate) depth: u32,
    pub(crate) rating: Rating,
    pub(crate) bound: Bound,
    pub(crate) exact: bool,
    pub(crate) pv: Vec<M>,
}

/// Keeps the last word on each line.
pub(crate) struct Notebook<M>(Vec<Said<M>>);

impl<M> Notebook<M> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn said(self) -> Vec<Said<M>> {
        self.0
    }
}

impl<M: Copy> Watcher<M> for Notebook<M> {
    fn progress(&mut self, report: &Progress<'_, M>) {
        self.0.truncate(report.multipv as usize - 1);
        let Progress { depth, rating, bound, exact, .. } = *report;
        self.0.push(Said { depth, rating, bound, exact, pv: report.pv.to_vec() });
    }
}

/// Lets an automaton choose from all moves, and notes what it said.
pub(crate) fn ask<P: Position>(
    player: &mut impl Player<P>,
    game: &Record<P>,
    depth: u32,
) -> (Choice<P::Move>, Vec<Said<P::Move>>) {
    let mut moves = Vec::new();
    game.position().moves(&mut moves);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let task =
        SearchTask { limits: &limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
    let mut notebook = Notebook::new();
    let choice = player.choose(game, &task, &mut notebook);
    (choice, notebook.said())
}

pub(crate) fn with_lines(count: i64) -> Options {
    let spec = options::COMMON.iter().find(|spec| spec.name == "MultiPV").expect("is common");
    let mut options = Options::new(options::COMMON);
    options.set(spec, Some(&count.to_string())).expect("in range");
    options
}
