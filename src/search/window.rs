//! Where a node is, and which values are of interest there: those of [`value`].

use super::value::{self, INFINITE};

/// Where in the tree a node is; `B` is what the game keeps of a move.
#[derive(Clone, Copy, Debug)]
pub struct Here<B> {
    /// Plies left; at 0 and below only threats are looked at.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// The move that led here.
    pub before: B,
}

/// The values of interest, for the side to act: above `alpha`, below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the side to act has elsewhere already.
    pub alpha: i32,
    /// What the other side will not let it have more of.
    pub beta: i32,
}

impl Window {
    /// All values.
    pub const WHOLE: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// Whether a win is found, proved or not.
    pub const ANY_WIN: Self = Self { alpha: value::UNPROVED - 1, beta: value::UNPROVED };

    /// The window as the other side sees it.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null-window just above alpha.
    #[must_use]
    pub const fn null_window(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }

    /// Whether a value fits between alpha and beta.
    pub const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The value of a move before which another was tried (principal variation search): by a
    /// null-window look that is less deep, if that promises more than alpha by one as deep as the
    /// node, and if the value fits the window, by that.
    ///
    /// `after` gives the value in a window and at a depth, `None` if the search must end.
    #[inline]
    pub fn look(
        self,
        (shallow, depth): (i32, i32),
        mut after: impl FnMut(Self, i32) -> Option<i32>,
    ) -> Option<i32> {
        let mut value = after(self.null_window(), shallow)?;
        if value > self.alpha && shallow < depth {
            value = after(self.null_window(), depth)?;
        }
        if value > self.alpha && value < self.beta {
            value = after(self, depth)?;
        }
        Some(value)
    }
}
