//! The cube efficiency: how near a real cube is to a perfect, live one.

use crate::games::backgammon::board::Board;
use crate::games::backgammon::eval::bearoff::{estimated_rolls, is_bearoff_without_gammons};

/// The cube efficiency while the sides can still meet: GNU Backgammon's figure.
const CONTACT_EFFICIENCY: f32 = 0.68;
/// The cube efficiency of a race of no pips: GNU Backgammon's figure.
const RACE_EFFICIENCY: f32 = 0.55;
/// Increase of the cube efficiency of a race for each pip of the mover: GNU Backgammon's figure.
const RACE_EFFICIENCY_PER_PIP: f32 = 0.00125;
/// The least and the greatest sum of both: GNU Backgammon's figures.
const RACE_EFFICIENCY_BOUNDS: [f32; 2] = [0.6, 0.7];

/// The cube efficiency in a bear-off with no rolls left.
///
/// This and the two below were fitted by hand: of the lines tried, this one lost least in 3,000
/// decisions each with 5 to 7 and with 7 to 9 checkers a side, compared with the exact values.
const BEAROFF_EFFICIENCY: f32 = 0.3;
/// Addition to [`BEAROFF_EFFICIENCY`] for each roll that the side nearer to its end needs on average.
const BEAROFF_EFFICIENCY_PER_ROLL: f32 = 0.08;
/// The greatest cube efficiency in a bear-off.
const MOST_BEAROFF_EFFICIENCY: f32 = 0.65;

/// The cube efficiency: how near a real cube is to a perfect, live one, 0.0 to 1.0.
///
/// `usual_efficiency`, but when both sides bear off it is not more than the rolls left allow: 0.3
/// and 0.08 for each roll.
pub fn efficiency(board: Board) -> f32 {
    let usual = usual_efficiency(board);
    if is_bearoff_without_gammons(board) {
        let rolls = estimated_rolls(board.mover).min(estimated_rolls(board.other));
        usual.min(bearoff_efficiency(rolls))
    } else {
        usual
    }
}

/// The cube efficiency by contact and pips alone.
///
/// 0.68 while the sides can meet; in a race 0.55 and 0.00125 for each pip of the mover, between
/// 0.6 and 0.7: the figures that GNU Backgammon uses.
pub(super) fn usual_efficiency(board: Board) -> f32 {
    if board.has_contact() {
        CONTACT_EFFICIENCY
    } else {
        let [least, most] = RACE_EFFICIENCY_BOUNDS;
        (RACE_EFFICIENCY + RACE_EFFICIENCY_PER_PIP * board.mover.pips() as f32).clamp(least, most)
    }
}

/// The cube efficiency of a bear-off in which the side nearer to its end needs this many rolls on
/// average.
pub(super) fn bearoff_efficiency(rolls: f32) -> f32 {
    let sum = BEAROFF_EFFICIENCY + BEAROFF_EFFICIENCY_PER_ROLL * rolls;
    sum.min(MOST_BEAROFF_EFFICIENCY)
}
