//! The seed of a session for which none is set: the one place where chance comes from outside.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use crate::base::intrinsics::web_host::random_bits;

/// The bits of a drawn seed: few enough for a person to copy and for every format of numbers.
const BITS: u32 = 53;

/// Draws a seed from the system's random numbers, from 1 to 2⁵³ − 1.
pub(super) fn draw() -> i64 {
    (random_bits() >> (u64::BITS - BITS)).max(1).cast_signed()
}

/// 64 random bits.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn random_bits() -> u64 {
    use std::collections::hash_map::RandomState;
    use std::hash::{BuildHasher, Hasher};

    // The keys of a new hasher are random; what it is used for here is nothing else.
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    #[test]
    fn seeds_differ_and_are_in_range() {
        let mut seeds: Vec<i64> = (0..100).map(|_| super::draw()).collect();
        assert!(seeds.iter().all(|seed| (1..1 << 53).contains(seed)));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 100);
    }
}
