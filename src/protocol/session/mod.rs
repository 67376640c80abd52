//! Commands to replies: the one who owns the table.

pub mod engine_options;
pub mod search_commands;
pub mod search_thread;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::dialects::Dialect;
use super::grammar::command;
use super::grammar::command::{Command, Query, Words};
use super::grammar::commands::COMMANDS;
use super::grammar::reply::{Code, Refusal, Reply};
use super::io::queue::{Desk, Item};
use super::io::writer::Output;
use super::session::engine_options::{Change, Settings};
use super::session::search_thread::Searcher;
use crate::base::{Outcome, Side};
use crate::games;
use crate::host::{GameHost, GameKind, Start, VariantWords};

/// One dialogue: a game, its options, and the thread that searches.
pub struct Session<'a> {
    pub(super) desk: &'a Desk,
    pub(super) output: &'a Output,
    pub(super) settings: Settings,
    pub(super) kind: &'static GameKind,
    pub(super) table: Box<dyn GameHost>,
    pub(super) searcher: Searcher,
    tag: Option<String>,
    /// The translator of a foreign dialect, and what it wants done next.
    voice: Option<RefCell<Voice>>,
    /// Whether the first refusal ends the session.
    is_brittle: bool,
    refused: bool,
    over: bool,
}

/// A foreign dialect at work.
struct Voice {
    dialect: Box<dyn Dialect>,
    next: Vec<Command>,
}

/// Whether a command has had its last answer line.
pub(super) enum Ending {
    /// Yes: nothing follows.
    Answered,
    /// It has none of its own; a tagged line gets `ok`.
    Open,
}

/// How the carrying out of a command ended: answered, left open, or refused.
pub(super) type Carried = Result<Ending, Refusal>;

/// Opens a table for the variant that the words describe.
///
/// # Errors
/// What the game says to the words.
pub fn open_table(kind: &GameKind, words: &[&str]) -> Result<Box<dyn GameHost>, Refusal> {
    Ok((kind.new_game)(&mut VariantWords::new(words))?)
}

/// The game of this name.
///
/// # Errors
/// `unknown-game`, with the names there are.
pub fn find_kind(name: &str) -> Result<&'static GameKind, Refusal> {
    games::GAMES.iter().copied().find(|kind| kind.name == name).ok_or_else(|| {
        let names: Vec<_> = games::GAMES.iter().map(|kind| kind.name).collect();
        let text = format!("no game '{name}'; there are {}", names.join(" "));
        Refusal::new(Code::UnknownGame, text)
    })
}

impl<'a> Session<'a> {
    /// A session that begins with this game.
    ///
    /// # Errors
    /// As [`open_table`].
    pub fn new(
        desk: &'a Desk,
        output: &'a Output,
        kind: &'static GameKind,
    ) -> Result<Self, Refusal> {
        Ok(Self {
            desk,
            output,
            settings: Settings::new(games::GAMES),
            kind,
            table: open_table(kind, &[])?,
            searcher: Searcher::default(),
            tag: None,
            voice: None,
            is_brittle: false,
            refused: false,
            over: false,
        })
    }

    /// This session, ended by its first refusal: for lines that only make sense together.
    #[must_use]
    pub const fn brittle(mut self) -> Self {
        self.is_brittle = true;
        self
    }

    /// Carries out line after line; returns whether any was refused.
    pub fn run(mut self) -> bool {
        while let Some(item) = self.desk.next(|| self.output.flush()) {
            let carried_out = catch_unwind(AssertUnwindSafe(|| self.carry_out(&item)));
            if carried_out.is_err() {
                self.refused = true;
                self.say(&Reply::Error(Refusal::new(Code::Internal, "the command has failed")));
            }
            self.desk.finish(&item);
            let broken = self.is_brittle && self.refused;
            if self.over || broken || self.output.is_closed() {
                break;
            }
        }
        self.output.flush();
        self.refused
    }

