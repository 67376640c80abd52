//! Claims replayed against every legal defence, on the board of the rules.
//!
//! The attacker asks the solver anew before each of his moves, and the answer must never take
//! more plies than are left; the defender tries everything until a number of moves is spent, and
//! from then on some moves drawn by lot at each turn.

use std::collections::BTreeSet;

use parlour::base::{Side, SplitMix64};
use parlour::game::{Notation, Position, Turn};
use parlour::games::connect5::threat_map::{PaddedCell, ThreatMap};
use parlour::games::connect5::threats::{AttackKind, ProofLimits, ThreatProver, Win};
use parlour::games::connect5::{Board, Cell, Rule};

use super::random_positions::{RULES, played, scattered};
use crate::quick_or_all::quick_or_all;

/// Defences drawn by lot where not all can be tried: from the whole board, and near stones.
const RANDOM_DEFENCES: usize = 3;
/// Nodes of a claim, and of every question afterwards.
const CLAIM_NODES: u64 = 60_000;
const QUESTION_NODES: u64 = 2_000_000;

/// What a solver is asked.
pub(crate) fn prove(
    prover: &mut ThreatProver,
    grid: &mut ThreatMap,
    side: Side,
    nodes: u64,
) -> Option<Win> {
    let effort =
        &mut ProofLimits { attack: AttackKind::WideVct, nodes, plies: 999, stop: &mut || false };
    prover.prove(grid, side, effort)
}

/// A claim under trial.
pub(crate) struct Refuter<'a> {
    board: Board,
    grid: ThreatMap,
    prover: &'a mut ThreatProver,
    attacker: Side,
    /// Moves of the defender that may still be tried.
    pub(crate) moves_left: u64,
    random: SplitMix64,
    /// Positions from which the attacker is known to win, with the plies.
    won: BTreeSet<(u64, u16)>,
}

impl<'a> Refuter<'a> {
    pub(crate) fn new(
        board: &Board,
        attacker: Side,
        prover: &'a mut ThreatProver,
        moves: u64,
    ) -> Self {
        let (board, grid) = (board.clone(), ThreatMap::new(board));
        let random = SplitMix64::new(board.key());
        Self { board, grid, prover, attacker, moves_left: moves, random, won: BTreeSet::new() }
    }

    fn text(&self) -> String {
        let mut text = format!("{} {:?} ", self.board.rule().name(), self.board.size());
        self.board.write_position(&mut text);
        text
    }

    /// The attacker, to act, wins within this many plies.
    pub(crate) fn attack(&mut self, plies: u16) {
        if !self.won.insert((self.board.key(), plies)) {
            return;
        }
        let win = prove(self.prover, &mut self.grid, self.attacker, QUESTION_NODES);
        assert!(win.is_some(), "{}: no win in {plies} found again", self.text());
        let win = win.unwrap();
        assert!(win.plies <= plies, "{}: {} plies, not {plies}", self.text(), win.plies);
        assert_eq!(win.line.first(), Some(&win.first), "{}", self.text());
        self.follow(win.first, plies);
    }

    /// The attacker wins with this move and at most this many plies.
    pub(crate) fn follow(&mut self, site: PaddedCell, plies: u16) {
        assert!(self.board.is_legal(site.cell()), "{}: {:?}", self.text(), site.cell());
        let undo = self.board.play(site.cell());
        if let Turn::Over(outcome) = self.board.turn() {
            assert_eq!(outcome.winner(), Some(self.attacker), "{}", self.text());
        } else {
            assert!(plies > 2, "{}: no five at the end", self.text());
            self.grid.play(site);
            self.defend(plies - 1);
            self.grid.undo();
        }
        self.board.undo(undo);
    }

    /// The defender, to act, loses within this many plies whatever he does.
    pub(crate) fn defend(&mut self, plies: u16) {
        for cell in self.defences() {
            self.try_defence(cell, plies);
        }
    }

    /// The defender, to act, loses within this many plies with this move.
    pub(crate) fn try_defence(&mut self, cell: Cell, plies: u16) {
        let undo = self.board.play(cell);
        assert!(matches!(self.board.turn(), Turn::Decide(_)), "{}: is over", self.text());
        self.grid.play(PaddedCell::of(cell));
        self.attack(plies - 1);
        self.grid.undo();
        self.board.undo(undo);
    }

    /// All legal moves of the defender, or some drawn by lot.
    fn defences(&mut self) -> Vec<Cell> {
        let mut cells = Vec::new();
        self.board.moves(&mut cells);
        if let Some(left) = self.moves_left.checked_sub(cells.len() as u64) {
            self.moves_left = left;
            return cells;
        }
        let near = self.grid.candidate_cells();
        let close: Vec<Cell> =
            cells.iter().copied().filter(|c| near.has(PaddedCell::of(*c))).collect();
        let fours = *self.grid.four_cells(self.attacker.other());
        let mut drawn: Vec<Cell> = cells
            .iter()
            .copied()
            .filter(|c| fours.has(PaddedCell::of(*c)))
            .take(RANDOM_DEFENCES)
            .collect();
        for from in [&cells, &close] {
            for _ in 0..RANDOM_DEFENCES.min(from.len()) {
                drawn.push(from[self.random.below(from.len() as u64) as usize]);
            }
        }
        drawn
    }
}

