//! How much a search may evaluate by its limits: the room that its cache needs.

use std::time::Duration;

use crate::base::Side;
use crate::search::Limits;

/// How much a search may evaluate, by its limits.
#[derive(Clone, Copy, Debug)]
pub(super) enum SearchSize {
    /// No limit says how much.
    Unlimited,
    /// All that its threads evaluate in this time.
    Time(Duration),
    /// About this many positions at most.
    Positions(u64),
}

impl SearchSize {
    /// The size of a search of this side under these limits and this cap of nodes, `u64::MAX` for none.
    pub(super) fn of(limits: &Limits, node_cap: u64, side: Side) -> Self {
        /// Positions without lookahead, and how many times as many each ply has. Set by hand: about
        /// twice what the largest search of the bench positions evaluates.
        const WITHOUT_LOOKAHEAD: u64 = 64;
        const TIMES_EACH_PLY: u64 = 8;
        // The games of a rollout are many searches.
        let depth = limits.depth.filter(|_| limits.rollout.is_none());
        let by_depth = depth.map_or(u64::MAX, |depth| {
            WITHOUT_LOOKAHEAD.saturating_mul(TIMES_EACH_PLY.saturating_pow(depth))
        });
        match by_depth.min(limits.nodes.unwrap_or(u64::MAX)).min(node_cap) {
            u64::MAX => limits.time_limit_alone(side).map_or(Self::Unlimited, Self::Time),
            positions => Self::Positions(positions),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, SearchSize, Side};

    #[test]
    fn size_of_a_search_comes_from_its_limits() {
        let size = |depth, nodes, cap| {
            let limits = Limits { depth, nodes, ..Limits::default() };
            match SearchSize::of(&limits, cap, Side::First) {
                SearchSize::Positions(positions) => Some(positions),
                _ => None,
            }
        };
        assert_eq!(
            [size(Some(1), None, u64::MAX), size(Some(3), None, u64::MAX)],
            [Some(512), Some(32_768)]
        );
        assert_eq!(
            [size(Some(3), Some(700), u64::MAX), size(None, Some(700), 60)],
            [Some(700), Some(60)]
        );
        assert_eq!([size(Some(400), None, u64::MAX), size(None, None, u64::MAX)], [None, None]);
        let limits = Limits { movetime: Some(7), ..Limits::default() };
        let found = SearchSize::of(&limits, u64::MAX, Side::First);
        assert!(matches!(found, SearchSize::Time(time) if time.as_millis() <= 7), "{found:?}");
    }
}
