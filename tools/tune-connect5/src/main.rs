//! Tunes the evaluation of Connect 5: plays it against itself, and fits its table to the games.
//!
//! ```text
//! cargo run --release -p parlour-tune-connect5 -- generate --out target/freestyle.games
//! cargo run --release -p parlour-tune-connect5 -- fit --games target/freestyle.games \
//!     --out src/games/connect5/grid/values.txt
//! ```
//!
//! The second command remakes the table from what the first has played. `generate` goes on where
//! its file ends, and may be stopped at any time; the same seed, table and player give the same
//! games on every machine. A fit repeats itself, but for how a machine rounds exponentials.
//! `--rule standard` and `--rule renju` play those rules and fit their columns of the table.

mod adam;
mod features;
mod fit;
mod games;
mod generate;
mod model;
mod network;
mod positions;
mod selfplay;
mod table;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, value_parser};
use parlour::games::connect5::Rule;

use games::Settings;

fn main() -> Result<()> {
    let matches = command().get_matches();
    match matches.subcommand() {
        Some(("generate", matches)) => {
            let settings = Settings {
                rule: rule(matches)?,
                size: number(matches, "size")? as usize,
                seed: number(matches, "seed")?,
                nodes: number(matches, "nodes")?,
            };
            let games = number(matches, "games")?;
            generate::run(&settings, &path(matches, "out")?, games, number(matches, "jobs")?)
        }
        Some(("fit", matches)) => {
            let plan = fit::Plan {
                epochs: number(matches, "epochs")?,
                seed: number(matches, "seed")?,
                share: real(matches, "result-share")?,
                spread: real(matches, "spread")?,
                rule: rule(matches)?,
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
    let rule = Arg::new("rule").long("rule").default_value("freestyle").help("or standard, renju");
    let generate = Command::new("generate")
        .about("Plays the player threat against itself, from random openings that are about level")
        .arg(file("out", "file of games; goes on where it ends"))
        .arg(whole("games", "1000000", "how many the file shall hold"))
        .arg(whole("nodes", "1000", "of each move"))
        .arg(whole("seed", "1", "of the openings"))
        .arg(whole("jobs", "1", "games at a time"))
        .arg(whole("size", "15", "of the board, each way"))
        .arg(rule.clone());
    let fit = Command::new("fit")
        .about("Fits the table to the games, starting from the table that is built in")
        .arg(file("games", "what generate has written; one file or more").num_args(1..))
        .arg(rule)
        .arg(file("out", "where the new table is written"))
        .arg(whole("epochs", "12", "passes over all positions"))
        .arg(whole("seed", "1", "of the order of positions"))
        .arg(real("result-share", "0.6", "of the result in the target; the rest is the score's"))
        .arg(real("spread", "30", "how far from the start a worth may well be"));
    Command::new("tune-connect5")
        .about("Plays Connect 5 against itself and fits the evaluation's table to the games")
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

fn rule(matches: &ArgMatches) -> Result<Rule> {
    let name: &String = matches.get_one("rule").context("--rule is missing")?;
    Rule::named(name).with_context(|| format!("no rule is named '{name}'"))
}

#[cfg(test)]
mod tests {
    use super::{command, real, rule};
    use parlour::games::connect5::Rule;

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        command().debug_assert();
        let words = ["tune-connect5", "fit", "--games", "a", "b", "--out", "c"];
        let matches = command().try_get_matches_from(words).unwrap();
        let fit = matches.subcommand_matches("fit").unwrap();
        assert_eq!((real(fit, "spread").unwrap(), rule(fit).unwrap()), (30.0, Rule::Freestyle));
        assert_eq!(fit.get_many::<std::path::PathBuf>("games").unwrap().count(), 2);
    }
}
