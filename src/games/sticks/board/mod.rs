//! The board and its rules: pieces, moves, winning lines, and the document's sequences.

mod count_legal_moves;
pub mod moves;
pub mod pieces;
pub mod rules;
pub mod sequence_states;
pub mod symmetry;
pub mod win_detection;
