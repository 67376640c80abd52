//! The game that is played: the position, who plays which side, and what is written about it.

use std::sync::atomic::AtomicBool;

use super::settings::{People, PlaySettings};
use crate::base::{Outcome, Side, number_with_noun};
use crate::board::drawing_style::Style;
use crate::game::Turn;
use crate::host::{GameHost, HostError, SearchAnswer, SearchRequest};
use crate::protocol::grammar::command::Go;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::rating_text;
use crate::protocol::io::output::Output;
use crate::protocol::session::engine_options::EngineOptions;
use crate::protocol::session::setup::Setup;
use crate::search::{Limits, Options};

/// Lines that `explain` writes. Set by hand.
const MOST_EXPLAINED_MOVES: usize = 10;

/// A game between people and the engine.
pub(super) struct TerminalGame<'o> {
    setup: Setup,
    options: EngineOptions,
    game: Box<dyn GameHost>,
    /// The sides that people play.
    pub(super) people: People,
    go: Go,
    /// Nothing more is to be read.
    pub(super) has_quit: bool,
    output: &'o Output,
    style: Style,
    /// Whether the board is to be drawn before the next prompt.
    is_changed: bool,
}

impl<'o> TerminalGame<'o> {
    /// The start of a game; `style` overrides the option `Style`.
    ///
    /// # Errors
    /// What the setup refuses.
    pub(super) fn new(
        settings: PlaySettings,
        output: &'o Output,
        style: Option<Style>,
    ) -> Result<Self, Refusal> {
        let PlaySettings { setup, people, mut go } = settings;
        let game = setup.open_game()?;
        let players = game.players();
        let options = setup.engine_options(&players)?;
        let of_option = || options.player(setup.entry.name).map(str::to_owned);
        go.player = go.player.or_else(of_option);
        let style = style.unwrap_or_else(|| options.style());
        Ok(Self {
            setup,
            options,
            game,
            people,
            go,
            has_quit: false,
            output,
            style,
            is_changed: true,
        })
    }

    /// Writes what is played, and who plays.
    pub(super) fn greet(&self) {
        let title = self.setup.entry.description.title;
        self.say(&format!("{title}: {}.", self.seats()));
        self.say(&format!("To win: {}.", self.setup.entry.goal));
        self.say(&format!("Moves: {}.", self.move_spelling()));
        self.say("Type a move, or 'help'.");
    }

    /// Who plays what: `you are red (x), perfect is yellow (o)`.
    fn seats(&self) -> String {
        let [first, second] = Side::BOTH.map(|side| self.side_name(side));
        match self.people {
            People::Both => format!("you are {first} and {second}"),
            People::None => format!("{} is {first} and {second}", self.player()),
            People::One(Side::First) => format!("you are {first}, {} is {second}", self.player()),
            People::One(Side::Second) => format!("{} is {first}, you are {second}", self.player()),
        }
    }

