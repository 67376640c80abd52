//! Memory for tables: of zeros, with large pages, cleared fast; and prefetch.

use std::alloc::Layout;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Once;
use std::sync::atomic::AtomicU64;

use super::CacheLine;
use super::memory_limits::{BYTES_LEFT_FOR_REST, can_reserve, left_within_limits};

/// Memory up to this many bytes is cleared by writing zeros, larger memory page by page. Set by
/// hand.
const MOST_BYTES_CLEARED_BY_WRITING: usize = 1 << 23;

/// A type that is valid with all bits zero, and is not dropped.
///
/// # Safety
/// Every value of the type must be valid if all its bits are zero.
#[expect(unsafe_code, reason = "the promise that memory of zeros holds values of the type")]
pub unsafe trait Zeroable: Sized {}

// SAFETY: an integer is valid whatever its bits.
#[expect(unsafe_code, reason = "all bits zero are the integer 0")]
unsafe impl Zeroable for AtomicU64 {}
// SAFETY: an integer is valid whatever its bits.
#[expect(unsafe_code, reason = "all bits zero are the integer 0")]
unsafe impl Zeroable for u64 {}
// SAFETY: an integer is valid whatever its bits.
#[expect(unsafe_code, reason = "all bits zero are the integer 0")]
unsafe impl Zeroable for u128 {}
// SAFETY: the contents are valid if their bits are zero, and nothing else is in it.
#[expect(unsafe_code, reason = "a cache line is valid if its contents are")]
unsafe impl<T: Zeroable> Zeroable for CacheLine<T> {}
// SAFETY: the elements are valid if their bits are zero, and an array is its elements.
#[expect(unsafe_code, reason = "an array is valid if its elements are")]
unsafe impl<T: Zeroable, const N: usize> Zeroable for [T; N] {}

/// Values that are all zero until they are written.
///
/// The system hands out its pages when they are first touched, so that a large table costs only
/// what is used of it: a page for each place that is touched.
///
/// # Examples
/// ```
/// use parlour::base::intrinsics::ZeroedMemory;
/// let mut memory = ZeroedMemory::<u64>::reserve(1_000).unwrap();
/// memory[7] = 1;
/// memory.clear(8);
/// assert!(memory.iter().all(|word| *word == 0));
/// ```
#[derive(Debug)]
pub struct ZeroedMemory<T: Zeroable> {
    /// What was reserved; `None` without values.
    zeros: Option<Zeros>,
    /// Values.
    count: usize,
    kind: PhantomData<T>,
}

impl<T: Zeroable> Default for ZeroedMemory<T> {
    fn default() -> Self {
        Self { zeros: None, count: 0, kind: PhantomData }
    }
}

impl<T: Zeroable> ZeroedMemory<T> {
    /// Memory for this many values; `None` if the system refuses it.
    pub fn reserve(count: usize) -> Option<Self> {
        let layout = Layout::array::<T>(count).ok()?;
        if layout.size() == 0 {
            return Some(Self::default());
        }
        Some(Self { zeros: Some(Zeros::reserve(layout)?), count, kind: PhantomData })
    }

    /// Asks the system for large pages for the first `used` values, or all if there are fewer.
    ///
    /// The system may ignore it. A large table that is read at random has more pages of 4 KiB than
    /// the processor's translation lookaside buffer (TLB) holds. But a large page is taken as a whole
    /// when it is first touched, so this is for the part of a table that a search is expected to fill.
    pub fn prefer_large_pages(&self, used: usize) {
        advise_large_pages(&self[..used.min(self.len())]);
    }

    /// Memory for `count` values, or for half of them as often as there is too little memory.
    ///
    /// Beside it, 640 MiB more could be reserved for everything else. Below `least` values (at least 1)
    /// nothing is reserved. The first time that memory could not be had is logged.
    pub fn reserve_up_to(count: usize, least: usize) -> Self {
        static WARNING: Once = Once::new();
        let mut granted = count;
        loop {
            let memory = Self::reserve_beside_rest(granted);
            if granted < count && (memory.is_some() || granted / 2 < least.max(1)) {
                let [wanted, size] = [count, granted * usize::from(memory.is_some())]
                    .map(|count| count.saturating_mul(size_of::<T>()) >> 20);
                WARNING.call_once(|| {
                    log::warn!("too little memory for a table of {wanted} MiB: it has {size} MiB");
                });
                return memory.unwrap_or_default();
            }
            if let Some(memory) = memory {
                return memory;
            }
            granted /= 2;
        }
    }

    /// Memory for this many values if [`BYTES_LEFT_FOR_REST`] bytes stay free beside it.
    ///
    /// Within known limits nothing is reserved before that is certain: other threads would get
    /// nothing until it is given back.
    fn reserve_beside_rest(count: usize) -> Option<Self> {
        let bytes = count.checked_mul(size_of::<T>())?;
        if left_within_limits().is_some_and(|left| left < bytes.saturating_add(BYTES_LEFT_FOR_REST))
        {
            return None;
        }
        Self::reserve(count).filter(|_| can_reserve(BYTES_LEFT_FOR_REST))
    }

