//! Checks of a whole table.

use super::positions::{board_of, children, lists, wins_at_once};
use super::{Book, win_with};
use crate::base::SplitMix64;
use crate::games::connect4::Rack;
use crate::games::connect4::solver::Solver;
use crate::host::{TableError, Verifying};

/// Scores of the first moves, from the left, **for the second player**.
///
/// Published first by J. D. Allen (1988) and V. Allis (1988) as who wins, and since then with
/// distances by every program that solved the game.
const FIRST_MOVES: [i8; 7] = [2, 1, 0, -1, 0, 1, 2];

/// Checks that every score of an inner position is the best over its moves, that those of the
/// first moves are the known ones, and that a sample of all plies is what the solver finds.
pub(super) fn verify(work: &Verifying<'_>) -> Result<String, TableError> {
    let book =
        Book::read(work.bytes.into()).map_err(|error| TableError::BadFile(error.to_string()))?;
    let lists = lists(book.plies());
    let mut inner = 0;
    for number in lists.iter().rev().skip(1).flatten() {
        let board = board_of(*number);
        let score = |child: Rack<7, 6>| {
            if wins_at_once(&child) {
                return Some(-win_with(child.mask.count_ones() + 1));
            }
            Some(-book.score(&child)?)
        };
        let scores = children(board).map(score).collect::<Option<Vec<_>>>();
        if book.score(&board).is_none() || book.score(&board) != scores.and_then(best) {
            let text = format!("position {number:#x} does not fit its moves");
            return Err(TableError::WrongScore(text));
        }
        inner += 1;
    }
    let first = children(Rack::EMPTY).map(|child| book.score(&child));
    if book.plies() > 0 && !first.eq(FIRST_MOVES.map(Some)) {
        return Err(TableError::WrongScore("the scores of the first moves are wrong".to_owned()));
    }
    let all: Vec<u64> = lists.into_iter().flatten().collect();
    let mut random = SplitMix64::new(work.seed);
    let mut solver = Solver::<7, 6>::new(work.hash, work.threads);
    for _ in 0..work.sample {
        let number = all[random.below(all.len() as u64) as usize];
        let found = solver.score(&board_of(number), &mut |_| true);
        if Some(found.lower) != book.score(&board_of(number)).map(i32::from) {
            let text = format!("position {number:#x} has the score {}", found.lower);
            return Err(TableError::WrongScore(text));
        }
    }
    Ok(format!(
        "{} plies: {} positions, {inner} fit their moves, {} of them solved again",
        book.plies(),
        all.len(),
        work.sample
    ))
}

fn best(scores: Vec<i8>) -> Option<i8> {
    scores.into_iter().max()
}
