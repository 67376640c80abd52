//! The modes of the program: a dialogue over stdin, and the subcommands.

pub mod batch;
pub mod dialogue;
pub mod gnubg_server;
pub mod move_for_test_harness;
pub mod picture;
pub mod play;
pub mod solved_tables;

use std::io;

/// The task of the program.
pub enum Mode {
    /// A dialogue.
    Interactive(dialogue::Dialogue),
    /// Answers to one position a line.
    Batch(batch::BatchSettings),
    /// The answer to one board.
    Harness(move_for_test_harness::HarnessSettings),
    /// The picture of one position.
    Picture(picture::PictureSettings),
    /// A game in the terminal.
    Play(play::PlaySettings),
    /// A table of solved positions, made or verified.
    SolvedTables(solved_tables::TableJob),
    /// A server for GNU Backgammon.
    External(gnubg_server::GnubgServerSettings),
}

impl Mode {
    /// Whether a refusal means that the whole run has failed, strict or not.
    pub const fn is_all_or_nothing(&self) -> bool {
        match self {
            Self::Interactive(dialogue) => dialogue.ends_at_refusal,
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
            Self::Interactive(dialogue) => dialogue::run(dialogue),
            Self::Batch(settings) => batch::run(&settings),
            Self::Harness(settings) => move_for_test_harness::run(&settings),
            Self::Picture(settings) => picture::run(&settings),
            Self::Play(settings) => play::run(settings),
            Self::SolvedTables(job) => solved_tables::run(&job).map(|()| false),
            Self::External(settings) => gnubg_server::run(&settings).map(|()| false),
        }
    }
}
