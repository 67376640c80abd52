//! Proofs that a side cannot force a win within some moves of its own.

use std::time::Instant;

use parlour::games::sticks::Sticks;
use parlour::games::sticks::prover::{ProofBudget, Prover};
use parlour::games::sticks::search_board::SearchBoard;

use crate::first_moves::{after, first_moves, name};

/// A budget without a limit.
fn unlimited(stop: &mut dyn FnMut() -> bool) -> ProofBudget<'_> {
    ProofBudget { nodes: u64::MAX, stop }
}

/// Whether First wins from the empty board within 1, 2, … `most` moves of its own.
#[expect(clippy::disallowed_methods, reason = "a tool that says how long it took")]
pub(crate) fn prove_from_the_empty_board(
    prover: &mut Prover,
    most: u32,
    report: &mut dyn FnMut(&str),
) {
    let board = SearchBoard::new(&Sticks::new());
    for moves in 1..=most {
        let (started, before) = (Instant::now(), prover.nodes());
        let found = prover.find_win(&board, moves, &mut unlimited(&mut || false));
        let word = if matches!(found, Ok(None)) { "no forced win" } else { "a forced win" };
        let seconds = started.elapsed().as_secs_f64();
        let nodes = prover.nodes() - before;
        report(&format!(
            "start: {word} within {} plies; {nodes} nodes, {seconds:.1} s",
            2 * moves - 1
        ));
    }
}

/// Whether either side wins within this many moves of its own, after each first move.
pub(crate) fn prove_after_each_first_move(
    prover: &mut Prover,
    moves: u32,
    report: &mut dyn FnMut(&str),
) {
    for first in first_moves().filter(|_| moves > 0) {
        let before = prover.nodes();
        let board = SearchBoard::new(&after(first));
        let second = prover.find_win(&board, moves, &mut unlimited(&mut || false));
        let loses = prover.is_lost(&board, moves, &mut unlimited(&mut || false));
        let second = if matches!(second, Ok(None)) { "does not win" } else { "wins" };
        let loses = if matches!(loses, Ok(false)) { "does not win" } else { "wins" };
        let nodes = prover.nodes() - before;
        report(&format!(
            "{}: in {moves} more moves of its own the first side {loses}, the second {second}; \
             {nodes} nodes",
            name(&Sticks::new(), first)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::{prove_after_each_first_move, prove_from_the_empty_board};
    use parlour::games::sticks::prover::Prover;

    #[test]
    fn neither_side_wins_in_a_few_moves() {
        let (mut prover, mut lines) = (Prover::new(1 << 10), Vec::new());
        prove_from_the_empty_board(&mut prover, 4, &mut |line| lines.push(line.to_owned()));
        prove_after_each_first_move(&mut prover, 3, &mut |line| lines.push(line.to_owned()));
        assert_eq!(lines.len(), 4 + 30);
        assert!(lines[3].starts_with("start: no forced win within 7 plies"), "{}", lines[3]);
        let are_open = |line: &&String| line.matches("does not win").count() == 2;
        assert_eq!(lines[4..].iter().filter(are_open).count(), 30);
    }
}
