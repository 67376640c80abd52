//! The numbers of the techniques; a game sets them in [`PvsGame::PARAMS`].
//!
//! [`PvsGame::PARAMS`]: super::PvsGame::PARAMS

use super::techniques::Techniques;

/// Which techniques a game uses, and with which numbers.
///
/// Values are in the units of the game's evaluation, [`UNIT`](crate::game::Evaluate::UNIT) to a
/// point, for the side to act at the node; they are 0 to 15,000
/// ([`MAX_EVAL`](crate::search::player::score_encoding::MAX_EVAL)) where no range is given. Depths
/// are plies to the horizon, from 1. The ranges of numbers that a tuner may change are those of
/// [`Self::tunables`].
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// The techniques in use.
    pub on: Techniques,
    /// The deepest iteration, in plies, at least 1.
    pub max_depth: u32,
    /// No line is searched beyond this ply from the root, at least `max_depth`.
    pub max_ply: usize,
    /// Aspiration windows at the root.
    pub aspiration: Aspiration,
    /// Mate-distance pruning.
    pub mate_distance: MateDistance,
    /// Reverse futility pruning.
    pub reverse_futility: ReverseFutility,
    /// Razoring: how far the evaluation must be below alpha, in its units.
    ///
    /// The index is the depth, 0 to 3 plies; the entry of depth 0 is not in use.
    pub razoring: [i32; 4],
    /// Null-move pruning.
    pub null_move: NullMove,
    /// Singular extensions.
    pub singular: Singular,
    /// Futility pruning.
    pub futility: Futility,
    /// Late move pruning.
    pub late_moves: LateMoves,
    /// Late move reductions.
    pub reductions: Reductions,
    /// The least depth of internal iterative reductions, in plies, 1 to 12.
    pub internal_iterative_depth: i32,
    /// Bonus of killers, countermoves and history to the score of a move.
    pub ordering: OrderingWeights,
    /// The searches of threats at the leaves, and before moves are listed.
    pub threats: ThreatSearches,
    /// The nodes of the game's proof search at the root.
    pub root_proofs: RootProofs,
}

/// Aspiration windows at the root.
#[derive(Clone, Copy, Debug)]
pub struct Aspiration {
    /// The first depth that is searched in a window around the last value, in plies, at least 1.
    pub first_depth: i32,
    /// Half of that window at first, in units of the evaluation, 5 to 200.
    pub half: i32,
}

/// How soon the game can end at a node where neither side wins at once, in plies from there.
#[derive(Clone, Copy, Debug)]
pub struct MateDistance {
    /// The soonest win of the side to act, at least 1.
    pub win: usize,
    /// Its soonest loss, at least 1.
    pub loss: usize,
}

/// Reverse futility pruning.
#[derive(Clone, Copy, Debug)]
pub struct ReverseFutility {
    /// The greatest depth, in plies, 1 to 30.
    pub max_depth: i32,
    /// How far the evaluation must be above beta for each ply of depth, 5 to 200.
    ///
    /// In the units of the evaluation.
    pub margin: i32,
    /// Plies of the depth that need no margin, 0 to 2.
    ///
    /// Twice as many do not where the evaluation improves.
    pub free_plies: i32,
}

/// Null-move pruning.
#[derive(Clone, Copy, Debug)]
pub struct NullMove {
    /// The least depth, in plies, at least 1.
    pub min_depth: i32,
    /// Constant part of the reduction of the reply's depth, in plies, at least 1.
    pub base: i32,
    /// The depth of the reply is less by the depth divided by this, too; at least 1.
    pub divisor: i32,
}

/// Singular extensions.
#[derive(Clone, Copy, Debug)]
pub struct Singular {
    /// The least depth, in plies, 3 to 12.
    pub min_depth: i32,
    /// How much less deep than the node the table's entry may be, in plies, 1 to 6.
    pub entry_depth: i32,
    /// How far below the entry's value the other moves must be for each ply of depth, 1 to 20.
    ///
    /// In the units of the evaluation.
    pub margin: i32,
}

