//! Depth-first proof-number search (df-pn) over threats.
//!
//! Every node has a proof number, the least number of leaves that must be proved to prove it, and a
//! disproof number, the least number that must be disproved to disprove it (Allis, van der Meulen
//! and van den Herik 1994, Proof-number search). The search goes down to the most-proving leaf,
//! which counts in both, and stays below a node until one of the node's numbers reaches a threshold
//! (Nagai 2002, df-pn). Disproof numbers are not added up: the greatest one is taken, plus one for
//! each other child (Ueda and others 2008, weak proof-number search), since threats played in
//! another order lead to the same positions.

use super::proof_table::{INFINITE, ProofValue};
use super::threat_search_and_buffers::{ProofChild, ThreatSearch};
use super::vcf::VcfResult;
use crate::games::connect5::threat_map::{CellSet, PaddedCell, Threat};

/// Nodes of the VCF at a new leaf.
///
/// With 10, 30, 100 and 300 nodes a win is proved in 74, 72, 70 and 69 of 500 positions of games,
/// within 100,000 nodes each.
const LEAF_VCF_NODES: u64 = 10;

/// The 1 + ε trick (Pawlewicz and Lew 2007): a child is searched until its number exceeds that of
/// the next best child by the factor 1 + ε, so that the search changes branches less often. This
/// is 1 / ε.
const EPSILON_DIVISOR: u32 = 2;

/// The most that the static evaluation adds to the proof or disproof number of a new leaf.
///
/// Leaves that look good for the attacker are tried first (df-pn+, Nagai 2002). Of 2,500 positions up to six
/// plies before the first announced win of a game, 1,702 are proved within 100,000 nodes each, 839 of them
/// within 6,400 nodes. Without it, and with an ε of 1 / 4, they are 1,562 and 625. A node takes 1.3 times as
/// long. The strength is the same: 1 ± 23 Elo in 865 games at 40,000 nodes a move.
const EVALUATION_SPAN: i32 = 40;
/// Hundredths of the static evaluation that add one to the disproof number, and take one from the proof
/// number.
const HUNDREDTHS_PER_LEAF: i32 = 20;

/// The numbers at which the search leaves a node.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    /// The proof number, in leaves: the node is left when its own is not below this.
    pub(super) proof: u32,
    /// The disproof number, in leaves, likewise.
    pub(super) disproof: u32,
}

/// The moves of a node in which neither side wins at once.
pub(super) struct Moves {
    /// The cells of the moves to try.
    pub(super) cells: CellSet,
    /// At a node of the defender: the plies to the end after any move not listed; 0 if all are.
    pub(super) plies: u16,
}

impl ThreatSearch<'_, '_> {
    /// Proves or disproves the position, or returns when a number reaches its threshold.
    pub(super) fn prove(&mut self, thresholds: Thresholds) -> ProofValue {
        if let Some(known) = self.probe().filter(|value| value.is_proved() || value.is_disproved())
        {
            return known;
        }
        let before = self.nodes();
        let start = self.buffers.children.len();
        let value = match self.moves() {
            Ok(moves) => {
                self.list_children(&moves);
                self.expand(start, moves.plies, thresholds)
            }
            Err(value) => value,
        };
        self.buffers.children.truncate(start);
        self.store(value, before);
        value
    }

    /// Stores a value that was found since the node count `before`, unless the search was stopped.
    fn store(&mut self, value: ProofValue, before: u64) {
        if !self.has_ended() || value.is_proved() {
            let key = self.key(self.attack);
            self.table.store(key, value, self.nodes() - before);
        }
    }

    /// Searches below the children until the node is solved or a threshold is reached.
    fn expand(&mut self, start: usize, plies: u16, limit: Thresholds) -> ProofValue {
        let is_attack = self.is_attack();
        loop {
            let children = &self.buffers.children[start..];
            let summary = if is_attack {
                summary_for_attacker(children)
            } else {
                summary_for_defender(children, plies)
            };
            let value = summary.value;
            let is_spent = value.proof >= limit.proof || value.disproof >= limit.disproof;
            if value.is_proved() || value.is_disproved() || is_spent || self.has_ended() {
                return value;
            }
            let thresholds = summary.thresholds(limit, is_attack);
            let child = start + summary.at;
            self.play(self.buffers.children[child].cell);
            let value = self.prove(thresholds);
            self.map.undo();
            self.buffers.children[child].value = value;
        }
    }

