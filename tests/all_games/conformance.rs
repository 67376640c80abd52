//! What must hold in every game: seeded random games through the object-safe `GameHost`, text only.
//!
//! A game needs no line here to be covered; `tested_variants.txt` in its folder adds its variants. What
//! must hold of its types is tested in its folder, by `game::conformance`.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use parlour::base::{Outcome, SplitMix64};
use parlour::game::Turn;
use parlour::games::GAMES;
use parlour::host::{GameHost, HostError, Start};
use parlour::protocol::session::{find_game, open_game};

/// Random games a variant, and the plies after which one is broken off.
const RANDOM_GAMES: u64 = 4;
const LONGEST: usize = 120;

/// Words that no game takes as a move, or takes as one that is not allowed.
const BAD_MOVES: [&str; 12] =
    ["", "?", "0", "9", "zz", "a0", "S@z9", "h8é", "8/5/", "99:8/5", "none", "1234567890a"];

/// Texts that are no position of any game.
const BAD_POSITIONS: [&str; 6] = ["", "?", "7/7 x", "XGID=", "board:You:", "9999999999/é z"];

/// Every game by its name alone, and in each variant that `tested_variants.txt` in its folder lists.
pub(crate) fn every_game_and_variant() -> Vec<(String, Box<dyn GameHost>)> {
    let mut lines = Vec::new();
    for entry in GAMES {
        lines.push(entry.name.to_owned());
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(entry.name);
        let variants = fs::read_to_string(folder.join("tested_variants.txt")).unwrap_or_default();
        let variants = variants.lines().filter(|line| !line.starts_with('#'));
        lines.extend(variants.map(|words| format!("{} {words}", entry.name)));
    }
    lines.into_iter().map(|line| (line.clone(), opened(&line))).collect()
}

/// A game of the variant that these words of `newgame` describe.
pub(crate) fn opened(line: &str) -> Box<dyn GameHost> {
    let words: Vec<&str> = line.split(' ').collect();
    let entry = find_game(words[0]).expect("a game");
    open_game(entry, &words[1..]).unwrap_or_else(|refusal| panic!("{line}: {refusal}"))
}

/// Everything that can be seen of a game.
#[derive(Debug, PartialEq)]
struct VisibleState {
    fen: String,
    history: String,
    legal: Result<String, HostError>,
    turn: Turn,
}

fn visible_state(host: &dyn GameHost) -> VisibleState {
    let (mut fen, mut history, mut legal) = (String::new(), String::new(), String::new());
    host.write_fen(&mut fen);
    host.write_history(&mut history);
    let legal = host.write_legal(&mut legal).map(|()| legal);
    VisibleState { fen, history, legal, turn: host.turn() }
}

/// The words of a list.
pub(crate) fn words(list: &str) -> Vec<&str> {
    list.split(' ').filter(|word| !word.is_empty()).collect()
}

fn after_dice(m: &str) -> &str {
    m.split_once(':').map_or(m, |(_, m)| m)
}

fn assert_unique(moves: &[&str], context: &str) {
    let mut sorted = moves.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "{context}: a move is listed twice");
    assert!(moves.iter().all(|m| !m.is_empty() && m.is_ascii()), "{context}");
}

/// A game between two random players, every ply looked at.
struct Walk<'a> {
    variant: &'a str,
    host: Box<dyn GameHost>,
    /// A second game of the same variant, to read positions in.
    other: Box<dyn GameHost>,
    random: SplitMix64,
    seed: u64,
    /// What the game looked like before each ply and the dice of each ply.
    seen: Vec<VisibleState>,
}

