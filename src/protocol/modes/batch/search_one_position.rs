//! One line of a batch: its position is searched, and the result written as text or JSON.

use std::sync::atomic::AtomicBool;

use serde_json::Value;

use super::move_loss_and_blunder_marks::Worth;
use super::settings::{BatchSettings, OutputForm};
use crate::base::Score;
use crate::game::Turn;
use crate::host::{COMMANDS_FOR_DICE, GameHost, HostError, SearchRequest, Start, split_dice};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::{bound_text, rating_text};
use crate::protocol::grammar::search_as_json::Object;
use crate::search::player::search_reports::rounded;
use crate::search::{Bound, Options, Rating};

/// The result of a search.
pub(super) struct LineResult {
    best: String,
    /// Nodes visited; 0 if nothing was searched.
    nodes: u64,
    rating: Option<Rating>,
    bound: Bound,
    is_proved: bool,
    pv: String,
    /// Cells that were empty before the search, where the game has cells.
    empty_cells: Option<u32>,
    worth: Option<Worth>,
    /// The result of a search of the move alone that was given with the position.
    judged_move_result: Option<Box<Self>>,
}

/// Searches the position of one line in a game that is kept from line to line, and judges the move
/// that is given with it.
///
/// Its players forget in between, so that no answer depends on another line; exact scores alone do
/// not depend on what is remembered.
pub(super) fn search_line(
    settings: &BatchSettings,
    options: &Options,
    game: &mut Option<Box<dyn GameHost>>,
    input: &str,
    played: Option<&str>,
) -> Result<LineResult, Refusal> {
    // A game in which something has failed is not used again.
    let mut own = match game.take() {
        Some(kept) => kept,
        None => settings.setup.open_game()?,
    };
    let result = set_position(own.as_mut(), input).and_then(|()| {
        if let Some(played) = played {
            own.check_single_move(played)?;
        }
        let found = search_position(settings, options, own.as_mut(), &[])?;
        match played {
            Some(played) => {
                let judged =
                    Some(Box::new(search_position(settings, options, own.as_mut(), &[played])?));
                Ok(LineResult { judged_move_result: judged, ..found })
            }
            None => Ok(found),
        }
    });
    let score_alone = settings.score_only && settings.form == OutputForm::Text;
    if !(score_alone && settings.asks_solver(own.as_ref())) {
        own.clear_tables();
        own.restart_random_streams();
    }
    *game = Some(own);
    result.map_err(without_commands_for_dice)
}

/// A refusal that names no command for the dice: a batch has none.
fn without_commands_for_dice(refusal: Refusal) -> Refusal {
    if refusal.code != Code::NeedDice {
        return refusal;
    }
    let place = ": in the text of the position, or in front of the move";
    Refusal { text: refusal.text.replace(COMMANDS_FOR_DICE, place), ..refusal }
}

/// Searches the position as it stands, or these of its moves.
fn search_position(
    settings: &BatchSettings,
    options: &Options,
    game: &mut dyn GameHost,
    moves: &[&str],
) -> Result<LineResult, Refusal> {
    let mut found = LineResult {
        best: "none".to_owned(),
        nodes: 0,
        rating: None,
        bound: Bound::Exact,
        is_proved: false,
        pv: String::new(),
        empty_cells: game.empty_cells(),
        worth: None,
        judged_move_result: None,
    };
    if let Turn::Over(outcome) = game.turn() {
        if !moves.is_empty() {
            return Err(HostError::GameOver.into());
        }
        // The side to move has lost already, or the game is drawn.
        let score = outcome.winner().map_or(Score::ZERO, |_| Score::loss_in(0));
        found.rating = Some(Rating::Score(score));
        found.is_proved = true;
        return Ok(found);
    }
    if settings.asks_solver(game)
        && let Some((score, nodes)) = game.solve(options)
    {
        (found.rating, found.is_proved, found.nodes) = (Some(Rating::Score(score)), true, nodes);
        return Ok(found);
    }
    let limits = settings.limits(options);
    let request = SearchRequest { player: settings.go.player.as_deref(), limits, moves, options };
    let job = game.search(&request)?;
    let mut last = None;
    let answer = job(&AtomicBool::new(false), &mut |report| {
        if report.multipv == 1 {
            last = Some(report);
        }
    });
    found.best = answer.best;
    found.nodes = answer.nodes;
    if let Some(report) = last {
        found.rating = Some(report.rating);
        found.worth =
            Worth::of(report.rating, game, settings.setup.entry.description.winning_chance_scale);
        found.bound = report.bound;
        found.is_proved = report.proved;
        found.pv = report.pv;
    }
    Ok(found)
}

