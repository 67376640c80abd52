//! The solver against a plain minimax search, on racks of every kind.

use super::nodes_moves_and_bounds_without_search::{
    SolverNode, claimeven_bound, play_forced_replies,
};
use super::{Bounds, Solver, best_line, to_score};
use crate::base::{Outcome, Score, SplitMix64};
use crate::game::{Position, Turn};
use crate::games::connect4::{Rack, RackSize};

/// The score within `alpha..=beta`, by trying everything.
fn plain_minimax(rack: &Rack, mut alpha: i32, beta: i32) -> i32 {
    let plies = rack.mask.count_ones().cast_signed();
    match rack.turn() {
        Turn::Over(Outcome::Draw) => return 0,
        Turn::Over(_) => return -rack.size().win_score(plies),
        _ => {}
    }
    let mut moves = Vec::new();
    rack.moves(&mut moves);
    let mut best = -99;
    for channel in moves {
        let mut child = *rack;
        child.play(channel);
        best = best.max(-plain_minimax(&child, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn exact(rack: &Rack) -> i32 {
    plain_minimax(rack, -99, 99)
}

/// A game in progress with this many empty cells, played at random with few blunders.
fn random_rack(size: RackSize, dice: &mut SplitMix64, empty: u32) -> Rack {
    loop {
        let mut rack = Rack::new(size);
        let mut moves = Vec::new();
        while rack.empty_cells() > empty {
            moves.clear();
            rack.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let before = rack;
            for _ in 0..6 {
                rack = before;
                rack.play(moves[dice.below(moves.len() as u64) as usize]);
                if rack.winning_cells(rack.own()) & rack.playable() == 0 {
                    break;
                }
            }
        }
        if matches!(rack.turn(), Turn::Decide(_)) {
            return rack;
        }
    }
}

fn check_with_empty_cells(check: impl Fn(&mut SplitMix64, u32)) {
    let mut dice = SplitMix64::new(11);
    for round in 0..1_000 {
        check(&mut dice, 6 + round % 8);
    }
}

fn bounds_without_search_are_sound<const W: usize, const H: usize>(
    dice: &mut SplitMix64,
    empty: u32,
) {
    let rack = random_rack(RackSize::new(W, H), dice, empty);
    let node = SolverNode::<W, H>::new(&rack);
    if node.own_wins & node.playable() != 0 {
        return;
    }
    let score = exact(&rack);
    for beta in -8..=8 {
        let after = play_forced_replies(node, node.plies(), beta);
        let (sign, beta) = if after.is_other { (-1, 1 - beta) } else { (1, beta) };
        if let Some(bound) = after.bound {
            assert_eq!(bound >= beta, sign * score >= beta, "{rack:?} {beta}");
            let is_bound =
                if bound >= beta { bound <= sign * score } else { bound >= sign * score };
            assert!(is_bound, "{rack:?}: {bound} of {}", sign * score);
        }
    }
}

fn claimeven_is_sound<const W: usize, const H: usize>(dice: &mut SplitMix64, empty: u32) {
    let rack = random_rack(RackSize::new(W, H), dice, empty);
    let node = SolverNode::<W, H>::new(&rack);
    if (node.own_wins | node.other_wins) & node.playable() != 0 {
        return;
    }
    let score = exact(&rack);
    for beta in -8..=8 {
        let Some(bound) = claimeven_bound(&node, beta) else { continue };
        assert!(score <= bound && bound < beta, "{rack:?}: {bound} below {beta}, is {score}");
    }
}

fn solver_is_exact(size: RackSize, dice: &mut SplitMix64, empty: u32) {
    let rack = random_rack(size, dice, empty);
    let mut solver = Solver::new(1, 1);
    let score = exact(&rack);
    assert_eq!(solver.score(&rack, &mut |_| true), Bounds::exact(score), "{rack:?}");
    assert_eq!(solver.score(&rack, &mut |_| false), Bounds::exact(score), "it is remembered");
}

/// One test a property, over racks of even and odd height and width, and keys of 64 bits.
macro_rules! on_every_size {
    ($name:ident, $check:ident) => {
        #[test]
        fn $name() {
            check_with_empty_cells($check::<7, 6>);
            check_with_empty_cells($check::<6, 5>);
            check_with_empty_cells($check::<6, 7>);
            check_with_empty_cells($check::<7, 7>);
            check_with_empty_cells($check::<8, 5>);
            check_with_empty_cells($check::<8, 7>);
        }
    };
}

on_every_size!(
    bounds_without_search_are_on_the_right_side_of_the_window,
    bounds_without_search_are_sound
);
on_every_size!(claimeven_bounds_hold, claimeven_is_sound);

#[test]
fn scores_are_those_of_a_plain_search() {
    check_with_empty_cells(|dice, empty| solver_is_exact(RackSize::AS_SOLD, dice, empty));
    check_with_empty_cells(|dice, empty| solver_is_exact(RackSize::new(6, 7), dice, empty));
}

#[test]
fn claimeven_bounds_many_positions() {
    let mut dice = SplitMix64::new(5);
    let mut by_parity = [0; 2];
    for round in 0..4_000 {
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, 12 + (round % 2) as u32);
        let node = SolverNode::<7, 6>::new(&rack);
        if (node.own_wins | node.other_wins) & node.playable() == 0 {
            let is_bounded = claimeven_bound(&node, 1).is_some();
            by_parity[round % 2] += u32::from(is_bounded);
        }
    }
    assert!(by_parity.iter().all(|count| *count > 100), "{by_parity:?}");
}

#[test]
fn a_position_and_its_mirror_image_share_a_key() {
    let mut dice = SplitMix64::new(2);
    for _ in 0..500 {
        let rack = random_rack(RackSize::new(8, 7), &mut dice, 30);
        let node = SolverNode::<8, 7>::new(&rack);
        let mirrored = |word| SolverNode::<8, 7>::SIZE.mirrored(word);
        let image = SolverNode { own: mirrored(node.own), mask: mirrored(node.mask), ..node };
        assert_eq!(node.symmetric_key().value, image.symmetric_key().value);
        assert_eq!(mirrored(mirrored(node.own)), node.own);
    }
}

#[test]
fn the_cells_that_win_are_kept_up_to_date() {
    let mut dice = SplitMix64::new(3);
    for _ in 0..500 {
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, 20);
        let node = SolverNode::<7, 6>::new(&rack);
        let mut moves = Vec::new();
        rack.moves(&mut moves);
        for channel in moves {
            let mut child = rack;
            child.play(channel);
            assert_eq!(node.play(child.mask ^ rack.mask), SolverNode::<7, 6>::new(&child));
        }
    }
}

#[test]
fn small_racks_have_their_known_values() {
    // J. Tromp's table of sizes: 6×5 and 7×5 are draws, 6×6 is the second player's win.
    assert_eq!(
        Solver::new(16, 1).score(&Rack::new(RackSize::new(6, 5)), &mut |_| true),
        Bounds::exact(0)
    );
    let score = Solver::new(16, 1).score(&Rack::new(RackSize::new(6, 6)), &mut |_| true);
    assert!(score.is_exact() && score.upper < 0);
}

#[test]
fn threads_agree() {
    let mut dice = SplitMix64::new(8);
    for round in 0..30 {
        // With more empty cells the threads put off what another one searches.
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, if round < 6 { 29 } else { 31 });
        let alone = Solver::new(4, 1).score(&rack, &mut |_| true);
        assert_eq!(Solver::new(4, 3).score(&rack, &mut |_| true), alone, "{rack:?}");
    }
}

#[test]
fn all_threads_together_keep_a_limit_of_nodes() {
    const LIMIT: u64 = 100_000;
    for threads in [1, 4] {
        let mut solver = Solver::new(16, threads);
        solver.limit_nodes(LIMIT);
        let bounds = solver.score(&Rack::new(RackSize::AS_SOLD), &mut |_| true);
        assert!(!bounds.is_exact() && solver.nodes() < 2 * LIMIT, "{threads} {}", solver.nodes());
    }
}

#[test]
fn one_solver_scores_ten_thousand_endgames() {
    let mut dice = SplitMix64::new(3);
    let mut solver = Solver::new(4, 1);
    for round in 0..10_000 {
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, 6 + round % 6);
        let found = solver.score(&rack, &mut |_| true);
        assert_eq!(found, Bounds::exact(exact(&rack)), "{rack:?}");
    }
}

