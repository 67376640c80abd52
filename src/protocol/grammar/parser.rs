//! The grammar of what stands behind each command word.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::{space0, space1};
use nom::combinator::{cut, eof, map, opt, peek, recognize, rest, value, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{fold_many0, many1};
use nom::sequence::{preceded, terminated};

use super::command::{BLANKS, Command, Go, Query, Words};
use super::reply::{Code, Refusal};
use crate::base::number::read_whole;
use crate::search::{Clock, Rollout};

/// Where and why reading stopped.
struct Defect<'a> {
    at: &'a str,
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

type Parsed<'a, T> = nom::IResult<&'a str, T, Defect<'a>>;
type Read = Result<Command, Refusal>;

/// Reads the whole text with `grammar`; `expected` says what would have fitted.
fn whole<'a, T>(
    text: &'a str,
    expected: &'static str,
    mut grammar: impl Parser<&'a str, Output = T, Error = Defect<'a>>,
) -> Result<T, Refusal> {
    let parsed = (|text| grammar.parse(text)).and_then_end(text);
    parsed.map_err(|defect| {
        let word = defect.at.split_ascii_whitespace().next();
        let found = word.map_or_else(|| "the end of the line".to_owned(), |w| format!("'{w}'"));
        let expected = defect.expected.unwrap_or(expected);
        Refusal::new(defect.code, format!("expected {expected}, not {found}"))
    })
}

/// Runs a grammar and demands the end of the text behind it.
trait AndThenEnd<'a, T> {
    fn and_then_end(self, text: &'a str) -> Result<T, Defect<'a>>;
}

impl<'a, T, F: FnMut(&'a str) -> Parsed<'a, T>> AndThenEnd<'a, T> for F {
    fn and_then_end(mut self, text: &'a str) -> Result<T, Defect<'a>> {
        match self(text) {
            Ok((left, read)) if left.trim_matches(BLANKS).is_empty() => Ok(read),
            Ok((left, _)) => Err(Defect::from_error_kind(left, ErrorKind::Eof)),
            Err(nom::Err::Error(defect) | nom::Err::Failure(defect)) => Err(defect),
            Err(nom::Err::Incomplete(_)) => Err(Defect::from_error_kind(text, ErrorKind::Eof)),
        }
    }
}

/// One word and the blanks behind it.
fn word(text: &str) -> Parsed<'_, &str> {
    terminated(take_till1(|c| c == ' ' || c == '\t'), space0).parse(text)
}

/// This very word and the blanks behind it.
fn keyword<'a>(name: &'static str) -> impl Parser<&'a str, Output = (), Error = Defect<'a>> {
    value((), terminated(tag(name), alt((space1, peek(eof)))))
}

/// A whole number; what does not fit is saturated.
fn number(text: &str) -> Parsed<'_, i128> {
    let defect = |at| Defect { at, code: Code::BadNumber, expected: Some("a whole number") };
    let (left, read) =
        word(text).map_err(|_: nom::Err<Defect<'_>>| nom::Err::Failure(defect(text)))?;
    let number = read_whole(read).ok_or_else(|| nom::Err::Failure(defect(text)))?;
    Ok((left, number))
}

/// A number in a range; one outside it is `bad-value`.
fn number_in<'a>(
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

/// The number as another type, or `most` where it does not fit.
fn cut_to<T: TryFrom<i128>>(number: i128, most: T) -> T {
    T::try_from(number).unwrap_or(most)
}

fn alone(text: &str, command: Command) -> Read {
    whole(text, "nothing behind this command", space0).map(|_| command)
}

/// `ugi`.
pub(super) fn ugi(text: &str) -> Read {
    alone(text, Command::Ugi)
}
/// `isready`.
pub(super) fn isready(text: &str) -> Read {
    alone(text, Command::IsReady)
}
/// `games`.
pub(super) fn games(text: &str) -> Read {
    alone(text, Command::Games)
}
/// `players`.
pub(super) fn players(text: &str) -> Read {
    alone(text, Command::Players)
}
/// `history`.
pub(super) fn history(text: &str) -> Read {
    alone(text, Command::History)
}
/// `roll`.
pub(super) fn roll(text: &str) -> Read {
    alone(text, Command::Roll)
}
/// `legal`.
pub(super) fn legal(text: &str) -> Read {
    alone(text, Command::Legal)
}
/// `stop`.
pub(super) fn stop(text: &str) -> Read {
    alone(text, Command::Stop)
}
/// `quit`.
pub(super) fn quit(text: &str) -> Read {
    alone(text, Command::Quit)
}
/// `show`, `d`.
pub(super) fn show(text: &str) -> Read {
    alone(text, Command::Show)
}
/// `fen`.
pub(super) fn fen(text: &str) -> Read {
    alone(text, Command::Fen)
}
/// `eval`.
pub(super) fn eval(text: &str) -> Read {
    alone(text, Command::Eval)
}
/// `playable`.
pub(super) fn playable(text: &str) -> Read {
    alone(text, Command::Playable)
}

