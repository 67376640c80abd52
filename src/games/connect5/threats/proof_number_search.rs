//! Proof-number search over threats, depth first.
//!
//! Every node has two numbers: how many leaves must at least be proved to prove it, and how many
//! disproved to disprove it (Allis, van der Meulen and van den Herik 1994, Proof-number search).
//! The search goes down to the leaf that counts in both, and stays below a node until one of its
//! numbers passes a threshold (Nagai 2002, df-pn). Disproof numbers are not added up but the
//! greatest is taken, plus one for each other child (Ueda and others 2008, weak proof-number
//! search), since threats played in another order lead to the same positions.

use super::proof_table::{ENDLESS, Value};
use super::search_state::{Child, Search};
use super::vcf::Verdict;
use crate::games::connect5::threat_map::{Site, Sites, Threat};

/// Nodes of the search of fours at a new leaf.
///
/// With 10, 30, 100 and 300 a win is proved in 74, 72, 70 and 69 of 500 positions of games within
/// 100,000 nodes each.
const LEAF_FOURS: u64 = 10;

/// What may be spent below a node.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// The moves of a node in which nobody wins at once.
pub(super) struct Moves {
    pub(super) sites: Sites,
    /// Of the defender's, the plies to the end after all others, or 0 if all are there.
    pub(super) plies: u16,
}

impl Search<'_, '_> {
    /// Whether the attacker is to act.
    pub(super) fn is_attack(&self) -> bool {
        self.grid.side() == self.attacker
    }

    /// Proves or disproves the position, or gives up at these thresholds.
    pub(super) fn prove(&mut self, thresholds: Thresholds) -> Value {
        if let Some(known) = self.known().filter(|value| value.is_won() || value.is_lost()) {
            return known;
        }
        let before = self.nodes();
        let start = self.memory.children.len();
        let value = match self.moves() {
            Ok(moves) => {
                self.list(&moves);
                self.expand(start, moves.plies, thresholds)
            }
            Err(value) => value,
        };
        self.memory.children.truncate(start);
        self.keep(value, before);
        value
    }

    /// Keeps a value that was found since so many nodes, unless the search has broken off.
    fn keep(&mut self, value: Value, before: u64) {
        if !self.has_ended() || value.is_won() {
            let key = self.key(self.breadth);
            self.table.store(key, value, self.nodes() - before);
        }
    }

    /// Searches below the children until the node is solved or a threshold is reached.
    fn expand(&mut self, start: usize, plies: u16, limit: Thresholds) -> Value {
        let is_attack = self.is_attack();
        loop {
            let children = &self.memory.children[start..];
            let summary = if is_attack { attacker(children) } else { defender(children, plies) };
            let value = summary.value;
            let is_spent = value.proof >= limit.proof || value.disproof >= limit.disproof;
            if value.is_won() || value.is_lost() || is_spent || self.has_ended() {
                return value;
            }
            let thresholds = summary.thresholds(limit, is_attack);
            let child = start + summary.at;
            self.play(self.memory.children[child].site);
            let value = self.prove(thresholds);
            self.grid.undo();
            self.memory.children[child].value = value;
        }
    }

    /// Puts the moves of a node at the end of the children, each with its value.
    ///
    /// The most promising come first, which counts among equals: the 20 known wins take a third
    /// fewer nodes. Ends with the first that decides the node.
    fn list(&mut self, moves: &Moves) {
        let is_attack = self.is_attack();
        let start = self.memory.children.len();
        for site in moves.sites.iter() {
            self.play(site);
            let value = self.value();
            self.grid.undo();
            let merit = self.merit(site);
            let before = self.memory.children[start..].iter();
            let better = before.take_while(|child| self.merit(child.site) >= merit).count();
            self.memory.children.insert(start + better, Child { site, value });
            if (is_attack && value.is_won()) || (!is_attack && value.is_lost()) {
                break;
            }
        }
    }

    /// How much a move of the side to act promises.
    fn merit(&self, site: Site) -> i32 {
        let own = self.grid.side();
        2 * self.grid.merit(site, own) + self.grid.merit(site, own.other())
    }

    /// What is known of the position, or is seen at a glance and with a few fours.
    pub(super) fn value(&mut self) -> Value {
        if let Some(value) = self.known() {
            return value;
        }
        let before = self.nodes();
        let value = self.judged();
        self.keep(value, before);
        value
    }

    /// What the table knows of the position.
    pub(super) fn known(&self) -> Option<Value> {
        self.table.probe(self.key(self.breadth))
    }

