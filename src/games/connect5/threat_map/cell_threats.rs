//! What a stone would make on all four lines together: the threats, and what they are worth.
//!
//! The four shapes of a cell are a code of 16 bits, four for each line. A table knows a word for
//! each code:
//!
//! ```text
//!  31 … 16   15 … 6   5           4          3 … 0
//!  worth     merit    has three   has four   threat
//! ```

use super::shapes::{Shape, boxed};
use super::values;
use crate::base::Side;
use crate::games::connect5::Rule;

/// What a stone of one side makes on all its lines; a greater threat is more urgent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Less than an open two or a closed three.
    Nothing,
    /// An overline or two fours where they are forbidden: never played, never a threat.
    Foul,
    /// Two open threes where real ones are forbidden: [`super::Grid::is_foul`] tells.
    Doubtful,
    /// An open two.
    Two,
    /// A closed three.
    ClosedThree,
    /// Two open twos or more.
    TwoTwos,
    /// A closed three, and another or an open two.
    ClosedThreePlus,
    /// An open three.
    Three,
    /// An open three, and a closed one or an open two.
    ThreePlus,
    /// Two open threes or more.
    TwoThrees,
    /// A four.
    Four,
    /// A four, and a closed three or an open two.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// A straight four or two fours: the next stone wins.
    TwoFours,
    /// Five, and the game is won.
    Five,
}

impl Threat {
    /// All threats, the least urgent first.
    pub const ALL: [Self; 15] = [
        Self::Nothing,
        Self::Foul,
        Self::Doubtful,
        Self::Two,
        Self::ClosedThree,
        Self::TwoTwos,
        Self::ClosedThreePlus,
        Self::Three,
        Self::ThreePlus,
        Self::TwoThrees,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::TwoFours,
        Self::Five,
    ];

    /// Whether the other side must answer at once, or has lost.
    #[inline]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::FourPlus | Self::FourThree | Self::TwoFours)
    }

    /// The threat of four shapes under a rule.
    fn of(shapes: [Shape; 4], rule: Rule, side: Side) -> Self {
        let count = |wanted: fn(Shape) -> bool| shapes.into_iter().filter(|s| wanted(*s)).count();
        let fours = count(Shape::is_four);
        let threes = count(Shape::is_three);
        let twos = count(Shape::is_two);
        let closed = count(|s| s == Shape::ClosedThree);
        let twins = count(|s| s == Shape::TwinFour);
        let straight = count(|s| s == Shape::StraightFour);
        let is_bound = matches!((rule, side), (Rule::Renju, Side::First));
        if count(|s| s == Shape::Five) > 0 {
            return Self::Five;
        }
        if is_bound && (fours + twins > 1 || count(|s| s == Shape::Long) > 0) {
            return Self::Foul;
        }
        if is_bound && threes > 1 {
            return Self::Doubtful;
        }
        match (fours, threes, twos + closed) {
            _ if fours + twins + straight > 1 => Self::TwoFours,
            (1, 1.., _) => Self::FourThree,
            (1, 0, 1..) => Self::FourPlus,
            (1, ..) => Self::Four,
            (_, 2.., _) => Self::TwoThrees,
            (_, 1, 1..) => Self::ThreePlus,
            (_, 1, _) => Self::Three,
            _ if closed > 0 && twos + closed > 1 => Self::ClosedThreePlus,
            _ if closed > 0 => Self::ClosedThree,
            _ if twos > 1 => Self::TwoTwos,
            _ if twos > 0 => Self::Two,
            _ => Self::Nothing,
        }
    }
}

/// One word of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(u32);

impl Word {
    const HAS_FOUR: u32 = 1 << 4;
    const HAS_THREE: u32 = 1 << 5;

    /// What the cell is to its side.
    #[inline(always)]
    pub(super) const fn threat(self) -> Threat {
        let number = self.0 as usize & 15;
        Threat::ALL[if number < 15 { number } else { 0 }]
    }

    #[inline(always)]
    pub(super) const fn number(self) -> usize {
        self.0 as usize & 15
    }

    /// Whether a stone makes a four or five on some line, be it a foul.
    #[inline(always)]
    pub(super) const fn has_four(self) -> bool {
        self.0 & Self::HAS_FOUR != 0
    }

    /// Whether a stone makes an open three on some line, be it a foul.
    #[inline(always)]
    pub(super) const fn has_three(self) -> bool {
        self.0 & Self::HAS_THREE != 0
    }

    /// How good a stone is there at a glance, for the order of moves: 0 to 1,023.
    #[inline(always)]
    pub(super) const fn merit(self) -> i32 {
        (self.0 >> 6 & 1023).cast_signed()
    }

