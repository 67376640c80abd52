//! The fours that a tree asks for at every node against all fours.

use parlour::games::connect5::Rule;
use parlour::games::connect5::threat_map::{Threat, ThreatMap};
use parlour::games::connect5::threats::{FourKinds, ThreatProver};

use super::random_positions::{RULES, played};

#[test]
fn leaf_vcf_wins_only_where_vcf_wins_and_misses_few() {
    let mut prover = ThreatProver::new(8);
    let (mut all, mut quick) = ((0, 0), (0, 0));
    for seed in 0..3_000 {
        let board = played((15, 15), RULES[seed as usize % 3], seed);
        let mut grid = ThreatMap::new(&board);
        let own = grid.side();
        if grid.count_threats(own.other(), Threat::Five) > 0 {
            continue;
        }
        prover.begin_search(None);
        let kind = FourKinds::for_leaves(&grid, own);
        let found = prover.vcf(&mut grid, kind, 100_000, &mut || false);
        quick = (quick.0 + u64::from(found.is_some()), quick.1 + prover.nodes());
        let whole = prover.vcf(&mut grid, FourKinds::All, 100_000, &mut || false);
        all = (all.0 + u64::from(whole.is_some()), all.1 + prover.nodes());
        assert!(whole.is_some() || found.is_none(), "{board:?}");
        assert!(
            found.is_none() || kind.has(&grid, own) || grid.count_threats(own, Threat::Five) > 0
        );
        let is_bound = grid.rule() == Rule::Renju;
        assert!(is_bound || kind == FourKinds::WithFollowUp);
    }
    assert!(all.0 > 200 && quick.0 * 20 > all.0 * 19, "{quick:?} of {all:?}");
    assert!(quick.1 * 2 < all.1, "{quick:?} of {all:?}");
}

#[test]
fn vcf_search_ends_soon_after_it_is_stopped() {
    let fresh = || {
        let mut prover = ThreatProver::new(1);
        prover.begin_search(None);
        prover
    };
    let mut long = 0;
    for seed in 0..300 {
        let board = played((15, 15), RULES[seed as usize % 3], seed);
        let mut grid = ThreatMap::new(&board);
        let mut prover = fresh();
        prover.vcf(&mut grid, FourKinds::All, 100_000, &mut || false);
        let whole = prover.nodes();
        let mut prover = fresh();
        prover.vcf(&mut grid, FourKinds::All, 100_000, &mut || true);
        if whole > 3 {
            long += 1;
            // A four, its answer, and at most a straight four found without search.
            assert!(prover.nodes() <= 3, "{board:?}");
        }
    }
    assert!(long > 0, "none was worth stopping");
}
