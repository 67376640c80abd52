//! What a game must have for exact scores of its positions.

use crate::base::Score;
use crate::search::Options;

/// Finds exact scores, without any limit of time.
pub trait ExactScorer<P>: Send {
    /// The score of a position that is not over, for the side to move, and the nodes of the search.
    fn score(&mut self, position: &P, options: &Options) -> (Score, u64);

    /// Forgets the results of earlier calls, and frees their memory.
    fn forget(&mut self);
}
