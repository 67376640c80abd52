//! The root: deepening, and what is reported.

use super::node::Here;
use super::reason;
use super::tree::{Tree, holes};
use crate::base::Score;
use crate::games::sticks::Move;
use crate::games::sticks::code::Code;
use crate::search::value::{self, INFINITE};
use crate::search::window::Window;
use crate::search::{Bound, Choice, Progress, Rating, Watcher};

/// Nodes of the search of threats before all else.
const ROOT_FOURS: u64 = 20_000;
/// Half of the window around the last value, at first.
const ASPIRATION: i32 = 30;
/// From this on a window is opened whole.
const WIDE: i32 = 800;

/// A move of the root and what is known of it.
pub(super) struct Candidate {
    /// The move, and what follows it.
    pub(super) line: Vec<Code>,
    pub(super) value: i32,
}

/// The search of one position.
pub(super) struct Root<'a> {
    pub(super) tree: Tree<'a>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) multi_pv: usize,
    /// Every legal move is a candidate.
    pub(super) is_all: bool,
    /// What the prover has taken.
    pub(super) spent: u64,
    /// The prover knows of no win in so many moves of the side to move.
    pub(super) excluded: u32,
    /// The best value is that of the shortest win or the longest loss.
    pub(super) is_shortest: bool,
}

impl<'a> Root<'a> {
    /// A search of these moves (at least one), the most promising first.
    pub(super) fn new(tree: Tree<'a>, allowed: &[Move], multi_pv: usize) -> Self {
        let field = &tree.field;
        let danger = field.wins(field.mover().other());
        let promise = |m: Move| {
            let Some(piece) = field.piece_of(m) else { return 0 };
            let loss = m.from().map_or(0, |from| field.loss(piece, from));
            let stops = holes(danger) == m.to().bit() && field.stops(danger)[piece.index()];
            field.gain(piece, m.to()) + loss + if stops { 10_000 } else { 0 }
        };
        let mut ranked: Vec<(i32, Code)> =
            allowed.iter().map(|m| (-promise(*m), Code::of(*m))).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let candidates =
            ranked.into_iter().map(|(_, code)| Candidate { line: vec![code], value: 0 }).collect();
        let multi_pv = multi_pv.min(allowed.len());
        let is_all = allowed.len() == tree.field.count_moves();
        Self { tree, candidates, multi_pv, is_all, spent: 0, excluded: 0, is_shortest: false }
    }

    /// Deepens from the first depth to the last, until a limit is reached or nothing is left to
    /// find; where there is one move only, `is_brief` ends it after the first.
    pub(super) fn deepen(
        mut self,
        (first, last, is_brief): (i32, i32, bool),
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        let mut reached = 0;
        if self.multi_pv == 1 && self.win_at_once() {
            self.shorten();
            self.report(1, 0, watcher);
            return self.choice(reached);
        }
        for depth in first..=last {
            let is_finished = self.iterate(depth, watcher);
            self.tree.control.release();
            if !is_finished {
                break;
            }
            reached = depth;
            if self.prove() || self.tree.post.is_first() && self.is_won() {
                self.shorten();
                self.report(depth, 0, watcher);
            }
            let is_known = |c: &Candidate| value::is_proved(c.value);
            let is_settled = self.candidates.iter().take(self.multi_pv).all(is_known);
            let is_only = self.candidates.len() == 1 && is_brief;
            if is_settled || is_only || !self.tree.control.may_deepen() {
                break;
            }
        }
        self.choice(reached)
    }

    /// Whether the best move is proved to win.
    fn is_won(&self) -> bool {
        let value = self.candidates[0].value;
        self.multi_pv == 1 && value > 0 && value::is_proved(value)
    }

