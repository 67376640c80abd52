//! protocol.md against the engine: its sessions run, and its tables are complete both ways.

use parlour::games::GAMES;
use parlour::host::GameEntry;
use parlour::protocol::grammar::command_table::COMMANDS;
use parlour::protocol::grammar::go_words::{GO_WORDS, GoWord};
use parlour::protocol::grammar::refusal::Code;
use parlour::search::player::options::COMMON;

use crate::engine::run;
use crate::transcript;

/// The heading of a table of options.
const OPTIONS: &str = "| option | type |";

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

/// The cells of a row of a table, without the blanks around them; `\|` is no border.
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\u{1}");
    let cells = row.trim_matches('|').split('|');
    cells.map(|cell| cell.replace('\u{1}', "|").trim().to_owned()).collect()
}

/// The rows of each table of a text that has this heading.
fn tables(text: &str, heading: &str) -> Vec<Vec<Vec<String>>> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = (0..lines.len()).filter(|at| lines[*at].starts_with(heading));
    let rows = |at: usize| lines[at + 2..].iter().take_while(|line| line.starts_with('|'));
    starts.map(|at| rows(at).map(|row| cells(row)).collect()).collect()
}

/// The rows of the first table of the page that has this heading.
fn table(heading: &str) -> Vec<Vec<String>> {
    tables(PAGE, heading).into_iter().next().expect(heading)
}

/// The lines between this heading and the next chapter or game.
fn section(heading: &str) -> String {
    let is_end = |line: &&str| {
        let is_game = |entry: &&GameEntry| line.strip_prefix("### ") == Some(entry.name);
        line.starts_with("## ") || GAMES.iter().any(is_game)
    };
    let lines = PAGE.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| !is_end(line)).fold(String::new(), |text, line| text + line + "\n")
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
fn the_end_of_the_answer_to_every_command_is_listed() {
    let ends: String =
        table("| line | the last line").into_iter().map(|row| row[0].clone()).collect();
    let listed: Vec<&str> = ends.split('`').collect();
    for command in COMMANDS {
        assert!(listed.contains(&command.name), "{} is not in the table", command.name);
    }
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

/// The options of a table as `ugi` prints them.
fn options_in(table: &[Vec<String>]) -> Vec<[String; 4]> {
    let cells = table.iter().map(|row| {
        let [name, kind, default, range, _meaning] = row.as_slice() else {
            panic!("five cells: {row:?}")
        };
        [code(name), kind.clone(), code(default), range.clone()]
    });
    cells.collect()
}

/// The games whose own players have an option of this name.
fn owners(option: &str) -> Vec<&'static str> {
    let has = |entry: &&&GameEntry| entry.options.iter().any(|spec| spec.name == option);
    GAMES.iter().filter(has).map(|entry| entry.name).collect()
}

/// An option that one game alone has is in a table of its section, every other one in that of all
/// games; each table has them in the order of `ugi`.
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
    let is_shared = |row: &[String; 4]| {
        owners(&row[0]).len() != 1 || COMMON.iter().any(|spec| spec.name == row[0])
    };
    let (shared, own): (Vec<_>, Vec<_>) = expected.into_iter().partition(is_shared);
    assert_eq!(options_in(&tables(&section("## Options"), OPTIONS).concat()), shared);
    let mut found = 0;
    for entry in GAMES {
        let own: Vec<_> = own.iter().filter(|row| owners(&row[0]) == [entry.name]).collect();
        let written = tables(&section(&format!("### {}", entry.name)), OPTIONS).concat();
        assert_eq!(options_in(&written).iter().collect::<Vec<_>>(), own, "{}", entry.name);
        found += own.len();
    }
    assert_eq!(found, own.len());
    assert_eq!(tables(PAGE, OPTIONS).concat().len(), shared.len() + own.len(), "no table besides");
}

#[test]
fn words_of_go_that_are_flags_stand_in_the_synopsis_of_batch() {
    let lines = PAGE.lines().skip_while(|line| *line != "### parlour batch").skip(1);
    let synopsis: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let synopsis = synopsis.concat();
    for word in GO_WORDS.iter().filter(|word| word.is_flag) {
        assert!(synopsis.contains(&format!("[--{} ", word.name)), "{}", word.name);
    }
}

#[test]
fn every_game_has_a_section_with_the_same_first_rows() {
    const ROWS: [&str; 10] = [
        "game",
        "`newgame` keys",
        "moves",
        "order of `legal`",
        "`fen`",
        "ends",
        "`query ending`",
        "spots",
        "clicks",
        "source documents",
    ];
    for entry in GAMES {
        let section = section(&format!("### {}", entry.name));
        let rows = section.lines().skip_while(|line| !line.starts_with('|')).skip(2);
        let rows = rows.take_while(|line| line.starts_with('|'));
        let names = rows.map(|row| row.split('|').nth(1).unwrap_or_default().trim());
        assert_eq!(names.collect::<Vec<_>>(), ROWS, "{}", entry.name);
    }
}
