//! The state that is kept between two runs: the rounds done, and all weights as floats.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use parlour::games::backgammon::eval::Weights;

/// The first bytes of the file.
const MAGIC: &[u8; 8] = b"PBGTRN\x04\n";

/// The weights of contact, crashed, race and the pruning network.
pub(crate) type AllWeights = [Weights; Weights::NETWORKS];

/// Rounds done, and all weights: those that learn, and their running means, which play.
pub(crate) struct Checkpoint {
    /// Rounds of training done.
    pub(crate) rounds: u64,
    /// The weights that learn.
    pub(crate) weights: AllWeights,
    /// Their running means, which play.
    pub(crate) means: AllWeights,
}

impl Checkpoint {
    /// Reads a file; `None` if there is none yet.
    pub(crate) fn read(path: &Path) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        let rest = bytes.strip_prefix(MAGIC).context("not a state of this trainer")?;
        let numbers: Vec<u32> = rest
            .chunks_exact(4)
            .map(|four| u32::from_le_bytes(four.try_into().unwrap_or_default()))
            .collect();
        let (head, mut rest) = numbers
            .split_at_checked(1 + 2 * Weights::NETWORKS)
            .context("the state is cut short")?;
        let mut weights: AllWeights = std::array::from_fn(|network| {
            let units = [1, 2].map(|layer| head[2 * network + layer] as usize);
            Weights::zero(units, Weights::WITH_EXPERTS[network])
        });
        let mut means = weights.clone();
        for group in weights.iter_mut().chain(&mut means).flat_map(Weights::groups_mut) {
            let (own, left) = rest.split_at_checked(group.len()).context("cut short")?;
            group.iter_mut().zip(own).for_each(|(weight, bits)| *weight = f32::from_bits(*bits));
            rest = left;
        }
        ensure!(rest.is_empty(), "the state is too long");
        Ok(Some(Self { rounds: u64::from(head[0]), weights, means }))
    }

    /// Takes over the new weights, and adds them to the running means with this share.
    pub(crate) fn take_new_weights(&mut self, weights: AllWeights, share: f32) {
        self.weights = weights;
        self.rounds += 1;
        for (means, weights) in self.means.iter_mut().zip(&self.weights) {
            for (means, weights) in means.groups_mut().into_iter().zip(weights.groups()) {
                let both = means.iter_mut().zip(weights);
                both.for_each(|(mean, weight)| *mean += share * (weight - *mean));
            }
        }
    }

    /// Writes the file; if the run is stopped during this, the old file stays.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.rounds as u32).to_le_bytes());
        for weights in &self.weights {
            let units = [weights.hidden, weights.second];
            bytes.extend(units.into_iter().flat_map(|units| (units as u32).to_le_bytes()));
        }
        let both = self.weights.iter().chain(&self.means);
        let all = both.flat_map(Weights::groups).flatten();
        bytes.extend(all.flat_map(|weight| weight.to_le_bytes()));
        let new = path.with_extension("new");
        fs::write(&new, bytes).with_context(|| format!("writing {}", new.display()))?;
        fs::rename(&new, path).with_context(|| format!("renaming to {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::Checkpoint;
    use crate::network_training::fresh;

    #[test]
    fn state_comes_back_and_a_cut_one_is_refused() {
        let path = std::env::temp_dir().join(format!("parlour-state-{}", std::process::id()));
        assert!(Checkpoint::read(&path).unwrap().is_none());
        let weights = [1, 2, 3, 4].map(|seed| fresh([16, 32], seed < 4, seed));
        let means = [5, 6, 7, 8].map(|seed| fresh([16, 32], seed < 8, seed));
        let state = Checkpoint { rounds: 7, weights, means };
        state.write(&path).unwrap();
        let back = Checkpoint::read(&path).unwrap().unwrap();
        assert_eq!((back.rounds, &back.weights, &back.means), (7, &state.weights, &state.means));
        std::fs::write(&path, &std::fs::read(&path).unwrap()[..100]).unwrap();
        assert!(Checkpoint::read(&path).is_err());
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn means_follow_what_is_learnt() {
        let [old, new] = [1, 2].map(|seed| [0, 1, 2, 3].map(|net| fresh([16, 0], net < 3, seed)));
        let mut state = Checkpoint { rounds: 0, weights: old.clone(), means: old.clone() };
        state.take_new_weights(new.clone(), 0.25);
        assert_eq!((state.rounds, &state.weights), (1, &new));
        let expected = 0.75 * old[1].raw[5] + 0.25 * new[1].raw[5];
        assert!((state.means[1].raw[5] - expected).abs() < 1e-6);
        state.take_new_weights(new.clone(), 1.0);
        assert!(state.means[2].raw.iter().zip(&new[2].raw).all(|(a, b)| (a - b).abs() < 1e-6));
    }
}
