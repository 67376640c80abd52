//! The solver of fours and threes against slow refuters that know the rules alone.

mod fours;
mod known;
mod plain;
mod positions;
mod refuter;
