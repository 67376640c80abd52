//! Proves how soon nobody can force a win in Sticks 'n' Barrels.
//!
//! ```text
//! cargo run --release -p parlour-solve-sticks -- --moves 6 --replies 5
//! ```
//!
//! Asks for a win of the first side from the empty board in 1, 2, … moves of its own; then, after
//! each of the 30 first moves that no symmetry makes the same, for a win of either side.

use std::time::Instant;

use clap::Parser;
use parlour::game::Position;
use parlour::games::sticks::field::Field;
use parlour::games::sticks::pieces::Piece;
use parlour::games::sticks::prover::{Effort, Prover, symmetry};
use parlour::games::sticks::{Move, Sticks};

/// Proves how soon nobody can force a win in Sticks 'n' Barrels.
#[derive(Parser)]
#[command(name = "solve-sticks")]
struct Arguments {
    /// Of the first side from the empty board, at most
    #[arg(long, default_value_t = 6)]
    moves: u32,
    /// Of either side after each first move; 0 leaves them out
    #[arg(long, default_value_t = 5)]
    replies: u32,
    /// MiB of the table
    #[arg(long, default_value_t = 512)]
    memory: usize,
}

fn main() {
    let Arguments { moves, replies, memory } = Arguments::parse();
    let mut prover = Prover::new((memory << 20) / 32);
    from_the_start(&mut prover, moves, &mut say);
    behind_each_first_move(&mut prover, replies, &mut say);
}

#[expect(clippy::print_stdout, reason = "a tool for the terminal")]
fn say(line: &str) {
    println!("{line}");
}

/// An effort without end.
fn effort(stop: &mut dyn FnMut() -> bool) -> Effort<'_> {
    Effort { nodes: u64::MAX, stop }
}

#[expect(clippy::disallowed_methods, reason = "a tool that says how long it took")]
fn from_the_start(prover: &mut Prover, most: u32, tell: &mut dyn FnMut(&str)) {
    let field = Field::new(&Sticks::new());
    for moves in 1..=most {
        let (started, before) = (Instant::now(), prover.nodes());
        let found = prover.wins(&field, moves, &mut effort(&mut || false));
        let word = if matches!(found, Ok(None)) { "no forced win" } else { "a forced win" };
        let seconds = started.elapsed().as_secs_f64();
        let nodes = prover.nodes() - before;
        tell(&format!(
            "start: {word} within {} plies; {nodes} nodes, {seconds:.1} s",
            2 * moves - 1
        ));
    }
}

fn behind_each_first_move(prover: &mut Prover, moves: u32, tell: &mut dyn FnMut(&str)) {
    for to in symmetry::corner_holes().into_iter().filter(|_| moves > 0) {
        for piece in Piece::ALL {
            let before = prover.nodes();
            let mut game = Sticks::new();
            game.play(Move::Drop { piece, to });
            let field = Field::new(&game);
            let second = prover.wins(&field, moves, &mut effort(&mut || false));
            let first = prover.loses(&field, moves, &mut effort(&mut || false));
            let second = if matches!(second, Ok(None)) { "does not win" } else { "wins" };
            let first = if matches!(first, Ok(false)) { "does not win" } else { "wins" };
            let nodes = prover.nodes() - before;
            tell(&format!(
                "{}@{to}: in {moves} more moves of its own the first side {first}, the second \
                 {second}; {nodes} nodes",
                piece.letter()
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, behind_each_first_move, from_the_start};
    use clap::{CommandFactory, Parser};
    use parlour::games::sticks::prover::Prover;

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        Arguments::command().debug_assert();
        assert_eq!(Arguments::parse_from(["solve-sticks"]).moves, 6);
    }

    #[test]
    fn nobody_wins_in_a_few_moves() {
        let (mut prover, mut lines) = (Prover::new(1 << 10), Vec::new());
        from_the_start(&mut prover, 4, &mut |line| lines.push(line.to_owned()));
        behind_each_first_move(&mut prover, 3, &mut |line| lines.push(line.to_owned()));
        assert_eq!(lines.len(), 4 + 30);
        assert!(lines[3].starts_with("start: no forced win within 7 plies"), "{}", lines[3]);
        let are_open = |line: &&String| line.matches("does not win").count() == 2;
        assert_eq!(lines[4..].iter().filter(are_open).count(), 30);
    }
}
