//! Steps down a slope: Adam (Kingma and Ba 2015).

/// The memories of the gradient and of its square.
const MEMORY: [f32; 2] = [0.9, 0.999];

/// What is remembered of the gradients of some numbers.
pub(crate) struct Adam {
    moments: [Vec<f32>; 2],
    steps: i32,
}

impl Adam {
    /// For so many numbers.
    pub(crate) fn new(count: usize) -> Self {
        Self { moments: [vec![0.0; count], vec![0.0; count]], steps: 0 }
    }

    /// Moves each number down its slope, by `rate` or so.
    pub(crate) fn descend(&mut self, numbers: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let [first, second] = &mut self.moments;
        let [bias, bias_of_square] = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        for (at, slope) in gradient.iter().enumerate() {
            first[at] += (1.0 - MEMORY[0]) * (slope - first[at]);
            second[at] += (1.0 - MEMORY[1]) * (slope * slope - second[at]);
            let size = (second[at] / bias_of_square).sqrt() + 1e-9;
            numbers[at] -= rate * first[at] / bias / size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Adam;

    #[test]
    fn numbers_come_to_the_bottom_of_a_bowl() {
        let mut numbers = [5.0, -3.0];
        let mut adam = Adam::new(2);
        for _ in 0..2_000 {
            let gradient = [2.0 * (numbers[0] - 1.0), 0.2 * (numbers[1] - 2.0)];
            adam.descend(&mut numbers, &gradient, 0.02);
        }
        assert!((numbers[0] - 1.0).abs() < 0.01 && (numbers[1] - 2.0).abs() < 0.01, "{numbers:?}");
    }
}