    fn judged(&mut self) -> Value {
        let is_attack = self.is_attack();
        let moves = match self.moves() {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        if is_attack && let Verdict::Won(plies) = self.shortest_fours(LEAF_FOURS) {
            let best = self.memory.line.last().copied().unwrap_or(Site::NONE);
            return Value::won(plies, best);
        }
        let count = moves.sites.len();
        if is_attack { Value::open(1, count) } else { Value::open(count, 1) }
    }

    /// The moves of the node, or its value if it is decided.
    pub(super) fn moves(&mut self) -> Result<Moves, Value> {
        if self.is_attack() { self.attacker_moves() } else { self.defender_moves() }
    }

    fn attacker_moves(&self) -> Result<Moves, Value> {
        let (own, other) = (self.attacker, self.defender());
        if let Some(five) = self.grid.five(own) {
            return Err(Value::won(1, five));
        }
        if self.grid.count(other, Threat::Five) > 1 {
            return Err(Value::LOST);
        }
        let sites = self.attacks();
        if sites.is_empty() { Err(Value::LOST) } else { Ok(Moves { sites, plies: 0 }) }
    }

    fn defender_moves(&mut self) -> Result<Moves, Value> {
        let (own, other) = (self.attacker, self.defender());
        if self.grid.count(other, Threat::Five) > 0 {
            return Err(Value::LOST);
        }
        let answers = if self.is_cramped() { self.all_answers() } else { Sites::NONE };
        if self.is_cramped() && answers.is_empty() {
            return Err(Value::LOST);
        }
        let mut block = Sites::NONE;
        match self.grid.count(own, Threat::Five) {
            0 => {}
            1 => {
                let five = self.grid.five(own).filter(|five| !self.grid.is_foul(*five));
                let Some(five) = five else { return Err(Value::won(2, Site::NONE)) };
                block.insert(five);
                return Ok(Moves { sites: block, plies: 2 });
            }
            _ => return Err(Value::won(2, Site::NONE)),
        }
        if self.grid.count(other, Threat::TwoFours) > 0 {
            return Err(Value::LOST);
        }
        if !answers.is_empty() {
            return Ok(Moves { sites: answers, plies: 0 });
        }
        let Some(answers) = self.answers() else { return Err(Value::LOST) };
        if answers.sites.is_empty() {
            return Err(Value::won(answers.plies + 1, Site::NONE));
        }
        Ok(Moves { sites: answers.sites, plies: answers.plies + 1 })
    }
}

/// What the children of a node make of it.
struct Summary {
    value: Value,
    /// The child to go on with.
    at: usize,
    /// The number of the next best child, that of the best being what it is chosen by.
    next: u32,
    /// What the other children add to the number that is summed up.
    rest: u32,
}

impl Summary {
    const LOST: Self = Self { value: Value::LOST, at: 0, next: ENDLESS, rest: 0 };

    /// The thresholds of the child to go on with.
    fn thresholds(&self, limit: Thresholds, is_attack: bool) -> Thresholds {
        // A little more than the next best child's, so that the search does not leap about.
        let beyond = self.next.saturating_add(1 + self.next / 4);
        if is_attack {
            let disproof = limit.disproof - self.rest;
            Thresholds { proof: limit.proof.min(beyond), disproof }
        } else {
            let proof = limit.proof - self.rest;
            Thresholds { proof, disproof: limit.disproof.min(beyond) }
        }
    }
}

/// The child with the least number, and the next best number.
fn least(children: &[Child], number: fn(&Value) -> u32) -> Option<(usize, u32)> {
    let mut best = (0, number(&children.first()?.value));
    let mut next = ENDLESS;
    for (at, child) in children.iter().enumerate().skip(1) {
        let number = number(&child.value);
        if number < best.1 {
            next = best.1;
            best = (at, number);
        } else {
            next = next.min(number);
        }
    }
    Some((best.0, next))
}

/// What a node of the attacker is.
fn attacker(children: &[Child]) -> Summary {
    let won = children.iter().filter(|child| child.value.is_won());
    if let Some(Child { site, value }) = won.min_by_key(|child| child.value.plies) {
        return Summary { value: Value::won(value.plies + 1, *site), at: 0, next: 0, rest: 0 };
    }
    let Some((at, next)) = least(children, |value| value.proof) else { return Summary::LOST };
    let Child { site, value } = children[at];
    let open = children.iter().filter(|child| !child.value.is_lost());
    let greatest = open.clone().map(|child| child.value.disproof).max();
    let Some(greatest) = greatest else { return Summary::LOST };
    let rest = open.count() as u32 - 1;
    let value = Value { proof: value.proof, disproof: greatest + rest, plies: 0, best: site };
    Summary { value, at, next, rest }
}

/// What a node of the defender is, where all other answers lose within `plies`.
fn defender(children: &[Child], plies: u16) -> Summary {
    let Some((at, next)) = least(children, |value| value.disproof) else { return Summary::LOST };
    let Child { site, value } = children[at];
    if value.is_lost() {
        return Summary::LOST;
    }
    let proof: u32 = children.iter().map(|child| child.value.proof).sum();
    if proof == 0 {
        let mut won = Value::won(plies, Site::NONE);
        for Child { site, value } in children {
            if value.plies + 1 >= won.plies {
                won = Value::won(value.plies + 1, *site);
            }
        }
        return Summary { value: won, at, next, rest: 0 };
    }
    let rest = proof - value.proof;
    let value = Value { proof, disproof: value.disproof, plies: 0, best: site };
    Summary { value, at, next, rest }
}
