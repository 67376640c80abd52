//! Positions and plays as text: XGID, GNU ids, FIBS boards, Snowie texts, the usual spellings of
//! plays, and a drawing of the board.

mod base64;
mod drawing;
pub mod gnu_id;
mod notation;
pub mod read_fibs_board;
mod read_play;
mod read_snowie_text;
pub mod xgid;

pub(super) use drawing::SIGNS;
