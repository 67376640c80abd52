//! The prover, which the distance bound cuts, against a search of every move and every reply, where
//! the bound applies: no side runs out of sticks or barrels in its tray.

use parlour::base::SplitMix64;
use parlour::game::{Notation, Position, Turn};
use parlour::games::sticks::prover::{ProofBudget, Prover};
use parlour::games::sticks::search_board::SearchBoard;
use parlour::games::sticks::{Move, Sticks};

use crate::ask_player::legal_moves;
use crate::quick_or_all::quick_or_all;
use crate::reference_goal_counts::{Goal, after, goals, in_tray, read, wins_at_once};

/// A search of every move and every reply.
#[derive(Default)]
struct EveryMove {
    /// By moves left: the reply that refuted the last attack. It is tried first, to save time.
    refutations: [Option<Move>; 5],
}

impl EveryMove {
    /// Whether the side to move wins within this many moves of its own.
    fn wins(&mut self, game: &Sticks, moves: usize) -> bool {
        wins_at_once(game)
            || moves > 1
                && legal_moves(game).into_iter().any(|m| self.loses(&after(game, m), moves - 1))
    }

    /// Whether the side to move loses within this many moves of the other side.
    fn loses(&mut self, game: &Sticks, moves: usize) -> bool {
        if wins_at_once(game) {
            return false;
        }
        let refutation = self.refutations[moves].filter(|reply| game.check_legal(*reply).is_ok());
        let all = std::iter::once_with(|| legal_moves(game)).flatten();
        let holds =
            refutation.into_iter().chain(all).find(|reply| !self.wins(&after(game, *reply), moves));
        self.refutations[moves] = holds.or(self.refutations[moves]);
        holds.is_none() && !legal_moves(game).is_empty()
    }
}

/// The side to move has parts of a few sequences that cross; the other side has pieces near them
/// and elsewhere.
///
/// `None` if a side has won or the pieces do not fit.
fn random_position(random: &mut SplitMix64) -> Option<Sticks> {
    let mut choose = |count: usize| random.below(count as u64) as usize;
    let mut letters = [['.'; 7]; 7];
    let goals = goals();
    let near = goals[choose(goals.len())].0;
    let crosses = |goal: &&Goal| goal.0.iter().any(|hole| near.contains(hole));
    let crossing: Vec<&Goal> = goals.iter().filter(crosses).collect();
    for _ in 0..2 + choose(3) {
        let (holes, pattern) = crossing[choose(crossing.len())];
        for ((x, y), wanted) in holes.iter().zip(pattern) {
            if choose(5) < 2 && letters[*y][*x] == '.' {
                letters[*y][*x] = if *wanted == 'B' && choose(2) == 0 { 'H' } else { *wanted };
            }
        }
    }
    for _ in 0..choose(9) {
        let (x, y) = if choose(2) == 0 { near[choose(5)] } else { (choose(7), choose(7)) };
        let piece = ['s', 's', 'h', 'h', 'b', 'b', 'b'][choose(7)];
        letters[y][x] = match (letters[y][x], piece) {
            ('.', piece) => piece,
            ('S', 'h') => 'x',
            ('H', 's') => 'X',
            (letter, _) => letter,
        };
    }
    let rows = letters.map(|row| row.iter().collect::<String>().replace('.', "1")).join("/");
    // Red has the pieces in upper case.
    let fen = if choose(2) == 0 {
        rows + " r"
    } else {
        let exchanged = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        rows.chars().map(exchanged).collect::<String>() + " y"
    };
    let game = Sticks::new().read_position(&fen).ok()?;
    matches!(game.turn(), Turn::Decide(_)).then_some(game)
}

/// Whether no side can have to shift a piece within this many moves.
fn trays_last(game: &Sticks, moves: usize) -> bool {
    read(game)
        .iter()
        .all(|own| in_tray(own, 'S') >= moves && in_tray(own, 'H') + in_tray(own, 'B') >= moves)
}

/// Whether the prover says that the side to move wins within this many moves, and how many nodes it
/// took; nothing if they are more than `most`.
fn proved(prover: &mut Prover, game: &Sticks, moves: usize, most: u64) -> Option<(bool, u64)> {
    prover.reset(&[]);
    let before = prover.nodes();
    let mut budget = ProofBudget { nodes: most, stop: &mut || false };
    let found = prover.find_win(&SearchBoard::new(game), moves as u32, &mut budget).ok()?;
    Some((found.is_some(), prover.nodes() - before))
}

/// Compares in this many positions; returns how many of them are won, and how many the bound alone
/// says are not.
///
/// Three of four positions are such that the prover soon finds a win with one move more: there the
/// bound is nearest to excluding too much.
fn compare(moves: usize, positions: usize, seed: u64) -> [usize; 2] {
    let mut random = SplitMix64::new(seed);
    let (mut prover, mut every_move) = (Prover::new(64), EveryMove::default());
    let (mut won, mut excluded, mut compared) = (0, 0, 0);
    while compared < positions {
        let Some(game) = random_position(&mut random) else { continue };
        if wins_at_once(&game) || !trays_last(&game, moves) {
            continue;
        }
        let mut is_near = || proved(&mut prover, &game, moves + 1, 25).is_some_and(|(won, _)| won);
        if compared % 4 < 3 && !is_near() || every_move.wins(&game, 2) {
            continue;
        }
        compared += 1;
        let (found, nodes) = proved(&mut prover, &game, moves, u64::MAX).unwrap();
        let is_won = every_move.wins(&game, moves);
        assert_eq!(found, is_won, "{moves} moves: {game:?}");
        won += usize::from(is_won);
        excluded += usize::from(nodes == 0);
    }
    [won, excluded]
}

#[test]
fn bound_excludes_no_win_in_three_moves() {
    let [won, excluded] = compare(3, quick_or_all(200, 1_000), 1);
    assert!(won >= 50 && excluded >= 10, "{won} won, {excluded} excluded");
}

#[test]
fn bound_excludes_no_win_in_four_moves() {
    let [won, _] = compare(4, quick_or_all(2, 20), 2);
    assert!(won >= 1, "{won} won");
}
