//! Opening tables: the exact scores of all positions of the 7×6 rack of up to some number of
//! plies, the built-in one of 8 plies in 26 KB.
//!
//! Only the scores of the last ply are stored (`table`), entropy-coded, in the order of a list of all
//! positions (`listed_positions_and_score_codec`), so that no position needs to be stored with them;
//! those of earlier plies follow from them move by move. All are computed when the first score is
//! asked for.
//!
//! `parlour table` makes and verifies tables; see `protocol.md`. The built-in one is
//! `opening_table.bin`, of 8 plies, which took 0.67 core-hours and 12.3 G nodes to make. Where that
//! file is empty, there is none, and only time is lost. The first use of a table of 8 plies takes
//! about 0.1 s, of 10 plies 1.5 s, a look-up after that less than 1 µs.
//!
//! # Examples
//! ```
//! use parlour::games::connect4::{Rack, opening_table::OpeningTable};
//! if let Some(table) = OpeningTable::embedded() {
//!     // The first player wins the empty rack with its last ball.
//!     assert_eq!(table.score(&Rack::EMPTY), Some(1));
//! }
//! ```

mod context_mixing_and_arithmetic_coder;
mod listed_positions_and_score_codec;
mod solve;
mod table;
mod verify;

pub(super) use table::{FILE, FILE_FORMAT};
pub use table::{OpeningTable, OpeningTableError};

use crate::host::SolvedTables;

/// How tables are made and read, for the registry.
pub(super) const TABLES: SolvedTables = SolvedTables {
    counts: &table::COUNTS,
    solve: solve::solve,
    write: table::write,
    write_encoded: table::write_encoded,
    check: table::check,
    verify: verify::verify,
};
