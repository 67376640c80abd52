//! One dialogue: takes lines from the queue, executes their commands, and replies.

pub mod engine_options_and_initial_game;
mod help;
pub mod inline_session;
mod search_commands;
pub mod search_thread_and_move_overhead;
pub mod threaded_session;

use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use super::dialects::DialectName;
use super::grammar::command_and_argument_parsers::{Command, Query, Tokens};
use super::grammar::refusal::{Code, Refusal};
use super::grammar::reply::Reply;
use super::io::line_queue::{Content, LineQueue, QueuedLine};
use super::io::output_replies_and_conversation_log::{LOG_FILE, Output, ReplyWriter};
use super::io::polled_input::PolledInput;
use super::io::reader::read_lines;
use crate::base::{Outcome, Side};
use crate::game::{MatchStanding, Turn};
use crate::games::GAMES;
use crate::host::{GameEntry, GameHost, HostError, Start};
use engine_options_and_initial_game::{EngineOptions, OptionEffect, Setup, find_game_of_words};
pub use engine_options_and_initial_game::{find_game, open_game};
use search_thread_and_move_overhead::{AdaptiveMoveOverhead, SearchRunner, SearchThread};

/// One dialogue: a game in progress, the options, and where searches run.
pub struct Session {
    queue: Arc<LineQueue>,
    replies: ReplyWriter,
    options: EngineOptions,
    entry: &'static GameEntry,
    game: Box<dyn GameHost>,
    searches: SearchRunner,
    /// Whether the first refusal ends the session.
    ends_at_refusal: bool,
    rights: Rights,
    adaptive_move_overhead: AdaptiveMoveOverhead,
    any_refused: bool,
    is_over: bool,
}

/// Whether a command has written its last reply.
enum CommandEnding {
    /// It has: no other reply follows.
    Answered,
    /// It has no reply of its own; a tagged line gets `ok`.
    Silent,
}

/// How a command ended, or why it was refused.
type CommandResult = Result<CommandEnding, Refusal>;

/// The permissions of a client.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rights {
    All,
    /// It may be on another machine.
    OfNetworkClient,
}

impl Session {
    /// A session that begins with this game and these options.
    ///
    /// # Errors
    /// What the setup refuses.
    pub fn new(queue: Arc<LineQueue>, output: Arc<Output>, setup: &Setup) -> Result<Self, Refusal> {
        Self::with_searches(
            SearchRunner::OnOwnThread(SearchThread::default()),
            queue,
            output,
            setup,
        )
    }

    /// A session on the caller's thread alone: its searches read lines from this input.
    fn inline(
        input: Arc<PolledInput>,
        output: Arc<Output>,
        setup: &Setup,
    ) -> Result<Self, Refusal> {
        let queue = Arc::clone(input.queue());
        Self::with_searches(SearchRunner::Inline(input), queue, output, setup)
    }

    fn with_searches(
        searches: SearchRunner,
        queue: Arc<LineQueue>,
        output: Arc<Output>,
        setup: &Setup,
    ) -> Result<Self, Refusal> {
        let game = setup.open_game()?;
        let options = setup.engine_options(&game.players())?;
        Ok(Self {
            queue,
            replies: ReplyWriter::new(output, options.seed()),
            options,
            entry: setup.entry,
            game,
            searches,
            ends_at_refusal: false,
            rights: Rights::All,
            adaptive_move_overhead: AdaptiveMoveOverhead::default(),
            any_refused: false,
            is_over: false,
        })
    }

    /// This session, ended by its first refusal: for lines that only make sense together.
    #[must_use]
    pub const fn ending_at_refusal(mut self) -> Self {
        self.ends_at_refusal = true;
        self
    }

    /// This session for a client that may be on another machine.
    ///
    /// It sets no option that names a file or takes memory or threads.
    #[must_use]
    pub const fn for_network(mut self) -> Self {
        self.rights = Rights::OfNetworkClient;
        self
    }

