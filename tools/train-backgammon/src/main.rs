//! Trains the networks of the backgammon player `net`, from nothing, by play against itself.
//!
//! ```text
//! cargo run --release -p parlour-train-backgammon -- --state target/net.state \
//!     --log target/net.log --out src/games/backgammon/net/weights.bin
//! ```
//!
//! The first stage learns by temporal differences, TD(λ): thousands of games a minute, each
//! position towards what came of it. The second learns from one ply of lookahead: the target of
//! a position is the mean over all 21 rolls of the best reply's value, and a share of what came
//! better or worse than promised later in the game, the luck of the dice left out. Some of its
//! games start from crashed positions and races of earlier rounds. Both stages play with the
//! running mean of the weights and learn after each round. Nothing but own play goes in.
//!
//! A run may be stopped at any time and goes on from its state; Adam's means and the positions
//! of earlier rounds start anew then. The same seed and plan give the same weights on every
//! machine and any number of threads, if the run is not stopped in between.

mod adam;
mod model;
mod plan;
mod selfplay;
mod state;
mod train;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, value_parser};

use plan::Plan;

fn main() -> Result<()> {
    let matches = command().get_matches();
    let plan = Plan {
        first: number(&matches, "td-rounds")?,
        second: number(&matches, "lookahead-rounds")?,
        games: [number(&matches, "td-games")?, number(&matches, "lookahead-games")?],
    };
    let (state, out, log) =
        (path(&matches, "state")?, path(&matches, "out")?, path(&matches, "log")?);
    let files = train::Files { state: &state, out: &out, log: &log };
    let threads = number(&matches, "threads")? as usize;
    train::run(plan, &files, number(&matches, "seed")?, threads)
}

fn command() -> Command {
    let whole = |name: &'static str, default: &'static str, about: &'static str| {
        Arg::new(name)
            .long(name)
            .default_value(default)
            .help(about)
            .value_parser(value_parser!(u64))
    };
    let file = |name: &'static str, about: &'static str| {
        Arg::new(name).long(name).required(true).help(about).value_parser(value_parser!(PathBuf))
    };
    Command::new("train-backgammon")
        .about("Plays backgammon against itself and trains the networks of the player net")
        .arg(file("state", "what a later run goes on from"))
        .arg(file("out", "the weights for the engine, written after every round"))
        .arg(file("log", "a line of figures for every round"))
        .arg(whole("td-rounds", "120", "rounds of temporal differences"))
        .arg(whole("td-games", "500", "games of each"))
        .arg(whole("lookahead-rounds", "280", "rounds on one ply of lookahead"))
        .arg(whole("lookahead-games", "350", "games of the last; the first has 3 tenths"))
        .arg(whole("seed", "1", "of weights, dice and plays that stray"))
        .arg(whole("threads", "2", "games at a time"))
}

fn number(matches: &ArgMatches, name: &str) -> Result<u64> {
    matches.get_one(name).copied().with_context(|| format!("--{name} is missing"))
}

fn path(matches: &ArgMatches, name: &str) -> Result<PathBuf> {
    matches.get_one(name).cloned().with_context(|| format!("--{name} is missing"))
}

#[cfg(test)]
mod tests {
    use super::{command, number};

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        command().debug_assert();
        let words = ["train", "--state", "a", "--out", "b", "--log", "c"];
        let matches = command().try_get_matches_from(words).unwrap();
        assert_eq!(number(&matches, "td-games").unwrap(), 500);
    }
}
