//! One dialogue: takes lines from the queue, executes their commands, `go` among them, and replies.

pub mod adaptive_move_overhead;
pub mod engine_options;
mod explain_perft_and_bench;
pub mod find_game;
mod help_queries_and_drawings;
pub mod inline_session;
pub mod search_thread;
pub mod setup;
pub mod threaded_session;

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use super::dialects::DialectName;
use super::grammar::command::{Command, Go, Tokens};
use super::grammar::refusal::{Code, Refusal};
use super::grammar::reply::Reply;
use super::io::conversation_log::LOG_FILE;
use super::io::line_queue::{Content, LineQueue, QueuedLine};
use super::io::output::Output;
use super::io::polled_input::PolledInput;
use super::io::reader::{cannot_read, read_lines};
use super::io::reply_writer::ReplyWriter;
use crate::game::Turn;
use crate::games::GAMES;
use crate::host::{GameEntry, GameHost, HostError, SearchJob, SearchRequest, Start};
use crate::search::Stopwatch;
use adaptive_move_overhead::AdaptiveMoveOverhead;
use engine_options::{EngineOptions, OptionEffect};
use find_game::find_game_of_words;
pub use find_game::{find_game, open_game};
use search_thread::{SearchRunner, SearchThread, log_begin_of_search, log_end_of_search};
use setup::Setup;

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
        if let Some(path) = setup.log_file() {
            output.log().open_for_host(path)?;
        }
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
                // A dialect may take back what the line has done before.
                let following = self.replies.take_following();
                if let Err(refusal) = self.run_commands(line, following.into()) {
                    log::error!("cannot take a line back: {refusal}");
                }
            }
        }
    }

    /// Executes the commands of a foreign line, and those that follow from their replies.
    fn run_foreign(&mut self, line: &QueuedLine, text: &str) -> CommandResult {
        let commands = self.replies.translate(text)?;
        self.run_commands(line, commands.into())
    }

    /// Executes these commands, and those that follow from their replies.
    fn run_commands(
        &mut self,
        line: &QueuedLine,
        mut commands: VecDeque<Command>,
    ) -> CommandResult {
        let mut ending = CommandEnding::Silent;
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

    /// `go`: info lines, then exactly one bestmove.
    fn go(&mut self, line: &QueuedLine, go: &Go) -> CommandResult {
        let stopwatch = Stopwatch::start();
        let moves = go.moves.to_vec();
        let mut request = self.request(go, &moves)?;
        self.adaptive_move_overhead.shorten(&mut request.limits);
        if matches!(self.game.turn(), Turn::Over(_)) {
            if go.limits.infinite {
                self.replies.flush();
                self.searches.begin(&self.queue, line, true);
                self.searches.wait_for_stop(&self.queue);
            }
            self.queue.finish_search(line);
            self.replies.write(&Reply::BestMove("none".to_owned()));
            return Ok(CommandEnding::Answered);
        }
        let job = self.game.search(&request)?;
        self.log_search(&request);
        let (limits, side) = (request.limits, self.game.side());
        let result = self.run_search(line, go, job);
        self.adaptive_move_overhead.learn(&limits, side, stopwatch.elapsed());
        result
    }

    /// The search that the arguments of `go` ask for.
    fn request<'r>(&'r self, go: &'r Go, moves: &'r [&str]) -> Result<SearchRequest<'r>, Refusal> {
        let player = go.player.as_deref().or_else(|| self.options.player(self.entry.name));
        player.map_or(Ok(()), |name| self.game.check_player(name))?;
        let options = self.options.values();
        Ok(SearchRequest { player, limits: go.limits_with(options), moves, options })
    }

    fn log_search(&self, request: &SearchRequest<'_>) {
        let default_player = self.game.players().first().copied().unwrap_or_default();
        log_begin_of_search(request, default_player, self.game.side());
    }

    fn run_search(&mut self, line: &QueuedLine, go: &Go, job: SearchJob) -> CommandResult {
        if self.queue.is_discarded(line) {
            self.end_after_line();
            return Ok(CommandEnding::Answered);
        }
        self.replies.flush();
        let stop = self.searches.begin(&self.queue, line, go.limits.is_endless());
        let (queue, replies) = (&self.queue, &mut self.replies);
        let answer = self.searches.run(
            move |report| job(&*stop, report),
            |report| {
                if !queue.is_discarded(line) {
                    replies.write(&if go.json {
                        Reply::InfoJson(report)
                    } else {
                        Reply::Info(report)
                    });
                    replies.flush();
                }
                if replies.is_closed() {
                    queue.abandon_search();
                }
            },
        );
        if queue.is_discarded(line) {
            self.end_after_line();
            return Ok(CommandEnding::Answered);
        }
        let answer = answer?;
        log_end_of_search(&answer);
        if go.limits.infinite && !self.replies.is_closed() {
            self.searches.wait_for_stop(&self.queue);
        }
        let best = answer.best.clone();
        if go.json {
            self.replies.write(&Reply::EndJson(answer));
        } else {
            self.replies.write(&Reply::InfoEnd(answer.nodes, answer.time));
            self.replies.write(&Reply::InfoString(answer.reason));
        }
        self.queue.finish_search(line);
        self.replies.write(&Reply::BestMove(best));
        self.replies.flush();
        Ok(CommandEnding::Answered)
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
/// If the session cannot be opened, the system refuses the thread, or the input cannot be read.
pub(crate) fn converse(
    input: impl Read + Send + 'static,
    queue: &Arc<LineQueue>,
    output: &Arc<Output>,
    dialect: Option<DialectName>,
    setup: &Setup,
    open: SessionOpener,
) -> io::Result<bool> {
    let session = open(Arc::clone(queue), Arc::clone(output), setup).map_err(io::Error::other)?;
    let reader = (Arc::clone(queue), Arc::clone(output));
    let read = move || {
        let (queue, output) = reader;
        read_lines(BufReader::with_capacity(BUFFER, input), &queue, &output, dialect);
    };
    thread::Builder::new().spawn(read).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot start a thread for the input: {error}"))
    })?;
    let any_refused = session.run();
    // The reader may be waiting for room in the queue.
    queue.close();
    queue.take_read_error().map_or(Ok(any_refused), |error| Err(cannot_read(&error)))
}
