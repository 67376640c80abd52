//! The command line: its one definition, from which help, man page and completions are made, and
//! what its arguments ask for.
//!
//! Under a name that begins with `pbrain-`, as managers of Gomocup want it, the program uses their
//! dialect for any first line.

use std::path::PathBuf;
use std::thread;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::base::{Side, capitalised, name_hints};
use crate::games::GAMES;
use crate::protocol::dialects::{DialectName, EXTERNAL_GAME};
use crate::protocol::grammar::command::{Command as Line, Go, Tokens};
use crate::protocol::grammar::command_table;
use crate::protocol::grammar::go_words::{GO_WORDS, GoWord};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::modes::dialogue::DialogueSettings;
use crate::protocol::modes::play::People;
use crate::protocol::modes::{
    Mode, batch, gnubg_server, move_for_test_harness, picture, play, solved_tables,
};
use crate::protocol::session::engine_options::OptionSetting;
use crate::protocol::session::find_game::game_of_name;
use crate::protocol::session::setup::Setup;
use crate::search::player::options::{MAX_LEVEL, MAX_THREADS};

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
                .help("Execute this line instead of reading stdin; may be repeated"),
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .global(true)
                .help("Exit with status 1 if any line was refused"),
            Arg::new("dialect")
                .long("dialect")
                .value_name("NAME")
                .value_parser(DialectName::ALL.map(DialectName::word))
                .help("Use this dialect instead of the one that the first line shows"),
            game_arg().global(true),
            option_arg(),
        ])
        .subcommands([play(), batch(), picture(), harness(), perft(), bench(), table(), external()])
}

fn game_arg() -> Arg {
    Arg::new("game")
        .long("game")
        .value_name("GAME")
        .help("The game to begin with, with its keys: 'connect5 size 9 rule renju'")
}

fn option_arg() -> Arg {
    Arg::new("option")
        .long("option")
        .value_name("NAME=VALUE")
        .action(ArgAction::Append)
        .help("Set an option as setoption does; may be repeated")
}

fn number_arg(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64)).help(help)
}

