//! What a score means: plies to the end, and how the game goes on.

use super::node::Node;
use crate::base::Score;
use crate::game::Position;
use crate::games::connect4::Rack;

/// A line of best play from a position with this score to the end of the game.
///
/// The winner wins as soon and the loser loses as late as can be. `reaches` says whether the
/// score of a position is at least some number; where it cannot, the line ends before the game.
pub fn best_line<const W: usize, const H: usize>(
    mut rack: Rack<W, H>,
    mut score: i32,
    mut reaches: impl FnMut(&Rack<W, H>, i32) -> Option<bool>,
) -> Vec<u8> {
    let mut line = Vec::new();
    let mut channels = Vec::new();
    loop {
        channels.clear();
        rack.moves(&mut channels);
        channels.sort_by_key(|channel| (2 * usize::from(*channel) + 1).abs_diff(W));
        let mut is_best = |channel: &u8| {
            let mut child = rack;
            child.play(*channel);
            reaches(&child, 1 - score) == Some(false)
        };
        let Some(channel) = channels.iter().copied().find(|channel| is_best(channel)) else {
            return line;
        };
        line.push(channel);
        rack.play(channel);
        score = -score;
    }
}

/// A score of a position with so many balls on a rack of `W` by `H` as wins and losses in plies.
///
/// # Examples
/// ```
/// use parlour::base::Score;
/// use parlour::games::connect4::solver::to_score;
/// // The first player wins with the 41st ball of a 7×6 rack, seen from either side.
/// assert_eq!(to_score::<7, 6>(1, 0), Score::win_in(41));
/// assert_eq!(to_score::<7, 6>(-1, 1), Score::loss_in(40));
/// ```
pub const fn to_score<const W: usize, const H: usize>(score: i32, plies: i32) -> Score {
    let area = Node::<W, H>::AREA;
    // The last ball of the side that wins, and two plies more for each that it keeps.
    let own_last = area - (area - plies + 1) % 2;
    let other_last = area - (area - plies) % 2;
    if score > 0 {
        Score::win_in(own_last - 2 * (score - 1) - plies)
    } else if score < 0 {
        Score::loss_in(other_last + 2 * (score + 1) - plies)
    } else {
        Score::ZERO
    }
}