    /// Sets the first `used` values (or all, if there are fewer) to zero.
    ///
    /// The others must be zero.
    ///
    /// Large memory is given back to the system, which hands out zeros when it is touched again;
    /// it remains reserved.
    pub fn clear(&mut self, used: usize) {
        let used = used.min(self.len());
        let values = &mut self[..used];
        if size_of_val(values) <= MOST_BYTES_CLEARED_BY_WRITING || !discard_pages(values) {
            fill_with_zeros(values);
        }
    }
}

impl<T: Zeroable> Deref for ZeroedMemory<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        let Some(zeros) = &self.zeros else { return &[] };
        // SAFETY: from the first byte on there is room for all values, aligned as they must be; they
        // are valid, as zeros or as they were written.
        #[expect(unsafe_code, reason = "the standard library has no aligned memory of zeros")]
        unsafe {
            std::slice::from_raw_parts(zeros.first().cast::<T>(), self.count)
        }
    }
}

impl<T: Zeroable> DerefMut for ZeroedMemory<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        let Some(zeros) = &self.zeros else { return &mut [] };
        // SAFETY: as above; nothing else refers to them.
        #[expect(unsafe_code, reason = "the standard library has no aligned memory of zeros")]
        unsafe {
            std::slice::from_raw_parts_mut(zeros.first().cast::<T>(), self.count)
        }
    }
}

/// Zeros that the system has handed out, in a mapping of their own.
///
/// Not from the allocator: it writes all of the memory that it has used before, or that is to be
/// aligned to a cache line.
#[cfg(all(unix, not(miri)))]
#[derive(Debug)]
struct Zeros {
    /// The start of a page.
    first: std::ptr::NonNull<u8>,
    bytes: usize,
}

// SAFETY: it is memory, which belongs to no thread; who shares it decides how it is written.
#[cfg(all(unix, not(miri)))]
#[expect(unsafe_code, reason = "a pointer is not taken for memory that threads may share")]
unsafe impl Send for Zeros {}
// SAFETY: as above.
#[cfg(all(unix, not(miri)))]
#[expect(unsafe_code, reason = "a pointer is not taken for memory that threads may share")]
unsafe impl Sync for Zeros {}

#[cfg(all(unix, not(miri)))]
impl Zeros {
    /// Memory of this size, not 0, and alignment, a page at most; `None` if the system refuses it.
    fn reserve(layout: Layout) -> Option<Self> {
        use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};

        debug_assert!(layout.align() <= rustix::param::page_size());
        let bytes = layout.size();
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: the system chooses where, so that no other memory is changed.
        #[expect(unsafe_code, reason = "the standard library has no function for it")]
        let first =
            unsafe { mmap_anonymous(std::ptr::null_mut(), bytes, access, MapFlags::PRIVATE) };
        Some(Self { first: std::ptr::NonNull::new(first.ok()?.cast())?, bytes })
    }

    #[inline(always)]
    const fn first(&self) -> *mut u8 {
        self.first.as_ptr()
    }
}

#[cfg(all(unix, not(miri)))]
impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing refers to it any more.
        #[expect(unsafe_code, reason = "the standard library has no function for it")]
        let _ = unsafe { rustix::mm::munmap(self.first().cast(), self.bytes) };
    }
}

/// Zeros from the allocator, with room to align them; atomic, since the values may be.
#[cfg(any(not(unix), miri))]
#[derive(Debug)]
struct Zeros {
    words: Box<[AtomicU64]>,
    /// Words before the first one that is aligned.
    skipped: usize,
}

#[cfg(any(not(unix), miri))]
impl Zeros {
    /// Memory of this size, not 0, and alignment; `None` if the system refuses it.
    fn reserve(layout: Layout) -> Option<Self> {
        // With a larger alignment than that of a word, the allocator would write all of it.
        let word = size_of::<AtomicU64>();
        let length = layout.size().div_ceil(word) + layout.align().div_ceil(word) - 1;
        let whole = Layout::array::<AtomicU64>(length).ok()?;
        // SAFETY: the layout is not empty; memory of zeros holds valid words, and a box of a slice
        // frees it with the layout that it was reserved with.
        #[expect(unsafe_code, reason = "the standard library aborts where memory is refused")]
        #[expect(clippy::cast_ptr_alignment, reason = "the layout is that of such words")]
        let words = unsafe {
            let first = std::alloc::alloc_zeroed(whole).cast::<AtomicU64>();
            if first.is_null() {
                return None;
            }
            Box::from_raw(std::ptr::slice_from_raw_parts_mut(first, length))
        };
        let address = words.as_ptr().addr();
        let skipped = (address.next_multiple_of(layout.align()) - address) / word;
        Some(Self { words, skipped })
    }

    #[inline(always)]
    fn first(&self) -> *mut u8 {
        self.words[self.skipped..].as_ptr().cast_mut().cast()
    }
}

