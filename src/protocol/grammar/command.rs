//! The commands of the native protocol, as values, and their words.

use crate::base::Side;
use crate::search::player::options::{MOVE_OVERHEAD, MOVE_TIME};
use crate::search::{Limits, Options};

/// The characters that separate words.
pub(crate) const BLANKS: [char; 2] = [' ', '\t'];

/// The mark with which some editors begin a file.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether a character may not stand in a line: a control character other than the tab.
pub(crate) fn is_control_but_tab(c: char) -> bool {
    c.is_control() && c != '\t'
}

/// The first word of a text that begins with one, and what follows the blank after it.
pub(crate) fn first_word(text: &str) -> (&str, &str) {
    text.split_once(BLANKS).unwrap_or((text, ""))
}

/// Some words of a line, stored with one blank between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tokens(String);

impl Tokens {
    /// The words of a text, separated by blanks.
    ///
    /// Blanks between parentheses are commas, so `(4 1)` is the word `(4,1)`.
    pub fn new(text: &str) -> Self {
        let mut words = String::with_capacity(text.len());
        for word in joined(text).split_ascii_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        Self(words)
    }

    /// All words, with one blank between them.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The words in order.
    pub fn to_vec(&self) -> Vec<&str> {
        self.0.split_ascii_whitespace().collect()
    }
}

/// A text with commas instead of the blanks in each pair of parentheses.
fn joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        let Some((inside, rest_after)) = after.split_once(')') else { break };
        let parts = inside.split([' ', '\t', ',']).filter(|part| !part.is_empty());
        let parts: Vec<_> = parts.collect();
        joined.push_str(before);
        joined.push('(');
        joined.push_str(&parts.join(","));
        joined.push(')');
        rest = rest_after;
    }
    joined.push_str(rest);
    joined
}

/// One parsed command, not yet checked against a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: asks for the engine's name and its options.
    Ugi,
    /// `isready`: asks for `readyok` once all before it is done.
    IsReady,
    /// `games`: lists the games.
    Games,
    /// `players`: lists the players of the game.
    Players,
    /// `describe`: lists the facts of the game.
    Describe,
    /// `help`: the command, game, option or player to explain; `None` for an overview.
    Help(Option<String>),
    /// `newgame`: the game's name and the words after it; `None` for the same game again.
    NewGame(Option<(String, Tokens)>),
    /// `position`: its text, `None` for the start position, and the moves from there.
    Position(Option<String>, Tokens),
    /// `move`: the moves to play in turn, at least one.
    Move(Tokens),
    /// `undo`: the number of plies to take back.
    Undo(u64),
    /// `history`: lists the moves of the game so far.
    History,
    /// `dice`: the two dice of the roll that is due, 1 to 6 each.
    Dice(u8, u8),
    /// `roll`: rolls the dice at random.
    Roll,
    /// `legal`: lists the legal moves.
    Legal,
    /// `go`: searches the position, with these arguments.
    Go(Go),
    /// `explain`: asks a player for the value of each move, with the arguments of `go`.
    Explain(Go),
    /// `stop`: ends every search before it.
    Stop,
    /// `quit`: ends the session.
    Quit,
    /// `show`: draws the board in text.
    Show,
    /// `fen`: writes the position on one line.
    Fen,
    /// `query`: asks for one fact of the game in progress.
    Query(Query),
    /// `eval`: evaluates the position without a search.
    Eval,
    /// `find`: the pattern of `x`, `o` and `-` whose places are listed.
    Find(String),
    /// `playable`: lists the cells that can be filled now.
    Playable,
    /// `opportunities`: the pattern whose gaps that can be filled now are listed.
    Opportunities(String),
    /// `lines`: the name of the cell through which the lines go.
    Lines(String),
    /// `svg`: the side at the bottom of the picture, and the clicks that were made.
    Svg(Side, Tokens),
    /// `spots`: the clicks that were made.
    Spots(Tokens),
    /// `perft`: counts the leaves of the legal tree.
    Perft {
        /// Plies from the position to the leaves, 0 to 200.
        depth: u32,
        /// Whether the leaves below each move are reported too.
        divide: bool,
    },
    /// `bench`: the name of the game whose fixed positions are searched; `None` for all games.
    Bench(Option<String>),
    /// `setoption`: sets an option.
    SetOption {
        /// The option's name, as it was written.
        name: String,
        /// The text of the value; `None` if it is left out or empty.
        value: Option<String>,
    },
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The player's name.
    pub player: Option<String>,
    /// The limits that are named.
    ///
    /// The overhead, and whether forced moves are played at once, are not among them.
    pub limits: Limits,
    /// Report in JSON objects.
    pub json: bool,
    /// The only moves to consider; empty for all.
    pub moves: Tokens,
}

impl Go {
    /// The limits of the search, with the default time of the options where none is named.
    pub fn limits_with(&self, options: &Options) -> Limits {
        let milliseconds = |spec| u64::try_from(options.number(spec)).unwrap_or_default();
        let mut limits = self.limits.clone();
        if !limits.is_limited() {
            limits.movetime = Some(milliseconds(&MOVE_TIME));
        }
        Limits { overhead: milliseconds(&MOVE_OVERHEAD), forced_at_once: true, ..limits }
    }
}

/// The argument of `query`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// `p1turn`: whether First is to act.
    FirstTurn,
    /// `gameover`: whether the game is over.
    GameOver,
    /// `result`: which side has won, or a draw.
    Result,
    /// `points`: the points of a won game; 0 for a draw, and while the game goes on.
    Points,
    /// `ending`: how the game has ended, in words.
    Ending,
    /// `turn`: the action that is due, and the side that it is due from.
    Turn,
    /// `match`: the points of both sides in the match.
    Match,
    /// `stakes`: the values of a single game won and lost, at a cube of 1 and at the present cube.
    Stakes,
    /// `seed`: the seed in use.
    Seed,
}
