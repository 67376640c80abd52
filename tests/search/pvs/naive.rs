//! A search that knows the rules, the evaluation, and nothing else; and positions to try it on.

use parlour::base::SplitMix64;
use parlour::game::{Position, Turn};
use parlour::games::connect5::threat_map::ThreatMap;
use parlour::games::connect5::{Board, Rule, static_evaluation};
use parlour::games::sticks::Sticks;
use parlour::games::sticks::search_board::SearchBoard;
use parlour::search::player::score_encoding;
use parlour::search::player::score_encoding::{INFINITE, MAX_EVAL};

use crate::ask_player::legal_moves;

/// A game as the naive search sees it.
pub(crate) trait Plain: Position {
    /// The static evaluation, made anew.
    fn static_eval(&self) -> i32;

    /// Whether a move of the side to act ends the game.
    fn wins_at_once(&self) -> bool;

    /// Whether the side to act may be without a legal move after these plies: a draw that the
    /// search sees only where it tries the moves.
    fn may_be_stuck(&self, _plies: u32) -> bool {
        false
    }
}

impl Plain for Board {
    fn static_eval(&self) -> i32 {
        static_evaluation(&mut ThreatMap::new(self))
    }

    fn wins_at_once(&self) -> bool {
        let mut board = self.clone();
        legal_moves(self).into_iter().any(|m| {
            let undo = board.play(m);
            let is_won = is_won(&board);
            board.undo(undo);
            is_won
        })
    }

    fn may_be_stuck(&self, plies: u32) -> bool {
        self.rule() == Rule::Renju && self.empties().count() < 7 + plies as usize
    }
}

impl Plain for Sticks {
    fn static_eval(&self) -> i32 {
        SearchBoard::new(self).static_eval().clamp(-MAX_EVAL, MAX_EVAL)
    }

    fn wins_at_once(&self) -> bool {
        use parlour::games::sticks::board::pieces::Piece;
        Piece::ALL.into_iter().any(|piece| self.wins_with(self.mover(), piece) != 0)
    }
}

fn is_won<P: Position>(position: &P) -> bool {
    matches!(position.turn(), Turn::Over(outcome) if outcome.winner().is_some())
}

/// Alpha-beta over every legal move: the value for the side to act, ends counted from the root.
///
/// A position that stood before in the line is a draw where the game knows repetition.
pub(crate) fn search<P: Plain>(
    position: &P,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    path: &mut Vec<u64>,
) -> i32 {
    let ply = path.len();
    let key = position.key();
    let is_drawn = matches!(position.turn(), Turn::Over(_));
    if is_drawn || P::REPETITION.is_some() && path.contains(&key) {
        return 0;
    }
    if position.wins_at_once() {
        return score_encoding::win(ply + 1);
    }
    if depth == 0 {
        return position.static_eval();
    }
    path.push(key);
    let mut best = -INFINITE;
    for m in legal_moves(position) {
        let mut after = position.clone();
        after.play(m);
        best = best.max(-search(&after, depth - 1, (-beta, -alpha), path));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    path.pop();
    best
}

/// The exact value to a depth.
pub(crate) fn value<P: Plain>(position: &P, depth: u32) -> i32 {
    search(position, depth, (-INFINITE, INFINITE), &mut Vec::new())
}

/// A position after random moves, fewer than `plies`, with a choice of `most` moves at most.
pub(crate) fn drawn<P: Plain>(
    random: &mut SplitMix64,
    start: impl Fn(&mut SplitMix64) -> P,
    most: usize,
    plies: u64,
) -> P {
    loop {
        let mut position = start(random);
        let wanted = random.below(plies);
        for _ in 0..wanted {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let mut after = position.clone();
            after.play(moves[random.below(moves.len() as u64) as usize]);
            if matches!(after.turn(), Turn::Over(_)) {
                break;
            }
            position = after;
        }
        if (1..=most).contains(&(position.count_moves() as usize)) {
            return position;
        }
    }
}

/// An empty board of five to eight rows and columns, under any rule.
pub(crate) fn board(random: &mut SplitMix64) -> Board {
    let [width, height] = [0, 1].map(|_| 5 + random.below(4) as usize);
    let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][random.below(3) as usize];
    Board::with(width, height, rule).unwrap()
}

/// The start of Sticks 'n' Barrels.
pub(crate) fn sticks(_random: &mut SplitMix64) -> Sticks {
    Sticks::new()
}
