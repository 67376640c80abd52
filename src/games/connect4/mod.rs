//! Connect Four, or Captain's Mistress: four in line on a rack of channels.

mod drawing;
mod evaluate;
mod notation;
pub mod opening_table;
mod picture;
pub mod players;
mod rack_size_and_bitboard;
mod registry_entry;
mod rules;
pub mod solver;

pub use rack_size_and_bitboard::RackSize;
pub use registry_entry::GAME;
pub use rules::Rack;

#[cfg(test)]
mod tests {
    use super::{Rack, RackSize};
    use crate::game::conformance::ConformanceKit;

    #[test]
    fn racks_keep_what_every_game_must() {
        ConformanceKit::without_dice(Rack::EMPTY).check();
        ConformanceKit::without_dice(Rack::new(RackSize::new(6, 5))).check();
        ConformanceKit::without_dice(Rack::new(RackSize::new(7, 7))).check();
        ConformanceKit::without_dice(Rack::new(RackSize::new(8, 7))).check();
    }
}
