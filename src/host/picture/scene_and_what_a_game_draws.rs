//! How a game is drawn, and by which clicks its moves are made.

use crate::base::{Outcome, Side};
use crate::board::svg_drawing::ClickableSpots;
use crate::game::{Notation, Position, Turn};

/// The spots whose clicks play a move, separated by blanks, in every natural order.
///
/// The usual order of the clicks comes first.
pub type ClickOrders = Vec<String>;

/// The picture of a game and the clicks on it.
pub struct PictureView<P: Position> {
    /// Draws a position: the lines of an SVG document.
    pub draw: fn(&Scene<'_, P>) -> String,
    /// The orders of clicks of each of these moves, which are all that are legal.
    ///
    /// The host drops orders that also begin another move.
    pub clicks: fn(&P, &[<P as Position>::Move]) -> Vec<ClickOrders>,
}

/// The clicks of a game in which each move is one click.
///
/// The spot of a move has the name of the move.
pub fn one_click<P: Notation>(position: &P, moves: &[P::Move]) -> Vec<ClickOrders> {
    moves.iter().map(|m| vec![position.move_text(*m)]).collect()
}

/// The contents of a picture.
pub struct Scene<'a, P: Position> {
    /// The position.
    pub position: &'a P,
    /// The side that acts, or the end of the game, repetition included.
    pub turn: Turn,
    /// How the game has ended, in words; `None` while it goes on.
    pub ending: Option<String>,
    /// The moves since the position was set, first to last.
    pub played: &'a [P::Move],
    /// The side in front of which the board lies.
    pub bottom: Side,
    /// The clicks on the way to a move: some move begins with them.
    pub clickable_spots: ClickableSpots<'a>,
}

impl<P: Position> Scene<'_, P> {
    /// Whose turn it is, or how the game has ended: `red to move`, `red has won: four in line`.
    ///
    /// `sides` are the names of First and of Second.
    pub fn turn_or_ending_in_words(&self, sides: [&str; 2]) -> String {
        let ending = self.ending.as_deref().unwrap_or_default();
        match self.turn {
            Turn::Decide(side) => format!("{} to move", sides[side.index()]),
            Turn::Roll(side) => format!("{} to roll", sides[side.index()]),
            Turn::Over(Outcome::Draw) => format!("drawn: {ending}"),
            Turn::Over(Outcome::Win { side, .. }) => {
                format!("{} has won: {ending}", sides[side.index()])
            }
        }
    }
}
