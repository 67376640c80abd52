//! The players of the two seed documents, and `perfect`, on a rack of any size.
//!
//! - [`perfect`] solves positions.
//! - `tree` is both decision trees of `captains-mistress-workshop.md`, on its API of patterns.
//! - `average` and `minimax` are those of `connect4-plan.txt`: [`average_and_minimax`].
//!
//! None of the documents' players chooses at random. Where the documents leave a tie, the channel
//! nearer to the middle is taken ("generally centre is better", says the workshop), and of two as
//! near the left one.

pub mod average_and_minimax;
pub mod decision_tree;
pub mod perfect;

use super::Rack;
use crate::host::PlayerEntry;
use average_and_minimax::average::Average;
use average_and_minimax::minimax::Minimax;
use average_and_minimax::search::AverageOrMinimax;
use decision_tree::TreePlayer;
use perfect::Perfect;

/// The players, the default first.
pub(super) const PLAYERS: &[PlayerEntry<Rack>] = &[
    PlayerEntry {
        name: PERFECT,
        about: "the exact score of every move, or the best bound known",
        document: None,
        build: |options| Box::new(Perfect::new(options)),
    },
    PlayerEntry::GENERIC,
    PlayerEntry::GEORGE,
    PlayerEntry {
        name: "tree",
        about: "the decision trees of captains-mistress-workshop.md, one ply deep",
        document: Some("captains-mistress-workshop.md"),
        build: |options| Box::new(TreePlayer::new(options)),
    },
    PlayerEntry {
        name: "average",
        about: "the search of connect4-plan.txt: averages over all replies",
        document: Some("connect4-plan.txt"),
        build: |options| Box::new(AverageOrMinimax::<Average>::new(options)),
    },
    PlayerEntry {
        name: "minimax",
        about: "the minimax of connect4-plan.txt, with diminishing returns",
        document: Some("connect4-plan.txt"),
        build: |options| Box::new(AverageOrMinimax::<Minimax>::new(options)),
    },
];

/// The name of the player that has the exact scores.
pub(super) const PERFECT: &str = "perfect";
