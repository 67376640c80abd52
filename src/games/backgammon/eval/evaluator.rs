//! The evaluator: static (0-ply) evaluation by rules, bear-off database, or network.

use super::bearoff::BearoffSource;
use super::inputs::{self, PositionClass};
use super::network::layer_arithmetic::BATCH;
use super::network::{AccumulatorBlock, Batch, Nets, Network, in_pairs};
use super::probabilities::Probabilities;
use super::race_backgammons::backgammon_chances;
use super::race_gammons::gammon_chances;
use crate::base::intrinsics::{CacheLine, with_wide_registers};
use crate::games::backgammon::board::{Board, Checkers, OFF};

/// An accumulator: the part of the first layer's sums that one side's checkers add in one network.
///
/// It is kept as long as the checkers stay.
///
/// The idea of an accumulator is Nasu's (NNUE, 2018).
#[derive(Clone, Debug, Default)]
struct Accumulator {
    checkers: Option<Checkers>,
    sums: Vec<CacheLine<AccumulatorBlock>>,
}

/// Evaluates positions.
///
/// It keeps the accumulators of the last checkers of each side and network.
///
/// Its results depend on the position alone, and on where it looks bear-offs up.
pub struct Evaluator<'a> {
    nets: &'a Nets,
    bearoff_source: BearoffSource,
    /// By class and side.
    accumulators: [[Accumulator; 2]; 3],
    /// The accumulators of the pruning network, by side.
    pruning: [Accumulator; 2],
    batch: Box<Batch>,
}

/// Positions of one class that are evaluated together at most: for more, the sums of a large network
/// do not fit into the registers. Set by hand.
const BATCH_OF_CLASS: usize = 4;

impl<'a> Evaluator<'a> {
    /// An evaluator with these networks; its first race waits for the bear-off database.
    pub fn new(nets: &'a Nets) -> Self {
        let empty =
            |network: &Network| Accumulator { checkers: None, sums: network.empty_accumulator() };
        let pair = |network: &Network| [empty(network), empty(network)];
        let accumulators = PositionClass::ALL.map(|class| pair(nets.of(class)));
        let pruning = pair(nets.pruning());
        let (bearoff_source, batch) = (BearoffSource::Database, Batch::new());
        Self { nets, bearoff_source, accumulators, pruning, batch }
    }

