//! The row of the registry, and the details of `eval`.

use std::fmt::Write as _;

use super::board::game_state::Backgammon;
use super::cube::{CubeEquities, Stakes, bearoff_equities, efficiency};
use super::eval::{Evaluator, Nets, Probabilities};
use super::newgame_words::read_settings;
use super::picture;
use super::players::{FILES, NET, OPTIONS, PLAYERS};
use super::text::SIGNS;
use crate::base::Side;
use crate::game::Position as _;
use crate::host::{
    Bench, BoardLayout, Description, GameEntry, GameHost, HostedGame, OtherNames, Spelling,
    Symmetry, VariantError, VariantFacts, VariantWords,
};

/// How the moves of checkers are written.
macro_rules! checker_plays {
    () => {
        "one from/to a checker's step, points as the mover counts them, as in move 8/5,6/5; bar/22, \
         6/off, pass; with the dice: move 31:8/5,6/5"
    };
}

/// The row of the registry.
pub static GAME: GameEntry = GameEntry {
    name: "backgammon",
    other_names: &[
        OtherNames { names: &["gammon", "tavla", "tables"], newgame_words: "backgammon" },
        OtherNames { names: &["nackgammon"], newgame_words: "backgammon variant nackgammon" },
        OtherNames { names: &["hypergammon"], newgame_words: "backgammon variant hypergammon" },
    ],
    about: "Backgammon, with nackgammon and hypergammon, cube and matches",
    goal: "bear off all of your checkers before the other side does",
    spelling: Spelling {
        moves: concat!(checker_plays!(), "; at the cube: roll double take drop beaver"),
        positions: "an XGID, a GNU Backgammon id with or without :match id, a FIBS board, \
                    or a Snowie text: \
                    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0",
    },
    description: Description {
        title: "Backgammon",
        sides: picture::SIDE_COLOURS,
        signs: SIGNS,
        board: BoardLayout::Points,
        has_dice: true,
        in_line: None,
        symmetry: Symmetry::None,
        unspaced_move_regex: None,
        has_commas_in_moves: true,
        record_file_extension: Some("mat"),
        winning_chance_scale: None,
    },
    variant_keys: "[variant standard|nackgammon|hypergammon] [match n] [best n] [score a b] [cube on|off] \
           [jacoby on|off] [beavers on|off] [crawford on|off] [opening first|roll]",
    new_game,
    options: OPTIONS,
    files: FILES,
    book: None,
    bench: Bench { positions: include_str!("bench_positions.txt"), depth: 3 },
    harness_board_format: None,
    solved: None,
};

fn new_game(words: &mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError> {
    let settings = read_settings(words)?;
    let start = Backgammon::start(&settings);
    let moves = (!settings.cube).then_some(checker_plays!());
    let facts = VariantFacts { move_spelling: moves, ..VariantFacts::default() };
    let seat = HostedGame::new(start, PLAYERS).with_dice().with_facts(facts);
    let seat = seat.with_details(write_eval_details);
    let seat = seat.with_stakes(|game| Stakes::of(game, game.side()).of_single_games());
    Ok(Box::new(seat.with_picture(picture::VIEW).with_rollouts(NET.name)))
}

/// Writes pips and score of First and of Second (as in the state of `backgammon-heuristics.md`), the
/// 0-ply probabilities of the side to act, before the dice and without the cube, and the equities
/// of the cube actions for the side on roll.
fn write_eval_details(game: &Backgammon, out: &mut String) {
    let [ours, theirs] = Side::BOTH.map(|side| game.checkers(side).pips());
    let [own, other] = game.match_score().score;
    let _ = write!(out, " pips {ours} {theirs} score {own} {other}");
    let seen = Evaluator::new(Nets::of_variant(game.variant())).evaluate(game.board());
    let is_on_roll = game.side() == game.on_roll();
    let chances = if is_on_roll { seen } else { seen.swapped() };
    for (word, chance) in Probabilities::WORDS.iter().zip(chances.to_array()) {
        let _ = write!(out, " {word} {chance:.4}");
    }
    if let Some(model) = game.cube_equities(seen, efficiency(game.board())) {
        let stakes = Stakes::of(game, game.on_roll());
        let bearoff = bearoff_equities(game.board(), &stakes, u64::MAX, &mut || true);
        let cube = bearoff.map_or(model, |bearoff| bearoff.equities);
        let CubeEquities { no_double, double_take, double_drop, .. } = cube;
        let _ = write!(out, " no_double {no_double:.3} double_take {double_take:.3}");
        let _ = write!(out, " double_drop {double_drop:.3}");
    }
}
