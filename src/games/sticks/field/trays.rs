//! What the pieces in a tray are worth.

use super::worth::packed;
use crate::games::sticks::pieces::Piece;

/// What the move is worth to the side that has it, packed; a guess, not tuned.
pub const TEMPO: i32 = packed(25, 25);

/// A solid barrel in the tray stops anything later.
const SOLID: i32 = 30;

/// The worth of one side's tray, packed.
#[inline]
pub fn worth(tray: &[u8; 3]) -> i32 {
    let solids = i32::from(tray[Piece::Solid.index()]);
    packed(SOLID * solids, SOLID * solids)
}
