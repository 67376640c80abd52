//! The shortest claims against a search of all moves of both sides.

use parlour::game::{Position, Turn};
use parlour::games::connect5::Board;
use parlour::games::connect5::threat_map::ThreatMap;
use parlour::games::connect5::threats::ThreatProver;

use super::random_positions::{RULES, scattered};
use super::wins_against_every_defence::prove;

/// Whether the side to act wins within this many plies, an odd number.
fn wins(board: &mut Board, plies: u16) -> bool {
    let side = board.side();
    let mut cells = Vec::new();
    board.moves(&mut cells);
    cells.into_iter().any(|cell| {
        let undo = board.play(cell);
        let won = match board.turn() {
            Turn::Over(outcome) => outcome.winner() == Some(side),
            _ => plies > 2 && loses(board, plies - 1),
        };
        board.undo(undo);
        won
    })
}

/// Whether the side to act loses within this many plies whatever it does.
fn loses(board: &mut Board, plies: u16) -> bool {
    let mut cells = Vec::new();
    board.moves(&mut cells);
    cells.into_iter().all(|cell| {
        let undo = board.play(cell);
        let lost = matches!(board.turn(), Turn::Decide(_)) && wins(board, plies - 1);
        board.undo(undo);
        lost
    })
}

#[test]
fn the_shortest_wins_are_those_of_a_plain_search() {
    let mut seen = [0; 3];
    for (rule, seed) in RULES.into_iter().flat_map(|rule| (0..600).map(move |s| (rule, s))) {
        let mut board = scattered([(6, 6), (7, 6), (7, 7)][seed as usize % 3], rule, seed);
        let mut grid = ThreatMap::new(&board);
        let win = prove(&mut ThreatProver::new(1), &mut grid, board.side(), 100_000);
        let shortest = [1, 3].into_iter().find(|plies| wins(&mut board, *plies));
        let claimed = win.map(|win| (win.plies, win.is_shortest));
        match shortest {
            Some(plies) => assert_eq!(claimed, Some((plies, true)), "{rule:?} {seed}"),
            None => assert!(claimed.is_none_or(|(plies, _)| plies >= 5), "{rule:?} {seed}"),
        }
        if let Some((5, _)) = claimed {
            assert!(wins(&mut board, 5), "{rule:?} {seed}");
        }
        if let Some((plies @ (1 | 3 | 5), _)) = claimed {
            seen[usize::from(plies / 2)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}
