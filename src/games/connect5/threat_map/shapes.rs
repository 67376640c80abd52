//! What a stone would make on one line: the shapes (patterns), and the table of all of them.
//!
//! A shape is defined by what the side can make of the line with further stones of its own while
//! the other side does nothing: five; a four, which one stone turns into five; an open four, which
//! a stone at either end does; an open three, which one stone turns into an open four; and so on
//! down. Only lines of five that contain the stone itself count.
//!
//! So the shape of a line follows from the lines with one stone more. One pass over all lines, the
//! fullest first, makes a table.

use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::board::line_bitboards::WIN_LENGTH;

/// The shape that a stone of one side makes on one line; a greater one is nearer to five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// Never five, however many stones follow.
    Dead,
    /// More than five in line where only exactly five win.
    Overline,
    /// One stone more makes a closed two.
    ClosedOne,
    /// One stone more makes an open two.
    OpenOne,
    /// One stone more makes a closed three.
    ClosedTwo,
    /// A stone on one or two cells makes an open three of it.
    OpenTwo,
    /// A stone on any of three cells makes an open three of it.
    WideTwo,
    /// A stone on any of four cells or more makes an open three of it.
    FreeTwo,
    /// One stone more makes a four, but not an open one.
    ClosedThree,
    /// A stone on exactly one cell makes an open four of it.
    OpenThree,
    /// A stone on any of two cells or more makes an open four of it.
    FreeThree,
    /// A stone on exactly one cell makes five of it.
    Four,
    /// Four in a row with a cell at either end that makes five; the rules of renju say straight
    /// four.
    OpenFour,
    /// Two fours in one line that are not an open four, as in `x-xxx-x`.
    SplitDoubleFour,
    /// Five: the game is won.
    Five,
}

impl Shape {
    /// How many shapes there are.
    pub(super) const COUNT: usize = Self::Five as usize + 1;
    /// Bits of the number of a shape where shapes are packed.
    pub(super) const BITS: u32 = 4;
    /// The lowest [`Self::BITS`] bits.
    pub(super) const MASK: u16 = (1 << Self::BITS) - 1;

    /// All shapes, from nothing to five.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::Overline,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::OpenTwo,
        Self::WideTwo,
        Self::FreeTwo,
        Self::ClosedThree,
        Self::OpenThree,
        Self::FreeThree,
        Self::Four,
        Self::OpenFour,
        Self::SplitDoubleFour,
        Self::Five,
    ];

    /// The shape of this number; numbers beyond the last are [`Self::Five`].
    #[inline]
    pub const fn of(number: u16) -> Self {
        if (number as usize) < Self::COUNT { Self::ALL[number as usize] } else { Self::Five }
    }

    /// Whether one stone more makes five of it.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::OpenFour | Self::SplitDoubleFour)
    }

    /// Whether one stone more makes an open four of it.
    #[inline]
    pub const fn is_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::FreeThree)
    }

    /// Whether one stone more makes an open three of it.
    #[inline]
    pub const fn is_two(self) -> bool {
        matches!(self, Self::OpenTwo | Self::WideTwo | Self::FreeTwo)
    }
}

/// Entries of a table: two bits for each of the five cells on either side of a stone, 20 in all.
pub(super) const NEIGHBOURHOODS: usize = 1 << (2 * 2 * EXACT_REACH);

/// The shapes of both sides for every neighbourhood: First's in the lower four bits.
pub(super) type ShapeTable = Box<[u8; NEIGHBOURHOODS]>;

/// Cells on either side of the stone that matter where longer lines win too.
const REACH: usize = WIN_LENGTH - 1;
/// Cells on either side of the stone that matter where only exactly five win.
const EXACT_REACH: usize = WIN_LENGTH;

/// Which lines win for a side.
#[derive(Clone, Copy)]
struct LineRule {
    /// Cells on either side of the stone that matter.
    reach: usize,
    /// Only exactly five win.
    is_exact: bool,
    /// A split double four wins like an open four; otherwise it is a foul.
    split_double_four_wins: bool,
}

impl LineRule {
    const fn of(rule: Rule, side: Side) -> Self {
        let is_exact = rule.is_exact(side);
        let split_double_four_wins = !matches!((rule, side), (Rule::Renju, Side::First));
        let reach = if is_exact { EXACT_REACH } else { REACH };
        Self { reach, is_exact, split_double_four_wins }
    }
}

/// Whether lines need five cells on either side, not four, under this rule.
pub(super) const fn needs_five_cells(rule: Rule) -> bool {
    !matches!(rule, Rule::Freestyle)
}

