//! With every technique switched off, and with those on that only save nodes, the values are those
//! of the naive search.

use parlour::base::SplitMix64;
use parlour::game::Notation;
use parlour::games::connect5::ThreatGame;
use parlour::games::sticks::players::search::SticksGame;
use parlour::search::Limits;
use parlour::search::pvs::{RootGame, Technique, Techniques};

use super::naive::{self, Plain, board, drawn, sticks};
use crate::ask_search::{ask_for_value, pvs_player, unmarked};
use crate::on_all_cores::for_each_on_all_cores;

/// How many positions are tried at a depth, and with how many moves at most.
struct Trial {
    depth: u32,
    positions: usize,
    moves: usize,
}

/// Has a naive search: `Plain` is implemented for its positions, and tests below compare with it.
pub(super) const fn requires_cases<G: RootGame<Position: Plain>>() {}

fn compare<G: RootGame<Position: Plain + Notation>>(
    techniques: Techniques,
    start: impl Fn(&mut SplitMix64) -> G::Position,
    plies: u64,
    trials: &[Trial],
) {
    let mut player = pvs_player::<G>(techniques);
    let mut random = SplitMix64::new(18);
    for &Trial { depth, positions, moves } in trials {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        for _ in 0..positions {
            let position = drawn(&mut random, &start, moves, plies);
            if position.may_be_stuck(depth) {
                continue;
            }
            let expected = unmarked(naive::value(&position, depth));
            let found = ask_for_value(&mut player, &position, &limits).map(unmarked);
            let mut text = String::new();
            position.write_position(&mut text);
            assert_eq!(found, Some(expected), "depth {depth}: {text}, {techniques:?}");
        }
    }
}

#[test]
fn full_width_search_of_connect5_is_the_naive_one() {
    let trial = |depth, positions, moves| Trial { depth, positions, moves };
    compare::<ThreatGame>(
        Techniques::NONE,
        board,
        60,
        &[trial(1, 4_500, 64), trial(2, 3_500, 30), trial(3, 2_500, 14), trial(4, 1_500, 10)],
    );
}

#[test]
fn full_width_search_of_sticks_is_the_naive_one() {
    let trial = |depth, positions, moves| Trial { depth, positions, moves };
    compare::<SticksGame>(
        Techniques::NONE,
        sticks,
        60,
        &[trial(1, 8_680, 200), trial(2, 1_200, 60), trial(3, 100, 50), trial(4, 20, 45)],
    );
}

/// Techniques that change which nodes are searched and in which order, but no value.
const EXACT: [Technique; 6] = [
    Technique::AspirationWindows,
    Technique::MateDistancePruning,
    Technique::Killers,
    Technique::Countermoves,
    Technique::History,
    Technique::ContinuationHistory,
];

/// Compares a game with each of [`EXACT`] alone, and with all of them.
fn compare_exact<G: RootGame<Position: Plain + Notation>>(
    start: impl Fn(&mut SplitMix64) -> G::Position + Sync,
    trials: &[Trial],
) {
    let each = EXACT.map(|technique| Techniques::NONE.with(technique));
    let all = EXACT.into_iter().fold(Techniques::NONE, Techniques::with);
    let sets = each.into_iter().chain([all]).collect();
    for_each_on_all_cores(sets, |techniques| compare::<G>(techniques, &start, 60, trials));
}

#[test]
fn techniques_that_only_save_nodes_keep_the_values_of_connect5() {
    let trial = |depth, positions, moves| Trial { depth, positions, moves };
    compare_exact::<ThreatGame>(board, &[trial(2, 300, 30), trial(3, 300, 14), trial(4, 150, 10)]);
}

#[test]
fn techniques_that_only_save_nodes_keep_the_values_of_sticks() {
    let trial = |depth, positions, moves| Trial { depth, positions, moves };
    compare_exact::<SticksGame>(sticks, &[trial(2, 200, 60), trial(3, 20, 50)]);
}
