//! The threat map as a game of the selective search.

use super::params::PARAMS;
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::threat_map::{CellSet, PaddedCell, Threat, ThreatMap};
use crate::games::connect5::threats::{FourKinds, ThreatProver, VcfWin, may_run_out_of_moves};
use crate::search::SearchControl;
use crate::search::player::score_encoding;
use crate::search::player::score_encoding::MAX_EVAL;
use crate::search::pvs::params::Fraction;
use crate::search::pvs::{
    Defence, Ended, Forced, MoveClass, MoveList, Params, PvsGame, PvsSearch, Scored, Technique,
    Techniques,
};

/// Plies of a win with a five.
const PLIES_OF_FIVE: usize = 1;
/// Plies of a win with an open four: the four, a reply, and five.
const PLIES_OF_OPEN_FOUR: usize = 3;
/// What the score of an own move counts, against that of the opponent's move on the same cell, for
/// move ordering. Chosen by hand.
const OWN_SCORE: Fraction = Fraction { numerator: 3, denominator: 2 };

/// What a cell's distance to the stone played last adds to its score, then what its distance to the
/// stone before that adds, by distances of 0 to 7 or more.
///
/// Rounded from a fit to 334,465 nodes that were searched with their moves in random order: which moves cause
/// cutoffs. Worth +36 ± 30 Elo in 300 games at 40,000 nodes a move; with reverse futility pruning at any depth
/// +48 ± 33, in standard +37 ± 42 and in renju +26 ± 39 in 200 games each.
const NEARNESS_SCORES: [[i32; 8]; 2] =
    [[0, 17, 4, 1, 3, -5, -9, -13], [0, 15, 8, 0, -8, -13, -14, -12]];

/// The game of `threat`.
pub struct ThreatGame {
    /// The position, and the threats of both sides on each cell.
    pub(super) map: ThreatMap,
    /// The techniques in use.
    pub(super) techniques: Techniques,
    /// Nodes of the proofs at the root so far.
    pub(super) proof_nodes: u64,
    /// Whether the moves that the root leaves out all lose sooner than those that it tries.
    pub(super) is_whole: bool,
}

/// The static evaluation **for the side to act**, in hundredths, −15,000 to 15,000.
///
/// For positions in which neither side wins at once.
pub(super) fn static_evaluation(map: &mut ThreatMap) -> i32 {
    map.network_output().clamp(-MAX_EVAL, MAX_EVAL)
}

impl PvsGame for ThreatGame {
    type Move = PaddedCell;
    type Undo = Undo;
    type Defences = CellSet;
    type ProofSearch = ThreatProver;

    const PARAMS: Params = PARAMS;

    #[inline]
    fn side(&self) -> Side {
        self.map.side()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.map.key()
    }

    #[inline]
    fn static_eval(&mut self) -> i32 {
        static_evaluation(&mut self.map)
    }

    /// The end of a game that is seen without search: five in one ply, an open four or double four
    /// in three plies, or a full board.
    #[inline]
    fn terminal_value(&self, ply: usize) -> Option<i32> {
        let (own, other) = (self.map.side(), self.map.side().other());
        if self.map.count_threats(own, Threat::Five) > 0 {
            return Some(score_encoding::win(ply + PLIES_OF_FIVE));
        }
        let fives = self.map.count_threats(other, Threat::Five);
        if fives == 0
            && self.techniques.has(Technique::StaticWins)
            && self.map.count_threats(own, Threat::OpenFour) > 0
            && !may_run_out_of_moves(&self.map, other)
        {
            return Some(score_encoding::win(ply + PLIES_OF_OPEN_FOUR));
        }
        (self.map.empties() == 0).then_some(0)
    }

    #[inline]
    fn forced_replies(
        &self,
        ply: usize,
        _moves: &mut Vec<Scored<PaddedCell>>,
    ) -> Forced<PaddedCell> {
        let other = self.map.side().other();
        let five = match self.map.count_threats(other, Threat::Five) {
            0 => return Forced::No,
            1 => self.map.five(other).filter(|cell| !self.map.is_foul(*cell)),
            _ => None,
        };
        five.map_or_else(|| Forced::Value(self.value_against_five(ply)), Forced::Only)
    }

    #[inline]
    fn list_moves(&mut self, defence: Option<&CellSet>, list: &mut MoveList<'_, Self>) {
        let (own, other) = (self.map.side(), self.map.side().other());
        let cells = match defence {
            Some(saving) => *saving,
            None if list.uses(Technique::MoveSelection) => self.map.candidate_cells(),
            None => self.map.empty_cells(),
        };
        let last_stones = self.map.last_stones();
        for cell in cells.iter() {
            let own_score = self.map.move_score(cell, own) * OWN_SCORE.numerator;
            let score = own_score / OWN_SCORE.denominator + self.map.move_score(cell, other);
            list.add(cell, cell.number(), score + nearness_score(cell, last_stones));
        }
    }

    #[inline]
    fn history_slot(&self, cell: PaddedCell) -> usize {
        cell.number()
    }

    #[inline]
    fn play(&mut self, cell: PaddedCell) -> Undo {
        self.map.play(cell);
        Undo::Stone
    }

