//! What a search has learned about the order of moves.

use std::time::Duration;

use crate::base::Side;
use crate::games::connect5::grid::Site;
use crate::games::connect5::threats::Prover;

/// The deepest ply of a search: no board has more cells.
pub(super) const PLIES: usize = 500;
/// History values stay between this and its negative.
const LIMIT: i32 = 8_192;

/// Killers, answers and history of one thread, and its solver of threats.
pub(super) struct Memory {
    /// By ply: the two moves that refuted a sibling there last.
    killers: Vec<[Site; 2]>,
    /// By side and cell: how often the move was good, less how often it was not.
    history: Box<[[i16; 1_024]; 2]>,
    /// By side and the cell of the move before: what refuted that move last.
    answers: Box<[[Site; 1_024]; 2]>,
    /// The moves of all plies under way, one after the other.
    pub(super) moves: Vec<(i32, Site)>,
    /// By ply: the best line from there.
    pub(super) lines: Vec<Vec<Site>>,
    /// By ply: the static value.
    pub(super) estimates: Vec<i32>,
    pub(super) prover: Prover,
}

impl Memory {
    /// Nothing learned, and a solver with a table of so many MiB, 1 at least.
    pub(super) fn new(proofs: usize) -> Self {
        Self::with(Prover::new(proofs))
    }

    /// Nothing learned, and this solver.
    fn with(prover: Prover) -> Self {
        Self {
            killers: vec![[Site::NONE; 2]; PLIES + 2],
            history: Box::new([[0; 1_024]; 2]),
            answers: Box::new([[Site::NONE; 1_024]; 2]),
            moves: Vec::with_capacity(4_096),
            lines: vec![Vec::new(); PLIES + 2],
            estimates: vec![0; PLIES + 2],
            prover,
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        let mut prover = std::mem::replace(&mut self.prover, Prover::new(1));
        prover.clear();
        *self = Self::with(prover);
    }

    /// Prepares for another search of at most so much time: half of the history is forgotten.
    pub(super) fn begin_search(&mut self, time: Option<Duration>) {
        self.killers.fill([Site::NONE; 2]);
        self.moves.clear();
        self.prover.begin_search(time);
        self.history.iter_mut().flatten().for_each(|merit| *merit /= 2);
    }

    /// What is known for a move that is neither good nor bad for its cell alone.
    #[inline]
    pub(super) fn bonus(&self, ply: usize, side: Side, before: Site, site: Site) -> i32 {
        let killer = i32::from(self.killers[ply].contains(&site));
        let answer = i32::from(self.answers[side.index()][before.number()] == site);
        i32::from(self.history[side.index()][site.number()]) / 32 + 40 * killer + 30 * answer
    }

    /// The history of a move, −8,192 to 8,192.
    #[inline]
    pub(super) fn history(&self, side: Side, site: Site) -> i32 {
        i32::from(self.history[side.index()][site.number()])
    }

    /// A move refuted the one before it, and those tried earlier did not.
    pub(super) fn reward(
        &mut self,
        (ply, side): (usize, Side),
        before: Site,
        depth: i32,
        tried: &[(i32, Site)],
    ) {
        let Some(((_, best), others)) = tried.split_last() else { return };
        let [first, second] = &mut self.killers[ply];
        if *first != *best {
            (*first, *second) = (*best, *first);
        }
        self.answers[side.index()][before.number()] = *best;
        let bonus = (depth * depth * 8).min(1_024);
        self.shift(side, *best, bonus);
        for (_, other) in others {
            self.shift(side, *other, -bonus / 2);
        }
    }

    fn shift(&mut self, side: Side, site: Site, bonus: i32) {
        let merit = &mut self.history[side.index()][site.number()];
        let old = i32::from(*merit);
        *merit = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