/// Makes the table of a rule, in up to ten milliseconds.
pub(super) fn shape_table(rule: Rule) -> ShapeTable {
    let reach = if needs_five_cells(rule) { EXACT_REACH } else { REACH };
    let bits = 2 * reach as u32;
    let sides = Side::BOTH.map(|side| SideShapes::new(LineRule::of(rule, side), side, reach));
    let mut table: ShapeTable = filled(0);
    for (key, pair) in table.iter_mut().enumerate().take(1 << (2 * bits)) {
        let [first, second] = sides.each_ref().map(|side| side.shape(key, bits));
        *pair = first as u8 | (second as u8) << Shape::BITS;
    }
    table
}

/// An array on the heap, which would be too large for the stack of a thread.
#[expect(
    clippy::expect_used,
    clippy::unnecessary_box_returns,
    reason = "a vector of N elements becomes an array of N, too large for the stack"
)]
pub(super) fn filled<T: Clone, const N: usize>(element: T) -> Box<[T; N]> {
    vec![element; N].into_boxed_slice().try_into().ok().expect("N elements")
}

/// The shapes of one side, and how a neighbourhood becomes a line as this side sees it.
struct SideShapes {
    shapes: Vec<Shape>,
    /// For the cells below the stone and above it, their part of the line's number.
    parts: [Vec<usize>; 2],
}

impl SideShapes {
    /// The table of a side, for neighbourhoods of `reach` cells either way.
    fn new(line_rule: LineRule, side: Side, reach: usize) -> Self {
        let skipped = reach - line_rule.reach;
        let part = |bits: usize, is_above: bool| {
            let start = if is_above { 0 } else { skipped };
            let cells = (start..start + line_rule.reach).map(|cell| bits >> (2 * cell) & 3);
            let first = if is_above { 3_usize.pow(line_rule.reach as u32) } else { 1 };
            let weights = std::iter::successors(Some(first), |weight| Some(3 * weight));
            cells.zip(weights).map(|(code, weight)| digit(code, side) * weight).sum()
        };
        let parts = [false, true]
            .map(|above| (0..1 << (2 * reach)).map(|bits| part(bits, above)).collect());
        Self { shapes: shapes_of_all_lines(line_rule), parts }
    }

    fn shape(&self, key: usize, bits: u32) -> Shape {
        let [below, above] = &self.parts;
        self.shapes[below[key & ((1 << bits) - 1)] + above[key >> bits]]
    }
}

/// The digit of a cell's two bits for a side: 0 closed, 1 empty, 2 its own.
const fn digit(code: usize, side: Side) -> usize {
    match code {
        0 => 1,
        1 | 2 if code == side.index() + 1 => 2,
        _ => 0,
    }
}

/// The shapes of all lines, by number: the lowest cell is the lowest digit to the base of 3.
fn shapes_of_all_lines(line_rule: LineRule) -> Vec<Shape> {
    let cells = 2 * line_rule.reach;
    let mut shapes = vec![Shape::Dead; 3_usize.pow(cells as u32)];
    // With one stone more a line has a greater number, so its shape is known already.
    for number in (0..shapes.len()).rev() {
        let mut line = [0; 2 * EXACT_REACH];
        let mut rest = number;
        for cell in line.iter_mut().take(cells) {
            (*cell, rest) = ((rest % 3) as u8, rest / 3);
        }
        shapes[number] = shape_of_line(line_rule, &line[..cells], number, &shapes);
    }
    shapes
}

