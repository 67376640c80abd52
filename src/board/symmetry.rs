//! The eight symmetries of a square board, of which a rectangle has the first four.
//!
//! Bit 0 of a symmetry mirrors left and right, bit 1 top and bottom; then bit 2 exchanges columns
//! and rows. Symmetry 0 changes nothing.

/// The image of a cell, column and row from 0, on a board of this width and height.
///
/// Symmetries from 4 on are those of a square.
#[inline]
pub const fn image((x, y): (u8, u8), (width, height): (u8, u8), symmetry: usize) -> (u8, u8) {
    let x = if symmetry & 1 == 0 { x } else { width - 1 - x };
    let y = if symmetry & 2 == 0 { y } else { height - 1 - y };
    if symmetry & 4 == 0 { (x, y) } else { (y, x) }
}

/// The symmetry, 0 to 7, that undoes another.
#[inline]
pub const fn inverse(symmetry: usize) -> usize {
    match symmetry {
        5 => 6,
        6 => 5,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{image, inverse};

    #[test]
    fn an_inverse_brings_every_cell_back() {
        for (size, symmetries) in [((5, 5), 8), ((7, 4), 4)] {
            for symmetry in 0..symmetries {
                assert_eq!(inverse(inverse(symmetry)), symmetry);
                for cell in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
                    let there = image(cell, size, symmetry);
                    assert!(there.0 < size.0 && there.1 < size.1);
                    assert_eq!(image(there, size, inverse(symmetry)), cell);
                }
            }
        }
    }

    #[test]
    fn images_of_a_corner_and_its_neighbour_are_all_different() {
        let images = |cell| (0..8).map(move |symmetry| image(cell, (5, 5), symmetry));
        let mut pairs: Vec<_> = images((0, 0)).zip(images((1, 0))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), 8);
    }
}
