//! What is proved: that a side cannot force a win within some moves of its own.

use std::time::Instant;

use parlour::games::sticks::Sticks;
use parlour::games::sticks::prover::{Effort, Prover};
use parlour::games::sticks::search_board::Field;

use crate::first::{behind, first_moves, name};

/// An effort without end.
fn effort(stop: &mut dyn FnMut() -> bool) -> Effort<'_> {
    Effort { nodes: u64::MAX, stop }
}

/// Asks for a win of First from the empty board in 1, 2, … moves, to so many.
#[expect(clippy::disallowed_methods, reason = "a tool that says how long it took")]
pub(crate) fn from_the_start(prover: &mut Prover, most: u32, tell: &mut dyn FnMut(&str)) {
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

/// Asks for a win of either side in so many moves of its own, behind each first move.
pub(crate) fn behind_each_first_move(prover: &mut Prover, moves: u32, tell: &mut dyn FnMut(&str)) {
    for first in first_moves().filter(|_| moves > 0) {
        let before = prover.nodes();
        let field = Field::new(&behind(first));
        let second = prover.wins(&field, moves, &mut effort(&mut || false));
        let loses = prover.loses(&field, moves, &mut effort(&mut || false));
        let second = if matches!(second, Ok(None)) { "does not win" } else { "wins" };
        let loses = if matches!(loses, Ok(false)) { "does not win" } else { "wins" };
        let nodes = prover.nodes() - before;
        tell(&format!(
            "{}: in {moves} more moves of its own the first side {loses}, the second {second}; \
             {nodes} nodes",
            name(&Sticks::new(), first)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::{behind_each_first_move, from_the_start};
    use parlour::games::sticks::prover::Prover;

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
