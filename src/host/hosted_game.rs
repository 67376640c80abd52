//! The one implementation of [`GameHost`], for every game.

use std::fmt::Write as _;

use super::dice::{DiceFunctionTable, DiceStream};
use super::game_host_trait::{
    ExplainJob, GameHost, PerftJob, PlayerInfo, SearchJob, SearchRequest, Start,
};
use super::searches::exact_scorer_trait::ExactScorer;
use super::searches::players_and_their_searches::{
    BuiltPlayers, PlayerEntry, PlayerHandle, PreparedSearch,
};
use super::{CellAccess, HostError, MoveClicks, PictureView, VariantFacts};
use crate::base::hash::GOLDEN_GAMMA;
use crate::base::{Score, Side, SplitMix64, number_with_noun};
use crate::board::drawing_style::Style;
use crate::game::{Dice, Evaluate, MatchStanding, Notation, Record, Turn};
use crate::search::{Options, Stopwatch};

/// A game in progress with its players and whatever else the game can do.
pub struct HostedGame<P: Notation + Evaluate> {
    start: P,
    /// The game since the position was set.
    pub(super) record: Record<P>,
    /// The methods of a game with dice.
    pub(super) dice: Option<&'static DiceFunctionTable<P>>,
    /// The stream from which every position gets its dice, if it was set with the position.
    pub(super) dice_stream: Option<DiceStream>,
    /// By ply: the stream before it, for taking back.
    pub(super) earlier_streams: Vec<Option<DiceStream>>,
    /// Games since the random streams were started, this one apart.
    games_before: u64,
    /// Access to the cells, for a game on a grid.
    pub(super) grid: Option<CellAccess<P>>,
    /// The functions that draw the game as an SVG picture, if it has them.
    pub(super) picture: Option<PictureView<P>>,
    /// The value in `eval`, in hundredths **for the side to act**, if it is not that of [`Evaluate`].
    static_value: Option<fn(&P) -> i64>,
    /// Writes what the game adds to the value in `eval`.
    write_details: Option<fn(&P, &mut String)>,
    /// The stakes, see [`GameHost::stakes`].
    stakes: Option<fn(&P) -> [f64; 4]>,
    players: BuiltPlayers<P>,
    solver: Option<ExactSolver<P>>,
    /// The name of the player that makes rollouts.
    rollout_player: Option<&'static str>,
    facts: VariantFacts,
}

/// The solver of a solved game, for exact scores.
struct ExactSolver<P> {
    /// The name of the player that has the same scores.
    player: &'static str,
    scorer: Box<dyn ExactScorer<P>>,
}

impl<P: Notation + Evaluate> HostedGame<P> {
    /// A game at the start position of a variant, with these players, the default first.
    pub fn new(start: P, entries: &'static [PlayerEntry<P>]) -> Self {
        Self {
            record: Record::new(start.clone()),
            start,
            dice: None,
            dice_stream: None,
            earlier_streams: Vec::new(),
            games_before: 0,
            grid: None,
            picture: None,
            static_value: None,
            write_details: None,
            stakes: None,
            players: BuiltPlayers::new(entries),
            solver: None,
            rollout_player: None,
            facts: VariantFacts::default(),
        }
    }

    /// This game as a variant that differs from the registry in these facts.
    #[must_use]
    pub const fn with_facts(mut self, facts: VariantFacts) -> Self {
        self.facts = facts;
        self
    }

    /// This game with a grid of cells.
    #[must_use]
    pub fn with_grid(mut self, grid: CellAccess<P>) -> Self {
        self.grid = Some(grid);
        self
    }

    /// This game with a picture, and clicks on it.
    #[must_use]
    pub fn with_picture(mut self, picture: PictureView<P>) -> Self {
        self.picture = Some(picture);
        self
    }

    /// This game with a value of its own in `eval`, in hundredths **for the side to act**.
    #[must_use]
    pub fn with_static_value(mut self, static_value: fn(&P) -> i64) -> Self {
        self.static_value = Some(static_value);
        self
    }

