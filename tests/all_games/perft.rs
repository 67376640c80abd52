//! Leaf counts of every game against `src/games/*/perft.txt`, in the game as a client sees it.
//!
//! Depths up to [`MOST_LEAVES_OF_QUICK_COUNT`] leaves are counted in every run; `PARLOUR_TESTS=all cargo
//! test --test all_games perft` counts all that the files hold.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use parlour::games::GAMES;
use parlour::host::{GameHost, Start};
use parlour::protocol::session::{find_game, open_game};

use crate::perft_file::known_counts;
use crate::quick_or_all::all_is_tested;

/// The most leaves of one count in the quick run.
const MOST_LEAVES_OF_QUICK_COUNT: u64 = 5_000_000;
/// The most leaves of one game in the quick run.
const QUICK_TOGETHER: u64 = 40_000_000;

fn perft_file(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(game).join("perft.txt")
}

/// The game in the position of a line.
fn placed(game: &str, position: &str) -> Box<dyn GameHost> {
    let mut keys = Vec::new();
    let mut rest = position.trim();
    while let Some((word, after)) = rest.split_once(' ') {
        // XGID= is a position.
        let Some((key, value)) = word.split_once('=').filter(|(key, _)| is_key(key)) else { break };
        keys.extend([key].into_iter().chain(value.split(',')));
        rest = after.trim_start();
    }
    let entry = find_game(game).expect("a game");
    let mut host = open_game(entry, &keys).unwrap_or_else(|refusal| panic!("{refusal}"));
    let start = if rest == "startpos" { Start::Standard } else { Start::Fen(rest) };
    host.set_position(start, &[]).unwrap_or_else(|fault| panic!("{rest}: {fault}"));
    host
}

fn is_key(key: &str) -> bool {
    key.bytes().all(|b| b.is_ascii_lowercase())
}

/// The count at this depth; every other depth is listed by moves, on two threads.
fn leaves(host: &dyn GameHost, depth: u32) -> u64 {
    let divide = depth % 2 == 1;
    let threads = 1 + depth as usize % 2;
    let mut together = 0;
    let job = host.perft(depth, divide, threads);
    let total = job(&AtomicBool::new(false), &mut |_, leaves| together += leaves);
    let total = total.expect("it is not stopped");
    assert!(!divide || depth == 0 || together == total, "the moves add up to the whole");
    total
}

#[test]
fn counts_of_every_game_are_the_known_ones() {
    let is_long = all_is_tested();
    for entry in GAMES {
        let path = perft_file(entry.name);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut together = 0;
        let mut counted = 0;
        for (position, counts) in known_counts(&text) {
            let host = placed(entry.name, position);
            for (depth, known) in counts {
                let is_quick =
                    known <= MOST_LEAVES_OF_QUICK_COUNT && together + known <= QUICK_TOGETHER;
                if is_quick || is_long {
                    together += known;
                    counted += 1;
                    let found = leaves(host.as_ref(), depth);
                    assert_eq!(found, known, "{}: {position} at depth {depth}", entry.name);
                }
            }
        }
        assert!(counted > 0, "{}: nothing was counted", entry.name);
    }
}

#[test]
fn count_of_no_plies_is_one_and_stopped_counts_have_no_number() {
    for entry in GAMES {
        let host = open_game(entry, &[]).expect("a game");
        assert_eq!(leaves(host.as_ref(), 0), 1, "{}", entry.name);
        assert_eq!(host.perft(9, false, 1)(&AtomicBool::new(true), &mut |_, _| {}), None);
    }
}
