//! The null-window search.

use super::key::key;
use super::node::Node;
use super::settle::settle;
use super::table::{Known, Place, Table};
use crate::games::connect4::Rack;

/// Below every score.
const WORST: i32 = -30;

/// One thread's search.
pub(super) struct Search<'a, const W: usize, const H: usize> {
    table: &'a Table,
    /// Positions searched.
    pub(super) nodes: u64,
}

/// A move that must be searched.
#[derive(Clone, Copy, Default)]
struct Open<const W: usize, const H: usize> {
    /// The position after the move and all forced replies.
    node: Node<W, H>,
    place: Place,
    is_mirrored: bool,
    /// Whether the side to move in `node` is the one that made the move.
    is_same: bool,
    channel: u32,
    /// How much the move promises.
    promise: i32,
    /// The channel that the table names, in `node`.
    hint: Option<u32>,
}

impl<'a, const W: usize, const H: usize> Search<'a, W, H> {
    pub(super) const fn new(table: &'a Table) -> Self {
        Self { table, nodes: 0 }
    }

    /// A bound on the score that tells whether it reaches `beta`, **for the side to move**.
    pub(super) fn test(&mut self, node: &Node<W, H>, beta: i32) -> i32 {
        let settled = settle(*node, beta);
        let (sign, beta) = if settled.is_other { (-1, 1 - beta) } else { (1, beta) };
        if let Some(value) = settled.value {
            return sign * value;
        }
        let (key, is_mirrored) = key(&settled.node);
        let place = self.table.place(key);
        let known = self.table.probe(place);
        if let Some(value) = known.and_then(|known| decided(known, beta)) {
            return sign * value;
        }
        let hint = known.map(|known| turned::<W>(known.channel, is_mirrored));
        let open = Open { node: settled.node, place, is_mirrored, hint, ..Open::default() };
        sign * self.search(&open, beta)
    }

    /// The same for a position that nothing but a search can decide.
    fn search(&mut self, parent: &Open<W, H>, beta: i32) -> i32 {
        let before = self.nodes;
        self.nodes += 1;
        let node = &parent.node;
        let plies = node.plies();
        let mut best = WORST;
        let mut opens = [Open::<W, H>::default(); 8];
        let mut count = 0;
        let mut moves = node.playable() & !(node.other_wins >> 1);
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves &= moves - 1;
            let child = node.play(cell);
            let settled = settle(child, 1 - beta);
            let is_same = settled.is_other;
            if let Some(value) = settled.value {
                let value = if is_same { value } else { -value };
                if value >= beta {
                    return value;
                }
                best = best.max(value);
                continue;
            }
            let (key, is_mirrored) = key(&settled.node);
            let place = self.table.place(key);
            self.table.prefetch(place);
            let channel = cell.trailing_zeros() / Rack::<W, H>::STRIDE as u32;
            let hint = i32::from(parent.hint == Some(channel)) * 35;
            let promise = promise(&child, channel) + hint;
            opens[count & 7] = Open {
                node: settled.node,
                place,
                is_mirrored,
                is_same,
                channel,
                promise,
                hint: None,
            };
            count += 1;
        }
        if count == 0 {
            return best;
        }
        let most = Node::<W, H>::win_with(plies + 5);
        if most < beta {
            return most.max(best);
        }
        // What the table knows of the moves.
        let mut kept = 0;
        for at in 0..count {
            let mut open = opens[at & 7];
            if let Some(known) = self.table.probe(open.place) {
                let (lower, upper) = if open.is_same {
                    (known.lower, known.upper)
                } else {
                    (-known.upper, -known.lower)
                };
                if lower >= beta {
                    return lower;
                }
                if upper < beta {
                    best = best.max(upper);
                    continue;
                }
                open.hint = Some(turned::<W>(known.channel, open.is_mirrored));
            }
            opens[kept & 7] = open;
            kept += 1;
        }
        let mut channel = parent.hint.unwrap_or(0);
        for done in 0..kept {
            let mut pick = done;
            for at in done + 1..kept {
                if opens[at & 7].promise > opens[pick & 7].promise {
                    pick = at;
                }
            }
            opens.swap(done & 7, pick & 7);
            let open = &opens[done & 7];
            let value =
                if open.is_same { self.search(open, beta) } else { -self.search(open, 1 - beta) };
            if value > best {
                best = value;
                channel = open.channel;
            }
            if best >= beta {
                break;
            }
        }
        let most = Node::<W, H>::win_with(plies + 3);
        let least = -Node::<W, H>::win_with(plies + 4);
        let known = if best >= beta {
            Known { lower: best, upper: most, channel: turned::<W>(channel, parent.is_mirrored) }
        } else {
            Known { lower: least, upper: best, channel: turned::<W>(channel, parent.is_mirrored) }
        };
        self.table.store(parent.place, known, self.nodes - before);
        best
    }
}

/// The bound that decides whether a score reaches `beta`, if there is one.
#[inline(always)]
fn decided(known: Known, beta: i32) -> Option<i32> {
    if known.lower >= beta {
        Some(known.lower)
    } else {
        (known.upper < beta).then_some(known.upper)
    }
}

/// The channel as seen in the mirror, if there is one.
#[inline(always)]
const fn turned<const W: usize>(channel: u32, is_mirrored: bool) -> u32 {
    if is_mirrored { W as u32 - 1 - channel } else { channel }
}

/// How much a move promises to the side that made it, from the position after it.
#[inline(always)]
fn promise<const W: usize, const H: usize>(child: &Node<W, H>, channel: u32) -> i32 {
    let useful = child.other_wins & !(child.own_wins << 1);
    let next = child.playable() << 1;
    let later = (next & Rack::<W, H>::CELLS) << 1;
    let count = |cells: u64| cells.count_ones() as i32;
    let middle = channel.min(W as u32 - 1 - channel) as i32;
    84 * count(useful & next) + 35 * count(useful & later) + 21 * count(useful) + middle
}
