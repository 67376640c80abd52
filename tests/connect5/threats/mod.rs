//! The solver of fours and threes against slow refuters that know only the rules.

mod fours;
mod known;
mod plain;
mod positions;
mod refuter;