fn flag_arg(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// The words of `go` that are options of a subcommand, for every position or decision.
fn go_flags() -> impl Iterator<Item = Arg> {
    GO_WORDS.iter().filter(|row| row.is_flag).map(|row: &GoWord| {
        let flag = Arg::new(row.name).long(row.name).help(capitalised(row.about));
        match row.argument {
            "n" | "ms" => flag.value_name("N").value_parser(value_parser!(u64)),
            _ => flag.value_name("NAME"),
        }
    })
}

/// The words of `go` that limit a single move, without clocks, as options.
fn limited_go_flags() -> impl Iterator<Item = Arg> {
    let limits = ["player", "movetime", "depth", "nodes"];
    go_flags().filter(move |flag| limits.contains(&flag.get_id().as_str()))
}

fn play() -> Command {
    Command::new("play")
        .about("Plays in the terminal: a board, a prompt, a player of the engine")
        .arg(
            Arg::new("game and keys")
                .value_name("GAME")
                .num_args(0..)
                .help("The game, with its keys: connect5 size 9 rule renju"),
        )
        .arg(
            Arg::new("side")
                .long("side")
                .value_name("SIDE")
                .value_parser(People::NAMES)
                .default_value("first")
                .help("The side that you play"),
        )
        .args(limited_go_flags())
        .arg(
            Arg::new("level")
                .long("level")
                .value_name("N")
                .value_parser(value_parser!(u64).range(0..=u64::from(MAX_LEVEL)))
                .help("The engine's strength, 20 is full, as the option Level"),
        )
        .arg(option_arg())
}

fn batch() -> Command {
    Command::new("batch")
        .about("Answers one position a line: the line, a tab, the best move, a tab, the score")
        .arg(
            number_arg("jobs", "Lines worked on at the same time [default: 1]")
                .value_parser(value_parser!(u64).range(1..=u64::from(MAX_THREADS))),
        )
        .args(go_flags())
        .args([
            Arg::new("scores")
                .long("scores")
                .value_name("FORM")
                .value_parser(["mate", "pons"])
                .default_value("mate")
                .help("mate: 'mate n' or 'cp n'; pons: stones left, as solvers print"),
            flag_arg("score-only", "Find the value and no move"),
            flag_arg("json", "One JSON object a line"),
            flag_arg("judge", "Say what the move that follows a tab in the line loses")
                .requires("json")
                .conflicts_with("score-only"),
            option_arg(),
        ])
}

fn picture() -> Command {
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    Command::new("picture").about("Draws a position as an SVG picture").args([
        text(
            "fen",
            "FEN",
            "The position, as 'position fen' reads it [default: the start position]",
        ),
        text(
            "moves",
            "MOVES",
            "Moves from there, separated by blanks, or by commas where no move has one",
        ),
        flag_arg("turned", "Second at the bottom instead of First"),
        text("out", "FILE", "The file to write, .svg [default: stdout]")
            .value_parser(value_parser!(PathBuf)),
    ])
}

fn harness() -> Command {
    Command::new("harness")
        .about("Reads one board of Connect 5, as a course's test harness writes it, and prints one move")
        .args(limited_go_flags())
        .arg(number_arg("seed", "Start of the random stream, as the option Seed"))
        .args(["strict", "game"].map(without_meaning))
}

/// A flag of the program that has no effect on a subcommand: it is not shown.
fn without_meaning(name: &'static str) -> Arg {
    let flag = Arg::new(name).long(name).hide(true);
    if name == "strict" { flag.action(ArgAction::SetTrue) } else { flag }
}

fn perft() -> Command {
    Command::new("perft").about("Counts the leaves of the legal tree").args([
        Arg::new("depth").required(true).value_name("DEPTH").help("Plies"),
        Arg::new("divide").value_parser(["divide"]).help("Count each move apart"),
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
        .about("Makes a table of solved positions, or continues an interrupted run")
        .args([
            file("out", "Where the table is to be; FILE.state keeps what is solved so far")
                .required_unless_present("check"),
            number_arg("plies", "Plies of the positions [default: 8]")
                .value_parser(value_parser!(u64).range(0..=64)),
            number_arg("threads", "Threads that solve [default: one a core]")
                .value_parser(value_parser!(u64).range(1..=u64::from(MAX_THREADS))),
            number_arg("hash", "MiB of the transposition table [default: 1024]")
                .value_parser(value_parser!(u64).range(1..=1_048_576)),
            file("check", "Verify this table instead").conflicts_with_all(["out", "plies"]),
            number_arg("sample", "Positions to solve again when verifying [default: 100]"),
            number_arg("seed", "Draws them [default: 1]"),
            without_meaning("strict"),
        ])
}

fn external() -> Command {
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
        ])
        .args(go_flags())
        .args([
            flag_arg("jacoby", "Money is played by the Jacoby rule"),
            flag_arg("beavers", "Doubles may be beavered in money play"),
            option_arg(),
        ])
        .args(["strict", "game"].map(without_meaning))
}

/// The task that the arguments ask for.
///
/// # Errors
/// `unknown-game`, `unknown-option` and what else `newgame` and `setoption` refuse; `unsupported` for
/// arguments that the subcommand does not have, and for tables of a game that has none.
pub fn mode(matches: &ArgMatches) -> Result<Mode, Refusal> {
    let subcommand = matches.subcommand();
    if let Some((name, _)) = subcommand {
        check_unused(matches, name)?;
    }
    let flags = subcommand.map_or(matches, |(_, flags)| flags);
    let named = matches.get_one::<String>("game").cloned();
    let typed = flags.try_get_many::<String>("game and keys").ok().flatten();
    let typed = typed.map(|words| words.map(String::as_str).collect::<Vec<_>>().join(" "));
    let meant = match subcommand {
        Some(("external", _)) => Some(EXTERNAL_GAME),
        Some(("bench", flags)) => flags.get_one::<String>("of").map(String::as_str),
        _ => typed.as_deref(),
    };
    if let (Some(meant), Some(named)) =
        (meant, named.as_deref().filter(|name| Some(*name) != meant))
    {
        let text = format!("--game '{named}' does not go with '{meant}'");
        return Err(Refusal::new(Code::Unsupported, text));
    }
    let game = match subcommand {
        Some(("external", _)) => EXTERNAL_GAME.to_owned(),
        _ => typed.or(named).map_or_else(|| default_game(matches), Ok)?,
    };
    let setup = Setup::read(&game, options(flags)?)?;
    Ok(match subcommand {
        Some(("play", flags)) => Mode::Play(play_settings(setup, flags)?),
        Some(("batch", flags)) => Mode::Batch(batch_settings(setup, flags)?),
        Some(("picture", flags)) => Mode::Picture(picture_settings(setup, flags)?),
        Some(("harness", flags)) => Mode::Harness(harness_settings(flags)?),
        Some(("perft", words)) => dialogue_of_lines(setup, perft_lines(words)?),
        Some(("table", flags)) => Mode::SolvedTables(table_job(&setup, flags)?),
        Some(("external", flags)) => Mode::External(external_settings(setup, flags)),
        Some((_, words)) => {
            let named = matches.get_one::<String>("game").map(|_| setup.entry.name);
            let game = words.get_one::<String>("of").map(String::as_str).or(named);
            let line = format!("bench {}\n", one_line("GAME", game.unwrap_or_default())?);
            dialogue_of_lines(setup, line)
        }
        None => Mode::Dialogue(dialogue(setup, matches)?),
    })
}

/// Refuses arguments before a subcommand that only the dialogue has.
fn check_unused(matches: &ArgMatches, subcommand: &str) -> Result<(), Refusal> {
    let of_dialogue = [("command", "-c"), ("dialect", "--dialect"), ("option", "--option")];
    let given = |id| matches.value_source(id) == Some(ValueSource::CommandLine);
    match of_dialogue.into_iter().find(|(id, _)| given(id)) {
        None => Ok(()),
        Some((_, flag)) => {
            let text = format!("{flag} cannot stand before '{subcommand}', which would ignore it");
            Err(Refusal::new(Code::Unsupported, text))
        }
    }
}

/// The options of `--option`.
fn options(flags: &ArgMatches) -> Result<Vec<OptionSetting>, Refusal> {
    let options = flags.try_get_many::<String>("option").ok().flatten();
    let level = flags.try_get_one::<u64>("level").ok().flatten().map(|n| format!("Level={n}"));
    let texts = options.into_iter().flatten().chain(level.as_ref());
    texts.map(|text| OptionSetting::read(text)).collect()
}

/// A fault of the arguments, with a better hint than that of clap where there is one.
pub fn with_hint(mut fault: clap::Error) -> clap::Error {
    if fault.kind() == ErrorKind::UnknownArgument {
        // It would advise to write '-- --flag' in front of any unknown flag.
        fault.remove(ContextKind::Suggested);
    }
    let Some(ContextValue::String(name)) = fault.get(ContextKind::InvalidSubcommand) else {
        return fault;
    };
    let command = command();
    let names: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
    let hint = match (game_of_name(name), name_hints::nearest(name, names.iter().copied()).first())
    {
        (Some(words), _) => format!("did you mean 'parlour play {words}'?"),
        (None, Some(near)) => format!("did you mean 'parlour {near}'?"),
        (None, None) => format!("the subcommands are {}", names.join(", ")),
    };
    fault.remove(ContextKind::SuggestedSubcommand);
    fault.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    fault
}

/// The game without `--game`: the one of the dialect, if that has one alone.
fn default_game(matches: &ArgMatches) -> Result<String, Refusal> {
    let of_dialogue = matches.subcommand().is_none().then(|| dialect(matches)).flatten();
    let of_dialect = of_dialogue.and_then(DialectName::game);
    let name = of_dialect.or_else(|| GAMES.first().map(|entry| entry.name));
    name.map(str::to_owned).ok_or_else(|| Refusal::new(Code::Internal, "there is no game"))
}

/// The dialect that is given, or that the name of the program chooses.
fn dialect(matches: &ArgMatches) -> Option<DialectName> {
    let named = matches.get_one::<String>("dialect").and_then(|name| DialectName::named(name));
    named.or_else(DialectName::of_program_name)
}

/// Lines that belong together: the first refusal ends them.
fn dialogue_of_lines(setup: Setup, lines: String) -> Mode {
    let dialect = Some(DialectName::Native);
    Mode::Dialogue(DialogueSettings { setup, lines: Some(lines), dialect, ends_at_refusal: true })
}

/// The dialogue over stdin, or over the lines of `-c`.
fn dialogue(setup: Setup, matches: &ArgMatches) -> Result<DialogueSettings, Refusal> {
    let dialect = dialect(matches);
    let line = |text: &String| Ok(one_line("-c", text)?.to_owned() + "\n");
    let lines = matches.get_many::<String>("command");
    let lines = lines.map(|lines| lines.map(line).collect::<Result<String, Refusal>>());
    let lines = lines.transpose()?;
    Ok(DialogueSettings { setup, lines, dialect, ends_at_refusal: false })
}

/// An argument that becomes a line or a part of one: it must not hide another line.
fn one_line<'a>(name: &str, argument: &'a str) -> Result<&'a str, Refusal> {
    match argument.chars().find(|letter| matches!(letter, '\n' | '\r')) {
        None => Ok(argument),
        Some(letter) => {
            let text =
                format!("{name} is one line, without the control character {}", letter as u32);
            Err(Refusal::new(Code::BadEncoding, text))
        }
    }
}

