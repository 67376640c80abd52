//! The words of `go`: one table, from which the parser and the writer, `help go`, the hints for
//! misspelt words and the options of `parlour batch` and `parlour external` are made.

use std::fmt;
use std::sync::LazyLock;

use nom::Parser;
use nom::combinator::{map, recognize, verify};
use nom::multi::many1;

use super::argument_parsers::{
    Defect, Parsed, ParsedCommand, expecting, number, number_in, parse_front, saturated, word,
};
use super::command::{BLANKS, Command, Go, Tokens, first_word};
use super::refusal::{Code, Refusal};
use crate::base::name_hints;
use crate::games::GAMES;
use crate::host::VariantWords;
use crate::search::{Clock, Limits, Rollout};

/// Parses the argument of a word of `go`, if it has one, and stores it.
type ParseArgument = for<'a> fn(&'a str, &mut Draft) -> Parsed<'a, ()>;

/// One row of the table of `go`'s words.
pub struct GoWord {
    /// The word.
    pub name: &'static str,
    /// Its argument as `help` shows it: `n`, `ms`, `<name>`, `<m>…`, or nothing.
    pub argument: &'static str,
    /// The effect of the word, in one line.
    pub about: &'static str,
    /// Whether the subcommands `batch` and `external` have it as an option.
    pub is_flag: bool,
    parse: ParseArgument,
    /// Its argument in these arguments of `go`, empty if it has none; `None` if it is not among them.
    argument_in: fn(&Go) -> Option<String>,
}

impl GoWord {
    const fn new(
        name: &'static str,
        argument: &'static str,
        about: &'static str,
        parse: ParseArgument,
    ) -> Self {
        Self { name, argument, about, is_flag: false, parse, argument_in: |_| None }
    }

    const fn written(self, argument_in: fn(&Go) -> Option<String>) -> Self {
        Self { argument_in, ..self }
    }

    const fn with_flag(self) -> Self {
        assert!(!self.argument.is_empty(), "a flag has a number or a name");
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
    /// `p1time` and `p2time`: milliseconds on the clocks of First and of Second, at least 1.
    time: [Option<u64>; 2],
    /// `p1inc` and `p2inc`: milliseconds that First and Second gain with each move, 0 for none.
    increment: [u64; 2],
    has_rollout: bool,
    /// `games`: the games of a rollout from each position, at least 1; `None` if none are given.
    games: Option<u64>,
    /// `truncate`: rolls after which a game is evaluated; 0 for games that are played to their end.
    truncate: Option<u32>,
}

/// The most plies that `depth` counts. Set by hand, far beyond what any search reaches.
const DEEPEST: i128 = 10_000;

/// How many of the last rows of [`GO_WORDS`] are of `go` alone: `json`, and `searchmoves`, the word that
/// `explain` takes but does not need.
pub(super) const WORDS_OF_GO_ALONE: usize = 2;

/// Every word of `go`, in the order of `help go`; given twice, the last one counts.
///
/// The last rows are of `go` alone; `explain` has those before them too. A row `with_flag` is also an
/// option of `batch` and `external` on the command line.
pub const GO_WORDS: &[GoWord] = &[
    GoWord::new("player", "<name>", "the player that chooses", |text, draft| {
        let name = expecting("the name of a player", word);
        set(name, text, |name: &str| draft.go.player = Some(name.to_owned()))
    })
    .written(|go| go.player.clone())
    .with_flag(),
    GoWord::new("movetime", "ms", "milliseconds for this move", |text, draft| {
        set(milliseconds(1), text, |ms| draft.go.limits.movetime = Some(ms))
    })
    .written(|go| text_of(go.limits.movetime))
    .with_flag(),
    GoWord::new("p1time", "ms", "milliseconds on First's clock", |text, draft| {
        set(milliseconds(1), text, |ms| draft.time[0] = Some(ms))
    })
    .written(|go| text_of(go.limits.clock.map(|clock| clock.time[0])))
    .with_flag(),
    GoWord::new("p2time", "ms", "milliseconds on Second's clock", |text, draft| {
        set(milliseconds(1), text, |ms| draft.time[1] = Some(ms))
    })
    .written(|go| text_of(go.limits.clock.map(|clock| clock.time[1])))
    .with_flag(),
    GoWord::new("p1inc", "ms", "milliseconds more for First after each move", |text, draft| {
        set(milliseconds(0), text, |ms| draft.increment[0] = ms)
    })
    .written(|go| text_of(go.limits.clock.map(|clock| clock.increment[0])))
    .with_flag(),
    GoWord::new("p2inc", "ms", "milliseconds more for Second after each move", |text, draft| {
        set(milliseconds(0), text, |ms| draft.increment[1] = ms)
    })
    .written(|go| text_of(go.limits.clock.map(|clock| clock.increment[1])))
    .with_flag(),
    GoWord::new("depth", "n", "plies to search", |text, draft| {
        set(count(), text, |n| draft.go.limits.depth = Some(saturated(n.clamp(1, DEEPEST), 1)))
    })
    .written(|go| text_of(go.limits.depth))
    .with_flag(),
    GoWord::new("nodes", "n", "the most nodes to search", |text, draft| {
        set(count(), text, |n| draft.go.limits.nodes = Some(saturated(n.max(1), u64::MAX)))
    })
    .written(|go| text_of(go.limits.nodes))
    .with_flag(),
    GoWord::new("rollout", "", "plays games out instead of a search alone", |text, draft| {
        draft.has_rollout = true;
        Ok((text, ()))
    })
    .written(|go| go.limits.rollout.map(|_| String::new())),
    GoWord::new("games", "n", "games of the rollout", |text, draft| {
        set(count(), text, |n| draft.games = Some(saturated(n.max(1), u64::MAX)))
    })
    .written(|go| text_of(go.limits.rollout.map(|rollout| rollout.games))),
    GoWord::new(
        "truncate",
        "n",
        "rolls after which a rollout is cut; 0 for none",
        |text, draft| set(count(), text, |n| draft.truncate = Some(saturated(n, u32::MAX))),
    )
    .written(|go| text_of(go.limits.rollout.and_then(|rollout| rollout.truncate))),
    GoWord::new("infinite", "", "no limit: go ends with stop, explain by itself", |text, draft| {
        draft.go.limits.infinite = true;
        Ok((text, ()))
    })
    .written(|go| go.limits.infinite.then(String::new)),
    GoWord::new("json", "", "reports in JSON objects", |text, draft| {
        draft.go.json = true;
        Ok((text, ()))
    })
    .written(|go| go.json.then(String::new)),
    GoWord::new("searchmoves", "<m>…", "the only moves to consider", |text, draft| {
        let one_move = verify(word, |word: &str| find(word).is_none());
        let moves = map(recognize(many1(one_move)), Tokens::new);
        let moves = expecting("at least one move", moves);
        set(moves, text, |moves| draft.go.moves = moves)
    })
    .written(|go| Some(go.moves.as_str().to_owned()).filter(|moves| !moves.is_empty())),
];

fn text_of(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// The words as they can be typed after `go`, with one blank between them.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = GO_WORDS.iter().filter_map(|row| Some((row.name, (row.argument_in)(self)?)));
        let words =
            words.map(|(name, argument)| format!("{name} {argument}").trim_end().to_owned());
        f.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}

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
    let (_, of_go_alone) = GO_WORDS.split_at(GO_WORDS.len() - WORDS_OF_GO_ALONE);
    while let Some(row) = words.get(first_move).and_then(|word| find(word)) {
        if row.name != "searchmoves" && of_go_alone.iter().any(|other| other.name == row.name) {
            let text = format!("'{}' is a word of go only", row.name);
            return Err(Refusal::new(Code::Unsupported, text));
        }
        first_move += 1 + usize::from(!row.argument.is_empty());
    }
    let (limits, moves) = words.split_at(first_move.min(words.len()));
    let has_moves = !moves.is_empty() && !limits.contains(&"searchmoves");
    let keyword: &[&str] = if has_moves { &["searchmoves"] } else { &[] };
    arguments(&[limits, keyword, moves].concat().join(" ")).map(Command::Explain)
}

