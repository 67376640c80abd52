//! The styles in which boards are drawn for people, and the drawing of one cell.

use crate::base::Side;

/// The style of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Letters and signs of ASCII only.
    Ascii,
    /// Box-drawing and other Unicode signs, without colours.
    Unicode,
    /// Unicode signs with ANSI colours for the two sides.
    Colour,
}

/// Draws one cell of a two-player board: `x`, `o`, a sign, or a coloured block.
///
/// Red is the first player, yellow the second, as in the seeds' pictures.
pub fn paint(style: Style, owner: Option<Side>, out: &mut String) {
    let (ascii, unicode, colour) = match owner {
        None => (" ", " ", " "),
        Some(Side::First) => ("x", "●", "\x1b[31m█\x1b[0m"),
        Some(Side::Second) => ("o", "○", "\x1b[33m█\x1b[0m"),
    };
    out.push_str(match style {
        Style::Ascii => ascii,
        Style::Unicode => unicode,
        Style::Colour => colour,
    });
}

/// Draws one cell of the line that has won: a capital letter, or a diamond.
///
/// The colours are those of [`paint`].
pub fn paint_in_winning_line(style: Style, owner: Side, out: &mut String) {
    let (ascii, unicode, colour) = match owner {
        Side::First => ("X", "◆", "\x1b[31m◆\x1b[0m"),
        Side::Second => ("O", "◇", "\x1b[33m◆\x1b[0m"),
    };
    out.push_str(match style {
        Style::Ascii => ascii,
        Style::Unicode => unicode,
        Style::Colour => colour,
    });
}
