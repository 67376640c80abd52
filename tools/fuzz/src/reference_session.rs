//! A slow session: after every line that changes the game, it is played again from its beginning.
//!
//! It has the rules of the games in common with the engine, and the values of options; but moves
//! are played one by one, nothing is ever taken back, and what is refused leaves no trace, since
//! the game that refused it is thrown away.

use parlour::base::Score;
use parlour::game::Turn;
use parlour::host::{GameHost, HostError, SearchRequest, Start};
use parlour::protocol::grammar::command::{Command, Go, Tokens};
use parlour::protocol::grammar::refusal::{Code, Refusal};
use parlour::protocol::grammar::reply::Reply;
use parlour::protocol::session::engine_options::{EngineOptions, OptionEffect};
use parlour::protocol::session::{find_game, open_game};
use parlour::search::Rating;

use crate::check_small_searches::small_options;
use crate::game_snapshot::GameSnapshot;
use crate::variants::TestedVariant;

/// The form that the answers to a line must have.
#[derive(Debug)]
pub enum ExpectedAnswer {
    /// `ok`, and nothing else.
    Ok,
    /// This reply, and nothing else.
    One(Box<Reply>),
    /// Any number of lines, the last of which begins so.
    Last(&'static str),
    /// A best move that is one of these.
    Best(Vec<String>),
    /// These moves explained, in any order.
    Explained(Vec<String>),
    /// One line for each legal move if asked for, then this; a `stop` may come between.
    Perft(u32),
}

/// An action that has changed the game since it was opened.
#[derive(Clone, Debug)]
enum GameChange {
    Position(Option<String>),
    Play(String),
    /// These two dice were laid, 1 to 6 each.
    Dice(u8, u8),
    Next,
    RestartStreams,
}

/// A game and how it came about.
pub struct ReferenceSession {
    variant: TestedVariant,
    actions: Vec<GameChange>,
    game: Box<dyn GameHost>,
    options: EngineOptions,
    /// Whether the session has ended.
    pub is_over: bool,
}

impl ReferenceSession {
    /// The beginning of a session with small options.
    pub fn new(variant: &TestedVariant) -> Self {
        let variant = TestedVariant {
            entry: variant.entry,
            keys_and_values: variant.keys_and_values.clone(),
        };
        let game = variant.open();
        let options = small_options();
        Self { variant, actions: Vec::new(), game, options, is_over: false }
    }

    /// The visible state of the game.
    pub fn snapshot(&self) -> GameSnapshot {
        GameSnapshot::of(self.game.as_ref())
    }

    /// The names of the game's players.
    pub fn players(&self) -> Vec<&'static str> {
        self.game.players()
    }

    /// The game, for questions.
    pub fn game(&self) -> &dyn GameHost {
        self.game.as_ref()
    }

    /// Executes a command.
    ///
    /// # Errors
    /// What the engine must refuse, too, with the same code.
    pub fn execute(&mut self, command: &Command) -> Result<ExpectedAnswer, Refusal> {
        let one = |reply| Ok(ExpectedAnswer::One(Box::new(reply)));
        match command {
            Command::Ugi => Ok(ExpectedAnswer::Last("ugiok")),
            Command::IsReady => one(Reply::ReadyOk),
            Command::Games => Ok(ExpectedAnswer::Last("games ")),
            Command::Players => one(Reply::Players(self.game.players())),
            Command::Describe => Ok(ExpectedAnswer::Last("describeok")),
            Command::NewGame(None) => Ok(self.change(GameChange::Next)),
            Command::NewGame(Some((name, words))) => self.open(name, words),
            Command::Position(fen, moves) => self.set_position(fen.as_deref(), moves),
            Command::Move(moves) => self.play(moves),
            Command::Undo(plies) => self.undo(*plies),
            Command::Dice(a, b) => {
                let mut trial = self.replayed_game();
                trial.lay_dice(*a, *b)?;
                self.lay_dice_after_roll([*a, *b], trial.as_ref());
                Ok(ExpectedAnswer::Ok)
            }
            Command::Roll => {
                let mut trial = self.replayed_game();
                let (a, b) = trial.roll(self.options.seed())?;
                self.lay_dice_after_roll([a, b], trial.as_ref());
                one(Reply::Dice(a, b))
            }
            Command::Go(go) => self.go(go),
            Command::Explain(go) => self.explain(go),
            Command::Perft { depth, .. } => Ok(ExpectedAnswer::Perft(*depth)),
            Command::Bench(_) | Command::Help(_) => Ok(ExpectedAnswer::Last("")),
            Command::Stop => Ok(ExpectedAnswer::Ok),
            Command::Quit => {
                self.is_over = true;
                Ok(ExpectedAnswer::Ok)
            }
            Command::SetOption { name, value } => self.set_option(name, value.as_deref()),
            Command::Show => Ok(ExpectedAnswer::Last("fen ")),
            Command::Query(_)
            | Command::Legal
            | Command::Eval
            | Command::Find(_)
            | Command::Opportunities(_)
            | Command::Playable
            | Command::Lines(_)
            | Command::Svg(..)
            | Command::Spots(_)
            | Command::History
            | Command::Fen => self.ask(command),
        }
    }

