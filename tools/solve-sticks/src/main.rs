//! What can be proved, and what is believed, of Sticks 'n' Barrels from the start.
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

use clap::Parser;
use parlour::games::sticks::prover::Prover;

/// Finds out what Sticks 'n' Barrels is worth: what is proved, and what is believed.
#[derive(Parser)]
#[command(name = "solve-sticks")]
struct Arguments {
    /// Proofs: of the first side from the empty board, at most
    #[arg(long, default_value_t = 6)]
    moves: u32,
    /// Proofs: of either side after each first move; 0 leaves them out
    #[arg(long, default_value_t = 5)]
    replies: u32,
    /// MiB of the prover's table, then of the search's
    #[arg(long, default_value_t = 512)]
    memory: u64,
    /// Of a search after each first move; 0 leaves them out
    #[arg(long, default_value_t = 0)]
    nodes: u64,
    /// From each first move, the player against itself
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Nodes of a move in those games, half more or fewer
    #[arg(long, default_value_t = 5_000)]
    pace: u64,
}

fn main() {
    let Arguments { moves, replies, memory, nodes, games, pace } = Arguments::parse();
    let mut prover = Prover::new((memory << 20) as usize / 32);
    proofs::from_the_start(&mut prover, moves, &mut say);
    proofs::behind_each_first_move(&mut prover, replies, &mut say);
    drop(prover);
    beliefs::judge(nodes, memory, &mut say);
    beliefs::play(games, pace, &mut say);
}

#[expect(clippy::print_stdout, reason = "a tool for the terminal")]
fn say(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::{CommandFactory, Parser};

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        Arguments::command().debug_assert();
        let defaults = Arguments::try_parse_from(["solve-sticks"]).unwrap();
        assert_eq!((defaults.moves, defaults.replies, defaults.memory), (6, 5, 512));
        assert_eq!((defaults.nodes, defaults.games, defaults.pace), (0, 0, 5_000));
    }
}
