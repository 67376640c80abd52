//! The games that there are, and their players.

use crate::games::GAMES;
use crate::host::{GameEntry, PlayerInfo, VariantWords};

/// Facts about a game that are known before it begins.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameInfo {
    /// The word for it, which [`Game::new`](crate::Game::new) takes: `connect4`.
    pub name: &'static str,
    /// Its name for people: `Connect Four`.
    pub title: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The words that may follow the name and choose a variant: `[width 6-8] [height 5-7]`.
    pub keys: &'static str,
    /// How moves are written.
    pub moves: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// The names of `Side::First` and `Side::Second`.
    pub sides: [&'static str; 2],
    /// Whether dice are rolled.
    pub has_dice: bool,
    /// Its players, the default first.
    pub players: Vec<PlayerInfo>,
}

/// All games.
///
/// # Examples
/// ```
/// let games = parlour::games();
/// let names: Vec<&str> = games.iter().map(|game| game.name).collect();
/// assert!(names.contains(&"connect4"));
/// assert_eq!(games[0].players[0].name, "perfect");
/// ```
pub fn games() -> Vec<GameInfo> {
    GAMES.iter().map(|entry| GameInfo::of(entry)).collect()
}

impl GameInfo {
    fn of(entry: &GameEntry) -> Self {
        let players = match (entry.new_game)(&mut VariantWords::new(&[])) {
            Ok(game) => game.describe_players(),
            // Without words every game has its usual variant.
            Err(_) => Vec::new(),
        };
        Self {
            name: entry.name,
            title: entry.description.title,
            about: entry.about,
            keys: entry.variant_keys,
            moves: entry.spelling.moves,
            positions: entry.spelling.positions,
            sides: entry.description.sides,
            has_dice: entry.description.has_dice,
            players,
        }
    }
}