    /// This game with words of its own after the value in `eval`.
    #[must_use]
    pub fn with_details(mut self, write_details: fn(&P, &mut String)) -> Self {
        self.write_details = Some(write_details);
        self
    }

    /// This game with stakes, see [`GameHost::stakes`].
    #[must_use]
    pub const fn with_stakes(mut self, stakes: fn(&P) -> [f64; 4]) -> Self {
        self.stakes = Some(stakes);
        self
    }

    /// This game with exact scores, those of the player of this name.
    #[must_use]
    pub fn with_scorer(mut self, player: &'static str, scorer: Box<dyn ExactScorer<P>>) -> Self {
        self.solver = Some(ExactSolver { player, scorer });
        self
    }

    /// This game with a player that can make rollouts.
    #[must_use]
    pub const fn with_rollouts(mut self, player: &'static str) -> Self {
        self.rollout_player = Some(player);
        self
    }

    /// This game with dice.
    #[must_use]
    pub fn with_dice(mut self) -> Self
    where
        P: Dice,
    {
        self.dice = Some(DiceFunctionTable::OF_GAME);
        self
    }

    /// Checks that a side is to decide.
    fn check_decision(&self) -> Result<(), HostError> {
        match self.turn() {
            Turn::Decide(_) => Ok(()),
            Turn::Roll(_) => Err(HostError::NeedDice),
            Turn::Over(_) => Err(HostError::GameOver),
        }
    }

    /// Checks that this player can make rollouts.
    fn check_rollout_player(&self, player: &str) -> Result<(), HostError> {
        match self.rollout_player {
            Some(able) if able == player => Ok(()),
            Some(able) => Err(HostError::Unsupported(format!(
                "'{player}' does not roll positions out, but '{able}' does"
            ))),
            None => {
                Err(HostError::Unsupported("no player rolls positions out in this game".to_owned()))
            }
        }
    }

    /// The position to start from, and the stream of dice that is given with it.
    fn read_start(&self, start: Start<'_>) -> Result<(P, Option<DiceStream>), HostError> {
        let Start::Fen(text) = start else { return Ok((self.start.clone(), None)) };
        let (text, stream) = if self.dice.is_some() {
            DiceStream::split(text).ok_or_else(|| {
                HostError::BadPosition("'seed' needs a number, and 'rolls' another one".to_owned())
            })?
        } else {
            (text.to_owned(), None)
        };
        let position = if text == "startpos" && self.dice.is_some() {
            self.start.clone()
        } else {
            self.start.read_position(&text)?
        };
        Ok((position, stream))
    }

    /// The player of a search, and the data that the search needs on its own thread.
    fn prepare(
        &self,
        request: &SearchRequest<'_>,
    ) -> Result<(PlayerHandle<P>, PreparedSearch<P>), HostError> {
        let stopwatch = Stopwatch::start();
        let unknown = || {
            let name = request.player.unwrap_or_default();
            self.facts.refuse_player(name, &self.players.names())
        };
        let player = self.players.handle_of_player(request.player).ok_or_else(unknown)?;
        if request.limits.rollout.is_some() {
            self.check_rollout_player(player.name())?;
        }
        self.check_decision()?;
        let search = PreparedSearch {
            record: self.record.clone(),
            moves: self.allowed_moves(request.moves)?,
            limits: request.limits.clone(),
            options: request.options.clone(),
            stopwatch,
        };
        Ok((player, search))
    }

    /// The moves a search may choose from: all legal ones, or those named.
    fn allowed_moves(&self, words: &[&str]) -> Result<Vec<P::Move>, HostError> {
        let position = self.record.position();
        let mut allowed = Vec::new();
        if words.is_empty() {
            position.moves(&mut allowed);
            return Ok(allowed);
        }
        for word in words {
            let mut rest = self.without_given_dice(word);
            while !rest.is_empty() {
                let (read, left) =
                    position.read_move(rest).map_err(|error| self.refused_move(word, &error))?;
                rest = left;
                if !allowed.contains(&read) {
                    allowed.push(read);
                }
            }
        }
        Ok(allowed)
    }
}