fn perft_lines(words: &ArgMatches) -> Result<String, Refusal> {
    let word = |name| one_line(name, words.get_one::<String>(name).map_or("", String::as_str));
    let position = match word("fen")? {
        "" => "position startpos".to_owned(),
        fen => format!("position fen {fen}"),
    };
    Ok(format!("{position}\nperft {} {}\n", word("depth")?, word("divide")?))
}

/// The options that are words of `go`, as they follow that command.
fn go_words(flags: &ArgMatches) -> String {
    let word = |row: &GoWord| {
        let number = flags.try_get_one::<u64>(row.name).ok().flatten().map(u64::to_string);
        let text = || flags.try_get_one::<String>(row.name).ok().flatten().cloned();
        Some(format!("{} {}", row.name, number.or_else(text)?))
    };
    let rows = GO_WORDS.iter().filter(|row| row.is_flag);
    rows.filter_map(word).collect::<Vec<_>>().join(" ")
}

/// The options that are words of `go`, read.
fn read_go_flags(flags: &ArgMatches) -> Result<Go, Refusal> {
    Ok(match command_table::parse(&format!("go {}", go_words(flags)))? {
        Some(Line::Go(go)) => go,
        _ => Go::default(),
    })
}

fn play_settings(setup: Setup, flags: &ArgMatches) -> Result<play::PlaySettings, Refusal> {
    let side = flags.get_one::<String>("side").and_then(|name| People::named(name));
    play::PlaySettings::new(setup, side.unwrap_or(People::One(Side::First)), read_go_flags(flags)?)
}

