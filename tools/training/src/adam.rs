//! The optimizer Adam (Kingma and Ba 2015), with the constants of the paper.

/// The running means of one group of weights.
pub struct Adam {
    /// By weight: the running mean of its gradient.
    mean: Vec<f32>,
    /// By weight: the running mean of the square of its gradient.
    square: Vec<f32>,
    /// Steps made so far.
    steps: i32,
}

/// Decay of the running mean of the gradient. The value of Kingma and Ba (2015), like the two
/// below.
const BETA_1: f32 = 0.9;
/// Decay of the running mean of the squared gradient.
const BETA_2: f32 = 0.999;
/// Keeps the divisor above 0.
const EPSILON: f32 = 1e-8;

impl Adam {
    /// For a group of `count` weights.
    pub fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }

    /// The state as whole numbers, from which [`Self::from_words`] makes the same one.
    pub fn words(&self) -> impl Iterator<Item = u32> + '_ {
        let means = self.mean.iter().chain(&self.square);
        [self.steps.cast_unsigned()].into_iter().chain(means.map(|mean| mean.to_bits()))
    }

    /// The state of a group of `count` weights; `None` if there are too few numbers.
    pub fn from_words(words: &mut impl Iterator<Item = u32>, count: usize) -> Option<Self> {
        let steps = words.next()?.cast_signed();
        let mut numbers = || -> Option<Vec<f32>> {
            let numbers: Vec<f32> = words.by_ref().take(count).map(f32::from_bits).collect();
            (numbers.len() == count).then_some(numbers)
        };
        Some(Self { mean: numbers()?, square: numbers()?, steps })
    }

    /// One step down this gradient.
    #[inline(always)]
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let mean_share = 1.0 - BETA_1.powi(self.steps);
        let square_share = 1.0 - BETA_2.powi(self.steps);
        let rate = rate * square_share.sqrt() / mean_share;
        let state = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(state) {
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * slope;
            *square = BETA_2 * *square + (1.0 - BETA_2) * slope * slope;
            *weight -= rate * *mean / (square.sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Adam;

    #[test]
    fn goes_down_a_bowl() {
        let mut weights = [3.0, -2.0];
        let mut adam = Adam::new(2);
        for _ in 0..2_000 {
            let gradient = weights.map(|w: f32| 2.0 * (w - 1.0));
            adam.step(&mut weights, &gradient, 0.01);
        }
        assert!(weights.iter().all(|w| (w - 1.0).abs() < 0.01), "{weights:?}");
    }

    #[test]
    fn state_from_its_words_goes_on_in_the_same_way() {
        let (mut weights, mut adam) = ([3.0, -2.0], Adam::new(2));
        adam.step(&mut weights, &[0.5, -0.25], 0.01);
        let mut again = Adam::from_words(&mut adam.words(), 2).unwrap();
        let mut copy = weights;
        adam.step(&mut weights, &[0.125, 4.0], 0.01);
        again.step(&mut copy, &[0.125, 4.0], 0.01);
        assert_eq!(weights.map(f32::to_bits), copy.map(f32::to_bits));
        assert!(Adam::from_words(&mut adam.words().skip(1), 2).is_none());
    }
}
