//! The techniques of `threat` and their numbers: values in hundredths for the side to act, depths
//! in plies, proofs in nodes.
//!
//! What each is worth in Elo, with its 95 % interval: the player with the technique against itself
//! without it, 200 games from `openings.txt`, one at a time with 100 ms a move, and in earlier
//! games two at a time with 20 ms (`tools/measure-techniques`):
//!
//! | technique | Elo at 100 ms | at 20 ms |
//! |---|---|---|
//! | cutoffs by the transposition table | +215 ± 49 | +151 ± 45 |
//! | forced replies cost no depth | +184 ± 47 | +151 ± 48 |
//! | late move reductions | +119 ± 39 | +92 ± 48 |
//! | quiescence search | +92 ± 42 | +98 ± 48 |
//! | aspiration windows | +61 ± 38 | +119 ± 48 |
//! | late move pruning | +54 ± 36 | +108 ± 46 |
//! | defences against fours | +54 ± 38 | +85 ± 43 |
//! | reverse futility pruning | +40 ± 37 | +38 ± 42 |
//! | singular extensions, multi-cut | +37 ± 40 | +61 ± 43 |
//! | razoring | +35 ± 38 | +28 ± 40 |
//! | killers | +31 ± 37 | −10 ± 41 |
//! | static wins | +31 ± 35 | +49 ± 48 |
//! | move selection | +24 ± 35 | +135 ± 51 |
//! | countermoves | +21 ± 36 | −9 ± 40 |
//! | history | +10 ± 40 | −28 ± 45 |
//! | mate-distance pruning | −17 ± 36 | +37 ± 40 |
//! | proofs at the root | −24 ± 40 | +9 ± 41 |
//! | futility pruning | −28 ± 38 | −3 ± 38 |
//!
//! These figures are older than three techniques: continuation history, table evaluations and
//! internal iterative reductions are worth 21 ± 19 Elo together (500 pairs of games at 10,000 nodes
//! a move). They are also older than the numbers below, which `parlour-measure-techniques tune`
//! found in 6,800 pairs of games at 8,000 nodes a move, where no comment says otherwise. Against the
//! numbers set by hand that they replaced they are worth 20 ± 20 Elo in 500 pairs at 10,000 nodes a
//! move, and 42 ± 35 in 150 pairs at 50,000.
//!
//! Not tuned but set by hand are the numbers that `tune` does not change: the deepest iteration and
//! ply, the first depth of aspiration windows, null-move pruning, the depth of reductions at the
//! root, and the least nodes of proofs at the root. Those of mate-distance pruning follow from the
//! rules: at a node that no static win decides, a win takes five plies at least, and a loss four. In renju,
//! Second may win in three, by a four whose block is forbidden; then a win may be said to take longer.
//!
//! All of these figures are older than the network of the static evaluation. With it, margins of
//! pruning and aspiration that are 1.4 times as wide, or 0.72 times, are no clear gain (12 ± 30 and
//! 27 ± 28 Elo in 250 pairs at 10,000 nodes a move).
//!
//! With 100,000 nodes a move other numbers are better than with 8,000: see those of the late moves,
//! the nodes of the quiescence search and the reductions of delays. Each was one of 5 to 16 changes in a
//! `screen` of pairs at that limit. The three together: +21 ± 30 Elo in 398 games at 100 ms a move.
//!
//! No gain in the same screens, 180 to 630 pairs each, ± 16 to 30 Elo: reverse futility pruning to a depth
//! of 20, −5; no more late moves than three for each ply of depth, +5; a ply less where the evaluation is
//! far above beta, −30, or where a move has raised alpha, 0; a ply more or less by the value of a reduced
//! move, +10; double singular extensions, −9; margins of razoring half as wide, −18; plain fours pruned and
//! reduced like quiet moves, −4; a reply to an open three at no depth, now that delays are reduced, +4.
//!
//! No gain in games at 15,000 nodes a move, 1,480 each, ± 15 Elo: a ply less for quiet moves where a cutoff is
//! expected, −5; history of pairs of own moves in the ordering, −2; static evaluations corrected by what
//! searches found after the same two moves, −11. A VCT of 300 nodes from a depth of 8 on, at 40 ms a move:
//! −16 ± 27 Elo in 400 games.
//!
//! No gain in 200 or 300 games at 40,000 nodes a move, ± 30 to 45 Elo, since fours and threes are pruned too: the
//! scores of moves fitted to 334,465 nodes searched with their moves in random order, −42, and −91 with fours
//! and threes before the others, though a quarter fewer moves are tried before a cutoff; that fit for defences
//! alone, −21; no history in the order, +5; quiet moves far from the last two stones reduced by a ply more, −8;
//! after an only reply the improvement counted from the evaluation before, −13.
//!
//! Two ideas were tried before and left out; the games were played with a network that is not in use:
//!
//! - A reply to a threat of an open four at no depth, as after a four: −76 ± 34 Elo in 300 games at
//!   30,000 nodes a move; from a depth of 4 on 0 ± 35. Of 46 long wins of another engine 21 were found
//!   in 2,000,000 nodes, 15 without it; of 224 wins of this player 168 in 700,000 nodes, 181 without it.
//! - Scores of moves fitted to the moves of 967,000 positions in place of those set by hand, by patterns
//!   of lines, shapes and pairs of threats: 9 ± 27 Elo in 400 games at 10,000 nodes a move, and −19 ± 28
//!   with twice the weight. They rank the move played in games held out first in 27 % of the positions,
//!   and among the first eight in 78 %; those set by hand in 22 and 71 %.
//!
//! Killers again: −54 ± 43 at 5,000 nodes a move, −26 ± 44 at 20,000. Null-move pruning was tried
//! and is off: −7 ± 45 in 185 games of 100 ms a move.

use crate::search::pvs::techniques_and_params::{
    Aspiration, Fraction, Futility, LateMoves, MateDistance, NullMove, OrderingWeights, Params,
    Reductions, ReverseFutility, RootProofs, Singular, Technique, Techniques, ThreatSearches,
};

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
    root_proofs: RootProofs { share: 16, likely_share: 4, promising: 280, least: 2_000 },
};
