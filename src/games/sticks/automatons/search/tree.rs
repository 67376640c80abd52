//! The recursion: principal variation search over the moves that matter.

use std::ops::ControlFlow::Break;

use super::Known;
use super::memory::{Memory, PLIES};
use super::moves;
use super::node::{Here, Node};
use crate::games::sticks::code::Code;
use crate::games::sticks::field::{Field, Wins};
use crate::games::sticks::pieces::{Piece, Source};
use crate::games::sticks::rules::DRAW_PLIES;
use crate::search::Bound;
use crate::search::threads::worker::Worker;
use crate::search::tt::PackedMove;
use crate::search::value::{self, MAX_EVAL};
use crate::search::window::Window;

/// Nodes that a search of threats at a leaf may take: one threat that cannot be stopped.
const LEAF_FOURS: u64 = 1;
/// From this many plies without a drop on, the table knows nothing of proofs.
const COUNTER_MATTERS: u8 = 60;

/// A search in progress on one thread.
pub(super) struct Tree<'a> {
    pub(super) field: Field,
    pub(super) strand: Worker<'a, Code>,
    pub(super) memory: &'a mut Memory,
    /// Where in the path the root is.
    pub(super) rooted: usize,
    /// Mixed into every key: which positions have stood twice.
    pub(super) salt: u64,
}

/// The holes in which the other side wins next.
pub(super) const fn holes(wins: Wins) -> u64 {
    wins[0] | wins[1] | wins[2]
}

