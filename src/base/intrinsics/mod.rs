//! Memory for tables with large pages and prefetch, SIMD, and the clock of a browser: the only
//! module with `unsafe`, for measured speed-ups and for what the standard library does not have
//! there.

mod clipped_row_sums;
mod memory_limits;
mod table_memory;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod web_clock_and_random;
mod wide_registers_and_layer_products;

pub use clipped_row_sums::{Row32, RowChange, change_clipped_row_sums};
pub use memory_limits::{can_reserve, has_memory_limit, largest_table_mebibytes};
pub use table_memory::{Zeroable, ZeroedMemory, prefetch};
pub use wide_registers_and_layer_products::{
    CacheLine, LayerSums, PairWeights, sum_pair_products, with_wide_registers,
};
