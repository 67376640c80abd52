//! Whole native sessions, compared line by line with a slow reference.
//!
//! The steps become lines while the reference carries them out, so that most moves are legal. Then
//! the engine gets all lines at once, each with a tag, and after each it is asked what the game
//! looks like.

use arbitrary::Arbitrary;
use parlour::protocol::grammar::command_table::NativeLine;
use parlour::protocol::grammar::query_words::QUERY_WORDS;
use parlour::protocol::grammar::refusal::{Code, Refusal};

use crate::game_snapshot::GameSnapshot;
use crate::quick_commands::{is_quick, with_small_limits};
use crate::reference_session::{ExpectedAnswer, ReferenceSession};
use crate::variants::{TestedVariant, VARIANTS, variant};
use crate::whole_dialogue::{hold, small_setup};

/// The most steps of a session.
const MOST_STEPS: usize = 60;
/// The commands that are sent after each line.
const PROBES: [&str; 3] = ["fen", "history", "legal"];

/// The steps that a client may take; numbers choose among the possible ones.
#[derive(Arbitrary, Debug)]
pub enum ClientStep {
    /// Opens a variant.
    Open(u8),
    /// The next game of the same variant.
    Next,
    /// The start position.
    Start,
    /// A position of `bench`.
    Bench(u8),
    /// The present position, with some letters changed.
    PositionChanged(Vec<(u8, u8)>),
    /// A legal move.
    Play(u8),
    /// Some legal moves on one line, each legal after the ones before it.
    PlaySeveral([u8; 4]),
    /// A legal move with one letter changed.
    PlayChanged(u8, u8, u8),
    /// Takes plies back.
    Undo(u8),
    /// Dice.
    Dice(u8, u8),
    /// The dice of the seed.
    Roll,
    /// A search: its player, nodes, depth, and whether it is infinite.
    Go(u8, u8, Option<u8>, bool),
    /// A search of some legal moves.
    GoOf(u8, [u8; 2]),
    /// An explanation: its player and nodes.
    Explain(u8, u8),
    /// A question without words.
    Ask(u8),
    /// A word of `query`.
    Query(u8),
    /// An option and its value.
    Option(u8, u8),
    /// The line before, with one letter changed.
    LineBeforeChanged(u8, u8),
    /// Any line.
    Raw(String),
}

const QUESTIONS: [&str; 17] = [
    "eval",
    "playable",
    "find xx",
    "find x-o",
    "opportunities oo-",
    "lines d4",
    "lines h8",
    "show",
    "players",
    "describe",
    "games",
    "help go",
    "perft 1",
    "perft 1 divide",
    "isready",
    "stop",
    "ugi",
];

const OPTIONS: [&str; 12] = [
    "Level value 0",
    "Level value 7",
    "Level value 20",
    "MultiPV value 1",
    "MultiPV value 4",
    "OwnBook value true",
    "Seed value 7",
    "Hash value 2",
    "Threads value 2",
    "Clear Hash",
    "Player value george",
    "Player value default",
];

/// Letters that positions and moves are made of.
const LETTERS: &[u8] = b"xoXOsShHbByY/-: 0123456789@abcdegilmnpqrtuvw,=*()";

fn letter(number: u8) -> char {
    char::from(LETTERS[usize::from(number) % LETTERS.len()])
}

/// A line, and what the engine must answer.
struct LineWithExpectedAnswer {
    line: String,
    answer: Result<ExpectedAnswer, Refusal>,
    /// The answers that the probes after it must get.
    probes: [String; PROBES.len()],
}

/// Checks one session.
pub fn check(steps: &[ClientStep]) {
    let mut reference = ReferenceSession::new(&VARIANTS[0]);
    let mut asked: Vec<LineWithExpectedAnswer> = Vec::new();
    for step in steps.iter().take(MOST_STEPS) {
        let before = asked.last().map_or("", |asked| asked.line.as_str());
        let Some(line) = line_of(step, &reference, before).as_deref().and_then(with_small_limits)
        else {
            continue;
        };
        let is_plain = !line.chars().any(|c| c.is_control() && c != '\t');
        let Some(answer) = answer_to(&line, &mut reference).filter(|_| is_plain) else { continue };
        let probes = PROBES.map(|probe| match answer_to(probe, &mut reference) {
            Some(Ok(ExpectedAnswer::One(reply))) => reply.to_string(),
            Some(Err(refusal)) => format!("error {}", refusal.code.word()),
            _ => panic!("{probe} has one answer"),
        });
        asked.push(LineWithExpectedAnswer { line, answer, probes });
        if reference.is_over {
            break;
        }
    }
    compare(&asked);
}