fn batch_settings(setup: Setup, flags: &ArgMatches) -> Result<batch::BatchSettings, Refusal> {
    let jobs = flags.get_one::<u64>("jobs").copied();
    Ok(batch::BatchSettings {
        setup,
        jobs: jobs.and_then(|n| usize::try_from(n).ok()).unwrap_or(1),
        go: read_go_flags(flags)?,
        stones_left: flags.get_one::<String>("scores").is_some_and(|form| form == "pons"),
        score_only: flags.get_flag("score-only"),
        form: match (flags.get_flag("json"), flags.get_flag("judge")) {
            (false, _) => batch::OutputForm::Text,
            (true, false) => batch::OutputForm::Json,
            (true, true) => batch::OutputForm::JsonWithJudgement,
        },
    })
}

fn harness_settings(flags: &ArgMatches) -> Result<move_for_test_harness::HarnessSettings, Refusal> {
    Ok(move_for_test_harness::HarnessSettings {
        go: read_go_flags(flags)?,
        seed: flags.get_one::<u64>("seed").copied(),
    })
}

fn picture_settings(setup: Setup, flags: &ArgMatches) -> Result<picture::PictureSettings, Refusal> {
    let text = |name| flags.get_one::<String>(name).map(String::as_str);
    let has_commas = setup.entry.description.has_commas_in_moves;
    let moves = text("moves").unwrap_or_default();
    let moves = if has_commas { moves.to_owned() } else { picture::without_commas(moves) };
    let out = flags.get_one::<PathBuf>("out").cloned();
    if let Some(path) = &out {
        picture::check_file_name(path)?;
    }
    Ok(picture::PictureSettings {
        setup,
        fen: text("fen").map(Tokens::new),
        moves: Tokens::new(&moves),
        bottom: if flags.get_flag("turned") { Side::Second } else { Side::First },
        out,
    })
}

fn table_job(setup: &Setup, flags: &ArgMatches) -> Result<solved_tables::TableJob, Refusal> {
    let unsupported = |text: String| Refusal::new(Code::Unsupported, text);
    let name = setup.entry.name;
    let tables =
        setup.entry.solved.ok_or_else(|| unsupported(format!("{name} has no solved tables")))?;
    if setup.names_variant() {
        return Err(unsupported(format!("tables are of the usual variant of {name} only")));
    }
    let number = |name, otherwise| flags.get_one::<u64>(name).copied().unwrap_or(otherwise);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = usize::try_from(number("threads", cores as u64)).unwrap_or(usize::MAX);
    let hash = number("hash", 1_024);
    if let Some(path) = flags.get_one::<PathBuf>("check").cloned() {
        let lot = solved_tables::VerificationSample {
            sample: number("sample", 100),
            seed: number("seed", 1),
        };
        let check = solved_tables::VerifySettings {
            tables,
            path,
            verification_sample: lot,
            threads,
            mebibytes: hash,
        };
        return Ok(solved_tables::TableJob::Verify(check));
    }
    let path = flags.get_one::<PathBuf>("out").cloned().unwrap_or_default();
    let plies = u32::try_from(number("plies", 8)).unwrap_or(u32::MAX);
    Ok(solved_tables::TableJob::Make(solved_tables::SolvedTableSettings {
        tables,
        plies,
        path,
        threads,
        mebibytes: hash,
    }))
}

fn external_settings(setup: Setup, flags: &ArgMatches) -> gnubg_server::GnubgServerSettings {
    let keys = ["jacoby", "beavers"].into_iter().filter(|name| flags.get_flag(name));
    gnubg_server::GnubgServerSettings {
        setup,
        host: flags.get_one::<String>("host").map_or("127.0.0.1", String::as_str).to_owned(),
        port: flags.get_one::<u16>("port").copied().unwrap_or_default(),
        keys: keys.collect::<Vec<_>>().join(" "),
        go: go_words(flags),
    }
}
