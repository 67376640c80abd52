//! The commands of the native protocol, as values; and the parsers of their arguments, with those of
//! words and numbers, which `go` and `query` use too.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::{space0, space1};
use nom::combinator::{cut, eof, map, opt, peek, recognize, rest, value, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many1;
use nom::sequence::{preceded, terminated};

use super::refusal::{Code, Refusal};
use crate::base::Side;
use crate::base::whole_numbers_plurals_and_capitals::read_whole_number;
use crate::search::player::options::{MOVE_OVERHEAD, MOVE_TIME};
use crate::search::{Limits, Options};

/// The characters that separate words.
pub(crate) const BLANKS: [char; 2] = [' ', '\t'];

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
    /// `help`: the command or the game to explain; `None` for an overview.
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

/// Where and why parsing stopped.
pub(super) struct Defect<'a> {
    at: &'a str,
    /// The kind of the defect.
    code: Code,
    expected: Option<&'static str>,
}

impl<'a> ParseError<&'a str> for Defect<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Self { at, code: Code::BadSyntax, expected: None }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// The value that a parser made of the front of a text, and the rest of the text.
pub(super) type Parsed<'a, T> = nom::IResult<&'a str, T, Defect<'a>>;
/// A command, or why the words after its name do not fit.
pub(super) type ParsedCommand = Result<Command, Refusal>;

/// Parses the whole text; `expected` says in the refusal what would have fitted.
pub(super) fn parse_all<'a, T>(
    text: &'a str,
    expected: &'static str,
    parser: impl Parser<&'a str, Output = T, Error = Defect<'a>>,
) -> Result<T, Refusal> {
    let end = verify(rest, |left: &str| left.trim_matches(BLANKS).is_empty());
    parse_front(text, expected, terminated(parser, end)).map(|front| front.parsed)
}

/// The result of a parser at the front of a text, and the rest of the text.
pub(super) struct Front<'a, T> {
    /// The value that the parser returned.
    pub(super) parsed: T,
    /// The text after the part that was parsed.
    pub(super) left: &'a str,
}

/// Parses the front of a text; `expected` says in the refusal what would have fitted.
pub(super) fn parse_front<'a, T>(
    text: &'a str,
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Defect<'a>>,
) -> Result<Front<'a, T>, Refusal> {
    let defect = match parser.parse(text) {
        Ok((left, parsed)) => return Ok(Front { parsed, left }),
        Err(nom::Err::Error(defect) | nom::Err::Failure(defect)) => defect,
        Err(nom::Err::Incomplete(_)) => Defect::from_error_kind(text, ErrorKind::Eof),
    };
    let word = defect.at.split_ascii_whitespace().next();
    let found = word.map_or_else(|| "the end of the line".to_owned(), |w| format!("'{w}'"));
    let expected = defect.expected.unwrap_or(expected);
    Err(Refusal::new(defect.code, format!("expected {expected}, not {found}")))
}

/// One word and the blanks after it.
pub(super) fn word(text: &str) -> Parsed<'_, &str> {
    terminated(take_till1(|c| c == ' ' || c == '\t'), space0).parse(text)
}

/// This word and the blanks after it.
fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, Output = (), Error = Defect<'a>> {
    value((), terminated(tag(name), alt((space1, peek(eof)))))
}

/// A whole number; one that does not fit is saturated.
pub(super) fn number(text: &str) -> Parsed<'_, i128> {
    let defect = |at| Defect { at, code: Code::BadNumber, expected: Some("a whole number") };
    let (left, read) =
        word(text).map_err(|_: nom::Err<Defect<'_>>| nom::Err::Failure(defect(text)))?;
    let number = read_whole_number(read).ok_or_else(|| nom::Err::Failure(defect(text)))?;
    Ok((left, number))
}

/// A whole number from `least` to `most`; one outside is `bad-value`.
pub(super) fn number_in<'a>(
    expected: &'static str,
    least: i128,
    most: i128,
) -> impl Parser<&'a str, Output = i128, Error = Defect<'a>> {
    move |at: &'a str| {
        let (left, read) = number(at)?;
        if (least..=most).contains(&read) {
            Ok((left, read))
        } else {
            let defect = Defect { at, code: Code::BadValue, expected: Some(expected) };
            Err(nom::Err::Failure(defect))
        }
    }
}

/// Parses as this parser does; a refusal calls what was expected `expected`.
pub(super) fn expecting<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Defect<'a>>,
) -> impl Parser<&'a str, Output = T, Error = Defect<'a>> {
    move |at: &'a str| {
        parser.parse(at).map_err(|error| match error {
            nom::Err::Error(defect) | nom::Err::Failure(defect) => {
                nom::Err::Failure(Defect { expected: Some(expected), ..defect })
            }
            incomplete @ nom::Err::Incomplete(_) => incomplete,
        })
    }
}

/// The number as another type, or `most` where it does not fit.
pub(super) fn saturated<T: TryFrom<i128>>(number: i128, most: T) -> T {
    T::try_from(number).unwrap_or(most)
}

/// A command without arguments.
pub(super) fn no_arguments(text: &str, command: Command) -> ParsedCommand {
    parse_all(text, "nothing after this command", space0).map(|_| command)
}

/// `help [command|game|option|player]`; `help me` is `help` alone.
pub(super) fn help(text: &str) -> ParsedCommand {
    parse_all(text, "one command word or one game's name", opt(word))
        .map(|word| Command::Help(word.filter(|word| *word != "me").map(str::to_owned)))
}

