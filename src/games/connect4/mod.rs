//! Connect Four, or Captain's Mistress: four in line on a rack of channels.

mod evaluate;
mod exact_scorer;
mod notation;
pub mod opening_table;
mod picture;
pub mod players;
mod registry_entry;
mod rules;
pub mod solver;

pub use registry_entry::GAME;
pub use rules::Rack;

#[cfg(test)]
mod tests {
    use super::Rack;
    use crate::game::conformance::ConformanceKit;

    #[test]
    fn racks_keep_what_every_game_must() {
        ConformanceKit::without_dice(Rack::<7, 6>::EMPTY).check();
        ConformanceKit::without_dice(Rack::<6, 5>::EMPTY).check();
        ConformanceKit::without_dice(Rack::<7, 7>::EMPTY).check();
        ConformanceKit::without_dice(Rack::<8, 7>::EMPTY).check();
    }
}
