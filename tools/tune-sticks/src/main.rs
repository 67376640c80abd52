//! Tunes the evaluation of Sticks 'n' Barrels: self-play games, and fits of its values and of its
//! network to them.
//!
//! ```text
//! cargo run --release -p parlour-tune-sticks -- generate --out target/sticks.games
//! cargo run --release -p parlour-tune-sticks -- fit --games target/sticks.games \
//!     --out src/games/sticks/search_board/evaluation_weights.txt
//! cargo run --release -p parlour-tune-sticks -- fit-network --games target/sticks.games \
//!     --out src/games/sticks/search_board/evaluation_network.txt
//! ```
//!
//! The same seed, values and player give the same games on every machine, for any `--jobs`.

mod fit_command;
mod fit_network_command;
mod games_text_format;
mod generate_command;
mod logistic_regression;
mod network_training;
mod training_positions;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Plays Sticks 'n' Barrels against itself and fits the evaluation to the results.
#[derive(Parser)]
#[command(name = "tune-sticks")]
enum Arguments {
    /// Plays the player search against itself, from random openings that are about level
    Generate {
        /// File that the games are written to
        #[arg(long)]
        out: PathBuf,
        /// Number of games
        #[arg(long, default_value_t = 6_000)]
        games: u64,
        /// Games played at the same time
        #[arg(long, default_value_t = 1)]
        jobs: u64,
        #[command(flatten)]
        settings: games_text_format::SelfPlaySettings,
    },
    /// Fits the values to the games, starting from the values that are built in
    Fit {
        /// Files that generate has written, one or more
        #[arg(long, required = true, num_args = 1..)]
        games: Vec<PathBuf>,
        /// File that the new values are written to
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        settings: fit_command::FitSettings,
    },
    /// Fits the network to the games, from random numbers; the values stay as they are built in
    FitNetwork {
        /// Files that generate has written, one or more
        #[arg(long, required = true, num_args = 1..)]
        games: Vec<PathBuf>,
        /// File that the new network is written to
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        settings: fit_network_command::NetworkFitSettings,
    },
}

fn main() -> Result<()> {
    match Arguments::parse() {
        Arguments::Generate { out, games, jobs, settings } => {
            generate_command::run(settings, &out, games, jobs)
        }
        Arguments::Fit { games, out, settings } => fit_command::run(&settings, &games, &out),
        Arguments::FitNetwork { games, out, settings } => {
            fit_network_command::run(&settings, &games, &out)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::{CommandFactory, Parser};

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        Arguments::command().debug_assert();
        let words = ["tune-sticks", "fit", "--games", "a", "b", "--out", "c"];
        let Arguments::Fit { games, settings, .. } = Arguments::parse_from(words) else { panic!() };
        assert_eq!((games.len(), settings.epochs), (2, 12));
        let words = ["tune-sticks", "fit-network", "--games", "a", "--out", "c"];
        assert!(matches!(Arguments::parse_from(words), Arguments::FitNetwork { .. }));
    }
}
