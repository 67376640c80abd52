//! Any work compiled for wide registers, where the processor has them.

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
