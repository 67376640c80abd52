//! The solver of fours and threes against slow refuters that know only the rules.

mod known_wins;
mod random_positions;
mod shortest_wins;
mod vcf;
mod vcf_against_plain_search;
mod wins_against_every_defence;
