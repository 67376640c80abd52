//! Hostile input: whatever comes in, the session goes on, answers once, and changes nothing.
//!
//! `PARLOUR_LINES=1000000 cargo test --test protocol robustness` tries more lines, and
//! `PARLOUR_FUZZ_SEED=<n>` other ones.

use std::sync::LazyLock;
use std::{env, fs};

use parlour::base::SplitMix64;
use parlour::games::GAMES;
use parlour::host::Start;
use parlour::protocol::grammar::command_table::COMMANDS;
use parlour::protocol::session::open_game;

use crate::engine::{Engine, run};
use crate::on_all_cores::for_each_on_all_cores;

/// Lines of the quick run.
const LINES_OF_QUICK_RUN: u64 = 20_000;
/// Lines that one process gets.
const PER_PROCESS: u64 = 10_000;
/// The most memory a session may ever have taken, in KiB.
const MOST_MEMORY: u64 = 600 << 10;

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The most memory that the process has had, in KiB, where the system has it.
fn most_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn pick<'a, T>(random: &mut SplitMix64, list: &'a [T]) -> &'a T {
    &list[random.below(list.len() as u64) as usize]
}

/// Valid lines of every kind, as a start for the mutations.
fn templates() -> Vec<String> {
    let fixed =
        include_str!("../data/valid_native_lines.txt").lines().filter(|line| !line.is_empty());
    let mut lines: Vec<String> = fixed.map(str::to_owned).collect();
    for row in COMMANDS {
        lines.push(format!("help {}", row.name));
        lines.push(row.usage());
    }
    for entry in GAMES {
        lines.push(format!("newgame {}", entry.name));
        lines.push(format!("newgame {} {}", entry.name, entry.variant_keys));
        lines.push(format!("bench {}", entry.name));
        let mut host = open_game(entry, &[]).expect("a game");
        let positions = entry.bench.positions.lines().filter(|line| !line.starts_with('#'));
        for fen in positions {
            lines.push(format!("position fen {fen}"));
            lines.push(format!("position fen {fen} seed 42 rolls 3"));
            host.set_position(Start::Fen(fen), &[]).expect("a bench position");
            // Some games want dice here; others have none.
            drop(host.lay_dice(3, 1));
            let mut legal = String::new();
            if host.write_legal(&mut legal).is_ok() {
                let some: Vec<&str> = legal.split_whitespace().take(6).collect();
                lines.extend(some.iter().map(|m| format!("move {m}")));
                lines.push(format!("position fen {fen} moves {}", some.join(" ")));
                lines.push(format!("go nodes 30 searchmoves {}", some.join(" ")));
            }
        }
    }
    // These act when they are read, which would mix up the order of the answers.
    lines.retain(|line| !names_an_urgent_word(line));
    lines
}

fn names_an_urgent_word(line: &str) -> bool {
    ["quit", "isready", "stop", "Hash", "Threads"].iter().any(|word| line.contains(word))
}

/// Bytes that are likely to hurt.
const HARMFUL_BYTES: [&[u8]; 16] = [
    b"\0",
    b"\x1b[2J",
    b"\r",
    b"\xff",
    b"\xc3",
    b"\xe2\x80\xa8",
    b"\xed\xa0\x80",
    b"\t",
    b"  ",
    b"@",
    b"#",
    b"-1",
    b"99999999999999999999999999",
    "…é\u{1F3B2}".as_bytes(),
    b"/",
    b"0",
];

