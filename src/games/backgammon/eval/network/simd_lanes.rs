//! Arithmetic over sixteen numbers side by side (SIMD lanes), in an order that is always the same.
//!
//! Every function works lane by lane, or sums lanes in a fixed tree; products are rounded before
//! they are added. So wider registers change the speed and nothing else.

use super::super::sigmoid::{ROUND, rounded, sigmoid};

/// Numbers side by side: hidden units come in multiples of this.
pub(super) const LANES: usize = 16;

/// Steps of 1.0 in which the output of a unit is counted as the input of the next layer.
pub(super) const UNIT_STEPS: f32 = 4_096.0;
/// Sixteen numbers.
pub(super) type Lanes = [f32; LANES];

/// Adds lane by lane.
#[inline(always)]
pub(super) fn add(sum: &mut Lanes, terms: &Lanes) {
    for i in 0..LANES {
        sum[i] += terms[i];
    }
}

/// Adds the products lane by lane.
#[inline(always)]
pub(super) fn add_products(sum: &mut Lanes, a: &Lanes, b: &Lanes) {
    for i in 0..LANES {
        sum[i] += a[i] * b[i];
    }
}

/// All lanes together: halves are folded until one is left.
#[inline(always)]
pub(super) fn total(mut lanes: Lanes) -> f32 {
    let mut width = LANES / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] += lanes[i + width];
        }
        width /= 2;
    }
    lanes[0]
}

/// The logistic function of each lane.
#[inline(always)]
pub(super) fn sigmoid_lanes(x: &Lanes) -> Lanes {
    let mut out = [0.0; LANES];
    for i in 0..LANES {
        out[i] = sigmoid(x[i]);
    }
    out
}

/// The logistic function of each lane in steps of 1 / 4,096, within one of them.
///
/// As [`sigmoid`], but with a polynomial of degree 3, fitted to 2^f within 8·10⁻⁵ of it.
#[inline(always)]
pub(super) fn sigmoid_steps(x: &Lanes, steps: &mut [i16]) {
    for (x, steps) in x.iter().zip(steps) {
        let exponent = x.clamp(-30.0, 30.0) * -std::f32::consts::LOG2_E;
        let whole = exponent + ROUND;
        let f = exponent - (whole - ROUND);
        let power = whole.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23;
        let cubic = ((0.055_088_68 * f + 0.242_604_05) * f + 0.693_276_2) * f + 0.999_928_94;
        *steps = rounded(UNIT_STEPS / (1.0 + cubic * f32::from_bits(power))) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::{LANES, UNIT_STEPS, sigmoid, sigmoid_lanes, sigmoid_steps, total};

    #[test]
    fn steps_are_those_of_the_logistic_function() {
        for step in -4_000..4_000 {
            let x = step as f32 * 0.01;
            let mut steps = [0];
            sigmoid_steps(&[x; LANES], &mut steps);
            let expected = UNIT_STEPS / (1.0 + (-x).exp());
            assert!((f32::from(steps[0]) - expected).abs() < 1.0, "{x}");
        }
    }

    #[test]
    fn lanes_give_the_same_bits_as_one_number_alone() {
        let x: [f32; LANES] = std::array::from_fn(|i| (i as f32 - 7.3) * 1.7);
        assert_eq!(sigmoid_lanes(&x).map(f32::to_bits), x.map(|x| sigmoid(x).to_bits()));
        assert!((total(x) - x.iter().sum::<f32>()).abs() < 1e-4);
    }
}
