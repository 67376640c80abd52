//! The linear part of the evaluation of `search` against the weights of its file, added up on the
//! board as its text shows it.

use std::collections::BTreeMap;

use parlour::base::SplitMix64;
use parlour::game::{Notation, Position, Turn};
use parlour::games::sticks::Sticks;
use parlour::games::sticks::search_board::SearchBoard;

use crate::ask_player::legal_moves;
use crate::quick_or_all::quick_or_all;
use crate::reference_goal_counts::{Goal, Holes, goals, in_tray, read, state};

/// Lines `<name> <full trays> <empty trays>`, in hundredths.
const FILE: &str = include_str!("../../src/games/sticks/search_board/evaluation_weights.txt");

/// The value of a sequence that is not blocked, with 0 to 5 holes in place or unblockable, in
/// hundredths: where the file has no value for the five holes.
const UNTUNED: [i32; 6] = [0, 1, 5, 20, 80, 300];

/// A value with full trays and with empty ones.
type Pair = [i32; 2];

/// The values of the file, by name.
fn weights() -> BTreeMap<String, Pair> {
    let lines = FILE.lines().filter(|line| !line.starts_with('#'));
    let weight = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        (words[0].to_owned(), [words[1].parse().unwrap(), words[2].parse().unwrap()])
    };
    lines.map(weight).collect()
}

/// Adds a value, or with the sign −1 subtracts it.
fn add(sum: &mut Pair, [full, empty]: Pair, sign: i32) {
    sum[0] += sign * full;
    sum[1] += sign * empty;
}

/// The letter of the same hole if the other colour had the pieces.
fn exchanged(letter: char) -> char {
    match letter {
        'X' => 'x',
        'x' => 'X',
        _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    }
}

/// The letter of a hole, `.` if empty, from the pieces that red and yellow have there.
fn letter(red: char, yellow: char) -> char {
    match (red, yellow) {
        ('H', 'S') => 'X',
        ('S', 'H') => 'x',
        ('.', _) => yellow.to_ascii_lowercase(),
        _ => red,
    }
}

/// The value of five holes for red by the file, which has each of them from one end and for one
/// colour only.
fn tuned(weights: &BTreeMap<String, Pair>, letters: &str) -> Option<Pair> {
    let backwards: String = letters.chars().rev().collect();
    for name in [letters, &backwards] {
        if let Some(value) = weights.get(name) {
            return Some(*value);
        }
        let other: String = name.chars().map(exchanged).collect();
        if let Some([full, empty]) = weights.get(&other) {
            return Some([-full, -empty]);
        }
    }
    None
}

/// The value of the three sequences at one location for a side without the file.
fn untuned(own: &Holes, other: &Holes, sequences: &[Goal]) -> i32 {
    let states = sequences.iter().filter_map(|goal| state(own, other, goal));
    states.map(|(in_place, unblockable)| UNTUNED[in_place + unblockable]).sum()
}

/// What the evaluation is made of, and how often the file has a value and how often it has not.
struct Sum {
    /// The value for the side to move, in hundredths.
    value: i32,
    /// Locations that are not empty, by whether the file has them.
    locations: [u32; 2],
}

/// The evaluation of a position.
fn evaluation(game: &Sticks, weights: &BTreeMap<String, Pair>) -> Sum {
    let mut fen = String::new();
    game.write_position(&mut fen);
    let red_moves = fen.split(' ').nth(1) == Some("r");
    let [mover, other] = read(game);
    let [red, yellow] = if red_moves { [&mover, &other] } else { [&other, &mover] };
    let (mut sum, mut locations) = ([0; 2], [0; 2]);
    // Three sequences in a row have the same holes.
    for sequences in goals().chunks(3) {
        let holes = sequences[0].0;
        let letters: String =
            holes.iter().map(|(x, y)| letter(red[*y][*x], yellow[*y][*x])).collect();
        let of_file = tuned(weights, &letters);
        let value = of_file.unwrap_or_else(|| {
            let value = untuned(red, yellow, sequences) - untuned(yellow, red, sequences);
            [value, value]
        });
        add(&mut sum, value, 1);
        if letters != "....." {
            locations[usize::from(of_file.is_none())] += 1;
        }
    }
    let mut in_trays = 0;
    for (holes, sign) in [(red, 1), (yellow, -1)] {
        for kind in ['S', 'H', 'B'] {
            let count = in_tray(holes, kind);
            add(&mut sum, weights[&format!("{kind}{count}")], sign);
            in_trays += i32::try_from(count).unwrap();
        }
    }
    // Both sides have 18 pieces.
    let taper = |[full, empty]: Pair| (full * in_trays + empty * (36 - in_trays)) / 36;
    let value = if red_moves { taper(sum) } else { -taper(sum) };
    Sum { value: value + taper(weights["move"]), locations }
}

#[test]
fn linear_value_is_the_sum_of_the_weights_of_the_file() {
    let weights = weights();
    let mut random = SplitMix64::new(1);
    let (mut locations, mut positions) = ([0; 2], 0);
    for _ in 0..quick_or_all(30, 300) {
        let mut game = Sticks::new();
        let mut board = SearchBoard::new(&game);
        for _ in 0..90 {
            let sum = evaluation(&game, &weights);
            assert_eq!(SearchBoard::new(&game).linear_value(), sum.value, "{game:?}");
            assert_eq!(board.linear_value(), sum.value, "{game:?}");
            positions += 1;
            (0..2).for_each(|n| locations[n] += sum.locations[n]);
            let moves = legal_moves(&game);
            let chosen = moves[random.below(moves.len() as u64) as usize];
            game.play(chosen);
            if matches!(game.turn(), Turn::Over(_)) {
                break;
            }
            board.play(chosen);
        }
    }
    assert!(positions > 1_000, "{positions}");
    assert!(locations.iter().all(|count| *count > 500), "in the file, not in it: {locations:?}");
}
