//! A game in progress: its rules, its players and its pictures.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::search::Search;
use super::solution::{Solution, exact_score, solve};
use crate::base::{Outcome, Score, Side};
use crate::board::drawing_style::Style;
use crate::game::{MatchStanding, Turn};
use crate::host::{GameEntry, GameHost, PlayerInfo, Start};
use crate::protocol::grammar::argument_parsers::DEEPEST_PERFT;
use crate::protocol::grammar::command::Tokens;
use crate::protocol::grammar::refusal::{Code, Refusal as Error};
use crate::protocol::io::conversation_log::LOG_FILE;
use crate::protocol::session::engine_options::{EngineOptions, OptionEffect};
use crate::protocol::session::search_thread::SearchThread;
use crate::protocol::session::setup::Setup;
use crate::search::OptionSpec;

/// A game in progress, with the players that can be asked for a move.
///
/// Moves and positions are text, in the notation of the game. A call that returns an error has
/// changed nothing. A game can be sent to another thread.
///
/// # Examples
/// ```
/// use parlour::Game;
///
/// let mut game = Game::new("connect4")?;
/// game.play("4 4 4 4 4 2")?;
/// assert_eq!(game.legal_moves()?, ["1", "2", "3", "4", "5", "6", "7"]);
/// let answer = game.search().player("generic").depth(6).run()?;
/// println!("{} is worth {:?}", answer.best, answer.value());
/// game.play(&answer.best)?;
/// assert_eq!(game.played().len(), 7);
/// # Ok::<(), parlour::Error>(())
/// ```
pub struct Game {
    entry: &'static GameEntry,
    host: Box<dyn GameHost>,
    options: EngineOptions,
    thread: SearchThread,
}

/// The value of a position without a search, **for the side to act**.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Evaluation {
    /// The value in hundredths of the game's unit, **for the side to act**.
    ///
    /// Without dice it is −27,999 to 27,999; with dice, for money, within ±300 times the value of the
    /// cube. In a match it may be any number: 100 stands for the chance to win it with one point more.
    pub centipoints: i32,
    /// Further facts of the evaluation: words, each with its numbers after it.
    pub details: String,
}

impl Evaluation {
    /// The first number after this word of the details; `None` if the word is not there.
    ///
    /// Backgammon has the probabilities `win`, `gammon`, `backgammon`, `lose_gammon`,
    /// `lose_backgammon`, and with a cube the equities `no_double`, `double_take`, `double_drop`.
    pub fn number(&self, word: &str) -> Option<f64> {
        let mut words = self.details.split_ascii_whitespace();
        words.find(|found| *found == word)?;
        words.next()?.parse().ok()
    }
}

impl Game {
    /// Begins a game of a variant.
    ///
    /// The text is the game's name, then words that choose the variant, such as
    /// `connect5 size 9 rule renju` or `backgammon cube on`; [`games`](crate::games()) lists them all.
    ///
    /// # Errors
    /// `unknown-game`; `bad-syntax`, `bad-number`, `bad-value` for the words of a variant.
    pub fn new(game: &str) -> Result<Self, Error> {
        let setup = Setup::read(game, Vec::new())?;
        let host = setup.open_game()?;
        let options = setup.engine_options(&host.players())?;
        Ok(Self { entry: setup.entry, host, options, thread: SearchThread::default() })
    }

