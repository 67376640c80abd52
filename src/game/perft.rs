//! Perft and divide: counts of the leaves of the legal tree, the usual test of move generation.

use super::Position;

/// The leaves of the legal tree `depth` plies deep; a finished game has none below it.
///
/// The last ply is counted in bulk by [`Position::count_moves`], and more plies by
/// [`Position::count_leaves`] where a game has it. `stop` is called once for every position two
/// plies above the leaves, or at the top of such a count; the result is `None` if it returned true.
pub fn perft<P: Position>(position: &mut P, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    let mut buffers = vec![Vec::new(); depth as usize];
    count_leaves(position, &mut buffers, stop)
}

/// The leaves as many plies below as there are buffers for the moves of a ply.
fn count_leaves<P: Position>(
    position: &mut P,
    buffers: &mut [Vec<P::Move>],
    stop: &impl Fn() -> bool,
) -> Option<u64> {
    let (moves, rest) = match buffers {
        [] => return Some(1),
        [_] => return Some(position.count_moves()),
        [moves, rest @ ..] => (moves, rest),
    };
    if stop() {
        return None;
    }
    if let Some(leaves) = position.count_leaves(1 + rest.len()) {
        return Some(leaves);
    }
    moves.clear();
    position.moves(moves);
    let mut leaves = 0;
    for &m in moves.iter() {
        let undo = position.play(m);
        leaves += count_leaves(position, rest, stop)?;
        position.undo(undo);
    }
    Some(leaves)
}

/// Like [`perft`], move by move.
///
/// `report` gets each first move and the leaves below it, in the order of the moves.
pub fn divide<P: Position>(
    position: &mut P,
    depth: u32,
    stop: &impl Fn() -> bool,
    report: &mut impl FnMut(P::Move, u64),
) -> Option<u64> {
    let Some(rest) = depth.checked_sub(1) else { return Some(1) };
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut leaves = 0;
    for m in moves {
        let undo = position.play(m);
        let below = perft(position, rest, stop)?;
        position.undo(undo);
        report(m, below);
        leaves += below;
    }
    Some(leaves)
}