    /// Answers one line.
    fn carry_out(&mut self, item: &Item) {
        self.tag.clone_from(&item.tag);
        if self.voice.is_none() {
            let voice = |dialect| RefCell::new(Voice { dialect, next: Vec::new() });
            self.voice = item.tongue.translator().map(voice);
        }
        let result = match &item.line {
            Ok(line) if self.voice.is_some() => self.translate_and_run(item, line),
            Ok(line) => self.read_and_run(item, line),
            Err(refusal) => Err(refusal.clone()),
        };
        match result {
            Ok(Ending::Open) if self.tag.is_some() || self.voice.is_some() => self.say(&Reply::Ok),
            Ok(_) => {}
            Err(refusal) => {
                self.refused = true;
                self.desk.finish(item);
                self.say(&Reply::Error(refusal));
            }
        }
    }

    fn read_and_run(&mut self, item: &Item, line: &str) -> Carried {
        let (tag, rest) = command::split_tag(line)?;
        self.tag = tag.map(str::to_owned);
        match command::read(rest)? {
            None => Ok(Ending::Open),
            Some(command) => self.run_command(item, command),
        }
    }

    /// Carries out a line of a foreign dialect, and what its answers lead to.
    fn translate_and_run(&mut self, item: &Item, line: &str) -> Carried {
        let mut out = Vec::new();
        let read = self.voice.as_mut().map(|voice| voice.get_mut().dialect.read(line, &mut out));
        for line in &out {
            self.output.line(line);
        }
        let mut ending = Ending::Open;
        let mut commands = VecDeque::from(read.unwrap_or_else(|| Ok(Vec::new()))?);
        while let Some(command) = commands.pop_front() {
            ending = self.run_command(item, command)?;
            if self.over {
                break;
            }
            // What its answers lead to comes before what else was asked.
            let next = self.voice.as_mut().map(|voice| std::mem::take(&mut voice.get_mut().next));
            for command in next.into_iter().flatten().rev() {
                commands.push_front(command);
            }
        }
        Ok(ending)
    }

    /// Writes one answer line to the command that is being carried out.
    pub(super) fn say(&self, reply: &Reply) {
        let Some(voice) = &self.voice else {
            return self.output.say(self.tag.as_deref(), reply);
        };
        let mut out = Vec::new();
        let mut voice = voice.borrow_mut();
        let next = voice.dialect.answered(reply, &mut out);
        voice.next.extend(next);
        for line in &out {
            self.output.line(line);
        }
    }

    /// Writes the last answer line of a command.
    fn answer(&self, reply: &Reply) -> Ending {
        self.say(reply);
        Ending::Answered
    }

