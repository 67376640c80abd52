//! What a stone would make on all four lines together: the threat of a cell.
//!
//! The four shapes of a cell are a code of 16 bits, four for each line. A table has an entry for
//! each code:
//!
//! ```text
//!  31 … 28   27          26         25 … 16
//!  threat    has three   has four   move score
//! ```

use super::shapes::{Shape, filled};
use crate::base::Side;
use crate::games::connect5::Rule;

/// The threat of a stone of one side on all four lines; a greater threat is more urgent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Less than an open two or a closed three.
    Nothing,
    /// An overline or a double four of First in renju: never played, never a threat.
    Foul,
    /// Two open threes of First in renju; [`super::ThreatMap::is_foul`] says whether they are a
    /// foul.
    PossibleFoul,
    /// An open two.
    Two,
    /// A closed three.
    ClosedThree,
    /// Two open twos or more.
    DoubleTwo,
    /// A closed three, and another or an open two.
    ClosedThreePlus,
    /// An open three.
    Three,
    /// An open three, and a closed one or an open two.
    ThreePlus,
    /// Two open threes or more.
    DoubleThree,
    /// A four.
    Four,
    /// A four, and a closed three or an open two.
    FourPlus,
    /// A four-three: a four and an open three.
    FourThree,
    /// An open four or a double four: the stone after it wins.
    OpenFour,
    /// Five: the game is won.
    Five,
}

impl Threat {
    /// How many threats there are.
    pub(super) const COUNT: usize = Self::Five as usize + 1;

    /// All threats, the least urgent first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Nothing,
        Self::Foul,
        Self::PossibleFoul,
        Self::Two,
        Self::ClosedThree,
        Self::DoubleTwo,
        Self::ClosedThreePlus,
        Self::Three,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];

    /// Whether the other side must answer at once, or has lost.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::FourPlus | Self::FourThree | Self::OpenFour)
    }

    /// The threat of four shapes under a rule.
    fn of(shapes: [Shape; 4], rule: Rule, side: Side) -> Self {
        let count = |wanted: fn(Shape) -> bool| shapes.into_iter().filter(|s| wanted(*s)).count();
        let fours = count(Shape::is_four);
        let threes = count(Shape::is_three);
        let twos = count(Shape::is_two);
        let closed = count(|s| s == Shape::ClosedThree);
        let split_fours = count(|s| s == Shape::SplitDoubleFour);
        let open_fours = count(|s| s == Shape::OpenFour);
        let has_fouls = matches!((rule, side), (Rule::Renju, Side::First));
        if count(|s| s == Shape::Five) > 0 {
            return Self::Five;
        }
        if has_fouls && (fours + split_fours > 1 || count(|s| s == Shape::Overline) > 0) {
            return Self::Foul;
        }
        if has_fouls && threes > 1 {
            return Self::PossibleFoul;
        }
        match (fours, threes, twos + closed) {
            _ if fours + split_fours + open_fours > 1 => Self::OpenFour,
            (1, 1.., _) => Self::FourThree,
            (1, 0, 1..) => Self::FourPlus,
            (1, ..) => Self::Four,
            (_, 2.., _) => Self::DoubleThree,
            (_, 1, 1..) => Self::ThreePlus,
            (_, 1, _) => Self::Three,
            _ if closed > 0 && twos + closed > 1 => Self::ClosedThreePlus,
            _ if closed > 0 => Self::ClosedThree,
            _ if twos > 1 => Self::DoubleTwo,
            _ if twos > 0 => Self::Two,
            _ => Self::Nothing,
        }
    }
}

/// One entry of the table: a threat and what goes with it, packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellEntry(u32);

impl CellEntry {
    /// No threat, of score 0.
    pub(super) const NONE: Self = Self(0);
    /// The lowest bit of the move score.
    const SCORE_SHIFT: u32 = 16;
    /// The lowest bit of the threat, whose number has the four bits from there on.
    const THREAT_SHIFT: u32 = 28;
    /// The bit of a cell where a stone makes a four or more on some line.
    const HAS_FOUR: u32 = 1 << 26;
    /// The bit of a cell where a stone makes an open three on some line.
    const HAS_THREE: u32 = 1 << 27;

    /// The entry of four shapes, which are this threat together.
    fn of(shapes: [Shape; 4], threat: Threat) -> Self {
        let has = |wanted: fn(Shape) -> bool| shapes.into_iter().any(wanted);
        let four = if has(|s| s >= Shape::Four) { Self::HAS_FOUR } else { 0 };
        let three = if has(Shape::is_three) { Self::HAS_THREE } else { 0 };
        let score = move_score(shapes, threat) << Self::SCORE_SHIFT;
        Self((threat as u32) << Self::THREAT_SHIFT | three | four | score)
    }

    /// The threat that a stone of the side makes on the cell.
    #[inline(always)]
    pub(super) const fn threat(self) -> Threat {
        let number = self.number();
        Threat::ALL[if number < Threat::COUNT { number } else { 0 }]
    }

    /// The number of the threat, 0 to 15.
    #[inline(always)]
    pub(super) const fn number(self) -> usize {
        (self.0 >> Self::THREAT_SHIFT) as usize
    }

    /// Whether a stone makes a four or five on some line, even if it is a foul.
    #[inline(always)]
    pub(super) const fn has_four(self) -> bool {
        self.0 & Self::HAS_FOUR != 0
    }

    /// Whether a stone makes an open three on some line, even if it is a foul.
    #[inline(always)]
    pub(super) const fn has_three(self) -> bool {
        self.0 & Self::HAS_THREE != 0
    }

