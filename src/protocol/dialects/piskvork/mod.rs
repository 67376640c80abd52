//! Gomocup's protocol for Connect 5, with Yixin's words: the engine plays its own moves.
//!
//! The table alone knows the board: what a line wants to know of it is asked, and the line goes
//! on when the answer comes.

mod commands;
mod info_keys;
mod position;
mod replies;
mod stone_list;
mod swap2;
#[cfg(test)]
mod tests;

pub(super) use commands::urgency;

use super::Dialect;
use crate::base::SplitMix64;
use crate::board::rows::{Rows, Width};
use crate::protocol::grammar::command::{Command, Words};
use crate::protocol::grammar::reply::{Code, Refusal, Reply};
use commands::Word;
use info_keys::{News, Terms};
use position::{Cell, Field, numbers};
use stone_list::{Board, List, Purpose};
use swap2::Choice;

/// Where a dialogue with a manager stands.
#[derive(Debug)]
pub(super) struct Piskvork {
    field: Field,
    rule: &'static str,
    started: bool,
    terms: Terms,
    /// A list of stones that has not come to DONE yet.
    list: Option<List>,
    /// What the line that is being carried out waits for.
    waits: Wait,
    /// How many best moves the searches report.
    lines: u64,
    /// Draws openings, and stones that are put behind them.
    random: SplitMix64,
}

/// What answers of the session mean for the line that is being carried out.
#[derive(Debug)]
enum Wait {
    /// The best move is played and told; else nothing is said when all is done.
    Nothing,
    /// This is said when all is done.
    End(String),
    /// The board as it stands, less the stone on this cell, which is to be taken back.
    TakeBack(Cell),
    /// The board as it stands, to be set up again under another rule.
    Rule,
    /// The board as it stands, and then the legal moves.
    Forbidden(Option<Rows>),
    /// What to do with three stones that were offered.
    Choice(Choice),
    /// The value of five stones, for the side to move.
    Side(i32),
}

/// The option `Seed` where nobody sets it.
const SEED: u64 = 1;

impl Default for Piskvork {
    fn default() -> Self {
        Self {
            field: Field::USUAL,
            rule: "freestyle",
            started: false,
            terms: Terms::default(),
            list: None,
            waits: Wait::Nothing,
            lines: 1,
            random: SplitMix64::new(SEED),
        }
    }
}

type Read = Result<Vec<Command>, Refusal>;

impl Dialect for Piskvork {
    fn read(&mut self, line: &str, out: &mut Vec<String>) -> Read {
        let line = line.trim();
        self.waits = Wait::Nothing;
        let word = Word::read(line);
        if let Some(list) = &mut self.list {
            match word {
                None => {
                    list.add(line);
                    return Ok(Vec::new());
                }
                Some((Word::Done | Word::Info | Word::About | Word::Stop, _)) => {}
                // Any other word breaks the list off; nobody listens behind END.
                Some((word, _)) => {
                    let defect = self.list.take().and_then(List::into_defect);
                    let told = defect.filter(|_| word != Word::End);
                    out.extend(told.as_ref().map(replies::refusal));
                }
            }
        }
        match word {
            Some((word, rest)) => self.carry_out(word, rest, out),
            None if line.is_empty() => Ok(Vec::new()),
            None => {
                let word = line.split([' ', '\t']).next().unwrap_or_default();
                Err(Refusal::new(Code::UnknownCommand, format!("'{word}' is no command")))
            }
        }
    }

