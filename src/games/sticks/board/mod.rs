//! The board and its rules: pieces, moves, winning lines, and the document's sequences.

mod count_legal_moves;
pub mod holes_and_pieces;
pub mod move_and_packed_move;
pub mod rules;
pub mod sequence_states;
pub mod symmetry;
pub mod win_detection;
