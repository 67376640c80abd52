//! The words of `go`: one table, from which the parser, `help go`, the hints for misspelt words
//! and the options of `parlour batch` and `parlour external` are made.

use nom::Parser;
use nom::combinator::{cut, map, recognize, verify};
use nom::multi::many1;

use super::command::{BLANKS, Command, Go, Tokens};
use super::nearest::nearest;
use super::parser::{
    Defect, Parsed, ParsedCommand, number, number_in, parse_all, saturated, unfit, word,
};
use super::reply::{Code, Refusal};
use crate::search::{Clock, Rollout};

/// Parses the argument of a word of `go`, if it has one, and stores it.
type ParseArgument = for<'a> fn(&'a str, &mut Draft) -> Parsed<'a, ()>;

/// One row of the table of `go`'s words.
pub struct GoWord {
    /// The word.
    pub name: &'static str,
    /// Its argument as `help` shows it: `n`, `ms`, `<name>`, `<m>…`, or nothing.
    pub argument: &'static str,
    /// What it asks for, in one line.
    pub about: &'static str,
    /// Whether the subcommands `batch` and `external` have it as an option.
    pub is_flag: bool,
    parse: ParseArgument,
}

impl GoWord {
    const fn new(
        name: &'static str,
        argument: &'static str,
        about: &'static str,
        parse: ParseArgument,
    ) -> Self {
        Self { name, argument, about, is_flag: false, parse }
    }

    const fn with_flag(self) -> Self {
        Self { is_flag: true, ..self }
    }

    /// The word and its argument, as `help` shows them.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.argument).trim_end().to_owned()
    }
}

/// The arguments of `go` while they are parsed.
#[derive(Default)]
struct Draft {
    go: Go,
    time: [Option<u64>; 2],
    increment: [u64; 2],
    has_rollout: bool,
    games: Option<u64>,
    /// 0 for games that are played to their end.
    truncate: Option<u32>,
}

/// The most plies that `depth` counts.
const DEEPEST: i128 = 10_000;

/// Every word of `go`, in the order of `help go`; given twice, the last one counts.
pub const GO_WORDS: &[GoWord] = &[
    GoWord::new("player", "<name>", "the player that chooses", |text, draft| {
        set(word, text, |name: &str| draft.go.player = Some(name.to_owned()))
    })
    .with_flag(),
    GoWord::new("movetime", "ms", "milliseconds for this move", |text, draft| {
        set(milliseconds(1), text, |ms| draft.go.movetime = Some(ms))
    })
    .with_flag(),
    GoWord::new("p1time", "ms", "milliseconds on the clock of the first player", |text, draft| {
        set(milliseconds(1), text, |ms| draft.time[0] = Some(ms))
    })
    .with_flag(),
    GoWord::new("p2time", "ms", "milliseconds on the clock of the second player", |text, draft| {
        set(milliseconds(1), text, |ms| draft.time[1] = Some(ms))
    })
    .with_flag(),
    GoWord::new("p1inc", "ms", "milliseconds the first player gains a move", |text, draft| {
        set(milliseconds(0), text, |ms| draft.increment[0] = ms)
    })
    .with_flag(),
    GoWord::new("p2inc", "ms", "milliseconds the second player gains a move", |text, draft| {
        set(milliseconds(0), text, |ms| draft.increment[1] = ms)
    })
    .with_flag(),
    GoWord::new("depth", "n", "plies to search", |text, draft| {
        set(count(), text, |n| draft.go.depth = Some(saturated(n.clamp(1, DEEPEST), 1)))
    })
    .with_flag(),
    GoWord::new("nodes", "n", "the most nodes to search", |text, draft| {
        set(count(), text, |n| draft.go.nodes = Some(saturated(n.max(1), u64::MAX)))
    })
    .with_flag(),
    GoWord::new("rollout", "", "plays games out instead of a search alone", |text, draft| {
        draft.has_rollout = true;
        Ok((text, ()))
    }),
    GoWord::new("games", "n", "games of the rollout", |text, draft| {
        set(count(), text, |n| draft.games = Some(saturated(n.max(1), u64::MAX)))
    }),
    GoWord::new(
        "truncate",
        "n",
        "rolls after which a rollout is cut; 0 for none",
        |text, draft| set(count(), text, |n| draft.truncate = Some(saturated(n, u32::MAX))),
    ),
    GoWord::new("infinite", "", "searches until stop", |text, draft| {
        draft.go.infinite = true;
        Ok((text, ()))
    }),
    GoWord::new("searchmoves", "<m>…", "the only moves to consider", |text, draft| {
        let one_move = verify(word, |word: &str| find(word).is_none());
        let moves = cut(map(recognize(many1(one_move)), Tokens::new));
        set(moves, text, |moves| draft.go.moves = moves)
    }),
];

