//! `parlour picture`: the picture of one position, into a file or to stdout.

use std::path::PathBuf;
use std::{fs, io};

use super::super::grammar::command::Tokens;
use super::super::grammar::reply::Refusal;
use super::super::io::writer::{complain, to_stdout};
use super::super::session::setup::Setup;
use crate::base::Side;
use crate::host::Start;

/// What to draw, and where to.
pub struct Plan {
    /// The game.
    pub setup: Setup,
    /// The position, as `position fen` reads it; `None` for the start position.
    pub fen: Option<Tokens>,
    /// The moves from there.
    pub moves: Tokens,
    /// The side at the bottom.
    pub bottom: Side,
    /// The file; `None` for stdout.
    pub out: Option<PathBuf>,
}

/// Draws the picture; returns whether the position or a move was refused.
///
/// # Errors
/// If the file or stdout cannot be written.
pub fn run(plan: &Plan) -> io::Result<bool> {
    let svg = match draw(plan) {
        Ok(svg) => svg,
        Err(refusal) => {
            complain(&refusal);
            return Ok(true);
        }
    };
    if let Some(path) = &plan.out {
        let name = |error: io::Error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
        };
        return fs::write(path, svg).map_err(name).map(|()| false);
    }
    let output = to_stdout();
    svg.lines().for_each(|line| output.line(line));
    output.finish().map(|()| false)
}

fn draw(plan: &Plan) -> Result<String, Refusal> {
    let mut game = plan.setup.open_game()?;
    let start = plan.fen.as_ref().map_or(Start::Standard, |fen| Start::Fen(fen.as_str()));
    game.set_position(start, &plan.moves.to_vec())?;
    Ok(game.picture(plan.bottom, &[])?)
}