impl<P: Notation + Evaluate> GameHost for HostedGame<P> {
    fn new_game(&mut self) {
        let next = if matches!(self.turn(), Turn::Over(_)) {
            self.record.position().next_game(&self.start)
        } else {
            self.start.clone()
        };
        self.start = next.clone();
        self.record = Record::new(next);
        self.dice_stream = None;
        self.earlier_streams.clear();
        self.games_before = self.games_before.wrapping_add(1);
        self.clear_tables();
    }

    fn set_position(&mut self, start: Start<'_>, moves: &[&str]) -> Result<(), HostError> {
        let (position, stream) = self.read_start(start)?;
        let old_record = std::mem::replace(&mut self.record, Record::new(position));
        let old_stream = std::mem::replace(&mut self.dice_stream, stream);
        let old_streams = std::mem::take(&mut self.earlier_streams);
        self.roll_from_stream();
        let result = self.play_words(moves);
        if result.is_err() {
            self.record = old_record;
            self.dice_stream = old_stream;
            self.earlier_streams = old_streams;
        }
        result
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), HostError> {
        self.play_words(moves)
    }

    fn undo(&mut self, plies: u64) -> Result<(), HostError> {
        let played = self.record.len();
        let kept =
            usize::try_from(plies).ok().and_then(|n| played.checked_sub(n)).ok_or_else(|| {
                let were = if played == 1 { "was" } else { "were" };
                HostError::BadValue(format!(
                    "{} cannot be taken back, {played} {were} played",
                    number_with_noun(plies, "ply")
                ))
            })?;
        while self.record.len() > kept {
            self.record.undo();
            if let Some(stream) = self.earlier_streams.pop() {
                self.dice_stream = stream;
            }
        }
        Ok(())
    }

    fn write_history(&self, out: &mut String) {
        let moves: Vec<P::Move> = self.record.moves().collect();
        // Dice are not plies: taking back gave each decision its dice again.
        let mut texts = Vec::with_capacity(moves.len());
        let mut back = self.record.clone();
        for m in moves.iter().rev() {
            back.undo();
            let mut text = String::from(" ");
            self.write_dice(back.position(), &mut text);
            back.position().write_move(*m, &mut text);
            texts.push(text);
        }
        texts.iter().rev().for_each(|text| out.push_str(text));
    }

    fn lay_dice(&mut self, a: u8, b: u8) -> Result<(), HostError> {
        self.give_dice(a, b)
    }

    fn roll(&mut self, seed: u64) -> Result<(u8, u8), HostError> {
        let position = self.record.position();
        let is_opening = self.dice.is_some_and(|rules| (rules.is_opening)(position));
        // The decision to roll is a ply of its own, and has the dice of the play after it.
        let implied = self.dice.and_then(|rules| (rules.implied_move)(position));
        let ply = self.record.len() + usize::from(implied.is_some());
        // Each game has a seed of its own, the first one the seed that was given.
        let seed = seed.wrapping_add(self.games_before.wrapping_mul(GOLDEN_GAMMA));
        let (a, b) = SplitMix64::at(seed, ply as u64).dice(is_opening);
        self.give_dice(a, b)?;
        Ok((a, b))
    }

    fn write_legal(&self, out: &mut String) -> Result<(), HostError> {
        match self.turn() {
            Turn::Over(_) => return Ok(()),
            Turn::Roll(_) => return Err(HostError::NeedDice),
            Turn::Decide(_) => {}
        }
        let position = self.record.position();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for m in moves {
            out.push(' ');
            position.write_move(m, out);
        }
        Ok(())
    }

    fn write_places(&self, text: &str, out: &mut String) -> Result<(), HostError> {
        Self::write_places(self, text, out)
    }

    fn write_playable(&self, out: &mut String) -> Result<(), HostError> {
        Self::write_playable(self, out)
    }

