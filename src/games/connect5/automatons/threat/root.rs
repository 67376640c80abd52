//! The root: which moves are open, deepening, and what is reported.

use super::moves;
use super::node::{Here, Window};
use super::tree::Tree;
use crate::base::{Score, Side};
use crate::games::connect5::grid::{Grid, Site, Threat};
use crate::games::connect5::threats::Fours;
use crate::games::connect5::{Cell, Rule};
use crate::search::value::{self, INFINITE};
use crate::search::{Bound, Choice, Progress, Rating, Watcher};

/// Nodes of the search of fours before all else.
const ROOT_FOURS: u64 = 20_000;
/// Half of the window around the last value, at first.
const ASPIRATION: i32 = 40;

/// A move of the root and what is known of it.
#[derive(Clone)]
pub(super) struct Candidate {
    /// The move, and what follows it.
    pub(super) line: Vec<Site>,
    pub(super) value: i32,
}

/// The search of one position.
pub(super) struct Root<'a> {
    pub(super) tree: Tree<'a>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) multi_pv: usize,
    /// Nodes that the solver of threats has taken.
    pub(super) spent: u64,
    /// Whether it has found a win.
    pub(super) is_won_by_threats: bool,
    /// Every move that is left out loses sooner than those that are not.
    is_whole: bool,
}

impl<'a> Root<'a> {
    /// A search of those of these moves (at least one) that matter, the most promising first.
    pub(super) fn new(tree: Tree<'a>, allowed: &[Cell], multi_pv: usize) -> Self {
        let lines = multi_pv.min(allowed.len());
        let sites: Vec<Site> = allowed.iter().copied().map(Site::of).collect();
        let (mut open, is_whole) = urgent(&tree.grid, &sites);
        if open.len() < lines {
            open = sites;
        }
        let own = tree.grid.side();
        let promise = |site: &Site| {
            let (width, height) = tree.grid.size();
            let cell = site.cell();
            let off = |at: u8, length: u8| i32::from((2 * at + 1).abs_diff(length));
            let merit = 2 * tree.grid.merit(*site, own) + tree.grid.merit(*site, own.other());
            64 * merit - off(cell.x, width) - off(cell.y, height)
        };
        open.sort_by_key(|site| -promise(site));
        let candidates =
            open.into_iter().map(|site| Candidate { line: vec![site], value: 0 }).collect();
        Self { tree, candidates, multi_pv: lines, spent: 0, is_won_by_threats: false, is_whole }
    }

    /// Deepens from the first depth to the last, until a limit is reached or nothing is left to
    /// find; where there is one move only, `is_brief` ends it after the first.
    pub(super) fn deepen(
        mut self,
        (first, last, is_brief): (i32, i32, bool),
        watcher: &mut dyn Watcher<Cell>,
    ) -> Choice<Cell> {
        let mut reached = 0;
        let is_empty = self.tree.grid.near().is_empty();
        if is_empty || self.multi_pv == 1 && self.win_at_once() {
            self.report(1, 0, watcher);
            return self.choice(reached);
        }
        for depth in first..=last {
            let whole = self.iterate(depth, watcher);
            self.tree.control.release();
            if self.is_won_by_threats {
                self.report(depth, 0, watcher);
            }
            if !whole {
                break;
            }
            reached = depth;
            if self.verify(depth) {
                self.report(depth, 0, watcher);
            }
            let is_known = |c: &Candidate| value::is_proved(c.value);
            let is_settled = self.candidates.iter().take(self.multi_pv).all(is_known);
            if is_settled
                || self.candidates.len() == 1 && is_brief
                || !self.tree.control.may_deepen()
            {
                break;
            }
        }
        self.choice(reached)
    }

    /// Looks for a win by fours and brings it to the front.
    fn win_at_once(&mut self) -> bool {
        let own = self.tree.grid.side();
        if self.tree.grid.count(own, Threat::Five) > 0 {
            let is_five = |c: &Candidate| self.tree.grid.threat(c.line[0], own) == Threat::Five;
            let Some(at) = self.candidates.iter().position(is_five) else { return false };
            self.lead(at, value::win(1));
            return true;
        }
        if self.tree.grid.count(own.other(), Threat::Five) > 1 {
            return false;
        }
        let Some((site, plies @ 1..)) = self.tree.win_by_fours(Fours::All, ROOT_FOURS) else {
            return false;
        };
        let found = self.candidates.iter().position(|candidate| candidate.line[0] == site);
        let Some(at) = found else { return false };
        self.lead(at, value::win(plies));
        true
    }

    /// Gives a candidate a value and brings it to the front.
    pub(super) fn lead(&mut self, at: usize, value: i32) {
        self.candidates[at].value = value;
        self.candidates[..=at].rotate_right(1);
    }

    /// Searches and reports every line at one depth; says whether it came to the end.
    fn iterate(&mut self, depth: i32, watcher: &mut dyn Watcher<Cell>) -> bool {
        self.tree.seldepth = 0;
        for first in 0..self.multi_pv {
            if !self.search_line(depth, first) {
                return false;
            }
        }
        for line in 0..self.multi_pv {
            self.report(depth, line, watcher);
        }
        let best = &self.candidates[0];
        log::debug!("depth {depth} value {} nodes {}", best.value, self.tree.nodes());
        true
    }

