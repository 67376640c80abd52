//! One process a move: a course's test harness gives a board, we print a cell.

use std::sync::atomic::AtomicBool;

use super::super::grammar::reply::{Code, Refusal};
use super::super::session::engine_options::Settings;
use super::super::session::open_table;
use crate::games;
use crate::host::{SearchRequest, Start};
use crate::search::Limits;

/// Reads a board in any of the harness's forms and answers with the move, as it writes it.
///
/// # Errors
/// `bad-position` naming the defect, `game-over` if there is nothing to play.
pub fn answer(board: &str) -> Result<String, Refusal> {
    let kind = games::GAMES.iter().find(|kind| kind.harness.is_some());
    let Some((kind, harness)) = kind.and_then(|kind| Some((kind, kind.harness?))) else {
        return Err(Refusal::new(Code::Unsupported, "no game has a harness"));
    };
    let fen = (harness.read)(board).map_err(|error| Refusal::new(Code::BadPosition, error.0))?;
    let mut table = open_table(kind, &[])?;
    table.set_position(Start::Fen(&fen), &[])?;
    let settings = Settings::new(games::GAMES);
    let options = settings.options();
    let movetime = u64::try_from(options.spin("MoveTime")).ok();
    let limits = Limits { movetime, ..Limits::default() };
    let job = table.search(&SearchRequest { player: None, limits, moves: &[], options })?;
    let answer = job(&AtomicBool::new(false), &mut |_| {});
    Ok((harness.write)(&fen, &answer.best))
}
