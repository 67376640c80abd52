//! Every technique switched off: the values are those of the naive search.

use parlour::base::SplitMix64;
use parlour::game::Notation;
use parlour::games::connect5::ThreatGame;
use parlour::games::sticks::players::search::SticksGame;
use parlour::search::Limits;
use parlour::search::pvs::RootGame;

use super::ask_player::{ask, player, unmarked};
use super::naive::{self, Plain, board, drawn, sticks};

/// How many positions are tried at a depth, and with how many moves at most.
struct Trial {
    depth: u32,
    positions: usize,
    moves: usize,
}

fn compare<G: RootGame<Position: Plain + Notation>>(
    start: impl Fn(&mut SplitMix64) -> G::Position,
    plies: u64,
    trials: [Trial; 4],
) {
    let mut player = player::<G>();
    let mut random = SplitMix64::new(18);
    for Trial { depth, positions, moves } in trials {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        for _ in 0..positions {
            let position = drawn(&mut random, &start, moves, plies);
            if position.may_be_stuck(depth) {
                continue;
            }
            let expected = unmarked(naive::value(&position, depth));
            let found = ask(&mut player, &position, &limits).map(unmarked);
            let mut text = String::new();
            position.write_position(&mut text);
            assert_eq!(found, Some(expected), "depth {depth}: {text}");
        }
    }
}

#[test]
fn full_width_search_of_connect5_is_the_naive_one() {
    let trial = |depth, positions, moves| Trial { depth, positions, moves };
    compare::<ThreatGame<0>>(
        board,
        60,
        [trial(1, 4_500, 64), trial(2, 3_500, 30), trial(3, 2_500, 14), trial(4, 1_500, 10)],
    );
}

#[test]
fn full_width_search_of_sticks_is_the_naive_one() {
    let trial = |depth, positions, moves| Trial { depth, positions, moves };
    compare::<SticksGame<0>>(
        sticks,
        60,
        [trial(1, 8_680, 200), trial(2, 1_200, 60), trial(3, 100, 50), trial(4, 20, 45)],
    );
}
