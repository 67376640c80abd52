//! An entry of a game's list of players, and the entries that games share.

use crate::game::{Chance, Deterministic, Evaluate, Position};
use crate::search::{AlphaBeta, Expectiminimax, Options, Player, RandomPlayer};

/// A player of one game: an entry of the game's list of players.
pub struct PlayerEntry<P: Position> {
    /// The name in `go player`.
    pub name: &'static str,
    /// One line for people; it names the document, if there is one.
    pub about: &'static str,
    /// The source document that describes the player, as [`Self::about`] names it.
    ///
    /// `None` for searches, which are described in the game's `README.md`.
    pub document: Option<&'static str>,
    /// Makes the player with empty tables.
    pub build: fn(&Options) -> Box<dyn Player<P>>,
}

impl<P: Position> PlayerEntry<P> {
    /// `george`: any legal move, as in `captains-mistress-workshop.md`, "automatons".
    pub const GEORGE: Self = Self {
        name: "george",
        about: "any legal move, picked at random, as in captains-mistress-workshop.md",
        document: Some("captains-mistress-workshop.md"),
        build: |options| Box::new(RandomPlayer::new(options)),
    };

    /// Whether the line for people names the document that the player comes from, as it must.
    pub(in crate::host) fn names_its_document(&self) -> bool {
        self.document.is_none_or(|name| !name.is_empty() && self.about.contains(name))
    }
}

impl<P: Deterministic> PlayerEntry<P> {
    /// `generic` in games without dice: the game-independent search.
    pub const GENERIC: Self = Self {
        name: "generic",
        about: "alpha-beta over the game's plain evaluation",
        document: None,
        build: |options| Box::new(AlphaBeta::new(options)),
    };
}

impl<P: Chance + Evaluate> PlayerEntry<P> {
    /// `generic` in games with dice: the game-independent search.
    pub const GENERIC_WITH_DICE: Self = Self {
        name: "generic",
        about: "expectiminimax over the game's plain evaluation",
        document: None,
        build: |options| Box::new(Expectiminimax::new(options)),
    };
}
