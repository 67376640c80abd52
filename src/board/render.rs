//! How a board is drawn for people.

/// The look of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Letters and signs of ASCII only.
    Ascii,
    /// Box-drawing and other Unicode signs, without colours.
    Unicode,
    /// Unicode signs with ANSI colours for the two sides.
    Colour,
}