    /// The word for the game, without its variant: `connect4`.
    pub fn name(&self) -> &'static str {
        self.entry.name
    }

    /// Begins the next game of the same variant; in a match its score goes on.
    ///
    /// Players forget what they have found out.
    pub fn next_game(&mut self) {
        self.host.new_game();
    }

    /// Goes back to the start position.
    pub fn restart(&mut self) {
        // The start position is always one.
        let set = self.host.set_position(Start::Standard, &[]);
        debug_assert!(set.is_ok(), "a game can begin again");
    }

    /// Sets a position in the notation of the game, as [`fen`](Self::fen) writes it.
    ///
    /// Backgammon also reads XGID and the ids of GNU Backgammon.
    ///
    /// # Errors
    /// `bad-position`.
    pub fn set_position(&mut self, fen: &str) -> Result<(), Error> {
        Ok(self.host.set_position(Start::Fen(fen), &[])?)
    }

    /// The position on one line.
    pub fn fen(&self) -> String {
        let mut text = String::new();
        self.host.write_fen(&mut text);
        text
    }

    /// Plays these moves, separated by blanks, or none of them.
    ///
    /// A move of backgammon may have its dice in front: `31:8/5,6/5`.
    ///
    /// # Errors
    /// `illegal-move`, `game-over`, `need-dice`; for dice in front of a move also the errors of
    /// [`set_dice`](Self::set_dice).
    pub fn play(&mut self, moves: &str) -> Result<(), Error> {
        Ok(self.host.play(&Tokens::new(moves).to_vec())?)
    }

    /// Takes this many moves back.
    ///
    /// # Errors
    /// `bad-value` if fewer have been played since the position was set.
    pub fn undo(&mut self, moves: u64) -> Result<(), Error> {
        Ok(self.host.undo(moves)?)
    }

    /// The moves since the position was set, the first one first.
    pub fn played(&self) -> Vec<String> {
        let mut text = String::new();
        self.host.write_history(&mut text);
        words(&text)
    }

    /// The legal moves, always in the same order; none if the game is over.
    ///
    /// # Errors
    /// `need-dice`.
    pub fn legal_moves(&self) -> Result<Vec<String>, Error> {
        let mut text = String::new();
        self.host.write_legal(&mut text)?;
        Ok(words(&text))
    }

    /// Gives the side to move these dice.
    ///
    /// # Errors
    /// `unsupported` where there are no dice and while a double is open, `bad-value` for a die that is
    /// not 1 to 6 and for equal dice that would decide who begins, `game-over`.
    pub fn set_dice(&mut self, a: u8, b: u8) -> Result<(), Error> {
        Ok(self.host.lay_dice(a, b)?)
    }

    /// Rolls the dice, by the option `Seed`, and returns them.
    ///
    /// # Errors
    /// `unsupported` where there are no dice and while a double is open, `game-over`.
    pub fn roll(&mut self) -> Result<(u8, u8), Error> {
        Ok(self.host.roll(self.options.seed())?)
    }

    /// The side that acts, and whether it is for a move or for dice; or how the game has ended.
    pub fn turn(&self) -> Turn {
        self.host.turn()
    }

    /// The side to act; once the game is over, the side whose turn it would have been.
    pub fn side(&self) -> Side {
        self.host.side()
    }

    /// The result; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decide(_) | Turn::Roll(_) => None,
        }
    }

    /// How the game has ended, in words; `None` while it goes on.
    pub fn ending(&self) -> Option<String> {
        self.host.ending()
    }

    /// The score of the match, this game included; `None` if the game is not part of one.
    pub fn match_standing(&self) -> Option<MatchStanding> {
        self.host.match_standing()
    }

    /// The board as lines of text.
    pub fn board(&self, style: Style) -> String {
        let mut text = String::new();
        self.host.draw(style, &mut text);
        text
    }

    /// The board as an SVG picture, with this side at the bottom.
    ///
    /// # Errors
    /// `unsupported` where a game has no picture.
    ///
    /// # Examples
    /// ```
    /// use parlour::{Game, Side};
    ///
    /// let mut game = Game::new("sticks")?;
    /// game.play("S@d4 H@d5")?;
    /// let svg = game.svg(Side::First)?;
    /// assert!(svg.starts_with("<svg "));
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn svg(&self, bottom: Side) -> Result<String, Error> {
        Ok(self.host.picture(bottom, &[])?)
    }

    /// The players, the default first.
    pub fn players(&self) -> Vec<PlayerInfo> {
        self.host.describe_players()
    }

    /// The options.
    pub fn options(&self) -> &[OptionSpec] {
        self.options.specs()
    }

    /// Sets an option, such as `Hash`, `Threads`, `Level` or `Seed`.
    ///
    /// An option that names a file reads that file. `Style` has no effect:
    /// [`board`](Self::board) takes a style.
    ///
    /// # Errors
    /// `unknown-option`, `bad-number`, `bad-value`, `unknown-player`, and `unsupported` for `LogFile`:
    /// only a [`Session`](crate::Session) has a conversation.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
        if name.eq_ignore_ascii_case(LOG_FILE) {
            return Err(Error::new(Code::Unsupported, "there is no conversation to log"));
        }
        let players = self.host.players();
        match self.options.set(name, Some(value), self.entry.name, &players)? {
            OptionEffect::Value => {}
            OptionEffect::ClearHash => self.host.clear_tables(),
            OptionEffect::Seed => self.host.restart_random_streams(),
        }
        Ok(())
    }

    /// The value of the position without a search.
    ///
    /// # Errors
    /// `game-over`.
    ///
    /// # Examples
    /// ```
    /// use parlour::Game;
    ///
    /// let mut game = Game::new("backgammon cube on")?;
    /// game.set_position("XGID=---ACCD-BB----ca---dcca---:0:0:1:00:0:0:0:0:10")?;
    /// let evaluation = game.evaluation()?;
    /// let [win, double] = ["win", "double_take"].map(|word| evaluation.number(word));
    /// assert!(win.is_some_and(|win| win > 0.7) && double.is_some_and(|equity| equity > 0.8));
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn evaluation(&self) -> Result<Evaluation, Error> {
        let mut text = String::new();
        self.host.write_evaluation(&mut text)?;
        let mut words = text.trim_start().splitn(3, ' ').skip(1);
        let centipoints = words.next().and_then(|number| number.parse().ok()).unwrap_or_default();
        Ok(Evaluation { centipoints, details: words.next().unwrap_or_default().to_owned() })
    }

    /// A question to a player, to be limited and then asked by [`run`](Search::run).
    ///
    /// # Examples
    /// The best plays of a roll of backgammon, with the chances of each:
    /// ```
    /// use parlour::{Game, Rating};
    ///
    /// let mut game = Game::new("backgammon cube on")?;
    /// game.set_position("XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:41:0:0:0:0:10")?;
    /// let answer = game.search().depth(1).lines(3).run()?;
    /// for info in (1..=3).filter_map(|rank| answer.line(rank)) {
    ///     let Rating::Equity(value) = info.rating else { continue };
    ///     println!("{} {:+.3} {:?}", info.pv, value.equity, value.probability("win"));
    /// }
    /// assert_eq!(answer.best, "14/10,14/13");
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn search(&mut self) -> Search<'_> {
        let player = self.options.player(self.entry.name).map(str::to_owned);
        let Self { host, options, thread, .. } = self;
        Search::new(&**host, thread, options.values().clone(), player)
    }

    /// The exact value of the position and of each of its moves, where the game is solved:
    /// Connect Four.
    ///
    /// It runs on the caller's thread until it is done, and cannot be stopped; `Hash` and `Threads`
    /// have no effect. On the usual rack of 7 × 6 it takes microseconds near the end and in the first
    /// plies, for which there is a table, and up to some minutes between; on larger racks it may take
    /// hours. The first call of a process takes about 0.1 seconds more, to unpack that table. The
    /// results are kept for the next call. A [`search`](Self::search) by `perfect` has
    /// limits, and reports what it has proved.
    ///
    /// # Errors
    /// `unsupported` where the game is not solved, `game-over`.
    ///
    /// # Examples
    /// ```
    /// use parlour::Game;
    ///
    /// let mut game = Game::new("connect4")?;
    /// game.play("4444422222156613")?;
    /// let solution = game.solve()?;
    /// println!("best {:?}, {:?} plies", solution.best_moves(), solution.score.plies_to_end());
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn solve(&mut self) -> Result<Solution, Error> {
        solve(self.host.as_mut(), self.options.values())
    }

    /// The exact value of the position alone, for the side to move.
    ///
    /// It is quicker than [`solve`](Self::solve).
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn exact_score(&mut self) -> Result<Score, Error> {
        exact_score(self.host.as_mut(), self.options.values()).map(|(score, _)| score)
    }

    /// Counts the leaves of the tree of legal moves, this many plies deep, on one thread.
    ///
    /// More than 200 plies count as 200. It cannot be stopped.
    ///
    /// # Examples
    /// ```
    /// assert_eq!(parlour::Game::new("connect4")?.perft(4), 2_401);
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn perft(&self, plies: u32) -> u64 {
        let count = self.host.perft(plies.min(DEEPEST_PERFT), false, 1);
        // It ends without a count only when it is stopped.
        count(&AtomicBool::new(false), &mut |_, _| {}).unwrap_or_default()
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.fen();
        f.debug_struct("Game")
            .field("name", &self.name())
            .field("fen", &fen)
            .finish_non_exhaustive()
    }
}

