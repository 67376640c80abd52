//! Gomocup's protocol for Connect 5, with Yixin's words: the engine plays its own moves.
//!
//! Only the session's game knows the board. A line that depends on the board sends the session
//! `fen` (and `legal`), keeps in [`Pending`] what is to be done, and continues when the reply comes.

mod board_geometry;
mod command_words;
mod manager_settings;
mod replies;
mod stone_list;
mod swap2;
#[cfg(test)]
mod tests;

pub(super) use command_words::urgency;

use super::dialect_trait::Dialect;
use crate::base::SplitMix64;
use crate::board::rows_notation::{Rows, Width};
use crate::protocol::grammar::command::{Command, Tokens, first_word};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::Reply;
use crate::search::player::options::{CLEAR_HASH, MAX_MULTIPV};
use board_geometry::{BoardGeometry, ManagerCell, numbers};
use command_words::CommandWord;
use manager_settings::{ManagerSettings, SettingChange};
use stone_list::{CompleteStoneList, List, Purpose};
use swap2::Swap2Choice;

/// The game that the dialect is about.
pub(super) const GAME: &str = "connect5";

/// The state of a dialogue with a manager.
#[derive(Debug)]
pub(super) struct Piskvork {
    geometry: BoardGeometry,
    rule: &'static str,
    started: bool,
    settings: ManagerSettings,
    /// The line that is being executed is an INFO.
    is_info: bool,
    /// A list of stones before its DONE.
    list: Option<List>,
    /// The rest of the work for the line that is being executed.
    pending: Pending,
    /// The number of best moves that searches report.
    reported_lines: u64,
    /// Draws openings and the stones that are added to them.
    random: SplitMix64,
    /// The seed of the start, which `INFO Seed 0` asks for.
    seed: u64,
}

/// The rest of the work for a line when the replies of the session come.
#[derive(Debug)]
enum Pending {
    /// The best move of a search is written and played; nothing else.
    Nothing,
    /// This line is written when all commands are executed.
    End(String),
    /// The stone on this cell is removed when the board is known.
    TakeBack(ManagerCell),
    /// The board, when it is known, is set up again under another rule; this one held before.
    Rule { before: &'static str },
    /// This board is being set up under another rule; if that refuses it, `before` holds again.
    RuleChange { before: &'static str, fen: String },
    /// The forbidden cells are written when the board and then the legal moves are known.
    Forbidden(Option<Rows>),
    /// The decision about three stones that were offered.
    Choice(Swap2Choice),
    /// The choice of a side after five stones: their value for the side to move.
    Side(i32),
}

impl Piskvork {
    /// A dialogue before its first line, which draws openings from this seed.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            geometry: BoardGeometry::USUAL,
            rule: "freestyle",
            started: false,
            settings: ManagerSettings::default(),
            is_info: false,
            list: None,
            pending: Pending::Nothing,
            reported_lines: 1,
            random: SplitMix64::new(seed),
            seed,
        }
    }
}

type ReadResult = Result<Vec<Command>, Refusal>;

impl Dialect for Piskvork {
    fn read_line(&mut self, line: &str, out: &mut Vec<String>) -> ReadResult {
        let line = line.trim();
        self.pending = Pending::Nothing;
        let word = CommandWord::read(line);
        self.is_info = matches!(word, Some((CommandWord::Info, _)));
        if let Some(list) = &mut self.list {
            match word {
                None => {
                    list.add(line);
                    return Ok(Vec::new());
                }
                Some((
                    CommandWord::Done
                    | CommandWord::Info
                    | CommandWord::ShowInfo
                    | CommandWord::About
                    | CommandWord::Stop,
                    _,
                )) => {}
                // Any other word ends the list unfinished; managers read no answer after END.
                Some((word, _)) => {
                    let defect = self.list.take().and_then(List::into_defect);
                    let written = defect.filter(|_| word != CommandWord::End);
                    out.extend(written.as_ref().map(replies::refusal));
                }
            }
        }
        match word {
            Some((word, rest)) => self.execute(word, rest, out),
            None if line.is_empty() => Ok(Vec::new()),
            None => {
                let (word, _) = first_word(line);
                Err(Refusal::new(Code::UnknownCommand, format!("'{word}' is not a command")))
            }
        }
    }

