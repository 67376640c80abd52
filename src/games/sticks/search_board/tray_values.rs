//! The pieces in a tray, as places in a table of what they are worth.

use crate::games::sticks::pieces::Piece;

/// Numbers of the table: one for each kind and how many of it are in the tray.
pub const PLACES: usize = 11 + 5 + 5;

/// Where the numbers of each kind begin.
const FIRST: [usize; 3] = [0, 11, 16];

/// The place of so many pieces of a kind; more than there are count as all.
#[inline]
pub const fn place(piece: Piece, count: u8) -> usize {
    let most = piece.supply() as usize;
    let count = count as usize;
    FIRST[piece.index()] + if count < most { count } else { most }
}

/// The names of all places: the letter of the kind and the number, such as `S10`.
pub fn named() -> Vec<(String, usize)> {
    let places = |piece: Piece| {
        let counts = 0..=piece.supply() as u8;
        counts.map(move |count| (format!("{}{count}", piece.letter()), place(piece, count)))
    };
    Piece::ALL.into_iter().flat_map(places).collect()
}

#[cfg(test)]
mod tests {
    use super::{PLACES, named};

    #[test]
    fn every_place_has_one_name() {
        let mut places: Vec<usize> = named().into_iter().map(|(_, place)| place).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..PLACES));
    }
}
