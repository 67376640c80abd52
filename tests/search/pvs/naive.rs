//! A search that knows the rules, the evaluation, and nothing else; and positions to try it on.

use parlour::base::SplitMix64;
use parlour::game::{Position, Turn};
use parlour::search::player::score_encoding::{self, INFINITE};
use parlour::search::pvs::reference_for_tests::Reference;

use crate::ask_player::legal_moves;

/// A position is drawn after fewer random moves than this.
const PLIES: u64 = 60;

/// Alpha-beta over every legal move: the value for the side to act, ends counted from the root.
///
/// A position that stood before in the line is a draw where the game knows repetition.
pub(crate) fn search<G: Reference>(
    position: &G::Position,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    path: &mut Vec<u64>,
) -> i32 {
    let ply = path.len();
    let key = position.key();
    let is_drawn = matches!(position.turn(), Turn::Over(_));
    if is_drawn || G::Position::REPETITION.is_some() && path.contains(&key) {
        return 0;
    }
    if G::can_win_at_once(position) {
        return score_encoding::win(ply + 1);
    }
    if depth == 0 {
        return G::fresh_evaluation(position);
    }
    path.push(key);
    let mut best = -INFINITE;
    for m in legal_moves(position) {
        let mut after = position.clone();
        after.play(m);
        best = best.max(-search::<G>(&after, depth - 1, (-beta, -alpha), path));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    path.pop();
    best
}

/// The exact value to a depth.
pub(crate) fn value<G: Reference>(position: &G::Position, depth: u32) -> i32 {
    search::<G>(position, depth, (-INFINITE, INFINITE), &mut Vec::new())
}

/// A position after random moves, with a choice of `most` moves at most.
pub(crate) fn random_position<G: Reference>(random: &mut SplitMix64, most: usize) -> G::Position {
    loop {
        let mut position = G::start(random);
        let wanted = random.below(PLIES);
        for _ in 0..wanted {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let mut after = position.clone();
            after.play(moves[random.below(moves.len() as u64) as usize]);
            if matches!(after.turn(), Turn::Over(_)) {
                break;
            }
            position = after;
        }
        if (1..=most).contains(&(position.count_moves() as usize)) {
            return position;
        }
    }
}