    /// The networks.
    pub const fn nets(&self) -> &'a Nets {
        self.nets
    }

    /// Where bear-offs and races are looked up.
    pub const fn bearoff_source(&self) -> BearoffSource {
        self.bearoff_source
    }

    /// Looks bear-offs and races up there from now on.
    pub const fn set_bearoff_source(&mut self, source: BearoffSource) {
        self.bearoff_source = source;
    }

    /// The chances of each ending, for the side on roll.
    ///
    /// They are exact if the game is over already, and from the bear-off database if both sides
    /// bear off and neither can win a gammon.
    #[inline]
    pub fn evaluate(&mut self, board: Board) -> Probabilities {
        let class = PositionClass::of(board);
        if let Some(found) = self.without_network(board, class) {
            return found;
        }
        with_wide_registers(
            #[inline(always)]
            || self.evaluate_by_network(class, [board])[0],
        )
    }

    /// What [`Self::evaluate`] says of each of these boards, in their order.
    ///
    /// It takes less time than one after the other: boards of one class go through its network
    /// together.
    pub fn evaluate_all(&mut self, boards: &[Board], found: &mut Vec<Probabilities>) {
        found.clear();
        found.resize(boards.len(), Probabilities::default());
        with_wide_registers(
            #[inline(always)]
            || {
                let mut waiting = [[0; BATCH_OF_CLASS]; PositionClass::ALL.len()];
                let mut counts = [0; PositionClass::ALL.len()];
                for (at, board) in boards.iter().enumerate() {
                    let class = PositionClass::of(*board);
                    if let Some(known) = self.without_network(*board, class) {
                        found[at] = known;
                        continue;
                    }
                    let (waiting, count) =
                        (&mut waiting[class.index()], &mut counts[class.index()]);
                    waiting[*count] = at;
                    *count += 1;
                    if *count == BATCH_OF_CLASS {
                        self.evaluate_some(class, boards, *waiting, found);
                        *count = 0;
                    }
                }
                for class in PositionClass::ALL {
                    let waiting = &waiting[class.index()][..counts[class.index()]];
                    let (pairs, rest) = waiting.as_chunks::<2>();
                    for pair in pairs {
                        self.evaluate_some(class, boards, *pair, found);
                    }
                    for last in rest {
                        self.evaluate_some(class, boards, [*last], found);
                    }
                }
            },
        );
    }

    /// Evaluates these of the boards by the network of their class.
    #[inline(always)]
    fn evaluate_some<const N: usize>(
        &mut self,
        class: PositionClass,
        boards: &[Board],
        places: [usize; N],
        found: &mut [Probabilities],
    ) {
        let mut some = [boards[0]; N];
        for (board, at) in some.iter_mut().zip(places) {
            *board = boards[at];
        }
        for (at, chances) in places.into_iter().zip(self.evaluate_by_network(class, some)) {
            found[at] = chances;
        }
    }

    /// The evaluation where no network is needed.
    ///
    /// That is where the game is over, or both sides bear off and neither can win a gammon.
    pub fn evaluate_without_network(&self, board: Board) -> Option<Probabilities> {
        self.without_network(board, PositionClass::of(board))
    }

    #[inline(always)]
    fn without_network(&self, board: Board, class: PositionClass) -> Option<Probabilities> {
        // A side that has borne off all its checkers has no contact left.
        if class != PositionClass::Race {
            return None;
        }
        points_lost(board).map(Probabilities::lost).or_else(|| self.bearoff_source.evaluate(board))
    }

    /// The evaluations of games that are not over by the network of their class, with the chances of
    /// gammons and backgammons from tables where they are known; of [`BATCH`] at most.
    #[inline(always)]
    fn evaluate_by_network<const N: usize>(
        &mut self,
        class: PositionClass,
        boards: [Board; N],
    ) -> [Probabilities; N] {
        let network = self.nets.of(class);
        for (n, board) in boards.into_iter().enumerate() {
            let features = inputs::features_from(board, class, self.bearoff_source);
            self.batch.features[n] = in_pairs(&features);
            let sides = updated(network, &mut self.accumulators[class.index()], board);
            network.write_inputs(sides, &mut self.batch.inputs[n]);
        }
        let pairs = inputs::feature_count(class).div_ceil(2);
        let mut found = network.evaluate::<N>(&mut self.batch, pairs);
        let has_tables = self.bearoff_source == BearoffSource::Database;
        let is_race = class == PositionClass::Race;
        for (found, board) in found.iter_mut().zip(boards) {
            if is_race && has_tables {
                *found = with_known_gammons(*found, gammon_chances(board));
                *found = with_known_backgammons(*found, backgammon_chances(board));
            }
            *found = sanity_checked(board, class, *found);
        }
        found
    }

    /// The evaluation of each of these boards by the pruning network, in their order.
    ///
    /// It is good enough to pick the plays that are evaluated in full.
    pub fn evaluate_all_by_pruning_network(
        &mut self,
        boards: &[Board],
        found: &mut Vec<Probabilities>,
    ) {
        found.clear();
        with_wide_registers(
            #[inline(always)]
            || {
                let (batches, rest) = boards.as_chunks::<BATCH>();
                for batch in batches {
                    found.extend(self.evaluate_by_pruning_network(*batch));
                }
                let (fours, rest) = rest.as_chunks::<4>();
                for four in fours {
                    found.extend(self.evaluate_by_pruning_network(*four));
                }
                for board in rest {
                    found.extend(self.evaluate_by_pruning_network([*board]));
                }
            },
        );
    }

    #[inline(always)]
    fn evaluate_by_pruning_network<const N: usize>(
        &mut self,
        boards: [Board; N],
    ) -> [Probabilities; N] {
        let network = self.nets.pruning();
        for (n, board) in boards.into_iter().enumerate() {
            let sides = updated(network, &mut self.pruning, board);
            network.write_inputs(sides, &mut self.batch.inputs[n]);
        }
        let mut found = network.evaluate::<N>(&mut self.batch, 0);
        for (found, board) in found.iter_mut().zip(boards) {
            *found = sanity_checked(board, PositionClass::Contact, *found);
        }
        found
    }
}

/// The accumulators of both sides, written anew where the checkers have changed.
#[inline(always)]
fn updated<'p>(
    network: &Network,
    accumulators: &'p mut [Accumulator; 2],
    board: Board,
) -> [&'p [CacheLine<AccumulatorBlock>]; 2] {
    let both = accumulators.iter_mut().zip([board.mover, board.other]);
    for (side, (accumulator, checkers)) in both.enumerate() {
        if accumulator.checkers != Some(checkers) {
            accumulator.checkers = Some(checkers);
            network.write_accumulator(side, checkers, &mut accumulator.sums);
        }
    }
    [&accumulators[0].sums, &accumulators[1].sums]
}

