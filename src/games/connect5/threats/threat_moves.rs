//! Which moves a proof looks at: the attacker's threats, and the defender's answers to them.

use super::Breadth;
use super::search_state::Search;
use super::vcf::Verdict;
use crate::games::connect5::threat_map::{Site, Sites, Threat};

/// Nodes of the search of fours that looks whether a move threatens anything.
///
/// With 300 two of the 20 known wins are lost; 4,000 find no more than 1,000 do.
const THREAT_FOURS: u64 = 1_000;

/// The answers to a threat.
pub(super) struct Answers {
    /// All cells that can save the defender.
    pub(super) sites: Sites,
    /// Plies to the end after any other answer.
    pub(super) plies: u16,
}

impl Search<'_, '_> {
    /// The attacker's moves where he cannot win at once: a block, or the threats of his breadth.
    pub(super) fn attacks(&self) -> Sites {
        let (own, other) = (self.attacker, self.defender());
        let mut sites = Sites::NONE;
        let mut add = |site: Site| {
            if !self.grid.is_foul(site) {
                sites.insert(site);
            }
        };
        if let Some(block) = self.grid.five(other) {
            add(block);
            return sites;
        }
        let fours = self.grid.fours(own);
        fours.iter().filter(|site| self.grid.threat(*site, own) != Threat::Foul).for_each(&mut add);
        // A three gives the defender time for a straight four, but where it blocks that.
        let is_hurried = self.grid.count(other, Threat::TwoFours) > 0;
        let can_block = |site: &Site| !is_hurried || self.grid.fours(other).has(*site);
        self.grid.threes(own).iter().filter(can_block).for_each(&mut add);
        if self.breadth == Breadth::Twos {
            let is_meant = |site: &Site| {
                let threat = self.grid.threat(*site, own);
                matches!(threat, Threat::ClosedThreePlus | Threat::TwoTwos) && can_block(site)
            };
            self.grid.near().iter().filter(is_meant).for_each(add);
        }
        sites
    }

    /// The answers to what the attacker threatens; `None` if he threatens nothing.
    ///
    /// The defender is to act, and nobody has a five. Whatever is not among the answers loses to
    /// the very fours that win if he passes.
    pub(super) fn answers(&mut self) -> Option<Answers> {
        let defender = self.defender();
        self.grid.pass();
        let is_straight = self.grid.count(self.attacker, Threat::TwoFours) > 0;
        let relied = if is_straight { Some((self.straight_fours(), 3)) } else { self.threat() };
        self.grid.pass();
        let (relied, plies) = relied?;
        let mut sites = Sites::NONE;
        for site in relied.or(self.grid.fours(defender)).iter() {
            if !self.grid.is_foul(site) {
                sites.insert(site);
            }
        }
        Some(Answers { sites, plies })
    }

    /// The cells that meet every straight four or two fours of the attacker, who is to act.
    fn straight_fours(&mut self) -> Sites {
        let own = self.attacker;
        let mut met: Option<Sites> = None;
        let fours = *self.grid.fours(own);
        for site in fours.iter() {
            if self.grid.threat(site, own) != Threat::TwoFours {
                continue;
            }
            self.play(site);
            let mut relied = Sites::NONE;
            if self.grid.count(own, Threat::Five) == 2 {
                self.fives(own).for_each(|five| relied.insert(five));
            }
            self.grid.undo();
            relied.insert(site);
            met = Some(met.map_or(relied, |met| met.and(&relied)));
        }
        met.unwrap_or(Sites::NONE)
    }

    /// The cells that a win by fours of the attacker rests on, and its plies.
    fn threat(&mut self) -> Option<(Sites, u16)> {
        match self.shortest_fours(THREAT_FOURS) {
            Verdict::Won(plies) => Some((self.memory.relied, plies)),
            Verdict::Never | Verdict::Unknown => None,
        }
    }

    /// Every legal move of the defender, where none may be passed over.
    pub(super) fn all_answers(&self) -> Sites {
        let mut sites = Sites::NONE;
        let (width, height) = self.grid.size();
        for y in 0..height {
            for x in 0..width {
                let site = Site::of(crate::games::connect5::Cell { x, y });
                if self.grid.is_empty(site) && !self.grid.is_foul(site) {
                    sites.insert(site);
                }
            }
        }
        sites
    }
}
