//! The match or money session, the position, the cube and the dice that the lines have given so far.
//!
//! In the engine the side on turn is First, so that scores and cube are given from its view.

use crate::games::GAMES;
use crate::host::{Start, VariantWords};
use crate::protocol::grammar::command::{Command, Tokens};
use crate::protocol::grammar::refusal::Refusal;

/// The game that the dialect is about.
pub(in crate::protocol::dialects) const GAME: &str = "backgammon";

/// Everything that the lines so far say about the position to be judged.
#[derive(Clone, Debug)]
pub(super) struct MatchAndPosition {
    /// The name of the variant; `standard` at first.
    pub(super) variant: String,
    /// The points that win the match, at least 1; 0 for money.
    pub(super) match_length: u64,
    /// Whether gammons count in money play only after a double (the Jacoby rule).
    pub(super) jacoby: bool,
    /// Whether the Crawford rule holds in a match.
    pub(super) crawford: bool,
    /// The points of p0 and p1 in the match, from 0.
    pub(super) score: [u64; 2],
    /// The score at which the Crawford game of the match has begun; `None` before it.
    pub(super) crawford_score: Option<[u64; 2]>,
    /// The value of the cube: a power of two, 1 to 1,024.
    pub(super) cube: u64,
    /// The number of the player that owns the cube, 0 or 1; `None` while it is in the middle.
    pub(super) cube_owner: Option<usize>,
    /// The number of the player on turn, 0 or 1.
    pub(super) turn: usize,
    /// The position; `None` before one is given.
    pub(super) position: Option<GivenPosition>,
    /// The dice, 1 to 6 each; `None` before the roll.
    pub(super) dice: Option<(u8, u8)>,
    /// The keys of the game that the session has open.
    pub(super) open_game_keys: String,
}

/// A position as it was given.
#[derive(Clone, Debug)]
pub(super) enum GivenPosition {
    /// The checkers alone, the side on turn last: a position id, without a match id.
    Gnu(String),
    /// Everything.
    Xgid(String),
}

impl GivenPosition {
    /// Whether the text of the position has dice.
    pub(super) fn has_dice(&self) -> bool {
        let Self::Xgid(text) = self else { return false };
        let dice = text.split(':').nth(4).unwrap_or_default();
        dice != "00" && dice.bytes().all(|b| b.is_ascii_digit())
    }
}

impl Default for MatchAndPosition {
    fn default() -> Self {
        Self {
            variant: "standard".to_owned(),
            match_length: 0,
            jacoby: false,
            crawford: true,
            score: [0, 0],
            crawford_score: None,
            cube: 1,
            cube_owner: None,
            turn: 0,
            position: None,
            dice: None,
            open_game_keys: String::new(),
        }
    }
}

impl MatchAndPosition {
    /// Opens the game for a position whose text includes score and cube.
    pub(super) fn open_for_full_position(&mut self) -> Option<Command> {
        self.opened_with(self.keys_of_full_position())
    }

    /// The keys of `newgame` for a position whose text includes score and cube.
    fn keys_of_full_position(&self) -> String {
        format!("variant {} cube on", self.variant)
    }

    /// The keys of `newgame` for this match, score and these rules.
    fn keys(&self) -> String {
        // The score of a money session changes no decision.
        let [ours, theirs] = if self.match_length == 0 {
            [0, 0]
        } else {
            [self.score[self.turn], self.score[1 - self.turn]]
        };
        let switch = |on| if on { "on" } else { "off" };
        let Self { variant, match_length: length, .. } = self;
        format!(
            "variant {variant} cube on match {length} score {ours} {theirs} jacoby {} crawford {}",
            switch(self.jacoby),
            switch(self.crawford && !self.is_after_crawford_game())
        )
    }

