//! Files that options name, opening books, networks, and tables of solved positions.
//!
//! The first byte chooses the loader, the second whether a checksum is put right first.

use std::sync::Arc;

use parlour::games::GAMES;
use parlour::host::{SolvedTables, Start, TableVerifying};
use parlour::search::Options;
use parlour::search::player::options::COMMON;

use crate::backgammon_weight_files;
use crate::check_small_searches::check_search_and_explain_with;
use crate::game_snapshot::GameSnapshot;
use crate::variants::TestedVariant;

/// Tables of more plies take seconds to decode.
const MOST_PLIES: u32 = 5;

/// Checks one input.
pub fn check(data: &[u8]) {
    let [which, how, bytes @ ..] = data else { return };
    let mut bytes = bytes.to_vec();
    match which % 4 {
        0 => {
            if how & 1 == 1
                && let Some(table) = sealed_table(how >> 1, &bytes)
            {
                bytes = table;
            }
            check_tables(&bytes);
        }
        1 => {
            if how & 1 == 1 {
                backgammon_weight_files::put_checksum_right(&mut bytes);
            }
            backgammon_weight_files::check(&bytes);
        }
        2 => backgammon_weight_files::check(&backgammon_weight_files::weights_of(*how, &bytes)),
        _ => {}
    }
    check_option_files(&bytes);
    if let Ok(text) = std::str::from_utf8(&bytes) {
        check_books(text);
    }
}

/// A whole file of a table with these bytes for its scores.
fn sealed_table(how: u8, bytes: &[u8]) -> Option<Vec<u8>> {
    let tables = GAMES.iter().find_map(|entry| entry.solved)?;
    (tables.write_encoded)(u32::from(how) % (MOST_PLIES + 1), bytes)
}

fn check_tables(bytes: &[u8]) {
    for solved in GAMES.iter().filter_map(|entry| entry.solved) {
        if !(solved.check)(bytes).is_ok_and(|plies| plies <= MOST_PLIES) {
            continue;
        }
        let work = TableVerifying { bytes, sample: 0, seed: 1, threads: 1, mebibytes: 1 };
        drop((solved.verify)(&work));
    }
}

fn has_too_many_plies(solved: SolvedTables, bytes: &[u8]) -> bool {
    (solved.check)(bytes).is_ok_and(|plies| plies > MOST_PLIES)
}

/// A file that its option accepts can be played with.
fn check_option_files(bytes: &[u8]) {
    for entry in GAMES {
        for format in entry.files {
            if bytes.len() as u64 > format.most_bytes || (format.check)(bytes).is_err() {
                continue;
            }
            if entry.solved.is_some_and(|solved| has_too_many_plies(solved, bytes)) {
                continue;
            }
            let spec = entry.options.iter().find(|spec| spec.name == format.option);
            let mut options = Options::new(COMMON.iter().chain(entry.options));
            for (name, value) in [("Hash", "1"), ("Seed", "1")] {
                let spec = COMMON.iter().find(|spec| spec.name == name).expect("an option");
                options.set(spec, Some(value)).expect("a value");
            }
            options.set_file(spec.expect("an option"), Some(Arc::from(bytes)));
            let variant = TestedVariant { entry, keys_and_values: Vec::new() };
            let mut game = variant.open();
            if entry.description.has_dice {
                game.lay_dice(3, 1).expect("dice are due");
            }
            for player in game.players() {
                check_search_and_explain_with(game.as_ref(), &options, player, 20);
            }
            if let Some(fen) = variant.bench_positions().first() {
                game.set_position(Start::Fen(fen), &[]).expect("a position");
                drop(game.lay_dice(6, 5));
                for player in game.players() {
                    check_search_and_explain_with(game.as_ref(), &options, player, 20);
                }
            }
        }
    }
}

fn check_books(text: &str) {
    for (entry, book) in GAMES.iter().filter_map(|entry| Some((entry, entry.book?))) {
        let Ok(read) = book.read(text) else { continue };
        assert!(read.positions() <= text.lines().count());
        let own = book.text().lines().filter(|line| !line.starts_with('#'));
        let mut variants: Vec<&str> = own.filter_map(|line| line.split(';').next()).collect();
        variants.dedup();
        for words in variants {
            // What a book of this text finds at the start of a variant is legal there.
            let Some(found) = read.find_after(words, &[]) else { continue };
            let words = words.split_ascii_whitespace().map(str::to_owned).collect();
            let game = TestedVariant { entry, keys_and_values: words }.open();
            assert!(
                GameSnapshot::of(game.as_ref()).moves().contains(&found.m.as_str()),
                "{found:?}"
            );
        }
    }
}
