//! The Universal Backgammon Interface: a position a line, or positions, dice and `go`.
//!
//! Draft 0.01 shows a position and reads the best action. Draft 0.1, as the match runner bgci
//! speaks it, adds options, the session around the position, dice, and what is to be decided.
//! Every line says by its first word which of the two it belongs to, and is answered likewise.

mod context;
mod replies;

use super::Dialect;
use crate::protocol::grammar::command::{Command, Go, Words};
use crate::protocol::grammar::commands::Urgency;
use crate::protocol::grammar::reply::{Code, Refusal, Reply};
use context::Context;

/// Where a dialogue stands.
#[derive(Debug, Default)]
pub(super) struct Ubgi {
    context: Context,
    /// What the line that is being carried out asked for.
    wanted: Wanted,
    /// Whether the line, or one before it, has a word of draft 0.1.
    is_later_draft: bool,
}

/// What a search is to be answered with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Wanted {
    /// Nothing: the line asks for no search.
    #[default]
    Nothing,
    /// The bare action, as in draft 0.01.
    Action,
    /// `bestmove`.
    Move,
    /// `bestcube`.
    Cube,
    /// `bestturn`: first a play, which is kept, then a word of the cube.
    Turn(Option<String>),
}

/// When a line that begins with this word acts; a position asks for a move.
pub(super) fn urgency(word: &str) -> Urgency {
    match word {
        "stop" => Urgency::Stop,
        "quit" => Urgency::Quit,
        "go" => Urgency::Search,
        _ if is_position(word) => Urgency::Search,
        _ => Urgency::Queued,
    }
}

fn is_position(word: &str) -> bool {
    word.starts_with("XGID=") || word.starts_with("board:")
}

impl Dialect for Ubgi {
    fn read(&mut self, line: &str, out: &mut Vec<String>) -> Result<Vec<Command>, Refusal> {
        let line = line.trim();
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        self.wanted = Wanted::Nothing;
        self.is_later_draft |= context::WORDS.contains(&word);
        match (word, rest) {
            ("ubgi", "") => {
                out.extend(replies::INTRODUCTION.map(str::to_owned));
                let opened = self.context.open();
                Ok(opened.into_iter().chain([Command::Ugi, Command::IsReady]).collect())
            }
            ("isready", "") => Ok(vec![Command::IsReady]),
            ("stop", "") => Ok(vec![Command::Stop]),
            ("quit", "") => Ok(vec![Command::Quit]),
            ("resign", _) => {
                out.push(replies::REJECTION.to_owned());
                Ok(Vec::new())
            }
            ("go", _) => {
                let (wanted, commands) = self.context.go(rest)?;
                self.wanted = wanted;
                Ok(commands)
            }
            (position, _) if is_position(position) => {
                self.wanted = Wanted::Action;
                let mut commands: Vec<Command> = self.context.open_alone().into_iter().collect();
                commands.push(Command::Position(Some(line.to_owned()), Words::default()));
                commands.push(Command::Go(Go::default()));
                Ok(commands)
            }
            _ if context::WORDS.contains(&word) => self.context.heed(word, rest),
            _ => Err(Refusal::new(Code::UnknownCommand, format!("'{word}' is not ubgi"))),
        }
    }

    fn answered(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command> {
        match reply {
            Reply::Option(spec) => out.push(Reply::Option(*spec).to_string()),
            Reply::UgiOk => out.push("ubgiok".to_owned()),
            Reply::ReadyOk => out.push("readyok".to_owned()),
            Reply::Info(report) if self.wanted != Wanted::Action => {
                out.push(replies::thought(report, replies::role(&self.wanted)));
            }
            Reply::BestMove(best) => self.found(best, out),
            // Where the cube cannot be turned there is nothing to decide about it.
            Reply::Error(refusal) if refusal.code == Code::NeedDice && self.is_about_cube() => {
                self.found("roll", out);
            }
            Reply::Error(refusal) => {
                self.context.doubt();
                let later = self.is_later_draft.then(|| replies::refusal(refusal));
                out.push(later.unwrap_or_else(|| replies::APOLOGY.to_owned()));
            }
            _ => {}
        }
        Vec::new()
    }
}

impl Ubgi {
    /// Whether the search that was asked for decides about the cube where there are no dice.
    const fn is_about_cube(&self) -> bool {
        matches!(self.wanted, Wanted::Action | Wanted::Cube | Wanted::Turn(Some(_)))
    }

    /// Puts the end of a search into words.
    fn found(&mut self, best: &str, out: &mut Vec<String>) {
        match &mut self.wanted {
            Wanted::Nothing | Wanted::Action => out.push(replies::action(best)),
            Wanted::Move => out.push(format!("bestmove {}", replies::play(best))),
            Wanted::Cube => out.push(format!("bestcube {}", replies::cube(best))),
            Wanted::Turn(Some(play)) => {
                out.push(format!("bestturn cube={} move={play}", replies::cube(best)));
            }
            Wanted::Turn(play) => *play = Some(replies::play(best)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Reply, Ubgi};

    #[test]
    fn moves_are_spelt_as_the_draft_has_them() {
        let mut out = Vec::new();
        for best in ["8/5,6/5", "bar/22,6/off", "pass", "double"] {
            Ubgi::default().answered(&Reply::BestMove(best.to_owned()), &mut out);
        }
        assert_eq!(out, ["8/5 6/5", "bar/22 6/off", "", "double"]);
    }

    #[test]
    fn cube_of_a_turn_comes_behind_its_play() {
        let mut ubgi = Ubgi::default();
        let mut out = Vec::new();
        for line in ["position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role turn"] {
            ubgi.read(line, &mut out).unwrap();
        }
        for best in ["8/5,6/5", "double"] {
            ubgi.answered(&Reply::BestMove(best.to_owned()), &mut out);
        }
        assert_eq!(out, ["bestturn cube=double move=8/5 6/5"]);
    }
}
