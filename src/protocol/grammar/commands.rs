//! The command table: one row a command, from which the parser, `help`, the hints for misspelt
//! words and the check of protocol.md are made.

use super::command::{BLANKS, Command, Tokens};
pub use super::command_spec::{CommandSpec, Group, Urgency};
use super::command_spec::{WordHelp, row, word};
use super::go::{self, GO_WORDS};
use super::parser::{self, no_arguments};
use super::query;
use super::reply::{Code, Refusal};
use crate::base::name_hints;
use crate::games::GAMES;

/// What `help position` explains.
const POSITION_FORMS: &[WordHelp] = &[
    word("startpos", "the start position of the variant"),
    word("fen <text>", "the position of this text; 'fen' writes it, 'help <game>' tells its form"),
    word("moves <m>…", "moves to play from there, as 'move' reads them"),
    word("for example", "position startpos moves 4 4 3"),
];

/// What `help find` and `help opportunities` explain.
const PATTERN_FORMS: &[WordHelp] = &[
    word("x", "a stone of First"),
    word("o", "a stone of Second"),
    word("-", "an empty cell"),
    word("for example", "find xxx- lists three in line with an empty cell at either end"),
];

/// What `help svg` explains.
const SVG_FORMS: &[WordHelp] = &[
    word("turned", "Second at the bottom instead of First"),
    word("<spot>…", "the clicks of a move that is being made; 'spots' lists them"),
];

/// What `help spots` explains.
const SPOTS_FORMS: &[WordHelp] = &[
    word("<spot>…", "clicks already made: moves that they begin, with the spots that remain"),
    word(
        "the answer",
        "spots <m> <spot>… for each move, then spotsok <spot>…, all that may be next",
    ),
];

/// Every command, in the order of protocol.md.
pub const COMMANDS: &[CommandSpec] = &[
    row("ugi", "", "names the engine and lists its options, then ugiok", |text| {
        no_arguments(text, Command::Ugi)
    }),
    row("isready", "", "answers readyok", |text| no_arguments(text, Command::IsReady))
        .acting(Urgency::Ready),
    row("games", "", "lists the games", |text| no_arguments(text, Command::Games)),
    row("players", "", "lists the players of this game, the default first", |text| {
        no_arguments(text, Command::Players)
    }),
    row("describe", "", "lists facts about this game, then describeok", |text| {
        no_arguments(text, Command::Describe)
    }),
    row("help", "[command|game]", "explains the commands, or one of them, or a game", parser::help),
    row(
        "newgame",
        "[<game> [<key> <value>]…]",
        "starts a game; alone: the same game again",
        parser::newgame,
    )
    .or("uginewgame")
    .to(Group::Play),
    row("position", "startpos|fen <text> [moves <m>…]", "sets the position", parser::position)
        .of_forms(POSITION_FORMS)
        .to(Group::Play),
    row("move", "<m>…", "plays the moves", parser::play).to(Group::Play),
    row("undo", "[n]", "takes back n plies, 1 by default", parser::undo).to(Group::Play),
    row("history", "", "lists the moves since the position was set", |text| {
        no_arguments(text, Command::History)
    })
    .to(Group::Ask),
    row("dice", "<a> <b>", "gives the dice", parser::dice).to(Group::Play),
    row("roll", "", "rolls the dice", |text| no_arguments(text, Command::Roll)).to(Group::Play),
    row("legal", "", "lists the legal moves", |text| no_arguments(text, Command::Legal))
        .to(Group::Ask),
    row("go", "", "searches, then answers bestmove", go::go)
        .of_words(GO_WORDS)
        .acting(Urgency::Search)
        .to(Group::Play),
    row(
        "explain",
        "",
        "tells what a player thinks of each move: the one that it plays, then the best first",
        go::explain,
    )
    .of_words(GO_WORDS)
    .acting(Urgency::Search)
    .to(Group::Ask),
    row("stop", "", "ends every search before it", |text| no_arguments(text, Command::Stop))
        .acting(Urgency::Stop)
        .to(Group::Play),
    row("quit", "", "ends the engine", |text| no_arguments(text, Command::Quit))
        .acting(Urgency::Quit),
    row("show", "", "draws the board", |text| no_arguments(text, Command::Show))
        .or("d")
        .to(Group::Ask),
    row("fen", "", "writes the position on one line", |text| no_arguments(text, Command::Fen))
        .to(Group::Ask),
    row(
        "query",
        "p1turn|gameover|result|ending|points|turn|match|stakes|seed",
        "answers about this game",
        query::query,
    )
    .to(Group::Ask),
    row("eval", "", "judges the position without search", |text| no_arguments(text, Command::Eval))
        .to(Group::Ask),
    row("find", "<pattern>", "lists the places of a pattern of x, o and -", |text| {
        parser::pattern(text).map(Command::Find)
    })
    .of_forms(PATTERN_FORMS)
    .to(Group::Ask),
    row("playable", "", "lists the cells that can be filled now", |text| {
        no_arguments(text, Command::Playable)
    })
    .to(Group::Ask),
    row(
        "opportunities",
        "<pattern>",
        "lists the gaps of a pattern that can be filled now",
        |text| parser::pattern(text).map(Command::Opportunities),
    )
    .of_forms(PATTERN_FORMS)
    .to(Group::Ask),
    row("lines", "<cell>", "lists the lines through a cell and what lies in them", parser::lines)
        .to(Group::Ask),
    row("svg", "[turned] [<spot>…]", "draws the board as an SVG picture, then svgok", parser::svg)
        .of_forms(SVG_FORMS)
        .to(Group::Ask),
    row("spots", "[<spot>…]", "lists the clicks that make each move, then spotsok", |text| {
        Ok(Command::Spots(Tokens::new(text)))
    })
    .of_forms(SPOTS_FORMS)
    .to(Group::Ask),
    row("perft", "<depth> [divide]", "counts the leaves of the legal tree", parser::perft)
        .acting(Urgency::Search),
    row("bench", "[game]", "searches fixed positions; the nodes are a signature", parser::bench)
        .acting(Urgency::Search),
    row("setoption", "name <N> [value <V>]", "sets an option", parser::setoption),
];

