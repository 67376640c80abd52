//! The static evaluation and the move scores of Sticks 'n' Barrels against sums over the 180 goals
//! of the board as its text shows it.

use parlour::base::SplitMix64;
use parlour::game::{Evaluate, Position};
use parlour::games::sticks::{Move, Sticks};

use crate::ask_player::legal_moves;
use crate::quick_or_all::quick_or_all;
use crate::reference_goal_counts::{
    Holes, accepts_piece, after, fits, goals, in_tray, is_available, one_move_wins, read,
    state_of_each_goal, text,
};

/// The value of a goal that is not blocked, by its holes in place or unblockable.
const WEIGHTS: [i32; 6] = [0, 1, 5, 20, 80, 300];

/// A hole as (column, row).
type Hole = (usize, usize);

/// The value of the goals and of the tray for the side of `own`.
fn weights(own: &Holes, other: &Holes) -> i32 {
    let goals = state_of_each_goal(own, other);
    let sum: i32 =
        goals.iter().map(|(in_place, unblockable)| WEIGHTS[in_place + unblockable]).sum();
    sum + 30 * i32::try_from(in_tray(own, 'B')).unwrap()
}

/// These pieces, and one more.
fn with(own: &Holes, (x, y): Hole, kind: char) -> Holes {
    let mut own = *own;
    own[y][x] = kind;
    own
}

/// Whether the other side wins in this hole now, and no longer if this piece is in it.
fn blocks(own: &Holes, other: &Holes, hole: Hole, kind: char) -> bool {
    let wins = |own: &Holes| one_move_wins(other, own).contains(&hole);
    wins(own) && !wins(&with(own, hole, kind))
}

/// The value for the side to move, and its case: quiet, a win at hand, a block due, or lost.
fn evaluate(game: &Sticks) -> (i32, usize) {
    let [own, other] = read(game);
    if !one_move_wins(&own, &other).is_empty() {
        return (9_000, 1);
    }
    let quiet = (weights(&own, &other) - weights(&other, &own) + 25).clamp(-5_000, 5_000);
    let mut threatened = one_move_wins(&other, &own);
    threatened.sort_unstable();
    threatened.dedup();
    let Some(hole) = threatened.first() else { return (quiet, 0) };
    let can_block = |kind: &char| {
        is_available(&own, *kind)
            && accepts_piece(&own, &other, *hole, *kind)
            && blocks(&own, &other, *hole, *kind)
    };
    if threatened.len() == 1 && ['S', 'H', 'B'].iter().any(can_block) {
        (quiet - 60, 2)
    } else {
        (-8_000 + quiet / 8, 3)
    }
}

/// The holes that alone are missing in a goal of a side, each with the piece that it should have.
fn missing(own: &Holes) -> Vec<(Hole, char)> {
    let one_missing = |(holes, pattern): &([Hole; 5], [char; 5])| {
        let mut missing = holes.iter().zip(pattern).filter(|((x, y), w)| !fits(own[*y][*x], **w));
        let (first, second) = (missing.next(), missing.next());
        first.filter(|_| second.is_none()).map(|(hole, wanted)| (*hole, *wanted))
    };
    goals().iter().filter_map(one_missing).collect()
}

fn hole(name: &str) -> Hole {
    let bytes = name.as_bytes();
    (usize::from(bytes[0] - b'a'), usize::from(bytes[1] - b'1'))
}

/// The score of a move, and its case: quiet, a win, a block, or a shift that gives a hole up.
fn move_score(game: &Sticks, m: Move) -> (i32, usize) {
    let [own, other] = read(game);
    let text = text(game, m);
    let (from, kind, to) = if let Some((kind, to)) = text.split_once('@') {
        (None, kind.chars().next().unwrap(), hole(to))
    } else {
        let (x, y) = hole(&text[..2]);
        (Some((x, y)), own[y][x], hole(&text[2..]))
    };
    if missing(&own).iter().any(|(hole, wanted)| *hole == to && fits(kind, *wanted)) {
        return (30_000, 1);
    }
    let mut next = with(&own, to, kind);
    if let Some((x, y)) = from {
        next[y][x] = '.';
    }
    let mut threats: Vec<Hole> = missing(&next)
        .into_iter()
        .filter(|(hole, wanted)| {
            let kinds = if *wanted == 'S' { ['S', 'S'] } else { ['H', 'B'] };
            kinds.iter().any(|kind| accepts_piece(&next, &other, *hole, *kind))
        })
        .map(|(hole, _)| hole)
        .collect();
    threats.sort_unstable();
    threats.dedup();
    let (mut score, mut case) = (200 * i32::try_from(threats.len()).unwrap(), 0);
    if blocks(&own, &other, to, kind) {
        (score, case) = (score + 20_000, 2);
    }
    if from.is_some_and(|from| missing(&other).iter().any(|(hole, _)| *hole == from)) {
        (score, case) = (score - 500, 3);
    }
    (score, case)
}

#[test]
fn evaluation_and_move_scores_are_sums_over_the_goals() {
    let mut random = SplitMix64::new(12);
    let mut cases = [[0; 4]; 2];
    for _ in 0..quick_or_all(25, 250) {
        let mut game = Sticks::new();
        for _ in 0..60 {
            let moves = legal_moves(&game);
            if moves.is_empty() {
                break;
            }
            let (value, case) = evaluate(&game);
            assert_eq!(game.evaluate(), value, "{game:?}");
            cases[0][case] += 1;
            let some: Vec<Move> =
                (0..6).map(|_| moves[random.below(moves.len() as u64) as usize]).collect();
            for m in &some {
                let (score, case) = move_score(&game, *m);
                assert_eq!(game.ordering_score(*m), score, "{} in {game:?}", text(&game, *m));
                cases[1][case] += 1;
            }
            // Moves that threaten, so that there is something to count; but no wins.
            let quiet = some.iter().filter(|m| !legal_moves(&after(&game, **m)).is_empty());
            let Some(best) = quiet.max_by_key(|m| game.ordering_score(**m)) else { break };
            game.play(*best);
        }
    }
    assert!(cases.iter().flatten().all(|count| *count >= 5), "{cases:?}");
}
