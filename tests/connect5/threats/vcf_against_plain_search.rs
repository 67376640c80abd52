//! Wins by fours against a plain search that knows only the rules of the board.

use parlour::base::Side;
use parlour::game::{Position, Turn};
use parlour::games::connect5::threat_map::{Threat, ThreatMap};
use parlour::games::connect5::threats::{FourKinds, ThreatProver};
use parlour::games::connect5::{Board, Cell, Rule};

use super::random_positions::{RULES, played, scattered};
use crate::quick_or_all::quick_or_all;

/// The cells where the side to act wins at once.
fn winning_cells(board: &mut Board) -> Vec<Cell> {
    let side = board.side();
    let mut cells = Vec::new();
    board.moves(&mut cells);
    cells.retain(|cell| {
        let undo = board.play(*cell);
        let won = matches!(board.turn(), Turn::Over(outcome) if outcome.winner() == Some(side));
        board.undo(undo);
        won
    });
    cells
}

/// Plies of the shortest win by fours alone with at most this many fours before the five.
fn plies_of_win(board: &mut Board, fours: u16) -> Option<u16> {
    if !winning_cells(board).is_empty() {
        return Some(1);
    }
    if fours == 0 {
        return None;
    }
    let mut cells = Vec::new();
    board.moves(&mut cells);
    cells.into_iter().filter_map(|cell| plies_after_four(board, cell, fours)).min()
}

/// The same if the side to act plays this cell; `None` if that is no four, or the other side wins.
fn plies_after_four(board: &mut Board, cell: Cell, fours: u16) -> Option<u16> {
    let undo = board.play(cell);
    let mut replies = Vec::new();
    if matches!(board.turn(), Turn::Decide(_)) && winning_cells(board).is_empty() {
        board.moves(&mut replies);
    }
    // After a four every reply loses at once, but for the one that blocks a single five.
    let count = replies.len();
    replies.retain(|reply| {
        let undo = board.play(*reply);
        let is_block = winning_cells(board).is_empty();
        board.undo(undo);
        is_block
    });
    let plies = match replies[..] {
        [] if count > 0 => Some(3),
        [block] if count > 2 => {
            let undo = board.play(block);
            let plies = plies_of_win(board, fours - 1).map(|plies| plies + 2);
            board.undo(undo);
            plies
        }
        _ => None,
    };
    board.undo(undo);
    plies
}

#[test]
fn wins_by_fours_are_those_of_a_plain_search() {
    const FOURS: u16 = 3;
    let (mut won, mut none) = (0, 0);
    for seed in 0..quick_or_all(300, 900) {
        let rule = RULES[seed as usize % 3];
        let mut board = match seed % 2 {
            0 => scattered((7, 7), rule, seed),
            _ => played((9, 9), rule, seed),
        };
        let mut map = ThreatMap::new(&board);
        // The search asks for wins by fours where no side has a five already.
        if Side::BOTH.into_iter().any(|side| map.count_threats(side, Threat::Five) > 0) {
            continue;
        }
        let mut prover = ThreatProver::new(1);
        prover.begin_search(None);
        let found = prover.vcf(&mut map, FourKinds::All, 100_000, &mut || false);
        let plain = plies_of_win(&mut board, FOURS);
        match (found.map(|win| win.plies), plain) {
            (Some(plies), Some(shortest)) => assert!(plies >= shortest, "{seed} {board:?}"),
            (Some(plies), None) => assert!(plies > 2 * FOURS + 1, "{seed} {board:?}"),
            // In renju the search leaves out wins that depend on what becomes a foul.
            (None, Some(plies)) => {
                assert!(rule == Rule::Renju && plies > 1, "{seed} {plies} {board:?}");
            }
            (None, None) => {}
        }
        won += u32::from(plain.is_some_and(|plies| plies > 1));
        none += u32::from(plain.is_none());
    }
    assert!(won > 20 && none > 20, "{won} wins by fours, {none} positions without");
}
