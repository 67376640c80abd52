//! The row of the registry, with the players, the keys of `newgame`, the cells of a rack, and exact
//! scores without a player.

use std::sync::Arc;

use super::opening_table::{self, OpeningTable};
use super::players::average_and_minimax::average::Average;
use super::players::average_and_minimax::evaluation_breakdown_in_words;
use super::players::average_and_minimax::minimax::Minimax;
use super::players::average_and_minimax::player_and_root_search::{AverageOrMinimax, DEPTH_OPTION};
use super::players::decision_tree::TreePlayer;
use super::players::perfect::Perfect;
use super::solver::{Solver, to_score};
use super::{Rack, RackSize, picture};
use crate::base::Score;
use crate::board::find_pattern;
use crate::board::signs::RED_AND_YELLOW;
use crate::game::Position;
use crate::host::{
    Bench, BoardLayout, CellAccess, Description, ExactScorer, GameEntry, GameHost, HostedGame,
    OtherNames, PlayerEntry, Spelling, Symmetry, VariantError, VariantWords, count_lines,
};
use crate::search::Options;

/// The registry's row.
pub static GAME: GameEntry = GameEntry {
    name: "connect4",
    other_names: &[OtherNames {
        names: &[
            "connectfour",
            "captainsmistress",
            "fourinarow",
            "fourinline",
            "4inarow",
            "viergewinnt",
        ],
        newgame_words: "connect4",
    }],
    about: "Connect Four, Captain's Mistress: four in line",
    goal: "four of your balls in line: across, up or diagonally",
    spelling: Spelling {
        moves: "a channel from the left, as in 4; several in one word: 4453",
        positions: "rows from the top, x First, o Second, numbers for empty cells, then the side to move: \
                    7/7/7/7/7/3x3 o",
    },
    description: Description {
        title: "Connect Four",
        sides: picture::SIDE_COLOURS,
        signs: RED_AND_YELLOW.usual,
        board: BoardLayout::Grid,
        has_dice: false,
        in_line: Some(4),
        symmetry: Symmetry::Mirror,
        unspaced_move_regex: Some(r"\d"),
        has_commas_in_moves: false,
        record_file_extension: None,
        winning_chance_scale: Some(50),
    },
    variant_keys: "[width 6-8] [height 5-7]",
    new_game,
    options: &[DEPTH_OPTION, opening_table::FILE],
    files: &[opening_table::FILE_FORMAT],
    book: None,
    bench: Bench { positions: include_str!("bench_positions.txt"), depth: 12 },
    harness_board_format: None,
    solved: Some(opening_table::TABLES),
};

/// The players, the default first.
const PLAYERS: &[PlayerEntry<Rack>] = &[
    PlayerEntry {
        name: PERFECT,
        about: "the exact score of every move, or the best bound known",
        document: None,
        build: |options| Box::new(Perfect::new(options)),
    },
    PlayerEntry::GENERIC,
    PlayerEntry::GEORGE,
    PlayerEntry {
        name: "tree",
        about: "the decision trees of captains-mistress-workshop.md, one ply deep",
        document: Some("captains-mistress-workshop.md"),
        build: |options| Box::new(TreePlayer::new(options)),
    },
    PlayerEntry {
        name: "average",
        about: "the search of connect4-plan.txt: averages over all replies",
        document: Some("connect4-plan.txt"),
        build: |options| Box::new(AverageOrMinimax::<Average>::new(options)),
    },
    PlayerEntry {
        name: "minimax",
        about: "the minimax of connect4-plan.txt, with diminishing returns",
        document: Some("connect4-plan.txt"),
        build: |options| Box::new(AverageOrMinimax::<Minimax>::new(options)),
    },
];

/// The name of the player that has the exact scores.
const PERFECT: &str = "perfect";

/// `newgame connect4 [width n] [height n]`.
fn new_game(words: &mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError> {
    let (mut width, mut height) = (7, 6);
    while let Some(key) = words.next_key() {
        match key {
            "width" => width = words.number(key, 6..=8)? as usize,
            "height" => height = words.number(key, 5..=7)? as usize,
            other => return Err(VariantError::UnknownKey(other.to_owned())),
        }
    }
    let rack = Rack::new(RackSize::new(width, height));
    let game = HostedGame::new(rack, PLAYERS).with_grid(CELL_ACCESS).with_picture(picture::VIEW);
    let game = game.with_details(evaluation_breakdown_in_words::write_items);
    Ok(Box::new(game.with_scorer(PERFECT, Box::new(SolverScorer::default()))))
}

/// The cells of a rack, rows from the top.
const CELL_ACCESS: CellAccess<Rack> = CellAccess {
    size: |rack| (rack.size().width(), rack.size().height()),
    letters: find_pattern::STONE_LETTERS,
    holds: |rack, x, y, letter| find_pattern::is_stone(rack.ball(x, y), letter),
    fills_up: true,
    write_name: |_, x, y, out| Rack::write_cell(x, y, out),
    playable,
    lines: |rack, x, y, out| {
        let size = (rack.size().width(), rack.size().height());
        count_lines(size, 4, (x, y), ["x", "o"], |x, y| rack.ball(x, y), out);
    },
};

/// The cell in which a ball would land, channel by channel.
fn playable(rack: &Rack, out: &mut Vec<(usize, usize)>) {
    let size = rack.size();
    let mut channels = Vec::new();
    rack.moves(&mut channels);
    for channel in channels.into_iter().map(usize::from) {
        let is_playable = |row: &usize| rack.playable() & size.cell_from_top(channel, *row) != 0;
        out.extend((0..size.height()).find(is_playable).map(|row| (channel, row)));
    }
}

/// MiB of the table of [`SolverScorer`]; where only scores are asked for, they are mostly of many
/// positions. Set by hand.
const SCORER_MEBIBYTES: u64 = 64;

/// Exact scores alone, without a search for a move: what `batch --score-only` uses.
///
/// They are those of the opening table, and of the solver on one thread.
///
/// The solver takes memory when it is first needed.
#[derive(Default)]
struct SolverScorer {
    solver: Option<Solver>,
    opening_table: Option<Arc<OpeningTable>>,
}

impl ExactScorer<Rack> for SolverScorer {
    /// From the table that the options choose, if it has the position; `Hash` has no effect.
    fn score(&mut self, rack: &Rack, options: &Options) -> (Score, u64) {
        self.opening_table = OpeningTable::from_options(options, self.opening_table.take());
        if let Some(score) = self.opening_table.as_ref().and_then(|table| table.score(rack)) {
            return (to_score(score.into(), rack.empty_cells()), 0);
        }
        let solver = self.solver.get_or_insert_with(|| Solver::new(SCORER_MEBIBYTES, 1));
        let before = solver.nodes();
        let score = solver.score(rack, &mut |_| true).lower;
        (to_score(score, rack.empty_cells()), solver.nodes() - before)
    }

    fn forget(&mut self) {
        self.solver = None;
    }
}