    /// Finds the best of the candidates from `first` on, in a window around its last value.
    fn search_line(&mut self, depth: i32, first: usize) -> bool {
        let last = self.candidates[first].value;
        let mut half = ASPIRATION;
        let mut window = if depth < 4 || value::is_decided(last) {
            Window::WHOLE
        } else {
            Window { alpha: last - half, beta: last + half }
        };
        loop {
            let Some(found) = self.search_window(depth, first, window) else { return false };
            half *= 3;
            if found <= window.alpha && window.alpha > -INFINITE {
                window.alpha = if half > 1_000 { -INFINITE } else { found - half };
            } else if found >= window.beta && window.beta < INFINITE {
                window.beta = if half > 1_000 { INFINITE } else { found + half };
            } else {
                return true;
            }
        }
    }

    /// Searches the candidates in a window and brings the best to `first`; `None` if broken off.
    fn search_window(&mut self, depth: i32, first: usize, window: Window) -> Option<i32> {
        let here = Here { depth, ply: 0, before: Site::NONE };
        let (mut alpha, mut best, mut best_value) = (window.alpha, first, -INFINITE);
        for at in first..self.candidates.len() {
            let site = self.candidates[at].line[0];
            let open = Window { alpha, ..window };
            let Some(value) = self.tree.root_move(site, open, here, at - first) else {
                // What was found before stands, unless it is nothing.
                if best_value > window.alpha {
                    self.candidates[first..=best].rotate_right(1);
                }
                return None;
            };
            if value > best_value {
                best_value = value;
                if value > alpha || at == first {
                    best = at;
                    let candidate = &mut self.candidates[at];
                    candidate.value = value;
                    candidate.line.truncate(1);
                    candidate.line.extend_from_slice(&self.tree.memory.lines[1]);
                }
            }
            alpha = alpha.max(value);
            if alpha >= window.beta {
                break;
            }
            if self.win_by_threats() {
                return None;
            }
        }
        self.candidates[first..=best].rotate_right(1);
        let value = &mut self.candidates[first].value;
        if !self.is_whole {
            *value = value::doubted(*value);
        }
        Some(best_value)
    }

    fn report(&self, depth: i32, line: usize, watcher: &mut dyn Watcher<Cell>) {
        let candidate = &self.candidates[line];
        let score = score(candidate.value);
        let is_shortest = score.plies_to_end().is_some_and(|plies| plies.abs() <= 3);
        let bound = match score.plies_to_end() {
            Some(_) if !is_shortest => Bound::Upper,
            _ => Bound::Exact,
        };
        let pv: Vec<Cell> = candidate.line.iter().map(|site| site.cell()).collect();
        watcher.progress(&Progress {
            depth: depth.cast_unsigned(),
            seldepth: (self.tree.seldepth as u32).max(depth.cast_unsigned()),
            multipv: line as u32 + 1,
            rating: Rating::Score(score),
            bound,
            exact: is_shortest,
            nodes: self.tree.nodes() + self.tree.post.others(),
            hashfull: self.tree.table.hashfull(),
            pv: &pv,
        });
    }

    fn choice(&self, depth: i32) -> Choice<Cell> {
        let Candidate { line, value } = &self.candidates[0];
        let count = self.candidates.len();
        let reason = score(*value).ending().unwrap_or_else(|| match depth {
            0 => format!("first of {count} moves at a glance"),
            depth => format!("best of {count} moves at depth {depth}"),
        });
        Choice { best: line[0].cell(), nodes: self.tree.nodes() + self.tree.post.others(), reason }
    }
}

/// A value of the root as it is told.
fn score(value: i32) -> Score {
    if value::is_proved(value) { Score::from_value(value) } else { Score::centi(value) }
}

/// Those of the moves that are not lost or wasted at first sight, all if there are none; and
/// whether no other can be better.
fn urgent(grid: &Grid, allowed: &[Site]) -> (Vec<Site>, bool) {
    let own = grid.side();
    let near = grid.near();
    let keep = |wanted: &dyn Fn(Site) -> bool| -> Vec<Site> {
        allowed.iter().copied().filter(|site| wanted(*site)).collect()
    };
    let has = |side, threat| grid.count(side, threat) > 0;
    let other = own.other();
    let is_bound = (grid.rule(), own) == (Rule::Renju, Side::Second);
    let is_whole = has(other, Threat::Five) || moves::Choice::of(grid).is_defence() && !is_bound;
    let mut open = if has(own, Threat::Five) {
        keep(&|site| grid.threat(site, own) == Threat::Five)
    } else if has(other, Threat::Five) {
        keep(&|site| grid.threat(site, other) == Threat::Five)
    } else if has(own, Threat::TwoFours) {
        keep(&|site| grid.threat(site, own) == Threat::TwoFours)
    } else if moves::Choice::of(grid).is_defence() {
        keep(&|site| grid.fours(own).has(site) || grid.fours(other).has(site))
    } else {
        keep(&|site| near.has(site))
    };
    if open.is_empty() {
        open = allowed.to_vec();
    }
    (open, is_whole)
}