/// Futility pruning.
#[derive(Clone, Copy, Debug)]
pub struct Futility {
    /// The greatest depth, in plies, 1 to 8.
    pub max_depth: i32,
    /// How far the evaluation must be below alpha, in its units for each ply of depth, 5 to 200.
    pub margin: i32,
    /// Whether the score of the move is added to the evaluation.
    pub adds_score: bool,
}

/// Late move pruning: only the first moves of a node are searched.
///
/// There are `base + by_depth · depth² / 8` of them.
#[derive(Clone, Copy, Debug)]
pub struct LateMoves {
    /// Moves that are left at every depth, 1 to 20.
    pub base: i32,
    /// Eighths of a move for each square of the depth in plies, 1 to 48.
    pub by_depth: i32,
    /// Twelfths of that limit that are left where the evaluation does not improve, 3 to 12.
    pub share_not_improving: i32,
}

/// Late move reductions: `(base + log(depth) · log(tried) · factor) / 256` plies.
///
/// Here `log` is the binary logarithm in sixteenths.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    /// Constant part of the reduction of a late move, in 256ths of a ply, 0 to 256.
    pub base: i32,
    /// Plies for each 1 of the product of both logarithms, 0 to 1.
    pub factor: Fraction,
    /// The least depth at which moves of the root are reduced, in plies, at least 1.
    pub root_depth: i32,
    /// Divisor of the reduction of a move of the root, 1 to 4.
    pub root_divisor: i32,
    /// How much history makes a reduction a ply smaller, in history points, 1,000 to 16,000.
    pub history_per_ply: i32,
    /// Plies by which a reply is reduced that delays a threat and does not meet it, 1 to 6.
    ///
    /// 0 if the game has no such replies.
    pub delay: i32,
}

/// A fraction of whole numbers.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    /// The number above the line, at least 0.
    pub numerator: i32,
    /// The number below the line, at least 1.
    pub denominator: i32,
}

/// Bonuses to the score that the game gives a move, in units of that score.
#[derive(Clone, Copy, Debug)]
pub struct OrderingWeights {
    /// For a killer, 0 to 200.
    pub killer: i32,
    /// For the countermove, 0 to 200.
    pub countermove: i32,
    /// Divisor of the history of the move, which is −8,192 to 8,192; 8 to 128.
    pub history_divisor: i32,
    /// Divisor of the history of the pair of moves, in the same range; 8 to 128.
    pub continuation_divisor: i32,
}

/// The searches of threats of a game that has them; nodes are the most that one may take.
#[derive(Clone, Copy, Debug)]
pub struct ThreatSearches {
    /// Nodes of the quiescence search, 10 to 1,000; 0 if there is none.
    pub leaf_nodes: i32,
    /// Nodes of the search for a threat of the other side, 10 to 600; 0 if there is none.
    ///
    /// It finds the moves that may meet that threat.
    pub defence_nodes: i32,
    /// The least depth at which that search is made, in plies, 2 to 8.
    pub defence_depth: i32,
}

impl ThreatSearches {
    /// For games without such searches.
    pub const NONE: Self = Self { leaf_nodes: 0, defence_nodes: 0, defence_depth: 0 };
}

/// How many nodes the game's proof search gets at the root.
#[derive(Clone, Copy, Debug)]
pub struct RootProofs {
    /// The proof search gets one in this many of the nodes searched, 2 to 64.
    pub divisor: i32,
    /// It gets one in this many where a win is likely, 1 to 16.
    pub likely_divisor: i32,
    /// A win is likely above this value of the root, in units of the evaluation, 50 to 800.
    pub promising: i32,
    /// The proof search is not started for fewer nodes than this; any number.
    pub least: u64,
}

