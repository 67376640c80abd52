//! The expert features of a position by its class: those of contact, or those of a race.

use super::super::bearoff::BearoffSource;
use super::super::position_class::PositionClass;
use super::side_view::SideView;
use super::{contact_features, race_features};
use crate::games::backgammon::board::Board;

/// Inputs of a network for expert features, the most that a class has.
pub const EXPERT_FEATURES: usize = contact_features::FEATURES;

/// How many features a class has; the inputs after them are 0.
pub(crate) const fn count(class: PositionClass) -> usize {
    match class {
        PositionClass::Race => race_features::FEATURES,
        PositionClass::Contact | PositionClass::Crashed => contact_features::FEATURES,
    }
}

/// The features of a position of this class; those of a race wait for the bear-off database.
#[inline(always)]
pub fn features(board: Board, class: PositionClass) -> [f32; EXPERT_FEATURES] {
    features_from(board, class, BearoffSource::Database)
}

/// The same with bear-offs looked up in this source.
#[inline(always)]
pub(crate) fn features_from(
    board: Board,
    class: PositionClass,
    source: BearoffSource,
) -> [f32; EXPERT_FEATURES] {
    let views = SideView::both(board);
    if class != PositionClass::Race {
        return contact_features::features(&views);
    }
    let mut all = [0.0; EXPERT_FEATURES];
    all[..race_features::FEATURES].copy_from_slice(&race_features::features(&views, source));
    all
}
