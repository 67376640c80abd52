//! The command table: the one list of command words, from which everything else is made.

use super::command::Command;
use super::parser;
use super::reply::Refusal;

/// When a line acts.
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
    /// When it is read, like stop; nothing is read after it.
    Quit,
    /// Like quit, but searches that have not been answered by then never are, nor what waits
    /// behind them.
    End,
}

/// One row of the command table.
pub struct CommandSpec {
    /// The command word.
    pub name: &'static str,
    /// Another word for the same.
    pub alias: Option<&'static str>,
    /// The words behind it, as `help` shows them.
    pub usage: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// When it acts.
    pub urgency: Urgency,
    /// Reads the words behind the command word.
    pub parse: fn(&str) -> Result<Command, Refusal>,
}

const fn row(
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    parse: fn(&str) -> Result<Command, Refusal>,
) -> CommandSpec {
    CommandSpec { name, alias: None, usage, about, urgency: Urgency::Queued, parse }
}

impl CommandSpec {
    const fn or(mut self, alias: &'static str) -> Self {
        self.alias = Some(alias);
        self
    }

    const fn acting(mut self, urgency: Urgency) -> Self {
        self.urgency = urgency;
        self
    }

    /// Whether this is the row of that command word.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.alias == Some(word)
    }
}

/// Every command, in the order of protocol.md.
pub const COMMANDS: &[CommandSpec] = &[
    row("ugi", "", "names the engine and lists its options, then ugiok", parser::ugi),
    row("isready", "", "answers readyok", parser::isready).acting(Urgency::Ready),
    row("games", "", "lists the games", parser::games),
    row("players", "", "lists the players of this game, the default first", parser::players),
    row("help", "[command]", "explains the commands", parser::help),
    row(
        "newgame",
        "[<game> [<key> <value>]…]",
        "starts a game; alone: the same game again",
        parser::newgame,
    )
    .or("uginewgame"),
    row("position", "startpos|fen <text> [moves <m>…]", "sets the position", parser::position),
    row("move", "<m>…", "plays the moves", parser::play),
    row("undo", "[n]", "takes back n plies, 1 if not said", parser::undo),
    row("history", "", "lists the moves since the position was set", parser::history),
    row("dice", "<a> <b>", "gives the dice", parser::dice),
    row("roll", "", "rolls the dice", parser::roll),
    row("legal", "", "lists the legal moves", parser::legal),
    row(
        "go",
        "[player <name>] [movetime ms] [p1time ms p2time ms p1inc ms p2inc ms] [depth n] \
         [nodes n] [rollout [games n] [truncate n]] [infinite] [searchmoves <m>…]",
        "searches, then answers bestmove",
        parser::go,
    )
    .acting(Urgency::Search),
    row("stop", "", "ends every search before it", parser::stop).acting(Urgency::Stop),
    row("quit", "", "ends the engine", parser::quit).acting(Urgency::Quit),
    row("show", "", "draws the board", parser::show).or("d"),
    row("fen", "", "writes the position on one line", parser::fen),
    row("query", "p1turn|gameover|result|points", "answers about this game", parser::query),
    row("eval", "", "judges the position without search", parser::eval),
    row("find", "<pattern>", "lists the places of a pattern of x, o and -", parser::find),
    row("playable", "", "lists the cells that can be filled now", parser::playable),
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

/// The command word nearest to a wrong one, if one is near: at most two
/// letters and half the word off.
pub fn nearest(word: &str) -> Option<&'static str> {
    let near = |name: &'static str| (distance(word, name), name);
    let words = COMMANDS.iter().flat_map(|row| [Some(row.name), row.alias]).flatten();
    words
        .filter(|name| name.len() > 1)
        .map(near)
        .min()
        .filter(|(letters, name)| *letters <= 2 && 2 * *letters <= name.len())
        .map(|(_, name)| name)
}

/// Letters to change, add or drop to make one word of the other (Levenshtein 1966).
fn distance(a: &str, b: &str) -> usize {
    /// No command word is near a longer one.
    const LONGEST: usize = 20;
    if a.len() > LONGEST {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.bytes().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, to) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, nearest};

    #[test]
    fn every_command_word_is_there_once() {
        let mut words: Vec<_> =
            COMMANDS.iter().flat_map(|row| [Some(row.name), row.alias]).flatten().collect();
        let count = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), count);
    }

    #[test]
    fn slips_of_the_pen_get_a_hint_and_noise_does_not() {
        assert_eq!(nearest("lgal"), Some("legal"));
        assert_eq!(nearest("Position"), Some("position"));
        assert_eq!(nearest("foo"), None);
        assert_eq!(nearest("quack"), None);
        assert_eq!(nearest(&"x".repeat(10_000)), None);
    }
}