fn find(name: &str) -> Option<&'static GoWord> {
    GO_WORDS.iter().find(|row| row.name == name)
}

/// Parses an argument and stores it.
fn set<'a, T>(
    mut argument: impl Parser<&'a str, Output = T, Error = Defect<'a>>,
    text: &'a str,
    store: impl FnOnce(T),
) -> Parsed<'a, ()> {
    let (left, parsed) = argument.parse(text)?;
    store(parsed);
    Ok((left, ()))
}

/// Milliseconds; less than `least` counts as `least`.
fn milliseconds<'a>(least: i128) -> impl Parser<&'a str, Output = u64, Error = Defect<'a>> {
    map(number, move |ms| saturated(ms.max(least), u64::MAX))
}

fn count<'a>() -> impl Parser<&'a str, Output = i128, Error = Defect<'a>> {
    number_in("a number from 0", 0, i128::MAX)
}

/// `go …`, the words in any order.
pub(super) fn go(text: &str) -> ParsedCommand {
    arguments(text).map(Command::Go)
}

/// `explain …`: the words of `go`, then the moves, for which `searchmoves` may stand or not.
pub(super) fn explain(text: &str) -> ParsedCommand {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let mut first_move = 0;
    while let Some(row) = words.get(first_move).and_then(|word| find(word)) {
        first_move += 1 + usize::from(!row.argument.is_empty());
    }
    let (limits, moves) = words.split_at(first_move.min(words.len()));
    let has_moves = !moves.is_empty() && !limits.contains(&"searchmoves");
    let keyword: &[&str] = if has_moves { &["searchmoves"] } else { &[] };
    arguments(&[limits, keyword, moves].concat().join(" ")).map(Command::Explain)
}

fn arguments(text: &str) -> Result<Go, Refusal> {
    let parsed = parse_all(text, "a limit of go", |mut left| {
        let mut draft = Draft::default();
        while !str::trim_matches(left, BLANKS).is_empty() {
            let (argument, name) = word(left)?;
            let row = find(name).ok_or_else(|| unfit(left))?;
            (left, ()) = (row.parse)(argument, &mut draft)?;
        }
        Ok((left, draft))
    });
    match parsed {
        Ok(draft) => draft.finish(),
        Err(refusal) => Err(with_hint(refusal, text)),
    }
}

/// The refusal with the word of `go` that may be meant, where one is near.
fn with_hint(refusal: Refusal, text: &str) -> Refusal {
    let is_unknown =
        |word: &&str| find(word).is_none() && refusal.text.ends_with(&format!("not '{word}'"));
    let unknown = text.split(BLANKS).find(is_unknown);
    let names = GO_WORDS.iter().map(|row| row.name);
    match unknown.and_then(|word| nearest(word, names)) {
        Some(near) if refusal.code == Code::BadSyntax => {
            Refusal { text: format!("{}; did you mean '{near}'?", refusal.text), ..refusal }
        }
        _ => refusal,
    }
}

impl Draft {
    fn finish(self) -> Result<Go, Refusal> {
        // A side without a clock of its own has the time of the other one.
        let [first, second] = self.time;
        let clock = first
            .or(second)
            .zip(second.or(first))
            .map(|(first, second)| Clock { time: [first, second], increment: self.increment });
        Ok(Go { clock, rollout: self.rollout()?, ..self.go })
    }

    fn rollout(&self) -> Result<Option<Rollout>, Refusal> {
        if !self.has_rollout && (self.games.is_some() || self.truncate.is_some()) {
            let text = "'games' and 'truncate' are words of 'rollout', which is not there";
            return Err(Refusal::new(Code::BadSyntax, text));
        }
        let games = self.games.unwrap_or(Rollout::default().games);
        let truncate = self.truncate.filter(|rolls| *rolls > 0);
        Ok(self.has_rollout.then_some(Rollout { games, truncate }))
    }
}
