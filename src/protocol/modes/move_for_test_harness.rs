//! `parlour harness`: one process a move. A course's test harness writes a board to stdin, and
//! the move goes to stdout.

use std::io::{self, Read};
use std::sync::atomic::AtomicBool;

use crate::games::GAMES;
use crate::host::{SearchRequest, Start};
use crate::protocol::grammar::command::Go;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::io::output::{complain, to_stdout};
use crate::protocol::session::engine_options::EngineOptions;
use crate::protocol::session::open_game;
use crate::search::Limits;

/// Bytes of a board that are read: many times what the largest one needs. Set by hand.
const LONGEST_BOARD: u64 = 1 << 20;

/// Who answers, and within which limits.
#[derive(Clone, Debug, Default)]
pub struct HarnessSettings {
    /// The player and its limits.
    pub go: Go,
    /// The option `Seed`; `None` for its default.
    pub seed: Option<u64>,
}

/// Reads a board from stdin and writes the move; returns whether the board was refused.
///
/// # Errors
/// If stdin cannot be read, or stdout cannot be written.
pub fn run(settings: &HarnessSettings) -> io::Result<bool> {
    let mut board = String::new();
    let input = io::stdin().take(LONGEST_BOARD).read_to_string(&mut board);
    input
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read the board: {error}")))?;
    match answer(settings, &board) {
        Ok(cell) => {
            let output = to_stdout();
            output.write_line(&cell);
            output.finish().map(|()| false)
        }
        Err(refusal) => {
            complain(&refusal);
            Ok(true)
        }
    }
}

/// Parses a board in any of the harness's forms and returns the move, as the harness writes it.
///
/// # Errors
/// `bad-position` naming the defect, `game-over` if there is no move, `unknown-player`, or
/// `bad-value` for a seed out of its range.
fn answer(settings: &HarnessSettings, board: &str) -> Result<String, Refusal> {
    let found = GAMES.iter().find_map(|entry| Some((*entry, entry.harness_board_format?)));
    let Some((entry, harness)) = found else {
        return Err(Refusal::new(Code::Unsupported, "no game has a harness"));
    };
    let fen = (harness.read)(board)
        .map_err(|error| Refusal::new(Code::BadPosition, error.to_string()))?;
    let mut game = open_game(entry, &[])?;
    game.set_position(Start::Fen(&fen), &[])?;
    let mut options = EngineOptions::new(GAMES);
    if let Some(seed) = settings.seed {
        options.set("Seed", Some(&seed.to_string()), entry.name, &game.players())?;
    }
    let options = options.values();
    // There is no referee whose clock runs on.
    let limits = Limits { overhead: 0, ..settings.go.limits_with(options) };
    let player = settings.go.player.as_deref();
    let job = game.search(&SearchRequest { player, limits, moves: &[], options })?;
    let answer = job(&AtomicBool::new(false), &mut |_| {});
    Ok((harness.write)(&fen, &answer.best))
}