    fn run_command(&mut self, item: &Item, command: Command) -> Carried {
        match command {
            Command::Ugi => Ok(self.introduce()),
            Command::IsReady => Ok(self.answer(&Reply::ReadyOk)),
            Command::Games => {
                let names = games::GAMES.iter().map(|kind| kind.name).collect();
                Ok(self.answer(&Reply::Games(names)))
            }
            Command::Players => Ok(self.answer(&Reply::Players(self.table.players()))),
            Command::Help(word) => self.help(word.as_deref()),
            Command::NewGame(game) => self.new_game(game),
            Command::Position(fen, moves) => self.set_position(fen.as_deref(), &moves),
            Command::Move(moves) => self.open(|table| Ok(table.play(&moves.to_vec())?)),
            Command::Undo(plies) => self.open(|table| Ok(table.undo(plies)?)),
            Command::Dice(a, b) => self.open(|table| Ok(table.lay_dice(a, b)?)),
            Command::Roll => self.roll(),
            Command::Go(go) => self.go(item, &go),
            Command::Perft { depth, divide } => self.perft(item, depth, divide),
            Command::Bench(game) => self.bench(item, game.as_deref()),
            Command::Stop => Ok(Ending::Open),
            Command::Quit => {
                self.leave();
                Ok(Ending::Open)
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Query(query) => Ok(self.answer(&Reply::Response(self.respond(query)))),
            question => self.ask_table(&question),
        }
    }

    /// The commands that only ask the table for a line of text.
    fn ask_table(&self, question: &Command) -> Carried {
        let mut text = String::new();
        let table = &self.table;
        let reply = match question {
            Command::Legal => table.write_legal(&mut text).map(|()| Reply::Legal(text))?,
            Command::Eval => table.write_evaluation(&mut text).map(|()| Reply::Eval(text))?,
            Command::Find(pattern) => {
                table.write_places(pattern, &mut text).map(|()| Reply::Find(text))?
            }
            Command::Playable => table.write_playable(&mut text).map(|()| Reply::Playable(text))?,
            Command::History => {
                table.write_history(&mut text);
                Reply::History(text)
            }
            Command::Show => return Ok(self.show()),
            _ => {
                table.write_fen(&mut text);
                Reply::Fen(text)
            }
        };
        Ok(self.answer(&reply))
    }

    /// Changes the table, or refuses and leaves it.
    fn open(&mut self, change: impl FnOnce(&mut dyn GameHost) -> Result<(), Refusal>) -> Carried {
        change(self.table.as_mut()).map(|()| Ending::Open)
    }

    /// Nothing is carried out any more.
    pub(super) const fn leave(&mut self) {
        self.over = true;
    }

    fn introduce(&self) -> Ending {
        self.say(&Reply::Id("name", concat!("Parlour ", env!("CARGO_PKG_VERSION"))));
        self.say(&Reply::Id("author", "the Parlour authors"));
        for spec in self.settings.specs() {
            self.say(&Reply::Option(*spec));
        }
        self.answer(&Reply::UgiOk)
    }

    fn help(&self, word: Option<&str>) -> Carried {
        for row in COMMANDS.iter().filter(|row| word.is_none_or(|word| row.is_called(word))) {
            let alias = row.alias.map_or_else(String::new, |alias| format!(" (or {alias})"));
            let usage = format!("{} {}", row.name, row.usage);
            self.say(&Reply::Help(format!("{}{alias}: {}", usage.trim_end(), row.about)));
        }
        match word {
            Some(word) if super::grammar::commands::find(word).is_none() => {
                Err(command::unknown_command(word))
            }
            Some("newgame") => {
                for kind in games::GAMES {
                    let line = format!("  newgame {} {}", kind.name, kind.keys);
                    self.say(&Reply::Help(format!("{}: {}", line.trim_end(), kind.about)));
                }
                Ok(Ending::Open)
            }
            Some("setoption") => {
                for spec in self.settings.specs() {
                    self.say(&Reply::Help(format!("  {}: {}", spec.name, spec.about)));
                }
                Ok(Ending::Open)
            }
            _ => Ok(Ending::Open),
        }
    }

    fn new_game(&mut self, game: Option<(String, Words)>) -> Carried {
        match game {
            None => self.table.new_game(),
            Some((name, words)) => {
                let kind = find_kind(&name)?;
                self.table = open_table(kind, &words.to_vec())?;
                self.kind = kind;
            }
        }
        Ok(Ending::Open)
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &Words) -> Carried {
        let start = fen.map_or(Start::Standard, Start::Fen);
        self.open(|table| Ok(table.set_position(start, &moves.to_vec())?))
    }

    fn roll(&mut self) -> Carried {
        let seed = self.settings.options().spin("Seed").cast_unsigned();
        let (a, b) = self.table.roll(seed)?;
        Ok(self.answer(&Reply::Dice(a, b)))
    }

    fn show(&self) -> Ending {
        let mut text = String::new();
        self.table.draw(self.settings.style(), &mut text);
        for line in text.lines() {
            self.say(&Reply::Board(line.to_owned()));
        }
        text.clear();
        self.table.write_fen(&mut text);
        self.answer(&Reply::Fen(text))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Carried {
        let players = self.table.players();
        if self.settings.set(name, value, self.kind.name, &players)? == Change::Clear {
            self.table.forget();
        }
        Ok(Ending::Open)
    }

    fn respond(&self, query: Query) -> String {
        let outcome = match self.table.turn() {
            crate::game::Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        match query {
            Query::FirstTurn => (self.table.side() == Side::First).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Points => outcome.map_or(0, Outcome::points).to_string(),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win { side: Side::First, .. }) => "p1win",
                Some(Outcome::Win { side: Side::Second, .. }) => "p2win",
            }
            .to_owned(),
        }
    }
}
