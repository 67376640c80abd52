//! The command table: one row a command, from which the parser, `help`, the hints for misspelt
//! words and the check of protocol.md are made. A row says what can be typed, what it does, and
//! when it takes effect.

#[cfg(test)]
mod tests;

use super::argument_parsers as parsers;
use super::argument_parsers::no_arguments;
use super::command::{BLANKS, Command, Tokens, first_word};
use super::go_words::{self, GO_WORDS, GoWord, WORDS_OF_GO_ALONE};
use super::query_words;
use super::refusal::{Code, Refusal};
use crate::base::name_hints;

/// The forms that `help position` explains.
const POSITION_FORMS: &[WordHelp] = &[
    word("startpos", "the start position of the variant"),
    word("fen <text>", "the position of this text; 'fen' writes it, 'help <game>' shows its form"),
    word("moves <m>…", "moves to play from there, as 'move' reads them"),
];

/// The forms that `help find` and `help opportunities` explain.
const PATTERN_FORMS: &[WordHelp] = &[
    word("x", "a stone of First"),
    word("o", "a stone of Second"),
    word("-", "an empty cell"),
    word("for example", "find xxx- lists three in line with an empty cell at either end"),
];

/// The forms that `help svg` explains.
const SVG_FORMS: &[WordHelp] = &[
    word("turned", "Second at the bottom instead of First"),
    word("<spot>…", "the clicks of a move that is being made; 'spots' lists them"),
];

/// The forms that `help spots` explains.
const SPOTS_FORMS: &[WordHelp] = &[
    word("<spot>…", "clicks already made: moves that they begin, with the spots that remain"),
    word(
        "the answer",
        "spots <m> <spot>… for each move, then spotsok <spot>…, all that may be next",
    ),
];

/// The words of `explain`: those of `go` that it has too.
const EXPLAIN_WORDS: &[GoWord] = GO_WORDS.split_at(GO_WORDS.len() - WORDS_OF_GO_ALONE).0;

/// The forms that `help explain` explains.
const EXPLAIN_FORMS: &[WordHelp] =
    &[word("<m>…", "the only moves to explain, all if none is given")];