/// `help [command]`.
pub(super) fn help(text: &str) -> Read {
    whole(text, "one command word", opt(word)).map(|w| Command::Help(w.map(str::to_owned)))
}

/// `bench [game]`.
pub(super) fn bench(text: &str) -> Read {
    whole(text, "one game's name", opt(word)).map(|w| Command::Bench(w.map(str::to_owned)))
}

/// `find <pattern>`.
pub(super) fn find(text: &str) -> Read {
    whole(text, "one pattern of x, o and -", word).map(|w| Command::Find(w.to_owned()))
}

/// `newgame [<game> [<key> <value>]…]`.
pub(super) fn newgame(text: &str) -> Read {
    let name_and_keys = map((word, rest), |(name, keys)| (name.to_owned(), Words::new(keys)));
    whole(text, "a game's name", opt(name_and_keys)).map(Command::NewGame)
}

/// `position startpos|fen <text> [moves <m>…]`.
pub(super) fn position(text: &str) -> Read {
    let expected = "startpos or fen <text>, then moves <m>… or nothing";
    let fen_word = verify(word, |w: &str| w != "moves");
    let fen = preceded(keyword("fen"), cut(recognize(many1(fen_word))));
    let start = alt((map(keyword("startpos"), |()| None), map(fen, Some)));
    let moves = opt(preceded(keyword("moves"), rest));
    whole(text, expected, (start, moves)).map(|(fen, moves)| {
        let fen = fen.map(|text: &str| Words::new(text).as_str().to_owned());
        Command::Position(fen, Words::new(moves.unwrap_or_default()))
    })
}

/// `move <m>…`.
pub(super) fn play(text: &str) -> Read {
    whole(text, "at least one move", recognize(many1(word)))
        .map(|moves| Command::Move(Words::new(moves)))
}

/// `undo [n]`.
pub(super) fn undo(text: &str) -> Read {
    let plies = number_in("a number of plies from 0", 0, i128::MAX);
    let plies = preceded(verify(space0, |_: &str| !text.trim_matches(BLANKS).is_empty()), plies);
    whole(text, "a number of plies", opt(plies))
        .map(|n| Command::Undo(n.map_or(1, |n| cut_to(n, u64::MAX))))
}

/// `dice <a> <b>`.
pub(super) fn dice(text: &str) -> Read {
    let die = || number_in("two dice from 1 to 6", 1, 6);
    whole(text, "two dice", (die(), die())).map(|(a, b)| Command::Dice(cut_to(a, 6), cut_to(b, 6)))
}

/// `query p1turn|gameover|result|points`.
pub(super) fn query(text: &str) -> Read {
    let question = alt((
        value(Query::FirstTurn, keyword("p1turn")),
        value(Query::GameOver, keyword("gameover")),
        value(Query::Result, keyword("result")),
        value(Query::Points, keyword("points")),
    ));
    whole(text, "p1turn, gameover, result or points", question).map(Command::Query)
}

/// The deepest count that can be asked for.
const DEEPEST_PERFT: i128 = 200;

/// `perft <depth> [divide]`.
pub(super) fn perft(text: &str) -> Read {
    let depth = number_in("a depth from 0 to 200", 0, DEEPEST_PERFT);
    whole(text, "a depth, then divide or nothing", (depth, opt(keyword("divide"))))
        .map(|(depth, divide)| Command::Perft { depth: cut_to(depth, 0), divide: divide.is_some() })
}

/// `setoption name <N> [value <V>]`.
pub(super) fn setoption(text: &str) -> Read {
    let name_word = verify(word, |w: &str| w != "value");
    let name = preceded(keyword("name"), recognize(many1(name_word)));
    let set = opt(preceded(keyword("value"), rest));
    whole(text, "name <N>, then value <V> or nothing", (name, set)).map(|(name, value)| {
        Command::SetOption {
            name: Words::new(name).as_str().to_owned(),
            value: value.map(|v: &str| v.trim_matches(BLANKS).to_owned()).filter(|v| !v.is_empty()),
        }
    })
}

