//! The moves that may save a side from a win by threats of the other side.

use super::attack_kinds_and_limits::ProofLimits;
use super::prover::ThreatProver;
use super::threat_search_and_buffers::ThreatSearch;
use crate::games::connect5::threat_map::{PaddedCell, Threat, ThreatMap};

/// The search for the threat itself may take one in this many of the nodes; the replies have the
/// rest. Set by hand.
const THREAT_DIVISOR: u64 = 4;

/// The moves against a win that the other side threatens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defences {
    /// The moves that may save the side to act, the highest move score first.
    pub cells: Vec<PaddedCell>,
    /// An upper bound of the plies to the end after any other legal move.
    pub plies: u16,
}

impl ThreatProver {
    /// The moves of the side to act that may save it, if the other side threatens to win.
    ///
    /// The other side threatens to win if a win of it is proved for the case that the side to act
    /// passes. `None` if there is no such proof, or if the side to act can win at once or make an
    /// open four. Legal moves that are not in the list are proved to lose; for those in the list no
    /// such proof was found, with an equal share of the nodes for each.
    pub fn defences(
        &mut self,
        map: &mut ThreatMap,
        limits: &mut ProofLimits<'_>,
    ) -> Option<Defences> {
        let (side, other) = (map.side(), map.side().other());
        let whole = limits.nodes;
        limits.nodes = whole / THREAT_DIVISOR;
        let listed = self.candidates(map, limits);
        limits.nodes = whole;
        let mut spent = self.nodes;
        let Defences { cells: mut listed, mut plies } = listed?;
        listed.sort_by_key(|cell| -map.ordering_score(*cell, side));
        let mut left = listed.len() as u64;
        listed.retain(|cell| {
            limits.nodes = whole.saturating_sub(spent) / left;
            left -= 1;
            map.play(*cell);
            let win = self.prove(map, other, limits);
            map.undo();
            spent += self.nodes;
            plies = win.as_ref().map_or(plies, |win| plies.max(win.plies + 1));
            win.is_none()
        });
        limits.nodes = whole;
        self.nodes = spent;
        Some(Defences { cells: listed, plies })
    }

    /// The moves of the side to act that do not clearly lose to the threat of the other side.
    fn candidates(
        &mut self,
        map: &mut ThreatMap,
        limits: &mut ProofLimits<'_>,
    ) -> Option<Defences> {
        self.nodes = 0;
        let (side, other) = (map.side(), map.side().other());
        let has_four = map.count_threats(other, Threat::Five) > 0;
        if map.count_threats(side, Threat::Five) > 0
            || map.count_threats(side, Threat::OpenFour) > 0 && !has_four
        {
            return None;
        }
        self.table.begin_search();
        let mut search = ThreatSearch::new(map, other, &mut self.table, &mut self.buffers, limits);
        let moves = search.moves();
        self.nodes = search.nodes();
        let listed = match moves {
            Ok(moves) if moves.plies > 0 => Some((moves.cells, moves.plies)),
            Err(value) if value.is_proved() => {
                return Some(Defences { cells: Vec::new(), plies: value.plies });
            }
            Ok(_) | Err(_) => None,
        };
        let all = search.all_answers();
        if all.is_empty() {
            // First has no legal move: the game is drawn.
            return None;
        }
        if listed.is_none() {
            let before = self.nodes;
            let win = self.prove(map, other, limits);
            self.nodes += before;
            win?;
        }
        let (cells, plies) = listed.unwrap_or((all, 0));
        Some(Defences { cells: cells.iter().collect(), plies })
    }
}
