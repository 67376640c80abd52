//! Judging positions one after another, sharing what they have in common.

use super::inputs::expert_features;
use super::network::{Nets, Network, in_pairs};
use super::position_class::Class;
use super::probabilities::Probabilities;
use super::race_gammons::gammons;
use crate::base::intrinsics::with_wide_registers;
use crate::games::backgammon::board::{Board, Checkers, OFF};
use crate::games::backgammon::eval::bearoff::Source;

/// The part of one side's checkers in one network.
#[derive(Clone, Debug, Default)]
struct Part {
    checkers: Option<Checkers>,
    sums: Vec<i16>,
}

/// Judges positions; the last checkers of each side and network are remembered.
///
/// What it says depends on the position alone, and on where it looks races up.
pub struct Evaluator<'a> {
    nets: &'a Nets,
    source: Source,
    /// By class and side.
    parts: [[Part; 2]; 3],
    screen: [Part; 2],
}

impl<'a> Evaluator<'a> {
    /// An evaluator over these networks; the first race waits for the table of bear-offs.
    pub fn new(nets: &'a Nets) -> Self {
        let part = |width| Part { checkers: None, sums: vec![0; width] };
        let pair = |network: &Network| [part(network.width()), part(network.width())];
        let parts = Class::ALL.map(|class| pair(nets.of(class)));
        Self { nets, source: Source::Table, parts, screen: pair(nets.screen()) }
    }

    /// The networks that judge.
    pub const fn nets(&self) -> &'a Nets {
        self.nets
    }

    /// Where races are looked up.
    pub const fn source(&self) -> Source {
        self.source
    }

    /// Looks races up there from now on.
    pub const fn look_up_in(&mut self, source: Source) {
        self.source = source;
    }

    /// How the game ends, for the mover, who is about to roll; exact if it is over already, from
    /// the table if both sides bear off.
    #[inline]
    pub fn evaluate(&mut self, board: Board) -> Probabilities {
        let class = Class::of(board);
        if let Some(exact) = self.settled(board, class) {
            return exact;
        }
        with_wide_registers(
            #[inline(always)]
            || self.estimate(board, class),
        )
    }

    /// The chances where no network is asked: the game is over, or both sides bear off.
    pub fn known(&self, board: Board) -> Option<Probabilities> {
        self.settled(board, Class::of(board))
    }

    #[inline(always)]
    fn settled(&self, board: Board, class: Class) -> Option<Probabilities> {
        // Who has borne off everybody has no contact left.
        if class != Class::Race {
            return None;
        }
        finished(board).map(Probabilities::lost).or_else(|| self.source.judge(board))
    }

    /// What the network of this class says of a game that goes on, within what is possible.
    #[inline(always)]
    fn estimate(&mut self, board: Board, class: Class) -> Probabilities {
        let network = self.nets.of(class);
        let sides = sums(network, &mut self.parts[class.index()], board);
        let features = expert_features::features_from(board, class, self.source);
        let features = in_pairs(&features);
        let judged = network.judge(sides, &features[..expert_features::count(class).div_ceil(2)]);
        let is_known = class == Class::Race && self.source == Source::Table;
        let known = if is_known { gammons(board) } else { [None; 2] };
        possible(board, class, with_gammons(judged, known))
    }

    /// What the screen thinks of a position: good enough to tell which plays are worth more.
    #[inline]
    pub fn screen(&mut self, board: Board) -> Probabilities {
        with_wide_registers(
            #[inline(always)]
            || {
                let network = self.nets.screen();
                let sides = sums(network, &mut self.screen, board);
                let judged = network.judge(sides, &[]);
                possible(board, Class::Contact, judged)
            },
        )
    }
}

/// The parts of both sides, those of the last position used where they are the same.
#[inline(always)]
fn sums<'p>(network: &Network, parts: &'p mut [Part; 2], board: Board) -> [&'p [i16]; 2] {
    for (side, (part, checkers)) in parts.iter_mut().zip([board.mover, board.other]).enumerate() {
        if part.checkers != Some(checkers) {
            part.checkers = Some(checkers);
            network.sum_side(side, checkers, &mut part.sums);
        }
    }
    [&parts[0].sums, &parts[1].sums]
}

/// What the other side has won, 1 to 3 points, if it has borne off its last checker.
pub const fn finished(board: Board) -> Option<u32> {
    if !board.other.is_home() {
        return None;
    }
    Some(if board.mover.count(OFF) > 0 {
        1
    } else if board.mover.occupied() >> 19 == 0 {
        2
    } else {
        3
    })
}

/// The same with the gammon chances that are known: to win one, and to lose one.
#[inline]
fn with_gammons(judged: Probabilities, [won, lost]: [Option<f32>; 2]) -> Probabilities {
    Probabilities {
        win_gammon: won.unwrap_or(judged.win_gammon),
        lose_gammon: lost.unwrap_or(judged.lose_gammon),
        ..judged
    }
}

/// The same without gammons of a side that has borne off, and without what a race rules out.
#[inline(always)]
const fn possible(board: Board, class: Class, judged: Probabilities) -> Probabilities {
    let mut chances = judged;
    if board.other.count(OFF) > 0 {
        chances.win_gammon = 0.0;
    }
    if board.mover.count(OFF) > 0 {
        chances.lose_gammon = 0.0;
    }
    if matches!(class, Class::Race) {
        if board.other.occupied() >> 19 == 0 {
            chances.win_backgammon = 0.0;
        }
        if board.mover.occupied() >> 19 == 0 {
            chances.lose_backgammon = 0.0;
        }
    }
    chances.bounded()
}

#[cfg(test)]
mod tests {
    use super::super::inputs::expert_features;
    use super::super::inputs::raw_inputs::{SIDE, of_place};
    use super::super::inputs::view::tests::scattered;
    use super::super::{RAW, Weights};
    use super::{Class, Evaluator, Nets, Probabilities, finished, possible};
    use crate::base::SplitMix64;
    use crate::games::backgammon::Variant;
    use crate::games::backgammon::board::{Board, Checkers};

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

    /// The network as its formula has it, in 64 bits.
    fn plain(weights: &Weights, board: Board) -> [f64; 5] {
        let mut inputs = Vec::new();
        for checkers in [board.mover, board.other] {
            let counts = checkers.counts();
            inputs.extend((0..26).flat_map(|place| of_place(place, counts[place])));
        }
        assert_eq!((inputs.len(), RAW), (2 * SIDE, 2 * SIDE));
        inputs.extend(
            expert_features::features(board, Class::of(board)).iter().take(weights.features()),
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
            let class = Class::of(board);
            let found = evaluator.estimate(board, class);
            let screened = evaluator.screen(board);
            for (found, weights, class) in
                [(found, &weights[class.index()], class), (screened, &weights[3], Class::Contact)]
            {
                let expected = Probabilities::from_array(plain(weights, board).map(|p| p as f32));
                let expected = possible(board, class, expected);
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
                if finished(board).is_none() && Class::of(board) != Class::Race {
                    let narrow = Evaluator::new(&nets).estimate(board, Class::of(board));
                    assert_eq!(bits(narrow), bits(fresh));
                    let screened = Evaluator::new(&nets).screen(board);
                    assert_eq!(bits(old.screen(board)), bits(screened));
                }
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
            assert_eq!(finished(board), Some(points));
            let judged = Evaluator::new(Nets::built_in()).evaluate(board);
            assert!((judged.equity() + points as f32).abs() < 1e-6);
        }
        let start = Variant::Standard.start();
        assert_eq!(finished(Board { mover: start, other: start }), None);
    }
}
