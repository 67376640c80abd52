//! The one implementation of [`GameHost`], for every game.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use super::built_players::{BuiltPlayers, PlayerHandle};
use super::dice_stream::{DiceRules, Stream, divide_plays};
use super::game_host::{
    GameHost, PerftJob, PlayerInfo, SearchAnswer, SearchJob, SearchReport, SearchRequest, Start,
};
use super::player_entry::{PlayerEntry, Scorer};
use super::{GridView, HostError};
use crate::base::{Score, Side, SplitMix64};
use crate::board::pattern;
use crate::board::render::Style;
use crate::game::perft::divide;
use crate::game::{Dice, Evaluate, Notation, Position, Record, Turn};
use crate::search::threads::perft;
use crate::search::{Limits, Options, Progress, SearchTask, Stopwatch, Watcher};

/// A game in progress with its players and whatever else the game can do.
pub struct HostedGame<P: Notation + Evaluate> {
    start: P,
    /// The game since the position was set.
    pub(super) record: Record<P>,
    /// How dice are laid, where the game has any.
    pub(super) dice: Option<DiceRules<P>>,
    /// The dice that come by themselves, where the position brought them along.
    pub(super) stream: Option<Stream>,
    /// The stream as it was before each ply, for taking back.
    pub(super) rolled: Vec<Option<Stream>>,
    grid: Option<GridView<P>>,
    details: Option<fn(&P, &mut String)>,
    players: BuiltPlayers<P>,
    /// The player whose scores are exact, and what finds them alone.
    scorer: Option<(&'static str, Box<dyn Scorer<P>>)>,
    /// The player that plays games out.
    roller: Option<&'static str>,
}

impl<P: Notation + Evaluate> HostedGame<P> {
    /// A table at the start position of a variant, with these players, the default first.
    pub fn new(start: P, entries: &'static [PlayerEntry<P>]) -> Self {
        Self {
            record: Record::new(start.clone()),
            start,
            dice: None,
            stream: None,
            rolled: Vec::new(),
            grid: None,
            details: None,
            players: BuiltPlayers::new(entries),
            scorer: None,
            roller: None,
        }
    }

    /// The same with the questions that can be asked of a grid.
    #[must_use]
    pub fn with_grid(mut self, grid: GridView<P>) -> Self {
        self.grid = Some(grid);
        self
    }

    /// The same with words of the game's own behind the value in `eval`.
    #[must_use]
    pub fn with_details(mut self, details: fn(&P, &mut String)) -> Self {
        self.details = Some(details);
        self
    }

    /// The same with exact scores, which are those of the player of this name.
    #[must_use]
    pub fn with_scorer(mut self, player: &'static str, scorer: Box<dyn Scorer<P>>) -> Self {
        self.scorer = Some((player, scorer));
        self
    }

    /// The same with a player that can play games out from a position.
    #[must_use]
    pub const fn with_rollouts(mut self, player: &'static str) -> Self {
        self.roller = Some(player);
        self
    }

    /// The same with dice that can be given, rolled, and streamed.
    #[must_use]
    pub fn with_dice(mut self) -> Self
    where
        P: Dice,
    {
        self.dice = Some(DiceRules::of_game());
        self
    }

    fn grid(&self) -> Result<&GridView<P>, HostError> {
        self.grid.as_ref().ok_or_else(|| {
            HostError::Unsupported("this game has no grid of cells to look at".to_owned())
        })
    }

    /// The position's side decides now, or the fault that says why not.
    fn decides(&self) -> Result<(), HostError> {
        match self.turn() {
            Turn::Decide(_) => Ok(()),
            Turn::Roll(_) => Err(HostError::NeedDice),
            Turn::Over(_) => Err(HostError::GameOver),
        }
    }

    /// This player can play games out, or the fault that says who can.
    fn rolls_out(&self, player: &str) -> Result<(), HostError> {
        match self.roller {
            Some(roller) if roller == player => Ok(()),
            Some(roller) => Err(HostError::Unsupported(format!(
                "'{player}' does not roll positions out, but '{roller}' does"
            ))),
            None => {
                Err(HostError::Unsupported("nobody rolls positions out in this game".to_owned()))
            }
        }
    }

