//! Finds out what Sticks 'n' Barrels is worth: what is proved of it, and what is believed.
//!
//! ```text
//! cargo run --release -p parlour-solve-sticks -- --moves 6 --replies 5
//! cargo run --release -p parlour-solve-sticks -- --moves 0 --replies 0 --nodes 1000000 --games 9
//! ```
//!
//! Proved: asks for a win of the first side from the empty board in 1, 2, … moves of its own;
//! then, after each of the 30 first moves that no symmetry makes the same, for a win of either
//! side. Believed: searches each of the 30, and plays games that begin with it.

mod beliefs;
mod first;
mod proofs;

use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, value_parser};
use parlour::games::sticks::prover::Prover;

fn main() -> Result<()> {
    let matches = command().get_matches();
    let number = |name| number(&matches, name);
    let memory = number("memory")?;
    let mut prover = Prover::new((memory << 20) as usize / 32);
    proofs::from_the_start(&mut prover, number("moves")? as u32, &mut say);
    proofs::behind_each_first_move(&mut prover, number("replies")? as u32, &mut say);
    drop(prover);
    beliefs::judge(number("nodes")?, memory, &mut say);
    beliefs::play(number("games")?, number("pace")?, &mut say);
    Ok(())
}

fn command() -> Command {
    let whole = |name: &'static str, default: &'static str, about: &'static str| {
        Arg::new(name)
            .long(name)
            .default_value(default)
            .help(about)
            .value_parser(value_parser!(u64))
    };
    Command::new("solve-sticks")
        .about("Finds out what Sticks 'n' Barrels is worth: what is proved, and what is believed")
        .arg(whole("moves", "6", "proofs: of the first side from the empty board, at most"))
        .arg(whole("replies", "5", "proofs: of either side after each first move; 0 skips them"))
        .arg(whole("memory", "512", "MiB of the prover's table, then of the search's"))
        .arg(whole("nodes", "0", "of a search after each first move; 0 skips them"))
        .arg(whole("games", "0", "from each first move, the player against itself"))
        .arg(whole("pace", "5000", "nodes of a move in those games, half more or fewer"))
}

fn number(matches: &ArgMatches, name: &str) -> Result<u64> {
    matches.get_one(name).copied().with_context(|| format!("--{name} is missing"))
}

#[expect(clippy::print_stdout, reason = "a tool for the terminal")]
fn say(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests {
    use super::{command, number};

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        command().debug_assert();
        let matches = command().try_get_matches_from(["solve-sticks"]).unwrap();
        assert_eq!(number(&matches, "moves").unwrap(), 6);
    }
}