impl Walk<'_> {
    fn run(&mut self) {
        for _ in 0..LONGEST {
            if !self.ply() {
                break;
            }
        }
        self.history_replays();
        self.undo_restores();
    }

    /// Looks at the position and plays one random move; false at the end of the game.
    fn ply(&mut self) -> bool {
        if matches!(self.host.turn(), Turn::Roll(_)) {
            self.host.roll(self.seed).unwrap_or_else(|fault| panic!("{}: {fault}", self.variant));
        }
        let now = visible_state(self.host.as_ref());
        let context = format!("{}: {} after{}", self.variant, now.fen, now.history);
        let legal = now.legal.clone().unwrap_or_else(|fault| panic!("{context}: {fault}"));
        let moves = words(&legal);
        assert_eq!(moves.is_empty(), matches!(now.turn, Turn::Over(_)), "{context}");
        assert_unique(&moves, &context);
        self.position_reads_back(&now, &context);
        self.refusals_change_nothing(&now, &context);
        self.perft_counts_the_moves(&moves, &context);
        if moves.is_empty() {
            assert_eq!(self.host.play(&["1"]), Err(HostError::GameOver), "{context}");
            return false;
        }
        self.legal_words_play(&moves, &now, &context);
        let chosen = moves[self.random.below(moves.len() as u64) as usize];
        self.host.play(&[chosen]).unwrap_or_else(|fault| panic!("{context}: {chosen}: {fault}"));
        self.seen.push(now);
        true
    }

    /// The text of the position gives the same position, with its moves in the same order.
    fn position_reads_back(&mut self, now: &VisibleState, context: &str) {
        self.other
            .set_position(Start::Fen(&now.fen), &[])
            .unwrap_or_else(|fault| panic!("{context}: {fault}"));
        let read = visible_state(self.other.as_ref());
        assert_eq!(read.fen, now.fen, "{context}");
        // A draw by repetition is in the history, which the text does not hold.
        let is_drawn = now.turn == Turn::Over(Outcome::Draw);
        if !(is_drawn && matches!(read.turn, Turn::Decide(_))) {
            assert_eq!((read.turn, read.legal), (now.turn, now.legal.clone()), "{context}");
            assert_eq!(self.other.side(), self.host.side(), "{context}");
        }
    }

    fn refusals_change_nothing(&mut self, now: &VisibleState, context: &str) {
        let legal = now.legal.clone().unwrap_or_default();
        let first = words(&legal).first().copied();
        for bad in BAD_MOVES.into_iter().filter(|bad| !words(&legal).contains(bad)) {
            // All or nothing: a legal move before the bad one is not played either.
            let tried: Vec<&str> = first.into_iter().chain([bad, bad]).collect();
            assert!(self.host.play(&tried).is_err(), "{context}: {tried:?}");
            assert!(self.host.set_position(Start::Standard, &["1", bad, "?"]).is_err());
        }
        for bad in BAD_POSITIONS {
            assert!(self.host.set_position(Start::Fen(bad), &[]).is_err(), "{context}: {bad}");
        }
        assert!(self.host.undo(u64::MAX).is_err(), "{context}");
        assert!(self.host.lay_dice(7, 1).is_err(), "{context}");
        assert!(self.host.write_places("?", &mut String::new()).is_err(), "{context}");
        assert_eq!(visible_state(self.host.as_ref()), *now, "{context}");
    }

    fn perft_counts_the_moves(&self, moves: &[&str], context: &str) {
        // Decisions about the doubling cube are not counted.
        let is_cube_word = |m: &&str| m.bytes().all(|b| b.is_ascii_lowercase()) && *m != "pass";
        if moves.iter().any(is_cube_word) {
            return;
        }
        let mut divided: Vec<(String, u64)> = Vec::new();
        let leaves = self.host.perft(1, true, 1)(&AtomicBool::new(false), &mut |m, n| {
            divided.push((m.to_owned(), n));
        });
        assert_eq!(leaves, Some(moves.len() as u64), "{context}");
        // Dice may stand in front, as in `31:8/5`.
        let found: Vec<_> = divided.iter().map(|(m, n)| (after_dice(m), *n)).collect();
        let expected: Vec<_> = moves.iter().map(|m| (*m, 1)).collect();
        assert_eq!(found, expected, "{context}");
    }

    /// Each word of the list plays alone, gives a position of its own, and can be taken back.
    fn legal_words_play(&mut self, moves: &[&str], now: &VisibleState, context: &str) {
        let step = moves.len() / 12 + 1;
        let offset = self.random.below(step as u64) as usize;
        for m in moves.iter().skip(offset).step_by(step) {
            self.host.play(&[m]).unwrap_or_else(|fault| panic!("{context}: {m}: {fault}"));
            assert_ne!(visible_state(self.host.as_ref()).history, now.history, "{context}: {m}");
            self.host.undo(1).unwrap_or_else(|fault| panic!("{context}: {m}: {fault}"));
            assert_eq!(visible_state(self.host.as_ref()), *now, "{context}: {m}");
        }
    }

    fn history_replays(&mut self) {
        let last = visible_state(self.host.as_ref());
        self.other
            .set_position(Start::Standard, &words(&last.history))
            .unwrap_or_else(|fault| panic!("{}:{}: {fault}", self.variant, last.history));
        assert_eq!(visible_state(self.other.as_ref()), last, "{}", self.variant);
    }

    fn undo_restores(&mut self) {
        while let Some(before) = self.seen.pop() {
            self.host.undo(1).expect("a move was played");
            assert_eq!(visible_state(self.host.as_ref()), before, "{}", self.variant);
        }
        assert!(self.host.undo(1).is_err(), "{}: nothing was played", self.variant);
        assert_eq!(self.host.undo(0), Ok(()), "{}", self.variant);
    }
}

