//! The words of `query`: one table, from which the parser, `help query` and its hints are made.

use super::argument_parsers::{ParsedCommand, parse_all, word};
use super::command::{Command, Query};
use super::refusal::{Code, Refusal};
use crate::base::name_hints;

/// One row of the table of `query`'s words.
pub struct QueryWord {
    /// The word.
    pub name: &'static str,
    /// The fact that the word asks for, in one line.
    pub about: &'static str,
    query: Query,
}

const fn row(name: &'static str, about: &'static str, query: Query) -> QueryWord {
    QueryWord { name, about, query }
}

/// Every word of `query`, in the order of `help query`.
pub const QUERY_WORDS: &[QueryWord] = &[
    row("p1turn", "true if First is to act, or else false", Query::FirstTurn),
    row("gameover", "true if the game is over, or else false", Query::GameOver),
    row("result", "p1win, p2win, draw, or none while the game goes on", Query::Result),
    row("ending", "how the game has ended, as in four in line; or none", Query::Ending),
    row("points", "the points of a won game; 0 for a draw or while it goes on", Query::Points),
    row(
        "turn",
        "what is due and from whom, as in p1 roll, p2 move 31, p1 move; or over",
        Query::Turn,
    ),
    row(
        "match",
        "the score, as in p1 2 p2 1, then playing, p1win or p2win; none without a match",
        Query::Match,
    ),
    row(
        "stakes",
        "values of a single game won and lost, at a cube of 1 and now; none without stakes",
        Query::Stakes,
    ),
    row(
        "seed",
        "the seed in use, for setoption name Seed, which replays all that is random",
        Query::Seed,
    ),
];

/// `query <word>`.
pub(super) fn query(text: &str) -> ParsedCommand {
    let names: Vec<&str> = QUERY_WORDS.iter().map(|row| row.name).collect();
    let asked = parse_all(text, "one word of query", word).map_err(|refusal| {
        let list = name_hints::names_there_are("words", "", &names);
        Refusal { text: refusal.text + &list, ..refusal }
    })?;
    let found = QUERY_WORDS.iter().find(|row| row.name == asked).ok_or_else(|| {
        let list = name_hints::names_there_are("words", asked, &names);
        Refusal::new(Code::BadSyntax, format!("'{asked}' is not a word of query{list}"))
    })?;
    Ok(Command::Query(found.query))
}

#[cfg(test)]
mod tests {
    use super::QUERY_WORDS;
    use crate::protocol::grammar::command_table;

    #[test]
    fn usage_has_every_word() {
        let names: Vec<&str> = QUERY_WORDS.iter().map(|row| row.name).collect();
        let usage = command_table::find("query").unwrap().usage();
        assert_eq!(usage, format!("query {}", names.join("|")), "the usage of the row `query`");
    }
}
