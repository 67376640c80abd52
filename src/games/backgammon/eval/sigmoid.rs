//! The logistic function and rounding, with the same bits on every machine.

/// 1.5 · 2²³: added to a small number it leaves the nearest whole one in the low bits.
pub(super) const ROUND: f32 = 12_582_912.0;

/// The logistic function, 1 / (1 + e^−x), within 3·10⁻⁷ of it, the same bits on every machine.
///
/// e^−x is 2^n times 2^f: n goes into the exponent, 2^f is the Taylor polynomial of degree 6,
/// f from −1/2 to 1/2.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    let exponent = x.clamp(-60.0, 60.0) * -std::f32::consts::LOG2_E;
    let whole = exponent + ROUND;
    let f = exponent - (whole - ROUND);
    let power = whole.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23;
    let mut taylor = 0.000_154_035_3 * f + 0.001_333_355_8;
    taylor = taylor * f + 0.009_618_129;
    taylor = taylor * f + 0.055_504_11;
    taylor = taylor * f + 0.240_226_5;
    taylor = taylor * f + std::f32::consts::LN_2;
    taylor = taylor * f + 1.0;
    1.0 / (1.0 + taylor * f32::from_bits(power))
}

/// The nearest whole number of one within ±2²², halves to the even one, on any processor alike.
#[inline(always)]
pub(super) const fn rounded(x: f32) -> i32 {
    (x + ROUND).to_bits().wrapping_sub(ROUND.to_bits()).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::{rounded, sigmoid};

    #[test]
    fn sigmoid_is_the_logistic_function() {
        for step in -4_000..4_000 {
            let x = step as f32 * 0.01;
            let expected = 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!((f64::from(sigmoid(x)) - expected).abs() < 3e-7, "{x}");
        }
        assert!(sigmoid(f32::INFINITY) > 0.999_999 && sigmoid(f32::NEG_INFINITY) < 1e-6);
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        assert!((-9..9).all(|n| rounded(n as f32 + 0.4) == n && rounded(n as f32 - 0.4) == n));
    }
}
