//! `parlour harness`: one process a move. A course's test harness writes a board to stdin, and
//! the move goes to stdout.

use std::io::{self, Read};
use std::sync::atomic::AtomicBool;

use crate::games::GAMES;
use crate::host::{GameHost, HarnessBoardFormat, SearchRequest, Start};
use crate::protocol::grammar::command::{BYTE_ORDER_MARK, Go};
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
/// If there is no such player or seed, stdin cannot be read, or stdout cannot be written.
pub fn run(settings: &HarnessSettings) -> io::Result<bool> {
    let harness = Harness::new(settings).map_err(io::Error::other)?;
    let mut board = String::new();
    let input = io::stdin().take(LONGEST_BOARD).read_to_string(&mut board);
    input
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read the board: {error}")))?;
    match harness.answer(settings, board.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&board)) {
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

/// The game that has a harness, and what its searches need.
struct Harness {
    format: HarnessBoardFormat,
    game: Box<dyn GameHost>,
    options: EngineOptions,
}

impl Harness {
    /// # Errors
    /// `unknown-player`, or `bad-value` for a seed out of its range.
    fn new(settings: &HarnessSettings) -> Result<Self, Refusal> {
        let found = GAMES.iter().find_map(|entry| Some((*entry, entry.harness_board_format?)));
        let Some((entry, format)) = found else {
            return Err(Refusal::new(Code::Unsupported, "no game has a harness"));
        };
        let game = open_game(entry, &[])?;
        if let Some(name) = &settings.go.player {
            game.check_player(name)?;
        }
        let mut options = EngineOptions::new(GAMES);
        if let Some(seed) = settings.seed {
            options.set("Seed", Some(&seed.to_string()), entry.name, &game.players())?;
        }
        Ok(Self { format, game, options })
    }

    /// Parses a board in any of the harness's forms and returns the move, as the harness writes it.
    ///
    /// # Errors
    /// `bad-position` naming the defect, or `game-over` if there is no move.
    fn answer(mut self, settings: &HarnessSettings, board: &str) -> Result<String, Refusal> {
        let fen = (self.format.read)(board)
            .map_err(|error| Refusal::new(Code::BadPosition, error.to_string()))?;
        self.game.set_position(Start::Fen(&fen), &[])?;
        let options = self.options.values();
        // There is no referee whose clock runs on.
        let limits = Limits { overhead: 0, ..settings.go.limits_with(options) };
        let player = settings.go.player.as_deref();
        let job = self.game.search(&SearchRequest { player, limits, moves: &[], options })?;
        let answer = job(&AtomicBool::new(false), &mut |_| {});
        Ok((self.format.write)(&fen, &answer.best))
    }
}
