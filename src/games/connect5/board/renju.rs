//! The fouls of renju: overline, double-four, and double-three by the recursive rule.
//!
//! The words are those of the rules of the Renju International Federation. A **four** becomes
//! exactly five by one stone. A **straight four** (an open four elsewhere in this folder) does so
//! at either end. A **three** becomes a straight four by one stone that does not make five at the
//! same time and is not a foul itself.

use super::cell::Cell;
use super::line_bitboards::{self, Lines};
use crate::base::Side;
use crate::base::bits::ones;

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

/// The ruling on a stone of First.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ruling {
    Five,
    Foul(Foul),
    Allowed,
}

/// The five, overline, fours and three that a stone makes on one line.
///
/// Cells are lower bits in a frame of 11 cells with the stone's in the middle, at bit 10.
#[derive(Clone, Copy, Default)]
struct ShapesOnLine {
    five: bool,
    overline: bool,
    /// Fours that the stone belongs to, 0 to 2.
    fours: u32,
    /// Cells that would make a straight four of a three that the stone belongs to.
    straightening: u64,
}

/// All 11 cells of the frame.
const FRAME: u64 = 0x0015_5555;
/// The cell in its middle.
const MIDDLE: u64 = 1 << 10;
/// The middle and four cells on either side.
const NEAR: u64 = 0x0005_5554;
/// The lowest four cells.
const FOUR: u64 = 0b0101_0101;
/// The lowest five cells.
const FIVE: u64 = 0b01_0101_0101;

/// The foul that First would make with a stone on this empty cell.
///
/// Exactly five in line are no foul, whatever else the stone makes.
pub(in crate::games::connect5) fn foul(lines: &Lines, cell: Cell) -> Option<Foul> {
    match ruling_on(lines, cell) {
        Ruling::Foul(foul) => Some(foul),
        Ruling::Five | Ruling::Allowed => None,
    }
}

fn ruling_on(lines: &Lines, cell: Cell) -> Ruling {
    let shapes = line_bitboards::places(cell).map(|place| shape(lines.word(place), place.shift));
    if shapes.iter().any(|s| s.five) {
        Ruling::Five
    } else if shapes.iter().any(|s| s.overline) {
        Ruling::Foul(Foul::Overline)
    } else if shapes.iter().map(|s| s.fours).sum::<u32>() > 1 {
        Ruling::Foul(Foul::DoubleFour)
    } else if has_two_threes(lines, cell, shapes) {
        Ruling::Foul(Foul::DoubleThree)
    } else {
        Ruling::Allowed
    }
}

/// Whether two lines have threes that can become straight fours by an allowed stone.
fn has_two_threes(lines: &Lines, cell: Cell, shapes: [ShapesOnLine; 4]) -> bool {
    let mut possible = shapes.iter().filter(|s| s.straightening != 0).count();
    if possible < 2 {
        return false;
    }
    let mut after = lines.clone();
    after.toggle(cell, Side::First);
    let mut threes = 0;
    for (orientation, shape) in shapes.iter().enumerate().filter(|(_, s)| s.straightening != 0) {
        let is_three = ones(shape.straightening).any(|bit| {
            let steps = (bit / 2).cast_signed() as i8 - 5;
            ruling_on(&after, line_bitboards::along(cell, orientation, steps)) == Ruling::Allowed
        });
        threes += usize::from(is_three);
        possible -= 1;
        if threes == 2 || threes + possible < 2 {
            break;
        }
    }
    threes == 2
}

