//! Positions to ask about: stones at random, and games of players who look one move ahead.

use parlour::base::SplitMix64;
use parlour::game::{Position, Turn};
use parlour::games::connect5::threat_map::{PaddedCell, Threat, ThreatMap};
use parlour::games::connect5::{Board, Cell, Rule};

/// Every rule.
pub(crate) const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

/// Stones anywhere, a third to two thirds of the board, of a game that is not over.
pub(crate) fn scattered((width, height): (usize, usize), rule: Rule, seed: u64) -> Board {
    let mut random = SplitMix64::new(seed);
    let cells = (width * height) as u64;
    let stones = cells / 5 + random.below(cells / 4);
    let mut board = Board::with(width, height, rule).unwrap();
    let mut moves = Vec::new();
    for _ in 0..stones {
        moves.clear();
        board.moves(&mut moves);
        let undo = board.play(moves[random.below(moves.len() as u64) as usize]);
        if !matches!(board.turn(), Turn::Decide(_)) {
            board.undo(undo);
        }
    }
    board
}

/// A game of 6 to 40 plies, each the best of a few drawn moves by static merit.
pub(crate) fn played((width, height): (usize, usize), rule: Rule, seed: u64) -> Board {
    let mut random = SplitMix64::new(!seed);
    let mut board = Board::with(width, height, rule).unwrap();
    board.play(Cell { x: width as u8 / 2, y: height as u8 / 2 });
    for _ in 0..6 + random.below(34) {
        let grid = ThreatMap::new(&board);
        let side = board.side();
        let open =
            |site: &PaddedCell| !grid.is_foul(*site) && grid.threat(*site, side) != Threat::Five;
        let sites: Vec<PaddedCell> = grid.candidate_cells().iter().filter(open).collect();
        let drawn = (0..6).map(|_| sites[random.below(sites.len() as u64) as usize]);
        let merit =
            |s: &PaddedCell| 2 * grid.move_score(*s, side) + grid.move_score(*s, side.other());
        let site = drawn.max_by_key(merit).unwrap();
        board.play(site.cell());
    }
    board
}