/// The reference's answer to a line; `None` to one that takes too long.
fn answer_to(
    line: &str,
    reference: &mut ReferenceSession,
) -> Option<Result<ExpectedAnswer, Refusal>> {
    // Every line gets a tag, so another one in it is none.
    match NativeLine::parse(&format!("@0 {line}")).command {
        Ok(None) => Some(Ok(ExpectedAnswer::Ok)),
        Ok(Some(command)) => is_quick(&command).then(|| reference.execute(&command)),
        Err(refusal) => Some(Err(refusal)),
    }
}

fn line_of(step: &ClientStep, reference: &ReferenceSession, before: &str) -> Option<String> {
    let view = reference.snapshot();
    let moves = view.moves();
    let pick = |number: &u8| moves.get(usize::from(*number) % moves.len().max(1)).copied();
    let player = |number: &u8| {
        let players = reference.players();
        players[usize::from(*number) % players.len()]
    };
    Some(match step {
        ClientStep::Open(number) => format!("newgame {}", variant(*number).newgame_words()),
        ClientStep::Next => "newgame".to_owned(),
        ClientStep::Start => "position startpos".to_owned(),
        ClientStep::Bench(number) => {
            let all = VARIANTS.iter().flat_map(TestedVariant::bench_positions);
            let all: Vec<&str> = all.collect();
            format!("position fen {}", all[usize::from(*number) % all.len()])
        }
        ClientStep::PositionChanged(changes) => {
            let mut fen: Vec<char> = view.fen.chars().collect();
            for (at, with) in changes.iter().take(4) {
                let at = usize::from(*at) % fen.len();
                fen[at] = letter(*with);
            }
            format!("position fen {}", fen.into_iter().collect::<String>())
        }
        ClientStep::Play(number) => format!("move {}", pick(number)?),
        ClientStep::PlaySeveral(numbers) => several(reference, numbers)?,
        ClientStep::PlayChanged(number, at, with) => {
            format!("move {}", changed(pick(number)?, *at, *with))
        }
        ClientStep::Undo(plies) => format!("undo {}", plies % 8),
        ClientStep::Dice(a, b) => format!("dice {} {}", a % 8, b % 8),
        ClientStep::Roll => "roll".to_owned(),
        ClientStep::Go(who, nodes, depth, is_infinite) => {
            let depth = depth.map_or_else(String::new, |depth| format!(" depth {}", depth % 4));
            let infinite = if *is_infinite { " infinite" } else { "" };
            format!("go player {} nodes {}{depth}{infinite}", player(who), nodes % 64)
        }
        ClientStep::GoOf(who, some) => {
            let some: Vec<&str> = some.iter().filter_map(pick).collect();
            format!("go player {} nodes 20 searchmoves {}", player(who), some.join(" "))
        }
        ClientStep::Explain(who, nodes) => {
            format!("explain player {} nodes {}", player(who), nodes % 32)
        }
        ClientStep::Ask(number) => QUESTIONS[usize::from(*number) % QUESTIONS.len()].to_owned(),
        ClientStep::Query(number) => {
            format!("query {}", QUERY_WORDS[usize::from(*number) % QUERY_WORDS.len()].name)
        }
        ClientStep::Option(number, _) => {
            format!("setoption name {}", OPTIONS[usize::from(*number) % OPTIONS.len()])
        }
        ClientStep::LineBeforeChanged(at, with) => changed(before, *at, *with),
        ClientStep::Raw(line) => {
            line.chars().filter(|c| !matches!(c, '\n' | '\r')).take(300).collect()
        }
    })
}

