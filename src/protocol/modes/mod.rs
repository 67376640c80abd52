//! The modes of the program: a dialogue over stdin, and the subcommands.

pub mod batch;
pub mod dialogue;
pub mod gnubg_server;
pub mod move_for_test_harness;
pub mod picture;
pub mod play;
pub mod solved_tables;

/// The task of the program.
pub enum Mode {
    /// A dialogue.
    Dialogue(dialogue::DialogueSettings),
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
