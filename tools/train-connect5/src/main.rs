//! Trains the static evaluation of Connect 5: self-play games, and a fit of the network to them.
//!
//! ```text
//! cargo run --release -p parlour-train-connect5 -- generate --out target/freestyle.games
//! cargo run --release -p parlour-train-connect5 -- fit --games target/freestyle.games \
//!     --out src/games/connect5/threat_map/networks/freestyle.bin
//! ```
//!
//! The second command makes the network from the games of the first. `generate` continues where its
//! file ends, and may be stopped at any time; the same seed, network and player give the same games
//! on every machine. The same fit gives the same network, except for how a machine rounds
//! exponentials. `mean` averages networks. `--rule standard` and `--rule renju` play under those
//! rules and fit their networks.
//! `README.md` in this folder has more.

mod fit_command;
mod games_text_format;
mod generate_command;
mod layer_products;
mod mean_command;
mod network_parameters;
mod network_training;
mod self_play;
mod training_positions;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Plays Connect 5 against itself and fits the evaluation's network to the games.
#[derive(Parser)]
#[command(name = "train-connect5")]
enum Arguments {
    /// Plays the player threat against itself, from random openings that are about even
    Generate {
        /// The file of games; continued where it ends
        #[arg(long)]
        out: PathBuf,
        /// How many games the file shall hold in the end
        #[arg(long, default_value_t = 1_000_000)]
        games: u64,
        /// How many games are played at a time
        #[arg(long, default_value_t = 1)]
        jobs: u64,
        #[command(flatten)]
        settings: games_text_format::Settings,
    },
    /// Fits the network of a rule to the games
    Fit {
        /// One or more files that generate has written
        #[arg(long, required = true, num_args = 1..)]
        games: Vec<PathBuf>,
        /// Where the new network is written
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        options: fit_command::FitOptions,
    },
    /// Writes the mean of several networks of a rule
    Mean {
        /// Two or more files that fit has written
        #[arg(long, required = true, num_args = 1..)]
        networks: Vec<PathBuf>,
        /// Where the new network is written
        #[arg(long)]
        out: PathBuf,
    },
}

fn main() -> Result<()> {
    match Arguments::parse() {
        Arguments::Generate { out, games, jobs, settings } => {
            generate_command::run(&settings, &out, games, jobs)
        }
        Arguments::Fit { games, out, options } => fit_command::run(&options, &games, &out),
        Arguments::Mean { networks, out } => mean_command::run(&networks, &out),
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::{CommandFactory, Parser};
    use parlour::games::connect5::Rule;

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        Arguments::command().debug_assert();
        let words = ["train-connect5", "fit", "--games", "a", "b", "--out", "c"];
        let Arguments::Fit { games, options, .. } = Arguments::parse_from(words) else { panic!() };
        assert_eq!((games.len(), options.start, options.rule), (2, None, Rule::Freestyle));
        let bad = ["train-connect5", "generate", "--out", "c", "--rule", "loose"];
        assert!(Arguments::try_parse_from(bad).is_err());
    }
}
