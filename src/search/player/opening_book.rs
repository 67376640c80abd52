//! Opening books: positions, and the best moves that a long search found for each.
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
//! A position is found by any order of moves, and also if it is rotated or mirrored.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use super::level::Level;
use super::options::{LEVEL, MULTI_PV, OWN_BOOK, Options};
use super::player_trait::{Choice, Player, SearchTask};
use super::search_reports::{Progress, Rating, Watcher};
use crate::base::Score;
use crate::game::{Notation, Position, Record};

/// A game whose positions can be rotated or mirrored into equivalent positions.
///
/// The equivalent positions are called images.
///
/// Each symmetry has a number; the game defines which.
pub trait Symmetric: Position {
    /// The least of the keys of all images, and the symmetry that leads to that image.
    fn least_key(&self) -> (u64, usize);

    /// The move of the image that corresponds to a move of this position.
    fn image(&self, m: Self::Move, symmetry: usize) -> Self::Move;

    /// The move of this position that corresponds to a move of the image.
    fn origin(&self, m: Self::Move, symmetry: usize) -> Self::Move;
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<M> {
    /// The move.
    pub m: M,
    /// Its score, **for the side to move**.
    pub score: Score,
    /// Nodes of the search that found the score.
    pub nodes: u64,
}

/// A position of a book and its best moves, as they are in the image with the least key.
#[derive(Clone, Debug)]
struct BookPosition<M> {
    /// The least key of the position's symmetric images.
    key: u64,
    /// The best first.
    moves: Vec<BookMove<M>>,
}

/// An opening book of one game, of one variant or several.
#[derive(Clone, Debug)]
pub struct OpeningBook<P: Position> {
    /// In ascending order of their keys.
    positions: Vec<BookPosition<P::Move>>,
}

impl<P: Position> Default for OpeningBook<P> {
    /// A book without a position.
    fn default() -> Self {
        Self { positions: Vec::new() }
    }
}

impl<P: Symmetric + Notation> OpeningBook<P> {
    /// Reads a book; `start` returns the start position of a variant by its words.
    ///
    /// # Errors
    /// [`BookError`] for the first line with a [`BookDefect`].
    pub fn read(text: &str, start: impl Fn(&str) -> Option<P>) -> Result<Self, BookError> {
        let mut positions: Vec<BookPosition<P::Move>> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let error = |defect| BookError { line: number, defect };
            let read = read_position(line, &start).map_err(error)?;
            match positions.binary_search_by_key(&read.key, |other| other.key) {
                Ok(_) => return Err(error(BookDefect::RepeatedPosition)),
                Err(place) => positions.insert(place, read),
            }
        }
        Ok(Self { positions })
    }

    /// How many positions there are; none is an image of another.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The best of these legal moves by the book; `None` if it has none of them.
    pub fn find(&self, position: &P, moves: &[P::Move]) -> Option<BookMove<P::Move>> {
        let (key, symmetry) = position.least_key();
        let place = self.positions.binary_search_by_key(&key, |other| other.key).ok()?;
        let best = self.positions[place].moves.iter();
        best.map(|found| BookMove { m: position.origin(found.m, symmetry), ..*found })
            .find(|found| moves.contains(&found.m))
    }
}

/// A book that is built in: its text, and the book itself, read when it is first used.
pub struct BuiltInBook<P: Position> {
    /// The text.
    pub text: &'static str,
    /// The start position of a variant by its words.
    pub start: fn(&str) -> Option<P>,
    book: OnceLock<OpeningBook<P>>,
}

impl<P: Position> BuiltInBook<P> {
    /// The book of this text; `start` returns the start position of a variant by its words.
    pub const fn new(text: &'static str, start: fn(&str) -> Option<P>) -> Self {
        Self { text, start, book: OnceLock::new() }
    }
}

impl<P: Symmetric + Notation> BuiltInBook<P> {
    /// The book; a text that cannot be read counts as an empty one.
    pub fn get(&self) -> &OpeningBook<P> {
        self.book.get_or_init(|| OpeningBook::read(self.text, self.start).unwrap_or_default())
    }
}

/// The opening book of a game, whatever the game.
pub trait GameBook: Sync {
    /// Its text.
    fn text(&self) -> &'static str;

    /// Reads another text as a book of this game.
    ///
    /// # Errors
    /// As [`OpeningBook::read`].
    fn read(&self, text: &str) -> Result<Box<dyn TextBook>, BookError>;
}

/// An opening book that was read from a text, whatever the game; moves are words.
pub trait TextBook {
    /// How many positions there are; none is an image of another.
    fn positions(&self) -> usize;

    /// The best legal move by the book in the position after these moves from the start of a variant.
    ///
    /// `None` if the book does not have the position, or the moves lead nowhere.
    fn find_after(&self, variant: &str, moves: &[&str]) -> Option<BookMove<String>>;
}

/// A book with the start positions of its game.
struct BookWithStarts<P: Position> {
    book: OpeningBook<P>,
    start: fn(&str) -> Option<P>,
}

impl<P: Symmetric + Notation> TextBook for BookWithStarts<P> {
    fn positions(&self) -> usize {
        self.book.len()
    }

