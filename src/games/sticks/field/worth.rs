//! What the contents of five holes are worth.
//!
//! A worth is two numbers for the first side: one while all pieces are in the trays, one when
//! none is. Both are kept in one integer, so that sums are made of both at once:
//!
//! ```text
//! bit 31 .. 16             15 .. 0
//!     trays empty (signed)  trays full (signed; a borrow from above where it is negative)
//! ```

use std::sync::LazyLock;

use super::patterns::{self, PATTERNS, boxed, wanting};
use crate::base::Side;
use crate::games::sticks::sequences::Sequence;

/// Two numbers in one.
#[inline]
pub const fn packed(placing: i32, shifting: i32) -> i32 {
    (shifting << 16) + placing
}

/// The number for full trays.
#[inline]
pub const fn placing(worth: i32) -> i32 {
    worth as i16 as i32
}

/// The number for empty trays.
#[inline]
pub const fn shifting(worth: i32) -> i32 {
    ((worth + 0x8000) >> 16) as i16 as i32
}

/// What a sequence is worth that is not blocked, by how many holes are in place or unblockable.
///
/// The weights of [`crate::games::sticks::evaluate`]; the file says what to add to them.
const WEIGHTS: [i32; 6] = [0, 1, 5, 20, 80, 300];

/// The plain worth of a pattern for the first side.
pub fn plain(pattern: usize) -> i32 {
    let of = |side: Side| -> i32 {
        let other = side.other();
        let sure =
            |place: usize| patterns::piece_in(patterns::digits(pattern)[place], other).is_some();
        Sequence::ALL
            .into_iter()
            .filter_map(|sequence| wanting(pattern, side, sequence))
            .map(|wanting| {
                let open = (0..5).filter(|place| wanting >> place & 1 != 0 && !sure(*place));
                WEIGHTS[5 - open.count()]
            })
            .sum()
    };
    of(Side::First) - of(Side::Second)
}

/// The worth of every pattern, packed.
pub static WORTH: LazyLock<Box<[i32; PATTERNS]>> = LazyLock::new(built);

fn built() -> Box<[i32; PATTERNS]> {
    let plain: Vec<i32> = (0..PATTERNS).map(plain).collect();
    boxed(plain.iter().map(|worth| packed(*worth, *worth)).collect())
}
