//! The fouls of renju: overline, double-four, and double-three by the recursive rule.
//!
//! The words are those of the rules of the Renju International Federation. A **four** becomes
//! exactly five by one stone; a **straight four** does so at both ends; a **three** becomes a
//! straight four by one stone that makes no five at the same time and is itself no foul.

use super::Cell;
use super::lines::{self, Lines};
use crate::base::{Side, bits};

/// Why First may not put a stone somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Foul {
    /// Six or more in line.
    Overline,
    /// Two fours at once, in two lines or in one.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

/// What a stone of First would be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judgement {
    Five,
    Foul(Foul),
    Allowed,
}

/// What a stone makes on one line.
///
/// Cells are lower bits in a frame of 11 cells with the stone's in the middle, at bit 10.
#[derive(Clone, Copy, Default)]
struct Shape {
    five: bool,
    overline: bool,
    /// Fours that the stone belongs to, 0 to 2.
    fours: u32,
    /// Cells that would make a straight four of a three that the stone belongs to.
    straightening: u64,
}

/// The whole frame.
const FRAME: u64 = 0x0015_5555;
/// Its middle.
const MIDDLE: u64 = 1 << 10;
/// The middle and four cells either way.
const NEAR: u64 = 0x0005_5554;
/// Four cells from the lowest on.
const FOUR: u64 = 0b0101_0101;
/// Five cells from the lowest on.
const FIVE: u64 = 0b01_0101_0101;

/// The foul that First would make with a stone on this empty cell.
///
/// Exactly five in line are no foul, whatever else the stone makes.
pub(super) fn foul(lines: &Lines, cell: Cell) -> Option<Foul> {
    match judge(lines, cell) {
        Judgement::Foul(foul) => Some(foul),
        Judgement::Five | Judgement::Allowed => None,
    }
}

fn judge(lines: &Lines, cell: Cell) -> Judgement {
    let shapes = lines::spots(cell).map(|spot| shape(lines.word(spot), spot.shift));
    if shapes.iter().any(|s| s.five) {
        Judgement::Five
    } else if shapes.iter().any(|s| s.overline) {
        Judgement::Foul(Foul::Overline)
    } else if shapes.iter().map(|s| s.fours).sum::<u32>() > 1 {
        Judgement::Foul(Foul::DoubleFour)
    } else if has_two_threes(lines, cell, shapes) {
        Judgement::Foul(Foul::DoubleThree)
    } else {
        Judgement::Allowed
    }
}

/// Whether two lines hold threes that can truly become straight fours.
fn has_two_threes(lines: &Lines, cell: Cell, shapes: [Shape; 4]) -> bool {
    let mut possible = shapes.iter().filter(|s| s.straightening != 0).count();
    if possible < 2 {
        return false;
    }
    let mut after = lines.clone();
    after.toggle(cell, Side::First);
    let mut threes = 0;
    for (orientation, shape) in shapes.iter().enumerate().filter(|(_, s)| s.straightening != 0) {
        let is_three = bits::ones(shape.straightening).any(|bit| {
            let steps = (bit / 2).cast_signed() as i8 - 5;
            judge(&after, lines::along(cell, orientation, steps)) == Judgement::Allowed
        });
        threes += usize::from(is_three);
        possible -= 1;
        if threes == 2 || threes + possible < 2 {
            break;
        }
    }
    threes == 2
}

/// What a stone of First at `shift` makes on the line of this word.
fn shape(word: u64, shift: u32) -> Shape {
    let stones = ((lines::stones(word, Side::First) >> (shift - 10)) & FRAME) | MIDDLE;
    if (stones & NEAR).count_ones() < 3 {
        return Shape::default();
    }
    let empties = (lines::empties(word) >> (shift - 10)) & FRAME & !MIDDLE;
    // Lines of five through the middle begin one to five cells up the frame.
    let through = FIVE << 2;
    let five = lines::fives(stones, true) & through != 0;
    Shape {
        five,
        overline: !five && lines::fives(stones, false) & through != 0,
        fours: fours(stones, empties),
        straightening: straightening(stones, empties),
    }
}

/// How many fours the middle stone belongs to; a straight four is one.
fn fours(stones: u64, empties: u64) -> u32 {
    let mut completing = 0;
    for start in 1..=5 {
        let window = FIVE << (2 * start);
        let flanks = 1 << (2 * start - 2) | 1 << (2 * start + 10);
        let is_four = (stones & window).count_ones() == 4 && stones & flanks == 0;
        if is_four {
            completing |= empties & window;
        }
    }
    let is_straight = completing & (completing >> 10) != 0;
    completing.count_ones() - u32::from(is_straight)
}

/// The cells that turn a three with the middle stone into a straight four.
fn straightening(stones: u64, empties: u64) -> u64 {
    let mut cells = 0;
    for start in 2..=5 {
        let window = FOUR << (2 * start);
        let ends = 1 << (2 * start - 2) | 1 << (2 * start + 8);
        let flanks = 1 << (2 * start - 4) | 1 << (2 * start + 10);
        let is_three =
            (stones & window).count_ones() == 3 && empties & ends == ends && stones & flanks == 0;
        if is_three {
            cells |= empties & window;
        }
    }
    cells
}
