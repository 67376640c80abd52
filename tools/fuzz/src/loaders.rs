//! Files that options name, opening books, networks, and tables of solved positions.
//!
//! The first byte chooses the loader, the second whether a checksum is put right first.

use std::sync::Arc;

use parlour::game::Notation;
use parlour::games::backgammon::Backgammon;
use parlour::games::backgammon::eval::{Evaluator, Nets, OnePly, Weights};
use parlour::games::{GAMES, connect5, sticks};
use parlour::host::{Start, Verifying};
use parlour::search::player::opening_book::Symmetric;
use parlour::search::player::options::COMMON;
use parlour::search::{BuiltInBook, OpeningBook, Options};

use crate::small_searches::search_with;
use crate::variants::Variant;

/// Tables of more plies take seconds to decode.
const MOST_PLIES: u8 = 5;

/// Checks one input.
pub fn check(data: &[u8]) {
    let [which, how, bytes @ ..] = data else { return };
    let mut bytes = bytes.to_vec();
    match which % 4 {
        0 => {
            seal_table(&mut bytes, *how);
            check_tables(&bytes);
        }
        1 => {
            if how & 1 == 1 {
                seal_weights(&mut bytes);
            }
            check_networks(&bytes);
        }
        2 => check_networks(&weights_of(*how, &bytes)),
        _ => {}
    }
    check_option_files(&bytes);
    if let Ok(text) = std::str::from_utf8(&bytes) {
        check_books(text);
    }
}

/// FNV-1a, 64 bits: the checksum of tables and weights.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step).to_le_bytes()
}

/// Puts the checksum of a table right, and the rest of its head too if asked for.
fn seal_table(bytes: &mut [u8], how: u8) {
    if how & 1 == 0 || bytes.len() < 24 {
        return;
    }
    if how & 2 != 0 {
        bytes[..8].copy_from_slice(b"C4SCORES");
        bytes[8..10].copy_from_slice(&[1, 0]);
        let plies = usize::from(bytes[10] % (MOST_PLIES + 1));
        bytes[10..12].copy_from_slice(&[plies as u8, 0]);
        let counts = GAMES.iter().find_map(|kind| kind.solved).map(|solved| solved.counts);
        bytes[12..16].copy_from_slice(&counts.expect("a game with tables")[plies].to_le_bytes());
    }
    let sum = checksum(&[&bytes[..16], &bytes[24..]].concat());
    bytes[16..24].copy_from_slice(&sum);
}

fn check_tables(bytes: &[u8]) {
    for solved in GAMES.iter().filter_map(|kind| kind.solved) {
        if (solved.check)(bytes).is_err() || bytes[10] > MOST_PLIES {
            continue;
        }
        let work = Verifying { bytes, sample: 0, seed: 1, threads: 1, hash: 1 };
        drop((solved.verify)(&work));
    }
}

fn seal_weights(bytes: &mut [u8]) {
    if let Some((contents, sum)) = bytes.split_last_chunk_mut::<8>() {
        *sum = checksum(contents);
    }
}

/// A file of weights of the right length, filled with these bytes again and again.
fn weights_of(how: u8, bytes: &[u8]) -> Vec<u8> {
    let layers = [usize::from(how % 3 + 1) * 16, usize::from(how / 4 % 3) * 16];
    let zero = |with_experts| Weights::zero(layers, with_experts);
    let mut file = Weights::write_file(&Weights::WITH_EXPERTS.map(zero));
    // The head of the first network stays; so do the sizes of the others, mostly.
    if !bytes.is_empty() && how & 0x80 == 0 {
        let mut nets: Vec<Vec<u8>> = Vec::new();
        for with_experts in Weights::WITH_EXPERTS {
            let mut net = Vec::new();
            let weights = zero(with_experts);
            let sizes = [
                weights.hidden,
                weights.second,
                parlour::games::backgammon::eval::RAW_INPUTS,
                weights.features(),
            ];
            net.extend(sizes.iter().flat_map(|size| (*size as u16).to_le_bytes()));
            let length: usize = weights.groups().iter().map(|group| 4 + 2 * group.len()).sum();
            net.extend(bytes.iter().copied().cycle().take(length));
            nets.push(net);
        }
        let end = file.len() - 8;
        file.splice(8..end, nets.concat());
    } else {
        for (at, byte) in bytes.iter().enumerate().take(file.len()) {
            let at = at * 37 % file.len();
            file[at] ^= byte;
        }
    }
    seal_weights(&mut file);
    file
}

/// Networks that are accepted judge positions, whatever their weights are.
fn check_networks(bytes: &[u8]) {
    let Ok(nets) = Nets::read(bytes) else { return };
    let mut evaluator = Evaluator::new(&nets);
    let start = Backgammon::start(&parlour::games::backgammon::GameSettings::default());
    let _ = evaluator.evaluate(start.board());
    let _ = evaluator.evaluate_by_pruning_network(start.board());
    let _ = OnePly::default().evaluate(&mut evaluator, start.board());
}

/// A file that its option accepts can be played with.
fn check_option_files(bytes: &[u8]) {
    for kind in GAMES {
        for format in kind.files {
            if bytes.len() as u64 > format.longest || (format.check)(bytes).is_err() {
                continue;
            }
            if bytes.starts_with(b"C4SCORES") && bytes[10] > MOST_PLIES {
                continue;
            }
            let spec = kind.options.iter().find(|spec| spec.name == format.option);
            let mut options = Options::new(COMMON.iter().chain(kind.options));
            for (name, value) in [("Hash", "1"), ("Seed", "1")] {
                let spec = COMMON.iter().find(|spec| spec.name == name).expect("an option");
                options.set(spec, Some(value)).expect("a value");
            }
            options.set_file(spec.expect("an option"), Some(Arc::from(bytes)));
            let variant = Variant { kind, words: Vec::new() };
            let mut game = variant.open();
            if kind.description.has_dice {
                game.lay_dice(3, 1).expect("dice are due");
            }
            for player in game.players() {
                search_with(game.as_ref(), &options, player, 20);
            }
            if let Some(fen) = variant.bench().first() {
                game.set_position(Start::Fen(fen), &[]).expect("a position");
                drop(game.lay_dice(6, 5));
                for player in game.players() {
                    search_with(game.as_ref(), &options, player, 20);
                }
            }
        }
    }
}

fn check_books(text: &str) {
    // As large as the books that are built in, at most.
    for book in GAMES.iter().filter_map(|kind| kind.book) {
        if let Ok(positions) = book.read(text) {
            assert!(positions <= text.lines().count());
        }
    }
    check_found(text, &connect5::opening_book::BOOK, "size 15");
    check_found(text, &sticks::opening_book::BOOK, "");
}

/// What a book of this text finds at the start of a variant is legal there.
fn check_found<P: Symmetric + Notation>(text: &str, book: &BuiltInBook<P>, variant: &str) {
    let Ok(read) = OpeningBook::read(text, book.start) else { return };
    let start = (book.start)(variant).expect("a variant");
    let mut moves = Vec::new();
    start.moves(&mut moves);
    assert!(read.find(&start, &moves).is_none_or(|found| moves.contains(&found.m)));
}
