//! Positions and plays as text: XGID, GNU ids, FIBS boards, plays as people write them, and the board drawn.

mod base64;
mod drawing;
pub mod fibs_board;
pub mod gnu_id;
mod notation;
mod read_play;
pub mod xgid;
