//! Whose turn it is in a hosted game, and what is due; or how the game has ended.

use super::GameHost as _;
use super::hosted_game::HostedGame;
use crate::base::Side;
use crate::game::{Evaluate, Notation, Turn};

impl<P: Notation + Evaluate> HostedGame<P> {
    /// The action that is due, and its side: `p1 roll`, `p2 move 31`, `p1 roll-or-double`, `over`.
    pub(super) fn due(&self) -> String {
        let position = self.record.position();
        match (self.turn(), self.dice) {
            (Turn::Over(_), _) => "over".to_owned(),
            (Turn::Roll(_), Some(rules)) if (rules.decide_first)(position) => {
                "both roll".to_owned()
            }
            (Turn::Roll(side), _) => format!("{} roll", word_of(side)),
            (Turn::Decide(side), None) => format!("{} move", word_of(side)),
            (Turn::Decide(side), Some(rules)) => match (rules.dice)(position) {
                Some((a, b)) => format!("{} move {a}{b}", word_of(side)),
                // A decision without dice: the legal moves.
                None => format!("{} {}", word_of(side), self.texts_of_moves().join("-or-")),
            },
        }
    }

    /// How the game has ended; `None` while it goes on.
    pub(super) fn ending(&self) -> Option<String> {
        let is_over = matches!(self.turn(), Turn::Over(_));
        // A draw that the position alone does not show.
        let repeated = || is_over.then(|| "repetition of a position".to_owned());
        self.record.position().ending().or_else(repeated)
    }
}

const fn word_of(side: Side) -> &'static str {
    match side {
        Side::First => "p1",
        Side::Second => "p2",
    }
}