    fn write_reply(&mut self, reply: &Reply, out: &mut Vec<String>) -> Vec<Command> {
        match reply {
            Reply::Ok => {
                if let Pending::End(text) = std::mem::replace(&mut self.pending, Pending::Nothing) {
                    out.push(text);
                }
            }
            Reply::Info(report) => {
                let (value, _) = replies::value(report.rating);
                match &mut self.pending {
                    Pending::Choice(choice) => choice.note_value(value),
                    Pending::Side(known) if report.multipv == 1 => *known = value,
                    _ => {}
                }
                if self.reports_searches() {
                    out.push(replies::search_message(report, self.geometry));
                }
            }
            Reply::InfoString(why) if self.reports_searches() => out.push(format!("MESSAGE {why}")),
            Reply::InfoEnd(_, time) => self.settings.use_time(*time),
            Reply::BestMove(best) => return self.end_search(best, out),
            Reply::Fen(fen) => return self.continue_with_board(fen, out),
            Reply::Legal(legal) => {
                if let Pending::Forbidden(Some(rows)) = &self.pending {
                    out.push(replies::forbidden(rows, legal, self.geometry));
                }
            }
            // Managers read no answer after INFO: they would take it for that of their next line.
            Reply::Error(refusal) if self.is_info => {
                let refusal = self.geometry.translated(refusal);
                out.push(format!("MESSAGE {}", refusal.short_text()));
                if matches!(self.pending, Pending::RuleChange { .. }) {
                    return self.take_rule_back();
                }
            }
            Reply::Error(refusal) => match &mut self.list {
                // A line that could not even be read; the list is answered once, at DONE.
                Some(list) => list.spoil(refusal.clone()),
                None => out.push(replies::refusal(&self.geometry.translated(refusal))),
            },
            _ => {}
        }
        Vec::new()
    }
}

impl Piskvork {
    /// Executes a line that begins with a command word.
    fn execute(&mut self, word: CommandWord, rest: &str, out: &mut Vec<String>) -> ReadResult {
        // Managers read no answer after INFO, so its warning comes with the next search.
        if matches!(
            word,
            CommandWord::Begin | CommandWord::Turn | CommandWord::Done | CommandWord::NBest
        ) {
            out.extend(self.settings.take_warning().map(|text| format!("MESSAGE {text}")));
        }
        match word {
            CommandWord::About => out.push(replies::ABOUT.to_owned()),
            CommandWord::Info => return Ok(self.apply_info(rest)),
            CommandWord::ShowInfo => out.extend(replies::ranges_of_options()),
            CommandWord::Stop => return Ok(vec![Command::Stop]),
            CommandWord::End => return Ok(vec![Command::Quit]),
            CommandWord::Start | CommandWord::RectStart => {
                self.geometry = match word {
                    CommandWord::RectStart => BoardGeometry::read_rectangle(rest)?,
                    _ => BoardGeometry::read(rest)?,
                };
                self.started = true;
                return Ok(self.restart());
            }
            CommandWord::ClearHash => {
                let name = CLEAR_HASH.name.to_owned();
                return Ok(vec![Command::SetOption { name, value: None }]);
            }
            _ if !self.started => {
                return Err(Refusal::new(Code::BadSyntax, "START must come first"));
            }
            CommandWord::Restart => return Ok(self.restart()),
            CommandWord::Board => self.begin_list(Purpose::Think),
            CommandWord::SetUp => self.begin_list(Purpose::SetUp),
            CommandWord::Swap2 => self.begin_list(Purpose::Swap),
            CommandWord::Done => return self.end_list(),
            CommandWord::Begin | CommandWord::Turn | CommandWord::Play | CommandWord::NBest => {
                return self.play(word, rest);
            }
            CommandWord::TakeBack => {
                self.pending = Pending::TakeBack(self.geometry.cell(&numbers(rest)?)?);
                return Ok(vec![Command::Fen]);
            }
            CommandWord::ShowForbid => {
                self.pending = Pending::Forbidden(None);
                return Ok(vec![Command::Fen, Command::Legal]);
            }
        }
        Ok(Vec::new())
    }

