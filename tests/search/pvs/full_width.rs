//! With every technique switched off, and with those on that only save nodes, the values are those
//! of the naive search.

use parlour::base::SplitMix64;
use parlour::game::Notation;
use parlour::search::Limits;
use parlour::search::pvs::reference_for_tests::{DepthCases, Reference};
use parlour::search::pvs::{Technique, Techniques};

use super::naive::{self, random_position};
use crate::ask_search::{ask_for_value, pvs_player, unmarked};
use crate::on_all_cores::for_each_on_all_cores;
use crate::quick_or_all::quick_or_all;

/// Compares the values of a player with these techniques and threads with those of the naive search.
pub(super) fn compare<G: Reference>(techniques: Techniques, threads: u32, cases: &[DepthCases]) {
    assert!(!cases.is_empty());
    let mut player = pvs_player::<G>(techniques, threads);
    let mut random = SplitMix64::new(18);
    for &DepthCases { depth, positions, moves } in cases {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut compared = 0;
        for _ in 0..quick_or_all(positions.div_ceil(3), positions) {
            let position = random_position::<G>(&mut random, moves);
            if G::may_be_stuck(&position, depth) {
                continue;
            }
            let expected = unmarked(naive::value::<G>(&position, depth));
            let found = ask_for_value(&mut player, &position, &limits).map(unmarked);
            let mut text = String::new();
            position.write_position(&mut text);
            assert_eq!(found, Some(expected), "depth {depth}: {text}, {techniques:?}");
            compared += 1;
        }
        assert!(compared > 0, "depth {depth}: nothing was compared");
    }
}

/// Compares a game with every technique off.
pub(super) fn compare_full_width<G: Reference>() {
    compare::<G>(Techniques::NONE, 1, G::CASES.full_width);
}

/// Techniques that change which nodes are searched and in which order, but no value.
pub(super) const VALUE_PRESERVING: [Technique; 6] = [
    Technique::AspirationWindows,
    Technique::MateDistancePruning,
    Technique::Killers,
    Technique::Countermoves,
    Technique::History,
    Technique::ContinuationHistory,
];

/// Compares a game with each of [`VALUE_PRESERVING`] alone, and with all of them.
pub(super) fn compare_exact<G: Reference>() {
    let each = VALUE_PRESERVING.map(|technique| Techniques::NONE.with(technique));
    let all = VALUE_PRESERVING.into_iter().fold(Techniques::NONE, Techniques::with);
    let sets = each.into_iter().chain([all]).collect();
    for_each_on_all_cores(sets, |techniques| {
        compare::<G>(techniques, 1, G::CASES.exact_techniques);
    });
}