    /// How moves are written.
    pub(super) fn move_spelling(&self) -> &'static str {
        self.game.variant_facts().move_spelling.unwrap_or(self.setup.entry.spelling.moves)
    }

    fn player(&self) -> &str {
        let usual = self.game.players().first().copied().unwrap_or_default();
        self.go.player.as_deref().unwrap_or(usual)
    }

    /// The name of a side with its sign on the board: `red (x)`.
    fn side_name(&self, side: Side) -> String {
        let description = &self.setup.entry.description;
        let name = description.sides[side.index()];
        format!("{name} ({})", description.signs.of(self.style, side))
    }

    /// Writes a line.
    pub(super) fn say(&self, text: &str) {
        self.output.write_line(text);
    }

    /// Rolls dice and plays the engine's moves, until people are to move or the game is over.
    ///
    /// # Errors
    /// None that a legal game can bring about.
    pub(super) fn go_on(&mut self) -> Result<(), Refusal> {
        while !self.output.is_closed() {
            match self.game.turn() {
                Turn::Roll(side) => {
                    let (a, b) = self.game.roll(self.options.seed())?;
                    self.say(&format!("{} rolls {a} {b}", self.side_name(side)));
                    self.is_changed = true;
                }
                Turn::Decide(side) if !self.people.have(side) => self.play_engine_move()?,
                Turn::Decide(_) => break,
                Turn::Over(outcome) => {
                    if self.is_changed {
                        self.draw();
                        self.say(&self.result_in_words(outcome));
                    }
                    break;
                }
            }
        }
        if self.is_changed {
            self.draw();
        }
        Ok(())
    }

    /// Lets the engine choose a move for the side to move, and plays it.
    ///
    /// # Errors
    /// `game-over`, if it is.
    pub(super) fn play_engine_move(&mut self) -> Result<(), Refusal> {
        let side = self.game.side();
        if people_watch(self.people) {
            self.draw();
        }
        self.output.flush();
        let (answer, score) = self.search(self.go.player.as_deref(), self.options.values())?;
        self.game.play(&[&answer.best])?;
        let who = format!("{} as {}", self.player(), self.side_name(side));
        self.say(&format!("{who} plays {}: {}{}", answer.best, score, answer.reason));
        self.is_changed = true;
        Ok(())
    }

    /// Searches; the second value is the score of the best move, with a comma after it.
    fn search(
        &self,
        player: Option<&str>,
        options: &Options,
    ) -> Result<(SearchAnswer, String), Refusal> {
        let request = SearchRequest { player, limits: self.limits(), moves: &[], options };
        let job = self.game.search(&request)?;
        let mut score = String::new();
        let answer = job(&AtomicBool::new(false), &mut |report| {
            if report.multipv == 1 {
                score = format!("{}, ", rating_text(report.rating));
            }
        });
        Ok((answer, score))
    }

    /// The limits of a search; there is no referee whose clock runs on.
    fn limits(&self) -> Limits {
        Limits { overhead: 0, ..self.go.limits_with(self.options.values()) }
    }

    /// Plays these moves.
    ///
    /// # Errors
    /// What the game refuses.
    pub(super) fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let moves: Vec<&str> = text.split_ascii_whitespace().collect();
        if moves.is_empty() {
            return Err(Refusal::new(Code::BadSyntax, "expected a move after 'move'"));
        }
        self.game.play(&moves).map_err(|error| self.with_hint(&moves, error.into()))?;
        self.is_changed = true;
        Ok(())
    }

    /// The refusal of moves, with how to write the steps of one play, or where to find other words.
    fn with_hint(&self, words: &[&str], refusal: Refusal) -> Refusal {
        let is_step = |word: &&str| word.contains('/') && !word.contains(':');
        let has_commas = self.setup.entry.description.has_commas_in_moves;
        let is_a_word = words.iter().any(|word| word.chars().all(char::is_alphabetic));
        let hint = if has_commas && words.len() > 1 && words.iter().all(is_step) {
            let joined = words.join(",").replace(",,", ",");
            format!("the steps of one play are joined by a comma: {joined}")
        } else if is_a_word && refusal.text.contains("not a move") {
            "'help' lists the other words".to_owned()
        } else {
            return refusal;
        };
        Refusal { text: format!("{}; {hint}", refusal.text), ..refusal }
    }

    /// Takes back moves: this many, or those since the last decision of people.
    ///
    /// # Errors
    /// `bad-value` if there are none.
    pub(super) fn take_back(&mut self, plies: Option<u64>) -> Result<(), Refusal> {
        self.game.undo(plies.unwrap_or(1))?;
        let is_theirs = |game: &dyn GameHost| match game.turn() {
            Turn::Decide(side) | Turn::Roll(side) => self.people.have(side),
            Turn::Over(_) => false,
        };
        while plies.is_none() && !is_theirs(self.game.as_ref()) && self.game.undo(1).is_ok() {}
        self.is_changed = true;
        Ok(())
    }

    /// Writes what the default player would play at full strength.
    ///
    /// # Errors
    /// `game-over`, if it is.
    pub(super) fn hint(&self) -> Result<(), Refusal> {
        let mut options = self.options.values().clone();
        options.report_all_moves(1);
        options.use_full_level();
        let (answer, score) = self.search(None, &options)?;
        self.say(&format!("{}: {score}{}", answer.best, answer.reason));
        Ok(())
    }

    /// Writes what the default player thinks of these moves, or of the best of all.
    ///
    /// # Errors
    /// `game-over`, `illegal-move`.
    pub(super) fn explain(&self, moves: &str) -> Result<(), Refusal> {
        let moves: Vec<&str> = moves.split_ascii_whitespace().collect();
        let options = self.options.values();
        let request = SearchRequest { player: None, limits: self.limits(), moves: &moves, options };
        let explained = self.game.explain(&request)?(&AtomicBool::new(false));
        for each in explained.iter().take(MOST_EXPLAINED_MOVES) {
            self.say(&format!("{:<8} {} {}", each.judged, each.value, each.words));
        }
        if let Some(left_out) = explained.len().checked_sub(MOST_EXPLAINED_MOVES).filter(|n| *n > 0)
        {
            self.say(&format!("and {} worse", number_with_noun(left_out, "move")));
        }
        Ok(())
    }

    /// Writes the legal moves.
    ///
    /// # Errors
    /// None: dice are rolled before.
    pub(super) fn list_moves(&self) -> Result<(), Refusal> {
        let list = self.legal_moves()?;
        self.say(if list.is_empty() { "none: the game is over" } else { list.trim_start() });
        Ok(())
    }

    /// The legal moves, each after a blank; none when the game is over.
    ///
    /// # Errors
    /// `need-dice`, before they are rolled.
    pub(super) fn legal_moves(&self) -> Result<String, HostError> {
        let mut list = String::new();
        self.game.write_legal(&mut list)?;
        Ok(list)
    }

    /// Writes the position on one line.
    pub(super) fn write_fen(&self) {
        let mut fen = String::new();
        self.game.write_fen(&mut fen);
        self.say(&fen);
    }

    /// Draws the board.
    pub(super) fn draw(&mut self) {
        let mut board = String::new();
        self.game.draw(self.style, &mut board);
        self.say("");
        board.lines().for_each(|line| self.say(line));
        self.is_changed = false;
    }

    /// Begins the next game of the same variant.
    pub(super) fn begin_again(&mut self) {
        self.game.new_game();
        self.is_changed = true;
    }

    /// Sets an option.
    ///
    /// # Errors
    /// What `setoption` refuses.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let players = self.game.players();
        self.options.set(name, Some(value), self.setup.entry.name, &players).map(|_| ())
    }

    /// The players of the game.
    pub(super) fn players(&self) -> Vec<&'static str> {
        self.game.players()
    }

    /// Lets another player of the engine play.
    ///
    /// # Errors
    /// `unknown-player`.
    pub(super) fn set_player(&mut self, name: &str) -> Result<(), Refusal> {
        self.game.check_player(name)?;
        self.go.player = Some(name.to_owned());
        Ok(())
    }

    /// Asks for a move, or says that the game is over.
    pub(super) fn prompt(&self) -> String {
        match self.game.turn() {
            Turn::Over(_) => "over> ".to_owned(),
            Turn::Decide(side) | Turn::Roll(side) => {
                format!("{}> ", self.setup.entry.description.sides[side.index()])
            }
        }
    }

    fn result_in_words(&self, outcome: Outcome) -> String {
        let how = self.game.ending().map(|how| format!(": {how}")).unwrap_or_default();
        match outcome {
            Outcome::Draw => format!("Drawn{how}. 'new' begins another game."),
            Outcome::Win { side, points } => {
                let points = if points > 1 { format!(" {points} points") } else { String::new() };
                format!("{} wins{points}{how}. 'new' begins another game.", self.side_name(side))
            }
        }
    }
}

/// Whether the boards between two moves of the engine are drawn.
fn people_watch(people: People) -> bool {
    people == People::None
}