/// `bench [game]`.
pub(super) fn bench(text: &str) -> ParsedCommand {
    parse_all(text, "one game's name", opt(word)).map(|w| Command::Bench(w.map(str::to_owned)))
}

/// `find <pattern>`, `opportunities <pattern>`.
pub(super) fn pattern(text: &str) -> Result<String, Refusal> {
    parse_all(text, "one pattern of x, o and -", word).map(str::to_owned)
}

/// `lines <cell>`.
pub(super) fn lines(text: &str) -> ParsedCommand {
    let cell = Tokens::new(text);
    parse_all(cell.as_str(), "the name of one cell", word)
        .map(|cell| Command::Lines(cell.to_owned()))
}

/// `svg [turned] [<spot>…]`.
pub(super) fn svg(text: &str) -> ParsedCommand {
    let turned = opt(keyword("turned"));
    parse_all(text, "turned, or spots", (turned, rest)).map(|(turned, spots)| {
        let bottom = if turned.is_some() { Side::Second } else { Side::First };
        Command::Svg(bottom, Tokens::new(spots))
    })
}

/// `newgame [<game> [<key> <value>]…]`.
pub(super) fn newgame(text: &str) -> ParsedCommand {
    let name_and_keys = map((word, rest), |(name, keys)| (name.to_owned(), Tokens::new(keys)));
    parse_all(text, "a game's name", opt(name_and_keys)).map(Command::NewGame)
}

/// `position startpos|fen <text> [moves <m>…]`.
pub(super) fn position(text: &str) -> ParsedCommand {
    let expected = "startpos or fen <text>, then moves <m>… or nothing";
    let after = "the word 'moves' before moves";
    let fen_word = verify(word, |w: &str| w != "moves");
    let fen = preceded(keyword("fen"), cut(recognize(many1(fen_word))));
    let start = alt((map(keyword("startpos"), |()| None), map(fen, Some)));
    let moves = opt(preceded(keyword("moves"), rest));
    let end = expecting(after, verify(rest, |left: &str| left.trim_matches(BLANKS).is_empty()));
    parse_all(text, expected, (start, moves, end)).map(|(fen, moves, _)| {
        let fen = fen.map(|text: &str| Tokens::new(text).as_str().to_owned());
        Command::Position(fen, Tokens::new(moves.unwrap_or_default()))
    })
}

/// `move <m>…`.
pub(super) fn play(text: &str) -> ParsedCommand {
    parse_all(text, "at least one move", recognize(many1(word)))
        .map(|moves| Command::Move(Tokens::new(moves)))
}

/// `undo [n]`.
pub(super) fn undo(text: &str) -> ParsedCommand {
    let plies = number_in("a number of plies from 0", 0, i128::MAX);
    let plies = preceded(verify(space0, |_: &str| !text.trim_matches(BLANKS).is_empty()), plies);
    parse_all(text, "a number of plies", opt(plies))
        .map(|n| Command::Undo(n.map_or(1, |n| saturated(n, u64::MAX))))
}

/// One die, which a refusal calls `expected`.
fn die<'a>(expected: &'static str) -> impl Parser<&'a str, Output = i128, Error = Defect<'a>> {
    expecting(expected, number_in(expected, 1, 6))
}

/// `dice <a> <b>`.
pub(super) fn dice(text: &str) -> ParsedCommand {
    let two = "two dice from 1 to 6";
    parse_all(text, "two dice", (die(two), die("a second die from 1 to 6")))
        .map(|(a, b)| Command::Dice(saturated(a, 6), saturated(b, 6)))
}

/// The deepest count that can be asked for, in plies.
///
/// Set by hand, far beyond what can be counted.
pub const DEEPEST_PERFT: u32 = 200;

/// `perft <depth> [divide]`.
pub(super) fn perft(text: &str) -> ParsedCommand {
    let depth = number_in("a depth from 0 to 200", 0, DEEPEST_PERFT.into());
    parse_all(text, "a depth, then divide or nothing", (depth, opt(keyword("divide")))).map(
        |(depth, divide)| Command::Perft { depth: saturated(depth, 0), divide: divide.is_some() },
    )
}

/// `setoption name <N> [value <V>]`.
pub(super) fn setoption(text: &str) -> ParsedCommand {
    let name_word = verify(word, |w: &str| w != "value");
    let name = preceded(keyword("name"), recognize(many1(name_word)));
    let set = opt(preceded(keyword("value"), rest));
    parse_all(text, "name <N>, then value <V> or nothing", (name, set)).map(|(name, value)| {
        Command::SetOption {
            name: Tokens::new(name).as_str().to_owned(),
            value: value.map(|v: &str| v.trim_matches(BLANKS).to_owned()).filter(|v| !v.is_empty()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::Tokens;

    #[test]
    fn parentheses_hold_a_word_together() {
        let words = |text| Tokens::new(text).as_str().to_owned();
        assert_eq!(words("(4 1) h8\t( 5 ,\t2 )"), "(4,1) h8 (5,2)");
        assert_eq!(words("8/5(2) 6/5(2)"), "8/5(2) 6/5(2)");
        assert_eq!(words("(4 1"), "(4 1");
        assert_eq!(words(") (4 1) ("), ") (4,1) (");
        assert_eq!(words("()"), "()");
    }
}
