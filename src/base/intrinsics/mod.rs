//! Memory for tables with large pages and prefetch, SIMD, and the clock of a browser: the only
//! module with `unsafe`, for measured speed-ups and for what the standard library does not have
//! there.

mod limited_sums;
mod memory;
mod simd;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod web_host;

pub use limited_sums::{Row32, RowChange, change_limited_sums};
pub use memory::{Zeroable, ZeroedMemory, can_reserve, largest_table_mebibytes, prefetch};
pub use simd::{CacheLine, Pairs, Sums, add_pair_products, with_wide_registers};
