//! The signs of sides and stones in each style of drawing.

use super::drawing_style::Style;
use crate::base::Side;

/// The signs of the two sides in a drawing, First before Second, in each style.
#[derive(Clone, Copy, Debug)]
pub struct SideSigns {
    /// Of [`Style::Ascii`].
    pub ascii: [&'static str; 2],
    /// Of [`Style::Unicode`].
    pub unicode: [&'static str; 2],
    /// Of [`Style::Colour`], with the ANSI colours.
    pub colour: [&'static str; 2],
}

impl SideSigns {
    /// The sign of a side.
    pub const fn of(&self, style: Style, side: Side) -> &'static str {
        let signs = match style {
            Style::Ascii => self.ascii,
            Style::Unicode => self.unicode,
            Style::Colour => self.colour,
        };
        signs[side.index()]
    }
}

/// The signs of stones: as they usually are, and in the line that has won.
#[derive(Clone, Copy, Debug)]
pub struct StoneSigns {
    /// Letters, discs, or coloured blocks or discs.
    pub usual: SideSigns,
    /// Capital letters or diamonds.
    pub winning: SideSigns,
}

impl StoneSigns {
    /// Letters and discs are those of every game; only the colours are its own.
    const fn coloured(usual: [&'static str; 2], winning: [&'static str; 2]) -> Self {
        Self {
            usual: SideSigns { ascii: ["x", "o"], unicode: ["●", "○"], colour: usual },
            winning: SideSigns { ascii: ["X", "O"], unicode: ["◆", "◇"], colour: winning },
        }
    }
}

/// Red stones of First and yellow ones of Second.
pub const RED_AND_YELLOW: StoneSigns = StoneSigns::coloured(
    ["\x1b[31m█\x1b[0m", "\x1b[33m█\x1b[0m"],
    ["\x1b[31m◆\x1b[0m", "\x1b[33m◆\x1b[0m"],
);

/// Black stones of First and white ones of Second.
///
/// Their background is green, so that both can be seen whatever that of the terminal is.
pub const BLACK_AND_WHITE: StoneSigns = StoneSigns::coloured(
    ["\x1b[30;42m●\x1b[0m", "\x1b[97;42m●\x1b[0m"],
    ["\x1b[30;42m◆\x1b[0m", "\x1b[97;42m◆\x1b[0m"],
);