impl RootProofs {
    /// The nodes of the next proof search, after `spent` nodes of earlier ones.
    ///
    /// `value` is that of the position for the side to act; `searched` are the nodes of the main
    /// search.
    pub fn nodes(&self, value: i32, searched: u64, spent: u64) -> u64 {
        let divisor = if value > self.promising { self.likely_divisor } else { self.divisor };
        (searched / u64::from(divisor.unsigned_abs().max(1))).saturating_sub(spent)
    }
}

/// A number that a tuner may change.
#[derive(Debug)]
pub struct Tunable<'a> {
    /// Its name: the path of its field in [`Params`].
    pub name: &'static str,
    /// The number itself, in the unit of its field.
    pub value: &'a mut i32,
    /// The least and the greatest value that make sense, in the same unit.
    pub range: [i32; 2],
}

impl Params {
    /// The numbers that a tuner may change.
    ///
    /// Without those of searches that the game does not have, which are 0.
    pub fn tunables(&mut self) -> Vec<Tunable<'_>> {
        let [_, razoring_1, razoring_2, razoring_3] = &mut self.razoring;
        let tunable = |name, value, range| Tunable { name, value, range };
        let mut tunables = vec![
            tunable("aspiration.half", &mut self.aspiration.half, [5, 200]),
            tunable("reverse_futility.max_depth", &mut self.reverse_futility.max_depth, [1, 30]),
            tunable("reverse_futility.margin", &mut self.reverse_futility.margin, [5, 200]),
            tunable("reverse_futility.free_plies", &mut self.reverse_futility.free_plies, [0, 2]),
            tunable("razoring.1", razoring_1, [20, 600]),
            tunable("razoring.2", razoring_2, [40, 900]),
            tunable("razoring.3", razoring_3, [60, 1_200]),
            tunable("singular.min_depth", &mut self.singular.min_depth, [3, 12]),
            tunable("singular.entry_depth", &mut self.singular.entry_depth, [1, 6]),
            tunable("singular.margin", &mut self.singular.margin, [1, 20]),
            tunable("futility.max_depth", &mut self.futility.max_depth, [1, 8]),
            tunable("futility.margin", &mut self.futility.margin, [5, 200]),
            tunable("late_moves.base", &mut self.late_moves.base, [1, 20]),
            tunable("late_moves.by_depth", &mut self.late_moves.by_depth, [1, 48]),
            tunable(
                "late_moves.share_not_improving",
                &mut self.late_moves.share_not_improving,
                [3, 12],
            ),
            tunable("reductions.base", &mut self.reductions.base, [0, 256]),
            tunable("reductions.factor.numerator", &mut self.reductions.factor.numerator, [5, 100]),
            tunable(
                "reductions.history_per_ply",
                &mut self.reductions.history_per_ply,
                [1_000, 16_000],
            ),
            tunable("reductions.root_divisor", &mut self.reductions.root_divisor, [1, 4]),
            tunable("reductions.delay", &mut self.reductions.delay, [1, 6]),
            tunable("internal_iterative_depth", &mut self.internal_iterative_depth, [1, 12]),
            tunable("ordering.killer", &mut self.ordering.killer, [0, 200]),
            tunable("ordering.countermove", &mut self.ordering.countermove, [0, 200]),
            tunable("ordering.history_divisor", &mut self.ordering.history_divisor, [8, 128]),
            tunable(
                "ordering.continuation_divisor",
                &mut self.ordering.continuation_divisor,
                [8, 128],
            ),
            tunable("threats.leaf_nodes", &mut self.threats.leaf_nodes, [10, 1_000]),
            tunable("threats.defence_nodes", &mut self.threats.defence_nodes, [10, 600]),
            tunable("threats.defence_depth", &mut self.threats.defence_depth, [2, 8]),
            tunable("root_proofs.divisor", &mut self.root_proofs.divisor, [2, 64]),
            tunable("root_proofs.likely_divisor", &mut self.root_proofs.likely_divisor, [1, 16]),
            tunable("root_proofs.promising", &mut self.root_proofs.promising, [50, 800]),
        ];
        tunables.retain(|tunable| *tunable.value != 0 || tunable.range[0] == 0);
        tunables
    }
}
