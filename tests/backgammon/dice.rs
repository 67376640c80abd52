//! Dice: fair, independent of each other, and the same again from the same seed.

use parlour::base::SplitMix64;
use parlour::games::backgammon::GAME;
use parlour::host::{Start, VariantWords};

/// Rolls that are counted.
const ROLLS: u64 = 1_000_000;

/// Pearson's statistic of counts that should be equal.
fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum()
}

/// The statistic lies within four standard deviations of its mean: neither uneven nor too even.
fn is_fair(counts: &[u64], what: &str) {
    let freedom = (counts.len() - 1) as f64;
    let found = chi_square(counts);
    let off = (found - freedom) / (2.0 * freedom).sqrt();
    assert!(off.abs() < 4.0, "{what}: {found} at {freedom} degrees of freedom");
}

fn roll_index(dice: (u8, u8)) -> usize {
    usize::from(dice.0 - 1) * 6 + usize::from(dice.1 - 1)
}

#[test]
fn all_rolls_come_equally_often_and_each_after_each() {
    for seed in [1, 42, u64::MAX] {
        let mut rolls = vec![0; 36];
        let mut pairs = vec![0; 36 * 36];
        let mut before = roll_index(SplitMix64::at(seed, 0).dice(false));
        for ply in 1..=ROLLS {
            let rolled = roll_index(SplitMix64::at(seed, ply).dice(false));
            rolls[rolled] += 1;
            pairs[before * 36 + rolled] += 1;
            before = rolled;
        }
        is_fair(&rolls, &format!("rolls of seed {seed}"));
        is_fair(&pairs, &format!("pairs of rolls of seed {seed}"));
    }
}

#[test]
fn first_rolls_of_neighbouring_seeds_are_fair_and_never_doubles() {
    let mut rolls = vec![0; 36];
    for seed in 0..ROLLS {
        rolls[roll_index(SplitMix64::at(seed, 0).dice(true))] += 1;
    }
    let doubles: u64 = (1..=6).map(|die| rolls[roll_index((die, die))]).sum();
    assert_eq!(doubles, 0);
    rolls.retain(|count| *count > 0);
    assert_eq!(rolls.len(), 30);
    is_fair(&rolls, "first rolls");
}

/// A game of first moves, its dice from this seed, as `fen` writes it after each move.
fn replayed(seed: u64) -> Vec<String> {
    let mut table = (GAME.new_game)(&mut VariantWords::new(&[])).expect("a table");
    let start = format!("startpos seed {seed}");
    table.set_position(Start::Fen(&start), &[]).expect("the start position");
    let mut fens = Vec::new();
    for _ in 0..60 {
        let (mut legal, mut fen) = (String::new(), String::new());
        table.write_legal(&mut legal).expect("dice come by themselves");
        let Some(first) = legal.split_ascii_whitespace().next() else { break };
        table.play(&[first]).expect("a legal move");
        table.write_fen(&mut fen);
        fens.push(fen);
    }
    fens
}

#[test]
fn same_seed_is_the_same_game_again() {
    assert_eq!(replayed(42), replayed(42));
    assert_ne!(replayed(42), replayed(43));
    assert_eq!(replayed(42).len(), 60);
}
