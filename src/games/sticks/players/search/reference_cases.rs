//! The slow reference of the player's search, and the cases in which both are compared.

use super::search_game::SticksGame;
use crate::base::SplitMix64;
use crate::games::sticks::Sticks;
use crate::games::sticks::board::holes_and_pieces::Piece;
use crate::games::sticks::search_board::SearchBoard;
use crate::search::player::score_encoding::MAX_EVAL;
use crate::search::pvs::reference_for_tests::{Cases, DepthCases, ProofCases, Reference};

const fn cases(depth: u32, positions: usize, moves: usize) -> DepthCases {
    DepthCases { depth, positions, moves }
}

impl Reference for SticksGame {
    const CASES: Cases = Cases {
        full_width: &[
            cases(1, 8_680, 200),
            cases(2, 1_200, 60),
            cases(3, 100, 50),
            cases(4, 20, 45),
        ],
        exact_techniques: &[cases(2, 200, 60), cases(3, 20, 50)],
        proofs: ProofCases { positions: 40, moves: 60, plies: 5 },
    };

    fn start(_random: &mut SplitMix64) -> Sticks {
        Sticks::new()
    }

    fn fresh_evaluation(game: &Sticks) -> i32 {
        SearchBoard::new(game).static_eval().clamp(-MAX_EVAL, MAX_EVAL)
    }

    fn can_win_at_once(game: &Sticks) -> bool {
        Piece::ALL.into_iter().any(|piece| game.wins_with(game.mover(), piece) != 0)
    }
}