    fn answered(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command> {
        match reply {
            Reply::Ok => {
                if let Wait::End(text) = std::mem::replace(&mut self.waits, Wait::Nothing) {
                    out.push(text);
                }
            }
            Reply::Info(report) => {
                let (value, _) = replies::value(report.rating);
                match &mut self.waits {
                    Wait::Choice(choice) => choice.hear(value),
                    Wait::Side(known) if report.multipv == 1 => *known = value,
                    _ => {}
                }
                if self.is_aloud() {
                    out.push(replies::thought(report, self.field));
                }
            }
            Reply::InfoString(why) if self.is_aloud() => out.push(format!("MESSAGE {why}")),
            Reply::InfoEnd(_, time) => self.terms.spend(*time),
            Reply::BestMove(best) => return self.found(best, out),
            Reply::Fen(fen) => return self.shown(fen, out),
            Reply::Legal(legal) => {
                if let Wait::Forbidden(Some(rows)) = &self.waits {
                    out.push(replies::forbidden(rows, legal, self.field));
                }
            }
            Reply::Error(refusal) => match &mut self.list {
                // A line that could not even be read; the list is answered once, at DONE.
                Some(list) => list.spoil(refusal.clone()),
                None => out.push(replies::refusal(refusal)),
            },
            _ => {}
        }
        Vec::new()
    }
}

impl Piskvork {
    /// Carries out a line that begins with a command word.
    fn carry_out(&mut self, word: Word, rest: &str, out: &mut Vec<String>) -> Read {
        // Nobody listens behind INFO.
        if matches!(word, Word::Begin | Word::Turn | Word::Done | Word::NBest) {
            out.extend(self.terms.warning().map(|text| format!("MESSAGE {text}")));
        }
        match word {
            Word::About => out.push(replies::ABOUT.to_owned()),
            Word::Info => return Ok(self.heed(rest)),
            Word::Stop => return Ok(vec![Command::Stop]),
            Word::End => return Ok(vec![Command::Quit]),
            Word::Start => {
                self.field = Field::read(rest)?;
                self.started = true;
                return Ok(self.restart());
            }
            Word::ClearHash => {
                let name = "Clear Hash".to_owned();
                return Ok(vec![Command::SetOption { name, value: None }]);
            }
            _ if !self.started => {
                return Err(Refusal::new(Code::BadSyntax, "START must come first"));
            }
            Word::Restart => return Ok(self.restart()),
            Word::Board => self.begin_list(Purpose::Think),
            Word::SetUp => self.begin_list(Purpose::SetUp),
            Word::Swap2 => self.begin_list(Purpose::Swap),
            Word::Done => return self.end_list(),
            Word::Begin | Word::Turn | Word::Play | Word::NBest => return self.play(word, rest),
            Word::TakeBack => {
                self.waits = Wait::TakeBack(self.field.cell(&numbers(rest)?)?);
                return Ok(vec![Command::Fen]);
            }
            Word::ShowForbid => {
                self.waits = Wait::Forbidden(None);
                return Ok(vec![Command::Fen, Command::Legal]);
            }
        }
        Ok(Vec::new())
    }

    /// The words that play a move, or ask for one.
    fn play(&mut self, word: Word, rest: &str) -> Read {
        self.terms.agreed()?;
        let cell = match word {
            Word::Turn | Word::Play => Some(self.field.cell(&numbers(rest)?)?),
            _ => None,
        };
        let mut commands = Vec::new();
        if let Some(cell) = cell {
            commands.push(Command::Move(Words::new(&self.field.name(cell))));
        }
        if let (Word::Play, Some((x, y))) = (word, cell) {
            self.waits = Wait::End(format!("{x},{y}"));
            return Ok(commands);
        }
        let lines = if word == Word::NBest { numbers(rest)?.first().copied() } else { None };
        commands.extend(self.think(lines.unwrap_or(1)));
        Ok(commands)
    }

    /// A search for our move that reports so many best ones.
    fn think(&mut self, lines: i64) -> Vec<Command> {
        let mut commands = self.report_lines(lines);
        commands.push(Command::Go(self.terms.go()));
        commands
    }

    /// Lets searches report so many best moves, if they do not yet.
    fn report_lines(&mut self, lines: i64) -> Vec<Command> {
        let lines = u64::try_from(lines.clamp(1, 500)).unwrap_or(1);
        if std::mem::replace(&mut self.lines, lines) == lines {
            return Vec::new();
        }
        vec![set_option("MultiPV", &lines.to_string())]
    }

    fn restart(&mut self) -> Vec<Command> {
        self.terms.begin_game();
        self.waits = Wait::End("OK".to_owned());
        vec![self.new_game()]
    }

    fn new_game(&self) -> Command {
        let keys = format!("{} rule {}", self.field.words(), self.rule);
        Command::NewGame(Some(("connect5".to_owned(), Words::new(&keys))))
    }

