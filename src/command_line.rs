//! The one definition of the command line, from which help, man page and completions are made.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command, value_parser};

/// The arguments of the `parlour` program.
pub fn command() -> Command {
    Command::new("parlour")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A headless game engine: lines in on stdin, answers out on stdout")
        .after_help("Without a subcommand it reads commands from stdin; 'help' lists them.")
        .args([
            Arg::new("command")
                .short('c')
                .value_name("LINE")
                .action(ArgAction::Append)
                .help("Carry out this line instead of stdin; may be repeated"),
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .global(true)
                .help("Exit with status 1 if any line was refused"),
            Arg::new("dialect")
                .long("dialect")
                .value_name("NAME")
                .value_parser(["native", "piskvork", "ubgi", "external"])
                .help("Speak this dialect, whatever the first line is"),
            game().global(true),
        ])
        .subcommands([batch(), harness(), perft(), bench(), table(), external()])
}

fn game() -> Arg {
    Arg::new("game").long("game").value_name("GAME").help("The game to begin with")
}

fn number(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64)).help(help)
}

fn batch() -> Command {
    let switch = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    Command::new("batch")
        .about("Answers one position a line: the line, a tab, the best move, a tab, the score")
        .args([
            number("jobs", "Lines worked on at the same time [default: 1]")
                .value_parser(value_parser!(u64).range(1..=1_024)),
            number("movetime", "Milliseconds a position"),
            number("depth", "Plies to look ahead"),
            number("nodes", "Nodes a position"),
            number("p1time", "Milliseconds on the first player's clock"),
            number("p2time", "Milliseconds on the second player's clock"),
            number("p1inc", "Milliseconds added for each move of the first player"),
            number("p2inc", "Milliseconds added for each move of the second player"),
            Arg::new("player").long("player").value_name("NAME").help("The player to ask"),
            Arg::new("scores")
                .long("scores")
                .value_name("FORM")
                .value_parser(["mate", "pons"])
                .default_value("mate")
                .help("mate: 'mate n' or 'cp n'; pons: stones left, as solvers print"),
            switch("score-only", "Find the value and no move"),
            switch("json", "One JSON object a line"),
        ])
}

fn harness() -> Command {
    Command::new("harness").about("Reads one Connect 5 board and prints one move as (x y)")
}

fn perft() -> Command {
    Command::new("perft").about("Counts the leaves of the legal tree").args([
        Arg::new("depth").required(true).value_name("DEPTH").help("Plies"),
        Arg::new("divide").value_parser(["divide"]).help("Tell the moves apart"),
        Arg::new("fen").long("fen").value_name("FEN").help("The position to count from"),
    ])
}

fn bench() -> Command {
    Command::new("bench")
        .about("Searches fixed positions; the node counts are a signature")
        .arg(Arg::new("of").value_name("GAME").help("One game instead of all"))
}

fn table() -> Command {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
    };
    Command::new("table")
        .about("Makes a table of solved positions, or goes on where a run was ended")
        .args([
            file("out", "Where the table is to be; FILE.state keeps what is solved so far")
                .required_unless_present("check"),
            number("plies", "Plies of the positions [default: 8]")
                .value_parser(value_parser!(u64).range(0..=64)),
            number("threads", "Threads that solve [default: one a core]")
                .value_parser(value_parser!(u64).range(1..=1_024)),
            number("hash", "MiB of the transposition table [default: 1024]")
                .value_parser(value_parser!(u64).range(1..=1_048_576)),
            file("check", "Verify this table instead").conflicts_with_all(["out", "plies"]),
            number("sample", "Positions to solve again when verifying [default: 100]"),
            number("seed", "Draws them [default: 1]"),
        ])
}

fn external() -> Command {
    let switch = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    Command::new("external")
        .about("Plays backgammon as an external player of GNU Backgammon, over TCP")
        .args([
            Arg::new("host")
                .long("host")
                .value_name("ADDRESS")
                .default_value("127.0.0.1")
                .help("The address to listen at; others than this machine's own let others in"),
            Arg::new("port")
                .long("port")
                .value_name("N")
                .default_value("8901")
                .value_parser(value_parser!(u16))
                .help("The port to listen at; 0 for any that is free"),
            Arg::new("player").long("player").value_name("NAME").help("Who plays"),
            number("movetime", "Milliseconds a decision"),
            number("depth", "Plies to look ahead"),
            number("nodes", "Nodes a decision"),
            switch("jacoby", "Money is played by the Jacoby rule"),
            switch("beavers", "Doubles may be beavered in money play"),
        ])
}