/// The shape that a stone of First at `shift` makes on the line of this word.
fn shape(word: u64, shift: u32) -> ShapesOnLine {
    let stones = ((line_bitboards::stones(word, Side::First) >> (shift - 10)) & FRAME) | MIDDLE;
    if (stones & NEAR).count_ones() < 3 {
        return ShapesOnLine::default();
    }
    let empties = (line_bitboards::empties(word) >> (shift - 10)) & FRAME & !MIDDLE;
    // Lines of five through the middle begin at cells 1 to 5 of the frame.
    let through = FIVE << 2;
    let five = line_bitboards::fives(stones, true) & through != 0;
    ShapesOnLine {
        five,
        overline: !five && line_bitboards::fives(stones, false) & through != 0,
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

#[cfg(test)]
mod tests {
    use super::Foul;
    use crate::base::Side;
    use crate::game::{Notation, Position};
    use crate::games::connect5::{Board, Rule};

    /// A renju board of 15 × 15 with First's stones on these cells and Second's on those.
    fn board(first: &str, second: &str) -> Board {
        let mut board = Board::with(15, 15, Rule::Renju).unwrap();
        for (cells, side) in [(first, Side::First), (second, Side::Second)] {
            for name in cells.split_whitespace() {
                // Names are read on an empty board, where nothing is forbidden.
                let (cell, _) = Board::default().read_move(name).unwrap();
                board.put(cell, side);
            }
        }
        board
    }

    fn foul(first: &str, second: &str, name: &str) -> Option<Foul> {
        let (cell, _) = Board::default().read_move(name).unwrap();
        board(first, second).foul(cell)
    }

    #[test]
    fn two_open_threes_are_forbidden() {
        assert_eq!(foul("g8 i8 h7 h9", "", "h8"), Some(Foul::DoubleThree));
        assert_eq!(foul("g8 j8 h6 h9", "", "h8"), Some(Foul::DoubleThree), "broken threes");
        assert_eq!(foul("g8 i8 h7 h9 g7 i9", "", "h8"), Some(Foul::DoubleThree), "three threes");
    }

    #[test]
    fn a_blocked_three_does_not_count() {
        assert_eq!(foul("g8 i8 h7 h9", "e8", "h8"), Some(Foul::DoubleThree), "room on one side");
        assert_eq!(foul("g8 i8 h7 h9", "f8", "h8"), None, "closed at one end");
        assert_eq!(foul("g8 i8 h7 h9", "e8 k8", "h8"), None, "no room for five at both ends");
        assert_eq!(foul("b8 d8 c7 c9", "", "c8"), Some(Foul::DoubleThree));
        assert_eq!(foul("b8 d8 c7 c9", "f8", "c8"), None, "the edge closes the other end");
        assert_eq!(foul("f8 g8 h6 h7 c8 k8", "", "h8"), None, "both straight fours run into six");
    }

    #[test]
    fn two_fours_are_forbidden_even_when_blocked_or_in_one_line() {
        assert_eq!(foul("e8 f8 g8 h5 h6 h7", "d8 h4", "h8"), Some(Foul::DoubleFour));
        assert_eq!(foul("e8 g8 i8", "", "h8"), None, "one four only");
        assert_eq!(foul("f8 h8 i8 l8 m8", "", "j8"), None, "one four, the other line is longer");
        assert_eq!(foul("e8 g8 i8 k8", "", "h8"), Some(Foul::DoubleFour), "x.xxx.x");
        assert_eq!(foul("e8 f8 h8 k8 l8", "", "i8"), Some(Foul::DoubleFour), "xx.xx.xx");
        assert_eq!(foul("e8 f8 g8 k8 l8 m8", "", "i8"), Some(Foul::DoubleFour), "xxx.x.xxx");
    }

    #[test]
    fn a_straight_four_is_one_four() {
        assert_eq!(foul("f8 g8 i8", "", "h8"), None);
        assert_eq!(foul("f8 g8 i8 h9 h10", "", "h8"), None, "a four and a three");
    }

    #[test]
    fn six_in_line_are_forbidden_and_give_no_four() {
        assert_eq!(foul("e8 f8 g8 i8 j8", "", "h8"), Some(Foul::Overline));
        assert_eq!(foul("a1 a2 a3 a4 a6 a7 a8", "", "a5"), Some(Foul::Overline));
        // A fifth stone at either end of e8–h8 makes six.
        assert_eq!(foul("e8 f8 g8 c8 j8 h5 h6 h7", "h9", "h8"), None);
    }

    #[test]
    fn five_beats_every_foul_of_the_same_stone() {
        assert_eq!(foul("d8 e8 f8 g8 h9 h10 g9 f10 i9 j10", "", "h8"), None);
        assert_eq!(foul("d8 e8 f8 g8 h3 h4 h5 h6 h7 h9", "", "h8"), None, "with an overline");
        let mut board = board("d8 e8 f8 g8 h3 h4 h5 h6 h7 h9", "a1 a2");
        assert!(board.has_move("h8"));
        let (cell, _) = board.read_move("h8").unwrap();
        board.play(cell);
        assert!(board.turn().side().is_none(), "First has won");
    }

    #[test]
    fn a_three_whose_straight_four_is_forbidden_does_not_count() {
        // h8 makes the threes g8–i8 and h7–h9; the first straightens at f8 and j8 only.
        let stones = "g8 i8 h7 h9";
        assert_eq!(foul(stones, "", "h8"), Some(Foul::DoubleThree));
        // f8 would be six in line along its column, j8 along its own.
        let columns = "f3 f4 f5 f6 f7 j3 j4 j5 j6 j7";
        let longer = "f9 j9";
        assert_eq!(foul(&format!("{stones} {columns} {longer}"), "", "h8"), None);
        // With f8 free again it is a three once more.
        let free = format!("{stones} j3 j4 j5 j6 j7 j9");
        assert_eq!(foul(&free, "", "h8"), Some(Foul::DoubleThree));
    }

    #[test]
    fn second_may_play_everywhere() {
        let mut board = board("a1 c1 e1 a3 c3 e3", "g8 i8 h7 h9 h4");
        board.play(board.read_move("o15").unwrap().0);
        assert!(board.has_move("h8"), "a double-three of Second");
    }

    #[test]
    fn lattices_are_judged_quickly() {
        // Every straight four touches threes in the other lines; the recursion must stay small.
        for step in 2..=5 {
            let mut board = Board::with(22, 22, Rule::Renju).unwrap();
            for cell in board.clone().empties() {
                let (x, y) = (u32::from(cell.x), u32::from(cell.y));
                if (x + 2 * y) % step == 0 || (x * y) % 7 == step {
                    board.put(cell, Side::First);
                }
            }
            let forbidden = board.empties().filter(|cell| board.foul(*cell).is_some()).count();
            assert!(forbidden < 484);
        }
    }

    impl Board {
        fn has_move(&self, name: &str) -> bool {
            self.read_move(name).is_ok()
        }
    }
}
