//! The state that is kept between two runs: all that the rounds to come depend on.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read as _, Write as _};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use parlour::games::backgammon::board::{Board, Checkers};
use parlour::games::backgammon::eval::{Probabilities, Weights};
use parlour::protocol::io::replace_file::replace_file;
use parlour_training::Adam;

use crate::network_training::{LearningNetwork, TrainingPosition};

/// The first bytes of the file.
const MAGIC: &[u8; 8] = b"PBGTRN\x06\n";

/// The weights of contact, crashed, race and the pruning network.
pub(crate) type AllWeights = [Weights; Weights::NETWORKS];

/// Positions for each network.
pub(crate) type SamplesByNetwork = [Vec<TrainingPosition>; Weights::NETWORKS];

/// Words that say which training a state is of.
pub(crate) type TrainingWords = [u32; 8];

/// Moves means towards weights of the same sizes, by this share of the way.
pub(crate) fn move_towards(
    means: &mut AllWeights,
    weights: [&Weights; Weights::NETWORKS],
    share: f32,
) {
    for (means, weights) in means.iter_mut().zip(weights) {
        for (means, weights) in means.groups_mut().into_iter().zip(weights.groups()) {
            let both = means.iter_mut().zip(weights);
            both.for_each(|(mean, weight)| *mean += share * (weight - *mean));
        }
    }
}

/// A training between two rounds.
pub(crate) struct Checkpoint {
    /// Rounds of training done.
    pub(crate) rounds: u64,
    /// The networks that learn.
    pub(crate) networks: [LearningNetwork; Weights::NETWORKS],
    /// The running means of their weights, which play.
    pub(crate) means: AllWeights,
    /// The positions of earlier rounds, from which they learn again.
    pub(crate) kept: SamplesByNetwork,
}

impl Checkpoint {
    /// A training whose networks begin with these weights, after this many rounds.
    pub(crate) fn new(rounds: u64, weights: AllWeights) -> Self {
        let networks = weights.clone().map(LearningNetwork::new);
        let kept = [const { Vec::new() }; Weights::NETWORKS];
        Self { rounds, networks, means: weights, kept }
    }

    /// Reads a file; `None` if there is none yet.
    ///
    /// # Errors
    /// If it cannot be read, or is of another training than `training`.
    pub(crate) fn read(path: &Path, training: TrainingWords) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let reading = || format!("reading {}", path.display());
        let mut file = BufReader::new(File::open(path).with_context(reading)?);
        let mut magic = [0; MAGIC.len()];
        file.read_exact(&mut magic).with_context(reading)?;
        ensure!(magic == *MAGIC, "{} is not a state of this trainer", path.display());
        let mut words = std::iter::from_fn(|| {
            let mut word = [0; 4];
            file.read_exact(&mut word).ok().map(|()| u32::from_le_bytes(word))
        });
        let found: Vec<u32> = words.by_ref().take(training.len()).collect();
        ensure!(
            found == training,
            "{} is of a training with another variant, seed, start, or number of rounds or games",
            path.display()
        );
        let state = Self::from_words(&mut words);
        let state = state.with_context(|| format!("{} is cut short or damaged", path.display()))?;
        ensure!(words.next().is_none(), "{} is too long", path.display());
        Ok(Some(state))
    }

    fn from_words(words: &mut impl Iterator<Item = u32>) -> Option<Self> {
        let rounds = u64::from(words.next()?);
        let mut networks = Vec::new();
        let mut means = Vec::new();
        let mut kept = Vec::new();
        for with_experts in Weights::WITH_EXPERTS {
            let units = [words.next()? as usize, words.next()? as usize];
            if !are_possible(units) {
                return None;
            }
            let mut weights = Weights::zero(units, with_experts);
            let mut mean = weights.clone();
            for group in weights.groups_mut().into_iter().chain(mean.groups_mut()) {
                for weight in group {
                    *weight = f32::from_bits(words.next()?);
                }
            }
            let adams = weights.groups().map(|group| Adam::from_words(words, group.len()));
            let adams: Vec<Adam> = adams.into_iter().collect::<Option<_>>()?;
            networks.push(LearningNetwork::with_adams(weights, adams.try_into().ok()?));
            means.push(mean);
            let count = words.next()?;
            kept.push((0..count).map(|_| read_position(words)).collect::<Option<Vec<_>>>()?);
        }
        Some(Self {
            rounds,
            networks: networks.try_into().ok()?,
            means: means.try_into().ok()?,
            kept: kept.try_into().ok()?,
        })
    }

    /// Adds the weights that were learnt in a round to the running means with this share.
    pub(crate) fn end_round(&mut self, share: f32) {
        self.rounds += 1;
        move_towards(&mut self.means, self.networks.each_ref().map(|one| &one.weights), share);
    }

    /// Writes the file; if the run is stopped during this, the old file stays.
    pub(crate) fn write(&self, path: &Path, training: TrainingWords) -> Result<()> {
        replace_file(path, |file| self.write_to(file, training))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn write_to(&self, file: &mut File, training: TrainingWords) -> Result<()> {
        let mut file = BufWriter::new(file);
        file.write_all(MAGIC)?;
        let mut write = |word: u32| file.write_all(&word.to_le_bytes());
        for word in training {
            write(word)?;
        }
        write(self.rounds as u32)?;
        for ((network, means), kept) in self.networks.iter().zip(&self.means).zip(&self.kept) {
            let weights = &network.weights;
            write(weights.hidden as u32)?;
            write(weights.second as u32)?;
            let numbers = weights.groups().into_iter().chain(means.groups()).flatten();
            for word in numbers.map(|number| number.to_bits()) {
                write(word)?;
            }
            for word in network.adams.iter().flat_map(Adam::words) {
                write(word)?;
            }
            write(kept.len() as u32)?;
            for word in kept.iter().flat_map(position_words) {
                write(word)?;
            }
        }
        Ok(file.flush()?)
    }
}

