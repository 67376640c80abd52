//! How much memory the system still grants.

/// Bytes that a table leaves for everything else: the program ends where a small allocation is
/// refused. Set by hand.
pub(super) const BYTES_LEFT_FOR_REST: usize = 640 << 20;

/// Whether the system would reserve this many bytes more.
///
/// Under a limit of memory it only counts: to try would leave nothing to other threads for a
/// moment.
pub fn can_reserve(bytes: usize) -> bool {
    // Memory of WebAssembly grows and never shrinks.
    if cfg!(target_family = "wasm") {
        return true;
    }
    if let Some(left) = left_within_limits() {
        return bytes <= left;
    }
    let mut probe: Vec<u8> = Vec::new();
    // Hidden from the optimizer, which may otherwise take every allocation for granted.
    std::hint::black_box(&mut probe).try_reserve_exact(bytes).is_ok()
}

/// Whether a limit of memory is set for the process.
pub fn has_memory_limit() -> bool {
    left_within_limits().is_some()
}

/// Bytes that the process may still reserve within its limits (`RLIMIT_AS` and `RLIMIT_DATA`);
/// `None` if it has no limit.
#[cfg(all(target_os = "linux", not(miri)))]
pub(super) fn left_within_limits() -> Option<usize> {
    use rustix::process::{Resource, getrlimit};

    /// Which field of `/proc/self/statm` counts the pages of each limit.
    const FIELDS: [(Resource, usize); 2] = [(Resource::As, 0), (Resource::Data, 5)];
    let limits = FIELDS.map(|(resource, field)| Some((getrlimit(resource).current?, field)));
    if limits == [None; 2] {
        return None;
    }
    let used = std::fs::read_to_string("/proc/self/statm").ok()?;
    let left_of = |(limit, field): (u64, usize)| {
        let pages: u64 = used.split(' ').nth(field)?.parse().ok()?;
        Some(limit.saturating_sub(pages * rustix::param::page_size() as u64))
    };
    let left = limits.into_iter().flatten().filter_map(left_of).min()?;
    Some(usize::try_from(left).unwrap_or(usize::MAX))
}

/// Limits are known on Linux only, and not to Miri.
#[cfg(any(not(target_os = "linux"), miri))]
pub(super) const fn left_within_limits() -> Option<usize> {
    None
}

/// Bytes of memory that this machine has; `None` where that is not known.
#[cfg(all(target_os = "linux", not(miri)))]
fn memory_of_machine() -> Option<usize> {
    let info = rustix::system::sysinfo();
    usize::try_from(info.totalram).ok()?.checked_mul(info.mem_unit as usize)
}

/// Bytes that tables may have in WebAssembly, a quarter of its addresses. Set by hand.
#[cfg(any(not(target_os = "linux"), miri))]
const WEB_ASSEMBLY_MEMORY: usize = 1 << 30;

/// On other systems the memory is not known, but WebAssembly has addresses for 4 GiB alone.
#[cfg(any(not(target_os = "linux"), miri))]
const fn memory_of_machine() -> Option<usize> {
    if cfg!(target_family = "wasm") { Some(WEB_ASSEMBLY_MEMORY) } else { None }
}

/// The largest table in MiB that this process could have, at least 1.
///
/// `None` where that is not known.
///
/// Never more than the machine's memory, nor than the process's limits allow beside
/// 640 MiB for everything else.
pub fn largest_table_mebibytes() -> Option<usize> {
    let within_limits = left_within_limits().map(|left| left.saturating_sub(BYTES_LEFT_FOR_REST));
    let largest = [memory_of_machine(), within_limits].into_iter().flatten().min()?;
    Some((largest >> 20).max(1))
}
