//! A move: the steps of a checker play, or an action at the cube.

/// One decision of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Roll the dice instead of turning the cube.
    Roll,
    /// Offer the cube at twice its value.
    Double,
    /// Accept the offered cube.
    Take,
    /// Give up the game for the value of the cube before it was offered.
    Drop,
    /// Accept, turn the cube once more and keep it (money play).
    Beaver,
    /// Play the dice; no steps at all is the forced `pass`.
    Checkers(Steps),
}

impl Move {
    /// The moves that are written as one word, with the word.
    pub(crate) const WORDS: [(&'static str, Self); 6] = [
        ("roll", Self::Roll),
        ("double", Self::Double),
        ("take", Self::Take),
        ("drop", Self::Drop),
        ("beaver", Self::Beaver),
        ("pass", Self::Checkers(Steps::NONE)),
    ];
}

/// One checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Where the checker is: point 1 to 24, or [`BAR`](super::BAR).
    pub from: u8,
    /// The die that moves it, 1 to 6; larger than `from` when it bears off from a lower point.
    pub die: u8,
}

impl Step {
    /// Where the checker goes: a point, or [`OFF`](super::OFF).
    #[inline]
    pub const fn to(self) -> u8 {
        self.from.saturating_sub(self.die)
    }
}

/// Up to four steps of one play, in the order they are made.
///
/// A byte a step, `from × 8 + die`, the first step in the top byte; comparing two values
/// compares their steps one after another.
///
/// # Examples
/// ```
/// use parlour::games::backgammon::{Step, Steps};
/// let steps = Steps::NONE.with(Step { from: 8, die: 3 }).with(Step { from: 6, die: 1 });
/// assert_eq!(steps.to_string(), "8/5,6/5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Steps(u32);

impl Steps {
    /// No step: the forced pass.
    pub const NONE: Self = Self(0);

    /// These steps and one more; a fifth is dropped (checked in debug builds).
    #[inline]
    #[must_use]
    pub const fn with(self, step: Step) -> Self {
        debug_assert!(self.0.trailing_zeros() >= 8, "a play has four steps at most");
        let free = if self.0 == 0 { 24 } else { (self.0.trailing_zeros() & !7).saturating_sub(8) };
        Self(self.0 | (step.from as u32 * 8 + step.die as u32) << free)
    }

    /// The two steps of a play, in this order.
    #[inline]
    pub(super) const fn two(first: Step, then: Step) -> Self {
        let first = (first.from as u32 * 8 + first.die as u32) << 24;
        Self(first | (then.from as u32 * 8 + then.die as u32) << 16)
    }

    /// These steps from the highest point down, the larger die first on equal points.
    #[must_use]
    pub fn sorted(self) -> Self {
        let mut bytes = self.0.to_be_bytes();
        bytes.sort_unstable_by(|a, b| b.cmp(a));
        Self(u32::from_be_bytes(bytes))
    }

    /// How many steps there are, 0 to 4.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// Whether this is the forced pass.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The steps in the order they are made.
    pub fn iter(self) -> impl Iterator<Item = Step> {
        self.0
            .to_be_bytes()
            .into_iter()
            .take_while(|byte| *byte != 0)
            .map(|byte| Step { from: byte / 8, die: byte % 8 })
    }
}