/// Every command, in the order of protocol.md.
pub const COMMANDS: &[CommandSpec] = &[
    row("ugi", "", "names the engine and lists its options, then ugiok", |text| {
        no_arguments(text, Command::Ugi)
    }),
    row("isready", "", "answers readyok", |text| no_arguments(text, Command::IsReady))
        .with_urgency(Urgency::Ready),
    row("games", "", "lists the games", |text| no_arguments(text, Command::Games)),
    row("players", "", "lists the players of this game, the default first", |text| {
        no_arguments(text, Command::Players)
    }),
    row("describe", "", "lists facts about this game, then describeok", |text| {
        no_arguments(text, Command::Describe)
    }),
    row(
        "help",
        "[command|game|option|player]",
        "explains the commands, or one of them, or a game",
        |text| Ok(parsers::help(text)),
    ),
    row(
        "newgame",
        "[<game> [<key> <value>]…]",
        "starts a game; alone: the same game again",
        parsers::newgame,
    )
    .with_alias("uginewgame")
    .in_group(HelpGroup::Play),
    row("position", "startpos|fen <text> [moves <m>…]", "sets the position", parsers::position)
        .of_forms(POSITION_FORMS)
        .in_group(HelpGroup::Play),
    row("move", "<m>…", "plays the moves", parsers::play).in_group(HelpGroup::Play),
    row("undo", "[n]", "takes back n plies, 1 by default", parsers::undo).in_group(HelpGroup::Play),
    row("history", "", "lists the moves since the position was set", |text| {
        no_arguments(text, Command::History)
    })
    .in_group(HelpGroup::Ask),
    row("dice", "<a> <b>", "gives the dice", parsers::dice).in_group(HelpGroup::Play),
    row("roll", "", "rolls the dice", |text| no_arguments(text, Command::Roll))
        .in_group(HelpGroup::Play),
    row("legal", "", "lists the legal moves", |text| no_arguments(text, Command::Legal))
        .in_group(HelpGroup::Ask),
    row("go", "", "searches, then answers bestmove", go_words::go)
        .of_words(GO_WORDS)
        .with_urgency(Urgency::Search)
        .in_group(HelpGroup::Play),
    row(
        "explain",
        "",
        "shows the value of each move for a player: the one that it plays, then the best first",
        go_words::explain,
    )
    .of_words(EXPLAIN_WORDS)
    .ending_in("[[searchmoves] <m>…]")
    .of_forms(EXPLAIN_FORMS)
    .with_urgency(Urgency::Search)
    .in_group(HelpGroup::Ask),
    row("stop", "", "ends every search before it", |text| no_arguments(text, Command::Stop))
        .with_urgency(Urgency::Stop)
        .in_group(HelpGroup::Play),
    row("quit", "", "ends the engine", |text| no_arguments(text, Command::Quit))
        .with_urgency(Urgency::Quit),
    row("show", "", "draws the board", |text| no_arguments(text, Command::Show))
        .with_alias("d")
        .in_group(HelpGroup::Ask),
    row("fen", "", "writes the position on one line", |text| no_arguments(text, Command::Fen))
        .in_group(HelpGroup::Ask),
    row(
        "query",
        "p1turn|gameover|result|ending|points|turn|match|stakes|seed",
        "answers about this game",
        query_words::query,
    )
    .of_forms(&QUERY_FORMS)
    .in_group(HelpGroup::Ask),
    row("eval", "", "judges the position without search", |text| no_arguments(text, Command::Eval))
        .in_group(HelpGroup::Ask),
    row("find", "<pattern>", "lists the places of a pattern of x, o and -", |text| {
        parsers::pattern(text).map(Command::Find)
    })
    .of_forms(PATTERN_FORMS)
    .in_group(HelpGroup::Ask),
    row("playable", "", "lists the cells that can be filled now", |text| {
        no_arguments(text, Command::Playable)
    })
    .in_group(HelpGroup::Ask),
    row(
        "opportunities",
        "<pattern>",
        "lists the gaps of a pattern that can be filled now",
        |text| parsers::pattern(text).map(Command::Opportunities),
    )
    .of_forms(PATTERN_FORMS)
    .in_group(HelpGroup::Ask),
    row("lines", "<cell>", "lists the lines through a cell and what lies in them", parsers::lines)
        .in_group(HelpGroup::Ask),
    row("svg", "[turned] [<spot>…]", "draws the board as an SVG picture, then svgok", parsers::svg)
        .of_forms(SVG_FORMS)
        .in_group(HelpGroup::Ask),
    row("spots", "[<spot>…]", "lists the clicks that make each move, then spotsok", |text| {
        Ok(Command::Spots(Tokens::new(text)))
    })
    .of_forms(SPOTS_FORMS)
    .in_group(HelpGroup::Ask),
    row("perft", "<depth> [divide]", "counts the leaves of the legal tree", parsers::perft)
        .with_urgency(Urgency::Search),
    row("bench", "[game]", "searches fixed positions; the nodes are a signature", parsers::bench)
        .with_urgency(Urgency::Search),
    row("setoption", "name <N> [value <V>]", "sets an option", parsers::setoption),
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
/// use parlour::protocol::grammar::command_table::parse;
/// assert_eq!(parse("undo 2"), Ok(Some(Command::Undo(2))));
/// assert_eq!(parse("# a comment"), Ok(None));
/// assert!(parse("undo two").is_err());
/// ```
pub fn parse(line: &str) -> Result<Option<Command>, Refusal> {
    parse_with_urgency(line).map(|parsed| parsed.map(|(command, _)| command))
}

/// Parses a line like [`parse`], and returns its [`Urgency`] too.
pub(crate) fn parse_with_urgency(line: &str) -> Result<Option<(Command, Urgency)>, Refusal> {
    let line = line.trim_matches(BLANKS);
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = first_word(line);
    // What a person types first is read in any case of letters.
    let word = if word.eq_ignore_ascii_case("help") { "help" } else { word };
    let row = find(word).ok_or_else(|| unknown_command(word))?;
    (row.parse)(rest.trim_start_matches(BLANKS)).map(|command| Some((command, row.urgency)))
}

/// Every command word, the second ones too.
pub(crate) fn command_words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().flat_map(|row| [Some(row.name), row.alias]).flatten()
}

/// The refusal of a word that is not a command, with a hint where one is near.
pub(crate) fn unknown_command(word: &str) -> Refusal {
    let hint = match name_hints::did_you_mean(word, command_words()) {
        none if none.is_empty() => "; try 'help'".to_owned(),
        hint => hint,
    };
    Refusal::new(Code::UnknownCommand, format!("'{word}' is not a command{hint}"))
}

/// A parsed line of the native protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeLine {
    /// The tag of its replies.
    pub tag: Option<String>,
    /// The command: `None` if the line is blank or a comment; or why the line is refused.
    pub command: Result<Option<Command>, Refusal>,
    /// When it takes effect; a line that is refused waits for its turn.
    pub urgency: Urgency,
}

impl NativeLine {
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

/// The most characters of a tag. Chosen by hand.
const MAX_TAG: usize = 32;

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
    if tag.is_empty() || tag.len() > MAX_TAG || !tag.chars().all(is_tag_letter) {
        let text = format!("a tag is 1 to {MAX_TAG} letters, digits, '-' and '_', not '{tag}'");
        return Err(Refusal::new(Code::BadSyntax, text));
    }
    Ok((Some(tag), rest.trim_start_matches(BLANKS)))
}

/// When a line takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// In its turn.
    Queued,
    /// In its turn, and may take long: `stop` ends it.
    Search,
    /// When it is read, if a search runs or waits.
    Ready,
    /// When it is read: ends the searches before it.
    Stop,
    /// When it is read, as `Stop` does; nothing is read after it.
    Quit,
    /// As `Quit`, but searches that are not answered by then, and lines queued after them, are
    /// dropped without an answer.
    End,
}

