//! What a game is, as traits: a position with its moves and static evaluation, dice, notation; and the
//! record of a game: its position, the moves that led there, and repetition.

use std::fmt;

use crate::base::{Outcome, Side};
use crate::board::drawing_style_and_piece_symbols::{SideSigns, Style};
use crate::board::rows_notation::RowsError;

/// The side that acts next, and in which way; or the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side chooses a move.
    Decide(Side),
    /// Dice must be rolled for this side before anything else happens.
    Roll(Side),
    /// Neither side: the game is over.
    Over(Outcome),
}

impl Turn {
    /// The side to act (to decide or to roll), if the game goes on.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Decide(side) | Self::Roll(side) => Some(side),
            Self::Over(_) => None,
        }
    }
}

/// One position of a game: small, cheap to copy, and without its own history.
///
/// It does not know repetitions: the keys played so far are in [`Record`] and on the
/// search's own stack.
pub trait Position: Clone + Send + 'static {
    /// One decision of one side.
    type Move: Copy + Eq + fmt::Debug + Send;
    /// The data with which [`Self::undo`] restores a position; `Self` where copying is cheaper.
    type Undo: Clone + Send;

    /// The game is drawn when the same [`Self::key`] occurs for the n-th time, if n is given.
    const REPETITION: Option<usize> = None;

    /// The side that acts, or how the game ended, repetition apart.
    fn turn(&self) -> Turn;

    /// The side to act; once the game is over, the side whose turn it would have been.
    fn side(&self) -> Side {
        match self.turn() {
            Turn::Decide(side) | Turn::Roll(side) => side,
            // Where only the side that moved last can have won.
            Turn::Over(outcome) => outcome.winner().map_or(Side::First, Side::other),
        }
    }

    /// Appends every legal move in a fixed order; none unless [`Turn::Decide`].
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// How many moves [`Self::moves`] lists; fast games count them without a list.
    fn count_moves(&self) -> u64 {
        let mut out = Vec::new();
        self.moves(&mut out);
        out.len() as u64
    }

    /// The leaves of the legal tree this many plies below, 2 or more.
    ///
    /// `None` unless the game counts them faster than by playing the moves; for perft only.
    fn count_leaves(&self, _plies: usize) -> Option<u64> {
        None
    }

    /// Plays a move; the caller must see to it that it is legal (checked in debug builds).
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes the last move back: the position is then equal to the one before it.
    fn undo(&mut self, undo: Self::Undo);

    /// Equal for equal positions (board and side to act), different for nearly all others.
    fn key(&self) -> u64;

    /// The key for transposition tables.
    ///
    /// Like [`Self::key`], together with anything else that changes the value (a drop counter near
    /// its limit, for example).
    fn table_key(&self) -> u64 {
        self.key()
    }

    /// The score of the match that this game is part of, and what this game adds to it.
    ///
    /// `None` if it is not part of a match.
    fn match_standing(&self) -> Option<MatchStanding> {
        None
    }

    /// The start position of the next game of the same variant.
    ///
    /// In a match, the score after this finished game goes with it.
    #[must_use]
    fn next_game(&self, start: &Self) -> Self {
        start.clone()
    }
}

/// The score of a match, and the side that has won it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MatchStanding {
    /// The points of First and Second, or the games they have won.
    pub points: [u32; 2],
    /// The side that has won the match, if it is over.
    pub winner: Option<Side>,
}

/// A position with a static evaluation.
pub trait Evaluate: Position {
    /// The value of one point in the units of [`Self::evaluate`]: 100 for hundredths.
    ///
    /// A point is what the game counts. Games with dice count expected points, in finer units.
    const UNIT: i32 = 100;

    /// The static value **for the side to act**, of a position that is not over.
    ///
    /// Games without dice: −27,999 to 27,999 ([`crate::base::Score::centi`]). Games with dice:
    /// −3 to 3 points times the cube, [`Self::UNIT`] units to a point; more where the game is part of
    /// a match, cut off at the range of the type.
    fn evaluate(&self) -> i32;

    /// The value of a finished game for a side, in points (1.0 is [`Self::UNIT`] units).
    ///
    /// The points won or lost, unless the game is part of a match.
    fn outcome_value(&self, outcome: Outcome, side: Side) -> f64 {
        let points = f64::from(outcome.points());
        if outcome.winner() == Some(side) { points } else { -points }
    }

    /// The ordering score of a legal move, for move ordering only; a greater one is tried earlier.
    ///
    /// For the side to move, in a unit of the game's own, of at most 2³¹ either way. Moves of one
    /// position are compared by it, never those of two.
    fn ordering_score(&self, _m: Self::Move) -> i32 {
        0
    }

    /// The index of a move in the history table; moves that are alike share one.
    ///
    /// For example the target cell. With one index for all moves nothing is learned.
    fn history_slot(&self, _m: Self::Move) -> usize {
        0
    }
}

/// Marks games without chance, for which plain alpha-beta is sound.
pub trait Deterministic: Evaluate {}