    /// Remembers the score if the game that begins at it, or is being played, is the Crawford game.
    pub(super) fn note_crawford_game(&mut self) {
        let is_last = self.score.map(|points| points + 1 == self.match_length);
        if self.crawford && is_last[0] != is_last[1] {
            self.crawford_score.get_or_insert(self.score);
        }
    }

    /// Sets the score; where a side has fewer points than at the Crawford game, another match has
    /// begun.
    pub(super) fn set_score(&mut self, score: [u64; 2]) {
        self.score = score;
        let is_reached = |at: &[u64; 2]| score[0] >= at[0] && score[1] >= at[1];
        self.crawford_score = self.crawford_score.filter(is_reached);
    }

    /// Whether the Crawford game has been played: a side has won points since it began.
    fn is_after_crawford_game(&self) -> bool {
        self.crawford_score.is_some_and(|score| score != self.score)
    }

    /// The command that opens the game of this match and score, even if it is open.
    pub(super) fn reopen(&mut self) -> Option<Command> {
        self.open_game_keys.clear();
        self.open_for_full_position()
    }

    fn opened_with(&mut self, keys: String) -> Option<Command> {
        if keys == self.open_game_keys {
            return None;
        }
        let command = Command::NewGame(Some((GAME.to_owned(), Tokens::new(&keys))));
        self.open_game_keys = keys;
        Some(command)
    }

    /// Forgets which game is open: the last command may have failed.
    pub(super) fn forget_game(&mut self) {
        self.open_game_keys.clear();
    }

    /// Whether the game takes match, score and cube as they are now, and the position.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let Some(entry) = GAMES.iter().find(|entry| entry.name == GAME) else { return Ok(()) };
        let keys = match &self.position {
            Some(GivenPosition::Xgid(_)) => self.keys_of_full_position(),
            _ => self.keys(),
        };
        let words: Vec<&str> = keys.split_ascii_whitespace().collect();
        let mut game = (entry.new_game)(&mut VariantWords::new(&words))?;
        if let Some(position) = &self.position {
            game.set_position(Start::Fen(&self.text(position, true)), &[])?;
        }
        Ok(())
    }

    /// Opens the game that this position belongs to, unless it is open.
    pub(super) fn open_for(&mut self, position: &GivenPosition) -> Option<Command> {
        if let GivenPosition::Xgid(_) = position {
            return self.open_for_full_position();
        }
        self.opened_with(self.keys())
    }

    /// The position's text for the engine; the dice of an XGID are left out for a cube decision.
    pub(super) fn text(&self, position: &GivenPosition, with_dice: bool) -> String {
        match position {
            GivenPosition::Gnu(id) => {
                let owner = match self.cube_owner {
                    None => "middle",
                    Some(owner) if owner == self.turn => "first",
                    Some(_) => "second",
                };
                format!("{id} cube {} {owner}", self.cube)
            }
            GivenPosition::Xgid(text) => {
                let mut fields: Vec<&str> = text.split(':').collect();
                let keeps_dice = with_dice && self.dice.is_none();
                if let Some(dice) = fields.get_mut(4).filter(|_| position.has_dice()) {
                    *dice = if keeps_dice { dice } else { "00" };
                }
                fields.join(":")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MatchAndPosition;

    #[test]
    fn cube_is_in_play_after_the_crawford_game() {
        let mut game = MatchAndPosition { match_length: 5, ..MatchAndPosition::default() };
        // Each score with whether a game begins at it, and whether the Crawford game is over.
        for (score, begins, is_after) in [
            ([3, 2], true, false),
            ([4, 1], false, false),
            ([4, 2], true, false),
            ([4, 3], false, true),
            ([4, 3], true, true),
            ([4, 4], true, true),
            ([0, 4], true, false),
            ([1, 4], true, true),
        ] {
            game.set_score(score);
            if begins {
                game.note_crawford_game();
            }
            let switch = if is_after { "crawford off" } else { "crawford on" };
            assert!(game.keys().ends_with(switch), "{score:?}: {}", game.keys());
        }
    }
}