/// The row of a command word.
pub fn find(word: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().find(|row| row.is_called(word))
}

/// Parses a line without its tag; `None` for a blank line or a comment.
///
/// # Errors
/// A [`Refusal`] naming the defect and the offending word.
///
/// # Examples
/// ```
/// use parlour::protocol::grammar::command::Command;
/// use parlour::protocol::grammar::commands::parse;
/// assert_eq!(parse("undo 2"), Ok(Some(Command::Undo(2))));
/// assert_eq!(parse("# a comment"), Ok(None));
/// assert!(parse("undo two").is_err());
/// ```
pub fn parse(line: &str) -> Result<Option<Command>, Refusal> {
    parse_with_urgency(line).map(|parsed| parsed.map(|(command, _)| command))
}

/// The same, and when the command acts.
pub(crate) fn parse_with_urgency(line: &str) -> Result<Option<(Command, Urgency)>, Refusal> {
    let line = line.trim_matches(BLANKS);
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = line.split_once(BLANKS).unwrap_or((line, ""));
    // What a person types first is read in any case of letters.
    let word = if word.eq_ignore_ascii_case("help") { "help" } else { word };
    let row = find(word).ok_or_else(|| unknown_command(word))?;
    (row.parse)(rest.trim_start_matches(BLANKS)).map(|command| Some((command, row.urgency)))
}

/// The refusal of a word that `help` does not explain: no command and no game.
pub(crate) fn unknown_help_topic(word: &str) -> Refusal {
    let refusal = unknown_command(word);
    match name_hints::did_you_mean(word, GAMES.iter().map(|kind| kind.name)) {
        none if none.is_empty() => refusal,
        hint => Refusal { text: format!("'{word}' is no command and no game{hint}"), ..refusal },
    }
}