    /// The words that play a move, or ask for one.
    fn play(&mut self, word: CommandWord, rest: &str) -> ReadResult {
        self.settings.check_rule()?;
        let cell = match word {
            CommandWord::Turn | CommandWord::Play => Some(self.geometry.cell(&numbers(rest)?)?),
            _ => None,
        };
        let first = cell.map(|cell| Command::Move(Tokens::new(&self.geometry.name(cell))));
        if let (CommandWord::Play, Some((x, y))) = (word, cell) {
            self.pending = Pending::End(format!("{x},{y}"));
            return Ok(first.into_iter().collect());
        }
        let lines = if word == CommandWord::NBest { numbers(rest)?.first().copied() } else { None };
        Ok(self.think(lines.unwrap_or(1), first))
    }

    /// A search for our move, after this command, that reports this number of best moves.
    ///
    /// The number comes first: a command that is refused cancels those after it.
    fn think(&mut self, lines: i64, first: Option<Command>) -> Vec<Command> {
        let mut commands = self.report_lines(lines);
        commands.extend(first);
        commands.push(Command::Go(self.settings.go()));
        commands
    }

    /// Lets searches report this number of best moves, if they do not yet.
    fn report_lines(&mut self, lines: i64) -> Vec<Command> {
        let lines = u64::try_from(lines.clamp(1, i64::from(MAX_MULTIPV))).unwrap_or(1);
        if std::mem::replace(&mut self.reported_lines, lines) == lines {
            return Vec::new();
        }
        vec![set_option("MultiPV", &lines.to_string())]
    }

    fn restart(&mut self) -> Vec<Command> {
        self.settings.begin_game();
        self.pending = Pending::End("OK".to_owned());
        vec![self.new_game()]
    }

    fn new_game(&self) -> Command {
        let keys = format!("{} rule {}", self.geometry.newgame_words(), self.rule);
        Command::NewGame(Some((GAME.to_owned(), Tokens::new(&keys))))
    }

    /// `INFO key value`.
    fn apply_info(&mut self, text: &str) -> Vec<Command> {
        match self.settings.set(text) {
            SettingChange::Kept => Vec::new(),
            SettingChange::Options(options) => {
                let seed = options.iter().find(|(name, _)| *name == "Seed");
                if let Some(seed) = seed.and_then(|(_, value)| value.parse().ok()) {
                    self.random = SplitMix64::new(if seed == 0 { self.seed } else { seed });
                }
                options.iter().map(|(name, value)| set_option(name, value)).collect()
            }
            SettingChange::Rule(rule) if rule == self.rule => Vec::new(),
            SettingChange::Rule(rule) => {
                let before = std::mem::replace(&mut self.rule, rule);
                self.pending = Pending::Rule { before };
                if self.started { vec![Command::Fen] } else { Vec::new() }
            }
        }
    }

    /// The rule before the change that was refused, and the stones as they were.
    fn take_rule_back(&mut self) -> Vec<Command> {
        let change = std::mem::replace(&mut self.pending, Pending::Nothing);
        let Pending::RuleChange { before, fen } = change else { return Vec::new() };
        self.rule = before;
        vec![self.new_game(), Command::Position(Some(fen), Tokens::default())]
    }

    fn begin_list(&mut self, purpose: Purpose) {
        self.list = Some(List::new(purpose, self.geometry));
    }

