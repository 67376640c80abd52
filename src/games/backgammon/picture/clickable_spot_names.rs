//! The names of the spots of the picture, and the places that they are.

use crate::games::backgammon::board::{BAR, OFF};

/// The name of the spot of the bar.
pub(super) const BAR_SPOT: &str = "bar";
/// The name of the spot of the tray.
pub(super) const OFF_SPOT: &str = "off";

/// Writes the name of the spot of a place, as the mover sees it.
pub(super) fn spot_of(place: u8) -> String {
    match place {
        BAR => BAR_SPOT.to_owned(),
        OFF => OFF_SPOT.to_owned(),
        point => point.to_string(),
    }
}

/// The place of a spot; `None` for a word such as `roll`.
pub(super) fn place_of(spot: &str) -> Option<u8> {
    match spot {
        BAR_SPOT => Some(BAR),
        OFF_SPOT => Some(OFF),
        number => number.parse().ok().filter(|point| (1..BAR).contains(point)),
    }
}
