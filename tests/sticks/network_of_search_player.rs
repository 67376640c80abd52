//! The evaluation of the player `search` with its network, from the numbers of the network's file
//! and from what each side misses at each location of the board as its text shows it.

use std::collections::BTreeMap;

use parlour::base::SplitMix64;
use parlour::game::{Position, Turn};
use parlour::games::sticks::Sticks;
use parlour::games::sticks::search_board::SearchBoard;

use crate::ask_player::legal_moves;
use crate::quick_or_all::quick_or_all;
use crate::reference_goal_counts::{Goal, Holes, goals, in_tray, read, state};

/// Lines of a name and numbers.
const FILE: &str = include_str!("../../src/games/sticks/search_board/evaluation_network.txt");

/// What a side misses for each sequence, in order: nothing if it is blocked, or how many pieces
/// and whether a hole is unblockable.
type Missing = Vec<Option<(usize, bool)>>;

/// The numbers of the file, by name; the features also by what the mover and the other side miss.
struct Network {
    lines: BTreeMap<String, Vec<i64>>,
    features: BTreeMap<[Missing; 2], Vec<i64>>,
}

fn missing(own: &Holes, other: &Holes, sequences: &[Goal]) -> Missing {
    let of_one = |goal| {
        let (in_place, unblockable) = state(own, other, goal)?;
        Some((5 - in_place, unblockable > 0))
    };
    let mut missing: Missing = sequences.iter().map(of_one).collect();
    missing.sort_unstable();
    missing
}

/// A board with these five letters in its lowest row, for red and for yellow.
fn board_of(letters: &str) -> [Holes; 2] {
    let mut sides = [[['.'; 7]; 7]; 2];
    for (x, letter) in letters.chars().enumerate() {
        let [red, yellow] = match letter {
            'X' => ['H', 'S'],
            'x' => ['S', 'H'],
            _ if letter.is_ascii_lowercase() => ['.', letter.to_ascii_uppercase()],
            _ => [letter, '.'],
        };
        (sides[0][0][x], sides[1][0][x]) = (red, yellow);
    }
    sides
}

fn network() -> Network {
    let lowest = (0..5).map(|x| (x, 0)).collect::<Vec<_>>();
    let goals = goals();
    let sequences = goals.chunks(3).find(|chunk| chunk[0].0.as_slice() == lowest).unwrap();
    let (mut lines, mut features) = (BTreeMap::new(), BTreeMap::new());
    for line in FILE.lines().filter(|line| !line.starts_with('#')) {
        let is_name = |word: &&str| word.parse::<i64>().is_err();
        let mut words = line.split(' ');
        let mut name = words.by_ref().take_while(is_name).collect::<Vec<_>>().join(" ");
        let mut numbers: Vec<i64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        if name == "input" {
            name = format!("input {}", numbers.remove(0));
        }
        if numbers.len() == 8 && name != "start" {
            let [red, yellow] = board_of(&name);
            let both = [missing(&red, &yellow, sequences), missing(&yellow, &red, sequences)];
            assert!(features.insert(both, numbers).is_none(), "{name} twice");
        } else {
            lines.insert(name, numbers);
        }
    }
    Network { lines, features }
}

impl Network {
    /// The evaluation for the side to move, in hundredths; `linear` is the sum of the values.
    fn evaluate(&self, game: &Sticks, linear: i64) -> i64 {
        let sides = read(game);
        let [mover, other] = &sides;
        let mut inputs = Vec::new();
        for [own, their] in [[mover, other], [other, mover]] {
            let mut sums = self.lines["start"].clone();
            for sequences in goals().chunks(3) {
                let both = [missing(own, their, sequences), missing(their, own, sequences)];
                let is_empty =
                    sequences[0].0.iter().all(|(x, y)| own[*y][*x] == '.' && their[*y][*x] == '.');
                if !is_empty {
                    let row = &self.features[&both];
                    sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
                }
            }
            inputs.extend(sums.into_iter().map(|sum| sum.clamp(0, 512)));
        }
        let hidden = (0..16).map(|unit| {
            let mut sum = self.lines["bias"][unit];
            for (whose, holes) in [("own", mover), ("other", other)] {
                for kind in ['S', 'H', 'B'] {
                    let count = in_tray(holes, kind);
                    sum += self.lines[&format!("{whose} {kind}{count}")][unit];
                }
            }
            for (at, input) in inputs.iter().enumerate() {
                sum += input * self.lines[&format!("input {at}")][unit];
            }
            sum.max(0)
        });
        let output: i64 = hidden.zip(&self.lines["last"]).map(|(unit, weight)| unit * weight).sum();
        // 1.0 of a unit is 512 × 2,048, and 8 of a weight one hundredth.
        output / (512 * 2_048 * 8) + linear * self.lines["share"][0] / 1_024
    }
}

#[test]
fn evaluation_is_that_of_the_numbers_of_the_file() {
    let network = network();
    assert_eq!(network.features.len(), 77);
    let mut random = SplitMix64::new(2);
    let (mut positions, mut differing) = (0, 0);
    for _ in 0..quick_or_all(12, 120) {
        let mut game = Sticks::new();
        let mut board = SearchBoard::new(&game);
        for _ in 0..90 {
            let linear = i64::from(board.linear_value());
            let expected = network.evaluate(&game, linear);
            assert_eq!(i64::from(board.static_eval()), expected, "{game:?}");
            assert_eq!(i64::from(SearchBoard::new(&game).static_eval()), expected, "{game:?}");
            positions += 1;
            differing += usize::from((expected - linear).abs() > 20);
            let moves = legal_moves(&game);
            let chosen = moves[random.below(moves.len() as u64) as usize];
            game.play(chosen);
            if matches!(game.turn(), Turn::Over(_)) {
                break;
            }
            board.play(chosen);
        }
    }
    assert!(positions > 400 && differing > 100, "{positions} {differing}");
}
