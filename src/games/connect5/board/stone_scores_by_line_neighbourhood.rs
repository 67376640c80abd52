//! Tables of what one more stone changes in the windows of five on its line, by neighbourhood.
//!
//! A window counts for a side as long as the other side has no stone in it. A stone adds the entry
//! of each of its four lines to the sums of the board; undoing it subtracts them.

use std::sync::LazyLock;

use super::line_bitboards::WIN_LENGTH;

/// The score of a window with this many stones of one side only, in hundredths, for that side.
///
/// Set by hand: each further stone makes it about five times as much.
pub(in crate::games::connect5) const WINDOW_SCORES: [i16; WIN_LENGTH + 1] = [0, 1, 6, 30, 150, 150];
/// The move score of a stone in a window with this many own stones and none of the opponent's; set
/// by hand, without a unit.
const MOVE_SCORES_OF_GROWTH: [u16; WIN_LENGTH] = [1, 3, 10, 40, 13_000];
/// The move score of a stone in a window with this many of the opponent's stones and no own ones;
/// set by hand, without a unit.
const MOVE_SCORES_OF_BLOCKS: [u16; WIN_LENGTH] = [0, 2, 8, 35, 800];

/// The change that one own stone makes on one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::games::connect5) struct Change {
    /// Own score gained and the opponent's score destroyed, in hundredths, for the mover.
    pub(in crate::games::connect5) score: i16,
    /// The change of the number of windows with four own stones and an empty cell, −5 to 5.
    pub(in crate::games::connect5) own_fours: i8,
    /// How many such windows of the opponent the stone blocks, 0 to 5.
    pub(in crate::games::connect5) blocked_fours: i8,
}

/// The change for a neighbourhood, with own stones as `01` and the opponent's as `10`.
#[inline]
pub(in crate::games::connect5) fn change(neighbourhood: u16) -> Change {
    CHANGES[usize::from(neighbourhood)]
}

/// The move score of a stone here on one line: own fives first, then blocks, then growth.
#[inline]
pub(in crate::games::connect5) fn move_score(neighbourhood: u16) -> u16 {
    MOVE_SCORES[usize::from(neighbourhood)]
}

/// [`change`] of every neighbourhood.
static CHANGES: LazyLock<[Change; 1 << 16]> =
    LazyLock::new(|| std::array::from_fn(|neighbourhood| change_of(neighbourhood as u16)));

/// [`move_score`] of every neighbourhood.
static MOVE_SCORES: LazyLock<[u16; 1 << 16]> =
    LazyLock::new(|| std::array::from_fn(|neighbourhood| move_score_of(neighbourhood as u16)));

/// Own and opposing stones in each window through the middle that has no edge in it.
fn windows(neighbourhood: u16) -> impl Iterator<Item = (usize, usize)> {
    let cells: [u16; 2 * WIN_LENGTH - 1] = std::array::from_fn(|i| match i {
        4 => 0,
        0..4 => (neighbourhood >> (2 * i)) & 3,
        _ => (neighbourhood >> (2 * (i - 1))) & 3,
    });
    (0..WIN_LENGTH).filter_map(move |start| {
        let window = cells.get(start..start + WIN_LENGTH)?;
        let count = |code| window.iter().filter(|c| **c == code).count();
        (count(3) == 0).then(|| (count(1), count(2)))
    })
}

fn change_of(neighbourhood: u16) -> Change {
    let mut sum = Change::default();
    for (own, other) in windows(neighbourhood) {
        if other == 0 {
            sum.score += WINDOW_SCORES[own + 1] - WINDOW_SCORES[own];
            sum.own_fours += i8::from(own == 3) - i8::from(own == 4);
        } else if own == 0 {
            sum.score += WINDOW_SCORES[other];
            sum.blocked_fours += i8::from(other == 4);
        }
    }
    sum
}

/// The move score of a cell for its owner, from the windows of one line through it: the sum of
/// [`MOVE_SCORES_OF_GROWTH`] and [`MOVE_SCORES_OF_BLOCKS`], from 0.
fn move_score_of(neighbourhood: u16) -> u16 {
    windows(neighbourhood)
        .map(|counts| match counts {
            (own, 0) => MOVE_SCORES_OF_GROWTH[own],
            (0, other) => MOVE_SCORES_OF_BLOCKS[other],
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{Change, change, move_score};

    /// Four cells, a gap for the stone, four cells: `x` own, `o` other, `#` edge.
    fn neighbourhood(cells: &str) -> u16 {
        let code = |c| "-xo#".find(c).unwrap() as u16;
        cells.chars().filter(|c| *c != '*').enumerate().map(|(i, c)| code(c) << (2 * i)).sum()
    }

    #[test]
    fn a_lone_stone_opens_five_windows() {
        let lone = Change { score: 5, own_fours: 0, blocked_fours: 0 };
        assert_eq!(change(neighbourhood("----*----")), lone);
        assert_eq!(change(neighbourhood("####*----")), Change { score: 1, ..lone });
        assert_eq!(change(neighbourhood("###-*--##")), Change::default());
    }

    #[test]
    fn fours_are_made_and_blocked() {
        assert_eq!(change(neighbourhood("-xxx*----")).own_fours, 2);
        assert_eq!(change(neighbourhood("#xxx*-o--")).own_fours, 1);
        assert_eq!(change(neighbourhood("oooo*----")).blocked_fours, 1);
        assert_eq!(change(neighbourhood("xxxx*----")).own_fours, -1 + 1);
    }

    #[test]
    fn own_fives_score_more_than_blocks_and_blocks_more_than_growth() {
        assert!(move_score(neighbourhood("xxxx*####")) > move_score(neighbourhood("oooo*oooo")));
        assert!(move_score(neighbourhood("oooo*####")) > move_score(neighbourhood("-xxx*-x--")));
        assert!(move_score(neighbourhood("####*oooo")) > move_score(neighbourhood("--xx*x---")));
    }
}