/// One thing said to `go`.
#[derive(Clone)]
enum Limit {
    Player(String),
    Movetime(u64),
    Time(usize, u64),
    Increment(usize, u64),
    Depth(u32),
    Nodes(u64),
    Infinite,
    Rollout,
    Games(u64),
    Truncate(u32),
    Moves(Words),
}

/// The words of `go` that no move can be taken for.
const GO_WORDS: [&str; 13] = [
    "player",
    "movetime",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "depth",
    "nodes",
    "infinite",
    "rollout",
    "games",
    "truncate",
    "searchmoves",
];

/// Milliseconds; less than `least` counts as `least`.
fn milliseconds<'a>(least: i128) -> impl Parser<&'a str, Output = u64, Error = Defect<'a>> {
    map(number, move |ms| cut_to(ms.max(least), u64::MAX))
}

fn limit(text: &str) -> Parsed<'_, Limit> {
    let count = || number_in("a number from 0", 0, i128::MAX);
    let plies = map(count(), |n| Limit::Depth(cut_to(n.clamp(1, 10_000), 1)));
    let nodes = map(count(), |n| Limit::Nodes(cut_to(n.max(1), u64::MAX)));
    let games = map(count(), |n| Limit::Games(cut_to(n.max(1), u64::MAX)));
    let rolls = map(count(), |n| Limit::Truncate(cut_to(n, u32::MAX)));
    let one_move = verify(word, |w: &str| !GO_WORDS.contains(&w));
    let moves = map(recognize(many1(one_move)), |m| Limit::Moves(Words::new(m)));
    alt((
        preceded(keyword("player"), cut(map(word, |w| Limit::Player(w.to_owned())))),
        preceded(keyword("movetime"), map(milliseconds(1), Limit::Movetime)),
        preceded(keyword("p1time"), map(milliseconds(1), |ms| Limit::Time(0, ms))),
        preceded(keyword("p2time"), map(milliseconds(1), |ms| Limit::Time(1, ms))),
        preceded(keyword("p1inc"), map(milliseconds(0), |ms| Limit::Increment(0, ms))),
        preceded(keyword("p2inc"), map(milliseconds(0), |ms| Limit::Increment(1, ms))),
        preceded(keyword("depth"), plies),
        preceded(keyword("nodes"), nodes),
        value(Limit::Infinite, keyword("infinite")),
        value(Limit::Rollout, keyword("rollout")),
        preceded(keyword("games"), games),
        preceded(keyword("truncate"), rolls),
        preceded(keyword("searchmoves"), cut(moves)),
    ))
    .parse(text)
}

/// The clocks as far as `go` has named them.
#[derive(Default)]
struct Clocks {
    time: [Option<u64>; 2],
    increment: [u64; 2],
}

/// A rollout as far as `go` has described it.
#[derive(Default)]
struct Rolling {
    is_asked: bool,
    games: Option<u64>,
    /// 0 for games that are played to their end.
    truncate: Option<u32>,
}

impl Rolling {
    fn read(&self) -> Result<Option<Rollout>, Refusal> {
        if !self.is_asked && (self.games.is_some() || self.truncate.is_some()) {
            let text = "'games' and 'truncate' are words of 'rollout', which is not there";
            return Err(Refusal::new(Code::BadSyntax, text));
        }
        let games = self.games.unwrap_or(Rollout::default().games);
        let truncate = self.truncate.filter(|rolls| *rolls > 0);
        Ok(self.is_asked.then_some(Rollout { games, truncate }))
    }
}

/// `go …`, in any order; what is said twice counts as said last.
pub(super) fn go(text: &str) -> Read {
    let start = || (Go::default(), Clocks::default(), Rolling::default());
    let all = fold_many0(limit, start, |(mut go, mut clocks, mut rollout), limit| {
        match limit {
            Limit::Player(name) => go.player = Some(name),
            Limit::Movetime(ms) => go.movetime = Some(ms),
            Limit::Time(side, ms) => clocks.time[side] = Some(ms),
            Limit::Increment(side, ms) => clocks.increment[side] = ms,
            Limit::Depth(plies) => go.depth = Some(plies),
            Limit::Nodes(nodes) => go.nodes = Some(nodes),
            Limit::Infinite => go.infinite = true,
            Limit::Rollout => rollout.is_asked = true,
            Limit::Games(games) => rollout.games = Some(games),
            Limit::Truncate(rolls) => rollout.truncate = Some(rolls),
            Limit::Moves(moves) => go.moves = moves,
        }
        (go, clocks, rollout)
    });
    whole(text, "a limit of go", all).and_then(|(mut go, clocks, rollout)| {
        go.rollout = rollout.read()?;
        // A side whose clock was not told has what the other one has.
        let [first, second] = clocks.time;
        go.clock = first
            .or(second)
            .zip(second.or(first))
            .map(|(first, second)| Clock { time: [first, second], increment: clocks.increment });
        Ok(Command::Go(go))
    })
}