/// Up to four legal moves, each after the ones before it, as far as no dice are due.
fn several(reference: &ReferenceSession, numbers: &[u8]) -> Option<String> {
    let mut game = reference.replayed_game();
    let mut words = Vec::new();
    for number in numbers {
        let view = GameSnapshot::of(game.as_ref());
        let moves = view.moves();
        let Some(word) = moves.get(usize::from(*number) % moves.len().max(1)) else { break };
        game.play(&[word]).unwrap_or_else(|error| panic!("{word}: {error}: {view:?}"));
        words.push((*word).to_owned());
    }
    (!words.is_empty()).then(|| format!("move {}", words.join(" ")))
}

fn changed(text: &str, at: u8, with: u8) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = usize::from(at) % (letters.len() + 1);
    if at == letters.len() {
        letters.push(letter(with));
    } else if with == 0 {
        letters.remove(at);
    } else {
        letters[at] = letter(with);
    }
    letters.into_iter().collect()
}

/// Holds the session with the engine and compares its answers.
fn compare(asked: &[LineWithExpectedAnswer]) {
    let mut lines = Vec::new();
    for (number, LineWithExpectedAnswer { line, .. }) in asked.iter().enumerate() {
        lines.push(format!("@{number} {line}"));
        for (probe, command) in PROBES.iter().enumerate() {
            lines.push(format!("@{number}p{probe} {command}"));
        }
    }
    let said = hold(lines.join("\n").as_bytes(), None, &small_setup(&VARIANTS[0].newgame_words()));
    let answers: Vec<(&str, &str)> =
        said.lines().map(|line| line.split_once(' ').expect("a tag and an answer")).collect();
    for (number, asked) in asked.iter().enumerate() {
        let with_tag = |tag: String| {
            let own =
                answers.iter().filter(move |(front, _)| front.strip_prefix('@') == Some(&tag));
            own.map(|(_, answer)| *answer).collect::<Vec<_>>()
        };
        check_answers(asked, &with_tag(number.to_string()), &said);
        if asked.line.trim() == "quit" {
            return;
        }
        for (probe, expected) in asked.probes.iter().enumerate() {
            let found = with_tag(format!("{number}p{probe}"));
            let is_refusal = expected.starts_with("error ");
            let fits = |answer: &str| {
                answer == expected || is_refusal && answer.starts_with(expected.as_str())
            };
            assert!(
                found.len() == 1 && fits(found[0]),
                "after '{}': {found:?}, not {expected}\n{said}",
                asked.line
            );
        }
    }
}

fn check_answers(asked: &LineWithExpectedAnswer, answers: &[&str], said: &str) {
    let LineWithExpectedAnswer { line, answer, .. } = asked;
    let last = answers.last().copied().unwrap_or_else(|| panic!("no answer to '{line}'\n{said}"));
    let fail =
        |what: &str| -> ! { panic!("'{line}': {what}: {answers:?}, not {answer:?}\n{said}") };
    let is_only = answers.len() == 1;
    let is_final = |answer: &&&str| {
        ["ok", "error ", "bestmove ", "explainok", "readyok", "ugiok", "perft 1 ", "perft 0 "]
            .iter()
            .any(|front| answer.starts_with(front))
    };
    if answers.iter().filter(is_final).count() > 1 {
        fail("several last answers");
    }
    let interrupted = format!("error {}", Code::Interrupted.word());
    let is_right = match answer {
        Err(refusal) => is_only && last.starts_with(&format!("error {}", refusal.code.word())),
        Ok(ExpectedAnswer::Ok) => is_only && last == "ok",
        Ok(ExpectedAnswer::One(reply)) => is_only && last == reply.to_string(),
        Ok(ExpectedAnswer::Last(front)) => last.starts_with(front),
        Ok(ExpectedAnswer::Best(moves)) => {
            let best = last.strip_prefix("bestmove ");
            best.is_some_and(|best| moves.iter().any(|m| m == best))
        }
        Ok(ExpectedAnswer::Explained(moves)) => {
            let rows = answers.iter().filter_map(|answer| answer.strip_prefix("explain "));
            let mut judged: Vec<&str> = rows.filter_map(|row| row.split(' ').next()).collect();
            let mut moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            judged.sort_unstable();
            moves.sort_unstable();
            last == "explainok" && judged == moves || last.starts_with(&interrupted)
        }
        Ok(ExpectedAnswer::Perft(depth)) => {
            last.starts_with(&format!("perft {depth} ")) || last.starts_with(&interrupted)
        }
    };
    if !is_right {
        fail("wrong answer");
    }
}
