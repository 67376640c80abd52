//! The parsers of the arguments of commands, with those of words and numbers, which `go` and `query` use too.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::{space0, space1};
use nom::combinator::{cut, eof, map, opt, peek, recognize, rest, value, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many1;
use nom::sequence::{preceded, terminated};

use super::command::{BLANKS, Command, Tokens};
use super::refusal::{Code, Refusal};
use crate::base::Side;
use crate::base::whole_numbers::read_whole_number;

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
pub(super) fn help(text: &str) -> Command {
    let topic = Tokens::new(text).as_str().to_owned();
    Command::Help(Some(topic).filter(|topic| !matches!(topic.as_str(), "" | "me")))
}

/// `bench [game]`.
pub(super) fn bench(text: &str) -> ParsedCommand {
    parse_all(text, "one game's name", opt(word)).map(|w| Command::Bench(w.map(str::to_owned)))
}

/// `find <pattern>`, `opportunities <pattern>`.
pub(super) fn pattern(text: &str) -> Result<String, Refusal> {
    parse_all(text, "one pattern without blanks", word).map(str::to_owned)
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
    use crate::protocol::grammar::command::Tokens;

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
