//! What `threat` calls decided under renju, against a naive search of boards that are nearly
//! full: where only forbidden cells are left to First, the game is a draw.

use std::collections::BTreeMap;

use parlour::base::{Outcome, Side, SplitMix64};
use parlour::game::{Notation, Position, Turn};
use parlour::games::connect5::{Board, Rule, ThreatPlayer};
use parlour::search::Options;

use crate::ask_threat_player::ask;

/// Full-width search to the end of the game.
#[derive(Default)]
struct Naive {
    known: BTreeMap<u64, i32>,
    /// Ends where First had cells left, but none that was allowed.
    ends_without_allowed_cell: usize,
}

/// Above the plies of any game here.
const WIN: i32 = 100;

impl Naive {
    /// For the side to act: `WIN` less the plies of a win, the negative of that for a loss, 0.
    fn value(&mut self, board: &mut Board) -> i32 {
        match board.turn() {
            Turn::Over(Outcome::Draw) => {
                self.ends_without_allowed_cell += usize::from(board.empties().next().is_some());
                return 0;
            }
            Turn::Over(_) => return -WIN,
            _ => {}
        }
        if let Some(value) = self.known.get(&board.key()) {
            return *value;
        }
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let mut best = -WIN;
        for cell in moves {
            let undo = board.play(cell);
            let value = -self.value(board);
            board.undo(undo);
            best = best.max(value - value.signum());
        }
        self.known.insert(board.key(), best);
        best
    }
}

/// A random board with some empty cells, if it can be played.
fn random_full_board(random: &mut SplitMix64) -> Option<Board> {
    let side = 5 + random.below(2) as usize;
    let empties: Vec<u64> =
        (0..2 + random.below(5)).map(|_| random.below((side * side) as u64)).collect();
    let mut fen = String::new();
    for at in 0..side * side {
        if at > 0 && at.is_multiple_of(side) {
            fen.push('/');
        }
        let is_first = random.below(100) < 55;
        let is_empty = empties.contains(&(at as u64));
        fen.push(if is_empty {
            '1'
        } else if is_first {
            'x'
        } else {
            'o'
        });
    }
    fen.push_str(if random.below(2) == 0 { " x" } else { " o" });
    // Runs of empty cells are one number.
    for run in (2..=side).rev() {
        fen = fen.replace(&"1".repeat(run), &run.to_string());
    }
    let empty = Board::with(side, side, Rule::Renju).ok()?;
    let board = empty.read_position(&fen).ok()?;
    matches!(board.turn(), Turn::Decide(_)).then_some(board)
}

#[test]
fn what_is_called_decided_is_so_where_first_runs_out_of_cells() {
    let mut random = SplitMix64::new(31);
    let mut player = ThreatPlayer::new(&Options::default());
    let (mut claims, mut wrong) = ([0; 2], Vec::new());
    for _ in 0..60_000 {
        let Some(mut board) = random_full_board(&mut random) else { continue };
        let mut naive = Naive::default();
        let value = naive.value(&mut board);
        if naive.ends_without_allowed_cell == 0 {
            continue;
        }
        for nodes in [50, 2_000] {
            let (_, Some(plies)) = ask(&mut player, &board, nodes) else { continue };
            claims[usize::from(board.side() == Side::First)] += 1;
            let claimed = if plies > 0 { WIN - plies } else { -WIN - plies };
            if value.signum() != claimed.signum() || plies > 0 && value < claimed {
                let mut fen = String::new();
                board.write_position(&mut fen);
                wrong.push(format!("{fen}: reported {plies} within {nodes} nodes, is {value}"));
            }
        }
    }
    assert!(claims.iter().all(|claims| *claims > 100), "{claims:?}");
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
}