    fn find_after(&self, variant: &str, moves: &[&str]) -> Option<BookMove<String>> {
        let position = play_all((self.start)(variant)?, moves.iter().copied()).ok()?;
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let BookMove { m, score, nodes } = self.book.find(&position, &legal)?;
        let mut text = String::new();
        position.write_move(m, &mut text);
        Some(BookMove { m: text, score, nodes })
    }
}

impl<P: Symmetric + Notation> GameBook for BuiltInBook<P>
where
    P: 'static,
    P::Move: Send + Sync,
{
    fn text(&self) -> &'static str {
        self.text
    }

    fn read(&self, text: &str) -> Result<Box<dyn TextBook>, BookError> {
        let book = OpeningBook::read(text, self.start)?;
        Ok(Box::new(BookWithStarts { book, start: self.start }))
    }
}

fn read_position<P: Symmetric + Notation>(
    line: &str,
    start: impl Fn(&str) -> Option<P>,
) -> Result<BookPosition<P::Move>, BookDefect> {
    let mut fields = line.split(';');
    let mut field = || fields.next().ok_or(BookDefect::MissingField);
    let position = start(field()?).ok_or(BookDefect::UnknownVariant)?;
    let position = play_all(position, field()?.split_ascii_whitespace())?;
    let nodes = read_number(Some(field()?))?;
    let (key, symmetry) = position.least_key();
    let mut moves: Vec<BookMove<P::Move>> = Vec::new();
    for text in fields {
        let mut words = text.split_ascii_whitespace();
        let read = read_move(&position, words.next().unwrap_or_default())?;
        let score = Score::centi(read_number(words.next())?);
        if moves.last().is_some_and(|better| better.score < score) {
            return Err(BookDefect::UnsortedMoves);
        }
        moves.push(BookMove { m: position.image(read, symmetry), score, nodes });
    }
    if moves.is_empty() { Err(BookDefect::NoMove) } else { Ok(BookPosition { key, moves }) }
}

/// The position after these moves.
fn play_all<'a, P: Notation>(
    mut position: P,
    words: impl Iterator<Item = &'a str>,
) -> Result<P, BookDefect> {
    for word in words {
        let played = read_move(&position, word)?;
        let _undo = position.play(played);
    }
    Ok(position)
}

fn read_move<P: Notation>(position: &P, word: &str) -> Result<P::Move, BookDefect> {
    let is_over = position.turn().side().is_none();
    let read = position.read_move(word).ok().filter(|(_, rest)| rest.is_empty() && !is_over);
    read.map(|(read, _)| read).ok_or(BookDefect::IllegalMove)
}

fn read_number<T: FromStr>(word: Option<&str>) -> Result<T, BookDefect> {
    word.and_then(|word| word.parse().ok()).ok_or(BookDefect::MissingNumber)
}

/// A defect of one line of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookDefect {
    /// The line has fewer than the first three fields.
    MissingField,
    /// The first field is not a variant of the game.
    UnknownVariant,
    /// A move that cannot be read, or is not legal in its position.
    IllegalMove,
    /// The nodes or a score is missing, or is not a number.
    MissingNumber,
    /// A best move has a greater score than the one before it.
    UnsortedMoves,
    /// There is no best move.
    NoMove,
    /// An earlier line has the same position, or an image of it.
    RepeatedPosition,
}

impl fmt::Display for BookDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MissingField => "a field is missing",
            Self::UnknownVariant => "there is no such variant",
            Self::IllegalMove => "a move is not legal",
            Self::MissingNumber => "a number is missing",
            Self::UnsortedMoves => "a move is better than the one before it",
            Self::NoMove => "there is no best move",
            Self::RepeatedPosition => "the position is there already",
        })
    }
}

/// Why a text is not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    /// Its defect.
    pub defect: BookDefect,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.defect)
    }
}

impl std::error::Error for BookError {}

/// A player that plays a move of an opening book, or searches if it finds none.
///
/// It uses the book with the option `OwnBook`, at full `Level`, with one line to report, and in a
/// search that is not `infinite`. The book is read when it is first used.
pub struct WithOpeningBook<P: Position, A> {
    book: &'static BuiltInBook<P>,
    player: A,
    uses_book: bool,
}

impl<P: Position, A> WithOpeningBook<P, A> {
    /// This player with this book.
    pub fn new(player: A, book: &'static BuiltInBook<P>, options: &Options) -> Self {
        Self { book, player, uses_book: uses_book(options) }
    }
}

/// Whether a player with these options uses its book.
fn uses_book(options: &Options) -> bool {
    let is_full = Level::new(options.number(&LEVEL)) == Level::FULL;
    options.check(&OWN_BOOK) && is_full && options.number(&MULTI_PV) <= 1
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
        let uses_book = self.uses_book && !task.limits.infinite;
        let found =
            if uses_book { self.book.get().find(game.position(), task.moves) } else { None };
        let Some(BookMove { m, score, nodes }) = found else {
            return self.player.choose(game, task, watcher);
        };
        watcher.progress(&Progress::new(0, 0, Rating::Score(score), 0, &[m]));
        let reason = format!("from the book, where a search of {nodes} nodes judged it");
        Choice { best: m, nodes: 0, reason }
    }

    fn configure(&mut self, options: &Options) {
        self.uses_book = uses_book(options);
        self.player.configure(options);
    }

    fn clear_tables(&mut self) {
        self.player.clear_tables();
    }

    fn restart_random_stream(&mut self) {
        self.player.restart_random_stream();
    }
}