    /// Appends the moves of a node to the buffer of children, each with its value.
    ///
    /// The highest move score comes first, which decides among equal numbers: the 20 known wins
    /// take a third fewer nodes. Ends with the first child that decides the node.
    fn list_children(&mut self, moves: &Moves) {
        let is_attack = self.is_attack();
        let start = self.buffers.children.len();
        for cell in moves.cells.iter() {
            self.play(cell);
            let value = self.value_of_child();
            self.map.undo();
            let score = self.move_score(cell);
            let before = self.buffers.children[start..].iter();
            let better = before.take_while(|child| self.move_score(child.cell) >= score).count();
            self.buffers.children.insert(start + better, ProofChild { cell, value });
            if (is_attack && value.is_proved()) || (!is_attack && value.is_disproved()) {
                break;
            }
        }
    }

    /// The score of a move of the side to act, for move ordering.
    fn move_score(&self, cell: PaddedCell) -> i32 {
        self.map.ordering_score(cell, self.map.side())
    }

    /// The value of a new child: from the table, from the board, or by a short VCF.
    fn value_of_child(&mut self) -> ProofValue {
        if let Some(value) = self.probe() {
            return value;
        }
        let before = self.nodes();
        let value = self.leaf_value();
        self.store(value, before);
        value
    }

    /// The value of the position in the table.
    pub(super) fn probe(&self) -> Option<ProofValue> {
        self.table.probe(self.key(self.attack))
    }

    fn leaf_value(&mut self) -> ProofValue {
        let is_attack = self.is_attack();
        let moves = match self.moves() {
            Ok(moves) => moves,
            Err(value) => return value,
        };
        if is_attack && let VcfResult::Win(plies) = self.shortest_vcf(LEAF_VCF_NODES) {
            let best = self.buffers.line.last().copied().unwrap_or(PaddedCell::NONE);
            return ProofValue::proved(plies, best);
        }
        let count = moves.cells.len();
        let (proof, disproof) = if is_attack { (1, count) } else { (count, 1) };
        let evaluation = self.map.network_output();
        let for_attacker = if is_attack { evaluation } else { -evaluation };
        let promise =
            (EVALUATION_SPAN / 2 + for_attacker / HUNDREDTHS_PER_LEAF).clamp(0, EVALUATION_SPAN);
        ProofValue::unknown(
            proof + (EVALUATION_SPAN - promise).cast_unsigned(),
            disproof + promise.cast_unsigned(),
        )
    }

    /// The moves of the node, or its value if it is decided.
    pub(super) fn moves(&mut self) -> Result<Moves, ProofValue> {
        if self.is_attack() { self.attacker_moves() } else { self.defender_moves() }
    }

    fn attacker_moves(&self) -> Result<Moves, ProofValue> {
        let (own, other) = (self.attacker, self.defender());
        if let Some(five) = self.map.five(own) {
            return Err(ProofValue::proved(1, five));
        }
        if self.map.count_threats(other, Threat::Five) > 1 {
            return Err(ProofValue::DISPROVED);
        }
        let cells = self.attacks();
        if cells.is_empty() { Err(ProofValue::DISPROVED) } else { Ok(Moves { cells, plies: 0 }) }
    }