/// The points that the mover has lost, 1 to 3, if the game is over.
///
/// `None` while the other side has checkers left.
pub const fn points_lost(board: Board) -> Option<u32> {
    if !board.other.all_borne_off() {
        return None;
    }
    Some(if board.mover.count(OFF) > 0 {
        1
    } else if board.mover.has_left_opponents_home() {
        2
    } else {
        3
    })
}

/// Probabilities with the gammon chances that are known from tables: to win one, to lose one.
#[inline]
fn with_known_gammons(found: Probabilities, [won, lost]: [Option<f32>; 2]) -> Probabilities {
    Probabilities {
        win_gammon: won.unwrap_or(found.win_gammon),
        lose_gammon: lost.unwrap_or(found.lose_gammon),
        ..found
    }
}

/// Probabilities with the backgammon chances that are known from a table: to win one, to lose one.
///
/// Lesser victories become no less likely than these.
#[inline]
const fn with_known_backgammons(
    mut found: Probabilities,
    [won, lost]: [Option<f32>; 2],
) -> Probabilities {
    if let Some(chance) = won {
        found.win = found.win.max(chance);
        found.win_gammon = found.win_gammon.max(chance);
        found.win_backgammon = chance;
    }
    if let Some(chance) = lost {
        found.win = found.win.min(1.0 - chance);
        found.lose_gammon = found.lose_gammon.max(chance);
        found.lose_backgammon = chance;
    }
    found
}

/// Sanity check: the same without gammons against a side that has borne a checker off, and
/// without backgammons that a race rules out.
#[inline(always)]
const fn sanity_checked(
    board: Board,
    class: PositionClass,
    mut found: Probabilities,
) -> Probabilities {
    if board.other.count(OFF) > 0 {
        found.win_gammon = 0.0;
    }
    if board.mover.count(OFF) > 0 {
        found.lose_gammon = 0.0;
    }
    if matches!(class, PositionClass::Race) {
        if board.other.has_left_opponents_home() {
            found.win_backgammon = 0.0;
        }
        if board.mover.has_left_opponents_home() {
            found.lose_backgammon = 0.0;
        }
    }
    found.bounded()
}

#[cfg(test)]
mod tests {
    use super::{Evaluator, Nets, PositionClass, Probabilities, points_lost, sanity_checked};
    use crate::base::SplitMix64;
    use crate::games::backgammon::Variant;
    use crate::games::backgammon::board::{Board, Checkers};
    use crate::games::backgammon::eval::inputs::board_seen_by_side_shots_and_escapes::tests::scattered;
    use crate::games::backgammon::eval::inputs::{RAW_INPUTS_OF_SIDE, place_inputs};
    use crate::games::backgammon::eval::{RAW_INPUTS, Weights, inputs};

    fn random_weights(units: [usize; 2], seed: u64) -> Weights {
        let mut random = SplitMix64::new(seed);
        let mut weights = Weights::zero(units, seed > 0);
        for group in weights.groups_mut() {
            for weight in group {
                *weight = (random.below(2_001) as f32 - 1_000.0) / 4_000.0;
            }
        }
        weights
    }

    /// The network by its formula, in 64-bit floats.
    fn plain(weights: &Weights, board: Board) -> [f64; 5] {
        let mut inputs = Vec::new();
        for checkers in [board.mover, board.other] {
            let counts = checkers.counts();
            inputs.extend((0..26).flat_map(|place| place_inputs(place, counts[place])));
        }
        assert_eq!((inputs.len(), RAW_INPUTS), (2 * RAW_INPUTS_OF_SIDE, 2 * RAW_INPUTS_OF_SIDE));
        inputs.extend(
            inputs::features(board, PositionClass::of(board)).iter().take(weights.features()),
        );
        let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
        let rows: Vec<&[f32]> = weights
            .raw
            .chunks(weights.hidden)
            .chain(weights.experts.chunks(weights.hidden))
            .collect();
        let units: Vec<f64> = (0..weights.hidden)
            .map(|h| {
                let terms = inputs.iter().zip(&rows).map(|(x, row)| f64::from(x * row[h]));
                logistic(f64::from(weights.bias[h]) + terms.sum::<f64>())
            })
            .collect();
        let layer = |inputs: &[f64], weights: &[f32], bias: &[f32]| -> Vec<f64> {
            let rows = weights.chunks(inputs.len()).zip(bias);
            let sum = |row: &[f32]| -> f64 {
                inputs.iter().zip(row).map(|(input, weight)| input * f64::from(*weight)).sum()
            };
            rows.map(|(row, bias)| logistic(f64::from(*bias) + sum(row))).collect()
        };
        let units = match weights.second {
            0 => units,
            _ => layer(&units, &weights.inner, &weights.inner_bias),
        };
        layer(&units, &weights.outputs, &weights.output_bias).try_into().unwrap()
    }