/// A position that may wait for dice ([`Turn::Roll`]).
pub trait Chance: Position {
    /// One distinct outcome of the dice.
    type Roll: Copy + Eq + fmt::Debug + Send;

    /// Appends every distinct roll of this position and its probability; these sum to 1.
    ///
    /// Nothing unless [`Turn::Roll`].
    fn rolls(&self, out: &mut Vec<(Self::Roll, f32)>);

    /// Gives the position this roll; it must be waiting for dice (checked in debug builds).
    fn apply(&mut self, roll: Self::Roll);
}

/// Two six-sided dice, given by a referee or rolled by the engine.
///
/// Dice are not plies: they change the position without a move.
pub trait Dice: Position {
    /// The dice that the side to decide has rolled; `None` if it has not rolled.
    fn dice(&self) -> Option<(u8, u8)>;

    /// Gives the position the dice `a` and `b`, in place of those that it has.
    ///
    /// # Errors
    /// [`DiceError::Value`] for a die outside 1–6, [`DiceError::Equal`] for equal dice that would have
    /// to decide which side begins, [`DiceError::Unwanted`] where no dice can be
    /// given (a double has been offered, or the game is over).
    fn lay_dice(&mut self, a: u8, b: u8) -> Result<(), DiceError>;

    /// The move that must be played before dice can be given here, if there is one.
    ///
    /// `roll` in games with a doubling cube, where the side to move could double instead.
    fn implied_move(&self) -> Option<Self::Move>;

    /// Whether the next dice decide which side begins: the first die is First's, the second
    /// Second's.
    fn dice_decide_who_begins(&self) -> bool {
        false
    }

    /// Whether a double cannot be rolled here (the opening roll of a game).
    fn is_opening(&self) -> bool;

    /// This position after each distinct roll, as perft counts them.
    ///
    /// Decisions before the roll are left out. A position that has dice keeps them: it comes
    /// back alone.
    fn with_each_roll(&self) -> Vec<Self>;

    /// The leaves of the tree of distinct plays, `depth` plays deep; the game must not be over.
    ///
    /// The first level uses the dice of the position, if it has any; every other level has each
    /// distinct roll once. `None` if `stop` returned true before the end.
    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64>;
}

/// Why dice were refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceError {
    /// This number is not on a die, which shows 1 to 6.
    Value(u8),
    /// Equal dice cannot decide which side begins.
    Equal,
    /// No dice can be given here, and why.
    Unwanted(&'static str),
}

impl fmt::Display for DiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => write!(f, "a die shows 1 to 6, not {value}"),
            Self::Equal => f.write_str("equal dice do not decide who begins: roll again"),
            Self::Unwanted(reason) => write!(f, "no dice can be given here: {reason}"),
        }
    }
}

impl std::error::Error for DiceError {}

/// How a game reads and writes its moves and positions.
pub trait Notation: Position {
    /// Reads one **legal** move from the front of a word; returns it and the rest of the word.
    ///
    /// A word may hold several moves without blanks (`4453`, `h8h9`); the caller plays the
    /// first one and reads on.
    ///
    /// The caller (`HostedGame`) checks before each move of a word that the game is not over: after
    /// the end any result is right, but a panic is not. Whether there are dice is checked here.
    ///
    /// # Errors
    /// [`MoveError::Unreadable`] if the text is not a move of this game,
    /// [`MoveError::Illegal`] if it is a move that is not legal here,
    /// [`MoveError::NeedDice`] if it may be legal once there are dice.
    fn read_move<'a>(&self, text: &'a str) -> Result<(Self::Move, &'a str), MoveError>;

    /// Writes a legal move of this position as [`Self::read_move`] reads it.
    fn write_move(&self, m: Self::Move, out: &mut String);

    /// A legal move of this position as text, as [`Self::write_move`] writes it.
    fn move_text(&self, m: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(m, &mut text);
        text
    }

    /// Reads a whole position; `self` is the variant's start position.
    ///
    /// The new position keeps the settings of `self` (win length, rule, stakes) unless the text
    /// has others.
    ///
    /// # Errors
    /// [`PositionError`] with the defect, if the text is not a position that can be played.
    fn read_position(&self, text: &str) -> Result<Self, PositionError>;

    /// Writes the position on one line as [`Self::read_position`] reads it.
    fn write_position(&self, out: &mut String);

    /// Draws the board for people, some lines of text, each ended by a newline.
    fn draw(&self, style: Style, out: &mut String);

    /// How the game has ended by this position, in the words of the game: `four in line`, `gammon`.
    ///
    /// `None` while it goes on.
    fn ending(&self) -> Option<String> {
        match self.turn() {
            Turn::Over(Outcome::Draw) => Some("drawn".to_owned()),
            Turn::Over(_) => Some("won".to_owned()),
            Turn::Decide(_) | Turn::Roll(_) => None,
        }
    }
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not a move of this game; what was expected instead.
    Unreadable(&'static str),
    /// A move that is not allowed in this position, and why.
    Illegal(&'static str),
    /// A move that needs dice, and the position has none.
    NeedDice,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(expected) => write!(f, "not a move: expected {expected}"),
            Self::Illegal(reason) => f.write_str(reason),
            Self::NeedDice => f.write_str("the dice come first"),
        }
    }
}

