//! An entry of a game's list of players, and the entries that all games share.

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
