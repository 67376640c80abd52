//! SIMD: any work compiled for wide registers, where the processor has them; and one layer of a
//! quantized network, products of 16-bit weights and inputs, summed in 32 bits.

/// Runs `work` compiled for wide registers, and for counting bits, where the processor can.
///
/// This pays off for long loops over numbers. Rust neither reorders nor fuses their arithmetic,
/// so the results have the same bits with and without it. Only functions that are inlined into
/// `work` are compiled this way: mark them `#[inline(always)]`.
#[inline]
pub fn with_wide_registers<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn wide<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        #[target_feature(
            enable = "avx512f,avx512cd,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
        )]
        fn widest<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        let is_wide = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let is_widest = is_wide
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq");
        if is_widest {
            // SAFETY: the processor has just said that it knows these instructions.
            #[expect(
                unsafe_code,
                reason = "a third faster again; wider instructions need #[target_feature], whose call is unsafe"
            )]
            return unsafe { widest(work) };
        }
        if is_wide {
            // SAFETY: the processor has just said that it knows these instructions.
            #[expect(
                unsafe_code,
                reason = "twice as fast; wider instructions need #[target_feature], whose call is unsafe"
            )]
            return unsafe { wide(work) };
        }
    }
    work()
}

/// A value on a cache line of its own.
///
/// One load then never touches two lines.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct CacheLine<T>(pub T);

/// The sums of a layer's units, in blocks of sixteen units.
pub type LayerSums<const BLOCKS: usize> = [[i32; 16]; BLOCKS];

/// The weights of two inputs for the units of [`LayerSums`], in blocks of sixteen units.
///
/// For each unit, the weight of the first input is followed by the weight of the second.
pub type PairWeights<const BLOCKS: usize> = [CacheLine<[i16; 32]>; BLOCKS];

/// Writes the sums of weights times inputs for each unit, over all rows.
///
/// Each row has two weights for each unit, for two inputs. The inputs are a batch of `N` sets, for
/// which each weight is read once.
///
/// Sums wrap around where 32 bits do not hold them, the same on every processor. Rows beyond the
/// shortest set of inputs, and inputs beyond the rows, are left out.
#[inline]
pub fn sum_pair_products<const BLOCKS: usize, const N: usize>(
    sums: &mut [LayerSums<BLOCKS>; N],
    rows: &[PairWeights<BLOCKS>],
    inputs: [&[[i16; 2]]; N],
) {
    let count = inputs.iter().fold(rows.len(), |count, inputs| count.min(inputs.len()));
    let (rows, inputs) = (&rows[..count], inputs.map(|inputs| &inputs[..count]));
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vnni") {
            // SAFETY: the processor has just said that it knows these instructions.
            #[expect(
                unsafe_code,
                reason = "faster again; wider instructions need #[target_feature], whose call is unsafe"
            )]
            return unsafe { widest::sum(sums, rows, inputs) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just said that it knows these instructions.
            #[expect(
                unsafe_code,
                reason = "seven times as fast; wider instructions need #[target_feature], whose call is unsafe"
            )]
            return unsafe { wide::sum(sums, rows, inputs) };
        }
    }
    for (sums, inputs) in sums.iter_mut().zip(inputs) {
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        by_fours::sum(sums, rows, inputs);
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        sum_one_by_one(sums, rows, inputs);
    }
}

/// The two inputs of a pair in one number, the first in its low half, as the products need them.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn packed([first, second]: [i16; 2]) -> i32 {
    i32::from(first.cast_unsigned()) | i32::from(second) << 16
}

