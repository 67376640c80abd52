//! Backgammon against known perft counts, and the counts of all 36 rolls.

use parlour::game::{Dice, Notation, Position};
use parlour::games::backgammon::board::perft::perft;
use parlour::games::backgammon::{Backgammon, Roll};

use crate::perft_file::known_counts;
use crate::quick_or_all::quick_or_all;

/// The most leaves of one count in a quick test.
const MOST_LEAVES_OF_QUICK_COUNT: u64 = 20_000_000;

#[test]
fn perft_gives_the_known_counts() {
    let counts = include_str!("../../src/games/backgammon/perft.txt");
    for (fen, counts) in known_counts(counts) {
        let game = Backgammon::default().read_position(fen).expect(fen);
        let most = quick_or_all(MOST_LEAVES_OF_QUICK_COUNT, u64::MAX);
        for (depth, leaves) in counts.into_iter().filter(|(_, leaves)| *leaves <= most) {
            assert_eq!(perft(&game, depth, &|| false), Some(leaves), "{fen}: depth {depth}");
            assert_eq!(game.perft(depth, &|| false), Some(leaves));
        }
    }
}

/// Like [`perft`], every roll counted as often as it comes among 36.
fn weighted_perft(game: &Backgammon, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let rolled = game.with_each_roll();
    let leaves = rolled.iter().zip(Roll::ALL).map(|(game, roll)| {
        let mut plays = Vec::new();
        game.moves(&mut plays);
        let below = plays.into_iter().map(|play| {
            let mut after = *game;
            after.play(play);
            weighted_perft(&after, depth - 1)
        });
        roll.weight() * below.sum::<u64>()
    });
    leaves.sum()
}

#[test]
fn rolls_counted_as_often_as_they_come_give_the_known_sum() {
    assert_eq!(weighted_perft(&Backgammon::default(), 2), 419_783);
}

#[test]
fn stopped_count_is_no_count() {
    assert_eq!(perft(&Backgammon::default(), 3, &|| true), None);
}

#[test]
fn each_roll_alone_adds_up_to_the_whole() {
    let game = Backgammon::default();
    let rolled = game.with_each_roll();
    assert_eq!(rolled.len(), 21);
    let parts = rolled.iter().map(|game| perft(game, 2, &|| false).expect("not stopped"));
    assert_eq!(parts.sum::<u64>(), 202_782);
}