/// The words of a list, without the blanks.
fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::Game;
    use crate::api::games;
    use crate::base::{Outcome, Side};
    use crate::board::drawing_style::Style;
    use crate::game::Turn;
    use crate::host::SearchReport;

    fn new(game: &str) -> Game {
        Game::new(game).expect("a game")
    }

    fn code(result: Result<(), super::Error>) -> &'static str {
        result.expect_err("an error").code.word()
    }

    #[test]
    fn every_player_of_every_game_answers_and_explains() {
        for info in games() {
            let mut game = new(info.name);
            if info.has_dice {
                game.set_option("Seed", "1").and_then(|()| game.roll()).expect("dice");
            }
            let legal = game.legal_moves().expect("moves");
            for player in &info.players {
                let mut reports = 0;
                let search = game.search().player(player.name).nodes(200);
                let answer = search.on_info(|_| reports += 1).run().expect("an answer");
                assert!(legal.contains(&answer.best), "{}: {}", player.name, answer.best);
                assert_eq!(answer.infos.len(), reports);
                let first = answer.line(1).map(|info| info.pv.starts_with(answer.best.as_str()));
                assert!(first.is_none_or(|is_best| is_best), "{}", player.name);
                let explained = game.search().player(player.name).nodes(200).explain();
                assert_eq!(explained.expect("judgements").len(), legal.len());
            }
        }
    }

    #[test]
    fn searches_keep_to_the_moves_and_lines_asked_for() {
        let mut game = new("connect5 size 9");
        game.play("e5").expect("a move");
        let answer = game.search().moves("a1 i9").lines(2).depth(3).run().expect("an answer");
        assert!(["a1", "i9"].contains(&answer.best.as_str()));
        let pv = |rank| answer.line(rank).map(|info: &SearchReport| info.pv[..2].to_owned());
        assert!(pv(1).is_some() && pv(2).is_some() && pv(1) != pv(2));
        assert_eq!(pv(3), None);
        assert!(answer.value().is_some());
    }

    #[test]
    fn player_that_the_option_names_is_asked() {
        let mut game = new("connect4");
        game.set_option("Player", "george").expect("a player");
        assert_eq!(game.search().run().expect("an answer").infos.len(), 0);
        assert_eq!(code(game.set_option("Player", "nobody")), "unknown-player");
        assert_eq!(game.search().player("nobody").run().unwrap_err().code.word(), "unknown-player");
    }

    #[test]
    fn moves_positions_and_records_are_text() {
        let mut game = new("connect4");
        game.play("4 4 12").expect("moves");
        assert_eq!(game.played(), ["4", "4", "1", "2"]);
        let fen = game.fen();
        game.undo(3).expect("three moves");
        assert_eq!(game.side(), Side::Second);
        game.set_position(&fen).expect("the position");
        assert_eq!((game.fen(), game.played().len()), (fen.clone(), 0));
        for wrong in ["9", "4 9", "x"] {
            assert_eq!(code(game.play(wrong)), "illegal-move");
        }
        assert_eq!(code(game.undo(1)), "bad-value");
        assert_eq!(code(game.set_position("nonsense")), "bad-position");
        assert_eq!(game.fen(), fen);
        assert!(game.board(Style::Ascii).contains("[x]") && game.svg(Side::Second).is_ok());
        game.restart();
        assert_eq!(game.fen(), new("connect4").fen());
    }

    #[test]
    fn finished_game_has_an_outcome_and_no_moves() {
        let mut game = new("connect4");
        game.play("1 2 1 2 1 2 1").expect("moves");
        assert_eq!(game.outcome().and_then(Outcome::winner), Some(Side::First));
        assert_eq!(game.ending().as_deref(), Some("four in line"));
        assert_eq!(game.legal_moves().expect("a list").len(), 0);
        assert_eq!(code(game.play("3")), "game-over");
        assert_eq!(game.search().run().unwrap_err().code.word(), "game-over");
        assert_eq!(game.evaluation().unwrap_err().code.word(), "game-over");
        game.next_game();
        assert_eq!(game.outcome(), None);
    }

    #[test]
    fn dice_are_given_or_rolled() {
        let mut game = new("backgammon match 3");
        assert_eq!(game.legal_moves().unwrap_err().code.word(), "need-dice");
        game.set_dice(3, 1).expect("dice");
        assert_eq!(game.turn(), Turn::Decide(Side::First));
        game.play("8/5,6/5").expect("a play");
        game.set_option("Seed", "5").expect("a seed");
        let rolled = game.roll().expect("dice");
        game.undo(1).and_then(|()| game.play("31:8/5,6/5")).expect("the same play");
        assert_eq!(game.roll().expect("dice"), rolled);
        assert_eq!(code(game.set_dice(0, 7)), "bad-value");
        assert_eq!(game.match_standing().map(|standing| standing.points), Some([0, 0]));
        assert_eq!(new("connect4").roll().unwrap_err().code.word(), "unsupported");
    }

    #[test]
    fn errors_are_errors_and_games_move_between_threads() {
        fn is_error<E: std::error::Error + Send + Sync + 'static>() {}
        fn is_send<T: Send + std::fmt::Debug>() {}
        is_error::<super::Error>();
        is_send::<Game>();
        assert_eq!(Game::new("connect4 width 99").unwrap_err().code.word(), "bad-value");
    }
}