    /// `INFO key value`.
    fn heed(&mut self, text: &str) -> Vec<Command> {
        match self.terms.hear(text) {
            News::Kept => Vec::new(),
            News::Options(options) => {
                let seed = options.iter().find(|(name, _)| *name == "Seed");
                if let Some(seed) = seed.and_then(|(_, value)| value.parse().ok()) {
                    self.random = SplitMix64::new(seed);
                }
                options.iter().map(|(name, value)| set_option(name, value)).collect()
            }
            News::Rule(rule) if rule == self.rule => Vec::new(),
            News::Rule(rule) => {
                self.rule = rule;
                self.waits = Wait::Rule;
                if self.started { vec![Command::Fen] } else { Vec::new() }
            }
        }
    }

    fn begin_list(&mut self, purpose: Purpose) {
        let defect = self.terms.agreed().err();
        self.list = Some(List::new(purpose, self.field, defect));
    }

    /// DONE: the list is whole.
    fn end_list(&mut self) -> Read {
        let list = self.list.take();
        let list = list.ok_or_else(|| Refusal::new(Code::BadSyntax, "DONE ends no list"))?;
        let board = list.finish()?;
        let mut commands = vec![self.position(&board)];
        match (board.purpose, board.stones.as_slice()) {
            (Purpose::SetUp, _) => {}
            (Purpose::Think, _) => commands.extend(self.think(1)),
            (Purpose::Swap, []) => {
                let (cells, opening) = swap2::offered(&mut self.random, self.field);
                commands = vec![opening];
                self.waits = Wait::End(cells);
            }
            (Purpose::Swap, [(a, _), (b, _), (c, _)]) => {
                let choice = Choice::new([*a, *b, *c], self.field, &mut self.random);
                commands = self.report_lines(1);
                commands.extend(choice.begin(self.field, &self.terms));
                self.waits = Wait::Choice(choice);
            }
            (Purpose::Swap, [_, _, _, _, _]) => {
                commands.extend(self.think(1));
                self.waits = Wait::Side(0);
            }
            (Purpose::Swap, _) => {
                let text = "an opening has no stone yet, three or five";
                return Err(Refusal::new(Code::BadPosition, text));
            }
        }
        Ok(commands)
    }

    /// Whether thoughts are told: the many short searches of a choice say nothing.
    const fn is_aloud(&self) -> bool {
        match &self.waits {
            Wait::Choice(choice) => choice.is_first(),
            _ => true,
        }
    }

    fn position(&self, board: &Board) -> Command {
        Command::Position(Some(self.field.fen(&board.stones, board.side)), Words::default())
    }

    /// A search has ended with this move.
    fn found(&mut self, best: &str, out: &mut Vec<String>) -> Vec<Command> {
        let Some(cell) = self.field.coordinates(best) else {
            out.push("ERROR the game is over".to_owned());
            return Vec::new();
        };
        match &mut self.waits {
            Wait::Choice(choice) => {
                let next = choice.settle(best, self.field, &self.terms);
                if !next.is_empty() {
                    return next;
                }
                let (said, commands) = choice.answer(self.field);
                out.push(said);
                return commands;
            }
            Wait::Side(value) if *value < 0 => {
                out.push("SWAP".to_owned());
                return Vec::new();
            }
            _ => out.push(cell),
        }
        vec![Command::Move(Words::new(best))]
    }

    /// The board as it stands, where a line has asked for it.
    fn shown(&mut self, fen: &str, out: &mut Vec<String>) -> Vec<Command> {
        let (width, _) = self.field.size();
        let Ok(rows) = Rows::read(fen, Width::Exactly(width)) else { return Vec::new() };
        let set = |fen: String| Command::Position(Some(fen), Words::default());
        match &mut self.waits {
            Wait::TakeBack((x, y)) => {
                let cell = (*x, *y);
                let stones = rows.stones.into_iter().map(|stone| ((stone.x, stone.y), stone.owner));
                let (taken, left): (Vec<_>, Vec<_>) = stones.partition(|(at, _)| *at == cell);
                let Some((_, owner)) = taken.first() else {
                    out.push("ERROR there is no stone on that cell".to_owned());
                    return Vec::new();
                };
                self.waits = Wait::End("OK".to_owned());
                return vec![set(self.field.fen(&left, *owner))];
            }
            Wait::Rule if rows.stones.is_empty() => return vec![self.new_game()],
            Wait::Rule => return vec![self.new_game(), set(fen.to_owned())],
            Wait::Forbidden(known) => *known = Some(rows),
            _ => {}
        }
        Vec::new()
    }
}

fn set_option(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) }
}