    /// What the cell adds to the worth of its side.
    #[inline(always)]
    pub(super) const fn worth(self) -> i32 {
        self.0.cast_signed() >> 16
    }
}

/// The words of all codes.
pub(super) type Words = Box<[Word; 1 << 16]>;

/// Makes the table of one side under a rule, from its worths by [`values::place`].
pub(super) fn words(rule: Rule, side: Side, worths: &[i16]) -> Words {
    let mut words = vec![Word::default(); 1 << 16];
    for (code, word) in (0..=u16::MAX).zip(words.iter_mut()) {
        let mut numbers = [0, 4, 8, 12].map(|shift| code >> shift & 15);
        if numbers.contains(&15) {
            continue;
        }
        numbers.sort_unstable();
        let shapes = numbers.map(Shape::of);
        let threat = Threat::of(shapes, rule, side);
        let has = |wanted: fn(Shape) -> bool| shapes.into_iter().any(wanted);
        let four = if has(|s| s >= Shape::Four) { Word::HAS_FOUR } else { 0 };
        let three = if has(Shape::is_three) { Word::HAS_THREE } else { 0 };
        let worth = worths.get(values::place(numbers)).copied().unwrap_or(0);
        let worth = u32::from(worth.cast_unsigned());
        *word = Word(worth << 16 | merit(shapes, threat) << 6 | three | four | threat as u32);
    }
    boxed(words)
}

/// What single lines add to the merit of a cell, by [`Shape`]; set by hand.
const LINE_MERITS: [u32; 15] = [0, 0, 1, 3, 6, 12, 14, 16, 18, 34, 38, 36, 60, 60, 60];
/// What the whole adds, by [`Threat`]; set by hand.
const THREAT_MERITS: [u32; 15] = [0, 0, 4, 2, 2, 14, 12, 20, 40, 110, 10, 50, 250, 500, 780];

/// How good a stone is there at a glance, 0 to 1,023.
fn merit(shapes: [Shape; 4], threat: Threat) -> u32 {
    let lines: u32 = shapes.iter().map(|shape| LINE_MERITS[*shape as usize]).sum();
    (lines + THREAT_MERITS[threat as usize]).min(1_023)
}

#[cfg(test)]
mod tests {
    use super::{Shape, Threat, Word, values, words};
    use crate::base::Side;
    use crate::games::connect5::Rule;

    fn word(shapes: [Shape; 4], rule: Rule) -> Word {
        let code = shapes.iter().fold(0, |code, shape| code << 4 | *shape as usize);
        words(rule, Side::First, &values::of(rule, Side::First))[code]
    }

    #[test]
    fn threats_of_two_lines_are_more_than_those_of_one() {
        use Shape::{ClosedThree, Dead, Four, FreeThree, OpenThree, OpenTwo, TwinFour};
        for (shapes, free, bound) in [
            ([Dead, Four, Dead, Dead], Threat::Four, Threat::Four),
            ([Dead, Four, ClosedThree, Dead], Threat::FourPlus, Threat::FourPlus),
            ([OpenThree, Dead, Four, OpenTwo], Threat::FourThree, Threat::FourThree),
            ([Four, Dead, Four, Dead], Threat::TwoFours, Threat::Foul),
            ([TwinFour, Dead, Dead, Dead], Threat::TwoFours, Threat::Foul),
            ([OpenThree, FreeThree, Dead, Dead], Threat::TwoThrees, Threat::Doubtful),
            ([Four, FreeThree, OpenThree, Dead], Threat::FourThree, Threat::Doubtful),
            ([Shape::StraightFour, Dead, Dead, Dead], Threat::TwoFours, Threat::TwoFours),
            ([Shape::Five, Four, Four, Shape::Long], Threat::Five, Threat::Five),
            ([OpenTwo, Dead, Dead, ClosedThree], Threat::ClosedThreePlus, Threat::ClosedThreePlus),
        ] {
            assert_eq!(word(shapes, Rule::Freestyle).threat(), free, "{shapes:?}");
            assert_eq!(word(shapes, Rule::Renju).threat(), bound, "{shapes:?}");
        }
    }

    #[test]
    fn lines_may_change_places() {
        use Shape::{Dead, Four, OpenOne, WideTwo};
        let word_of = |shapes| word(shapes, Rule::Standard);
        let one = word_of([Four, WideTwo, OpenOne, Dead]);
        assert_eq!(one, word_of([Dead, OpenOne, Four, WideTwo]));
        assert!(one.has_four() && !one.has_three() && one.merit() > 0 && one.worth() != 0);
    }
}
