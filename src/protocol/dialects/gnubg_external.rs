//! The lines that GNU Backgammon sends to an `external` player: FIBS boards, and little else.
//!
//! A line is answered by one line: a play (empty if there is none) or a cube action. A line that
//! cannot be answered gets `Error (…`, which ends the game in GNU Backgammon.
//!
//! The player of every line is the one in seat 1 of GNU Backgammon, even if the engine has seat 0.
//! Unless a double is open, version 1.07 writes the names and the scores of the two in the wrong
//! order. A line in which no side may double has a double that is open, as FIBS writes it.

use super::dialect_trait::Dialect;
use crate::protocol::grammar::command::{Command, Go, Tokens, first_word};
use crate::protocol::grammar::command_table;
use crate::protocol::grammar::command_table::Urgency;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::Reply;

/// The game that GNU Backgammon plays.
pub(crate) const GAME: &str = "backgammon";
/// The fields of a board line, the word `board` among them.
const FIELD_COUNT: usize = 53;
/// The scores.
const SCORE_FIELDS: [usize; 2] = [4, 5];
/// Who may double: both fields are 0 in a line of FIBS with an open double.
const MAY_DOUBLE_FIELDS: [usize; 2] = [38, 39];
/// The field that says whether a double is open.
const DOUBLED_FIELD: usize = 40;
/// The answer to `version`, as GNU Backgammon answers it.
const VERSION: [&str; 4] = [
    "Interface: 2",
    "RFBF: 0",
    "Engine: Parlour",
    concat!("Software: ", env!("CARGO_PKG_VERSION")),
];

/// The limits of every decision; there is no other state, since every line has all of a game.
#[derive(Debug, Default)]
pub(super) struct External {
    go: Go,
    /// Whether the session has a game of backgammon open.
    is_open: bool,
    /// Whether the line that is being executed has been answered.
    is_answered: bool,
}

/// When a line takes effect; a board asks for a decision.
pub(super) fn urgency(line: &str) -> Urgency {
    match line.split_ascii_whitespace().next() {
        Some("exit" | "quit") => Urgency::Quit,
        Some("stop") => Urgency::Stop,
        _ if board_word(line).is_some() => Urgency::Search,
        _ => Urgency::Queued,
    }
}

/// The board in a line, if there is one, as a single word.
fn board_word(line: &str) -> Option<String> {
    let line = line.trim();
    let line = line.strip_prefix("fibsboard").map_or(line, str::trim_start);
    let text = line.trim_matches('"');
    text.starts_with("board:").then(|| text.replace([' ', '\t'], "_"))
}

/// The board with its scores in the right order.
fn with_scores_in_order(board: &str) -> String {
    let mut fields: Vec<&str> = board.split(':').collect();
    let no_side_may_double = |fields: &[&str]| MAY_DOUBLE_FIELDS.iter().all(|n| fields[*n] == "0");
    if fields.len() == FIELD_COUNT && fields[DOUBLED_FIELD] == "0" && !no_side_may_double(&fields) {
        fields.swap(SCORE_FIELDS[0], SCORE_FIELDS[1]);
    }
    fields.join(":")
}

impl Dialect for External {
    fn read_line(&mut self, line: &str, out: &mut Vec<String>) -> Result<Vec<Command>, Refusal> {
        self.is_answered = false;
        if let Some(board) = board_word(line) {
            let mut commands = Vec::new();
            if !self.is_open {
                commands.push(self.open_game(""));
            }
            commands.push(Command::Position(Some(with_scores_in_order(&board)), Tokens::default()));
            commands.push(Command::Go(self.go.clone()));
            return Ok(commands);
        }
        let (word, rest) = first_word(line.trim());
        self.is_answered = true;
        match word {
            "version" => out.extend(VERSION.map(str::to_owned)),
            "exit" | "quit" => return Ok(vec![Command::Quit]),
            "stop" => return Ok(vec![Command::Stop]),
            "resign" => out.push("reject".to_owned()),
            // Where the words are refused, a game is open all the same.
            "newgame" => {
                let opening = (!self.is_open).then(|| self.open_game(""));
                return Ok(opening.into_iter().chain([self.open_game(rest)]).collect());
            }
            // The options of players are those of the game that is open.
            "setoption" => {
                let set = command_table::parse(line)?;
                let opening = (!self.is_open).then(|| self.open_game(""));
                return Ok(opening.into_iter().chain(set).collect());
            }
            "go" => {
                if let Some(Command::Go(mut go)) = command_table::parse(line)? {
                    // GNU Backgammon has no line that would end it.
                    go.limits.infinite = false;
                    self.go = go;
                }
            }
            _ => {
                let text = format!("'{word}' is neither a board nor a word of this interface");
                return Err(Refusal::new(Code::UnknownCommand, text));
            }
        }
        Ok(Vec::new())
    }

