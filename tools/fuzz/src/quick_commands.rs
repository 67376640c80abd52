//! Which commands are quick and touch no files, so that a whole session takes milliseconds.

use parlour::protocol::grammar::command::{Command, Go};
use parlour::protocol::grammar::command_table::{NativeLine, split_tag};

/// The most nodes of a search.
const NODES: u64 = 200;
/// The nodes of a search for which a line names none.
const DEFAULT_NODES: u64 = 20;

/// Whether a search is so limited that it is quick.
pub fn is_quick_search(go: &Go) -> bool {
    let limits = &go.limits;
    let by_nodes = limits.nodes.is_some_and(|nodes| nodes <= NODES);
    let by_time = limits.movetime.is_some_and(|ms| ms <= 2);
    let is_small = |games: u64, truncate: Option<u32>| games <= 2 && truncate <= Some(3);
    let rollout = limits.rollout.is_none_or(|rollout| {
        rollout.truncate.is_some() && is_small(rollout.games, rollout.truncate)
    });
    rollout && (by_nodes || by_time || !limits.is_limited())
}

/// Whether a command is quick and touches no files.
pub fn is_quick(command: &Command) -> bool {
    match command {
        Command::Go(go) | Command::Explain(go) => is_quick_search(go),
        Command::Perft { depth, .. } => *depth <= 1,
        Command::Bench(_) => false,
        Command::SetOption { name, value } => is_quick_option(name, value.as_deref()),
        Command::Ugi
        | Command::IsReady
        | Command::Games
        | Command::Players
        | Command::Describe
        | Command::Help(_)
        | Command::NewGame(_)
        | Command::Position(..)
        | Command::Move(_)
        | Command::Undo(_)
        | Command::History
        | Command::Dice(..)
        | Command::Roll
        | Command::Legal
        | Command::Stop
        | Command::Quit
        | Command::Show
        | Command::Fen
        | Command::Query(_)
        | Command::Eval
        | Command::Find(_)
        | Command::Playable
        | Command::Opportunities(_)
        | Command::Lines(_)
        | Command::Svg(..)
        | Command::Spots(_) => true,
    }
}

fn is_quick_option(name: &str, value: Option<&str>) -> bool {
    let number = value.and_then(|value| value.trim().parse::<i64>().ok());
    let is_called = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other));
    if is_called(&["Hash", "Threads"]) {
        number.is_none_or(|number| number <= 2)
    } else if is_called(&["MoveTime"]) {
        number.is_none_or(|number| number <= 2)
    } else if is_called(&["SolvedTable"]) {
        !value.is_some_and(|value| value.eq_ignore_ascii_case("true"))
    } else {
        !name.to_ascii_lowercase().ends_with("file") || value.is_none_or(|value| value == "<empty>")
    }
}

/// A native line with small limits in it; `None` if it cannot be made quick.
pub fn with_small_limits(line: &str) -> Option<String> {
    let is_search = |command: &Command| matches!(command, Command::Go(_) | Command::Explain(_));
    let Ok(Some(command)) = NativeLine::parse(line).command else { return Some(line.to_owned()) };
    if is_quick(&command) && !matches!(&command, Command::Go(go) if !go.limits.is_limited()) {
        return Some(line.to_owned());
    }
    if !is_search(&command) {
        return None;
    }
    let (tag, rest) = split_tag(line).ok()?;
    let rest = rest.trim_start();
    let (word, words) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
    let tag = tag.map_or_else(String::new, |tag| format!("@{tag} "));
    let line = format!("{tag}{word} nodes {DEFAULT_NODES} {words}");
    match NativeLine::parse(&line).command {
        Ok(Some(command)) => is_quick(&command).then_some(line),
        _ => Some(line),
    }
}
