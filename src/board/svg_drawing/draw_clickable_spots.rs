//! The places of a picture that can be clicked, and what is marked there.

use super::{Rectangle, Svg};

/// The clicks of a move that is being made, and what may follow them.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClickableSpots<'a> {
    /// The spots that were clicked.
    pub chosen: &'a [&'a str],
    /// The spots that may be clicked next.
    pub next: &'a [String],
}

impl ClickableSpots<'_> {
    /// Whether this spot was clicked.
    pub fn is_chosen(&self, spot: &str) -> bool {
        self.chosen.contains(&spot)
    }

    /// Whether this spot may be clicked next.
    pub fn is_next(&self, spot: &str) -> bool {
        self.next.iter().any(|next| next == spot)
    }

    /// Draws a spot over a rectangle: its name, and what is there in words.
    pub fn draw(&self, rectangle: Rectangle, spot: &str, words: &str, svg: &mut Svg) {
        let mut class = "parlour-spot".to_owned();
        if self.is_next(spot) {
            class.push_str(" parlour-next");
        }
        if self.is_chosen(spot) {
            class.push_str(" parlour-chosen");
        }
        svg.rectangle_with(
            rectangle,
            &[("class", &class), ("data-spot", &spot), ("aria-label", &words)],
        );
    }
}
