//! The Universal Backgammon Interface: a position a line, or positions, dice and `go`.
//!
//! Draft 0.01 shows a position and reads the best action. Draft 0.1, as the match runner bgci
//! speaks it, adds options, the session around the position, dice, and what is to be decided.
//! The first word of a line shows which of the two it belongs to; the answer follows the same.

mod draft_0_1_commands;
mod match_and_position;
mod replies;
mod requested_answer;

use super::dialect_trait::Dialect;
use crate::protocol::grammar::command::{Command, Go, Tokens, first_word};
use crate::protocol::grammar::command_table::Urgency;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::Reply;
#[cfg(feature = "cli")]
pub(super) use match_and_position::GAME;
use match_and_position::MatchAndPosition;
use requested_answer::RequestedAnswer;

/// The state of a dialogue.
#[derive(Debug, Default)]
pub(super) struct Ubgi {
    game: MatchAndPosition,
    /// The decision that the present line asks for.
    wanted: RequestedAnswer,
    /// Whether this line or one before it has a word of draft 0.1.
    is_later_draft: bool,
}

/// When a line takes effect; a position asks for a move.
pub(super) fn urgency(line: &str) -> Urgency {
    let line = line.trim();
    match first_word(line).0 {
        "stop" if line == "stop" => Urgency::Stop,
        "quit" if line == "quit" => Urgency::Quit,
        "go" => Urgency::Search,
        word if is_position(word) => Urgency::Search,
        _ => Urgency::Queued,
    }
}

fn is_position(word: &str) -> bool {
    word.starts_with("XGID=") || word.starts_with("board:")
}

impl Dialect for Ubgi {
    fn read_line(&mut self, line: &str, out: &mut Vec<String>) -> Result<Vec<Command>, Refusal> {
        let line = line.trim();
        let (word, rest) = first_word(line);
        self.wanted = RequestedAnswer::Nothing;
        self.is_later_draft |= draft_0_1_commands::WORDS.contains(&word);
        match (word, rest) {
            ("ubgi", "") => {
                out.extend(replies::INTRODUCTION.map(str::to_owned));
                let opened = self.game.reopen();
                Ok(opened.into_iter().chain([Command::Ugi, Command::IsReady]).collect())
            }
            ("isready", "") => Ok(vec![Command::IsReady]),
            ("stop", "") => Ok(vec![Command::Stop]),
            ("quit", "") => Ok(vec![Command::Quit]),
            ("ubgi" | "isready" | "stop" | "quit", _) => {
                Err(Refusal::new(Code::BadSyntax, format!("expected nothing after '{word}'")))
            }
            ("resign", _) => {
                out.push(replies::REJECTION.to_owned());
                Ok(Vec::new())
            }
            ("go", _) => {
                let (wanted, commands) = self.game.go(rest)?;
                self.wanted = wanted;
                Ok(commands)
            }
            (position, _) if is_position(position) => {
                self.wanted = RequestedAnswer::Action;
                let mut commands: Vec<Command> =
                    self.game.open_for_full_position().into_iter().collect();
                commands.push(Command::Position(Some(line.to_owned()), Tokens::default()));
                commands.push(Command::Go(Go::default()));
                Ok(commands)
            }
            _ if draft_0_1_commands::WORDS.contains(&word) => self.game.set(word, rest),
            _ => Err(Refusal::new(Code::UnknownCommand, format!("'{word}' is not ubgi"))),
        }
    }

    fn write_reply(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command> {
        match reply {
            Reply::Option(spec) => out.push(Reply::Option(*spec).to_string()),
            Reply::UgiOk => {
                out.extend(replies::OPTIONS.map(str::to_owned));
                out.push("ubgiok".to_owned());
            }
            Reply::ReadyOk => out.push("readyok".to_owned()),
            Reply::Info(report) if self.wanted != RequestedAnswer::Action => {
                out.push(replies::info_line(report, replies::role(&self.wanted)));
            }
            Reply::BestMove(best) => self.end_search(best, out),
            // Where no double is possible, the decision about the cube is to roll.
            Reply::Error(refusal) if refusal.code == Code::NeedDice && self.is_about_cube() => {
                self.end_search("roll", out);
            }
            Reply::Error(refusal) => {
                self.game.forget_game();
                let later = self.is_later_draft.then(|| replies::refusal(refusal));
                out.push(later.unwrap_or_else(|| replies::APOLOGY.to_owned()));
            }
            _ => {}
        }
        Vec::new()
    }
}

impl Ubgi {
    /// Whether the decision that is asked for may be about the cube, without dice.
    const fn is_about_cube(&self) -> bool {
        matches!(
            self.wanted,
            RequestedAnswer::Action | RequestedAnswer::Cube | RequestedAnswer::Turn(Some(_))
        )
    }

    /// Writes the end of a search.
    fn end_search(&mut self, best: &str, out: &mut Vec<String>) {
        match &mut self.wanted {
            RequestedAnswer::Nothing | RequestedAnswer::Action => out.push(replies::action(best)),
            RequestedAnswer::Move => out.push(format!("bestmove {}", replies::play(best))),
            RequestedAnswer::Cube => out.push(format!("bestcube {}", replies::cube(best))),
            RequestedAnswer::Turn(Some(play)) => {
                out.push(format!("bestturn cube={} move={play}", replies::cube(best)));
            }
            RequestedAnswer::Turn(play) => *play = Some(replies::play(best)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Reply, Ubgi, Urgency, urgency};

    #[test]
    fn moves_are_spelt_as_the_draft_has_them() {
        let mut out = Vec::new();
        for best in ["8/5,6/5", "bar/22,6/off", "pass", "double"] {
            Ubgi::default().write_reply(&Reply::BestMove(best.to_owned()), &mut out);
        }
        assert_eq!(out, ["8/5 6/5", "bar/22 6/off", "", "double"]);
    }

    #[test]
    fn stop_and_quit_stand_alone() {
        for line in ["quit now", "stop now", "quits"] {
            assert!(matches!(urgency(line), Urgency::Queued), "{line}");
        }
        assert!(matches!([urgency(" quit "), urgency("stop")], [Urgency::Quit, Urgency::Stop]));
    }

    #[test]
    fn cube_of_a_turn_comes_after_its_play() {
        let mut ubgi = Ubgi::default();
        let mut out = Vec::new();
        for line in ["position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role turn"] {
            ubgi.read_line(line, &mut out).unwrap();
        }
        for best in ["8/5,6/5", "double"] {
            ubgi.write_reply(&Reply::BestMove(best.to_owned()), &mut out);
        }
        assert_eq!(out, ["bestturn cube=double move=8/5 6/5"]);
    }
}
