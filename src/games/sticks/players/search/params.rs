//! The techniques of the player `search` and their numbers.
//!
//! The README of the game has what each technique is worth. The single numbers below were set by hand and
//! are not tuned, except where a comment names a measurement.

use crate::search::pvs::params::{
    Aspiration, Fraction, Futility, LateMoves, MateDistance, NullMove, OrderingWeights, Params,
    Reductions, ReverseFutility, RootProofs, Singular, ThreatSearches,
};
use crate::search::pvs::techniques::{Technique, Techniques};

/// The techniques in use and their numbers; values in hundredths, depths in plies.
///
/// Mate-distance pruning: where neither side wins at once, a win takes at least three plies (a
/// four, the reply, the win), and a loss one more before them.
pub(super) const PARAMS: Params = Params {
    on: Techniques::ALL
        .without(Technique::ContinuationHistory)
        .without(Technique::TableEvaluations)
        .without(Technique::InternalIterativeReductions)
        .without(Technique::Razoring)
        .without(Technique::SingularExtensions)
        .without(Technique::StaticWins)
        .without(Technique::DelayReductions)
        .without(Technique::Defences),
    // Set by hand: beyond what any search reaches.
    max_depth: 100,
    max_ply: 240,
    // Set by hand, not tuned; as it is, the technique is worth +37 ± 38 Elo (the table above).
    aspiration: Aspiration { first_depth: 3, half: 30 },
    // These follow from the rules; see above.
    mate_distance: MateDistance { win: 3, loss: 4 },
    // Set by hand, not tuned; as it is, the technique is worth +60 ± 40 Elo.
    // With a free ply it loses: −56 ± 31 in 400 games at 3,000 nodes a move with this margin, −21 ± 24 and −7 ± 23
    // in 600 games each with margins of 26 and 34.
    reverse_futility: ReverseFutility { max_depth: 4, margin: 15, free_plies: 0 },
    // Not in use. Set by hand, not tuned; tried so, the technique gave 3 ± 39 Elo.
    razoring: [0, 200, 350, 500],
    // Set by hand, not tuned; as it is, the technique is worth −21 ± 36 Elo.
    null_move: NullMove { min_depth: 3, base: 3, divisor: 4 },
    // Not in use. Set by hand, not tuned; tried so, the technique gave −2 ± 37 Elo.
    singular: Singular { min_depth: 6, entry_depth: 3, margin: 3 },
    // Set by hand, not tuned; as it is, the technique is worth −28 ± 36 Elo.
    futility: Futility { max_depth: 3, margin: 80, adds_score: true },
    // Set by hand, not tuned; as it is, the technique is worth +137 ± 40 Elo. Not to use it in open windows
    // cost 125 ± 47 Elo in 200 games at 3,000 nodes a move.
    late_moves: LateMoves { base: 6, by_depth: 16, share_not_improving: 8 },
    // Set by hand, not tuned; as it is, the technique is worth +31 ± 36 Elo.
    reductions: Reductions {
        base: 90,
        factor: Fraction { numerator: 20, denominator: 100 },
        root_depth: 3,
        root_divisor: 1,
        history_per_ply: 4_096,
        // This game has no such replies.
        delay: 0,
    },
    // Not in use. Set by hand, not tuned.
    internal_iterative_depth: 3,
    // Set by hand, not tuned; as they are, killers are worth +7 ± 40 Elo, countermoves +23 ± 38,
    // history +19 ± 38; continuation history is not in use.
    ordering: OrderingWeights {
        killer: 40,
        countermove: 40,
        history_divisor: 16,
        continuation_divisor: 32,
    },
    threats: ThreatSearches::NONE,
    // Set by hand, not tuned; as it is, the technique is worth −10 ± 33 Elo.
    root_proofs: RootProofs { divisor: 8, likely_divisor: 2, promising: 120, least: 200 },
};
