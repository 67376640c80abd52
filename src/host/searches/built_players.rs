//! The players of a hosted game, each built at its first search and kept between searches.

use std::sync::{Arc, Mutex, PoisonError};

use crate::game::Position;
use crate::host::PlayerInfo;
use crate::host::registry_rows::player_entry::PlayerEntry;
use crate::search::{Options, Player};

/// For each player its place, empty until its first search.
type Built<P> = Arc<Mutex<Vec<Option<Box<dyn Player<P>>>>>>;

/// The players of one hosted game, each built at its first search.
///
/// Shared with the search thread; only one search runs at a time, so no thread waits for the lock.
pub(in crate::host) struct BuiltPlayers<P: Position> {
    entries: &'static [PlayerEntry<P>],
    built: Built<P>,
}

impl<P: Position> BuiltPlayers<P> {
    /// None of them built yet.
    pub(in crate::host) fn new(entries: &'static [PlayerEntry<P>]) -> Self {
        debug_assert!(
            entries.iter().all(PlayerEntry::names_its_document),
            "a player's line for people must name its source document"
        );
        let built = entries.iter().map(|_| None).collect();
        Self { entries, built: Arc::new(Mutex::new(built)) }
    }

    /// Their names, the default first.
    pub(in crate::host) fn names(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.name).collect()
    }

    /// Their names and what they are, the default first.
    pub(in crate::host) fn describe(&self) -> Vec<PlayerInfo> {
        let entries = self.entries.iter();
        entries.map(|entry| PlayerInfo { name: entry.name, about: entry.about }).collect()
    }

    /// The player of this name, or the first; `None` if there is no such name.
    pub(in crate::host) fn handle_of_player(&self, name: Option<&str>) -> Option<PlayerHandle<P>> {
        let index =
            name.map_or(Some(0), |name| self.entries.iter().position(|e| e.name == name))?;
        Some(PlayerHandle {
            entry: self.entries.get(index)?,
            index,
            built: Arc::clone(&self.built),
        })
    }

    /// Clears the tables of all players.
    pub(in crate::host) fn clear_tables(&self) {
        self.for_each(|player| player.new_game());
    }

    /// Restarts the random streams of all players.
    pub(in crate::host) fn restart_streams(&self) {
        self.for_each(|player| player.restart_random_stream());
    }

    fn for_each(&self, change: impl Fn(&mut dyn Player<P>)) {
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        built.iter_mut().flatten().for_each(|player| change(player.as_mut()));
    }
}

/// A handle to one player, for the search thread.
pub(in crate::host) struct PlayerHandle<P: Position> {
    entry: &'static PlayerEntry<P>,
    /// The index of the entry in the game's list of players, from 0.
    index: usize,
    built: Built<P>,
}

impl<P: Position> PlayerHandle<P> {
    /// Its name.
    pub(in crate::host) const fn name(&self) -> &'static str {
        self.entry.name
    }

    /// Runs `job` with the player, which is built first if it has not been.
    pub(in crate::host) fn with<R>(
        &self,
        options: &Options,
        job: impl FnOnce(&mut dyn Player<P>) -> R,
    ) -> R {
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        // Taken out during the job: a player that panics is dropped.
        let mut player = built
            .get_mut(self.index)
            .and_then(Option::take)
            .unwrap_or_else(|| (self.entry.build)(options));
        player.configure(options);
        let result = job(player.as_mut());
        if let Some(slot) = built.get_mut(self.index) {
            *slot = Some(player);
        }
        result
    }
}
