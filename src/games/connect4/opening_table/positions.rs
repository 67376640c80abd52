//! Which positions a table holds, and in which order.
//!
//! The positions of one number of plies in which neither side has four and the side to move
//! cannot complete four at once; one only of a position and its mirror image. They are listed by
//! rising number, so a score is found by its rank and no position needs to be stored.

use crate::game::Position;
use crate::games::connect4::Rack;

/// The rack as sold, the only size that has tables.
pub(super) type Board = Rack<7, 6>;

/// Its channels.
pub(super) const WIDTH: usize = 7;
/// Bits of a number that belong to one channel.
pub(super) const STRIDE: usize = Board::STRIDE;
/// The bits of the first channel, the one on top included.
const CHANNEL: u64 = (1 << STRIDE) - 1;

/// The number of a position: the balls of the side to move, and a bit on top of every channel.
pub(super) const fn number(board: &Board) -> u64 {
    board.own() | (board.mask + Board::BOTTOM)
}

/// The lesser of the numbers of a position and of its mirror image.
pub(super) fn least_number(board: &Board) -> u64 {
    let number = number(board);
    number.min(Board::mirrored(number))
}

/// The position of a number.
pub(super) const fn board_of(number: u64) -> Board {
    let mut mask = 0;
    let mut channel = 0;
    while channel < WIDTH {
        let bottom = channel * STRIDE;
        let bits = number & (CHANNEL << bottom);
        mask |= (1 << bits.ilog2()) - (1 << bottom);
        channel += 1;
    }
    Board::with_own(number & mask, mask)
}

/// Whether the side to move can complete four at once.
pub(super) const fn wins_at_once(board: &Board) -> bool {
    board.winning_cells(board.own()) & board.playable() != 0
}

/// The positions one ball after this one in which neither side has four.
pub(super) fn children(board: Board) -> impl Iterator<Item = Board> {
    let has_room =
        move |channel: &u8| board.playable() & Board::channel(usize::from(*channel)) != 0;
    let children = (0..WIDTH as u8).filter(has_room).map(move |channel| {
        let mut child = board;
        child.play(channel);
        child
    });
    children.filter(|child| !Board::has_four(child.opposing()))
}

/// The numbers of all listed positions of 0, 1, … `plies` balls, each list rising.
///
/// The lengths of the lists are 1, 4, 25, 121, 568, 2,144, 7,638, 25,718, 77,715, 239,959, 634,338,
/// 1,784,788 and 4,200,899.
pub(super) fn listed_positions(plies: u32) -> Vec<Vec<u64>> {
    let mut all = vec![number(&Board::EMPTY)];
    let mut lists = Vec::new();
    for ply in 0..=plies {
        if ply > 0 {
            let boards = all.iter().map(|number| board_of(*number));
            let next = boards.flat_map(children).map(|child| least_number(&child));
            all = next.collect();
            all.sort_unstable();
            all.dedup();
        }
        let is_listed = |number: &u64| !wins_at_once(&board_of(*number));
        lists.push(all.iter().copied().filter(is_listed).collect());
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::{Board, board_of, children, least_number, listed_positions, number, wins_at_once};
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
        fn walk(board: Board, plies: usize, met: &mut BTreeSet<u64>) {
            if plies == 0 {
                met.extend((!wins_at_once(&board)).then(|| least_number(&board)));
            } else {
                children(board).for_each(|child| walk(child, plies - 1, met));
            }
        }
        for (plies, list) in listed_positions(6).iter().enumerate() {
            let mut met = BTreeSet::new();
            walk(Board::EMPTY, plies, &mut met);
            assert!(met.iter().eq(list), "{plies} plies");
        }
    }
}
