//! Prefetch, SIMD and large pages, and the clock of a browser: the only module with `unsafe`, for
//! measured speed-ups and for what the standard library does not have there.

mod products;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod web_host;
mod zeroed_memory;

pub use products::{CacheLine, Pairs, Sums, add_pair_products};
pub use zeroed_memory::{Zeroable, ZeroedMemory};

/// Asks the processor to bring the start of this memory into the cache; only a hint.
#[inline(always)]
pub fn prefetch<T>(memory: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads nothing and faults at no address; this one is valid besides.
        #[expect(unsafe_code, reason = "a table of many MiB is slow without it")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(memory).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = memory;
}

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
                reason = "a third faster again, and a function must say so to have it"
            )]
            return unsafe { widest(work) };
        }
        if is_wide {
            // SAFETY: the processor has just said that it knows these instructions.
            #[expect(
                unsafe_code,
                reason = "twice as fast, and a function must say so to have it"
            )]
            return unsafe { wide(work) };
        }
    }
    work()
}