/// The refusal of a word that is not a command, with a hint where one is near.
pub(crate) fn unknown_command(word: &str) -> Refusal {
    let names = COMMANDS.iter().flat_map(|row| [Some(row.name), row.alias]).flatten();
    let hint = match name_hints::did_you_mean(word, names) {
        none if none.is_empty() => "; try 'help'".to_owned(),
        hint => hint,
    };
    Refusal::new(Code::UnknownCommand, format!("'{word}' is no command{hint}"))
}

/// A parsed line of the native protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The tag of its replies.
    pub tag: Option<String>,
    /// What it asks for: nothing, if the line is blank or a comment, or why it is refused.
    pub command: Result<Option<Command>, Refusal>,
    /// When it takes effect; a line that is refused waits for its turn.
    pub urgency: Urgency,
}

impl Line {
    /// Parses a line without its ending.
    pub fn parse(text: &str) -> Self {
        let parsed = split_tag(text).map(|(tag, rest)| (tag, parse_with_urgency(rest)));
        let (tag, parsed) = match parsed {
            Ok((tag, parsed)) => (tag.map(str::to_owned), parsed),
            Err(refusal) => (None, Err(refusal)),
        };
        let urgency = match &parsed {
            Ok(Some((_, urgency))) => *urgency,
            _ => Urgency::Queued,
        };
        Self { tag, command: parsed.map(|parsed| parsed.map(|(command, _)| command)), urgency }
    }
}

/// Splits `@tag ` off the front of a line.
///
/// # Errors
/// [`Code::BadSyntax`] for a malformed tag.
pub fn split_tag(line: &str) -> Result<(Option<&str>, &str), Refusal> {
    let line = line.trim_start_matches(BLANKS);
    let Some(tagged) = line.strip_prefix('@') else { return Ok((None, line)) };
    let end = tagged.find(BLANKS).unwrap_or(tagged.len());
    let (tag, rest) = tagged.split_at(end);
    let is_tag_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if tag.is_empty() || tag.len() > 32 || !tag.chars().all(is_tag_letter) {
        let text = format!("a tag is 1 to 32 letters, digits, '-' and '_', not '{tag}'");
        return Err(Refusal::new(Code::BadSyntax, text));
    }
    Ok((Some(tag), rest.trim_start_matches(BLANKS)))
}

#[cfg(test)]
mod tests {
    use super::super::command::{Command, Go, Tokens};
    use super::super::reply::Code;
    use super::{COMMANDS, parse};
    use crate::search::Rollout;

    #[test]
    fn every_command_word_is_there_once() {
        let mut words: Vec<_> =
            COMMANDS.iter().flat_map(|row| [Some(row.name), row.alias]).flatten().collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
    }

    fn refusal(line: &str) -> (Code, String) {
        let refusal = parse(line).expect_err("refused");
        (refusal.code, refusal.text)
    }

    #[test]
    fn go_takes_its_limits_in_any_order() {
        let go = Go {
            player: Some("george".to_owned()),
            nodes: Some(5_000),
            depth: Some(3),
            moves: Tokens::new("4 3"),
            ..Go::default()
        };
        let line = "go nodes 5000\tsearchmoves 4  3 player george depth 3";
        assert_eq!(parse(line), Ok(Some(Command::Go(go))));
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
            assert_eq!(parse(line), Ok(Some(Command::Go(go))), "{line}");
        }
    }

    #[test]
    fn rollouts_have_games_and_may_be_cut_short() {
        let rollout = |line| match parse(line) {
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
            ("go dpeth 3", Code::BadSyntax, "did you mean 'depth'?"),
        ] {
            let (found, text) = refusal(line);
            assert!(found == code && text.contains(part), "{line}: {found:?} {text}");
        }
    }

    #[test]
    fn option_names_and_values_may_hold_blanks() {
        let read_option = |line| match parse(line) {
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
        let expected = Command::Position(Some("7/7 x".to_owned()), Tokens::new("4 4"));
        assert_eq!(parse(line), Ok(Some(expected)));
    }
}