/// Asks the system for large pages (`madvise`) for the start of a mapping.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise_large_pages<T>(memory: &[T]) {
    use rustix::mm::{Advice, madvise};

    let address = memory.as_ptr().cast_mut().cast();
    // SAFETY: it is a mapping of our own, and the advice changes no contents.
    #[expect(unsafe_code, reason = "the standard library has no function for it")]
    let _ = unsafe { madvise(address, size_of_val(memory), Advice::LinuxHugepage) };
}

/// Does nothing: large pages are requested on Linux only.
#[cfg(any(not(target_os = "linux"), miri))]
const fn advise_large_pages<T>(_memory: &[T]) {}

fn fill_with_zeros<T: Zeroable>(values: &mut [T]) {
    // SAFETY: the values are ours alone, are not dropped, and are valid as zeros.
    #[expect(unsafe_code, reason = "one loop for every type")]
    unsafe {
        std::ptr::write_bytes(values.as_mut_ptr(), 0, values.len());
    }
}

/// Gives the pages back to the system, so that they are zeros; false if it refuses.
#[cfg(all(target_os = "linux", not(miri)))]
fn discard_pages<T: Zeroable>(values: &mut [T]) -> bool {
    use rustix::mm::{Advice, madvise};

    let bytes = size_of_val(values);
    let address = values.as_mut_ptr().cast::<u8>();
    let whole = bytes - bytes % rustix::param::page_size();
    // SAFETY: the bytes are ours alone and begin a private mapping, whose whole pages read as zeros
    // after the call; zeros are valid values. The rest is written.
    #[expect(unsafe_code, reason = "the standard library has no function for it")]
    unsafe {
        if madvise(address.cast(), whole, Advice::LinuxDontNeed).is_err() {
            return false;
        }
        std::ptr::write_bytes(address.add(whole), 0, bytes - whole);
    }
    true
}

/// Pages are discarded on Linux only.
#[cfg(any(not(target_os = "linux"), miri))]
const fn discard_pages<T: Zeroable>(_values: &mut [T]) -> bool {
    false
}

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

#[cfg(test)]
mod tests {
    use super::{CacheLine, MOST_BYTES_CLEARED_BY_WRITING, Zeroable, ZeroedMemory};
    use crate::base::intrinsics::memory_limits::{can_reserve, largest_table_mebibytes};

    /// More than is cleared by writing; Miri, which is slow, clears all by writing.
    const LARGE: usize = if cfg!(miri) { 5_001 } else { MOST_BYTES_CLEARED_BY_WRITING / 8 + 5_001 };

    #[test]
    fn memory_is_zero_at_first_and_after_it_was_cleared() {
        fn check<T: Zeroable + Copy>(full: T, is_zero: fn(&T) -> bool) {
            for count in [1, 1_000, LARGE] {
                let mut memory = ZeroedMemory::<T>::reserve(count).unwrap();
                assert_eq!((memory.len(), memory.iter().all(is_zero)), (count, true));
                for used in [count, count - count / 3, 0] {
                    memory[..used].fill(full);
                    memory.clear(used);
                    assert!(memory.iter().all(is_zero), "{count} {used}");
                }
            }
        }
        check(u64::MAX, |word| *word == 0);
        check(CacheLine([u64::MAX; 2]), |line| line.0 == [0; 2]);
    }

    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn pages_are_taken_from_the_system_when_they_are_touched() {
        let resident_bytes = || {
            let counts = std::fs::read_to_string("/proc/self/statm").unwrap();
            let pages: usize = counts.split(' ').nth(1).unwrap().parse().unwrap();
            pages * rustix::param::page_size()
        };
        let taken = |lines: usize| {
            let before = resident_bytes();
            let mut memory = ZeroedMemory::<CacheLine<[u64; 8]>>::reserve(lines).unwrap();
            memory[0].0[0] = 1;
            assert_eq!((memory.as_ptr().addr() % 64, memory.len()), (0, lines));
            resident_bytes().saturating_sub(before)
        };
        for lines in [1 << 18, 1 << 22] {
            // As much is given back and reserved again; other tests may take memory meanwhile.
            let least = (0..8).map(|_| taken(lines)).skip(2).min().unwrap();
            assert!(least < lines * 64 / 2, "{least} bytes of {lines} lines");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri would really take what the system seems to have")]
    fn what_no_system_has_is_refused_or_halved() {
        assert!(ZeroedMemory::<[u64; 4]>::reserve(usize::MAX / 8).is_none());
        let memory = ZeroedMemory::<u64>::reserve_up_to(usize::MAX / 8, 1);
        assert!(!memory.is_empty() && memory.len() < usize::MAX / 8);
        assert!(ZeroedMemory::<u64>::reserve_up_to(usize::MAX / 8, usize::MAX / 8).is_empty());
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends where memory is refused")]
    fn a_little_can_be_reserved_and_more_than_there_are_addresses_cannot() {
        assert!(can_reserve(1 << 16));
        assert!(!can_reserve(usize::MAX / 2));
    }

    #[test]
    fn the_largest_table_is_some_memory() {
        assert!(largest_table_mebibytes().is_none_or(|size| (1..1 << 30).contains(&size)));
    }
}
