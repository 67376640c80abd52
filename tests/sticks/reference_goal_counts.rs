//! The board of Sticks 'n' Barrels read from its text, slowly, and what the design document counts on it.

use parlour::base::SplitMix64;
use parlour::game::{Notation, Position, Turn};
use parlour::games::sticks::{Move, Piece, Sticks};

use crate::ask_player::legal_moves;

/// The three patterns of a sequence: `S` is a stick, `B` a barrel of either kind.
pub(crate) const PATTERNS: [[char; 5]; 3] =
    [['S', 'S', 'B', 'S', 'S'], ['S', 'B', 'S', 'B', 'S'], ['S', 'B', 'B', 'B', 'S']];

/// What a side has in each hole, by row and column: a letter, or a dot.
pub(crate) type Holes = [[char; 7]; 7];

/// Five holes as (column, row), and what they should read.
pub(crate) type Goal = ([(usize, usize); 5], [char; 5]);

/// The pieces of the side to move, and of the other.
pub(crate) fn read(game: &Sticks) -> [Holes; 2] {
    let mut fen = String::new();
    game.write_position(&mut fen);
    let (rows, rest) = fen.split_once(' ').expect("a side");
    let (mut red, mut yellow) = ([['.'; 7]; 7], [['.'; 7]; 7]);
    for (row, text) in rows.split('/').rev().enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            match letter {
                '1'..='7' => column += letter.to_digit(10).expect("a digit") as usize - 1,
                'X' => (red[row][column], yellow[row][column]) = ('H', 'S'),
                'x' => (red[row][column], yellow[row][column]) = ('S', 'H'),
                'A'..='Z' => red[row][column] = letter,
                _ => yellow[row][column] = letter.to_ascii_uppercase(),
            }
            column += 1;
        }
    }
    if rest.starts_with('r') { [red, yellow] } else { [yellow, red] }
}

/// All 180 pairs of a location and a sequence.
pub(crate) fn goals() -> Vec<Goal> {
    let mut goals = Vec::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for (x, y) in (0..7).flat_map(|y| (0..7).map(move |x| (x, y))) {
            let holes = [0, 1, 2, 3, 4].map(|k| (x + k * right, y + k * up));
            if holes.iter().all(|(x, y)| (0..7).contains(x) && (0..7).contains(y)) {
                let holes = holes.map(|(x, y): (i32, i32)| {
                    (x.unsigned_abs() as usize, y.unsigned_abs() as usize)
                });
                goals.extend(PATTERNS.map(|pattern| (holes, pattern)));
            }
        }
    }
    assert_eq!(goals.len(), 180);
    goals
}

/// Whether a piece (`S`, `H`, `B`, or a dot for none) is of the wanted kind, `S` or `B`.
pub(crate) fn fits(piece: char, wanted: char) -> bool {
    if wanted == 'S' { piece == 'S' } else { piece == 'H' || piece == 'B' }
}

/// Holes in place and unblockable; nothing if a hole is blocked.
pub(crate) fn state(own: &Holes, other: &Holes, (holes, pattern): &Goal) -> Option<(usize, usize)> {
    let (mut in_place, mut unblockable) = (0, 0);
    for ((x, y), wanted) in holes.iter().zip(pattern) {
        match (own[*y][*x], other[*y][*x], wanted) {
            (piece, ..) if fits(piece, *wanted) => in_place += 1,
            ('.', '.', _) => {}
            ('.', 'H', 'S') | ('.', 'S', 'B') => unblockable += 1,
            _ => return None,
        }
    }
    Some((in_place, unblockable))
}

/// How many of this kind are not on the board.
pub(crate) fn in_tray(own: &Holes, kind: char) -> usize {
    let supply = if kind == 'S' { 10 } else { 4_usize };
    supply.saturating_sub(own.iter().flatten().filter(|piece| **piece == kind).count())
}

/// Whether a side may drop a piece of this kind or move one that is in play.
pub(crate) fn is_available(own: &Holes, kind: char) -> bool {
    let other_barrel = if kind == 'H' { 'B' } else { 'H' };
    kind == 'S' || in_tray(own, kind) > 0 || in_tray(own, other_barrel) == 0
}

/// Whether the hole at (column, row) has room for a piece of this kind of the side of `own`.
pub(crate) fn accepts_piece(
    own: &Holes,
    other: &Holes,
    (x, y): (usize, usize),
    kind: char,
) -> bool {
    let room = match kind {
        'S' => ['.', 'H'],
        'H' => ['.', 'S'],
        _ => ['.', '.'],
    };
    own[y][x] == '.' && room.contains(&other[y][x])
}

/// The goals that the side of `own` completes if it moves next, each as the hole of that move.
pub(crate) fn one_move_wins(own: &Holes, other: &Holes) -> Vec<(usize, usize)> {
    let completed = |(holes, pattern): &Goal| {
        let mut missing = holes.iter().zip(pattern).filter(|((x, y), w)| !fits(own[*y][*x], **w));
        let (Some((hole, wanted)), None) = (missing.next(), missing.next()) else { return None };
        let kinds = if *wanted == 'S' { ['S', 'S'] } else { ['H', 'B'] };
        let can_move =
            |kind: &char| is_available(own, *kind) && accepts_piece(own, other, *hole, *kind);
        kinds.iter().any(can_move).then_some(*hole)
    };
    goals().iter().filter_map(completed).collect()
}

/// Holes in place and unblockable of every goal that is not blocked, for the side of `own`.
pub(crate) fn state_of_each_goal(own: &Holes, other: &Holes) -> Vec<(usize, usize)> {
    goals().iter().filter_map(|goal| state(own, other, goal)).collect()
}

/// The move in the notation of the game.
pub(crate) fn text(game: &Sticks, m: Move) -> String {
    let mut text = String::new();
    game.write_move(m, &mut text);
    text
}

/// The position after a move.
pub(crate) fn after(game: &Sticks, m: Move) -> Sticks {
    let mut after = *game;
    after.play(m);
    after
}

/// Whether the side to move wins with its next move.
pub(crate) fn wins_at_once(game: &Sticks) -> bool {
    Piece::ALL.into_iter().any(|piece| game.wins_with(game.mover(), piece) != 0)
}

/// The position after n random moves, mostly drops, or the last one before the end.
pub(crate) fn after_random_moves(seed: u64, plies: u32) -> Sticks {
    let mut random = SplitMix64::new(seed);
    let mut game = Sticks::new();
    for _ in 0..plies {
        let mut moves = legal_moves(&game);
        let has_drop = moves.iter().any(|m| matches!(m, Move::Drop { .. }));
        if has_drop && random.below(4) > 0 {
            moves.retain(|m| matches!(m, Move::Drop { .. }));
        }
        let mut next = game;
        next.play(moves[random.below(moves.len() as u64) as usize]);
        if matches!(next.turn(), Turn::Over(_)) {
            break;
        }
        game = next;
    }
    game
}
