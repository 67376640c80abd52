//! The board of threats as the selective search plays on it.

use super::params::PARAMS;
use crate::base::Side;
use crate::games::connect5::Rule;
use crate::games::connect5::threat_map::{Grid, Site, Sites, Threat};
use crate::games::connect5::threats::{Fours, Prover};
use crate::search::SearchControl;
use crate::search::player::value;
use crate::search::player::value::MAX_EVAL;
use crate::search::pvs::{
    Defence, Ended, Forced, Game, MoveClass, MoveList, Params, Scored, Search, Technique,
    Techniques,
};

/// Nodes of a search of fours at the horizon.
const LEAF_FOURS: u64 = 300;
/// Nodes of the search of fours for the other side, and the least depth at which it is made.
///
/// Made at every node from a depth of 2 it costs 69 ± 33 Elo at equal time (300 games); as it is,
/// 1 ± 24, and wins are proved that are not without it.
const DEFENCE_FOURS: u64 = 150;
const DEFENCE_DEPTH: i32 = 4;

/// The game of `threat`, with the techniques of [`Techniques::from_bits`].
pub struct ThreatGame<const ON: u32 = { PARAMS.on.bits() }> {
    pub(super) grid: Grid,
    /// Nodes that the solver of threats has taken at the root.
    pub(super) spent: u64,
    /// Every move of the root that is left out loses sooner than those that are not.
    pub(super) is_whole: bool,
}

/// The static evaluation **for the side to act**, of a position in which neither side wins at once, in
/// hundredths or so, −15,000 to 15,000.
pub fn estimate(grid: &Grid) -> i32 {
    let side = grid.side();
    let worth = grid.worth(side) - grid.worth(side.other());
    (worth + grid.balance()).clamp(-MAX_EVAL, MAX_EVAL)
}

impl<const ON: u32> Game for ThreatGame<ON> {
    type Move = Site;
    type Undo = Undo;
    type Defences = Sites;
    type ProofSearch = Prover;

    const PARAMS: Params = Params { on: Techniques::from_bits(ON), ..PARAMS };

    #[inline]
    fn side(&self) -> Side {
        self.grid.side()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.grid.key()
    }

    #[inline]
    fn static_eval(&self) -> i32 {
        estimate(&self.grid)
    }

    /// Five in one, a straight four or two fours in three plies, or a full board.
    #[inline]
    fn terminal_value(&self, ply: usize) -> Option<i32> {
        let (own, other) = (self.grid.side(), self.grid.side().other());
        if self.grid.count(own, Threat::Five) > 0 {
            return Some(value::win(ply + 1));
        }
        let fives = self.grid.count(other, Threat::Five);
        if fives == 0
            && Self::uses(Technique::StaticWins)
            && self.grid.count(own, Threat::TwoFours) > 0
            && !is_cramped(&self.grid)
        {
            return Some(value::win(ply + 3));
        }
        (self.grid.empties() == 0).then_some(0)
    }

    #[inline]
    fn forced_replies(&self, ply: usize, _moves: &mut Vec<Scored<Site>>) -> Forced<Site> {
        let other = self.grid.side().other();
        let five = match self.grid.count(other, Threat::Five) {
            0 => return Forced::No,
            1 => self.grid.five(other).filter(|site| !self.grid.is_foul(*site)),
            _ => None,
        };
        five.map_or_else(|| Forced::Value(self.beaten(ply)), Forced::Only)
    }

    #[inline]
    fn list_moves(&mut self, defence: Option<&Sites>, list: &mut MoveList<'_, Self>) {
        let (own, other) = (self.grid.side(), self.grid.side().other());
        let sites = match defence {
            Some(saving) => *saving,
            None if Self::uses(Technique::MoveSelection) => self.grid.near(),
            None => self.grid.all_empty(),
        };
        for site in sites.iter() {
            let score = self.grid.merit(site, own) * 3 / 2 + self.grid.merit(site, other);
            list.add(site, site.number(), score);
        }
    }

    #[inline]
    fn slot(&self, site: Site) -> usize {
        site.number()
    }

    #[inline]
    fn play(&mut self, site: Site) -> Undo {
        self.grid.play(site);
        Undo::Stone
    }

    #[inline]
    fn pass(&mut self) -> Undo {
        self.grid.pass();
        Undo::Pass
    }

