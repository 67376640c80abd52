//! The solver of fours and threes against slow refuters that know the rules alone.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

mod fours;
mod known;
mod plain;
mod positions;
mod refuter;
