//! What GNU Backgammon says to an `external` player: FIBS board lines, and little else.
//!
//! A line is answered by one line: a play (empty if there is none), or a word of the cube. What
//! cannot be answered begins with `Error (`, which ends the game over there.
//!
//! The player of every line is the one in seat 1 over there, whichever seat we have. While no
//! double is open, version 1.07 puts the names and the scores of the two in the wrong order.

use super::Dialect;
use crate::protocol::grammar::command;
use crate::protocol::grammar::command::{Command, Go, Words};
use crate::protocol::grammar::commands::Urgency;
use crate::protocol::grammar::reply::{Code, Refusal, Reply};

/// The fields of a board line, the word `board` among them.
const FIELDS: usize = 53;
/// The scores.
const SCORES: [usize; 2] = [4, 5];
/// The field that says whether a double is open.
const DOUBLED: usize = 40;
/// The answer to `version`, as GNU Backgammon answers it.
const VERSION: [&str; 4] = [
    "Interface: 2",
    "RFBF: 0",
    "Engine: Parlour",
    concat!("Software: ", env!("CARGO_PKG_VERSION")),
];

/// Knows how to think, and nothing of a game: every line says it all.
#[derive(Debug, Default)]
pub(super) struct External {
    go: Go,
    /// Whether the table has backgammon on it.
    is_open: bool,
    /// Whether the line that is being carried out has been answered.
    is_answered: bool,
}

/// When a line acts; a board asks for a decision.
pub(super) fn urgency(line: &str) -> Urgency {
    match line.split_ascii_whitespace().next() {
        Some("exit" | "quit") => Urgency::Quit,
        Some("stop") => Urgency::Stop,
        _ if board(line).is_some() => Urgency::Search,
        _ => Urgency::Queued,
    }
}

/// The board in a line, if there is one, as a single word.
fn board(line: &str) -> Option<String> {
    let line = line.trim();
    let line = line.strip_prefix("fibsboard").map_or(line, str::trim_start);
    let text = line.trim_matches('"');
    text.starts_with("board:").then(|| text.replace([' ', '\t'], "_"))
}

/// The board with the scores in their places.
fn straightened(board: &str) -> String {
    let mut fields: Vec<&str> = board.split(':').collect();
    if fields.len() == FIELDS && fields[DOUBLED] == "0" {
        fields.swap(SCORES[0], SCORES[1]);
    }
    fields.join(":")
}

impl Dialect for External {
    fn read(&mut self, line: &str, out: &mut Vec<String>) -> Result<Vec<Command>, Refusal> {
        self.is_answered = false;
        if let Some(board) = board(line) {
            let mut commands = Vec::new();
            if !self.is_open {
                commands.push(self.opened(""));
            }
            commands.push(Command::Position(Some(straightened(&board)), Words::default()));
            commands.push(Command::Go(self.go.clone()));
            return Ok(commands);
        }
        let (word, rest) = line.trim().split_once([' ', '\t']).unwrap_or((line.trim(), ""));
        self.is_answered = true;
        match word {
            "version" => out.extend(VERSION.map(str::to_owned)),
            "exit" | "quit" => return Ok(vec![Command::Quit]),
            "stop" => return Ok(vec![Command::Stop]),
            "resign" => out.push("reject".to_owned()),
            "newgame" => return Ok(vec![self.opened(rest)]),
            "setoption" => return Ok(command::read(line)?.into_iter().collect()),
            "go" => {
                if let Some(Command::Go(go)) = command::read(line)? {
                    // Over there nobody would know how to end it.
                    self.go = Go { infinite: false, ..go };
                }
            }
            _ => {
                let text = format!("'{word}' is neither a board nor a word of this interface");
                return Err(Refusal::new(Code::UnknownCommand, text));
            }
        }
        Ok(Vec::new())
    }

    fn answered(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command> {
        match reply {
            Reply::BestMove(best) if best == "pass" || best == "none" => out.push(String::new()),
            Reply::BestMove(best) => out.push(best.replace(',', " ")),
            // Where the cube cannot be turned, the dice come next.
            Reply::Error(refusal) if refusal.code == Code::NeedDice && !self.is_answered => {
                out.push("roll".to_owned());
            }
            Reply::Error(refusal) => {
                let said = refusal.to_string();
                let (code, text) = said.split_once(' ').unwrap_or((&said, ""));
                out.push(format!("Error ({code}) {text}"));
            }
            _ => {}
        }
        Vec::new()
    }
}

impl External {
    /// Opens the game with these keys.
    fn opened(&mut self, keys: &str) -> Command {
        self.is_open = true;
        let keys = Words::new(&format!("cube on {keys}"));
        Command::NewGame(Some(("backgammon".to_owned(), keys)))
    }
}

#[cfg(test)]
mod tests {
    use super::{External, board, straightened};
    use crate::protocol::dialects::Dialect;
    use crate::protocol::grammar::reply::{Code, Refusal, Reply};

    /// Sent by GNU Backgammon 1.07 to the player in seat 1, who has a point, then two lines later.
    const MOVE: &str = "board:gnubg:root:7:4:1:0:3:4:4:2:0:0:0:0:0:0:-1:-1:0:0:-1:0:-1:0:-2:-3:-4:0:-2:1:1:1:2:5:2:5:2:0:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    const DOUBLE: &str = "board:root:gnubg:7:1:4:0:3:4:4:2:0:0:0:0:0:0:-1:-1:0:0:-1:0:-1:0:-2:-3:-4:0:-2:1:1:-1:0:0:0:0:2:0:1:1:1:-1:0:25:0:0:0:0:0:0:0:1";

    #[test]
    fn scores_are_put_into_their_places() {
        for line in [MOVE, DOUBLE] {
            let straight = straightened(line);
            let fields: Vec<&str> = straight.split(':').collect();
            assert_eq!(fields[3..6], ["7", "1", "4"], "{line}");
        }
        assert_eq!(straightened("board:short"), "board:short");
    }

    #[test]
    fn board_may_be_named_quoted_and_played_by_people_with_two_names() {
        let found = board("fibsboard \"board:Ann B:gnubg:3\"");
        assert_eq!(found.as_deref(), Some("board:Ann_B:gnubg:3"));
        assert_eq!(board("bored"), None);
    }

    #[test]
    fn every_board_has_one_line_of_answer() {
        let mut external = External::default();
        let mut out = Vec::new();
        external.read(MOVE, &mut out).unwrap();
        for reply in [
            Reply::BestMove("8/5,6/5".to_owned()),
            Reply::BestMove("pass".to_owned()),
            Reply::Error(Refusal::new(Code::NeedDice, "no dice")),
            Reply::Error(Refusal::new(Code::BadPosition, "no board")),
            Reply::Ok,
        ] {
            external.answered(&reply, &mut out);
        }
        assert_eq!(out, ["8/5 6/5", "", "roll", "Error (bad-position) no board"]);
    }
}
