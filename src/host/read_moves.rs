//! Reads moves and plays them: several in one word, dice in front of them (`31:8/5,6/5`), all played or none.

use super::hosted_game::HostedGame;
use super::{GameHost, HostError};
use crate::base::name_hints;
use crate::game::{Evaluate, MoveError, Notation, Turn};

impl<P: Notation + Evaluate> HostedGame<P> {
    /// Plays all of the words, or changes nothing.
    pub(super) fn play_words(&mut self, words: &[&str]) -> Result<(), HostError> {
        let (plies, position, stream) =
            (self.record.len(), self.record.position().clone(), self.dice_stream);
        let result = words.iter().enumerate().try_for_each(|(before, word)| {
            self.play_word(word).map_err(|error| match words.len() {
                1 => error,
                count => HostError::InMoves {
                    number: before + 1,
                    count,
                    word: (*word).to_owned(),
                    error: Box::new(error),
                },
            })
        });
        if result.is_err() {
            while self.record.len() > plies {
                self.record.undo();
            }
            self.earlier_streams.truncate(plies);
            *self.record.position_mut() = position;
            self.dice_stream = stream;
        }
        result
    }

    /// Plays the moves of one word: `4453` holds four, `31:8/5,6/5` one with its dice.
    fn play_word(&mut self, word: &str) -> Result<(), HostError> {
        let mut rest = self.lay_dice_before(word)?;
        for number in 1.. {
            match self.turn() {
                Turn::Over(_) => return Err(HostError::GameOver),
                Turn::Roll(_) => return Err(self.refusal_without_dice(word, rest)),
                Turn::Decide(_) => {}
            }
            let read = self.record.position().read_move(rest);
            let (played, left) = read.map_err(|error| match number {
                1 => self.refused_move(word, &error),
                _ => self.refused_move(rest, &error).in_word(word, number),
            })?;
            self.play_move(played);
            if left.is_empty() {
                break;
            }
            rest = left;
        }
        Ok(())
    }

    /// Refuses a word that is no move of this position, or more than one.
    pub(super) fn check_single_move(&self, word: &str) -> Result<(), HostError> {
        let rest = self.without_given_dice(word);
        let read = self.record.position().read_move(rest);
        match read.map_err(|error| self.refused_move(word, &error))? {
            (_, "") => Ok(()),
            _ => Err(HostError::BadSyntax(format!("'{word}' is more than one move"))),
        }
    }

    /// The legal moves as texts.
    pub(super) fn texts_of_moves(&self) -> Vec<String> {
        let position = self.record.position();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.into_iter().map(|m| position.move_text(m)).collect()
    }

    /// The error of the move `word`; where it is no move, with the legal one that has its
    /// letters and digits.
    pub(super) fn refused_move(&self, word: &str, error: &MoveError) -> HostError {
        let mut refused = HostError::of_move(word, error);
        if let (HostError::IllegalMove { reason, .. }, MoveError::Unreadable(_)) =
            (&mut refused, error)
        {
            let texts = self.texts_of_moves();
            let spelt = name_hints::same_letters(word, texts.iter().map(String::as_str));
            reason.push_str(&name_hints::did_you_mean_one_of(&spelt));
        }
        refused
    }

    /// Why a word cannot be played while the dice are due: there are none, or it could not be
    /// played with them either.
    fn refusal_without_dice(&self, word: &str, rest: &str) -> HostError {
        match self.record.position().read_move(rest) {
            Err(error @ MoveError::Illegal(_)) => HostError::of_move(word, &error),
            _ => HostError::NeedDice,
        }
    }

    /// A move without the dice in front of it, if they are the dice of the position.
    pub(super) fn without_given_dice<'a>(&self, word: &'a str) -> &'a str {
        let (dice, rest) = split_dice(word);
        let given = self.dice.and_then(|rules| (rules.dice)(self.record.position()));
        match (dice, given) {
            (Some((a, b)), Some(given)) if given == (a, b) || given == (b, a) => rest,
            _ => word,
        }
    }

    /// Gives the position the dice in front of a move, and returns the move.
    fn lay_dice_before<'a>(&mut self, word: &'a str) -> Result<&'a str, HostError> {
        let (Some((a, b)), rest) = split_dice(word) else { return Ok(word) };
        let Some(rules) = self.dice else { return Ok(word) };
        if matches!(self.turn(), Turn::Over(_)) {
            return Err(HostError::GameOver);
        }
        match (rules.dice)(self.record.position()) {
            Some(given) if given == (a, b) || given == (b, a) => Ok(rest),
            Some((c, d)) => Err(HostError::IllegalMove {
                word: word.to_owned(),
                reason: format!("the dice given are {c} and {d}"),
            }),
            None => {
                self.give_dice(a, b)?;
                Ok(rest)
            }
        }
    }

    /// Gives the position dice, after the move that they imply if there is one (`roll`).
    pub(super) fn give_dice(&mut self, a: u8, b: u8) -> Result<(), HostError> {
        let Some(rules) = self.dice else {
            return Err(HostError::Unsupported("this game has no dice".to_owned()));
        };
        let implied = (rules.implied_move)(self.record.position());
        if matches!(self.record.turn(), Turn::Over(_)) {
            return Err(HostError::GameOver);
        }
        if let Some(roll) = implied {
            let mut tried = self.record.position().clone();
            let _undo = tried.play(roll);
            (rules.lay_dice)(&mut tried, a, b)?;
            self.earlier_streams.push(self.dice_stream);
            self.record.play(roll);
        }
        (rules.lay_dice)(self.record.position_mut(), a, b)?;
        Ok(())
    }

    /// Plays one legal move, and then gives the position the dice of the stream, if there is one.
    fn play_move(&mut self, played: P::Move) {
        self.earlier_streams.push(self.dice_stream);
        self.record.play(played);
        self.roll_from_stream();
    }

    /// Gives the position the next dice of the stream, if there is one and the position needs dice.
    pub(super) fn roll_from_stream(&mut self) {
        let (Some(rules), Some(stream)) = (self.dice, &mut self.dice_stream) else { return };
        let position = self.record.position_mut();
        if matches!(position.turn(), Turn::Roll(_)) {
            let (a, b) = stream.roll((rules.is_opening)(position));
            // A position that needs dice takes every pair of them.
            let laid = (rules.lay_dice)(position, a, b);
            debug_assert!(laid.is_ok(), "the position needs dice");
        }
    }
}

/// Splits `31:8/5,6/5` into the dice and the move.
///
/// No dice if the word does not begin with dice.
pub fn split_dice(word: &str) -> (Option<(u8, u8)>, &str) {
    match word.as_bytes() {
        [a @ b'1'..=b'6', b @ b'1'..=b'6', b':', ..] => {
            (Some((a - b'0', b - b'0')), word.get(3..).unwrap_or_default())
        }
        _ => (None, word),
    }
}

#[cfg(test)]
mod tests {
    use super::split_dice;

    #[test]
    fn dice_come_off_the_front_of_a_move() {
        assert_eq!(split_dice("31:8/5,6/5"), (Some((3, 1)), "8/5,6/5"));
        assert_eq!(split_dice("71:8/5"), (None, "71:8/5"));
        assert_eq!(split_dice("é1:8/5"), (None, "é1:8/5"));
    }
}