/// Tries claims on such positions; how many there were, and the most plies of one.
fn count_claims_tried(boards: impl Iterator<Item = Board>, moves: u64) -> (u32, u16) {
    let mut prover = ThreatProver::new(32);
    let (mut count, mut longest) = (0, 0);
    for board in boards {
        let mut grid = ThreatMap::new(&board);
        for attacker in Side::BOTH {
            let Some(win) = prove(&mut prover, &mut grid, attacker, CLAIM_NODES) else { continue };
            (count, longest) = (count + 1, longest.max(win.plies));
            if attacker == board.side() {
                Refuter::new(&board, attacker, &mut prover, moves).follow(win.first, win.plies);
            }
        }
    }
    (count, longest)
}

#[test]
fn wins_on_small_boards_stand_against_every_defence() {
    for rule in RULES {
        let sizes = [(7, 7), (8, 8), (9, 9), (6, 11)];
        let boards =
            (0..quick_or_all(160, 400)).map(|seed| scattered(sizes[seed as usize % 4], rule, seed));
        let (count, longest) = count_claims_tried(boards, 2_000_000);
        assert!(
            count > quick_or_all(40, 100) && longest >= 9,
            "{rule:?}: {count} claims, {longest} plies"
        );
    }
}

#[test]
fn wins_on_whole_boards_stand_against_every_defence() {
    for rule in RULES {
        let boards = (0..quick_or_all(120, 300)).map(|seed| played((15, 15), rule, seed));
        let (count, longest) = count_claims_tried(boards, 200_000);
        assert!(
            count > quick_or_all(40, 100) && longest >= 15,
            "{rule:?}: {count} claims, {longest} plies"
        );
    }
}

#[test]
fn moves_that_are_no_defence_lose() {
    let mut prover = ThreatProver::new(32);
    let (mut lists, mut saving) = (0, 0);
    for (rule, seed) in RULES.into_iter().flat_map(|rule| (1_000..1_060).map(move |s| (rule, s))) {
        let board = played((15, 15), rule, seed);
        let mut grid = ThreatMap::new(&board);
        let effort = &mut ProofLimits {
            attack: AttackKind::Vct,
            nodes: 200_000,
            plies: 999,
            stop: &mut || false,
        };
        let Some(listed) = prover.defences(&mut grid, effort) else { continue };
        lists += 1;
        saving += usize::from(!listed.cells.is_empty());
        let mut cells = Vec::new();
        board.moves(&mut cells);
        cells.retain(|cell| !listed.cells.contains(&PaddedCell::of(*cell)));
        for cell in cells {
            let attacker = board.side().other();
            let mut refuter = Refuter::new(&board, attacker, &mut prover, 400);
            refuter.try_defence(cell, listed.plies);
        }
    }
    assert!(lists > 30 && saving > 10, "{lists} lists, {saving} with moves");
}

/// A position of 15 by 15.
fn board_and_threat_map(rule: Rule, fen: &str) -> (Board, ThreatMap) {
    let board = Board::with(15, 15, rule).unwrap().read_position(fen).unwrap();
    let grid = ThreatMap::new(&board);
    (board, grid)
}

#[test]
fn second_wins_by_forbidden_cells() {
    // First must block at h8, where he would have seven in line.
    let fen = "15/15/15/15/15/15/15/4xxx1xxx4/7o7/7o7/7o7/15/7x7/15/15 o";
    let (board, mut grid) = board_and_threat_map(Rule::Renju, fen);
    let mut prover = ThreatProver::new(1);
    let win = prove(&mut prover, &mut grid, Side::Second, 10_000).unwrap();
    assert_eq!(win.plies, 3);
    Refuter::new(&board, Side::Second, &mut prover, 100_000).follow(win.first, win.plies);
}

#[test]
fn a_stone_that_opens_a_forbidden_cell_is_a_defence() {
    // Second threatens a four at i7, to be met at h8, where First would have two fours. A stone
    // at j8 or h6 makes six of one of them, so that the other may be made.
    let fen = "15/15/15/7o7/7x7/7x7/7x7/3oxxx8/15/9o5/10o4/11o3/12x2/15/15 x";
    let (board, mut grid) = board_and_threat_map(Rule::Renju, fen);
    let effort = &mut ProofLimits {
        attack: AttackKind::WideVct,
        nodes: 100_000,
        plies: 999,
        stop: &mut || false,
    };
    let listed = ThreatProver::new(1).defences(&mut grid, effort).unwrap();
    for name in ["j8", "h6"] {
        let (cell, _) = board.read_move(name).unwrap();
        assert!(listed.cells.contains(&PaddedCell::of(cell)), "{name}");
    }
}
