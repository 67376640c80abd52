//! Noughts and Crosses, three in line on 3 × 3 cells: `generic` against every move.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use parlour::base::{Outcome, Side};
use parlour::game::{Position, Record, Turn};
use parlour::games::connect5::{Cell, MnkBoard, MnkRules};
use parlour::search::{AlphaBeta, Limits, Options};

use crate::ask_player::{ask, legal_moves};

fn start() -> MnkBoard {
    MnkBoard::with(MnkRules { width: 3, height: 3, win_length: 3, is_exact: false }).unwrap()
}

/// 1, 0 or −1 for the side to move, by trying everything.
fn value(board: &mut MnkBoard, known: &mut BTreeMap<u64, i32>) -> i32 {
    let side = match board.turn() {
        Turn::Over(Outcome::Draw) => return 0,
        // Only the side that moved last can have won.
        Turn::Over(_) => return -1,
        Turn::Decide(side) | Turn::Roll(side) => side,
    };
    if let Some(value) = known.get(&board.key()) {
        return *value;
    }
    let values = legal_moves(board).into_iter().map(|cell| {
        let undo = board.play(cell);
        let value = -value(board, known);
        board.undo(undo);
        value
    });
    let best = values.max().unwrap();
    assert_eq!(board.side(), side);
    known.insert(board.key(), best);
    best
}

/// The player's choices by position.
struct Generic {
    player: AlphaBeta<MnkBoard>,
    choices: BTreeMap<u64, Cell>,
}

impl Generic {
    fn choice(&mut self, board: &MnkBoard) -> Cell {
        let player = &mut self.player;
        *self.choices.entry(board.key()).or_insert_with(|| {
            let limits = Limits { depth: Some(9), ..Limits::default() };
            let (game, stop) = (Record::new(board.clone()), AtomicBool::new(false));
            ask(player, &game, &legal_moves(board), &limits, &stop).0.best
        })
    }
}

/// What the opponent of `generic` plays.
#[derive(Clone, Copy)]
enum Opponent {
    Anything,
    OnlyTheBest,
}

/// All ways in which games end, `generic` being this side.
fn ends(board: &MnkBoard, own: Side, opponent: Opponent, generic: &mut Generic) -> Vec<Outcome> {
    let side = match board.turn() {
        Turn::Over(outcome) => return vec![outcome],
        Turn::Decide(side) | Turn::Roll(side) => side,
    };
    let mut moves = legal_moves(board);
    if side == own {
        moves = vec![generic.choice(board)];
    } else if matches!(opponent, Opponent::OnlyTheBest) {
        let mut known = BTreeMap::new();
        let best = value(&mut board.clone(), &mut known);
        moves.retain(|cell| {
            let mut after = board.clone();
            after.play(*cell);
            -value(&mut after, &mut known) == best
        });
    }
    let after = |cell| {
        let mut after = board.clone();
        after.play(cell);
        after
    };
    moves.into_iter().flat_map(|cell| ends(&after(cell), own, opponent, generic)).collect()
}

#[test]
fn generic_never_loses_and_draws_against_perfect_play_and_itself() {
    let mut generic =
        Generic { player: AlphaBeta::new(&Options::default()), choices: BTreeMap::new() };
    assert_eq!(value(&mut start(), &mut BTreeMap::new()), 0);
    for own in Side::BOTH {
        let all = ends(&start(), own, Opponent::Anything, &mut generic);
        assert!(all.len() > 50, "{}", all.len());
        assert!(all.iter().all(|end| end.winner().is_none_or(|winner| winner == own)));
        assert!(all.iter().any(|end| end.winner() == Some(own)), "some opponents lose");
        let perfect = ends(&start(), own, Opponent::OnlyTheBest, &mut generic);
        assert!(perfect.len() > 2 && perfect.iter().all(|end| *end == Outcome::Draw));
    }
    let mut board = start();
    while let Turn::Decide(_) = board.turn() {
        let choice = generic.choice(&board);
        board.play(choice);
    }
    assert_eq!(board.turn(), Turn::Over(Outcome::Draw));
}