#[cfg(test)]
mod tests {
    use super::super::command::{Command, Go, Words, read};
    use super::super::reply::Code;
    use super::Rollout;

    fn refusal(line: &str) -> (Code, String) {
        let refusal = read(line).expect_err("refused");
        (refusal.code, refusal.text)
    }

    #[test]
    fn go_takes_its_limits_in_any_order() {
        let go = Go {
            player: Some("george".to_owned()),
            nodes: Some(5_000),
            depth: Some(3),
            moves: Words::new("4 3"),
            ..Go::default()
        };
        let line = "go nodes 5000\tsearchmoves 4  3 player george depth 3";
        assert_eq!(read(line), Ok(Some(Command::Go(go))));
    }

    #[test]
    fn times_below_one_count_as_one_and_huge_ones_are_cut() {
        for (line, ms) in [
            ("go movetime 0", 1),
            ("go movetime -7", 1),
            ("go movetime 1000000000000", 1_000_000_000_000),
            ("go movetime 99999999999999999999999999999999999999999999", u64::MAX),
        ] {
            let go = Go { movetime: Some(ms), ..Go::default() };
            assert_eq!(read(line), Ok(Some(Command::Go(go))), "{line}");
        }
    }

    #[test]
    fn rollouts_have_games_and_may_be_cut_short() {
        let rollout = |line| match read(line) {
            Ok(Some(Command::Go(go))) => go.rollout,
            other => panic!("{other:?}"),
        };
        let default = Rollout::default();
        assert_eq!(rollout("go rollout"), Some(default));
        assert_eq!(rollout("go truncate 0 rollout games 0"), Some(Rollout { games: 1, ..default }));
        let cut = Rollout { games: 72, truncate: Some(11) };
        assert_eq!(rollout("go rollout games 72 truncate 11 movetime 5"), Some(cut));
        assert_eq!(rollout("go depth 3"), None);
    }

    #[test]
    fn defects_are_named_with_their_word() {
        for (line, code, part) in [
            ("go depth x", Code::BadNumber, "'x'"),
            ("go banana", Code::BadSyntax, "'banana'"),
            ("go movetime", Code::BadNumber, "the end of the line"),
            ("go games 36", Code::BadSyntax, "'rollout'"),
            ("go rollout games x", Code::BadNumber, "'x'"),
            ("go searchmoves depth 3", Code::BadSyntax, "'depth'"),
            ("dice 7 1", Code::BadValue, "'7'"),
            ("dice 1", Code::BadNumber, "the end of the line"),
            ("dice 1 2 3", Code::BadSyntax, "'3'"),
            ("undo -1", Code::BadValue, "'-1'"),
            ("undo x", Code::BadNumber, "'x'"),
            ("position", Code::BadSyntax, "the end of the line"),
            ("position fen", Code::BadSyntax, "the end of the line"),
            ("position fen moves 4", Code::BadSyntax, "'moves'"),
            ("position startpos 4", Code::BadSyntax, "'4'"),
            ("move", Code::BadSyntax, "the end of the line"),
            ("legal please", Code::BadSyntax, "'please'"),
            ("query result now", Code::BadSyntax, "'now'"),
            ("perft 1.5", Code::BadNumber, "'1.5'"),
            ("setoption Hash 3", Code::BadSyntax, "'Hash'"),
            ("setoption name", Code::BadSyntax, "the end of the line"),
            ("lgal", Code::UnknownCommand, "'legal'"),
        ] {
            let (found, text) = refusal(line);
            assert!(found == code && text.contains(part), "{line}: {found:?} {text}");
        }
    }

    #[test]
    fn option_names_and_values_may_hold_blanks() {
        let read_option = |line| match read(line) {
            Ok(Some(Command::SetOption { name, value })) => (name, value),
            other => panic!("{other:?}"),
        };
        assert_eq!(read_option("setoption name Clear  Hash"), ("Clear Hash".to_owned(), None));
        assert_eq!(
            read_option("setoption name Style value  colour "),
            ("Style".to_owned(), Some("colour".to_owned()))
        );
    }

    #[test]
    fn fen_words_end_at_moves() {
        let line = "position fen 7/7 x  moves 4 4";
        let expected = Command::Position(Some("7/7 x".to_owned()), Words::new("4 4"));
        assert_eq!(read(line), Ok(Some(expected)));
    }
}
