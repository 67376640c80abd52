//! The doubling cube.

use crate::base::Side;

/// The doubling cube: its value and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// Whether the game is played with it; without it no side may double.
    pub in_use: bool,
    /// The binary logarithm of its value: 0 to [`Cube::HIGHEST`].
    pub log: u8,
    /// The only side that may turn it; `None` while it is in the middle, open to both.
    pub owner: Option<Side>,
}

impl Cube {
    /// The binary logarithm of the highest value that is played, 1024.
    pub const HIGHEST: u8 = 10;

    /// A cube in the middle at 1.
    pub const fn new(in_use: bool) -> Self {
        Self { in_use, log: 0, owner: None }
    }

    /// Its value: the points of a plain win, 1 to 1024.
    pub const fn value(self) -> u32 {
        1 << self.log
    }

    /// Whether it has been turned: one side owns it.
    pub const fn is_turned(self) -> bool {
        self.owner.is_some()
    }

    /// Whether this side may turn it `times` times in a row from here.
    pub(super) fn is_open_to(self, side: Side, times: u8) -> bool {
        self.in_use
            && self.log + times <= Self::HIGHEST
            && self.owner.is_none_or(|owner| owner == side)
    }

    /// Turns it once; this side owns it then.
    pub(super) const fn turn(&mut self, owner: Side) {
        self.log += 1;
        self.owner = Some(owner);
    }
}
