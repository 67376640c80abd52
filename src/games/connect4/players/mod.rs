//! The players of the two seed documents, and `perfect`, on a rack of any size; exact scores without
//! a player.
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

use std::sync::Arc;

use super::Rack;
use super::opening_table::OpeningTable;
use super::solver::{Solver, to_score};
use crate::base::Score;
use crate::host::{ExactScorer, PlayerEntry};
use crate::search::Options;
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

/// MiB of the table of [`SolverScorer`]; where only scores are asked for, they are mostly of many
/// positions. Set by hand.
const SCORER_MEBIBYTES: u64 = 64;

/// Exact scores alone, without a search for a move: what `batch --score-only` uses.
///
/// They are those of the opening table, and of the solver on one thread.
///
/// The solver takes memory when it is first needed.
#[derive(Default)]
pub(super) struct SolverScorer {
    solver: Option<Solver>,
    opening_table: Option<Arc<OpeningTable>>,
}

impl ExactScorer<Rack> for SolverScorer {
    /// From the table that the options choose, if it has the position; `Hash` has no effect.
    fn score(&mut self, rack: &Rack, options: &Options) -> (Score, u64) {
        self.opening_table = OpeningTable::from_options(options, self.opening_table.take());
        if let Some(score) = self.opening_table.as_ref().and_then(|table| table.score(rack)) {
            return (to_score(score.into(), rack.empty_cells()), 0);
        }
        let solver = self.solver.get_or_insert_with(|| Solver::new(SCORER_MEBIBYTES, 1));
        let before = solver.nodes();
        let score = solver.score(rack, &mut |_| true).lower;
        (to_score(score, rack.empty_cells()), solver.nodes() - before)
    }

    fn forget(&mut self) {
        self.solver = None;
    }
}