/// `[startpos] moves …`, a run of digits, `[fen]` and a position in the game's notation, with or
/// without moves, or moves alone; each may follow the word `position`.
fn set_position(game: &mut dyn GameHost, input: &str) -> Result<(), Refusal> {
    let words: Vec<&str> = input.split_ascii_whitespace().collect();
    let words = words.strip_prefix(&["position"]).unwrap_or(&words);
    let is_run = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let result = match words {
        [] | ["fen"] => return Err(Refusal::new(Code::BadPosition, "there is no position")),
        ["startpos"] => game.set_position(Start::Standard, &[]),
        ["moves", moves @ ..] | ["startpos", "moves", moves @ ..] => {
            game.set_position(Start::Standard, moves)
        }
        [run] if is_run(run) => game.set_position(Start::Standard, &[run]),
        ["fen", words @ ..] | words => {
            let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
            let (fen, moves) = words.split_at(end);
            match moves.get(1..) {
                Some(moves) => game.set_position(Start::Fen(&fen.join(" ")), moves),
                None => set_position_or_moves(game, words),
            }
        }
    };
    Ok(result?)
}

/// A position, or else moves from the start: words of which the first can be played there, or is
/// written with dice in front.
fn set_position_or_moves(game: &mut dyn GameHost, words: &[&str]) -> Result<(), HostError> {
    let refused = match game.set_position(Start::Fen(&words.join(" ")), &[]) {
        Ok(()) => return Ok(()),
        Err(refused) => refused,
    };
    let first = words.get(..1).unwrap_or_default();
    match game.set_position(Start::Standard, first) {
        Ok(()) => game.set_position(Start::Standard, words),
        Err(error) if words.first().is_some_and(|word| split_dice(word).0.is_some()) => Err(error),
        Err(_) => Err(refused),
    }
}

impl LineResult {
    /// The result as a line of text: the input, the move unless only scores are asked for, and the
    /// score.
    pub(super) fn text(&self, input: &str, settings: &BatchSettings) -> String {
        let score = self.score(settings);
        if settings.score_only {
            format!("{input}\t{score}")
        } else {
            format!("{input}\t{}\t{score}", self.best)
        }
    }

    /// `mate n` or `cp n`, with the word for a bound; stones left; or `none` from a player that
    /// judges nothing.
    fn score(&self, settings: &BatchSettings) -> String {
        let text = |rating| rating_text(rating) + bound_text(self.bound);
        match (self.rating, self.empty_cells) {
            (None, _) => "none".to_owned(),
            (Some(Rating::Score(score)), Some(empty)) if settings.stones_left => self
                .stones_left(score, empty)
                .map_or_else(|| text(Rating::Score(score)), |stones| stones.to_string()),
            (Some(rating), _) => text(rating),
        }
    }

    /// The score in stones left, unless it is a bound or an estimate.
    fn stones_left(&self, score: Score, empty: u32) -> Option<i64> {
        (self.bound == Bound::Exact).then(|| score.stones_left(self.is_proved, empty)).flatten()
    }

    /// The result as a JSON object on one line.
    pub(super) fn json(&self, input: &str, settings: &BatchSettings) -> String {
        let mut object = Object::default();
        object.put("input", input);
        if !settings.score_only {
            object.put("move", self.best.as_str());
        }
        self.put_value(&mut object);
        if let (Some(Rating::Score(score)), Some(empty)) = (self.rating, self.empty_cells)
            && let Some(stones) = self.stones_left(score, empty).filter(|_| settings.stones_left)
        {
            object.put("stones_left", stones);
        }
        object.put("nodes", self.nodes);
        object.put_pv(&self.pv);
        if let Some(judged) = &self.judged_move_result {
            object.put("judged", self.judgement(judged));
        }
        object.into_text()
    }

    /// The value of a move, and its loss against the best one.
    ///
    /// The loss is 0 if the move is the best one, or if its own search finds it at least as good.
    fn judgement(&self, judged: &Self) -> Value {
        let mut object = Object::default();
        object.put("move", judged.best.as_str());
        judged.put_value(&mut object);
        if let Some((played, best)) = judged.worth.zip(self.worth) {
            let is_best = judged.best == self.best;
            let (loss, mark) = if is_best { (0.0, None) } else { played.loss(best) };
            object.put("loss", rounded(loss as f32));
            if let Some(mark) = mark {
                object.put("mark", mark);
            }
        }
        object.into_value()
    }

    /// Writes the value, if there is one.
    fn put_value(&self, object: &mut Object) {
        if let Some(rating) = self.rating {
            object.put_value(rating, self.bound, self.is_proved);
        }
    }
}