/// Whether a network may have these units in its two layers; if not, the state is damaged.
fn are_possible(units: [usize; 2]) -> bool {
    units[0] > 0 && units.iter().all(|units| *units <= 4_096 && units % 16 == 0)
}

/// Words of a position in a state: both sides' checkers, and the target.
const POSITION_WORDS: usize = 13;

fn position_words(position: &TrainingPosition) -> [u32; POSITION_WORDS] {
    let Board { mover, other } = position.board;
    let of = |checkers: Checkers, at: usize| (checkers.word() >> (32 * at)) as u32;
    std::array::from_fn(|at| match at {
        0..4 => of(mover, at),
        4..8 => of(other, at - 4),
        _ => position.target.to_array()[at - 8].to_bits(),
    })
}

fn read_position(words: &mut impl Iterator<Item = u32>) -> Option<TrainingPosition> {
    let mut read = [0; POSITION_WORDS];
    for word in &mut read {
        *word = words.next()?;
    }
    let checkers = |from: usize| {
        let parts = read[from..from + 4].iter().rev();
        Checkers::from_word(parts.fold(0, |word, part| word << 32 | u128::from(*part)))
    };
    let target = std::array::from_fn(|at| f32::from_bits(read[8 + at]));
    let board = Board { mover: checkers(0), other: checkers(4) };
    Some(TrainingPosition { board, target: Probabilities::from_array(target) })
}

#[cfg(test)]
mod tests {
    use super::{Checkpoint, TrainingWords};
    use crate::network_training::{TrainingPosition, fresh};
    use parlour::games::backgammon::Variant;
    use parlour::games::backgammon::board::Board;
    use parlour::games::backgammon::eval::Probabilities;

    const TRAINING: TrainingWords = [0, 1, 0, 3, 4, 2, 6, 6];

    #[test]
    fn state_comes_back_and_a_cut_one_is_refused() {
        let path = std::env::temp_dir().join(format!("parlour-state-{}", std::process::id()));
        assert!(Checkpoint::read(&path, TRAINING).unwrap().is_none());
        let mut state =
            Checkpoint::new(7, [1, 2, 3, 4].map(|seed| fresh([16, 32], seed < 4, seed)));
        let start = Variant::Standard.start();
        let board = Board { mover: start, other: Variant::Hypergammon.start() };
        let target = Probabilities::from_array([0.5, 0.25, 0.1, 0.2, 0.0]);
        state.kept[2] = vec![TrainingPosition { board, target }; 3];
        state.networks[1].fit(&state.kept[2], 2, 0.01);
        state.write(&path, TRAINING).unwrap();
        let mut back = Checkpoint::read(&path, TRAINING).unwrap().unwrap();
        let mut another = TRAINING;
        another[1] += 1;
        assert!(Checkpoint::read(&path, another).is_err());
        assert_eq!((back.rounds, &back.means), (7, &state.means));
        assert_eq!((back.kept[2][1].board, back.kept[0].len()), (board, 0));
        for (network, other) in state.networks.iter_mut().zip(&mut back.networks) {
            network.fit(&state.kept[2], 2, 0.01);
            other.fit(&back.kept[2], 2, 0.01);
            assert_eq!(network.weights, other.weights);
        }
        let bytes = std::fs::read(&path).unwrap();
        for damaged in [&bytes[..100], &bytes[..bytes.len() - 1], &[&bytes[..], &[0; 4]].concat()] {
            std::fs::write(&path, damaged).unwrap();
            assert!(Checkpoint::read(&path, TRAINING).is_err());
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn means_follow_what_is_learnt() {
        let [old, new] = [1, 2].map(|seed| [0, 1, 2, 3].map(|net| fresh([16, 0], net < 3, seed)));
        let mut state = Checkpoint::new(0, old.clone());
        for (network, new) in state.networks.iter_mut().zip(&new) {
            network.weights = new.clone();
        }
        state.end_round(0.25);
        let expected = 0.75 * old[1].raw[5] + 0.25 * new[1].raw[5];
        assert_eq!(state.rounds, 1);
        assert!((state.means[1].raw[5] - expected).abs() < 1e-6);
        state.end_round(1.0);
        assert!(state.means[2].raw.iter().zip(&new[2].raw).all(|(a, b)| (a - b).abs() < 1e-6));
    }
}
