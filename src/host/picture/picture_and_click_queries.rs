//! The commands about the picture of a game, and the clicks on it.

use super::{ClickChoices, MoveClicks, PictureView, Scene};
use crate::base::Side;
use crate::board::svg_drawing::ClickableSpots;
use crate::game::{Evaluate, Notation, Turn};
use crate::host::hosted_game::HostedGame;
use crate::host::{GameHost as _, HostError};

impl<P: Notation + Evaluate> HostedGame<P> {
    fn picture_view(&self) -> Result<&PictureView<P>, HostError> {
        self.picture
            .as_ref()
            .ok_or_else(|| HostError::Unsupported("this game has no picture".to_owned()))
    }

    /// The clicks that play each legal move.
    pub(in crate::host) fn move_clicks(&self) -> Result<MoveClicks, HostError> {
        let view = self.picture_view()?;
        let position = self.record.position();
        let mut moves = Vec::new();
        match self.turn() {
            Turn::Decide(_) => position.moves(&mut moves),
            Turn::Roll(_) => return Err(HostError::NeedDice),
            Turn::Over(_) => {}
        }
        let names = moves.iter().map(|m| position.move_text(*m)).collect();
        Ok(MoveClicks::new(names, (view.clicks)(position, &moves)))
    }

    /// The picture of the position.
    pub(in crate::host) fn picture(
        &self,
        bottom: Side,
        made: &[&str],
    ) -> Result<String, HostError> {
        let view = self.picture_view()?;
        let choices = match self.turn() {
            Turn::Roll(_) if made.is_empty() => ClickChoices::default(),
            _ => self.clicks(made)?,
        };
        let played: Vec<P::Move> = self.record.moves().collect();
        Ok((view.draw)(&Scene {
            position: self.record.position(),
            turn: self.turn(),
            ending: self.ending(),
            played: &played,
            bottom,
            clickable_spots: ClickableSpots { chosen: made, next: &choices.next },
        }))
    }
}
