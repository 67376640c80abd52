//! What can be seen of a game: its position, its moves, who acts, and how it ended.

use parlour::base::Side;
use parlour::game::{MatchStanding, Turn};
use parlour::host::{GameHost, HostError};

/// Everything that can be seen of a game.
#[derive(Debug, PartialEq)]
pub struct GameSnapshot {
    /// The position.
    pub fen: String,
    /// The moves since it was set, each after a blank.
    pub history: String,
    /// The legal moves, each after a blank.
    pub legal: Result<String, HostError>,
    /// The side that acts.
    pub turn: Turn,
    side: Side,
    due: String,
    ending: Option<String>,
    standing: Option<MatchStanding>,
}

impl GameSnapshot {
    /// The visible state of a game now.
    pub fn of(game: &dyn GameHost) -> Self {
        let (mut fen, mut history, mut legal) = (String::new(), String::new(), String::new());
        game.write_fen(&mut fen);
        game.write_history(&mut history);
        let legal = game.write_legal(&mut legal).map(|()| legal);
        Self {
            fen,
            history,
            legal,
            turn: game.turn(),
            side: game.side(),
            due: game.due(),
            ending: game.ending(),
            standing: game.match_standing(),
        }
    }

    /// The legal moves; none while dice are due.
    pub fn moves(&self) -> Vec<&str> {
        self.legal.as_deref().unwrap_or_default().split_ascii_whitespace().collect()
    }

    /// The same without the moves that led here.
    #[must_use]
    pub fn without_history(self) -> Self {
        Self { history: String::new(), ..self }
    }
}
