//! Proofs and estimates of the value of Sticks 'n' Barrels from the empty board.
//!
//! ```text
//! cargo run --release -p parlour-solve-sticks -- --moves 6 --replies 5
//! cargo run --release -p parlour-solve-sticks -- --moves 0 --replies 0 --nodes 1000000 --games 9
//! ```
//!
//! Proofs: whether the first side can force a win from the empty board within 1, 2, … moves of its
//! own; then the same for both sides after each of the 30 first moves that differ by symmetry.
//! Estimates: a long search after each of the 30, and self-play games that begin with it.

mod first_move_values;
mod first_moves;
mod prove_no_early_win;

use clap::Parser;
use parlour::games::sticks::prover::Prover;

/// Proofs and estimates of the value of Sticks 'n' Barrels
#[derive(Parser)]
#[command(name = "solve-sticks")]
struct Arguments {
    /// Proofs from the empty board: a win of the first side within at most this many of its moves
    #[arg(long, default_value_t = 6)]
    moves: u32,
    /// Proofs after each first move: a win of either side within this many of its moves; 0: none
    #[arg(long, default_value_t = 5)]
    replies: u32,
    /// MiB for the prover, whose table takes half of them, and later for the search
    #[arg(long, default_value_t = 512)]
    memory: u64,
    /// Nodes of a search after each first move; 0: no search
    #[arg(long, default_value_t = 0)]
    nodes: u64,
    /// Self-play games that begin with each first move
    #[arg(long, default_value_t = 0)]
    games: u64,
    /// Nodes of a move in those games, up to half more or fewer at random
    #[arg(long, default_value_t = 5_000)]
    pace: u64,
}

/// Bytes of `--memory` for each entry of the prover's table. An entry takes 16 bytes, so the table
/// takes half of the memory.
const MEMORY_PER_ENTRY: usize = 32;

fn main() {
    let Arguments { moves, replies, memory, nodes, games, pace } = Arguments::parse();
    let mut prover = Prover::new((memory << 20) as usize / MEMORY_PER_ENTRY);
    prove_no_early_win::prove_from_the_empty_board(&mut prover, moves, &mut print);
    prove_no_early_win::prove_after_each_first_move(&mut prover, replies, &mut print);
    drop(prover);
    first_move_values::search(nodes, memory, &mut print);
    first_move_values::play(games, pace, &mut print);
}

#[expect(clippy::print_stdout, reason = "a tool for the terminal")]
fn print(line: &str) {
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