/// One line, changed in a few places; never with a line end in it.
fn mutated(random: &mut SplitMix64, templates: &[String]) -> Vec<u8> {
    let mut line = pick(random, templates).clone().into_bytes();
    for _ in 0..random.below(4) {
        let at = random.below(line.len() as u64 + 1) as usize;
        let end = (at + random.below(6) as usize).min(line.len());
        match random.below(7) {
            0 => drop(line.splice(at..end, pick(random, &HARMFUL_BYTES).iter().copied())),
            1 => drop(line.splice(at..at, [random.next() as u8])),
            2 => drop(line.drain(at..end)),
            3 => line.truncate(at),
            4 => {
                let other = pick(random, templates).as_bytes();
                line.splice(at..end, other.iter().copied());
            }
            5 => {
                let copy = line[at..end].to_vec();
                line.splice(at..at, copy);
            }
            _ => {
                let words: Vec<&[u8]> = line.split(|b| *b == b' ').collect();
                let word = pick(random, &words).to_vec();
                line.splice(at..at, word.iter().copied().chain([b' ']));
            }
        }
    }
    line.iter_mut().filter(|b| **b == b'\n').for_each(|b| *b = b' ');
    line
}

/// A session that is asked what the game looks like after every line.
struct Probed {
    engine: Engine,
    /// The last answers to `fen`, `history` and `legal`.
    seen: [String; 3],
}

/// The tag is one that no mutation hits upon.
const PROBES: &str = "@probe_ fen\n@probe_ history\n@probe_ legal\n";

impl Probed {
    fn start() -> Self {
        let mut engine = Engine::start(&[]);
        engine.send(format!("setoption name MoveTime value 1\n{PROBES}"));
        let mut probed = Self { engine, seen: Default::default() };
        let answers = probed.next_answers();
        assert!(answers.is_empty(), "{answers:?}");
        probed
    }

    /// The answers up to the three probes, which are kept.
    fn next_answers(&mut self) -> Vec<String> {
        let mut answers = Vec::new();
        let mut probes = 0;
        while probes < self.seen.len() {
            let line = self.engine.next_line().expect("the session goes on");
            if line.starts_with("@probe_ ") {
                self.seen[probes] = line;
                probes += 1;
            } else {
                answers.push(line);
            }
        }
        answers
    }

    /// Checks the answers to one line, which may have been refused.
    fn check(&mut self, line: &[u8]) {
        let before = self.seen.clone();
        let answers = self.next_answers();
        let text = String::from_utf8_lossy(line);
        let is_tagged = line.starts_with(b"@t ");
        let errors = answers.iter().filter(|answer| is_error(answer)).count();
        assert!(!is_tagged || !answers.is_empty(), "no reply to {text:?}");
        if errors > 0 {
            let last = answers.last().expect("an error");
            assert!(errors == 1 && is_error(last), "{text:?}: {answers:?}");
            // Only a count that is listed move by move has printed something before it was stopped.
            let is_alone = answers.len() == 1 || last.contains("error interrupted ");
            assert!(is_alone, "{text:?}: {answers:?}");
            assert!(!last.contains("error internal"), "{text:?}: {answers:?}");
            assert_eq!(self.seen, before, "{text:?} was refused, but changed the game");
        }
        for answer in &answers {
            let in_tag = answer.starts_with("@t ");
            assert!(!is_tagged || in_tag, "{text:?}: {answer:?}");
            assert!(ANSWER_WORDS.contains(&first_word(answer)), "{text:?}: {answer:?}");
        }
    }
}

/// Every word that an answer line may begin with, as protocol.md lists them.
static ANSWER_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut lines = include_str!("../../protocol.md").lines();
    lines.find(|line| line.starts_with("- Every answer line begins with one of these words"));
    let list = lines.next().and_then(|line| line.trim().strip_prefix('`')).expect("a list");
    list.split('`').next().unwrap_or_default().split(' ').collect()
});

fn first_word(answer: &str) -> &str {
    let words = answer.split(' ').skip(usize::from(answer.starts_with('@')));
    let word = words.map(str::trim_end).next().unwrap_or_default();
    // An error is as good as any other answer.
    if word == "error" { "ok" } else { word }
}

fn is_error(answer: &str) -> bool {
    let without_tag = if answer.starts_with('@') {
        answer.split_once(' ').map_or("", |(_, rest)| rest)
    } else {
        answer
    };
    without_tag.starts_with("error ")
}