/// The purpose of a command; `help` lists the commands in these groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpGroup {
    /// They play a game.
    Play,
    /// They ask about the position or the game.
    Ask,
    /// They are about the engine, its options and its tests.
    Engine,
}

impl HelpGroup {
    /// Every group, in the order of `help`.
    pub const ALL: [Self; 3] = [Self::Play, Self::Ask, Self::Engine];

    /// The purpose of its commands, and an example.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Play => "to play, for example: newgame <game>, then move <m>, then go",
            Self::Ask => "to ask about the game, for example: legal, then explain <m>",
            Self::Engine => {
                "to set up and to ask about the engine, for example: setoption name Hash value 64"
            }
        }
    }
}

/// A word or a form of a command, and what it means, in one line each.
#[derive(Clone, Copy)]
pub(super) struct WordHelp {
    usage: &'static str,
    about: &'static str,
}

/// A word of `help`, with what it means.
pub(super) const fn word(usage: &'static str, about: &'static str) -> WordHelp {
    WordHelp { usage, about }
}

/// The words of `query`.
const QUERY_FORMS: [WordHelp; query_words::QUERY_WORDS.len()] = {
    let mut forms = [word("", ""); query_words::QUERY_WORDS.len()];
    let mut row = 0;
    while row < forms.len() {
        let query = &query_words::QUERY_WORDS[row];
        forms[row] = word(query.name, query.about);
        row += 1;
    }
    forms
};

/// One row of the command table.
pub struct CommandSpec {
    /// The command word.
    pub name: &'static str,
    /// Another word for the same.
    pub alias: Option<&'static str>,
    /// Its arguments, as `help` shows them; empty if they are `words`.
    usage: &'static str,
    /// The words that its arguments are made of, in any order.
    words: &'static [GoWord],
    /// Its arguments after the words, as `help` shows them.
    last_arguments: &'static str,
    /// Its words or forms, for `help`.
    forms: &'static [WordHelp],
    /// Its effect, in one line.
    pub about: &'static str,
    /// Its group in `help`.
    pub group: HelpGroup,
    /// When it takes effect.
    pub urgency: Urgency,
    /// Parses its arguments.
    pub parse: fn(&str) -> Result<Command, Refusal>,
}

/// A row of a command that is executed in its turn.
pub(super) const fn row(
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    parse: fn(&str) -> Result<Command, Refusal>,
) -> CommandSpec {
    CommandSpec {
        name,
        alias: None,
        usage,
        words: &[],
        last_arguments: "",
        forms: &[],
        about,
        group: HelpGroup::Engine,
        urgency: Urgency::Queued,
        parse,
    }
}

impl CommandSpec {
    /// This row with `alias` as a second command word.
    pub(super) const fn with_alias(mut self, alias: &'static str) -> Self {
        self.alias = Some(alias);
        self
    }

    /// This row, taking effect at `urgency`.
    pub(super) const fn with_urgency(mut self, urgency: Urgency) -> Self {
        self.urgency = urgency;
        self
    }

    /// This row in this group of `help`.
    pub(super) const fn in_group(mut self, group: HelpGroup) -> Self {
        self.group = group;
        self
    }

    /// This row with these words as arguments.
    pub(super) const fn of_words(mut self, words: &'static [GoWord]) -> Self {
        self.words = words;
        self
    }

    /// This row with these arguments after its words.
    pub(super) const fn ending_in(mut self, last: &'static str) -> Self {
        self.last_arguments = last;
        self
    }

    /// This row with these words or forms in `help`.
    pub(super) const fn of_forms(mut self, forms: &'static [WordHelp]) -> Self {
        self.forms = forms;
        self
    }

    /// The command word and its arguments, as `help` shows them.
    pub fn usage(&self) -> String {
        let words = self.words.iter().map(|word| format!("[{}]", word.usage()));
        let parts = [self.name, self.usage].map(str::to_owned).into_iter().chain(words);
        let parts = parts.chain([self.last_arguments.to_owned()]);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Its line in `help`: what can be typed, and what it does.
    pub fn help_line(&self) -> String {
        let alias = self.alias.map_or_else(String::new, |alias| format!(" (or {alias})"));
        format!("{}{alias}: {}", self.usage(), self.about)
    }

    /// Its line in `help`, with `…` for arguments that are made of words.
    pub fn short_help_line(&self) -> String {
        if self.words.is_empty() {
            self.help_line()
        } else {
            format!("{} …: {}", self.name, self.about)
        }
    }

    /// Its words with what they mean, a line each.
    pub fn word_help_lines(&self) -> Vec<String> {
        let words = self.words.iter().map(|word| format!("{}: {}", word.usage(), word.about));
        let forms = self.forms.iter().map(|form| format!("{}: {}", form.usage, form.about));
        words.chain(forms).collect()
    }

    /// Whether this is the row of that command word.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.alias == Some(word)
    }
}
