//! The styles in which boards are drawn for people.

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
