//! The line of a win that was proved, from the table.

use super::proof_table::Value;
use super::search_state::Search;
use super::vcf::Verdict;
use crate::games::connect5::threat_map::Site;

/// Nodes of the search of fours that completes the line.
const LINE_FOURS: u64 = 2_000;

impl Search<'_, '_> {
    /// The moves of a win that was proved, the defender's such that it lasts long.
    ///
    /// Ends before the last move where no answer is better than any other, or where the table
    /// has forgotten.
    pub(super) fn line(&mut self) -> Vec<Site> {
        let mut line = Vec::new();
        let mut played = 0;
        while let Some(value) = self.known().filter(Value::is_won) {
            if self.is_attack()
                && let Verdict::Won(plies) = self.shortest_fours(LINE_FOURS)
                && plies <= value.plies
            {
                line.extend(self.memory.line.iter().rev());
                break;
            }
            if value.best == Site::NONE {
                break;
            }
            line.push(value.best);
            if value.plies == 1 {
                break;
            }
            self.play(value.best);
            played += 1;
        }
        (0..played).for_each(|_| self.grid.undo());
        line
    }
}