/// The best of the scores of all moves; `None` if there are none.
fn best_move_score(solver: &mut Solver, rack: &Rack) -> Option<i32> {
    let mut score = |channel| {
        let mut child = *rack;
        child.play(channel);
        -solver.score(&child, &mut |_| true).lower
    };
    rack.moves_centre_first().map(&mut score).max()
}

#[test]
fn a_table_that_grows_changes_no_score() {
    let mut rack = Rack::EMPTY;
    for channel in [6, 6, 1, 1, 6, 0, 4, 5, 6, 1, 4] {
        rack.play(channel);
    }
    let mut solver = Solver::new(64, 1);
    let score = solver.score(&rack, &mut |_| true);
    let best = best_move_score(&mut solver, &rack);
    assert!(solver.shared.bytes() > super::FIRST_TABLE_BYTES, "all fits into the first table");
    assert_eq!(best, Some(score.lower));
    assert_eq!(Solver::new(1, 1).score(&rack, &mut |_| true), score);
}

#[test]
fn a_table_whose_growth_is_stopped_goes_on_growing_in_the_next_search() {
    let mut rack = Rack::EMPTY;
    for channel in [6, 6, 1, 1, 6, 0, 4, 5, 6, 1, 4] {
        rack.play(channel);
    }
    let score = Solver::new(64, 1).score(&rack, &mut |_| true);
    let mut solver = Solver::new(64, 1);
    solver.nodes = super::FIRST_TABLE_BYTES;
    let mut copied = 0;
    for calls in [1, 2, 3] {
        let mut left = calls;
        let stopped = solver.score(&rack, &mut |_| {
            left -= 1;
            left > 0
        });
        assert!(!stopped.is_exact());
        let growing = solver.growing.as_ref().expect("it had no time");
        assert_eq!(growing.copied, copied + (calls - 1) * super::COPIED_AT_ONCE);
        copied = growing.copied;
    }
    assert_eq!(solver.score(&rack, &mut |_| true), score);
    assert!(solver.growing.is_none() && solver.shared.bytes() > super::FIRST_TABLE_BYTES);
}

