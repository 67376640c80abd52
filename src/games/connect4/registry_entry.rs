//! The row of the registry, with the keys of `newgame` and the cells of a rack.

use super::players::average_and_minimax::score_in_words;
use super::players::{PERFECT, PLAYERS, SolverScorer};
use super::{Rack, RackSize, opening_table, picture};
use crate::board::drawing_style::RED_AND_YELLOW;
use crate::board::find_pattern;
use crate::game::Position;
use crate::host::{
    Bench, BoardLayout, CellAccess, Description, GameEntry, GameHost, HostedGame, OtherNames,
    Spelling, Symmetry, VariantError, VariantWords, count_lines,
};
use crate::search::{OptionKind, OptionSpec};

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
        moves: "a channel from the left, as in move 4; several in one word: move 4453",
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

/// How far the plan's players look ahead; 0, the default, leaves each its own depth.
const DEPTH_OPTION: OptionSpec = OptionSpec {
    name: "Depth",
    about: "plies that average and minimax look ahead, 0 is their own default",
    kind: OptionKind::Spin { default: 0, min: 0, max: 100 },
};

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
    let game = game.with_details(score_in_words::write_items);
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
