//! The modes of the program: a dialogue, or one file or folder for each subcommand.

pub mod batch;
pub mod gnubg_external;
pub mod harness;
pub mod interactive;
pub mod picture;
pub mod play;
pub mod solved_tables;

use std::io;

/// What the program is asked to do.
pub enum Mode {
    /// A dialogue.
    Interactive(interactive::Plan),
    /// Answers to one position a line.
    Batch(batch::Plan),
    /// The answer to one board.
    Harness(harness::Plan),
    /// The picture of one position.
    Picture(picture::Plan),
    /// A game in the terminal.
    Play(play::Plan),
    /// A table of solved positions, made or verified.
    SolvedTables(solved_tables::Job),
    /// A server for GNU Backgammon.
    External(gnubg_external::Plan),
}

impl Mode {
    /// Whether a refusal means that the whole run has failed, strict or not.
    pub const fn is_all_or_nothing(&self) -> bool {
        match self {
            Self::Interactive(plan) => plan.ends_at_refusal,
            Self::Harness(_) | Self::Picture(_) => true,
            Self::Play(_) | Self::Batch(_) | Self::SolvedTables(_) | Self::External(_) => false,
        }
    }

    /// Does what the mode is for, until it is done; returns whether any input was refused.
    ///
    /// # Errors
    /// What reading, writing or listening gives, with what was attempted in the text.
    pub fn run(self) -> io::Result<bool> {
        match self {
            Self::Interactive(plan) => interactive::run(plan),
            Self::Batch(plan) => batch::run(&plan),
            Self::Harness(plan) => harness::run(&plan),
            Self::Picture(plan) => picture::run(&plan),
            Self::Play(plan) => play::run(plan),
            Self::SolvedTables(job) => solved_tables::run(&job).map(|()| false),
            Self::External(plan) => gnubg_external::run(&plan).map(|()| false),
        }
    }
}
