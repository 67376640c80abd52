//! The techniques of `threat` and their numbers: values in hundredths for the side to act, depths
//! in plies, proofs in nodes.
//!
//! Not tuned but set by hand are the numbers that `parlour-measure-techniques tune` does not change: the
//! deepest iteration and ply, the first depth of aspiration windows, null-move pruning, the depth of
//! reductions at the root, and the least nodes of proofs at the root. The others were found by that
//! command, where no comment says otherwise; the README of the game has what they and the techniques are
//! worth, and what was tried without a gain.
//!
//! Those of mate-distance pruning follow from the rules: at a node that no static win decides, a win
//! takes five plies at least, and a loss four. In renju, Second may win in three, by a four whose block
//! is forbidden; then a win may be said to take longer.

use crate::search::pvs::params::{
    Aspiration, Fraction, Futility, LateMoves, MateDistance, NullMove, OrderingWeights, Params,
    Reductions, ReverseFutility, RootProofs, Singular, ThreatSearches,
};
use crate::search::pvs::techniques::{Technique, Techniques};

/// The techniques in use.
pub(super) const PARAMS: Params = Params {
    on: Techniques::ALL.without(Technique::NullMovePruning),
    max_depth: 200,
    // No board has more cells: 22 × 22 are 484.
    max_ply: 500,
    aspiration: Aspiration { first_depth: 4, half: 42 },
    mate_distance: MateDistance { win: 5, loss: 4 },
    // Without it 40 % ± 9 of 120 games at 4,000 nodes, to a depth of 4 with a margin of 82 for each ply. To any
    // depth with a margin of 90 it wins 15 ± 22 Elo against that one in 600 games at 40,000 nodes a move. 110 and
    // 120 play alike with 90 (−8 ± 32 and −12 ± 29 in 300 games), but announce 17 of 20 known wins in a second and
    // not 14; of 105 long wins, 46, 50 and 48 are found in a million nodes with 110, 90 and 130.
    reverse_futility: ReverseFutility { max_depth: 30, margin: 110, free_plies: 1 },
    // Without it 43 % ± 9 of 120 games at 4,000 nodes.
    razoring: [0, 180, 330, 450],
    null_move: NullMove { min_depth: 3, base: 3, divisor: 4 },
    // Worth 65 ± 43 Elo in 200 games at 20,000 nodes.
    singular: Singular { min_depth: 6, entry_depth: 3, margin: 3 },
    futility: Futility { max_depth: 2, margin: 47, adds_score: false },
    // Pruning of fours and threes too, in open windows, and in defences, with reductions of fours outside
    // defences, is worth +63 ± 46 Elo in 200 games at 40,000 nodes a move and +20 ± 45 in 120 at 100 ms. Of 69
    // long wins of another engine, 19 are found in a million nodes, without it 9. In 200 games each at 40,000
    // nodes: 3 + depth^1.32 moves in place of these −121 ± 46; 8 and 8 eighths −23 ± 42; fours and threes only
    // after 1.5 times as many moves −24 ± 43.
    //
    // Before that, 10 in place of 6 eighths lost 24 ± 25 Elo in 304 pairs at 100,000 nodes a move; 4 were no better.
    late_moves: LateMoves { base: 6, by_depth: 6, share_not_improving: 8 },
    // In 300 games each at 20,000 nodes a move, before the tuning: a factor of 13/100 loses 96 ± 38
    // Elo to 27/100, 40/100 wins 41 ± 34, and 56/100 is no better (−6 ± 35).
    reductions: Reductions {
        base: 69,
        factor: Fraction { numerator: 34, denominator: 100 },
        root_depth: 4,
        root_divisor: 2,
        history_per_ply: 3_700,
        // In pairs at 100,000 nodes a move: for fours more than four cells from the move before, +42 ± 25
        // Elo in 259 and +13 ± 29 in 185; for all of them another +21 ± 29 in the same 185. 3 in place of
        // 2 is −15 ± 25, 1 in place of 2 is +9 ± 17 in 497. But 1, with half of the nodes for proofs at the
        // root (+14 ± 17), loses 28 ± 28 in 320 games at 100 ms a move.
        delay: 2,
    },
    internal_iterative_depth: 3,
    ordering: OrderingWeights {
        killer: 43,
        countermove: 40,
        history_divisor: 30,
        continuation_divisor: 21,
    },
    // A defence at every node from a depth of 2 costs 69 ± 33 Elo at equal time (300 games). As it is
    // it costs 1 ± 24, and wins are proved that are not proved without it. Its nodes are set by hand. 300
    // nodes at the leaves lose 32 ± 25 to 150 in 304 pairs at 100,000 nodes a move; 90 are no better.
    threats: ThreatSearches { leaf_nodes: 150, defence_nodes: 150, defence_depth: 4 },
    // −10 ± 22 Elo in 300 games at 20,000 nodes. But of 20 positions with a win of 9 to 45 plies 15
    // are proved within 1.4 million nodes, and 10 without proofs at the root. These figures are older than
    // the network and than `verify_wins::EFFORTS`.
    root_proofs: RootProofs { divisor: 16, likely_divisor: 4, promising: 280, least: 2_000 },
};
