//! The Universal Backgammon Interface, draft 0.01: a position a line, an action a line.

use super::Dialect;
use crate::protocol::command::{Command, Go, Words};
use crate::protocol::reply::{Code, Refusal, Reply};
use crate::protocol::words::Urgency;

/// Knows nothing between two positions: the interface has no game.
#[derive(Debug, Default)]
pub(super) struct Ubgi;

/// When a line that begins with this word acts; a position asks for a move.
pub(super) fn urgency(word: &str) -> Urgency {
    match word {
        "stop" => Urgency::Stop,
        "quit" => Urgency::Quit,
        _ if is_position(word) => Urgency::Search,
        _ => Urgency::Queued,
    }
}

fn is_position(word: &str) -> bool {
    word.starts_with("XGID=") || word.starts_with("board:")
}

impl Dialect for Ubgi {
    fn read(&mut self, line: &str, out: &mut Vec<String>) -> Result<Vec<Command>, Refusal> {
        match line.trim() {
            "ubgi" => {
                let keys = Words::new("cube on");
                out.push("id name Parlour".to_owned());
                out.push("id author the Parlour authors".to_owned());
                out.push(concat!("id version ", env!("CARGO_PKG_VERSION")).to_owned());
                Ok(vec![Command::NewGame(Some(("backgammon".to_owned(), keys))), Command::IsReady])
            }
            "isready" => Ok(vec![Command::IsReady]),
            "stop" => Ok(vec![Command::Stop]),
            "quit" => Ok(vec![Command::Quit]),
            position if is_position(position) => Ok(vec![
                Command::Position(Some(position.to_owned()), Words::default()),
                Command::Go(Go::default()),
            ]),
            other => Err(Refusal::new(Code::UnknownCommand, format!("'{other}' is not ubgi"))),
        }
    }

    fn answered(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command> {
        match reply {
            Reply::ReadyOk => out.push("readyok".to_owned()),
            // No move is a blank line, and steps are told apart by blanks.
            Reply::BestMove(best) if best == "pass" || best == "none" => out.push(String::new()),
            Reply::BestMove(best) => out.push(best.replace(',', " ")),
            Reply::Error(_) => out.push("sorry".to_owned()),
            _ => {}
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Reply, Ubgi};

    #[test]
    fn moves_are_spelt_as_the_draft_has_them() {
        let mut out = Vec::new();
        for best in ["8/5,6/5", "bar/22,6/off", "pass", "double"] {
            Ubgi.answered(&Reply::BestMove(best.to_owned()), &mut out);
        }
        assert_eq!(out, ["8/5 6/5", "bar/22 6/off", "", "double"]);
    }
}
