//! One number for all positions that play alike.

use super::node::Node;
use crate::games::connect4::Rack;

/// The key of a position: below 2^(W·(H+1)), the same for the mirrored position.
#[inline(always)]
pub(super) fn key<const W: usize, const H: usize>(node: &Node<W, H>) -> (u64, bool) {
    let key = node.own | (node.mask + Rack::<W, H>::BOTTOM);
    let mirrored = mirror::<W, H>(key);
    (key.min(mirrored), mirrored < key)
}

/// The word with its channels in the opposite order.
#[inline(always)]
pub(in crate::games::connect4) const fn mirror<const W: usize, const H: usize>(word: u64) -> u64 {
    let stride = H + 1;
    let channel = (1 << stride) - 1;
    let mut mirrored = 0;
    let mut from = 0;
    while from < W {
        mirrored |= ((word >> (from * stride)) & channel) << ((W - 1 - from) * stride);
        from += 1;
    }
    mirrored
}