    /// The static score of a stone on the cell, for move ordering: 0 to [`MAX_MOVE_SCORE`].
    #[inline(always)]
    pub(super) const fn move_score(self) -> i32 {
        (self.0 >> Self::SCORE_SHIFT & MAX_MOVE_SCORE).cast_signed()
    }
}

/// The entries of a cell for both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellEntries(u64);

impl CellEntries {
    /// No threat to either side.
    pub(super) const NONE: Self = Self(0);
    /// The bits of both sides that say in which sets of cells the cell is.
    const SETS: u64 = ((CellEntry::HAS_FOUR | CellEntry::HAS_THREE) as u64) * 0x1_0000_0001;

    /// The entries of First and of Second in one word.
    #[inline(always)]
    pub(super) const fn new(first: CellEntry, second: CellEntry) -> Self {
        Self(first.0 as u64 | (second.0 as u64) << 32)
    }

    /// The entry of a side, by [`Side::index`].
    #[inline(always)]
    pub(super) const fn of(self, side: usize) -> CellEntry {
        CellEntry((self.0 >> (32 * side)) as u32)
    }

    /// The bits that say which sets of fours and threes a cell is in, where they differ from `old`;
    /// all other bits are 0.
    #[inline(always)]
    pub(super) const fn other_sets(self, old: Self) -> Self {
        Self((self.0 ^ old.0) & Self::SETS)
    }
}

/// The entries of all codes: First's, then Second's.
pub(super) type ThreatTable = Box<[CellEntry; 2 * CODE_COUNT]>;

/// How many codes there are.
pub(super) const CODE_COUNT: usize = 1 << (4 * Shape::BITS);

/// Makes the table of a rule.
pub(super) fn threat_table(rule: Rule) -> ThreatTable {
    let mut table: ThreatTable = filled(CellEntry::NONE);
    for (side, part) in Side::BOTH.into_iter().zip(table.chunks_exact_mut(CODE_COUNT)) {
        for (code, entry) in (0..=u16::MAX).zip(part) {
            let numbers = [0, 1, 2, 3].map(|line| code >> (line * Shape::BITS) & Shape::MASK);
            if numbers.iter().any(|number| usize::from(*number) >= Shape::COUNT) {
                continue;
            }
            let shapes = numbers.map(Shape::of);
            *entry = CellEntry::of(shapes, Threat::of(shapes, rule, side));
        }
    }
    table
}

/// The terms of each line in the move score of a cell, by [`Shape`], for the side that plays there:
/// 0 to 60, without a unit; set by hand.
const LINE_SCORES: [u32; Shape::COUNT] = [0, 0, 1, 3, 6, 12, 14, 16, 18, 34, 38, 36, 60, 60, 60];
/// The term of the [`Threat`] of all lines together: 0 to 780; set by hand.
const THREAT_SCORES: [u32; Threat::COUNT] =
    [0, 0, 4, 2, 2, 14, 12, 20, 40, 110, 10, 50, 250, 500, 780];
/// The greatest move score, which fills its ten bits of an entry.
const MAX_MOVE_SCORE: u32 = 1_023;

/// The static score of a stone with these shapes, for move ordering: 0 to [`MAX_MOVE_SCORE`].
fn move_score(shapes: [Shape; 4], threat: Threat) -> u32 {
    let lines: u32 = shapes.iter().map(|shape| LINE_SCORES[*shape as usize]).sum();
    (lines + THREAT_SCORES[threat as usize]).min(MAX_MOVE_SCORE)
}

#[cfg(test)]
mod tests {
    use super::{CellEntry, Shape, Threat, threat_table};
    use crate::games::connect5::Rule;

    fn entry(shapes: [Shape; 4], rule: Rule) -> CellEntry {
        let code = shapes.iter().fold(0, |code, shape| code << 4 | *shape as usize);
        threat_table(rule)[code]
    }

    #[test]
    fn threats_of_two_lines_are_more_than_those_of_one() {
        use Shape::{ClosedThree, Dead, Four, FreeThree, OpenThree, OpenTwo, SplitDoubleFour};
        for (shapes, free, bound) in [
            ([Dead, Four, Dead, Dead], Threat::Four, Threat::Four),
            ([Dead, Four, ClosedThree, Dead], Threat::FourPlus, Threat::FourPlus),
            ([OpenThree, Dead, Four, OpenTwo], Threat::FourThree, Threat::FourThree),
            ([Four, Dead, Four, Dead], Threat::OpenFour, Threat::Foul),
            ([SplitDoubleFour, Dead, Dead, Dead], Threat::OpenFour, Threat::Foul),
            ([OpenThree, FreeThree, Dead, Dead], Threat::DoubleThree, Threat::PossibleFoul),
            ([Four, FreeThree, OpenThree, Dead], Threat::FourThree, Threat::PossibleFoul),
            ([Shape::OpenFour, Dead, Dead, Dead], Threat::OpenFour, Threat::OpenFour),
            ([Shape::Five, Four, Four, Shape::Overline], Threat::Five, Threat::Five),
            ([OpenTwo, Dead, Dead, ClosedThree], Threat::ClosedThreePlus, Threat::ClosedThreePlus),
        ] {
            assert_eq!(entry(shapes, Rule::Freestyle).threat(), free, "{shapes:?}");
            assert_eq!(entry(shapes, Rule::Renju).threat(), bound, "{shapes:?}");
        }
    }

    #[test]
    fn lines_may_change_places() {
        use Shape::{Dead, Four, OpenOne, WideTwo};
        let entry_of = |shapes| entry(shapes, Rule::Standard);
        let one = entry_of([Four, WideTwo, OpenOne, Dead]);
        assert_eq!(one, entry_of([Dead, OpenOne, Four, WideTwo]));
        assert!(one.has_four() && !one.has_three() && one.move_score() > 0);
    }
}
