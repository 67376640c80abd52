//! Gradient descent by Adam (Kingma and Ba 2015).

/// The decay rates of the two moments, β₁ and β₂: the values that the paper recommends.
const DECAY: [f32; 2] = [0.9, 0.999];

/// The moments of the gradient of some parameters.
pub(crate) struct Adam {
    /// Running means of the gradient and of its square.
    moments: [Vec<f32>; 2],
    steps: i32,
}

impl Adam {
    /// For this many parameters.
    pub(crate) fn new(count: usize) -> Self {
        Self { moments: [vec![0.0; count], vec![0.0; count]], steps: 0 }
    }

    /// One step: moves each parameter against its gradient, by about `rate`.
    pub(crate) fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let [first, second] = &mut self.moments;
        let [bias, bias_of_square] = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        for (at, gradient_at) in gradient.iter().enumerate() {
            first[at] += (1.0 - DECAY[0]) * (gradient_at - first[at]);
            second[at] += (1.0 - DECAY[1]) * (gradient_at * gradient_at - second[at]);
            let size = (second[at] / bias_of_square).sqrt() + 1e-9;
            parameters[at] -= rate * first[at] / bias / size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Adam;

    #[test]
    fn parameters_reach_the_minimum_of_a_quadratic() {
        let mut parameters = [5.0, -3.0];
        let mut adam = Adam::new(2);
        for _ in 0..2_000 {
            let gradient = [2.0 * (parameters[0] - 1.0), 0.2 * (parameters[1] - 2.0)];
            adam.step(&mut parameters, &gradient, 0.02);
        }
        assert!(
            (parameters[0] - 1.0).abs() < 0.01 && (parameters[1] - 2.0).abs() < 0.01,
            "{parameters:?}"
        );
    }
}
