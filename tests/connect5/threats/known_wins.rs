//! Wins that another engine announced and brought home.

use parlour::game::{Notation, Position};
use parlour::games::connect5::Board;
use parlour::games::connect5::threat_map::ThreatMap;
use parlour::games::connect5::threats::ThreatProver;

use super::wins_against_every_defence::{Refuter, prove};

/// One position a line, a comment of one line above them.
const WINS: &str = include_str!("wins_announced_by_strong_engine.txt");
/// Nodes for each, and of the positions those in which a win by threats is found with them.
const NODES: u64 = 200_000;
const LEAST_FOUND: usize = 11;

#[test]
fn known_wins_are_proved_and_stand() {
    let mut found = 0;
    for fen in WINS.lines().filter(|line| !line.starts_with('#')) {
        let board = Board::default().read_position(fen).unwrap();
        let mut prover = ThreatProver::new(32);
        let mut grid = ThreatMap::new(&board);
        if let Some(win) = prove(&mut prover, &mut grid, board.side(), NODES) {
            found += 1;
            Refuter::new(&board, board.side(), &mut prover, 50_000).follow(win.first, win.plies);
        }
    }
    assert!(found >= LEAST_FOUND, "{found}");
}