fn arguments(text: &str) -> Result<Go, Refusal> {
    let mut draft = Draft::default();
    let mut left = text.trim_matches(BLANKS);
    while !left.is_empty() {
        let (name, argument) = first_word(left);
        let row = find(name).ok_or_else(|| unknown_word(name))?;
        let parse = |text| (row.parse)(text, &mut draft);
        left = parse_front(argument.trim_matches(BLANKS), "a word of go", parse)?.left;
    }
    draft.finish()
}

/// The names of the players of all games.
static PLAYERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let games = GAMES.iter().filter_map(|entry| (entry.new_game)(&mut VariantWords::new(&[])).ok());
    games.flat_map(|game| game.players()).collect()
});

/// The refusal of a word that is not one of `go`'s, with a hint where one is near.
///
/// The name of a player alone is a common mistake.
fn unknown_word(unknown: &str) -> Refusal {
    let words: Vec<&str> = GO_WORDS.iter().map(|row| row.name).collect();
    let names = words.iter().chain(PLAYERS.iter()).copied();
    let hints: Vec<String> = name_hints::nearest(unknown, names)
        .into_iter()
        .map(|name| if find(name).is_some() { name.to_owned() } else { format!("player {name}") })
        .collect();
    let hint =
        name_hints::did_you_mean_one_of(&hints.iter().map(String::as_str).collect::<Vec<_>>());
    let list = name_hints::names_there_are("words", "", &words);
    Refusal::new(Code::BadSyntax, format!("expected a word of go, not '{unknown}'{list}{hint}"))
}

impl Draft {
    fn finish(self) -> Result<Go, Refusal> {
        // A side without a clock of its own has the time of the other one.
        let [first, second] = self.time;
        let clock = first
            .or(second)
            .zip(second.or(first))
            .map(|(first, second)| Clock { time: [first, second], increment: self.increment });
        let rollout = self.rollout()?;
        let limits = Limits { clock, rollout, ..self.go.limits };
        Ok(Go { limits, ..self.go })
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
