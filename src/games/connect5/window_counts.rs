//! What one more stone does to the windows of five on its line, for every neighbourhood.
//!
//! A window counts for a side as long as the other has no stone in it. All sums are kept up by
//! adding the entry of each of the four lines when a stone is put down, and taking it away again.

use std::sync::LazyLock;

/// What a window with this many stones of one side only is worth, in hundredths.
///
/// Set by hand: each stone more is worth about five times as much.
const WORTH: [i16; 6] = [0, 1, 6, 30, 150, 150];
/// How much a stone promises in a window with this many own stones and no other.
const GROWTH: [u16; 5] = [1, 3, 10, 40, 13_000];
/// How much it promises in a window with this many of the opponent's and no own.
const BLOCK: [u16; 5] = [0, 2, 8, 35, 800];

/// The change that one own stone makes on one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    /// Own worth gained and the opponent's worth destroyed, in hundredths.
    pub(super) worth: i16,
    /// The number of windows with four own stones and an empty cell: how many more.
    pub(super) own_fours: i8,
    /// The number of those windows of the opponent that are closed, 0 to 5.
    pub(super) closed_fours: i8,
}

/// The change for a neighbourhood as `around` cuts it out: own stones `01`, others `10`.
#[inline]
pub(super) fn change(around: u16) -> Change {
    CHANGES[usize::from(around)]
}

/// How promising a stone here is for ordering moves: own fives, then blocks, then growth.
#[inline]
pub(super) fn promise(around: u16) -> u16 {
    PROMISES[usize::from(around)]
}

/// [`change`] of every neighbourhood.
static CHANGES: LazyLock<[Change; 1 << 16]> =
    LazyLock::new(|| std::array::from_fn(|around| change_of(around as u16)));

/// [`promise`] of every neighbourhood.
static PROMISES: LazyLock<[u16; 1 << 16]> =
    LazyLock::new(|| std::array::from_fn(|around| promise_of(around as u16)));

/// Own and opposing stones in each window through the middle that has no edge in it.
fn windows(around: u16) -> impl Iterator<Item = (usize, usize)> {
    let cells: [u16; 9] = std::array::from_fn(|i| match i {
        4 => 0,
        0..4 => (around >> (2 * i)) & 3,
        _ => (around >> (2 * (i - 1))) & 3,
    });
    (0..5).filter_map(move |start| {
        let window = cells.get(start..start + 5)?;
        let count = |code| window.iter().filter(|c| **c == code).count();
        (count(3) == 0).then(|| (count(1), count(2)))
    })
}

fn change_of(around: u16) -> Change {
    let mut sum = Change::default();
    for (own, other) in windows(around) {
        if other == 0 {
            sum.worth += WORTH[own + 1] - WORTH[own];
            sum.own_fours += i8::from(own == 3) - i8::from(own == 4);
        } else if own == 0 {
            sum.worth += WORTH[other];
            sum.closed_fours += i8::from(other == 4);
        }
    }
    sum
}

fn promise_of(around: u16) -> u16 {
    windows(around)
        .map(|counts| match counts {
            (own, 0) => GROWTH[own],
            (0, other) => BLOCK[other],
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{Change, change, promise};

    /// Four cells, a gap for the stone, four cells: `x` own, `o` other, `#` edge.
    fn around(cells: &str) -> u16 {
        let code = |c| "-xo#".find(c).unwrap() as u16;
        cells.chars().filter(|c| *c != '*').enumerate().map(|(i, c)| code(c) << (2 * i)).sum()
    }

    #[test]
    fn a_lone_stone_opens_five_windows() {
        let lone = Change { worth: 5, own_fours: 0, closed_fours: 0 };
        assert_eq!(change(around("----*----")), lone);
        assert_eq!(change(around("####*----")), Change { worth: 1, ..lone });
        assert_eq!(change(around("###-*--##")), Change::default());
    }

    #[test]
    fn fours_are_opened_and_closed() {
        assert_eq!(change(around("-xxx*----")).own_fours, 2);
        assert_eq!(change(around("#xxx*-o--")).own_fours, 1);
        assert_eq!(change(around("oooo*----")).closed_fours, 1);
        assert_eq!(change(around("xxxx*----")).own_fours, -1 + 1);
    }

    #[test]
    fn own_fives_promise_more_than_blocks_and_blocks_more_than_growth() {
        assert!(promise(around("xxxx*####")) > promise(around("oooo*oooo")));
        assert!(promise(around("oooo*####")) > promise(around("-xxx*-x--")));
        assert!(promise(around("####*oooo")) > promise(around("--xx*x---")));
    }
}