/// The shape of one line, from those with one stone more.
fn shape_of_line(line_rule: LineRule, line: &[u8], number: usize, shapes: &[Shape]) -> Shape {
    let (below, above) = line.split_at(line_rule.reach);
    let own = |cells: &mut dyn Iterator<Item = &u8>| cells.take_while(|cell| **cell == 2).count();
    let run = 1 + own(&mut below.iter().rev()) + own(&mut above.iter());
    if run == WIN_LENGTH || run > WIN_LENGTH && !line_rule.is_exact {
        return Shape::Five;
    }
    if run > WIN_LENGTH {
        return Shape::Overline;
    }
    let weights = std::iter::successors(Some(1), |weight| Some(3 * weight));
    // Numbered with the stone itself in the middle.
    let next: Vec<(usize, Shape)> = line
        .iter()
        .zip(weights)
        .enumerate()
        .filter(|(_, (cell, _))| **cell == 1)
        .map(|(at, (_, weight))| (at + usize::from(at >= line_rule.reach), shapes[number + weight]))
        .collect();
    let fives: Vec<usize> =
        next.iter().filter(|(_, shape)| *shape == Shape::Five).map(|(at, _)| *at).collect();
    match fives[..] {
        [] => {}
        [_] => return Shape::Four,
        _ if fives.iter().any(|at| fives.contains(&(at + WIN_LENGTH))) => return Shape::OpenFour,
        _ => return Shape::SplitDoubleFour,
    }
    let count = |wanted: &dyn Fn(Shape) -> bool| next.iter().filter(|(_, s)| wanted(*s)).count();
    let winning =
        |s| s == Shape::OpenFour || s == Shape::SplitDoubleFour && line_rule.split_double_four_wins;
    match (count(&winning), count(&Shape::is_three)) {
        (2.., _) => Shape::FreeThree,
        (1, _) => Shape::OpenThree,
        _ if count(&Shape::is_four) > 0 => Shape::ClosedThree,
        (_, 4..) => Shape::FreeTwo,
        (_, 3) => Shape::WideTwo,
        (_, 1..) => Shape::OpenTwo,
        _ if count(&|s| s == Shape::ClosedThree) > 0 => Shape::ClosedTwo,
        _ if count(&Shape::is_two) > 0 => Shape::OpenOne,
        _ if count(&|s| s == Shape::ClosedTwo) > 0 => Shape::ClosedOne,
        _ => Shape::Dead,
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, needs_five_cells, shape_table};
    use crate::base::Side;
    use crate::games::connect5::Rule;

    /// The shape of a stone at `*` in a line of `x` own, `o` other, `-` empty, `#` edge.
    fn shape(rule: Rule, side: Side, line: &str) -> Shape {
        let reach = if needs_five_cells(rule) { 5 } else { 4 };
        let at = line.find('*').unwrap();
        let cell = |place: isize| {
            let place = usize::try_from(place).ok();
            match place.and_then(|p| line.as_bytes().get(p)) {
                Some(b'-') => 0,
                Some(b'x') => 1 + side.index(),
                Some(b'o') => 2 - side.index(),
                _ => 3,
            }
        };
        let middle = at.cast_signed();
        let below = (0..reach).map(|i| cell(middle - reach + i) << (2 * i)).sum::<usize>();
        let above = (0..reach).map(|i| cell(middle + 1 + i) << (2 * i)).sum::<usize>();
        let pair = shape_table(rule)[below | above << (2 * reach)];
        Shape::of(u16::from(if side == Side::First { pair & 15 } else { pair >> 4 }))
    }

    #[test]
    fn shapes_are_named_as_players_name_them() {
        for (line, expected) in [
            ("----xx*xx----", Shape::Five),
            ("----xx*x-----", Shape::OpenFour),
            ("---oxx*x-----", Shape::Four),
            ("----xx-*x----", Shape::Four),
            ("-----xx*-----", Shape::FreeThree),
            ("-----x*-x----", Shape::OpenThree),
            ("----oxx*-----", Shape::ClosedThree),
            ("---o-xx*-----", Shape::OpenThree),
            ("---o-xx*-o---", Shape::ClosedThree),
            ("------x*-----", Shape::FreeTwo),
            ("------x*-o---", Shape::OpenTwo),
            ("------x-*----", Shape::WideTwo),
            ("-----ox*-----", Shape::ClosedTwo),
            ("------*------", Shape::OpenOne),
            ("---o--*--o---", Shape::ClosedOne),
            ("---o-x*-o----", Shape::Dead),
            ("---x-x*x-x---", Shape::SplitDoubleFour),
            ("##*----------", Shape::ClosedOne),
        ] {
            for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
                for side in Side::BOTH {
                    assert_eq!(shape(rule, side, line), expected, "{line} {rule:?} {side:?}");
                }
            }
        }
    }

    #[test]
    fn six_in_line_are_five_or_nothing() {
        let line = "---xxx*xx---";
        assert_eq!(shape(Rule::Freestyle, Side::First, line), Shape::Five);
        assert_eq!(shape(Rule::Standard, Side::Second, line), Shape::Overline);
        assert_eq!(shape(Rule::Renju, Side::First, line), Shape::Overline);
        assert_eq!(shape(Rule::Renju, Side::Second, line), Shape::Five);
    }

    #[test]
    fn a_stone_beyond_the_end_spoils_an_exact_five() {
        let line = "--x-xx*x-----";
        assert_eq!(shape(Rule::Freestyle, Side::First, line), Shape::OpenFour);
        assert_eq!(shape(Rule::Standard, Side::First, line), Shape::Four);
        assert_eq!(shape(Rule::Renju, Side::Second, line), Shape::OpenFour);
    }
}
