//! The alpha-beta window of a node, and the windows of a principal variation search.

use super::score_encoding;
use super::score_encoding::INFINITE;

/// An alpha-beta window, **for the side to act**.
///
/// The [values](super::score_encoding) between `alpha` and `beta` are inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The side to act has at least this value by another move.
    pub alpha: i32,
    /// The other side has a move before this node that allows no more than this value.
    pub beta: i32,
}

impl Window {
    /// All values.
    pub const WHOLE: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The null window that asks whether there is a win, proved or not.
    pub const ANY_WIN: Self = Self {
        alpha: score_encoding::LEAST_UNPROVED_WIN - 1,
        beta: score_encoding::LEAST_UNPROVED_WIN,
    };

    /// The window as the other side sees it.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window just above alpha.
    #[must_use]
    pub const fn null_window(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }

    /// Whether a value fits between alpha and beta: it is not a null window.
    pub const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The null window just below beta.
    #[must_use]
    pub const fn below_beta(self) -> Self {
        Self { alpha: self.beta - 1, ..self }
    }

    /// The value of a move after the first of its node, by principal variation search.
    ///
    /// It is searched in a null window at the reduced depth; if the value is above alpha, at the
    /// full depth; and if the value is inside this window, in the whole of it. `search` returns the
    /// value in a window and at a depth in plies, for the side that the window is for; `None` if
    /// the search must end.
    #[inline]
    pub fn search_later_move(
        self,
        reduced_depth: i32,
        depth: i32,
        mut search: impl FnMut(Self, i32) -> Option<i32>,
    ) -> Option<i32> {
        let mut value = search(self.null_window(), reduced_depth)?;
        if value > self.alpha && reduced_depth < depth {
            value = search(self.null_window(), depth)?;
        }
        if value > self.alpha && value < self.beta {
            value = search(self, depth)?;
        }
        Some(value)
    }
}