#[cfg(any(test, not(all(target_arch = "wasm32", target_feature = "simd128"))))]
fn sum_one_by_one<const BLOCKS: usize>(
    sums: &mut LayerSums<BLOCKS>,
    rows: &[PairWeights<BLOCKS>],
    inputs: &[[i16; 2]],
) {
    sums.as_flattened_mut().fill(0);
    for (row, inputs) in rows.iter().zip(inputs) {
        let [first, second] = inputs.map(i32::from);
        for (block, weights) in sums.iter_mut().zip(row) {
            for (sum, [a, b]) in block.iter_mut().zip(weights.0.as_chunks().0) {
                let products = (i32::from(*a) * first).wrapping_add(i32::from(*b) * second);
                *sum = sum.wrapping_add(products);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod widest {
    use std::arch::x86_64::{
        __m512i, _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_loadu_si512, _mm512_set1_epi32,
        _mm512_setzero_si512, _mm512_storeu_si512,
    };

    use crate::base::intrinsics::wide_registers_and_layer_products::{
        LayerSums, PairWeights, packed,
    };

    /// Rows that are summed apart at most, so that a sum need not wait for the one before it. Set by
    /// hand.
    const MOST_SEPARATE_SUMS: usize = 4;
    /// Registers for sums; the others are for weights. Set by hand.
    const SUM_REGISTERS: usize = 16;

    /// Sixteen sums a register.
    #[target_feature(enable = "avx512f,avx512vnni")]
    pub(super) fn sum<const BLOCKS: usize, const N: usize>(
        sums: &mut [LayerSums<BLOCKS>; N],
        rows: &[PairWeights<BLOCKS>],
        inputs: [&[[i16; 2]]; N],
    ) {
        let separate = (SUM_REGISTERS / (BLOCKS * N)).clamp(1, MOST_SEPARATE_SUMS);
        // Those beyond `separate` stay zero.
        let mut parts = [[[_mm512_setzero_si512(); BLOCKS]; N]; MOST_SEPARATE_SUMS];
        let (rows_apart, rows_left) = rows.as_chunks::<MOST_SEPARATE_SUMS>();
        for (chunk, rows) in rows_apart.iter().enumerate() {
            for i in 0..MOST_SEPARATE_SUMS {
                let pairs = inputs.map(|inputs| inputs[chunk * MOST_SEPARATE_SUMS + i]);
                add_row(&mut parts[i % separate], &rows[i], pairs);
            }
        }
        for (i, row) in rows_left.iter().enumerate() {
            let pairs = inputs.map(|inputs| inputs[rows_apart.len() * MOST_SEPARATE_SUMS + i]);
            add_row(&mut parts[0], row, pairs);
        }
        for (n, sums) in sums.iter_mut().enumerate() {
            for (block, sums) in sums.iter_mut().enumerate() {
                let [a, b, c, d] = std::array::from_fn(|i| parts[i][n][block]);
                store(sums, _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d)));
            }
        }
    }

    #[target_feature(enable = "avx512f,avx512vnni")]
    fn add_row<const BLOCKS: usize, const N: usize>(
        parts: &mut [[__m512i; BLOCKS]; N],
        row: &PairWeights<BLOCKS>,
        inputs: [[i16; 2]; N],
    ) {
        let weights: [__m512i; BLOCKS] = std::array::from_fn(|block| load(&row[block].0));
        for (parts, inputs) in parts.iter_mut().zip(inputs) {
            let pair = _mm512_set1_epi32(packed(inputs));
            for (part, weights) in parts.iter_mut().zip(weights) {
                *part = _mm512_dpwssd_epi32(*part, weights, pair);
            }
        }
    }

    #[target_feature(enable = "avx512f")]
    fn load<T>(numbers: &T) -> __m512i {
        const { assert!(size_of::<T>() == 64) };
        // SAFETY: 64 bytes are read, which are there, and any bits will do.
        #[expect(unsafe_code, reason = "the standard library has no safe name for it")]
        unsafe {
            _mm512_loadu_si512(std::ptr::from_ref(numbers).cast())
        }
    }

    #[target_feature(enable = "avx512f")]
    fn store(sums: &mut [i32; 16], part: __m512i) {
        // SAFETY: 64 bytes are written, which are the caller's, and any bits are whole numbers.
        #[expect(unsafe_code, reason = "the standard library has no safe name for it")]
        unsafe {
            _mm512_storeu_si512(std::ptr::from_mut(sums).cast(), part);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_setzero_si256, _mm256_storeu_si256,
    };

    use crate::base::intrinsics::wide_registers_and_layer_products::{
        LayerSums, PairWeights, packed,
    };

    /// Eight sums a register; there are too few registers for a batch.
    #[target_feature(enable = "avx2")]
    pub(super) fn sum<const BLOCKS: usize, const N: usize>(
        sums: &mut [LayerSums<BLOCKS>; N],
        rows: &[PairWeights<BLOCKS>],
        inputs: [&[[i16; 2]]; N],
    ) {
        for (sums, inputs) in sums.iter_mut().zip(inputs) {
            sum_one(sums, rows, inputs);
        }
    }

    #[target_feature(enable = "avx2")]
    fn sum_one<const BLOCKS: usize>(
        sums: &mut LayerSums<BLOCKS>,
        rows: &[PairWeights<BLOCKS>],
        inputs: &[[i16; 2]],
    ) {
        let mut parts = [[_mm256_setzero_si256(); 2]; BLOCKS];
        for (row, inputs) in rows.iter().zip(inputs) {
            let pair = _mm256_set1_epi32(packed(*inputs));
            for (parts, weights) in parts.iter_mut().zip(row) {
                for (part, weights) in parts.iter_mut().zip(weights.0.as_chunks::<16>().0) {
                    *part = _mm256_add_epi32(*part, _mm256_madd_epi16(load(weights), pair));
                }
            }
        }
        for (sums, parts) in sums.iter_mut().zip(parts) {
            let eights = sums.as_chunks_mut::<8>().0;
            eights.iter_mut().zip(parts).for_each(|(sums, part)| store(sums, part));
        }
    }

    #[target_feature(enable = "avx2")]
    fn load<T>(numbers: &T) -> __m256i {
        const { assert!(size_of::<T>() == 32) };
        // SAFETY: 32 bytes are read, which are there, and any bits will do.
        #[expect(unsafe_code, reason = "the standard library has no safe name for it")]
        unsafe {
            _mm256_loadu_si256(std::ptr::from_ref(numbers).cast())
        }
    }

    #[target_feature(enable = "avx2")]
    fn store(sums: &mut [i32; 8], part: __m256i) {
        // SAFETY: 32 bytes are written, which are the caller's, and any bits are whole numbers.
        #[expect(unsafe_code, reason = "the standard library has no safe name for it")]
        unsafe {
            _mm256_storeu_si256(std::ptr::from_mut(sums).cast(), part);
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod by_fours {
    use std::arch::wasm32::{i16x8, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat};

    use crate::base::intrinsics::wide_registers_and_layer_products::{
        LayerSums, PairWeights, packed,
    };

    /// Four sums a register, one block after the other: more would not fit into the registers.
    pub(super) fn sum<const BLOCKS: usize>(
        sums: &mut LayerSums<BLOCKS>,
        rows: &[PairWeights<BLOCKS>],
        inputs: &[[i16; 2]],
    ) {
        for (block, sums) in sums.iter_mut().enumerate() {
            let (sums, _) = sums.as_chunks_mut::<4>();
            let mut parts = [i32x4_splat(0); 4];
            for (row, inputs) in rows.iter().zip(inputs) {
                let pair = i32x4_splat(packed(*inputs));
                for (part, weights) in parts.iter_mut().zip(row[block].0.as_chunks::<8>().0) {
                    let [a, b, c, d, e, f, g, h] = *weights;
                    let weights = i16x8(a, b, c, d, e, f, g, h);
                    *part = i32x4_add(*part, i32x4_dot_i16x8(weights, pair));
                }
            }
            for (sums, part) in sums.iter_mut().zip(parts) {
                *sums = [
                    i32x4_extract_lane::<0>(part),
                    i32x4_extract_lane::<1>(part),
                    i32x4_extract_lane::<2>(part),
                    i32x4_extract_lane::<3>(part),
                ];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CacheLine, PairWeights, sum_one_by_one, sum_pair_products};
    use crate::base::SplitMix64;

    /// A batch of `N` in registers, against one number after the other; the last set of inputs is the
    /// shortest one.
    fn compare<const N: usize>(count: usize, random: &mut SplitMix64) {
        let mut number = || random.next() as i16;
        let rows: Vec<PairWeights<4>> = (0..count + 3)
            .map(|_| std::array::from_fn(|_| CacheLine(std::array::from_fn(|_| number()))))
            .collect();
        let inputs: [Vec<[i16; 2]>; N] =
            std::array::from_fn(|n| (n + 1..count + N).map(|_| [number(), number()]).collect());
        let inputs = inputs.each_ref().map(Vec::as_slice);
        // Written over.
        let (mut found, mut expected) = ([[[1; 16]; 4]; N], [[[2; 16]; 4]; N]);
        sum_pair_products(&mut found, &rows, inputs);
        for (expected, inputs) in expected.iter_mut().zip(inputs) {
            sum_one_by_one(expected, &rows[..count], &inputs[..count]);
        }
        assert_eq!(found, expected);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            found = [[[3; 16]; 4]; N];
            // SAFETY: the processor has just said that it knows these instructions.
            #[expect(unsafe_code, reason = "a processor with wider registers leaves it out")]
            unsafe {
                let inputs = inputs.map(|inputs| &inputs[..count]);
                super::wide::sum(&mut found, &rows, inputs);
            }
            assert_eq!(found, expected);
        }
        // Unit 37 of the last one, summed by hand.
        let sum = rows.iter().zip(inputs[N - 1]).fold(0_i32, |sum, (row, inputs)| {
            let pair = [row[2].0[10], row[2].0[11]];
            (0..2).fold(sum, |sum, i| sum.wrapping_add(i32::from(pair[i]) * i32::from(inputs[i])))
        });
        assert_eq!(found[N - 1][2][5], sum);
    }

    #[test]
    fn registers_give_what_one_number_after_the_other_gives() {
        let mut random = SplitMix64::new(3);
        for count in [0, 1, 5, 32] {
            compare::<1>(count, &mut random);
            compare::<2>(count, &mut random);
            compare::<4>(count, &mut random);
            compare::<8>(count, &mut random);
        }
    }
}
