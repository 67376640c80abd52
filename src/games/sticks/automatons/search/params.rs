//! The techniques of `search` and their numbers.

use crate::search::pvs::params::{
    Aspiration, Futility, MateDistance, NullMove, OrderingWeights, Params, Reductions,
    ReverseFutility, RootProofs, Singular, Technique, Techniques,
};

/// The techniques in use.
pub(super) const PARAMS: Params = Params {
    on: Techniques::ALL
        .without(Technique::Razoring)
        .without(Technique::SingularExtensions)
        .without(Technique::StaticWins)
        .without(Technique::Defences),
    max_depth: 100,
    max_ply: 240,
    aspiration: Aspiration { first_depth: 3, half: 30 },
    mate_distance: MateDistance { win: 3, loss: 4 },
    reverse_futility: ReverseFutility { max_depth: 4, margin: 15 },
    razoring: [0, 200, 350, 500],
    null_move: NullMove { min_depth: 3, base: 3, divisor: 4 },
    singular: Singular { min_depth: 6, entry_depth: 3, margin: 3 },
    futility: Futility { max_depth: 3, margin: 80, adds_score: true },
    late_moves_end_list: true,
    reductions: Reductions { base: 90, factor: (1, 5), root_depth: 3, root_divisor: 1 },
    ordering: OrderingWeights { killer: 40, countermove: 40, history_divisor: 16 },
    root_proofs: RootProofs { share: 8, likely_share: 2, promising: 120, least: 200 },
};