#[test]
fn mutated_lines_are_answered_once_and_change_nothing_when_refused() {
    let templates = templates();
    let mut random = SplitMix64::new(setting("PARLOUR_FUZZ_SEED", 1));
    let mut left = setting("PARLOUR_LINES", LINES_OF_QUICK_RUN);
    let mut refused = 0;
    while left > 0 {
        let mut session = Probed::start();
        let count = left.min(PER_PROCESS);
        left -= count;
        let lines: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let line = mutated(&mut random, &templates);
                let tag: &[u8] = if random.below(2) == 0 { b"@t " } else { b"" };
                [tag, &line].concat()
            })
            .filter(|line| !names_an_urgent_word(&String::from_utf8_lossy(line)))
            .collect();
        for chunk in lines.chunks(64) {
            for line in chunk {
                // The stop ends what would search for long.
                session.engine.send([line, b"\nstop\n".as_slice(), PROBES.as_bytes()].concat());
            }
            for line in chunk {
                let before = session.seen.clone();
                session.check(line);
                refused += u64::from(session.seen == before);
            }
        }
        if let Some(memory) = most_memory(session.engine.pid()) {
            assert!(memory <= MOST_MEMORY, "{memory} KiB");
        }
        let out = session.engine.finish();
        assert_eq!((out.status, out.stderr.as_str(), out.stdout.as_str()), (0, "", ""));
    }
    assert!(refused > 0);
}

#[test]
fn random_bytes_get_one_error_a_line() {
    let mut random = SplitMix64::new(setting("PARLOUR_FUZZ_SEED", 2));
    // No 'd' (a command of one letter), no '@'.
    let mut byte = || match random.next() as u8 {
        b'd' | b'@' => b'\n',
        byte => byte,
    };
    let bytes: Vec<u8> = b"newgame\n".iter().copied().chain((0..400_000).map(|_| byte())).collect();
    let is_refused = |line: &&[u8]| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = std::str::from_utf8(line).ok();
        let text = text.filter(|text| !text.chars().any(|c| c.is_control() && c != '\t'));
        text.is_none_or(|text| {
            let text = text.trim_matches([' ', '\t']);
            !text.is_empty() && !text.starts_with('#')
        })
    };
    let expected = bytes.split(|b| *b == b'\n').skip(1).filter(is_refused).count();
    let out = run(&[], bytes.clone());
    assert_eq!((out.status, out.stderr.as_str()), (0, ""));
    assert!(out.stdout.lines().all(|line| line.starts_with("error ")));
    assert_eq!(out.stdout.lines().count(), expected);
}

#[test]
fn input_may_end_anywhere() {
    let script = "newgame connect4\n@a move 4453\r\ngo nodes 500\nperft 3 divide\nisready\n\
                  position fen 7/7/7/7/7/3x3 o moves 4\ngo infinite\nstop\nshow\nhelp go\n";
    for_each_on_all_cores((0..=script.len()).collect(), |end| {
        // The first search of a process reads the table of solved positions, which takes longer
        // than all the rest.
        let out = run(&["--option", "SolvedTable=false"], &script.as_bytes()[..end]);
        assert_eq!((out.status, out.stderr.as_str()), (0, ""), "{:?}", &script[..end]);
    });
}

#[test]
fn overlong_line_is_refused_without_being_stored() {
    let mut engine = Engine::start(&[]);
    engine.send("@first isready\n@long ");
    for _ in 0..64 {
        engine.send(vec![b'x'; 1 << 20]);
    }
    engine.send("\n@after fen\n");
    let answers = [(); 3].map(|()| engine.next_line().expect("an answer"));
    assert_eq!(answers[0], "@first readyok\n");
    assert!(answers[1].starts_with("@long error line-too-long "), "{}", answers[1]);
    assert!(answers[2].starts_with("@after fen "), "{}", answers[2]);
    if let Some(memory) = most_memory(engine.pid()) {
        assert!(memory < 48 << 10, "{memory} KiB for a line of 64 MiB");
    }
    let out = engine.finish();
    assert_eq!((out.status, out.stderr.as_str(), out.stdout.as_str()), (0, "", ""));
}