    #[test]
    fn network_is_what_its_formula_says() {
        let shapes = [([80, 96], 1), ([48, 0], 2), ([16, 16], 3), ([32, 0], 0)];
        let weights = shapes.map(|(units, seed)| random_weights(units, seed));
        let nets = Nets::new(&weights);
        let mut evaluator = Evaluator::new(&nets);
        let mut seen = [0; 3];
        for seed in 0..600 {
            let board = scattered(seed);
            let class = PositionClass::of(board);
            let [found] = evaluator.evaluate_by_network(class, [board]);
            let [pruned] = evaluator.evaluate_by_pruning_network([board]);
            for (found, weights, class) in [
                (found, &weights[class.index()], class),
                (pruned, &weights[3], PositionClass::Contact),
            ] {
                let expected = Probabilities::from_array(plain(weights, board).map(|p| p as f32));
                let expected = sanity_checked(board, class, expected);
                for (found, expected) in found.to_array().iter().zip(expected.to_array()) {
                    // The first layer counts in whole steps.
                    assert!((found - expected).abs() < 5e-4, "{found} {expected}");
                }
            }
            seen[class.index()] += 1;
        }
        assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
    }

    #[test]
    fn answers_have_the_same_bits_whatever_was_asked_before() {
        let bits = |found: Probabilities| found.to_array().map(f32::to_bits);
        let nets = Nets::new(
            &[(64, 9), (32, 8), (16, 7), (16, 0)].map(|(h, s)| random_weights([h, 32], s)),
        );
        let mut old = Evaluator::new(&nets);
        for seed in 0..400 {
            let board = scattered(seed);
            let shared = Board { mover: board.mover, other: scattered(seed + 1).other };
            for board in [board, shared, board.swapped()] {
                let fresh = Evaluator::new(&nets).evaluate(board);
                assert_eq!(bits(old.evaluate(board)), bits(fresh));
                // Without the wide registers.
                if points_lost(board).is_none() && PositionClass::of(board) != PositionClass::Race {
                    let [narrow] = Evaluator::new(&nets)
                        .evaluate_by_network(PositionClass::of(board), [board]);
                    assert_eq!(bits(narrow), bits(fresh));
                }
            }
        }
    }

    #[test]
    fn many_boards_have_the_same_bits_as_each_alone() {
        let bits = |found: &Probabilities| found.to_array().map(f32::to_bits);
        let nets = Nets::new(
            &[([80, 32], 9), ([32, 0], 8), ([16, 32], 7), ([32, 16], 0)]
                .map(|(units, seed)| random_weights(units, seed)),
        );
        let mut evaluator = Evaluator::new(&nets);
        let boards: Vec<Board> = (0..60).map(scattered).collect();
        let (mut all, mut pruned) = (Vec::new(), Vec::new());
        for count in (0..24).chain([60]) {
            let boards = &boards[60 - count..];
            evaluator.evaluate_all(boards, &mut all);
            evaluator.evaluate_all_by_pruning_network(boards, &mut pruned);
            assert_eq!((all.len(), pruned.len()), (count, count));
            for ((board, all), pruned) in boards.iter().zip(&all).zip(&pruned) {
                let mut fresh = Evaluator::new(&nets);
                assert_eq!(bits(all), bits(&fresh.evaluate(*board)));
                let [alone] = fresh.evaluate_by_pruning_network([*board]);
                assert_eq!(bits(pruned), bits(&alone));
            }
        }
    }

    #[test]
    fn finished_game_is_lost_by_the_side_about_to_roll() {
        let mut counts = [0; 26];
        counts[0] = 15;
        let won = Checkers::from_counts(&counts);
        for (place, points) in [(0, 1), (6, 2), (18, 2), (19, 3), (25, 3)] {
            let mut counts = [0; 26];
            counts[place] += 1;
            counts[6] += 14;
            let board = Board { mover: Checkers::from_counts(&counts), other: won };
            assert_eq!(points_lost(board), Some(points));
            let found = Evaluator::new(Nets::built_in()).evaluate(board);
            assert!((found.equity() + points as f32).abs() < 1e-6);
        }
        let start = Variant::Standard.start();
        assert_eq!(points_lost(Board { mover: start, other: start }), None);
    }
}
