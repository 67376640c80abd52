//! `AlphaBeta` against plain minimax.

use parlour::base::{Outcome, Score, Side};
use parlour::game::{Deterministic, Position, Record, Turn};
use parlour::games::connect4::Rack;
use parlour::search::{AlphaBeta, Bound, Options};
use proptest::prelude::*;

use crate::ask_player::{Report, legal_moves};
use crate::ask_search::{ask, with_lines};
use crate::toy_games::{Crosses, RandomGraphGame, TokenRow};

/// Plain minimax: the value for the side to move.
fn minimax<P: Deterministic>(position: &P, depth: u32) -> Score {
    let Turn::Decide(_) = position.turn() else { panic!("a decision") };
    let moves = legal_moves(position);
    moves.iter().map(|m| minimax_of(position, *m, depth)).max().expect("there is a move")
}

/// The value of one move for the side that makes it.
fn minimax_of<P: Deterministic>(position: &P, m: P::Move, depth: u32) -> Score {
    let mover = position.turn().side().expect("a side to move");
    let mut next = position.clone();
    next.play(m);
    let (side, value) = match next.turn() {
        Turn::Over(Outcome::Draw) => return Score::ZERO,
        Turn::Over(Outcome::Win { side, .. }) => (side, Score::win_in(0)),
        Turn::Decide(side) | Turn::Roll(side) if depth == 1 => {
            (side, Score::centi(next.evaluate()))
        }
        Turn::Decide(side) | Turn::Roll(side) => (side, minimax(&next, depth - 1)),
    };
    (if side == mover { value } else { -value }).seen_one_ply_before()
}

/// Checks the lines, values and lengths of one search against plain minimax.
fn compare<P: Deterministic>(position: &P, depth: u32, lines: u16) {
    let game = Record::new(position.clone());
    let (choice, reported) = ask(&mut AlphaBeta::new(&with_lines(lines.into())), &game, depth);
    let moves = legal_moves(position);
    let mut values: Vec<_> = moves.iter().map(|m| minimax_of(position, *m, depth)).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(reported.len(), values.len().min(lines.into()));
    assert_eq!(choice.best, reported[0].pv[0]);
    for (line, value) in reported.iter().zip(values) {
        assert_eq!(line.score(), value, "depth {depth} {line:?}");
        assert_eq!(minimax_of(position, line.pv[0], depth), value);
        assert_eq!(line.bound, Bound::Exact);
        assert!(line.is_proved || line.depth == depth);
        follow(position, line);
    }
}

/// Plays a line: all its moves must be legal, and it must end where its value says.
fn follow<P: Deterministic>(position: &P, line: &Report<P::Move>) {
    let side = position.turn().side().expect("a side to move");
    let mut position = position.clone();
    for m in &line.pv {
        let moves = legal_moves(&position);
        assert!(moves.contains(m), "{m:?} is not legal");
        position.play(*m);
    }
    if let Some(plies) = line.score().plies_to_end() {
        assert_eq!(line.pv.len(), plies.unsigned_abs() as usize);
        let winner = if plies > 0 { side } else { side.other() };
        assert_eq!(position.turn(), Turn::Over(Outcome::win(winner)));
    } else {
        let over = matches!(position.turn(), Turn::Over(_));
        assert!(over || line.pv.len() == line.depth as usize, "{line:?} breaks off");
    }
}

#[test]
fn noughts_and_crosses_is_a_proved_draw() {
    let game = Record::new(Crosses::EMPTY);
    let (_, reported) = ask(&mut AlphaBeta::new(&Options::default()), &game, 100);
    assert_eq!((reported[0].score(), reported[0].is_proved), (Score::ZERO, true));
    assert_eq!(reported[0].pv.len(), 9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn alpha_beta_is_minimax_at_noughts_and_crosses(
        cells in prop::collection::vec(0_usize..9, 1..7), depth in 1_u32..8, lines in 1_u16..4,
    ) {
        let mut position = Crosses::EMPTY;
        for cell in cells {
            let moves = legal_moves(&position);
            if let Some(&m) = moves.get(cell % moves.len().max(1)) {
                position.play(m);
            }
        }
        if let Turn::Decide(_) = position.turn() {
            compare(&position, depth, lines);
        }
    }

    #[test]
    fn alpha_beta_is_minimax_where_sides_move_twice(
        seed in any::<u64>(), width in 2_u64..40, depth in 1_u32..10, lines in 1_u16..5,
    ) {
        compare(&RandomGraphGame::new(seed, width), depth, lines);
    }

    #[test]
    fn alpha_beta_is_minimax_at_connect_four(
        channels in prop::collection::vec(0_usize..7, 0..42), depth in 1_u32..6, lines in 1_u16..3,
    ) {
        let mut position = Rack::EMPTY;
        for channel in channels {
            let moves = legal_moves(&position);
            let mut next = position;
            if let Some(&m) = moves.get(channel % moves.len().max(1)) {
                next.play(m);
            }
            if let Turn::Decide(_) = next.turn() {
                position = next;
            }
        }
        compare(&position, depth, lines);
    }

    #[test]
    fn a_table_from_the_last_move_does_not_change_proved_values(
        seed in any::<u64>(), width in 2_u64..20,
    ) {
        let mut player = AlphaBeta::new(&Options::default());
        let mut game = Record::new(RandomGraphGame::new(seed, width));
        while let Turn::Decide(_) = game.turn() {
            let (choice, reported) = ask(&mut player, &game, 20);
            prop_assert_eq!(reported[0].score(), minimax(game.position(), 20));
            prop_assert!(reported[0].is_proved);
            game.play(choice.best);
        }
    }
}

#[test]
fn a_position_that_comes_again_in_the_tree_is_a_draw() {
    // A side that steps to 0 loses, so both step to and fro for ever: an estimate of 50 for the
    // side to move gives way to a draw once the tree is deep enough to see the circle close.
    let game = Record::new(TokenRow { at: 1, side: Side::First });
    let mut player = AlphaBeta::new(&Options::default());
    let (choice, reported) = ask(&mut player, &game, 1);
    assert_eq!((choice.best, reported[0].score()), (1, Score::centi(-50)));
    let (choice, reported) = ask(&mut player, &game, 12);
    assert_eq!((choice.best, reported[0].score(), reported[0].is_proved), (1, Score::ZERO, false));
}

#[test]
fn the_third_time_by_the_record_is_a_draw_at_once() {
    let mut game = Record::new(TokenRow { at: 2, side: Side::First });
    for m in [-1, 1, 1] {
        game.play(m);
    }
    assert_eq!(game.turn(), Turn::Decide(Side::Second));
    // Step -1 leads to (2, First) for the third time; step +1 to an estimate, −50 for Second.
    let (choice, reported) = ask(&mut AlphaBeta::new(&Options::default()), &game, 1);
    assert_eq!((choice.best, reported[0].score()), (-1, Score::ZERO));
}