    /// Looks for a win by threats and brings it to the front.
    fn win_at_once(&mut self) -> bool {
        if self.tree.field.has_win() {
            let wins = |c: &Candidate| self.tree.field.makes_line(c.line[0]);
            let Some(at) = self.candidates.iter().position(wins) else { return false };
            self.lead(at, value::win(1));
            return true;
        }
        let Some((code, plies @ 1..)) = self.tree.win_by_fours(ROOT_FOURS) else { return false };
        let found = self.candidates.iter().position(|candidate| candidate.line[0] == code);
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
    fn iterate(&mut self, depth: i32, watcher: &mut dyn Watcher<Move>) -> bool {
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
        let is_new = depth < 3 || value::is_decided(last);
        let mut window =
            if is_new { Window::WHOLE } else { Window { alpha: last - half, beta: last + half } };
        loop {
            let Some(found) = self.search_window(depth, first, window) else { return false };
            half *= 3;
            let more = if half > WIDE { INFINITE } else { half };
            if found <= window.alpha && window.alpha > -INFINITE {
                window.alpha = (found - more).max(-INFINITE);
            } else if found >= window.beta && window.beta < INFINITE {
                window.beta = (found + more).min(INFINITE);
            } else {
                return true;
            }
        }
    }

    /// Searches the candidates in a window and brings the best to `first`; `None` if broken off.
    fn search_window(&mut self, depth: i32, first: usize, window: Window) -> Option<i32> {
        let here = Here { depth, ply: 0, before: 0 };
        let (mut best, mut best_value, mut open) = (first, -INFINITE, window);
        for at in first..self.candidates.len() {
            let code = self.candidates[at].line[0];
            let value = self.tree.root_move(code, open, here, at - first);
            let Some(value) = value else {
                // What was found before stands, unless it is nothing.
                if best_value > window.alpha {
                    self.candidates[first..=best].rotate_right(1);
                }
                return None;
            };
            if value > best_value {
                best_value = value;
                if value > open.alpha || at == first {
                    best = at;
                    let candidate = &mut self.candidates[at];
                    candidate.value = value;
                    candidate.line.truncate(1);
                    candidate.line.extend_from_slice(&self.tree.memory.lines[1]);
                }
            }
            open.alpha = open.alpha.max(value);
            if open.alpha >= open.beta {
                break;
            }
        }
        self.candidates[first..=best].rotate_right(1);
        Some(best_value)
    }

    fn report(&self, depth: i32, line: usize, watcher: &mut dyn Watcher<Move>) {
        let candidate = &self.candidates[line];
        let score = score(candidate.value);
        let plies = score.plies_to_end();
        let is_exact = plies.is_some_and(|plies| plies.abs() <= 3 || self.is_shortest);
        let bound = if plies.is_some() && !is_exact { Bound::Upper } else { Bound::Exact };
        let pv: Vec<Move> = candidate.line.iter().map(|code| code.unpacked()).collect();
        watcher.progress(&Progress {
            depth: depth.cast_unsigned(),
            seldepth: (self.tree.seldepth as u32).max(depth.cast_unsigned()),
            multipv: line as u32 + 1,
            rating: Rating::Score(score),
            bound,
            exact: is_exact,
            nodes: self.nodes(),
            hashfull: self.tree.table.hashfull(),
            pv: &pv,
        });
    }

    /// Nodes of all threads.
    fn nodes(&self) -> u64 {
        self.tree.nodes() + self.tree.post.others()
    }

    fn choice(&self, depth: i32) -> Choice<Move> {
        let Candidate { line, value } = &self.candidates[0];
        let count = self.candidates.len();
        let best = line[0].unpacked();
        let sure = score(*value).ending().unwrap_or_else(|| match depth {
            0 => format!("first of {count} moves at a glance"),
            depth => format!("best of {count} moves at depth {depth}"),
        });
        let mut reason = reason::deeds(&self.tree.field, best);
        reason.insert(0, sure);
        let reason = reason.join("; ");
        Choice { best, nodes: self.nodes(), reason }
    }
}

/// A value of the root as it is told.
fn score(value: i32) -> Score {
    if value::is_proved(value) { Score::from_value(value) } else { Score::centi(value) }
}
