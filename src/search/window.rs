//! The values of interest at a node of a search with the values of [`value`].

use super::value::{self, INFINITE};

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
    pub const WON: Self = Self { alpha: value::BELIEVED - 1, beta: value::BELIEVED };

    /// The window as the other side sees it.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null-window just above alpha.
    #[must_use]
    pub const fn scout(self) -> Self {
        Self { beta: self.alpha + 1, ..self }
    }

    /// Whether a value fits between alpha and beta.
    pub const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}
