//! The exact value of a position, and of each of its moves.

use crate::base::Score;
use crate::game::Turn;
use crate::host::GameHost;
use crate::protocol::grammar::refusal::{Code, Refusal as Error};
use crate::search::Options;

/// The value of a position if both sides play best.
///
/// It is made by [`Game::solve`](crate::Game::solve).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The exact value, for the side to move.
    pub score: Score,
    /// Each legal move with its exact value, for the side that makes it.
    pub moves: Vec<(String, Score)>,
    /// Positions searched for all of it.
    pub nodes: u64,
    /// Cells that were empty.
    empty_cells: u32,
}

impl Solution {
    /// The moves that win soonest, or draw, or lose latest, in the order of the legal moves.
    pub fn best_moves(&self) -> Vec<&str> {
        let best = self.moves.iter().filter(|(_, score)| *score == self.score);
        best.map(|(text, _)| text.as_str()).collect()
    }

    /// The score as most solvers print it, −18 to 18 on a rack of 7×6 cells.
    ///
    /// It is k for a win with the k-th last stone of the side to move, −k for a loss to the k-th
    /// last stone of the other side, and 0 for a draw.
    pub fn stones_left(&self) -> i64 {
        self.score.stones_left(true, self.empty_cells).unwrap_or_default()
    }
}

/// The exact value of the position, for the side to move, and the positions searched for it.
///
/// # Errors
/// `unsupported` where the game is not solved, `game-over`.
pub(super) fn exact_score(
    game: &mut dyn GameHost,
    options: &Options,
) -> Result<(Score, u64), Error> {
    if game.solver().is_none() {
        return Err(Error::new(Code::Unsupported, "this game has no solver"));
    }
    let found = game.solve(options);
    found.ok_or_else(|| Error::new(Code::GameOver, "the game is over"))
}

/// The exact value of the position and of each of its moves; the game is then as before.
///
/// # Errors
/// As [`exact_score`].
pub(super) fn solve(game: &mut dyn GameHost, options: &Options) -> Result<Solution, Error> {
    let (score, mut nodes) = exact_score(game, options)?;
    let empty = game.empty_cells().unwrap_or_default();
    let mut legal = String::new();
    game.write_legal(&mut legal)?;
    let mut moves = Vec::new();
    for played in legal.split_ascii_whitespace() {
        game.play(&[played])?;
        let child = match game.turn() {
            // Only the side that moved last can have won.
            Turn::Over(outcome) => Ok(outcome.winner().map_or(Score::ZERO, |_| Score::loss_in(0))),
            Turn::Decide(_) | Turn::Roll(_) => {
                exact_score(game, options).map(|(score, of_move)| {
                    nodes += of_move;
                    score
                })
            }
        };
        game.undo(1)?;
        moves.push((played.to_owned(), (-child?).seen_one_ply_before()));
    }
    Ok(Solution { score, moves, nodes, empty_cells: empty })
}

#[cfg(test)]
mod tests {
    use crate::api::Game;
    use crate::base::Score;

    fn after(moves: &str) -> Game {
        let mut game = Game::new("connect4").expect("a game");
        game.play(moves).expect("moves");
        game
    }

    #[test]
    fn first_player_wins_the_empty_board_in_the_middle_only() {
        let mut game = Game::new("connect4").expect("a game");
        let solution = game.solve().expect("a solution");
        assert_eq!((solution.score, solution.stones_left()), (Score::win_in(41), 1));
        assert_eq!(solution.best_moves(), ["4"]);
        let stones = |score: Score| score.stones_left(true, 42);
        let scores: Vec<_> = solution.moves.iter().map(|(_, score)| stones(*score)).collect();
        assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2].map(Some));
        assert_eq!(game.played().len(), 0);
    }

    #[test]
    fn value_is_that_of_the_best_moves() {
        for moves in ["444444222222", "12121", "4455", "3443333325555522226116611166777777"] {
            let mut game = after(moves);
            let solution = game.solve().expect("a solution");
            let best = solution.moves.iter().map(|(_, score)| *score).max();
            assert_eq!(best, Some(solution.score), "{moves}");
            assert!(!solution.best_moves().is_empty());
            assert_eq!(game.exact_score(), Ok(solution.score));
        }
        assert_eq!(after("1 2 1 2 1 2").solve().expect("a win").score, Score::win_in(1));
    }

    #[test]
    fn only_solved_games_that_go_on_have_a_solution() {
        let mut unsolved = Game::new("sticks").expect("a game");
        assert_eq!(unsolved.solve().unwrap_err().code.word(), "unsupported");
        let mut over = after("1 2 1 2 1 2 1");
        assert_eq!(over.exact_score().unwrap_err().code.word(), "game-over");
    }
}
