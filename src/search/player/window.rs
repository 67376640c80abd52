//! Which values are of interest at a node: those of [`value`].

use super::value;
use super::value::INFINITE;

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

    /// The null-window just below beta.
    #[must_use]
    pub const fn below_beta(self) -> Self {
        Self { alpha: self.beta - 1, ..self }
    }

    /// The value of a move that is not the first of its node, by principal variation search: in a
    /// null window and at the reduced depth; if that is above alpha, at the full depth; and if
    /// that is inside the window, in the whole window.
    ///
    /// `after` gives the value in a window and at a depth, `None` if the search must end.
    #[inline]
    pub fn search_later_move(
        self,
        (reduced, depth): (i32, i32),
        mut after: impl FnMut(Self, i32) -> Option<i32>,
    ) -> Option<i32> {
        let mut value = after(self.null_window(), reduced)?;
        if value > self.alpha && reduced < depth {
            value = after(self.null_window(), depth)?;
        }
        if value > self.alpha && value < self.beta {
            value = after(self, depth)?;
        }
        Some(value)
    }
}
