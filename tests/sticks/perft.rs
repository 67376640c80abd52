//! Sticks 'n' Barrels against known perft counts, counted in bulk and ply by ply.

use parlour::game::perft::perft;
use parlour::game::{Notation, Position};
use parlour::games::sticks::Sticks;

use crate::perft_file::known_counts;

const COUNTS: &str = include_str!("../../src/games/sticks/perft.txt");

/// Above this many leaves the plain count would take too long for a test.
const PLAIN_LIMIT: u64 = 420_000_000;

/// Each position of the file with its known leaves by depth.
fn known() -> impl Iterator<Item = (Sticks, Vec<(u32, u64)>)> {
    known_counts(COUNTS).map(|(fen, counts)| (Sticks::new().read_position(fen).expect(fen), counts))
}

/// Perft that plays every move but the last.
fn plain(position: &mut Sticks, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_moves();
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut leaves = 0;
    for m in moves {
        let undo = position.play(m);
        leaves += plain(position, depth - 1);
        position.undo(undo);
    }
    leaves
}

#[test]
fn perft_gives_the_known_counts() {
    for (mut position, counts) in known() {
        for (depth, leaves) in counts {
            assert_eq!(perft(&mut position, depth, &|| false), Some(leaves), "depth {depth}");
        }
    }
}

#[test]
fn plain_perft_gives_the_known_counts() {
    for (mut position, counts) in known() {
        for (depth, leaves) in counts.into_iter().filter(|(_, leaves)| *leaves <= PLAIN_LIMIT) {
            assert_eq!(plain(&mut position, depth), leaves, "depth {depth}");
        }
    }
}
