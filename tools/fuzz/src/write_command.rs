//! Writes a command as a line of the native protocol.

use parlour::base::Side;
use parlour::protocol::grammar::command::{Command, Query, Tokens};

/// A line that is parsed as this command.
pub fn written(command: &Command) -> String {
    let or_empty = |word: &Option<String>| word.clone().unwrap_or_default();
    match command {
        Command::Ugi => "ugi".to_owned(),
        Command::IsReady => "isready".to_owned(),
        Command::Games => "games".to_owned(),
        Command::Players => "players".to_owned(),
        Command::Describe => "describe".to_owned(),
        Command::Help(word) => format!("help {}", or_empty(word)),
        Command::NewGame(None) => "newgame".to_owned(),
        Command::NewGame(Some((name, words))) => format!("newgame {name} {}", words.as_str()),
        Command::Position(fen, moves) => {
            let start = fen.as_ref().map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
            format!("position {start}{}", with_words_after(" moves ", moves))
        }
        Command::Move(moves) => format!("move {}", moves.as_str()),
        Command::Undo(plies) => format!("undo {plies}"),
        Command::History => "history".to_owned(),
        Command::Dice(a, b) => format!("dice {a} {b}"),
        Command::Roll => "roll".to_owned(),
        Command::Legal => "legal".to_owned(),
        Command::Go(go) => format!("go {go}"),
        Command::Explain(go) => format!("explain {go}"),
        Command::Stop => "stop".to_owned(),
        Command::Quit => "quit".to_owned(),
        Command::Show => "show".to_owned(),
        Command::Fen => "fen".to_owned(),
        Command::Query(query) => format!("query {}", query_word(*query)),
        Command::Eval => "eval".to_owned(),
        Command::Find(pattern) => format!("find {pattern}"),
        Command::Playable => "playable".to_owned(),
        Command::Opportunities(pattern) => format!("opportunities {pattern}"),
        Command::Lines(cell) => format!("lines {cell}"),
        Command::Svg(bottom, spots) => {
            let turned = if *bottom == Side::Second { " turned" } else { "" };
            format!("svg{turned}{}", with_words_after(" ", spots))
        }
        Command::Spots(spots) => format!("spots{}", with_words_after(" ", spots)),
        Command::Perft { depth, divide } => {
            format!("perft {depth}{}", if *divide { " divide" } else { "" })
        }
        Command::Bench(game) => format!("bench {}", or_empty(game)),
        Command::SetOption { name, value } => {
            let value = value.as_ref().map_or_else(String::new, |value| format!(" value {value}"));
            format!("setoption name {name}{value}")
        }
    }
}

const fn query_word(query: Query) -> &'static str {
    match query {
        Query::FirstTurn => "p1turn",
        Query::GameOver => "gameover",
        Query::Result => "result",
        Query::Points => "points",
        Query::Ending => "ending",
        Query::Turn => "turn",
        Query::Match => "match",
        Query::Stakes => "stakes",
        Query::Seed => "seed",
    }
}

fn with_words_after(front: &str, words: &Tokens) -> String {
    if words.as_str().is_empty() { String::new() } else { front.to_owned() + words.as_str() }
}
