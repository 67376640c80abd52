//! Measures what each technique of the selective search is worth in games.
//!
//! ```text
//! cargo run --release -p parlour-measure-techniques -- play --game connect5 --out target/techniques.games
//! cargo run --release -p parlour-measure-techniques -- table target/techniques.games
//! ```
//!
//! The default player of the game meets itself with one technique switched: off if the game uses
//! it, on if it does not. Every opening is played twice, with sides changed. A game whose result
//! a player has proved ends there. What is in the file already is not played again.

mod elo_table;
mod games_with_selective_search;
mod openings_and_pairs;
mod play_command;
mod play_game;
mod results_file;
mod screen_command;
mod tune_command;
mod tuned_numbers;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Plays the selective search against itself with one technique switched
#[derive(Parser)]
#[command(name = "measure-techniques")]
enum Arguments {
    /// Plays games and adds them to a file
    Play(play_command::PlayArguments),
    /// Finds which of many changes are worth a match of their own
    Screen(screen_command::ScreenArguments),
    /// Tunes the numbers of the techniques by games (SPSA)
    Tune(tune_command::TuneArguments),
    /// Prints what the games of files say, a line for each technique
    Table {
        /// What play has written
        #[arg(required = true)]
        games: Vec<PathBuf>,
    },
}

fn main() -> Result<()> {
    match Arguments::parse() {
        Arguments::Play(plan) => play_command::run(&plan),
        Arguments::Screen(plan) => screen_command::run(&plan),
        Arguments::Tune(plan) => tune_command::run(&plan),
        Arguments::Table { games } => elo_table::print_table(&games),
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }
}