    fn read_start(&self, start: Start<'_>) -> Result<(P, Option<Stream>), HostError> {
        let Start::Fen(text) = start else { return Ok((self.start.clone(), None)) };
        let (text, stream) = if self.dice.is_some() {
            Stream::split(text).ok_or_else(|| {
                HostError::BadPosition("'seed' wants a number, and 'rolls' another one".to_owned())
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
                    position.read_move(rest).map_err(|error| HostError::of_move(word, &error))?;
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
        self.stream = None;
        self.rolled.clear();
        self.forget();
    }

    fn set_position(&mut self, start: Start<'_>, moves: &[&str]) -> Result<(), HostError> {
        let (position, stream) = self.read_start(start)?;
        let old_record = std::mem::replace(&mut self.record, Record::new(position));
        let old_stream = std::mem::replace(&mut self.stream, stream);
        let old_rolled = std::mem::take(&mut self.rolled);
        self.settle();
        let result = self.play_words(moves);
        if result.is_err() {
            self.record = old_record;
            self.stream = old_stream;
            self.rolled = old_rolled;
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
                HostError::BadValue(format!(
                    "{plies} plies cannot be taken back, {played} were played"
                ))
            })?;
        while self.record.len() > kept {
            self.record.undo();
            if let Some(stream) = self.rolled.pop() {
                self.stream = stream;
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
        let opening = self.dice.as_ref().is_some_and(|d| (d.is_opening)(self.record.position()));
        // The decision to roll is a ply of its own, and has the dice of the play behind it.
        let implied = self.dice.as_ref().and_then(|d| (d.implied_move)(self.record.position()));
        let ply = self.record.len() + usize::from(implied.is_some());
        let (a, b) = SplitMix64::at(seed, ply as u64).dice(opening);
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
        let grid = self.grid()?;
        let position = self.record.position();
        let (width, height) = (grid.size)(position);
        let places = pattern::find(text, width, height, |x, y| (grid.cell)(position, x, y))
            .map_err(|error| HostError::BadSyntax(error.to_string()))?;
        for place in places {
            for (i, (x, y)) in place.into_iter().enumerate() {
                out.push(if i == 0 { ' ' } else { ',' });
                (grid.write_name)(position, x, y, out);
            }
        }
        Ok(())
    }

    fn write_playable(&self, out: &mut String) -> Result<(), HostError> {
        let grid = self.grid()?;
        let position = self.record.position();
        let mut cells = Vec::new();
        if matches!(self.turn(), Turn::Decide(_)) {
            (grid.playable)(position, &mut cells);
        }
        for (x, y) in cells {
            out.push(' ');
            (grid.write_name)(position, x, y, out);
        }
        Ok(())
    }

    fn empty_cells(&self) -> Option<u32> {
        let grid = self.grid.as_ref()?;
        let position = self.record.position();
        let (width, height) = (grid.size)(position);
        let is_empty = |y| (0..width).filter(move |x| (grid.cell)(position, *x, y).is_none());
        u32::try_from((0..height).flat_map(is_empty).count()).ok()
    }

    fn turn(&self) -> Turn {
        self.record.turn()
    }

    fn side(&self) -> Side {
        self.record.position().side()
    }

    fn draw(&self, style: Style, out: &mut String) {
        self.record.position().draw(style, out);
    }

    fn write_fen(&self, out: &mut String) {
        self.record.position().write_position(out);
        if let Some(Stream { seed, next }) = self.stream {
            let _ = write!(out, " seed {seed} rolls {next}");
        }
    }

    fn write_evaluation(&self, out: &mut String) -> Result<(), HostError> {
        if matches!(self.turn(), Turn::Over(_)) {
            return Err(HostError::GameOver);
        }
        let position = self.record.position();
        let value = position.evaluate();
        let cp = value * 100 / P::UNIT;
        let _ = write!(out, " cp {cp}");
        if let Some(details) = self.details {
            details(position, out);
        }
        Ok(())
    }

    fn describe_players(&self) -> Vec<PlayerInfo> {
        self.players.describe()
    }

    fn players(&self) -> Vec<&'static str> {
        self.players.names()
    }

    fn search(&self, request: &SearchRequest<'_>) -> Result<SearchJob, HostError> {
        let stopwatch = Stopwatch::start();
        let player = self.players.choose(request.player).ok_or_else(|| {
            HostError::UnknownPlayer(request.player.unwrap_or_default().to_owned())
        })?;
        if request.limits.rollout.is_some() {
            self.rolls_out(player.name())?;
        }
        self.decides()?;
        let search = Search {
            record: self.record.clone(),
            moves: self.allowed_moves(request.moves)?,
            limits: request.limits.clone(),
            options: request.options.clone(),
            stopwatch,
        };
        Ok(Box::new(move |stop, report| search.run(&player, stop, report)))
    }

    fn solver(&self) -> Option<&'static str> {
        self.scorer.as_ref().map(|(name, _)| *name)
    }

    fn solve(&mut self) -> Option<(Score, u64)> {
        self.decides().ok()?;
        let (_, scorer) = self.scorer.as_mut()?;
        Some(scorer.score(self.record.position()))
    }

    fn perft(&self, depth: u32, tell_moves: bool, threads: usize) -> PerftJob {
        let over = matches!(self.turn(), Turn::Over(_));
        let mut position = self.record.position().clone();
        let dice = self.dice.as_ref().map(DiceRules::copied);
        Box::new(move |stop, tell| {
            let stopped = || stop.load(std::sync::atomic::Ordering::Relaxed);
            if over && depth > 0 {
                return Some(0);
            }
            if let Some(rules) = dice {
                return if tell_moves {
                    divide_plays(&rules, &position, depth, &stopped, tell)
                } else {
                    (rules.perft)(&position, depth, &stopped)
                };
            }
            if !tell_moves {
                return perft::perft(&position, depth, threads, &stopped);
            }
            let before = position.clone();
            divide(&mut position, depth, &stopped, &mut |m, leaves| {
                let mut text = String::new();
                before.write_move(m, &mut text);
                tell(&text, leaves);
            })
        })
    }

    fn forget(&mut self) {
        self.players.forget();
        if let Some((_, scorer)) = &mut self.scorer {
            scorer.forget();
        }
    }
}

impl<P: Notation + Evaluate> HostedGame<P> {
    /// Writes `31:` where dice lie, as move lists have them.
    fn write_dice(&self, position: &P, out: &mut String) {
        if let Some(rules) = &self.dice {
            rules.write_dice(position, out);
        }
    }
}

/// A search on its way to another thread.
struct Search<P: Position> {
    record: Record<P>,
    moves: Vec<P::Move>,
    limits: Limits,
    options: Options,
    stopwatch: Stopwatch,
}

impl<P: Notation + Evaluate> Search<P> {
    fn run(
        &self,
        player: &PlayerHandle<P>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(SearchReport),
    ) -> SearchAnswer {
        let task = SearchTask {
            limits: &self.limits,
            moves: &self.moves,
            stop,
            stopwatch: self.stopwatch,
        };
        let position = self.record.position();
        let mut relay = Relay { position, stopwatch: self.stopwatch, report };
        let choice = player
            .with(&self.options, |automaton| automaton.choose(&self.record, &task, &mut relay));
        debug_assert!(self.moves.contains(&choice.best), "a player may only choose what it may");
        let mut best = String::new();
        position.write_move(choice.best, &mut best);
        let time = self.stopwatch.elapsed();
        SearchAnswer { best, nodes: choice.nodes, time, reason: choice.reason }
    }
}

/// Turns a search's moves into text on their way out.
struct Relay<'a, P> {
    position: &'a P,
    stopwatch: Stopwatch,
    report: &'a mut dyn FnMut(SearchReport),
}

impl<P: Notation> Watcher<P::Move> for Relay<'_, P> {
    fn progress(&mut self, progress: &Progress<'_, P::Move>) {
        let mut position = self.position.clone();
        let mut pv = String::new();
        for (i, m) in progress.pv.iter().enumerate() {
            if !matches!(position.turn(), Turn::Decide(_)) {
                break;
            }
            if i > 0 {
                pv.push(' ');
            }
            position.write_move(*m, &mut pv);
            let _undo = position.play(*m);
        }
        (self.report)(SearchReport {
            depth: progress.depth,
            seldepth: progress.seldepth,
            multipv: progress.multipv,
            rating: progress.rating,
            bound: progress.bound,
            exact: progress.exact,
            nodes: progress.nodes,
            time: self.stopwatch.elapsed(),
            hashfull: progress.hashfull,
            pv,
        });
    }
}