impl std::error::Error for MoveError {}

/// Why a position was refused.
///
/// Written out it is the defect in plain words for people: one line of lower-case English without a
/// full stop, as in `expected 6 rows, not 5`. It quotes the part of the position that is wrong. It
/// follows the code of a reply, and programs must not depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The rows of a board cannot be read.
    Rows(RowsError),
    /// The dice cannot be laid.
    Dice(DiceError),
    /// A text has another number of parts than its form, as in `a FIBS board has 52 fields, not 3`.
    Count {
        /// The text, with an article: `a FIBS board`.
        whole: &'static str,
        /// Its parts: `fields`.
        parts: &'static str,
        /// How many it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A part of the text has a value that it cannot have, as in `the turn is 1 or -1, not 0`.
    Value {
        /// The values that are possible, as a clause: `the turn is 1 or -1`.
        expected: String,
        /// The value that was found, quoted if it is a word.
        found: String,
    },
    /// A part of the text is no number, letter or word of its form: which, and where.
    Unreadable(String),
    /// The text can be read, but the position cannot arise, or cannot be played on: why.
    Impossible(String),
}

impl PositionError {
    /// [`Self::Value`] of what can be there and what is there.
    pub fn value(expected: impl Into<String>, found: impl fmt::Display) -> Self {
        Self::Value { expected: expected.into(), found: found.to_string() }
    }

    /// [`Self::Unreadable`] with this defect.
    pub fn unreadable(defect: impl Into<String>) -> Self {
        Self::Unreadable(defect.into())
    }

    /// [`Self::Impossible`] with this reason.
    pub fn impossible(reason: impl Into<String>) -> Self {
        Self::Impossible(reason.into())
    }
}

impl From<RowsError> for PositionError {
    fn from(error: RowsError) -> Self {
        Self::Rows(error)
    }
}

impl From<DiceError> for PositionError {
    fn from(error: DiceError) -> Self {
        Self::Dice(error)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows(error) => error.fmt(f),
            Self::Dice(error) => error.fmt(f),
            Self::Count { whole, parts, expected, found } => {
                write!(f, "{whole} has {expected} {parts}, not {found}")
            }
            Self::Value { expected, found } => write!(f, "{expected}, not {found}"),
            Self::Unreadable(text) | Self::Impossible(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for PositionError {}

/// Writes whose turn it is, or how the game has ended: `x to move`.
///
/// The sides have the signs of a drawing.
pub fn write_turn(turn: Turn, signs: &SideSigns, style: Style, out: &mut String) {
    let (side, words) = match turn {
        Turn::Over(Outcome::Draw) => return out.push_str("drawn"),
        Turn::Over(Outcome::Win { side, .. }) => (side, " has won"),
        Turn::Decide(side) | Turn::Roll(side) => (side, " to move"),
    };
    out.push_str(signs.of(style, side));
    out.push_str(words);
}

/// One move that was played, with what is needed to take it back.
#[derive(Clone)]
struct Ply<P: Position> {
    /// The move.
    played: P::Move,
    /// The data that takes it back.
    undo: P::Undo,
    /// The key of the position before it; 0 in games without a rule of repetition.
    key: u64,
}

/// A game in progress: a stack of moves and the position after them.
#[derive(Clone)]
pub struct Record<P: Position> {
    position: P,
    plies: Vec<Ply<P>>,
}

impl<P: Position> Record<P> {
    /// A game that starts at this position.
    pub const fn new(position: P) -> Self {
        Self { position, plies: Vec::new() }
    }

    /// The current position.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The current position, for changes that are not moves (dice).
    pub const fn position_mut(&mut self) -> &mut P {
        &mut self.position
    }

    /// How many moves have been played.
    pub const fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no move has been played.
    pub const fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> impl Iterator<Item = P::Move> + '_ {
        self.plies.iter().map(|ply| ply.played)
    }

    /// The keys of the positions before each move, first to last, without the current one.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.plies.iter().map(|ply| ply.key)
    }

    /// The side that acts by the rules of the position, or a draw if it has occurred too often.
    pub fn turn(&self) -> Turn {
        let turn = self.position.turn();
        let drawn = P::REPETITION.is_some_and(|limit| {
            let key = self.position.key();
            // The current position counts as one occurrence.
            self.plies.len() >= limit && self.keys().filter(|k| *k == key).count() + 1 >= limit
        });
        if drawn && turn.side().is_some() { Turn::Over(Outcome::Draw) } else { turn }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: P::Move) {
        let key = if P::REPETITION.is_some() { self.position.key() } else { 0 };
        let undo = self.position.play(m);
        self.plies.push(Ply { played: m, undo, key });
    }

    /// Takes the last move back and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<P::Move> {
        let ply = self.plies.pop()?;
        self.position.undo(ply.undo);
        Some(ply.played)
    }
}
