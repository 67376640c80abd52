//! Verifies a whole opening table.

use super::listed_positions_and_score_codec::{board_of, children, listed_positions};
use super::table::{OpeningTable, winning_score};
use crate::base::SplitMix64;
use crate::games::connect4::Rack;
use crate::games::connect4::solver::Solver;
use crate::host::{SolvedTableError, TableVerifying};

/// Scores of the first moves, from the left, **for the second player**.
///
/// J. D. Allen (1988) and V. Allis (1988) first published which side wins after each; every
/// program that solved the game since then gives these distances too.
const FIRST_MOVE_SCORES: [i8; 7] = [2, 1, 0, -1, 0, 1, 2];

/// Checks that every score of an inner position is the best over its moves, that those of the
/// first moves are the known ones, and that a sample of all plies is what the solver finds.
pub(super) fn verify(work: &TableVerifying<'_>) -> Result<String, SolvedTableError> {
    let table = OpeningTable::read(work.bytes.into())
        .map_err(|error| SolvedTableError::BadFile(error.to_string()))?;
    let lists = listed_positions(table.plies());
    let mut inner = 0;
    for number in lists.iter().rev().skip(1).flatten() {
        let board = board_of(*number);
        let score = |child: Rack| {
            if child.can_win_at_once() {
                return Some(-winning_score(child.mask.count_ones() + 1));
            }
            Some(-table.score(&child)?)
        };
        let scores = children(board).map(score).collect::<Option<Vec<_>>>();
        if table.score(&board).is_none() || table.score(&board) != scores.and_then(best) {
            let text = format!("position {number:#x} does not fit its moves");
            return Err(SolvedTableError::WrongScore(text));
        }
        inner += 1;
    }
    let first = children(Rack::EMPTY).map(|child| table.score(&child));
    if table.plies() > 0 && !first.eq(FIRST_MOVE_SCORES.map(Some)) {
        return Err(SolvedTableError::WrongScore(
            "the scores of the first moves are wrong".to_owned(),
        ));
    }
    let all: Vec<u64> = lists.into_iter().flatten().collect();
    let mut random = SplitMix64::new(work.seed);
    let mut solver = Solver::new(work.mebibytes, work.threads);
    for _ in 0..work.sample {
        let number = all[random.below(all.len() as u64) as usize];
        let found = solver.score(&board_of(number), &mut |_| true);
        if Some(found.lower) != table.score(&board_of(number)).map(i32::from) {
            let text = format!("position {number:#x} has the score {}", found.lower);
            return Err(SolvedTableError::WrongScore(text));
        }
    }
    Ok(format!(
        "{} plies: {} positions, {inner} fit their moves, {} of them solved again",
        table.plies(),
        all.len(),
        work.sample
    ))
}

fn best(scores: Vec<i8>) -> Option<i8> {
    scores.into_iter().max()
}

#[cfg(test)]
mod tests {
    use super::verify;
    use crate::games::connect4::opening_table::table::{tests::table_of_two_balls, write};
    use crate::host::{SolvedTableError, TableVerifying};

    fn verified(bytes: &[u8]) -> Result<String, SolvedTableError> {
        verify(&TableVerifying { bytes, sample: 0, seed: 1, threads: 1, mebibytes: 1 })
    }

    #[test]
    fn built_in_table_is_small_and_holds() {
        let bytes: &[u8] = include_bytes!("opening_table.bin");
        assert!(bytes.len() <= 100 << 10, "{} bytes", bytes.len());
        if !bytes.is_empty() {
            verified(bytes).expect("a table that holds");
        }
    }

    #[test]
    fn verifying_finds_wrong_scores() {
        let of_one = |scores: [i8; 4]| write(1, &scores).expect("a table");
        assert!(verified(&of_one([2, 1, 0, -1])).is_ok());
        assert!(verified(&of_one([2, 1, 1, -1])).is_err(), "a draw for the first player");
        assert!(verified(&table_of_two_balls()).is_ok());
        assert!(verified(b"no table").is_err());
    }
}
