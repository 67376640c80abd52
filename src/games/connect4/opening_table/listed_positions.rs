//! Which positions a table holds, and in which order.
//!
//! The positions of one number of plies in which neither side has four and the side to move
//! cannot complete four at once; one only of a position and its mirror image. They are listed by
//! rising number, so a score is found by its rank and no position needs to be stored.

use crate::game::Position;
use crate::games::connect4::{Rack, RackSize};

/// The rack as sold, the only size that has tables.
pub(super) const SIZE: RackSize = RackSize::AS_SOLD;
/// Its channels.
pub(super) const WIDTH: usize = SIZE.width();
/// Bits of a number that belong to one channel.
pub(super) const STRIDE: usize = SIZE.stride();
/// The bits of the first channel, the one on top included.
const CHANNEL: u64 = (1 << STRIDE) - 1;

/// The number of a position: the balls of the side to move, and a bit on top of every channel.
pub(super) const fn number(board: &Rack) -> u64 {
    board.own() | (board.mask + SIZE.bottom())
}

/// The lesser of the numbers of a position and of its mirror image.
pub(super) fn least_number(board: &Rack) -> u64 {
    SIZE.symmetric_key(board.own(), board.mask).value
}

/// The position of a number.
pub(super) const fn board_of(number: u64) -> Rack {
    let mut mask = 0;
    let mut channel = 0;
    while channel < WIDTH {
        let bottom = channel * STRIDE;
        let bits = number & (CHANNEL << bottom);
        mask |= (1 << bits.ilog2()) - (1 << bottom);
        channel += 1;
    }
    Rack::with_own(SIZE, number & mask, mask)
}

/// The positions one ball after this one in which neither side has four.
pub(super) fn children(board: Rack) -> impl Iterator<Item = Rack> {
    let has_room = move |channel: &u8| board.playable() & SIZE.channel(usize::from(*channel)) != 0;
    let children = (0..WIDTH as u8).filter(has_room).map(move |channel| {
        let mut child = board;
        child.play(channel);
        child
    });
    children.filter(|child| !SIZE.has_four(child.opposing()))
}

/// The numbers of all listed positions of 0, 1, … `plies` balls, each list rising.
///
/// The lengths of the lists are 1, 4, 25, 121, 568, 2,144, 7,638, 25,718, 77,715, 239,959, 634,338,
/// 1,784,788 and 4,200,899.
pub(super) fn listed_positions(plies: u32) -> Vec<Vec<u64>> {
    let mut all = vec![number(&Rack::EMPTY)];
    let mut lists = Vec::new();
    for ply in 0..=plies {
        if ply > 0 {
            let boards = all.iter().map(|number| board_of(*number));
            let next = boards.flat_map(children).map(|child| least_number(&child));
            all = next.collect();
            all.sort_unstable();
            all.dedup();
        }
        let is_listed = |number: &u64| !board_of(*number).can_win_at_once();
        lists.push(all.iter().copied().filter(is_listed).collect());
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::{board_of, children, least_number, listed_positions, number};
    use crate::games::connect4::Rack;
    use std::collections::BTreeSet;

    /// The counts known from other people's tables: 8 plies 77,715, 12 plies 4,200,899.
    const COUNTS: [usize; 9] = [1, 4, 25, 121, 568, 2_144, 7_638, 25_718, 77_715];

    #[test]
    fn there_are_as_many_positions_as_known() {
        let counts: Vec<_> = listed_positions(8).iter().map(Vec::len).collect();
        assert_eq!(counts, COUNTS);
    }

    #[test]
    fn numbers_identify_positions_and_rise() {
        for list in listed_positions(7) {
            assert!(list.is_sorted_by(|a, b| a < b));
            assert!(list.iter().all(|listed| number(&board_of(*listed)) == *listed));
            assert!(list.iter().all(|listed| least_number(&board_of(*listed)) == *listed));
        }
    }

    #[test]
    fn lists_equal_the_positions_of_all_games() {
        fn walk(board: Rack, plies: usize, met: &mut BTreeSet<u64>) {
            if plies == 0 {
                met.extend((!board.can_win_at_once()).then(|| least_number(&board)));
            } else {
                children(board).for_each(|child| walk(child, plies - 1, met));
            }
        }
        for (plies, list) in listed_positions(6).iter().enumerate() {
            let mut met = BTreeSet::new();
            walk(Rack::EMPTY, plies, &mut met);
            assert!(met.iter().eq(list), "{plies} plies");
        }
    }
}
