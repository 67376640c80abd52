//! The row of the registry, and the list of the players.

use super::players::connect4_plan::average::Average;
use super::players::connect4_plan::minimax::Minimax;
use super::players::connect4_plan::score_in_words;
use super::players::connect4_plan::search::PlanPlayer;
use super::players::decision_tree::Tree;
use super::players::perfect::{ExactScorer, Perfect};
use super::{Rack, opening_table, picture};
use crate::board::drawing_style::RED_AND_YELLOW;
use crate::board::pattern;
use crate::game::Position;
use crate::host::{
    Bench, BoardLayout, CellAccess, Description, GameHost, GameKind, HostedGame, OtherNames,
    PlayerEntry, Spelling, Symmetry, VariantError, VariantWords, count_lines,
};
use crate::search::{OptionKind, OptionSpec};

/// The registry's row.
pub static GAME: GameKind = GameKind {
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
        meant: "connect4",
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
        sides: picture::SIDES,
        signs: RED_AND_YELLOW.usual,
        board: BoardLayout::Grid,
        has_dice: false,
        in_line: Some(4),
        symmetry: Symmetry::Mirror,
        run: Some(r"\d"),
        has_commas_in_moves: false,
        record: None,
        chance: Some(50),
    },
    keys: "[width 6-8] [height 5-7]",
    new_game,
    options: &[DEPTH, opening_table::FILE],
    files: &[opening_table::FILE_FORMAT],
    book: None,
    bench: Bench { positions: include_str!("bench.txt"), depth: 12 },
    harness: None,
    solved: Some(opening_table::TABLES),
};

/// How far the plan's players look ahead; 0, the default, leaves each its own depth.
const DEPTH: OptionSpec = OptionSpec {
    name: "Depth",
    about: "plies that average and minimax look ahead, 0 is their own default",
    kind: OptionKind::Spin { default: 0, min: 0, max: 100 },
};

impl<const W: usize, const H: usize> PlayerEntry<Rack<W, H>> {
    /// `perfect`: the exact solver.
    const PERFECT: Self = Self {
        name: "perfect",
        about: "the exact score of every move, or the best bound known",
        document: None,
        build: |options| Box::new(Perfect::new(options)),
    };

    /// `tree`: the workshop's decision trees.
    const TREE: Self = Self {
        name: "tree",
        about: "the decision trees of captains-mistress-workshop.md, one ply deep",
        document: Some("captains-mistress-workshop.md"),
        build: |options| Box::new(Tree::new(options)),
    };

    /// `average`: the plan's search.
    const AVERAGE: Self = Self {
        name: "average",
        about: "the search of connect4-plan.txt: averages over all replies",
        document: Some("connect4-plan.txt"),
        build: |options| Box::new(PlanPlayer::<Average>::new(options)),
    };

    /// `minimax`: the plan's minimax.
    const MINIMAX: Self = Self {
        name: "minimax",
        about: "the minimax of connect4-plan.txt, with diminishing returns",
        document: Some("connect4-plan.txt"),
        build: |options| Box::new(PlanPlayer::<Minimax>::new(options)),
    };
}

/// The players of a rack of any size, the default first.
struct Players<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Players<W, H> {
    /// Their names and how to make them.
    const LIST: &'static [PlayerEntry<Rack<W, H>>] = &[
        PlayerEntry::PERFECT,
        PlayerEntry::GENERIC,
        PlayerEntry::GEORGE,
        PlayerEntry::TREE,
        PlayerEntry::AVERAGE,
        PlayerEntry::MINIMAX,
    ];
}

/// `newgame connect4 [width n] [height n]`.
fn new_game(words: &mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError> {
    let (mut width, mut height) = (7, 6);
    while let Some(key) = words.next_key() {
        match key {
            "width" => width = words.number(key, 6..=8)?,
            "height" => height = words.number(key, 5..=7)?,
            other => return Err(VariantError::UnknownKey(other.to_owned())),
        }
    }
    Ok(match (width, height) {
        (6, 5) => host_rack::<6, 5>(),
        (6, 6) => host_rack::<6, 6>(),
        (6, 7) => host_rack::<6, 7>(),
        (7, 5) => host_rack::<7, 5>(),
        (7, 7) => host_rack::<7, 7>(),
        (8, 5) => host_rack::<8, 5>(),
        (8, 6) => host_rack::<8, 6>(),
        (8, 7) => host_rack::<8, 7>(),
        _ => host_rack::<7, 6>(),
    })
}

/// A game on a rack of this size.
fn host_rack<const W: usize, const H: usize>() -> Box<dyn GameHost> {
    let grid = CellAccess {
        size: |_| (W, H),
        letters: pattern::STONES,
        holds: |rack: &Rack<W, H>, x, y, letter| pattern::is_stone(rack.ball(x, H - 1 - y), letter),
        fills_up: true,
        write_name: |_, x, y, out| Rack::<W, H>::write_cell(x, H - 1 - y, out),
        playable,
        lines: |rack, x, y, out| {
            let owner = |x, y: usize| rack.ball(x, H - 1 - y);
            count_lines((W, H), 4, (x, y), ["x", "o"], owner, out);
        },
    };
    let game = HostedGame::new(Rack::EMPTY, Players::<W, H>::LIST).with_grid(grid);
    let game = game.with_picture(picture::view()).with_details(score_in_words::write_items);
    Box::new(
        game.with_scorer(PlayerEntry::<Rack<W, H>>::PERFECT.name, Box::new(ExactScorer::default())),
    )
}

/// The cell in which a ball would come to rest, channel by channel.
fn playable<const W: usize, const H: usize>(rack: &Rack<W, H>, out: &mut Vec<(usize, usize)>) {
    let mut channels = Vec::new();
    rack.moves(&mut channels);
    for channel in channels.into_iter().map(usize::from) {
        let row = (0..H).find(|row| rack.playable() & Rack::<W, H>::cell(channel, *row) != 0);
        out.extend(row.map(|row| (channel, H - 1 - row)));
    }
}