    #[inline]
    fn pass(&mut self) -> Undo {
        self.map.pass();
        Undo::Pass
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Stone => self.map.undo(),
            Undo::Pass => self.map.pass(),
        }
    }

    /// A VCF, with fours that have a follow-up.
    #[inline]
    fn win_by_threats(search: &mut PvsSearch<'_, Self>) -> Option<usize> {
        let own = search.game.map.side();
        let kinds = FourKinds::for_leaves(&search.game.map, own);
        if !kinds.has(&search.game.map, own) {
            return Some(0);
        }
        let nodes = search.thread.params.threats.leaf_nodes;
        let found = search.vcf(kinds, nodes.unsigned_abs().into(), |_| false).ok()?;
        Some(found.map_or(0, |win| usize::from(win.plies)))
    }

    fn defence(
        search: &mut PvsSearch<'_, Self>,
        depth: i32,
    ) -> Result<Option<Defence<CellSet>>, Ended> {
        let map = &search.game.map;
        if let Some(saving) = replies_to_open_four(map) {
            return Ok(Some(Defence { plies: 1 + PLIES_OF_OPEN_FOUR, moves: saving }));
        }
        let other = map.side().other();
        let fours = map.count_threats(other, Threat::FourThree)
            + map.count_threats(other, Threat::FourPlus);
        let limits = search.thread.params.threats;
        if depth < limits.defence_depth || fours == 0 {
            return Ok(None);
        }
        search.replies_to_vcf(limits.defence_nodes.unsigned_abs().into())
    }

    #[inline]
    fn key_after(&self, cell: PaddedCell) -> Option<u64> {
        Some(self.map.key_after(cell))
    }

    #[inline]
    fn is_legal(&self, cell: PaddedCell) -> bool {
        !self.map.is_foul(cell)
    }

    #[inline]
    fn class(&self, cell: PaddedCell) -> MoveClass {
        let threat = self.map.threat(cell, self.map.side());
        if threat.is_four() {
            MoveClass::Forcing
        } else if threat >= Threat::Three {
            MoveClass::Threat
        } else {
            MoveClass::Quiet
        }
    }

    /// A four that does not take a cell of a four of the other side.
    #[inline]
    fn only_delays(&self, cell: PaddedCell) -> bool {
        !self.map.threat(cell, self.map.side().other()).is_four()
    }

    /// Not for losses of Second in renju: First may run out of legal moves later, which is a draw.
    #[inline]
    fn can_prove_losses(&self) -> bool {
        (self.map.rule(), self.map.side()) != (Rule::Renju, Side::Second)
    }

    fn value_without_moves(&mut self) -> i32 {
        // Only forbidden cells are left, or cells far from all stones.
        if self.has_no_legal_move() { 0 } else { self.static_eval() }
    }
}

/// How to undo what was done to the map.
#[derive(Clone, Copy, Debug)]
pub enum Undo {
    /// A stone was played.
    Stone,
    /// The turn was passed.
    Pass,
}

impl ThreatGame {
    /// The value where the other side makes five next: a draw if the side to act has no legal move.
    fn value_against_five(&self, ply: usize) -> i32 {
        if may_run_out_of_moves(&self.map, self.map.side()) && self.has_no_legal_move() {
            0
        } else {
            score_encoding::loss(ply + 1 + PLIES_OF_FIVE)
        }
    }

    /// Whether every empty cell is forbidden to the side to act.
    fn has_no_legal_move(&self) -> bool {
        self.map.empty_cells().iter().all(|cell| self.map.is_foul(cell))
    }
}

/// What the distances of a cell to the last two stones add to its score for move ordering.
#[inline]
fn nearness_score(cell: PaddedCell, last_stones: [Option<PaddedCell>; 2]) -> i32 {
    let score = |(scores, stone): (&[i32; 8], Option<PaddedCell>)| {
        stone.map_or(0, |stone| scores[cell.distance(stone).min(7) as usize])
    };
    NEARNESS_SCORES.iter().zip(last_stones).map(score).sum()
}

/// The moves that may meet an open four or double four with which the other side threatens.
///
/// For positions in which neither side can make five at once and the side to act cannot make an open four.
pub(super) fn replies_to_open_four(map: &ThreatMap) -> Option<CellSet> {
    let (own, other) = (map.side(), map.side().other());
    let is_threatened =
        map.count_threats(other, Threat::OpenFour) > 0 && !may_run_out_of_moves(map, own);
    is_threatened.then(|| map.four_cells(own).or(map.four_cells(other)))
}

impl PvsSearch<'_, ThreatGame> {
    /// A VCF of the side to act, if one is found; `must_end` is called from time to time meanwhile.
    ///
    /// # Errors
    /// [`Ended`] if the search must end.
    pub(super) fn vcf(
        &mut self,
        kinds: FourKinds,
        nodes: u64,
        must_end: impl Fn(&mut SearchControl<'_>) -> bool,
    ) -> Result<Option<VcfWin>, Ended> {
        let control = &mut self.worker.control;
        let nodes = nodes.min(control.nodes_left());
        let prover = &mut self.thread.proof_search;
        let map = &mut self.game.map;
        let found = prover.vcf(map, kinds, nodes, &mut || must_end(control));
        if self.count_proof_nodes() { Ok(found) } else { Err(Ended) }
    }

    /// The cells that may meet a VCF of the other side, if it threatens one.
    fn replies_to_vcf(&mut self, nodes: u64) -> Result<Option<Defence<CellSet>>, Ended> {
        let nodes = nodes.min(self.worker.control.nodes_left());
        let threat = self.thread.proof_search.opponent_vcf(&mut self.game.map, nodes);
        let defence =
            threat.map(|threat| Defence { plies: usize::from(threat.plies), moves: threat.saving });
        if self.count_proof_nodes() { Ok(defence) } else { Err(Ended) }
    }

    /// Counts the nodes of the prover's last call; returns whether the search may go on.
    fn count_proof_nodes(&mut self) -> bool {
        self.worker.count_nodes(self.thread.proof_search.nodes())
    }
}
