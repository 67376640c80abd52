//! The 0-ply evaluations of the replies to a roll: those that are not in the cache are found together.

use super::evaluation_cache::EvaluationCache;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::eval::{Evaluator, Probabilities};

/// The 0-ply evaluations of the replies to a roll; buffers that are used again.
#[derive(Default)]
pub(super) struct EvaluationsOfReplies {
    /// The chances of each reply.
    chances: Vec<Probabilities>,
    /// The places of the replies that are not in the cache, and their boards.
    unknown: (Vec<usize>, Vec<Board>),
    /// The chances of those.
    evaluated: Vec<Probabilities>,
}

impl EvaluationsOfReplies {
    /// The chances of these boards, found in the cache, or by the evaluator and then kept.
    pub(super) fn find(
        &mut self,
        boards: &[Board],
        evaluator: &mut Evaluator<'_>,
        cache: &EvaluationCache,
        evaluator_number: u64,
    ) -> &[Probabilities] {
        let Self { chances, unknown: (places, unknown), evaluated } = self;
        chances.clear();
        places.clear();
        unknown.clear();
        for (place, board) in boards.iter().enumerate() {
            let kept = cache.find(*board, evaluator_number);
            if kept.is_none() {
                places.push(place);
                unknown.push(*board);
            }
            chances.push(kept.unwrap_or_default());
        }
        evaluator.evaluate_all(unknown, evaluated);
        for ((place, board), found) in places.iter().zip(unknown).zip(evaluated) {
            cache.keep(*board, evaluator_number, *found);
            chances[*place] = *found;
        }
        chances
    }
}