    fn write_opportunities(&self, text: &str, out: &mut String) -> Result<(), HostError> {
        Self::write_opportunities(self, text, out)
    }

    fn lines_through(&self, cell: &str) -> Result<Vec<String>, HostError> {
        Self::lines_through(self, cell)
    }

    fn empty_cells(&self) -> Option<u32> {
        Self::empty_cells(self)
    }

    fn picture(&self, bottom: Side, clicks: &[&str]) -> Result<String, HostError> {
        Self::picture(self, bottom, clicks)
    }

    fn move_clicks(&self) -> Result<MoveClicks, HostError> {
        Self::move_clicks(self)
    }

    fn turn(&self) -> Turn {
        self.record.turn()
    }

    fn side(&self) -> Side {
        self.record.position().side()
    }

    fn due(&self) -> String {
        Self::due(self)
    }

    fn ending(&self) -> Option<String> {
        Self::ending(self)
    }

    fn match_standing(&self) -> Option<MatchStanding> {
        self.record.position().match_standing()
    }

    fn stakes(&self) -> Option<[f64; 4]> {
        self.stakes.map(|stakes| stakes(self.record.position()))
    }

    fn draw(&self, style: Style, out: &mut String) {
        self.record.position().draw(style, out);
    }

    fn write_fen(&self, out: &mut String) {
        self.record.position().write_position(out);
        if let Some(DiceStream { seed, next }) = self.dice_stream {
            let _ = write!(out, " seed {seed} rolls {next}");
        }
    }

    fn write_evaluation(&self, out: &mut String) -> Result<(), HostError> {
        if matches!(self.turn(), Turn::Over(_)) {
            return Err(HostError::GameOver);
        }
        let position = self.record.position();
        let cp = self.static_value.map_or_else(
            || i64::from(position.evaluate()) * 100 / i64::from(P::UNIT),
            |static_value| static_value(position),
        );
        let _ = write!(out, " cp {cp}");
        if let Some(write_details) = self.write_details {
            write_details(position, out);
        }
        Ok(())
    }

    fn describe_players(&self) -> Vec<PlayerInfo> {
        self.players.describe()
    }

    fn players(&self) -> Vec<&'static str> {
        self.players.names()
    }

    fn variant_facts(&self) -> VariantFacts {
        self.facts
    }

    fn search(&self, request: &SearchRequest<'_>) -> Result<SearchJob, HostError> {
        let (player, search) = self.prepare(request)?;
        Ok(Box::new(move |stop, report| search.run(&player, stop, report)))
    }

    fn explain(&self, request: &SearchRequest<'_>) -> Result<ExplainJob, HostError> {
        let (player, search) = self.prepare(request)?;
        Ok(Box::new(move |stop| search.explain(&player, stop)))
    }

    fn check_single_move(&self, word: &str) -> Result<(), HostError> {
        self.check_decision()?;
        Self::check_single_move(self, word)
    }

    fn solver(&self) -> Option<&'static str> {
        self.solver.as_ref().map(|solver| solver.player)
    }

    fn solve(&mut self, options: &Options) -> Option<(Score, u64)> {
        self.check_decision().ok()?;
        let solver = self.solver.as_mut()?;
        Some(solver.scorer.score(self.record.position(), options))
    }

    fn perft(&self, depth: u32, divide: bool, threads: usize) -> PerftJob {
        Self::perft(self, depth, divide, threads)
    }

    fn clear_tables(&mut self) {
        self.players.clear_tables();
        if let Some(solver) = &mut self.solver {
            solver.scorer.forget();
        }
    }

    fn restart_random_streams(&mut self) {
        self.games_before = 0;
        self.players.restart_streams();
    }
}

impl<P: Notation + Evaluate> HostedGame<P> {
    /// Writes the dice of the position, `31:`, as move lists have them; nothing without dice.
    fn write_dice(&self, position: &P, out: &mut String) {
        if let Some(rules) = self.dice {
            rules.write_dice(position, out);
        }
    }
}