    /// Executes one line after the other; returns whether any was refused.
    pub fn run(mut self) -> bool {
        while let Some(line) = self.queue.next(|| self.replies.flush()) {
            if !self.execute_guarded(&line) {
                break;
            }
        }
        self.replies.flush();
        self.any_refused
    }

    /// Executes one line, also if that panics; false if the session is over.
    fn execute_guarded(&mut self, line: &QueuedLine) -> bool {
        let executed = catch_unwind(AssertUnwindSafe(|| self.execute(line)));
        if executed.is_err() {
            self.any_refused = true;
            let refusal = Refusal::new(Code::Internal, "the command has failed");
            self.replies.write(&Reply::Error(refusal));
        }
        self.queue.finish_search(line);
        let is_refused = self.ends_at_refusal && self.any_refused;
        !(self.is_over || is_refused || self.replies.is_closed())
    }

    /// Executes one line and writes its last reply.
    fn execute(&mut self, line: &QueuedLine) {
        self.replies.begin_line(line.tag.clone(), line.dialect);
        let result = match &line.content {
            Ok(Content::Command(None)) => Ok(CommandEnding::Silent),
            Ok(Content::Command(Some(command))) => self.run_command(line, command),
            Ok(Content::Foreign(text)) => self.run_foreign(line, text),
            Err(refusal) => Err(refusal.clone()),
        };
        match result {
            Ok(CommandEnding::Silent) => self.replies.write_ok(),
            Ok(CommandEnding::Answered) => {}
            Err(refusal) => {
                self.any_refused = true;
                log::info!("refused: {refusal}");
                self.queue.finish_search(line);
                self.replies.write(&Reply::Error(refusal));
            }
        }
    }

    /// Executes the commands of a foreign line, and those that follow from their replies.
    fn run_foreign(&mut self, line: &QueuedLine, text: &str) -> CommandResult {
        let mut ending = CommandEnding::Silent;
        let mut commands = VecDeque::from(self.replies.translate(text)?);
        while let Some(command) = commands.pop_front() {
            ending = self.run_command(line, &command)?;
            if self.is_over {
                break;
            }
            // What follows from a reply comes before the other commands of the line.
            for command in self.replies.take_following().into_iter().rev() {
                commands.push_front(command);
            }
        }
        Ok(ending)
    }

    fn run_command(&mut self, line: &QueuedLine, command: &Command) -> CommandResult {
        match command {
            Command::Ugi => Ok(self.introduce()),
            Command::IsReady => Ok(self.answer(&Reply::ReadyOk)),
            Command::Games => {
                let names = GAMES.iter().map(|entry| entry.name).collect();
                Ok(self.answer(&Reply::Games(names)))
            }
            Command::Players => Ok(self.answer(&Reply::Players(self.game.players()))),
            Command::Describe => Ok(self.describe()),
            Command::Help(word) => self.help(word.as_deref()),
            Command::NewGame(None) => Ok(self.next_game()),
            Command::NewGame(Some((name, words))) => self.new_game(name, words),
            Command::Position(fen, moves) => {
                let start = fen.as_deref().map_or(Start::Standard, Start::Fen);
                self.change_game(|game| game.set_position(start, &moves.to_vec()))
            }
            Command::Move(moves) => self.change_game(|game| game.play(&moves.to_vec())),
            Command::Undo(plies) => self.change_game(|game| game.undo(*plies)),
            Command::Dice(a, b) => self.change_game(|game| game.lay_dice(*a, *b)),
            Command::Roll => self.roll(),
            Command::Go(go) => self.go(line, go),
            Command::Explain(go) => self.explain(line, go),
            Command::Perft { depth, divide } => self.perft(line, *depth, *divide),
            Command::Bench(game) => self.bench(line, game.as_deref()),
            Command::Stop => Ok(CommandEnding::Silent),
            Command::Quit => {
                self.end_after_line();
                Ok(CommandEnding::Silent)
            }
            Command::SetOption { name, value } => self.set_option(line, name, value.as_deref()),
            Command::Query(query) => Ok(self.answer(&Reply::Response(self.respond(*query)))),
            Command::Legal => self.text_of_game(Reply::Legal, |game, out| game.write_legal(out)),
            Command::Eval => self.text_of_game(Reply::Eval, |game, out| game.write_evaluation(out)),
            Command::Find(pattern) => {
                self.text_of_game(Reply::Find, |game, out| game.write_places(pattern, out))
            }
            Command::Opportunities(pattern) => self
                .text_of_game(Reply::Opportunities, |game, out| {
                    game.write_opportunities(pattern, out)
                }),
            Command::Lines(cell) => self.lines_through(cell),
            Command::Svg(bottom, spots) => self.draw_svg(*bottom, spots),
            Command::Spots(spots) => self.list_spots(spots),
            Command::Playable => {
                self.text_of_game(Reply::Playable, |game, out| game.write_playable(out))
            }
            Command::History => {
                Ok(self.state_of_game(Reply::History, |game, out| game.write_history(out)))
            }
            Command::Fen => Ok(self.state_of_game(Reply::Fen, |game, out| game.write_fen(out))),
            Command::Show => {
                self.draw();
                self.run_command(line, &Command::Fen)
            }
        }
    }

