//! The board and its rules: pieces, moves, winning lines, and the document's sequences.

mod move_counts;
pub mod moves;
pub mod pieces;
pub mod rules;
pub mod sequences;
pub mod symmetry;
pub mod winning_lines;
