//! The players of a game: the entries of its list, with those that all games share; and the players
//! of a hosted game, each built at its first search and kept between searches.

use std::sync::{Arc, Mutex, PoisonError};

use super::PlayerInfo;
use crate::base::Score;
use crate::game::{Chance, Deterministic, Evaluate, Position};
use crate::search::{AlphaBeta, Expectiminimax, Options, Player, Random};

/// A player of one game: an entry of the game's list of players.
pub struct PlayerEntry<P: Position> {
    /// The name in `go player`.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Makes the player with empty tables.
    pub build: fn(&Options) -> Box<dyn Player<P>>,
}

impl<P: Position> PlayerEntry<P> {
    /// `george`: any legal move, as in `captains-mistress-workshop.md`, "automatons".
    pub const GEORGE: Self = Self {
        name: "george",
        about: "any legal move, picked at random, as in captains-mistress-workshop.md",
        build: |options| Box::new(Random::new(options)),
    };
}

impl<P: Deterministic> PlayerEntry<P> {
    /// `generic` in games without dice: the game-independent search.
    pub const GENERIC: Self = Self {
        name: "generic",
        about: "alpha-beta over the game's plain evaluation",
        build: |options| Box::new(AlphaBeta::new(options)),
    };
}

impl<P: Chance + Evaluate> PlayerEntry<P> {
    /// `generic` in games with dice: the game-independent search.
    pub const GENERIC_WITH_DICE: Self = Self {
        name: "generic",
        about: "expectiminimax over the game's plain evaluation",
        build: |options| Box::new(Expectiminimax::new(options)),
    };
}

/// Finds exact scores, without any limit of time.
pub trait Scorer<P>: Send {
    /// The score of a position that is not over, for the side to move, and the nodes of the search.
    fn score(&mut self, position: &P, options: &Options) -> (Score, u64);

    /// Forgets the results of earlier calls, and frees their memory.
    fn forget(&mut self);
}

/// For each player its place, empty until its first search.
type Built<P> = Arc<Mutex<Vec<Option<Box<dyn Player<P>>>>>>;

/// The players of one hosted game, each built at its first search.
///
/// Shared with the search thread; only one search runs at a time, so no thread waits for the lock.
pub(super) struct BuiltPlayers<P: Position> {
    entries: &'static [PlayerEntry<P>],
    built: Built<P>,
}

impl<P: Position> BuiltPlayers<P> {
    /// None of them built yet.
    pub(super) fn new(entries: &'static [PlayerEntry<P>]) -> Self {
        let built = entries.iter().map(|_| None).collect();
        Self { entries, built: Arc::new(Mutex::new(built)) }
    }

    /// Their names, the default first.
    pub(super) fn names(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.name).collect()
    }

    /// Their names and what they are, the default first.
    pub(super) fn describe(&self) -> Vec<PlayerInfo> {
        let entries = self.entries.iter();
        entries.map(|entry| PlayerInfo { name: entry.name, about: entry.about }).collect()
    }

    /// The player of this name, or the first; `None` if there is no such name.
    pub(super) fn choose(&self, name: Option<&str>) -> Option<PlayerHandle<P>> {
        let index =
            name.map_or(Some(0), |name| self.entries.iter().position(|e| e.name == name))?;
        Some(PlayerHandle {
            entry: self.entries.get(index)?,
            index,
            built: Arc::clone(&self.built),
        })
    }

    /// Clears the tables of all players.
    pub(super) fn clear_tables(&self) {
        self.for_each(|player| player.new_game());
    }

    /// Restarts the random streams of all players.
    pub(super) fn restart_streams(&self) {
        self.for_each(|player| player.restart_stream());
    }

    fn for_each(&self, change: impl Fn(&mut dyn Player<P>)) {
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        built.iter_mut().flatten().for_each(|player| change(player.as_mut()));
    }
}

/// A handle to one player, for the search thread.
pub(super) struct PlayerHandle<P: Position> {
    entry: &'static PlayerEntry<P>,
    index: usize,
    built: Built<P>,
}

impl<P: Position> PlayerHandle<P> {
    /// Its name.
    pub(super) const fn name(&self) -> &'static str {
        self.entry.name
    }

    /// Runs `job` with the player, which is built first if it has not been.
    pub(super) fn with<R>(
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