#[test]
fn longest_line_is_65_536_bytes() {
    let line = |length: usize, ending: &str| {
        let blanks = " ".repeat(length - "legal".len());
        format!("legal{blanks}{ending}fen\n")
    };
    for (length, ending) in [(65_536, "\n"), (65_536, "\r\n")] {
        let out = run(&[], line(length, ending)).stdout;
        assert!(out.starts_with("legal "), "{length} {ending:?}");
    }
    for (length, ending) in [(65_537, "\n"), (65_537, "\r\n"), (65_538, "\n"), (200_000, "\n")] {
        let out = run(&[], line(length, ending)).stdout;
        assert!(out.starts_with("error line-too-long "), "{length} {ending:?}");
        assert_eq!(out.lines().count(), 2, "{length} {ending:?}");
    }
}

#[test]
fn control_characters_and_broken_letters_are_refused() {
    for bytes in
        [&b"le\0gal"[..], b"legal\x07", b"\x1b[A", b"le\rgal", b"\xff\xfe", b"\xc3", b"# \0"]
    {
        let out = run(&[], [b"@t ", bytes, b"\nfen\n"].concat()).stdout;
        assert!(out.starts_with("@t error bad-encoding "), "{bytes:?}: {out}");
        assert_eq!(out.lines().count(), 2, "{bytes:?}");
    }
}

#[test]
fn foreign_dialects_survive_anything_too() {
    let words: Vec<&str> = include_str!("../data/foreign_dialect_lines.txt").lines().collect();
    for dialect in ["piskvork", "ubgi", "external"] {
        let mut random = SplitMix64::new(setting("PARLOUR_FUZZ_SEED", 3));
        let templates: Vec<String> = words.iter().map(|line| (*line).to_owned()).collect();
        let mut input = b"INFO timeout_turn 1\nsetoption name MoveTime value 1\n".to_vec();
        for _ in 0..2_000 {
            let line = mutated(&mut random, &templates);
            let said = String::from_utf8_lossy(&line).to_ascii_uppercase();
            if !["END", "TIME", "THREAD"].iter().any(|word| said.contains(word)) {
                input.extend_from_slice(&line);
                input.extend_from_slice(b"\nstop\n");
            }
        }
        let out = run(&["--dialect", dialect], input);
        assert_eq!((out.status, out.stderr.as_str()), (0, ""), "{dialect}");
    }
}

#[test]
fn hostile_lines_of_batch_and_harness_are_refused_too() {
    let mut random = SplitMix64::new(setting("PARLOUR_FUZZ_SEED", 4));
    let templates = templates();
    for entry in GAMES {
        let lines: Vec<Vec<u8>> = (0..300).map(|_| mutated(&mut random, &templates)).collect();
        let input = lines.iter().flat_map(|line| [line.as_slice(), b"\n"]).collect::<Vec<_>>();
        let input = input.concat();
        let out = run(&["batch", "--game", entry.name, "--nodes", "20", "--jobs", "2"], input);
        assert_eq!((out.status, out.stderr.as_str()), (0, ""), "{}", entry.name);
        assert_eq!(out.stdout.lines().count(), lines.len(), "{}", entry.name);
    }
    for line in lines_of(&mut random, &templates, 30) {
        let out = run(&["harness"], line);
        assert!((0..=2).contains(&out.status), "{out:?}");
        assert!(!out.stderr.contains("panicked"), "{out:?}");
    }
}

fn lines_of(random: &mut SplitMix64, templates: &[String], count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|_| mutated(random, templates)).collect()
}