#[test]
fn lines_end_when_the_score_says() {
    let mut dice = SplitMix64::new(21);
    for _ in 0..60 {
        let rack = random_rack(RackSize::AS_SOLD, &mut dice, 20);
        let mut solver = Solver::new(4, 1);
        let score = solver.score(&rack, &mut |_| true).lower;
        let line = best_line(rack, score, |rack, beta| solver.reaches(rack, beta, &mut |_| true));
        let mut last = rack;
        for channel in &line {
            last.play(*channel);
        }
        assert!(matches!(last.turn(), Turn::Over(_)), "{rack:?}");
        let length =
            to_score(score, rack.empty_cells()).plies_to_end().unwrap_or(20).unsigned_abs();
        assert_eq!(line.len() as u32, length, "{rack:?} of {score}");
        let best = best_move_score(&mut solver, &rack);
        assert_eq!(best, Some(score));
    }
}

#[test]
fn a_stopped_search_keeps_what_it_proved() {
    let mut left = 40;
    let mut go_on = |_| {
        left -= 1;
        left > 0
    };
    let bounds = Solver::new(4, 1).score(&Rack::EMPTY, &mut go_on);
    assert!(!bounds.is_exact() && bounds.lower <= 1 && bounds.upper >= 1);
    let mut solver = Solver::new(4, 2);
    let bounds = solver.score(&Rack::EMPTY, &mut |nodes| nodes < 60_000);
    assert!(!bounds.is_exact() && bounds.lower <= 1 && bounds.upper >= 1);
    assert!(solver.nodes() >= 60_000);
}

#[test]
fn a_table_that_is_too_small_is_made_larger() {
    let mut dice = SplitMix64::new(4);
    let rack = random_rack(RackSize::new(8, 7), &mut dice, 12);
    let score = exact(&rack);
    assert_eq!(Solver::new(0, 0).score(&rack, &mut |_| true), Bounds::exact(score));
}

#[test]
fn scores_in_plies_fit_the_parity_of_the_side() {
    assert_eq!(to_score(0, 39), Score::ZERO);
    assert_eq!(to_score(18, 36), Score::win_in(1));
    assert_eq!(to_score(-18, 36), Score::loss_in(2));
    // Odd area: First has the last ball.
    assert_eq!(to_score(1, 49), Score::win_in(49));
    assert_eq!(to_score(-1, 49), Score::loss_in(48));
}

#[test]
fn one_solver_takes_racks_of_any_size() {
    let mut dice = SplitMix64::new(6);
    let mut solver = Solver::new(1, 1);
    for (width, height) in [(7, 6), (8, 7), (6, 5), (6, 5), (8, 5), (7, 6)] {
        let rack = random_rack(RackSize::new(width, height), &mut dice, 10);
        let score = exact(&rack);
        assert_eq!(solver.score(&rack, &mut |_| true), Bounds::exact(score), "{rack:?}");
        assert_eq!(solver.reaches(&rack, score, &mut |_| true), Some(true), "{rack:?}");
    }
}
