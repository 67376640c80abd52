//! The techniques of the search, each of which can be switched off.

/// A technique that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Technique {
    /// Cutoffs by values of the transposition table; without them it gives the first move alone.
    TableCutoffs,
    /// Aspiration windows at the root.
    AspirationWindows,
    /// Mate-distance pruning.
    MateDistancePruning,
    /// Reverse futility pruning.
    ReverseFutilityPruning,
    /// Razoring.
    Razoring,
    /// Null-move pruning.
    NullMovePruning,
    /// Singular extensions and multi-cut.
    SingularExtensions,
    /// Futility pruning.
    FutilityPruning,
    /// Late move pruning.
    LateMovePruning,
    /// Late move reductions.
    LateMoveReductions,
    /// Reductions of replies to a threat that delay it and do not meet it.
    DelayReductions,
    /// Killer moves in the move order.
    Killers,
    /// Countermoves in the move order.
    Countermoves,
    /// The history of moves in the move order and in reductions.
    History,
    /// The history of pairs of moves, a reply and the move before it, in the move order.
    ContinuationHistory,
    /// The value of the transposition table in place of the static evaluation, where it is nearer
    /// to the truth.
    TableEvaluations,
    /// Internal iterative reductions: a ply less where the transposition table has no move.
    InternalIterativeReductions,
    /// Quiescence search: wins by threats beyond the horizon.
    Quiescence,
    /// Replies to a threat to win at once are the only ones tried, and cost no depth.
    ForcedReplies,
    /// Wins and losses within a few plies that are recognised without search.
    StaticWins,
    /// Against a slower threat to win, only the moves that may meet it are tried.
    Defences,
    /// Moves that hardly ever matter are not listed.
    MoveSelection,
    /// The game's proof search takes turns with the search at the root.
    RootProofs,
}

impl Technique {
    /// All techniques.
    pub const ALL: [Self; 23] = [
        Self::TableCutoffs,
        Self::AspirationWindows,
        Self::MateDistancePruning,
        Self::ReverseFutilityPruning,
        Self::Razoring,
        Self::NullMovePruning,
        Self::SingularExtensions,
        Self::FutilityPruning,
        Self::LateMovePruning,
        Self::LateMoveReductions,
        Self::DelayReductions,
        Self::Killers,
        Self::Countermoves,
        Self::History,
        Self::ContinuationHistory,
        Self::TableEvaluations,
        Self::InternalIterativeReductions,
        Self::Quiescence,
        Self::ForcedReplies,
        Self::StaticWins,
        Self::Defences,
        Self::MoveSelection,
        Self::RootProofs,
    ];
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Techniques {
    /// Every technique.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);

    /// No technique.
    pub const NONE: Self = Self(0);

    /// The set with this technique.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u8)
    }

    /// Whether a technique is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 != 0
    }

    /// The set without this technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u8))
    }
}