    /// Writes the last reply of a command.
    fn answer(&mut self, reply: &Reply) -> CommandEnding {
        self.replies.write(reply);
        CommandEnding::Answered
    }

    /// Replies with a line of text that the game writes.
    fn text_of_game(
        &mut self,
        reply: fn(String) -> Reply,
        write: impl FnOnce(&dyn GameHost, &mut String) -> Result<(), HostError>,
    ) -> CommandResult {
        let mut text = String::new();
        write(self.game.as_ref(), &mut text)?;
        Ok(self.answer(&reply(text)))
    }

    /// Replies with what every game can write at any time.
    fn state_of_game(
        &mut self,
        reply: fn(String) -> Reply,
        write: fn(&dyn GameHost, &mut String),
    ) -> CommandEnding {
        let mut text = String::new();
        write(self.game.as_ref(), &mut text);
        self.answer(&reply(text))
    }

    /// Changes the game, or refuses and leaves it as it was.
    fn change_game(
        &mut self,
        change: impl FnOnce(&mut dyn GameHost) -> Result<(), HostError>,
    ) -> CommandResult {
        change(self.game.as_mut())?;
        Ok(CommandEnding::Silent)
    }

    /// Ends the session after this line.
    const fn end_after_line(&mut self) {
        self.is_over = true;
    }

    fn introduce(&mut self) -> CommandEnding {
        let name = concat!("Parlour ", env!("CARGO_PKG_VERSION"));
        self.replies.write(&Reply::Id("name", name));
        self.replies.write(&Reply::Id("author", "the Parlour authors"));
        for spec in self.options.specs() {
            self.replies.write(&Reply::Option(spec.on_this_machine()));
        }
        self.answer(&Reply::UgiOk)
    }

    fn describe(&mut self) -> CommandEnding {
        for (key, value) in self.entry.description.facts(self.game.variant_facts()) {
            self.replies.write(&Reply::Describe(key, value));
        }
        self.answer(&Reply::DescribeOk)
    }

    fn lines_through(&mut self, cell: &str) -> CommandResult {
        for line in self.game.lines_through(cell)? {
            self.replies.write(&Reply::Lines(line));
        }
        Ok(self.answer(&Reply::LinesOk))
    }

    fn draw_svg(&mut self, bottom: Side, spots: &Tokens) -> CommandResult {
        for line in self.game.picture(bottom, &spots.to_vec())?.lines() {
            self.replies.write(&Reply::Svg(line.to_owned()));
        }
        Ok(self.answer(&Reply::SvgOk))
    }

    fn list_spots(&mut self, spots: &Tokens) -> CommandResult {
        let choices = self.game.clicks(&spots.to_vec())?;
        for remaining in choices.moves {
            self.replies.write(&Reply::Spots(remaining));
        }
        Ok(self.answer(&Reply::SpotsOk(choices.next)))
    }

