//! protocol.md against the engine: its sessions run, and its tables are complete both ways.

use parlour::protocol::grammar::commands::COMMANDS;
use parlour::protocol::grammar::go::{GO_WORDS, GoWord};
use parlour::protocol::grammar::refusal::Code;

use crate::engine::run;
use crate::transcript;

const PAGE: &str = include_str!("../../protocol.md");

/// The fenced blocks marked `session`, with the number of their first line.
fn sessions() -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut fence: Option<bool> = None;
    for (number, line) in PAGE.lines().enumerate() {
        match (line.strip_prefix("```"), fence) {
            (Some(mark), None) => {
                fence = Some(mark == "session");
                if mark == "session" {
                    blocks.push((number + 2, String::new()));
                }
            }
            (Some(_), Some(_)) => fence = None,
            (None, Some(true)) => {
                let (_, text) = blocks.last_mut().expect("a block was begun");
                text.push_str(line);
                text.push('\n');
            }
            (None, _) => {}
        }
    }
    blocks
}

/// The cells of the table that has this heading, without their code marks; `\|` is no border.
fn table(heading: &str) -> Vec<Vec<String>> {
    let lines = PAGE.lines().skip_while(|line| !line.starts_with(heading)).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|'));
    let cells = |row: &str| {
        let row = row.replace("\\|", "\u{1}");
        let cells = row.trim_matches('|').split('|');
        cells.map(|cell| cell.replace('\u{1}', "|").trim().to_owned()).collect()
    };
    rows.map(cells).collect()
}

fn code(cell: &str) -> String {
    cell.trim_matches('`').to_owned()
}

#[test]
fn sessions_come_out_as_written() {
    let sessions = sessions();
    assert!(sessions.len() > 10);
    for (line, text) in sessions {
        transcript::check("protocol.md", &text, line);
    }
}

#[test]
fn commands_are_those_of_the_command_table() {
    let mut expected = Vec::new();
    for row in COMMANDS {
        expected.push(row.usage());
        expected.extend(row.alias.map(str::to_owned));
    }
    let written: Vec<String> = table("| line | answer |").iter().map(|row| code(&row[0])).collect();
    assert_eq!(written, expected);
}

#[test]
fn words_of_go_are_those_of_its_table() {
    let rows = table("| word | meaning |");
    let words = rows.iter().flat_map(|row| row[0].split(", ").map(code).collect::<Vec<_>>());
    let expected: Vec<String> = GO_WORDS.iter().map(GoWord::usage).collect();
    assert_eq!(words.collect::<Vec<_>>(), expected);
}

#[test]
fn codes_are_those_of_the_engine() {
    let written: Vec<String> = table("| code | when |").iter().map(|row| code(&row[0])).collect();
    let expected: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
    assert_eq!(written, expected);
}

/// An `option` line as the page has it: name, type, default, range.
fn option_cells(line: &str) -> [String; 4] {
    let words = line.strip_prefix("option name ").expect("an option line");
    let (name, rest) = words.split_once(" type ").expect("a type");
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.strip_prefix("default ").unwrap_or(rest);
    let (default, range) = match (rest.split_once(" min "), rest.split_once(" var ")) {
        (Some((default, range)), _) => (default, range.replace(" max ", " to ")),
        (None, Some((default, choices))) => (default, choices.replace(" var ", " ")),
        (None, None) => (rest, String::new()),
    };
    [name.to_owned(), kind.to_owned(), default.to_owned(), range]
}

#[test]
fn options_are_those_that_ugi_prints() {
    let out = run(&[], "ugi\n");
    let mut expected: Vec<[String; 4]> =
        out.stdout.lines().filter(|line| line.starts_with("option ")).map(option_cells).collect();
    // `ugi` prints what this machine can give, the page what any can.
    let hash = expected.iter_mut().find(|row| row[0] == "Hash").expect("the option");
    let max: u64 = hash[3].strip_prefix("1 to ").and_then(|max| max.parse().ok()).expect("a max");
    assert!((16..=65_536).contains(&max), "{max}");
    hash[3] = "1 to 65536".to_owned();
    let written: Vec<[String; 4]> = table("| option | type |")
        .iter()
        .map(|row| {
            let [name, kind, default, range, _meaning] = row.as_slice() else {
                panic!("five cells: {row:?}")
            };
            [code(name), kind.clone(), code(default), range.clone()]
        })
        .collect();
    assert_eq!(written, expected);
}

#[test]
fn answer_words_of_the_page_are_all_there_are() {
    let front =
        "`id option ugiok readyok games players describe describeok help response legal history";
    assert!(PAGE.contains(front));
    for kind in parlour::games::GAMES {
        assert!(PAGE.contains(&format!("### {}\n", kind.name)), "no section about {}", kind.name);
    }
}
