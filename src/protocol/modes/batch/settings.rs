//! The settings of a batch.

use crate::host::GameHost;
use crate::protocol::grammar::command::Go;
use crate::protocol::session::setup::Setup;
use crate::search::{Limits, Options};

/// The task for each line.
#[derive(Clone)]
pub struct BatchSettings {
    /// The game, and the options of all searches.
    pub setup: Setup,
    /// Threads; each line is worked on by one.
    pub jobs: usize,
    /// The player and its limits for each position.
    pub go: Go,
    /// Scores as stones left instead of plies.
    pub stones_left: bool,
    /// Leave the move out.
    pub score_only: bool,
    /// The form of the answers.
    pub form: OutputForm,
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputForm {
    /// Fields separated by tabs.
    Text,
    /// One JSON object.
    Json,
    /// One JSON object, with what the move that follows a tab in the line loses.
    JsonWithJudgement,
}

impl BatchSettings {
    /// Whether the game's solver is to answer, however long it takes: it is asked for nothing
    /// but scores, without limits.
    pub(super) fn asks_solver(&self, game: &dyn GameHost) -> bool {
        let solver = game.solver();
        let player = self.go.player.as_deref();
        let is_asked = player.is_none() || player == solver;
        self.score_only && !self.go.limits.is_limited() && solver.is_some() && is_asked
    }

    /// The limits of each search.
    ///
    /// There is no overhead, because no referee measures the time; and a forced move is searched
    /// too, because its score is wanted.
    pub(super) fn limits(&self, options: &Options) -> Limits {
        Limits { overhead: 0, forced_at_once: false, ..self.go.limits_with(options) }
    }
}