    /// Answers questions about the game.
    fn ask(&self, command: &Command) -> Result<ExpectedAnswer, Refusal> {
        let mut text = String::new();
        let game = self.game.as_ref();
        let reply = match command {
            Command::Query(_) => return Ok(ExpectedAnswer::Last("response ")),
            Command::Legal => {
                game.write_legal(&mut text)?;
                Reply::Legal(text)
            }
            Command::Eval => {
                game.write_evaluation(&mut text)?;
                Reply::Eval(text)
            }
            Command::Find(pattern) => {
                game.write_places(pattern, &mut text)?;
                Reply::Find(text)
            }
            Command::Opportunities(pattern) => {
                game.write_opportunities(pattern, &mut text)?;
                Reply::Opportunities(text)
            }
            Command::Playable => {
                game.write_playable(&mut text)?;
                Reply::Playable(text)
            }
            Command::Lines(cell) => {
                game.lines_through(cell)?;
                return Ok(ExpectedAnswer::Last("linesok"));
            }
            Command::Svg(bottom, spots) => {
                game.picture(*bottom, &spots.to_vec())?;
                return Ok(ExpectedAnswer::Last("svgok"));
            }
            Command::Spots(spots) => {
                game.clicks(&spots.to_vec())?;
                return Ok(ExpectedAnswer::Last("spotsok"));
            }
            Command::History => Reply::History(self.snapshot().history),
            Command::Fen => Reply::Fen(self.snapshot().fen),
            other => unreachable!("`execute` answers {other:?}"),
        };
        Ok(ExpectedAnswer::One(Box::new(reply)))
    }

    fn open(&mut self, name: &str, words: &Tokens) -> Result<ExpectedAnswer, Refusal> {
        let words = words.to_vec();
        let entry = find_game(name)?;
        self.game = open_game(entry, &words)?;
        self.variant = TestedVariant {
            entry,
            keys_and_values: words.into_iter().map(str::to_owned).collect(),
        };
        self.actions.clear();
        Ok(ExpectedAnswer::Ok)
    }

    /// The same game, played again from its beginning.
    pub fn replayed_game(&self) -> Box<dyn GameHost> {
        let mut game = self.variant.open();
        for action in &self.actions {
            carry_out(game.as_mut(), action)
                .unwrap_or_else(|error| panic!("{error}: {action:?} of {:?}", self.actions));
        }
        game
    }

    /// Adds an action that cannot be refused.
    fn change(&mut self, action: GameChange) -> ExpectedAnswer {
        carry_out(self.game.as_mut(), &action)
            .unwrap_or_else(|error| panic!("{error}: {action:?} after {:?}", self.actions));
        self.actions.push(action);
        ExpectedAnswer::Ok
    }

    fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: &Tokens,
    ) -> Result<ExpectedAnswer, Refusal> {
        let start = fen.map_or(Start::Standard, Start::Fen);
        let mut trial = self.replayed_game();
        trial.set_position(start, &moves.to_vec())?;
        self.change(GameChange::Position(fen.map(str::to_owned)));
        self.follow(trial.as_ref());
        Ok(ExpectedAnswer::Ok)
    }

    fn play(&mut self, moves: &Tokens) -> Result<ExpectedAnswer, Refusal> {
        let mut trial = self.replayed_game();
        trial.play(&moves.to_vec())?;
        self.follow(trial.as_ref());
        Ok(ExpectedAnswer::Ok)
    }

    /// Plays one by one what the other game has played more than this one.
    fn follow(&mut self, other: &dyn GameHost) {
        let view = GameSnapshot::of(other);
        let played = self.plies_played();
        for word in view.history.split_ascii_whitespace().skip(played) {
            let (dice, m) = word.split_once(':').map_or((None, word), |(dice, m)| (Some(dice), m));
            let dice = dice.filter(|_| matches!(self.game.turn(), Turn::Roll(_)));
            if let Some([a, b]) = dice.map(str::as_bytes) {
                self.change(GameChange::Dice(a - b'0', b - b'0'));
            }
            self.change(GameChange::Play(m.to_owned()));
        }
        assert_eq!(self.snapshot(), view, "all at once and one by one: {:?}", self.actions);
    }

    /// Gives the dice, after the decision to roll if the other game has made it.
    fn lay_dice_after_roll(&mut self, dice: [u8; 2], other: &dyn GameHost) {
        let view = GameSnapshot::of(other);
        let implied = view.history.split_ascii_whitespace().nth(self.plies_played());
        if let Some(word) = implied {
            self.change(GameChange::Play(word.to_owned()));
        }
        self.change(GameChange::Dice(dice[0], dice[1]));
        assert_eq!(self.snapshot(), view, "with dice: {:?}", self.actions);
    }

    fn plies_played(&self) -> usize {
        self.snapshot().history.split_ascii_whitespace().count()
    }

    fn undo(&mut self, plies: u64) -> Result<ExpectedAnswer, Refusal> {
        let played = self.plies_played() as u64;
        if plies > played {
            return Err(Refusal::new(Code::BadValue, "too many plies"));
        }
        let mut left = plies;
        while left > 0 {
            match self.actions.pop() {
                Some(GameChange::Play(_)) => left -= 1,
                Some(_) => {}
                None => panic!("{plies} of {played} plies cannot be taken back"),
            }
        }
        self.game = self.replayed_game();
        Ok(ExpectedAnswer::Ok)
    }

    fn search_request_of<'a>(
        &'a self,
        go: &'a Go,
        moves: &'a [&'a str],
    ) -> Result<SearchRequest<'a>, Refusal> {
        let player = go.player.as_deref().or_else(|| self.options.player(self.variant.entry.name));
        let players = self.game.players();
        if player.is_some_and(|name| !players.contains(&name)) {
            return Err(Refusal::new(Code::UnknownPlayer, "no such player"));
        }
        let options = self.options.values();
        Ok(SearchRequest { player, limits: go.limits_with(options), moves, options })
    }

    fn go(&self, go: &Go) -> Result<ExpectedAnswer, Refusal> {
        let words = go.moves.to_vec();
        let request = self.search_request_of(go, &words)?;
        if matches!(self.game.turn(), Turn::Over(_)) {
            return Ok(ExpectedAnswer::Best(vec!["none".to_owned()]));
        }
        drop(self.game.search(&request)?);
        Ok(ExpectedAnswer::Best(self.snapshot().moves().into_iter().map(str::to_owned).collect()))
    }

    fn explain(&self, go: &Go) -> Result<ExpectedAnswer, Refusal> {
        let words = go.moves.to_vec();
        if words.first().is_some_and(|first| self.game.players().contains(first)) {
            return Err(Refusal::new(Code::BadSyntax, "a player instead of a move"));
        }
        let request = self.search_request_of(go, &words)?;
        drop(self.game.explain(&request)?);
        if !words.is_empty() {
            return Ok(ExpectedAnswer::Last("explainok"));
        }
        Ok(ExpectedAnswer::Explained(
            self.snapshot().moves().into_iter().map(str::to_owned).collect(),
        ))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<ExpectedAnswer, Refusal> {
        let players = self.game.players();
        match self.options.set(name, value, self.variant.entry.name, &players)? {
            OptionEffect::Seed => Ok(self.change(GameChange::RestartStreams)),
            OptionEffect::Value | OptionEffect::ClearHash => Ok(ExpectedAnswer::Ok),
        }
    }
}

fn carry_out(game: &mut dyn GameHost, action: &GameChange) -> Result<(), HostError> {
    match action {
        GameChange::Position(fen) => {
            game.set_position(fen.as_deref().map_or(Start::Standard, Start::Fen), &[])
        }
        GameChange::Play(word) => game.play(&[word]),
        GameChange::Dice(a, b) => game.lay_dice(*a, *b),
        GameChange::Next => {
            game.new_game();
            Ok(())
        }
        GameChange::RestartStreams => {
            game.restart_random_streams();
            Ok(())
        }
    }
}

/// The rating of a search that nothing is known of.
pub const UNKNOWN_RATING: Rating = Rating::Score(Score::ZERO);
