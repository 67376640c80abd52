//! Prefetch, SIMD and large pages: the only module with `unsafe`, for measured speed-ups.

mod products;
mod zeroed_memory;

use std::sync::atomic::AtomicU64;

pub use products::{Pairs, Sums, add_pair_products};
pub use zeroed_memory::{LEAST_LEFT, Zeroable, ZeroedMemory, can_reserve};

/// Asks the system for large pages (`madvise`), a request that it may ignore.
///
/// A large table that is read at random has more pages of 4 KiB than the processor's translation
/// lookaside buffer (TLB) holds.
#[cfg(target_os = "linux")]
fn prefer_large_pages<T>(memory: &[T]) {
    use std::ffi::{c_int, c_void};
    #[expect(unsafe_code, reason = "the standard library has no function for it")]
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const HUGE_PAGE: c_int = 14;
    const PAGE: usize = 4_096;
    let address = memory.as_ptr().cast_mut().cast::<u8>();
    let skipped = address.align_offset(PAGE);
    let length = size_of_val(memory).saturating_sub(skipped) / PAGE * PAGE;
    // SAFETY: these are whole pages of memory that is ours, and the advice changes no contents.
    #[expect(unsafe_code, reason = "the standard library has no function for it")]
    let _ = unsafe { madvise(address.wrapping_add(skipped).cast(), length, HUGE_PAGE) };
}

/// Does nothing: large pages are requested on Linux only.
#[cfg(not(target_os = "linux"))]
const fn prefer_large_pages<T>(_memory: &[T]) {}

/// Asks the processor to bring the memory at this word into the cache; only a hint.
#[inline(always)]
pub fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads nothing and faults at no address; this one is valid besides.
        #[expect(unsafe_code, reason = "a table of many MiB is slow without it")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
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
