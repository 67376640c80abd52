//! Tunes the evaluation of Sticks 'n' Barrels: plays it against itself, and fits its table.
//!
//! ```text
//! cargo run --release -p parlour-tune-sticks -- generate --out target/sticks.games
//! cargo run --release -p parlour-tune-sticks -- fit --games target/sticks.games \
//!     --out src/games/sticks/field/values.txt
//! ```
//!
//! The same seed, table and player give the same games on every machine, whatever `--jobs`.

mod fit;
mod games;
mod generate;
mod model;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, value_parser};

fn main() -> Result<()> {
    let matches = command().get_matches();
    match matches.subcommand() {
        Some(("generate", matches)) => {
            let [games, nodes, seed, jobs] =
                ["games", "nodes", "seed", "jobs"].map(|name| number(matches, name));
            let settings = games::Settings { nodes: nodes?, seed: seed? };
            generate::run(settings, &path(matches, "out")?, games?, jobs?)
        }
        Some(("fit", matches)) => {
            let plan = fit::Plan {
                epochs: number(matches, "epochs")?,
                seed: number(matches, "seed")?,
                share: real(matches, "result-share")?,
                pull: real(matches, "pull")?,
            };
            let games: Vec<PathBuf> =
                matches.get_many("games").into_iter().flatten().cloned().collect();
            fit::run(&plan, &games, &path(matches, "out")?)
        }
        _ => Ok(command().print_help()?),
    }
}

/// The arguments of both commands.
fn command() -> Command {
    let whole = |name: &'static str, default: &'static str, about: &'static str| {
        Arg::new(name)
            .long(name)
            .default_value(default)
            .help(about)
            .value_parser(value_parser!(u64))
    };
    let real = |name: &'static str, default: &'static str, about: &'static str| {
        Arg::new(name)
            .long(name)
            .default_value(default)
            .help(about)
            .value_parser(value_parser!(f64))
    };
    let file = |name: &'static str, about: &'static str| {
        Arg::new(name).long(name).required(true).help(about).value_parser(value_parser!(PathBuf))
    };
    let generate = Command::new("generate")
        .about("Plays the player search against itself, from random openings that are about level")
        .arg(file("out", "file of games"))
        .arg(whole("games", "6000", "how many"))
        .arg(whole("nodes", "800", "of each move"))
        .arg(whole("seed", "1", "of the openings"))
        .arg(whole("jobs", "1", "games at a time"));
    let fit = Command::new("fit")
        .about("Fits the table to the games, starting from the table that is built in")
        .arg(file("games", "what generate has written; one file or more").num_args(1..))
        .arg(file("out", "where the new table is written"))
        .arg(whole("epochs", "12", "passes over all positions"))
        .arg(whole("seed", "1", "of the order of positions"))
        .arg(real("result-share", "0.7", "of the result in the target; the rest is the score's"))
        .arg(real("pull", "0.00002", "of each number towards its start"));
    Command::new("tune-sticks")
        .about("Plays Sticks 'n' Barrels against itself and fits the evaluation to the results")
        .subcommand_required(true)
        .subcommands([generate, fit])
}

fn number(matches: &ArgMatches, name: &str) -> Result<u64> {
    matches.get_one(name).copied().with_context(|| format!("--{name} is missing"))
}

fn real(matches: &ArgMatches, name: &str) -> Result<f64> {
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
        let words = ["tune-sticks", "fit", "--games", "a", "b", "--out", "c"];
        let matches = command().try_get_matches_from(words).unwrap();
        assert_eq!(number(matches.subcommand_matches("fit").unwrap(), "epochs").unwrap(), 12);
    }
}