#[test]
fn random_games_hold_every_promise_of_a_game() {
    for (variant, _) in every_game_and_variant() {
        for seed in 0..RANDOM_GAMES {
            let (host, other) = (opened(&variant), opened(&variant));
            let random = SplitMix64::new(seed);
            Walk { variant: &variant, host, other, random, seed, seen: Vec::new() }.run();
        }
    }
}

#[test]
fn same_random_game_looks_the_same_in_two_hosts() {
    for (variant, mut host) in every_game_and_variant() {
        let mut reference = opened(&variant);
        let mut random = SplitMix64::new(7);
        for _ in 0..40 {
            if matches!(host.turn(), Turn::Roll(_)) {
                assert_eq!(host.roll(3), reference.roll(3), "{variant}");
            }
            let now = visible_state(host.as_ref());
            assert_eq!(now, visible_state(reference.as_ref()), "{variant}");
            let legal = now.legal.expect("dice were rolled");
            let moves = words(&legal);
            if moves.is_empty() {
                break;
            }
            let chosen = moves[random.below(moves.len() as u64) as usize];
            assert_eq!((host.play(&[chosen]), reference.play(&[chosen])), (Ok(()), Ok(())));
        }
    }
}

#[test]
fn new_game_starts_the_same_variant_again() {
    for (variant, mut host) in every_game_and_variant() {
        let start = visible_state(host.as_ref());
        if matches!(start.turn, Turn::Roll(_)) {
            host.roll(1).expect("dice are due");
        }
        let mut legal = String::new();
        host.write_legal(&mut legal).expect("a decision");
        host.play(&[words(&legal)[0]]).expect("a legal move");
        assert_ne!(visible_state(host.as_ref()), start, "{variant}");
        host.new_game();
        assert_eq!(visible_state(host.as_ref()), start, "{variant}");
    }
}

#[test]
fn unknown_keys_and_values_are_refused_in_every_game() {
    for entry in GAMES {
        for words in [&["nonsense"][..], &["nonsense", "3"], &["width", "x"], &["size", "1000000"]]
        {
            assert!(open_game(entry, words).is_err(), "{} {words:?}", entry.name);
        }
        assert!(!entry.about.is_empty());
        assert!(!opened(entry.name).players().is_empty());
    }
}
