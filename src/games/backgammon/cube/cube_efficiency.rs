//! The cube efficiency: how near a real cube is to a perfect, live one.

use crate::games::backgammon::board::Board;
use crate::games::backgammon::eval::PositionClass;
use crate::games::backgammon::eval::bearoff::{estimated_rolls, is_bearoff_without_gammons};

/// The cube efficiency of a position of contact that is not crashed.
///
/// This and the next two were fitted to rollouts (72 games each to the end) of 500 decisions near a
/// double, by the equities one and two plies ahead. With GNU Backgammon's 0.68 the difference of no
/// double and double/take is 0.010 too low two plies ahead, 0.028 one ply ahead.
const CONTACT_EFFICIENCY: f32 = 0.71;
/// The cube efficiency of a crashed position of contact.
const CRASHED_EFFICIENCY: f32 = 0.64;
/// The cube efficiency of a race of no pips: 0.05 more than GNU Backgammon's figure.
const RACE_EFFICIENCY: f32 = 0.6;
/// Increase of the cube efficiency of a race for each pip of the mover: GNU Backgammon's figure.
const RACE_EFFICIENCY_PER_PIP: f32 = 0.00125;
/// The least and the greatest sum of both: 0.05 more than GNU Backgammon's figures.
const RACE_EFFICIENCY_BOUNDS: [f32; 2] = [0.65, 0.75];

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
/// `usual_efficiency`, but when both sides bear off and no gammon is possible `bearoff_efficiency`.
pub fn efficiency(board: Board) -> f32 {
    if is_bearoff_without_gammons(board) {
        let rolls = estimated_rolls(board.mover).min(estimated_rolls(board.other));
        bearoff_efficiency(rolls)
    } else {
        usual_efficiency(board)
    }
}

/// The cube efficiency by the class of the position and pips alone.
///
/// 0.71 while the sides can meet, 0.64 if one of them has crashed; in a race 0.6 and 0.00125 for each
/// pip of the mover, between 0.65 and 0.75.
pub(in crate::games::backgammon) fn usual_efficiency(board: Board) -> f32 {
    match PositionClass::of(board) {
        PositionClass::Contact => CONTACT_EFFICIENCY,
        PositionClass::Crashed => CRASHED_EFFICIENCY,
        PositionClass::Race => {
            let [least, most] = RACE_EFFICIENCY_BOUNDS;
            (RACE_EFFICIENCY + RACE_EFFICIENCY_PER_PIP * board.mover.pips() as f32)
                .clamp(least, most)
        }
    }
}

/// The cube efficiency of a bear-off in which the side nearer to its end needs this many rolls on
/// average: 0.3 and 0.08 for each roll, at most 0.65.
pub(super) fn bearoff_efficiency(rolls: f32) -> f32 {
    let sum = BEAROFF_EFFICIENCY + BEAROFF_EFFICIENCY_PER_ROLL * rolls;
    sum.min(MOST_BEAROFF_EFFICIENCY)
}