impl Tree<'_> {
    /// The key of the position in the table.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let counter = self.field.since_drop();
        let late = if counter < COUNTER_MATTERS { 0 } else { u64::from(counter) << 48 | 1 };
        self.field.key() ^ self.salt ^ late.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The value of the position after a move; `None` if the search must end.
    pub(super) fn after(&mut self, code: Code, window: Window, here: Here) -> Option<i32> {
        if !self.strand.tick() {
            return None;
        }
        let before = self.field;
        let place = code.place(&before);
        self.memory.path.push(before.key());
        self.field.play(code.unpacked());
        self.strand.table.prefetch(self.key());
        let below = Here { depth: here.depth - 1, ply: here.ply + 1, before: place };
        let value = self.search(window.negated(), below);
        self.field = before;
        self.memory.path.pop();
        value.map(|value| -value)
    }

    /// The value of this position for its side to act.
    pub(super) fn search(&mut self, window: Window, here: Here) -> Option<i32> {
        self.memory.lines[here.ply].clear();
        self.strand.seldepth = self.strand.seldepth.max(here.ply);
        if self.field.is_drawn() || self.is_repeated() {
            return Some(0);
        }
        if self.field.has_win() {
            return Some(value::win(here.ply + 1));
        }
        if here.ply >= PLIES {
            return Some(self.estimate());
        }
        let wins = self.field.wins(self.field.mover().other());
        let is_last = self.field.since_drop() + 1 == DRAW_PLIES;
        if holes(wins) != 0 {
            let is_saved = is_last && self.can_shift();
            return if is_saved { Some(0) } else { self.defend(wins, window, here) };
        }
        let alpha = window.alpha.max(value::loss(here.ply + 4));
        let beta = window.beta.min(value::win(here.ply + 3));
        if alpha >= beta {
            return Some(alpha);
        }
        self.open(Window { alpha, beta }, here)
    }

    /// Whether the position has stood in the line under way, or twice in the game.
    fn is_repeated(&self) -> bool {
        let since = usize::from(self.field.since_drop());
        if since < 2 {
            return false;
        }
        let (key, path) = (self.field.key(), &self.memory.path);
        let first = path.len().saturating_sub(since);
        path[first.max(self.rooted)..].contains(&key) || self.memory.twice.contains(&key)
    }

    /// The static value, within its bounds.
    fn estimate(&self) -> i32 {
        self.field.estimate().clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The value where the other side wins next if it is not stopped.
    fn defend(&mut self, wins: Wins, window: Window, here: Here) -> Option<i32> {
        let lost = value::loss(here.ply + 2);
        if holes(wins).count_ones() > 1 {
            return Some(lost);
        }
        let start = self.memory.moves.len();
        self.field.list_stops(wins, &mut self.memory.moves);
        if self.memory.moves.len() == start {
            return Some(lost);
        }
        let known = self.strand.table.probe(self.key());
        if let Some(known) = known
            && !window.is_open()
            && i32::from(known.depth) >= here.depth
            && let Some(value) = self.answer(known, window, here.ply)
        {
            self.memory.moves.truncate(start);
            return Some(value);
        }
        self.memory.estimates[here.ply] = self.memory.estimates[here.ply.saturating_sub(2)];
        let node = Node {
            // It costs no depth: a threat and its answer count as one ply.
            here: Here { depth: here.depth + 1, ..here },
            window,
            side: self.field.mover(),
            estimate: 0,
            best: known.map_or(Code::NONE, |known| known.best),
            is_improving: true,
            is_whole: true,
        };
        moves::bring(&mut self.memory.moves[start..], node.best);
        self.try_moves(&node, start)
    }

    /// What the table says about this window, if that holds here.
    fn answer(&self, known: Known, window: Window, ply: usize) -> Option<i32> {
        let value = known.cutoff(window, ply)?;
        let plies = value::plies(value).map_or(0, |plies| plies.saturating_sub(ply));
        (plies + usize::from(self.field.since_drop()) < usize::from(DRAW_PLIES)).then_some(value)
    }

    /// A node where there is a choice.
    fn open(&mut self, window: Window, here: Here) -> Option<i32> {
        let known = self.strand.table.probe(self.key());
        if let Some(known) = known
            && !window.is_open()
            && i32::from(known.depth) >= here.depth
            && let Some(value) = self.answer(known, window, here.ply)
        {
            return Some(value);
        }
        let estimate = known.map_or_else(|| self.estimate(), |known| i32::from(known.static_eval));
        self.memory.estimates[here.ply] = estimate;
        if here.depth <= 0 {
            return self.leaf(window, here, estimate);
        }
        let node = Node {
            here,
            window,
            side: self.field.mover(),
            estimate,
            best: known.map_or(Code::NONE, |known| known.best),
            is_improving: here.ply < 2 || estimate > self.memory.estimates[here.ply - 2],
            is_whole: false,
        };
        if let Break(value) = self.prune(&node)? {
            return Some(value);
        }
        let start = self.memory.moves.len();
        let mut fours = self.memory.fours.pop().unwrap_or_default();
        self.field.fours(&mut fours);
        moves::quiet(&self.field, &node, &fours, self.memory);
        self.memory.fours.push(fours);
        self.try_moves(&node, start)
    }

    /// The value at the horizon: a win by threats, or the estimate.
    pub(super) fn leaf(&mut self, window: Window, here: Here, estimate: i32) -> Option<i32> {
        let (mut value, mut is_win) = (estimate, false);
        if value < window.beta && self.field.has_threes() {
            let (_, plies) = self.win_by_fours(LEAF_FOURS)?;
            is_win = plies > 0;
            if is_win {
                value = value::win(here.ply + plies);
            }
        }
        let bound = if is_win || value >= window.beta { Bound::Lower } else { Bound::Upper };
        self.keep(Here { depth: 0, ..here }, (value, bound), estimate, Code::NONE);
        Some(value)
    }

    /// Remembers what was found at a node.
    pub(super) fn keep(&self, here: Here, found: (i32, Bound), estimate: i32, best: Code) {
        self.strand.keep(self.key(), (here.depth, here.ply), found, estimate, best);
    }

    /// Whether the mover has a piece on the board that it may shift.
    pub(super) fn can_shift(&self) -> bool {
        let mover = self.field.mover();
        Piece::ALL.into_iter().any(|piece| {
            matches!(self.field.source(mover, piece), Source::Board(holes) if holes != 0)
                && self.field.open_to(mover, piece) != 0
        })
    }
}