    /// DONE: the list is complete.
    fn end_list(&mut self) -> ReadResult {
        let list = self.list.take();
        let list =
            list.ok_or_else(|| Refusal::new(Code::BadSyntax, "DONE without a list before it"))?;
        let board = list.finish()?;
        if board.purpose != Purpose::SetUp {
            self.settings.check_rule()?;
        }
        let position = self.position_command(&board);
        match (board.purpose, board.stones.as_slice()) {
            (Purpose::SetUp, _) => Ok(vec![position]),
            (Purpose::Think, _) => Ok(self.think(1, Some(position))),
            (Purpose::Swap, []) => {
                let (cells, opening) = swap2::offer(self.rule, &mut self.random, self.geometry);
                self.pending = Pending::End(cells);
                Ok(vec![opening])
            }
            (Purpose::Swap, [(a, _), (b, _), (c, _)]) => {
                let choice = Swap2Choice::new([*a, *b, *c], self.geometry, &mut self.random);
                let mut commands = self.report_lines(1);
                commands.extend(choice.begin(self.geometry, &self.settings));
                self.pending = Pending::Choice(choice);
                Ok(commands)
            }
            (Purpose::Swap, [_, _, _, _, _]) => {
                self.pending = Pending::Side(0);
                Ok(self.think(1, Some(position)))
            }
            (Purpose::Swap, _) => {
                let text = "an opening has no stone yet, three or five";
                Err(Refusal::new(Code::BadPosition, text))
            }
        }
    }

    /// Whether searches write messages: only the first of the many short ones of a choice does.
    const fn reports_searches(&self) -> bool {
        match &self.pending {
            Pending::Choice(choice) => choice.is_searching_opening(),
            _ => true,
        }
    }

    fn position_command(&self, board: &CompleteStoneList) -> Command {
        Command::Position(Some(self.geometry.fen(&board.stones, board.side)), Tokens::default())
    }

    /// A search has ended with this move: writes and plays it, or goes on with a choice.
    fn end_search(&mut self, best: &str, out: &mut Vec<String>) -> Vec<Command> {
        let Some(cell) = self.geometry.coordinates(best) else {
            out.push("ERROR the game is over".to_owned());
            return Vec::new();
        };
        match &mut self.pending {
            Pending::Choice(choice) => {
                let next = choice.next_search(best, self.geometry, &self.settings);
                if !next.is_empty() {
                    return next;
                }
                let (said, commands) = choice.answer(self.geometry);
                out.push(said);
                self.settings.end_move();
                return commands;
            }
            Pending::Side(value) if *value < 0 => {
                out.push("SWAP".to_owned());
                self.settings.end_move();
                return Vec::new();
            }
            _ => out.push(cell),
        }
        self.settings.end_move();
        vec![Command::Move(Tokens::new(best))]
    }

    /// Completes a line that was waiting for the board.
    fn continue_with_board(&mut self, fen: &str, out: &mut Vec<String>) -> Vec<Command> {
        let (width, _) = self.geometry.size();
        let Ok(rows) = Rows::read(fen, Width::Exactly(width)) else { return Vec::new() };
        let set = |fen: String| Command::Position(Some(fen), Tokens::default());
        match &mut self.pending {
            Pending::TakeBack((x, y)) => {
                let cell = (*x, *y);
                let stones = rows.stones.into_iter().map(|stone| ((stone.x, stone.y), stone.owner));
                let (taken, left): (Vec<_>, Vec<_>) = stones.partition(|(at, _)| *at == cell);
                let Some((_, owner)) = taken.first() else {
                    out.push("ERROR there is no stone on that cell".to_owned());
                    return Vec::new();
                };
                self.pending = Pending::End("OK".to_owned());
                return vec![set(self.geometry.fen(&left, *owner))];
            }
            Pending::Rule { .. } if rows.stones.is_empty() => return vec![self.new_game()],
            Pending::Rule { before } => {
                let before = *before;
                self.pending = Pending::RuleChange { before, fen: fen.to_owned() };
                return vec![self.new_game(), set(fen.to_owned())];
            }
            Pending::Forbidden(known) => *known = Some(rows),
            _ => {}
        }
        Vec::new()
    }
}

fn set_option(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.to_owned(), value: Some(value.to_owned()) }
}
