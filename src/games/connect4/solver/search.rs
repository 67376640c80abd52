//! The null-window search.

use super::bound_table::{Known, Place, Table};
use super::forced_moves::settle;
use super::move_ordering::{List, Open, promise};
use super::node::Node;
use super::symmetric_key::key;
use super::threads::Busy;
use crate::games::connect4::Rack;

/// Below every score.
const WORST: i32 = -30;

/// Less than every promise: a move that is put off has this much less.
const PUT_OFF: i32 = 10_000;
/// Positions with fewer empty cells than this are not worth telling the other threads of.
const WORTH_TELLING: i32 = 22;

/// Nodes between two questions whether to go on.
const INTERVAL: u64 = 1_024;

/// The tables of one thread: what all share, and a small one of its own.
///
/// Positions near the end are many and cheap, so they would drive all else out of the processor's
/// caches; they stay in the small table.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    pub(super) shared: &'a Table,
    pub(super) own: &'a Table,
    /// Positions of at least so many balls belong into the small table.
    pub(super) own_from: i32,
}

impl Tables<'_> {
    #[inline(always)]
    const fn of(&self, plies: i32) -> &Table {
        if plies >= self.own_from { self.own } else { self.shared }
    }

    /// The move that the table has noted of a position, if it is one that has to be searched.
    pub(super) fn noted<const W: usize, const H: usize>(&self, node: &Node<W, H>) -> Option<u32> {
        let (key, is_mirrored) = key(node);
        let table = self.of(node.plies());
        let known = table.probe(table.place(key))?;
        let open = Open { node: *node, is_mirrored, ..Open::default() };
        Some(open.turned(known.channel))
    }
}

/// What other threads have to tell of a move.
enum Heard {
    Nothing,
    /// One of them is searching it.
    Busy,
    /// A bound on its value that decides it.
    Value(i32),
}

