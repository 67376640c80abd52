//! The solver of fours and threes against slow refuters that know only the rules.

mod known_wins;
mod leaf_vcf_against_full_vcf;
mod random_positions;
mod shortest_wins;
mod vcf_against_plain_search;
mod wins_against_every_defence;
