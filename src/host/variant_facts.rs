//! Where a variant differs from what the registry says of its game.

use super::HostError;

/// What is different in one variant of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct VariantFacts {
    /// Pieces in line that win, if they are not those of [`super::Description`].
    pub in_line: Option<u32>,
    /// How moves are written, if not all that [`super::Spelling`] says is of use.
    pub moves: Option<&'static str>,
    /// The players of the game that do not play this variant.
    pub missing_players: &'static [&'static str],
}

impl VariantFacts {
    /// Why there is no player of this name among these.
    pub fn refuse_player(&self, name: &str, players: &[&str]) -> HostError {
        if self.missing_players.contains(&name) {
            let able = players.join(", ");
            HostError::Unsupported(format!("'{name}' does not play this variant, but {able} do"))
        } else {
            HostError::unknown_player(name, players)
        }
    }
}