    fn defender_moves(&mut self) -> Result<Moves, ProofValue> {
        let (own, other) = (self.attacker, self.defender());
        if self.map.count_threats(other, Threat::Five) > 0 {
            return Err(ProofValue::DISPROVED);
        }
        let answers = if self.may_run_out_of_moves() { self.all_answers() } else { CellSet::NONE };
        if self.may_run_out_of_moves() && answers.is_empty() {
            return Err(ProofValue::DISPROVED);
        }
        let mut block = CellSet::NONE;
        match self.map.count_threats(own, Threat::Five) {
            0 => {}
            1 => {
                let five = self.map.five(own).filter(|five| !self.map.is_foul(*five));
                let Some(five) = five else { return Err(ProofValue::proved(2, PaddedCell::NONE)) };
                block.insert(five);
                return Ok(Moves { cells: block, plies: 2 });
            }
            _ => return Err(ProofValue::proved(2, PaddedCell::NONE)),
        }
        if self.map.count_threats(other, Threat::OpenFour) > 0 {
            return Err(ProofValue::DISPROVED);
        }
        if !answers.is_empty() {
            return Ok(Moves { cells: answers, plies: 0 });
        }
        let Some(answers) = self.answers() else { return Err(ProofValue::DISPROVED) };
        if answers.cells.is_empty() {
            return Err(ProofValue::proved(answers.plies + 1, PaddedCell::NONE));
        }
        Ok(Moves { cells: answers.cells, plies: answers.plies + 1 })
    }
}

/// The value of a node by its children, and the child to search next.
struct Summary {
    value: ProofValue,
    /// The most-proving child.
    at: usize,
    /// The second least of the numbers by which the child is chosen.
    next: u32,
    /// The sum that the other children add to the node's other number.
    rest: u32,
}

impl Summary {
    const DISPROVED: Self = Self { value: ProofValue::DISPROVED, at: 0, next: INFINITE, rest: 0 };

    /// The thresholds of that child.
    fn thresholds(&self, limit: Thresholds, is_attack: bool) -> Thresholds {
        let beyond = self.next.saturating_add(1 + self.next / EPSILON_DIVISOR);
        if is_attack {
            let disproof = limit.disproof - self.rest;
            Thresholds { proof: limit.proof.min(beyond), disproof }
        } else {
            let proof = limit.proof - self.rest;
            Thresholds { proof, disproof: limit.disproof.min(beyond) }
        }
    }
}

/// The child with the least number, and the second least number.
fn least(children: &[ProofChild], number: fn(&ProofValue) -> u32) -> Option<(usize, u32)> {
    let mut best = (0, number(&children.first()?.value));
    let mut next = INFINITE;
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

/// The summary of a node of the attacker.
fn summary_for_attacker(children: &[ProofChild]) -> Summary {
    let won = children.iter().filter(|child| child.value.is_proved());
    if let Some(ProofChild { cell, value }) = won.min_by_key(|child| child.value.plies) {
        return Summary {
            value: ProofValue::proved(value.plies + 1, *cell),
            at: 0,
            next: 0,
            rest: 0,
        };
    }
    let Some((at, next)) = least(children, |value| value.proof) else { return Summary::DISPROVED };
    let ProofChild { cell, value } = children[at];
    let open = children.iter().filter(|child| !child.value.is_disproved());
    let greatest = open.clone().map(|child| child.value.disproof).max();
    let Some(greatest) = greatest else { return Summary::DISPROVED };
    let rest = open.count() as u32 - 1;
    let value = ProofValue { proof: value.proof, disproof: greatest + rest, plies: 0, best: cell };
    Summary { value, at, next, rest }
}

/// The summary of a node of the defender, where every move not listed loses within `plies`.
fn summary_for_defender(children: &[ProofChild], plies: u16) -> Summary {
    let Some((at, next)) = least(children, |value| value.disproof) else {
        return Summary::DISPROVED;
    };
    let ProofChild { cell, value } = children[at];
    if value.is_disproved() {
        return Summary::DISPROVED;
    }
    let proof: u32 = children.iter().map(|child| child.value.proof).sum();
    if proof == 0 {
        let mut won = ProofValue::proved(plies, PaddedCell::NONE);
        for ProofChild { cell, value } in children {
            if value.plies + 1 >= won.plies {
                won = ProofValue::proved(value.plies + 1, *cell);
            }
        }
        return Summary { value: won, at, next, rest: 0 };
    }
    let rest = proof - value.proof;
    let value = ProofValue { proof, disproof: value.disproof, plies: 0, best: cell };
    Summary { value, at, next, rest }
}