/// One thread's search.
pub(super) struct Search<'a> {
    tables: Tables<'a>,
    /// Asked now and then, with the nodes so far, whether to go on.
    go_on: &'a mut dyn FnMut(u64) -> bool,
    next_look: u64,
    is_ended: bool,
    /// What the other threads of a team are at.
    busy: Option<&'a Busy>,
    /// Positions searched.
    pub(super) nodes: u64,
    /// A question is given up at so many nodes.
    limit: u64,
    /// The search ends at so many nodes.
    most: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(tables: Tables<'a>, go_on: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Self {
            tables,
            go_on,
            next_look: INTERVAL,
            is_ended: false,
            busy: None,
            nodes: 0,
            limit: u64::MAX,
            most: u64::MAX,
        }
    }

    /// The same that ends at so many nodes.
    #[must_use]
    pub(super) fn with_most(mut self, nodes: u64) -> Self {
        self.most = nodes;
        self.limit = nodes;
        self.next_look = INTERVAL.min(nodes);
        self
    }

    /// The same as one of a team, which tells the others what it is at.
    #[must_use]
    pub(super) const fn among(mut self, busy: &'a Busy) -> Self {
        self.busy = Some(busy);
        self
    }

    /// A bound on the score that tells whether it reaches `beta`, **for the side to move**.
    ///
    /// Nobody has four in the position, and its mover cannot win at once. `None` if the search
    /// was ended.
    pub(super) fn test<const W: usize, const H: usize>(
        &mut self,
        node: &Node<W, H>,
        beta: i32,
    ) -> Option<i32> {
        let settled = settle(*node, node.plies(), beta);
        let (sign, beta) = if settled.is_other { (-1, 1 - beta) } else { (1, beta) };
        if let Some(value) = settled.value {
            return Some(sign * value);
        }
        let (place, is_mirrored) = self.place(&settled.node, settled.plies);
        let (node, plies) = (settled.node, settled.plies);
        let mut open = Open { node, plies, place, is_mirrored, ..Open::default() };
        if let Some(known) = self.tables.of(plies).probe(place) {
            if known.lower >= beta || known.upper < beta {
                let value = if known.lower >= beta { known.lower } else { known.upper };
                return Some(sign * value);
            }
            open.hint = Some(open.turned(known.channel));
        }
        self.search(&open, beta).map(|value| sign * value)
    }

    #[inline(always)]
    fn place<const W: usize, const H: usize>(
        &self,
        node: &Node<W, H>,
        plies: i32,
    ) -> (Place, bool) {
        let (key, is_mirrored) = key(node);
        (self.tables.of(plies).place(key), is_mirrored)
    }

    /// The same for a position that nothing but a search can decide.
    fn search<const W: usize, const H: usize>(
        &mut self,
        open: &Open<W, H>,
        beta: i32,
    ) -> Option<i32> {
        if self.nodes >= self.next_look && !self.look() {
            return None;
        }
        let before = self.nodes;
        self.nodes += 1;
        let mut best = WORST;
        let mut list = List::new();
        if self.expand(open, beta, &mut list, &mut best) || list.is_empty() {
            return Some(best);
        }
        let most = Node::<W, H>::win_with(open.plies + 5);
        if most < beta {
            return Some(most.max(best));
        }
        if self.consult(beta, &mut list, &mut best) {
            return Some(best);
        }
        let mut channel = open.hint.unwrap_or_default();
        let busy = self.busy.filter(|_| open.plies < Node::<W, H>::AREA - WORTH_TELLING);
        let mut is_first = true;
        while best < beta
            && let Some(next) = list.next()
        {
            let heard = if is_first { Heard::Nothing } else { self.hear(busy, &next, beta) };
            is_first = false;
            let value = match heard {
                Heard::Busy => {
                    list.push(Open { promise: next.promise - PUT_OFF, ..next });
                    continue;
                }
                Heard::Value(value) => value,
                Heard::Nothing => self.descend(busy, &next, beta)?,
            };
            if value > best {
                (best, channel) = (value, next.channel);
            }
        }
        self.record(open, beta, best, channel, before);
        Some(best)
    }

    /// The value of a move, by searching the position after it.
    #[inline(always)]
    fn descend<const W: usize, const H: usize>(
        &mut self,
        busy: Option<&Busy>,
        next: &Open<W, H>,
        beta: i32,
    ) -> Option<i32> {
        let place = next.place;
        if let Some(busy) = busy {
            busy.begin(place);
        }
        let value = if next.is_same {
            self.search(next, beta)
        } else {
            self.search(next, 1 - beta).map(|value| -value)
        };
        if let Some(busy) = busy {
            busy.end(place);
        }
        value
    }

    /// What the other threads have to tell of a move: its value, or that they are at it.
    #[inline(always)]
    fn hear<const W: usize, const H: usize>(
        &self,
        busy: Option<&Busy>,
        next: &Open<W, H>,
        beta: i32,
    ) -> Heard {
        let Some(busy) = busy else { return Heard::Nothing };
        if let Some(known) = self.tables.of(next.plies).probe(next.place) {
            let (lower, upper) = known.bounds(next.is_same);
            if lower >= beta {
                return Heard::Value(lower);
            }
            if upper < beta {
                return Heard::Value(upper);
            }
        }
        let is_put_off = next.promise <= -PUT_OFF / 2;
        if !is_put_off && busy.has(next.place) { Heard::Busy } else { Heard::Nothing }
    }

    /// Lists the moves that must be searched; says whether one of the others reaches `beta`.
    #[inline(always)]
    fn expand<const W: usize, const H: usize>(
        &self,
        open: &Open<W, H>,
        beta: i32,
        list: &mut List<W, H>,
        best: &mut i32,
    ) -> bool {
        let node = &open.node;
        let mut moves = node.playable() & !(node.other_wins >> 1);
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let child = node.play(cell);
            let settled = settle(child, open.plies + 1, 1 - beta);
            let is_same = settled.is_other;
            if let Some(value) = settled.value {
                *best = (*best).max(if is_same { value } else { -value });
                if *best >= beta {
                    return true;
                }
                continue;
            }
            let (node, plies) = (settled.node, settled.plies);
            let (place, is_mirrored) = self.place(&node, plies);
            self.tables.of(plies).prefetch(place);
            let channel = cell.trailing_zeros() / Rack::<W, H>::STRIDE as u32;
            let promise = promise(&child, channel, open.hint);
            list.push(Open {
                node,
                plies,
                place,
                is_mirrored,
                is_same,
                channel,
                promise,
                hint: None,
            });
        }
        false
    }

    /// Drops the moves that the table knows to be too bad; says whether it knows one to be good.
    #[inline(always)]
    fn consult<const W: usize, const H: usize>(
        &self,
        beta: i32,
        list: &mut List<W, H>,
        best: &mut i32,
    ) -> bool {
        let mut is_good = false;
        list.retain(|open| {
            let Some(known) = self.tables.of(open.plies).probe(open.place) else { return true };
            let (lower, upper) = known.bounds(open.is_same);
            open.hint = Some(open.turned(known.channel));
            if lower >= beta {
                *best = (*best).max(lower);
                is_good = true;
            } else if upper < beta {
                *best = (*best).max(upper);
                return false;
            }
            true
        });
        is_good
    }

    /// Tells the table what was found.
    #[inline(always)]
    fn record<const W: usize, const H: usize>(
        &self,
        open: &Open<W, H>,
        beta: i32,
        best: i32,
        channel: u32,
        before: u64,
    ) {
        let (lower, upper) = if best >= beta {
            (best, Node::<W, H>::win_with(open.plies + 3))
        } else {
            (-Node::<W, H>::win_with(open.plies + 4), best)
        };
        let known = Known { lower, upper, channel: open.turned(channel) };
        self.tables.of(open.plies).store(open.place, known, self.nodes - before);
    }

    /// Looks whether to go on.
    #[cold]
    fn look(&mut self) -> bool {
        self.next_look = self.limit.min(self.nodes + INTERVAL);
        self.is_ended = self.nodes >= self.most || !(self.go_on)(self.nodes);
        self.nodes < self.limit && !self.is_ended
    }

    /// Whether it was told not to go on.
    pub(super) const fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Gives up at so many more nodes.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes).min(self.most);
        self.next_look = self.limit.min(self.nodes + INTERVAL);
    }
}
