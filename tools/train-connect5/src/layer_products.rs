//! Sums and products of the rows of a layer, forward and backward.

use parlour::games::connect5::threat_map::pattern_network::HIDDEN;

/// Adds to the gradient of the weights of a layer in the output; returns the slopes of its units before
/// they are limited. `slope` is that of the loss by the output, and `units` are the outputs of the layer.
#[inline(always)]
pub(crate) fn add_layer(
    gradient: &mut [f32; HIDDEN],
    units: &[f32; HIDDEN],
    weights: &[f32; HIDDEN],
    slope: f32,
) -> [f32; HIDDEN] {
    let mut slopes = [0.0; HIDDEN];
    for at in 0..HIDDEN {
        gradient[at] += slope * units[at];
        slopes[at] = if units[at] > 0.0 { slope * weights[at] } else { 0.0 };
    }
    slopes
}

/// Adds a row, multiplied by a factor, to sums.
#[inline(always)]
pub(crate) fn add_scaled<const N: usize>(sums: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += factor * number;
    }
}

/// The product of two rows, in eight sums that need not wait for one another.
#[inline(always)]
pub(crate) fn product(a: &[f32; HIDDEN], b: &[f32; HIDDEN]) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for at in 0..8 {
            sums[at] += a[at] * b[at];
        }
    }
    sums.iter().sum()
}
