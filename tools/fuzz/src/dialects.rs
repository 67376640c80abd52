//! Whole dialogues in each dialect.
//!
//! The first byte chooses the dialect. Native lines go to a session. The lines of a foreign dialect
//! go to its translator, and the commands that it makes of them to the slow reference; with the
//! highest bit of the first byte these lines go to a session, too, if all searches are small.

use std::collections::VecDeque;
use std::time::Duration;

use parlour::host::SearchReport;
use parlour::protocol::dialects::{Dialect, DialectName, translator};
use parlour::protocol::grammar::command::Command;
use parlour::protocol::grammar::refusal::Refusal;
use parlour::protocol::grammar::reply::Reply;
use parlour::search::Bound;

use crate::quick_commands::{is_quick, with_small_limits};
use crate::reference_session::{ExpectedAnswer, ReferenceSession, UNKNOWN_RATING};
use crate::variants::VARIANTS;
use crate::whole_dialogue::{hold, small_setup};

/// The most commands that one line may lead to.
const MOST_COMMANDS: usize = 5_000;
/// The most lines of a foreign dialogue that are executed; those after them are left out.
const MOST_FOREIGN: usize = 60;

const DIALECTS: [Option<DialectName>; 5] = [
    None,
    Some(DialectName::Native),
    Some(DialectName::Piskvork),
    Some(DialectName::Ubgi),
    Some(DialectName::External),
];

/// Checks one input.
pub fn check(data: &[u8]) {
    let [first, bytes @ ..] = data else { return };
    let forced = DIALECTS[usize::from(first & 0x7F) % DIALECTS.len()];
    let text = String::from_utf8_lossy(bytes);
    let opening =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let dialect = forced.unwrap_or_else(|| DialectName::of_first_line(opening.unwrap_or_default()));
    let setup = || small_setup(&VARIANTS[0].newgame_words());
    if dialect == DialectName::Native {
        let lines: Vec<String> = text.lines().filter_map(with_small_limits).collect();
        hold(lines.join("\n").as_bytes(), forced, &setup());
        return;
    }
    let Some(mut foreign) = ForeignDialogue::new(dialect) else { return };
    let executed = foreign.execute_lines(&text, *first);
    if foreign.is_quick && first & 0x80 != 0 {
        hold(first_lines(bytes, executed), Some(dialect), &setup());
    }
}

/// This many lines with their ends, or all there are.
fn first_lines(bytes: &[u8], lines: usize) -> &[u8] {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut ends = (1..).zip(bytes).filter(|(_, byte)| is_end(byte)).map(|(end, _)| end);
    ends.nth(lines.saturating_sub(1)).map_or(bytes, |end| &bytes[..end])
}

/// A translator, and the game that its commands are about.
struct ForeignDialogue {
    translator: Box<dyn Dialect>,
    reference: ReferenceSession,
    /// The number from which the moves that searches choose are drawn.
    choice: usize,
    /// Whether all commands were quick, so that a session would be quick with them.
    is_quick: bool,
}

impl ForeignDialogue {
    fn new(dialect: DialectName) -> Option<Self> {
        let translator = translator(dialect, 1)?;
        let reference = ReferenceSession::new(&VARIANTS[0]);
        Some(Self { translator, reference, choice: 0, is_quick: true })
    }

    /// Executes the first lines; returns how many those are with the lines that cannot be read.
    fn execute_lines(&mut self, text: &str, first: u8) -> usize {
        self.choice = usize::from(first);
        let is_plain = |line: &str| !line.chars().any(|c| c.is_control() && c != '\t');
        let lines = (1..).zip(text.split(['\n', '\r']));
        let mut executed = 0;
        for (number, line) in lines.filter(|(_, line)| is_plain(line)).take(MOST_FOREIGN) {
            executed = number;
            let mut out = Vec::new();
            let result = self.carry_out(line, &mut out);
            match result {
                Ok(true) => {}
                Ok(false) => self.reply(&Reply::Ok, &mut out, &mut VecDeque::new()),
                Err(refusal) => {
                    self.reply(&Reply::Error(refusal), &mut out, &mut VecDeque::new());
                }
            }
            let is_bad = |line: &String| line.chars().any(|c| c.is_control() && c != '\t');
            assert!(!out.iter().any(is_bad), "'{line}' is answered by {out:?}");
            if self.reference.is_over || !self.is_quick {
                break;
            }
        }
        executed
    }

    /// Executes the commands of a line; whether the last one has written its last reply.
    fn carry_out(&mut self, line: &str, out: &mut Vec<String>) -> Result<bool, Refusal> {
        let mut commands = VecDeque::from(self.translator.read_line(line, out)?);
        let mut is_answered = false;
        for _ in 0..MOST_COMMANDS {
            let Some(command) = commands.pop_front() else { return Ok(is_answered) };
            self.is_quick &= is_quick(&command);
            // What would take long or much memory is not done here, either.
            if matches!(&command, Command::SetOption { .. } | Command::Bench(_)) && !self.is_quick {
                return Ok(true);
            }
            let answer = self.reference.execute(&command)?;
            is_answered = !matches!(answer, ExpectedAnswer::Ok);
            let mut following = VecDeque::new();
            for reply in self.replies(answer) {
                self.reply(&reply, out, &mut following);
            }
            following.append(&mut commands);
            commands = following;
        }
        panic!("'{line}' leads to more than {MOST_COMMANDS} commands");
    }

    fn reply(&mut self, reply: &Reply, out: &mut Vec<String>, following: &mut VecDeque<Command>) {
        following.extend(self.translator.write_reply(reply, out));
    }

    /// The replies of a session that chooses any moves.
    fn replies(&mut self, answer: ExpectedAnswer) -> Vec<Reply> {
        match answer {
            ExpectedAnswer::Ok | ExpectedAnswer::Perft(_) => Vec::new(),
            ExpectedAnswer::One(reply) => vec![*reply],
            ExpectedAnswer::Last("ugiok") => vec![Reply::UgiOk],
            ExpectedAnswer::Last(_) | ExpectedAnswer::Explained(_) => vec![Reply::ExplainOk],
            ExpectedAnswer::Best(moves) => {
                self.choice = self.choice.wrapping_mul(31).wrapping_add(moves.len());
                let best = moves[self.choice % moves.len()].clone();
                let report = SearchReport {
                    depth: 1,
                    seldepth: 1,
                    multipv: 1,
                    rating: UNKNOWN_RATING,
                    bound: Bound::Exact,
                    proved: false,
                    nodes: 1,
                    time: Duration::from_millis(1),
                    hashfull: 0,
                    pv: best.clone(),
                };
                vec![
                    Reply::Info(report),
                    Reply::InfoEnd(1, Duration::from_millis(1)),
                    Reply::InfoString("any move".to_owned()),
                    Reply::BestMove(best),
                ]
            }
        }
    }
}