    #[inline]
    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Stone => self.grid.undo(),
            Undo::Pass => self.grid.pass(),
        }
    }

    /// A search of fours (VCF) from fours that look promising.
    #[inline]
    fn win_by_threats(search: &mut Search<'_, Self>) -> Option<usize> {
        let own = search.game.grid.side();
        let fours = Fours::quick(&search.game.grid, own);
        if !fours.has(&search.game.grid, own) {
            return Some(0);
        }
        search.win_by_fours((fours, LEAF_FOURS), |_| false).map(|(_, plies)| plies)
    }

    fn defence(search: &mut Search<'_, Self>, depth: i32) -> Result<Option<Defence<Sites>>, Ended> {
        let grid = &search.game.grid;
        if let Some(saving) = against_two_fours(grid) {
            return Ok(Some(Defence { plies: 4, moves: saving }));
        }
        let other = grid.side().other();
        let fours = grid.count(other, Threat::FourThree) + grid.count(other, Threat::FourPlus);
        if depth < DEFENCE_DEPTH || fours == 0 {
            return Ok(None);
        }
        search.against_fours(DEFENCE_FOURS)
    }

    #[inline]
    fn key_after(&self, site: Site) -> Option<u64> {
        Some(self.grid.key_after(site))
    }

    #[inline]
    fn is_legal(&self, site: Site) -> bool {
        !self.grid.is_foul(site)
    }

    #[inline]
    fn class(&self, site: Site) -> MoveClass {
        let threat = self.grid.threat(site, self.grid.side());
        if threat.is_four() {
            MoveClass::Forcing
        } else if threat >= Threat::Three {
            MoveClass::Threat
        } else {
            MoveClass::Quiet
        }
    }

    /// Not those of Second under renju: First may run out of allowed cells, which is a draw.
    #[inline]
    fn can_prove_losses(&self) -> bool {
        (self.grid.rule(), self.grid.side()) != (Rule::Renju, Side::Second)
    }

    fn value_without_moves(&self) -> i32 {
        // Only forbidden cells are left, or cells far from all stones.
        if self.is_stuck() { 0 } else { self.static_eval() }
    }
}

/// What was done to the board.
#[derive(Clone, Copy, Debug)]
pub enum Undo {
    /// A stone was put.
    Stone,
    /// The turn was passed.
    Pass,
}

impl<const ON: u32> ThreatGame<ON> {
    pub(super) const fn uses(technique: Technique) -> bool {
        Self::PARAMS.on.has(technique)
    }

    /// The value where the other side makes five next: a draw if no cell is allowed before.
    fn beaten(&self, ply: usize) -> i32 {
        if is_cramped(&self.grid) && self.is_stuck() { 0 } else { value::loss(ply + 2) }
    }

    /// Whether only forbidden cells are left to the side to act.
    fn is_stuck(&self) -> bool {
        self.grid.all_empty().iter().all(|site| self.grid.is_foul(site))
    }
}

/// Whether so few cells are left that First, bound by renju, may run out of allowed ones, which
/// is a draw: then no threat of Second is a win before it is carried out.
fn is_cramped(grid: &Grid) -> bool {
    /// Far more than were seen to be forbidden all together, which were five.
    const CELLS: u32 = 24;
    grid.rule() == Rule::Renju && grid.empties() < CELLS
}

/// The moves against a straight four or two fours of the other side next, where neither side has a five
/// and the side to act cannot make a straight four.
pub(super) fn against_two_fours(grid: &Grid) -> Option<Sites> {
    let (own, other) = (grid.side(), grid.side().other());
    let is_threatened = grid.count(other, Threat::TwoFours) > 0 && !is_cramped(grid);
    is_threatened.then(|| grid.fours(own).or(grid.fours(other)))
}

impl<const ON: u32> Search<'_, ThreatGame<ON>> {
    /// A win by fours of the side to act: its first move and its plies, 0 if none is found.
    ///
    /// `None` if the search must end; `must_end` is asked meanwhile.
    pub(super) fn win_by_fours(
        &mut self,
        (fours, nodes): (Fours, u64),
        must_end: impl Fn(&mut SearchControl<'_>) -> bool,
    ) -> Option<(Site, usize)> {
        let control = &mut self.worker.control;
        let nodes = nodes.min(control.nodes_left());
        let prover = &mut self.thread.proof_search;
        let grid = &mut self.game.grid;
        let found = prover.fours(grid, (fours, nodes), &mut || must_end(control));
        let (site, plies) = found.unwrap_or((Site::NONE, 0));
        self.spend().then_some((site, usize::from(plies)))
    }

    /// The cells that meet a win by fours of the other side, if it threatens one.
    ///
    fn against_fours(&mut self, nodes: u64) -> Result<Option<Defence<Sites>>, Ended> {
        let nodes = nodes.min(self.worker.control.nodes_left());
        let menace = self.thread.proof_search.menace(&mut self.game.grid, nodes);
        let defence =
            menace.map(|menace| Defence { plies: usize::from(menace.plies), moves: menace.saving });
        if self.spend() { Ok(defence) } else { Err(Ended) }
    }

    /// Counts the nodes of the solver's last question and says whether to go on.
    fn spend(&mut self) -> bool {
        self.worker.count_nodes(self.thread.proof_search.nodes())
    }
}