    fn write_reply(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command> {
        match reply {
            Reply::BestMove(best) if best == "pass" || best == "none" => out.push(String::new()),
            Reply::BestMove(best) => out.push(best.replace(',', " ")),
            // Where the cube cannot be turned, the dice come next.
            Reply::Error(refusal) if refusal.code == Code::NeedDice && !self.is_answered => {
                out.push("roll".to_owned());
            }
            Reply::Error(refusal) => {
                out.push(format!("Error ({}) {}", refusal.code.word(), refusal.short_text()));
            }
            _ => {}
        }
        Vec::new()
    }
}

impl External {
    /// Opens the game with these keys.
    fn open_game(&mut self, keys: &str) -> Command {
        self.is_open = true;
        let keys = Tokens::new(&format!("cube on {keys}"));
        Command::NewGame(Some((GAME.to_owned(), keys)))
    }
}

#[cfg(test)]
mod tests {
    use super::{External, board_word, with_scores_in_order};
    use crate::protocol::dialects::Dialect;
    use crate::protocol::grammar::command::Command;
    use crate::protocol::grammar::refusal::{Code, Refusal};
    use crate::protocol::grammar::reply::Reply;

    /// Sent by GNU Backgammon 1.07 to the player in seat 1, who has a point, then two lines later.
    const BOARD_BEFORE_MOVE: &str = "board:gnubg:root:7:4:1:0:3:4:4:2:0:0:0:0:0:0:-1:-1:0:0:-1:0:-1:0:-2:-3:-4:0:-2:1:1:1:2:5:2:5:2:0:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    const BOARD_WITH_DOUBLE: &str = "board:root:gnubg:7:1:4:0:3:4:4:2:0:0:0:0:0:0:-1:-1:0:0:-1:0:-1:0:-2:-3:-4:0:-2:1:1:-1:0:0:0:0:2:0:1:1:1:-1:0:25:0:0:0:0:0:0:0:1";

    #[test]
    fn scores_are_put_in_order() {
        let double_of_server = BOARD_WITH_DOUBLE.replace(":2:0:1:1:", ":2:0:0:0:");
        for line in [BOARD_BEFORE_MOVE, BOARD_WITH_DOUBLE, &double_of_server] {
            let straight = with_scores_in_order(line);
            let fields: Vec<&str> = straight.split(':').collect();
            assert_eq!(fields[3..6], ["7", "1", "4"], "{line}");
        }
        assert_eq!(with_scores_in_order("board:short"), "board:short");
    }

    #[test]
    fn board_may_have_its_name_quotes_and_players_with_two_names() {
        let found = board_word("fibsboard \"board:Ann B:gnubg:3\"");
        assert_eq!(found.as_deref(), Some("board:Ann_B:gnubg:3"));
        assert_eq!(board_word("bored"), None);
    }

    #[test]
    fn options_before_the_first_board_are_those_of_backgammon() {
        let mut external = External::default();
        let mut read = |line| external.read_line(line, &mut Vec::new()).unwrap();
        let commands = read("setoption name Player value greedy");
        assert!(matches!(&commands[..], [Command::NewGame(_), Command::SetOption { .. }]));
        let commands = read("setoption name Player value greedy");
        assert!(matches!(&commands[..], [Command::SetOption { .. }]), "the game is open");
    }

    #[test]
    fn game_is_open_though_the_words_of_the_first_are_refused() {
        let commands = External::default().read_line("newgame foo on", &mut Vec::new()).unwrap();
        assert!(matches!(&commands[..], [Command::NewGame(_), Command::NewGame(_)]));
    }

    #[test]
    fn every_board_has_one_line_of_answer() {
        let mut external = External::default();
        let mut out = Vec::new();
        external.read_line(BOARD_BEFORE_MOVE, &mut out).unwrap();
        for reply in [
            Reply::BestMove("8/5,6/5".to_owned()),
            Reply::BestMove("pass".to_owned()),
            Reply::Error(Refusal::new(Code::NeedDice, "no dice")),
            Reply::Error(Refusal::new(Code::BadPosition, "no board")),
            Reply::Ok,
        ] {
            external.write_reply(&reply, &mut out);
        }
        assert_eq!(out, ["8/5 6/5", "", "roll", "Error (bad-position) no board"]);
    }
}
