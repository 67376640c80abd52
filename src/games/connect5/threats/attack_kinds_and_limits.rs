//! What a threat search tries, and what it may cost.

use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::threat_map::{Threat, ThreatMap};

/// The kinds of moves that the attacker tries in a proof.
///
/// Each kind includes the moves of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum AttackKind {
    /// VCF, victory by continuous fours: fours alone.
    Vcf,
    /// VCT, victory by continuous threats: open threes too.
    Vct,
    /// Also moves in two lines at once, closed threes or open twos, that threaten a VCF.
    WideVct,
}

/// Which fours a VCF tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FourKinds {
    /// All of them.
    All,
    /// Fours that also make a closed three or an open two, and fours that block a five.
    ///
    /// The others rarely lead to a win, since they build no further threat. Without them a VCF at the leaves of a
    /// tree takes a third of its nodes; +82 ± 46 Elo in 160 games at 40 ms a move.
    WithFollowUp,
}

impl FourKinds {
    /// The fours to try where every node of a tree has its VCF.
    ///
    /// In renju a four of Second may win without a follow-up: First may not block it where the
    /// block is a foul.
    pub fn for_leaves(map: &ThreatMap, side: Side) -> Self {
        if (map.rule(), side) == (Rule::Renju, Side::Second) {
            Self::All
        } else {
            Self::WithFollowUp
        }
    }

    /// Whether a side has any, where the other side has no five.
    pub fn has(self, map: &ThreatMap, side: Side) -> bool {
        match self {
            Self::All => !map.four_cells(side).is_empty(),
            Self::WithFollowUp => {
                let winning = map.count_threats(side, Threat::FourThree)
                    + map.count_threats(side, Threat::OpenFour);
                map.count_threats(side, Threat::FourPlus) + winning > 0
            }
        }
    }
}

/// The limits of a proof.
pub struct ProofLimits<'a> {
    /// The widest kind of attack; the narrower ones are always tried first.
    pub attack: AttackKind,
    /// The most nodes (stones played); a few more may be needed to come to an end.
    pub nodes: u64,
    /// The most plies of a win that is of interest.
    pub plies: u16,
    /// Called every 128 nodes: whether to stop.
    pub stop: &'a mut dyn FnMut() -> bool,
}