    fn next_game(&mut self) -> CommandEnding {
        self.game.new_game();
        log::info!("the next game of the same variant begins");
        CommandEnding::Silent
    }

    fn new_game(&mut self, name: &str, words: &Tokens) -> CommandResult {
        let words = words.to_vec();
        let entry = find_game_of_words(name, &words)?;
        self.game = open_game(entry, &words)?;
        self.entry = entry;
        log::info!("a game begins: {}", [&[name], words.as_slice()].concat().join(" "));
        Ok(CommandEnding::Silent)
    }

    fn roll(&mut self) -> CommandResult {
        let (a, b) = self.game.roll(self.options.seed())?;
        Ok(self.answer(&Reply::Dice(a, b)))
    }

    fn draw(&mut self) {
        let mut text = String::new();
        self.game.draw(self.options.style(), &mut text);
        for line in text.lines() {
            self.replies.write(&Reply::Board(line.to_owned()));
        }
    }

    fn set_option(&mut self, line: &QueuedLine, name: &str, value: Option<&str>) -> CommandResult {
        if self.rights == Rights::OfNetworkClient {
            self.options.check_for_network(name)?;
        }
        // A native line has opened the file when it was read.
        if name.eq_ignore_ascii_case(LOG_FILE) && line.dialect != DialectName::Native {
            self.replies.open_log_file(value)?;
        }
        let players = self.game.players();
        match self.options.set(name, value, self.entry.name, &players)? {
            OptionEffect::Value => {}
            OptionEffect::ClearHash => self.game.clear_tables(),
            OptionEffect::Seed => self.game.restart_random_streams(),
        }
        Ok(CommandEnding::Silent)
    }

    /// The reply to `query`.
    fn respond(&self, query: Query) -> String {
        let outcome = match self.game.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decide(_) | Turn::Roll(_) => None,
        };
        match query {
            Query::FirstTurn => (self.game.side() == Side::First).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Points => outcome.map_or(0, Outcome::points).to_string(),
            Query::Result => match outcome {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win { side: Side::First, .. }) => "p1win",
                Some(Outcome::Win { side: Side::Second, .. }) => "p2win",
            }
            .to_owned(),
            Query::Ending => self.game.ending().unwrap_or_else(|| "none".to_owned()),
            Query::Turn => self.game.due(),
            Query::Match => self.game.match_standing().map_or_else(
                || "none".to_owned(),
                |MatchStanding { points: [first, second], winner }| {
                    let state = match winner {
                        None => "playing",
                        Some(Side::First) => "p1win",
                        Some(Side::Second) => "p2win",
                    };
                    format!("p1 {first} p2 {second} {state}")
                },
            ),
            Query::Stakes => self.game.stakes().map_or_else(
                || "none".to_owned(),
                |stakes| stakes.map(|value| ((value * 1e9).round() / 1e9).to_string()).join(" "),
            ),
            Query::Seed => self.options.seed().to_string(),
        }
    }
}

/// Bytes that are read at a time. Set by hand.
const BUFFER: usize = 1 << 16;

/// Opens the session of a dialogue.
pub(crate) type SessionOpener = fn(Arc<LineQueue>, Arc<Output>, &Setup) -> Result<Session, Refusal>;

/// One dialogue over this input; the reader has a thread of its own, the session this one.
///
/// Returns whether any line was refused.
///
/// # Errors
/// If the session cannot be opened.
pub(crate) fn converse(
    input: impl Read + Send + 'static,
    queue: &Arc<LineQueue>,
    output: &Arc<Output>,
    dialect: Option<DialectName>,
    setup: &Setup,
    open: SessionOpener,
) -> Result<bool, Refusal> {
    let reader = (Arc::clone(queue), Arc::clone(output));
    thread::spawn(move || {
        let (queue, output) = reader;
        read_lines(BufReader::with_capacity(BUFFER, input), &queue, &output, dialect);
    });
    open(Arc::clone(queue), Arc::clone(output), setup).map(Session::run)
}
