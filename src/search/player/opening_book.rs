//! Opening books: positions with the moves that a long search found best there.
//!
//! A book is a text with a position a line, as `tools/book.py` makes it; `#` starts a remark:
//!
//! ```text
//! size 15;h8 h9;600000;i10 120;g10 118
//! │       │     │      └ the best moves, each with its score in hundredths for the side to
//! │       │     │        move, the best first
//! │       │     └ nodes of the search that judged them
//! │       └ the moves that lead there
//! └ the variant: words of `newgame`
//! ```
//!
//! A position is found by whatever moves it came up, and turned or mirrored too.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::level::Level;
use super::options::Options;
use super::player_trait::{Choice, Player, SearchTask};
use super::report::{Progress, Rating, Watcher};
use crate::base::Score;
use crate::game::{Notation, Position, Record};

/// A game whose positions can be turned or mirrored into others that are played the same way.
///
/// Each way to do so is a number; what they mean is the game's own affair.
pub trait Symmetric: Position {
    /// The least of the keys of all images, and the symmetry that leads to that image.
    fn least_key(&self) -> (u64, usize);

    /// A move of this position, or any other of its size, as it is in the image.
    fn image(&self, m: Self::Move, symmetry: usize) -> Self::Move;

    /// The move whose image this is.
    fn origin(&self, m: Self::Move, symmetry: usize) -> Self::Move;
}

/// What a book says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice<M> {
    /// The move.
    pub best: M,
    /// What it is worth, **for the side to move**.
    pub score: Score,
    /// Nodes of the search that judged it.
    pub nodes: u64,
}

/// A position and its best moves, as they are in the image with the least key.
#[derive(Clone, Debug)]
struct Line<M> {
    key: u64,
    best: Vec<Advice<M>>,
}

/// An opening book of one game, of one variant or several.
#[derive(Clone, Debug)]
pub struct OpeningBook<P: Position> {
    /// By rising key.
    lines: Vec<Line<P::Move>>,
}

impl<P: Position> Default for OpeningBook<P> {
    /// A book without a position.
    fn default() -> Self {
        Self { lines: Vec::new() }
    }
}

impl<P: Symmetric + Notation> OpeningBook<P> {
    /// Reads a book; `start` gives the start position of a variant by its words.
    ///
    /// # Errors
    /// [`BookError`] for the first line that is no line of a book, or holds a move that is not
    /// legal, or a position that is there already.
    pub fn read(text: &str, start: impl Fn(&str) -> Option<P>) -> Result<Self, BookError> {
        let mut lines: Vec<Line<P::Move>> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let error = |defect| BookError { line: number, defect };
            let line = read_line(line, &start).map_err(error)?;
            match lines.binary_search_by_key(&line.key, |other| other.key) {
                Ok(_) => return Err(error("the position is there already")),
                Err(place) => lines.insert(place, line),
            }
        }
        Ok(Self { lines })
    }

    /// How many positions there are, of which none is an image of another.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The best of these legal moves by the book; nothing if it has none of them there.
    pub fn find(&self, position: &P, moves: &[P::Move]) -> Option<Advice<P::Move>> {
        let (key, symmetry) = position.least_key();
        let place = self.lines.binary_search_by_key(&key, |line| line.key).ok()?;
        let best = self.lines[place].best.iter();
        best.map(|advice| Advice { best: position.origin(advice.best, symmetry), ..*advice })
            .find(|advice| moves.contains(&advice.best))
    }
}

fn read_line<P: Symmetric + Notation>(
    line: &str,
    start: impl Fn(&str) -> Option<P>,
) -> Result<Line<P::Move>, &'static str> {
    let mut fields = line.split(';');
    let mut field = || fields.next().ok_or("a field is missing");
    let mut position = start(field()?).ok_or("there is no such variant")?;
    for word in field()?.split_ascii_whitespace() {
        let played = read_move(&position, word)?;
        let _undo = position.play(played);
    }
    let nodes = number(Some(field()?))?;
    let (key, symmetry) = position.least_key();
    let mut best: Vec<Advice<P::Move>> = Vec::new();
    for text in fields {
        let mut words = text.split_ascii_whitespace();
        let read = read_move(&position, words.next().unwrap_or_default())?;
        let score = Score::centi(number(words.next())?);
        if best.last().is_some_and(|better| better.score < score) {
            return Err("a move is better than the one before it");
        }
        best.push(Advice { best: position.image(read, symmetry), score, nodes });
    }
    if best.is_empty() { Err("there is no best move") } else { Ok(Line { key, best }) }
}

fn read_move<P: Notation>(position: &P, word: &str) -> Result<P::Move, &'static str> {
    let is_decided = position.turn().side().is_none();
    let read = position.read_move(word).ok().filter(|(_, rest)| rest.is_empty() && !is_decided);
    read.map(|(read, _)| read).ok_or("a move is not legal")
}

fn number<T: FromStr>(word: Option<&str>) -> Result<T, &'static str> {
    word.and_then(|word| word.parse().ok()).ok_or("a number is missing")
}

/// Why a text is no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub defect: &'static str,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.defect)
    }
}

impl std::error::Error for BookError {}

/// A player that looks into a book first, where `OwnBook` says so.
///
/// It does so at full `Level`, for one best line, and where the answer is not to wait for `stop`.
/// The book is read when it is first looked into.
pub struct WithOpeningBook<P: Position, A> {
    book: &'static LazyLock<OpeningBook<P>>,
    player: A,
    is_open: bool,
}

impl<P: Position, A> WithOpeningBook<P, A> {
    /// This player, with this book at hand.
    pub fn new(player: A, book: &'static LazyLock<OpeningBook<P>>, options: &Options) -> Self {
        Self { book, player, is_open: is_open(options) }
    }
}

/// Whether a player with these options looks into its book.
fn is_open(options: &Options) -> bool {
    let is_full = Level::new(options.spin("Level")) == Level::FULL;
    options.check("OwnBook") && is_full && options.spin("MultiPV") <= 1
}

impl<P, A> Player<P> for WithOpeningBook<P, A>
where
    P: Symmetric + Notation,
    P::Move: Sync,
    A: Player<P>,
{
    fn choose(
        &mut self,
        game: &Record<P>,
        task: &SearchTask<'_, P>,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move> {
        let is_asked = self.is_open && !task.limits.infinite;
        let found = if is_asked { self.book.find(game.position(), task.moves) } else { None };
        let Some(Advice { best, score, nodes }) = found else {
            return self.player.choose(game, task, watcher);
        };
        watcher.progress(&Progress::new(0, 0, Rating::Score(score), 0, &[best]));
        let reason = format!("from the book, where a search of {nodes} nodes judged it");
        Choice { best, nodes: 0, reason }
    }

    fn configure(&mut self, options: &Options) {
        self.is_open = is_open(options);
        self.player.configure(options);
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}
