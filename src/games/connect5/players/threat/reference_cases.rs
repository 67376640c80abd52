//! The slow reference of the player's search, and the cases in which both are compared.

use super::search_game::{ThreatGame, static_evaluation};
use crate::base::SplitMix64;
use crate::games::connect5::threat_map::ThreatMap;
use crate::games::connect5::{Board, Rule};
use crate::search::pvs::reference_for_tests::{Cases, DepthCases, ProofCases, Reference};

const fn cases(depth: u32, positions: usize, moves: usize) -> DepthCases {
    DepthCases { depth, positions, moves }
}

impl Reference for ThreatGame {
    const CASES: Cases = Cases {
        full_width: &[
            cases(1, 4_500, 64),
            cases(2, 3_500, 30),
            cases(3, 2_500, 14),
            cases(4, 1_500, 10),
        ],
        exact_techniques: &[cases(2, 300, 30), cases(3, 300, 14), cases(4, 150, 10)],
        proofs: ProofCases { positions: 150, moves: 12, plies: 4 },
    };

    /// An empty board of five to eight rows and columns, under any rule.
    fn start(random: &mut SplitMix64) -> Board {
        let [width, height] = [0, 1].map(|_| 5 + random.below(4) as u8);
        let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][random.below(3) as usize];
        Board::empty(width, height, rule)
    }

    fn fresh_evaluation(board: &Board) -> i32 {
        static_evaluation(&mut ThreatMap::new(board))
    }

    fn may_be_stuck(board: &Board, plies: u32) -> bool {
        board.rule() == Rule::Renju && board.empties().count() < 7 + plies as usize
    }
}
