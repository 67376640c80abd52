//! The row of the registry, with the players, the keys of `newgame backgammon`, and the details of
//! `eval`.

use std::fmt::Write as _;

use super::board::game_settings::GameSettings;
use super::board::game_state_and_cube_rules::Backgammon;
use super::board::match_score::MatchScore;
use super::board::variant::Variant;
use super::cube::{CubeEquities, Stakes, bearoff_equities, efficiency};
use super::eval::{Evaluator, Nets, Probabilities};
use super::picture;
use super::players::{NET, STYLE_FILE, STYLE_FILE_FORMAT, STYLE_PLAYERS};
use super::text::SIGNS;
use crate::base::Side;
use crate::game::{Position as _, PositionError};
use crate::host::{
    Bench, BoardLayout, Description, GameEntry, GameHost, HostedGame, OtherNames, PlayerEntry,
    Spelling, Symmetry, VariantError, VariantFacts, VariantWords,
};

/// How the moves of checkers are written.
macro_rules! checker_plays {
    () => {
        "one from/to a checker's step, points as the mover counts them, as in 8/5,6/5; bar/22, \
         6/off, pass; with the dice: 31:8/5,6/5"
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
    options: &[STYLE_FILE],
    files: &[STYLE_FILE_FORMAT],
    book: None,
    bench: Bench { positions: include_str!("bench_positions.txt"), depth: 4 },
    harness_board_format: None,
    solved: None,
};

/// The players, the default first.
const PLAYERS: &[PlayerEntry<Backgammon>] = {
    let [risky, safe, greedy, aggressive, custom] = STYLE_PLAYERS;
    let (generic, george) = (PlayerEntry::GENERIC_WITH_DICE, PlayerEntry::GEORGE);
    &[NET, generic, george, risky, safe, greedy, aggressive, custom]
};

fn new_game(words: &mut VariantWords<'_>) -> Result<Box<dyn GameHost>, VariantError> {
    let settings = read_settings(words)?;
    let start = Backgammon::start(&settings);
    let moves = (!settings.cube).then_some(checker_plays!());
    let facts = VariantFacts { move_spelling: moves, ..VariantFacts::default() };
    let hosted = HostedGame::new(start, PLAYERS).with_dice().with_facts(facts);
    let hosted = hosted.with_static_value(static_value).with_details(write_eval_details);
    let hosted = hosted.with_stakes(Backgammon::values_of_single_games);
    Ok(Box::new(hosted.with_picture(picture::VIEW).with_rollouts(NET.name)))
}

/// Reads the keys of `newgame backgammon` in any order; without `match` the game is played for money.
fn read_settings(words: &mut VariantWords<'_>) -> Result<GameSettings, VariantError> {
    let mut settings = GameSettings::default();
    let MatchScore { mut length, mut score, crawford_rule: mut crawford, .. } =
        settings.match_score;
    let longest = u32::from(MatchScore::MAX_LENGTH);
    let mut best = None;
    while let Some(key) = words.next_key() {
        match key {
            "variant" => settings.variant = read_variant(words.word(key)?)?,
            "match" => length = words.number(key, 0..=longest)? as u16,
            "best" => best = Some(words.number(key, 1..=longest)? as u16),
            "score" => {
                let mut points = || words.number(key, 0..=longest).map(|points| points as u16);
                score = [points()?, points()?];
            }
            "cube" => settings.cube = words.on_or_off(key)?,
            "jacoby" => settings.money.jacoby = read_switch(words, key)?,
            "beavers" => settings.money.beavers = read_switch(words, key)?,
            "crawford" => crawford = words.on_or_off(key)?,
            "opening" => settings.opening_roll = read_opening_roll(words.word(key)?)?,
            other => return Err(VariantError::UnknownKey(other.to_owned())),
        }
    }
    if length == 0 && best.is_none() && score != [0, 0] {
        let defect = "'score' needs a match: 'match n' or 'best n'";
        return Err(VariantError::BadValue(defect.to_owned()));
    }
    let match_score = match best {
        None => MatchScore::new(length, score, crawford),
        Some(_) if length > 0 => Err(PositionError::impossible(
            "'match' counts points and 'best' games: give one of them",
        )),
        Some(_) if settings.cube => Err(PositionError::impossible(
            "a match of games has no cube: 'best' goes with 'cube off'",
        )),
        Some(games) => MatchScore::best_of(games, score),
    };
    settings.match_score =
        match_score.map_err(|defect| VariantError::BadValue(defect.to_string()))?;
    Ok(settings)
}

/// Whether the opening roll decides which side begins.
fn read_opening_roll(word: &str) -> Result<bool, VariantError> {
    match word {
        "roll" => Ok(true),
        "first" => Ok(false),
        other => Err(VariantError::BadValue(format!("'opening' is first or roll, not '{other}'"))),
    }
}

fn read_variant(name: &str) -> Result<Variant, VariantError> {
    let known = Variant::NAMES.iter().find(|(known, _)| *known == name);
    known.map(|(_, variant)| *variant).ok_or_else(|| {
        let names = Variant::NAMES.map(|(name, _)| name).join(", ");
        VariantError::BadValue(format!("the variants are {names}, not '{name}'"))
    })
}

/// The switch of an optional rule: the bare key, at the end or before another key, means `on`.
fn read_switch(words: &mut VariantWords<'_>, key: &str) -> Result<bool, VariantError> {
    match words.clone().next_key() {
        Some(word) if !GAME.key_names().contains(&word) => words.on_or_off(key),
        _ => Ok(true),
    }
}

/// A hundred times the equity at 0-ply, before the dice, for the side to act.
///
/// In a bear-off with the cube it is that of the search to the end.
fn static_value(game: &Backgammon) -> i64 {
    let stakes = Stakes::of(game, game.on_roll());
    let bearoff = if game.cube().in_use { bearoff_to_end(game, &stakes) } else { None };
    let by_model = || {
        let seen = Evaluator::new(Nets::of_variant(game.variant())).evaluate(game.board());
        game.cubeful_points_at(&stakes, seen, efficiency(game.board()))
    };
    let points = bearoff.map_or_else(by_model, |cube| game.points_by_equities(&stakes, &cube));
    (f64::from(points) * 100.0).round() as i64
}

/// The cube equities of a bear-off without gammons, for the side on roll, which has these stakes.
fn bearoff_to_end(game: &Backgammon, stakes: &Stakes) -> Option<CubeEquities> {
    let found = bearoff_equities(game.board(), stakes, u64::MAX, &mut || true)?;
    Some(found.equities)
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
        let CubeEquities { no_double, double_take, double_drop, .. } =
            bearoff_to_end(game, &stakes).unwrap_or(model);
        let _ = write!(out, " no_double {no_double:.3} double_take {double_take:.3}");
        let _ = write!(out, " double_drop {double_drop:.3}");
    }
}

#[cfg(test)]
mod tests {
    use super::read_settings;
    use crate::games::backgammon::{GameSettings, Variant};
    use crate::host::{VariantError, VariantWords};

    fn read(line: &str) -> Result<GameSettings, VariantError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        read_settings(&mut VariantWords::new(&words))
    }

    #[test]
    fn keys_are_read_in_any_order() {
        assert_eq!(read(""), Ok(GameSettings::default()));
        let settings = read("score 4 2 cube on variant nackgammon match 5").unwrap();
        assert_eq!(settings.variant, Variant::Nackgammon);
        assert!(settings.cube && settings.match_score.is_crawford);
        assert!(!read("match 5 score 4 2 crawford off").unwrap().match_score.is_crawford);
        assert_eq!(read("match 0 score 0 0"), Ok(GameSettings::default()));
        let money = read("jacoby beavers off").unwrap().money;
        assert!(money.jacoby && !money.beavers);
        assert!(read("opening roll").unwrap().opening_roll);
        assert!(!read("opening first").unwrap().opening_roll);
        let best = read("score 1 0 best 3").unwrap().match_score;
        assert_eq!((best.length, best.score, best.counts_games), (2, [1, 0], true));
    }

    #[test]
    fn refusal_names_the_defect() {
        for (line, defect) in [
            ("match", "'match' needs a value"),
            ("match 5 score 5 0", "the score 5 0 has already won a match to 5"),
            ("variant acey", "the variants are standard, nackgammon, hypergammon, not 'acey'"),
            ("cube yes", "'cube' is on or off, not 'yes'"),
            ("jacoby yes", "'jacoby' is on or off, not 'yes'"),
            ("match 0 score 3 0", "'score' needs a match: 'match n' or 'best n'"),
            ("best 2", "the best of 2 games may be a draw"),
            ("best 3 match 5", "'match' counts points and 'best' games: give one of them"),
            ("best 3 cube on", "a match of games has no cube: 'best' goes with 'cube off'"),
            ("opening 6", "'opening' is first or roll, not '6'"),
            ("match 99999", "'match' takes 0 to 32767, not 99999"),
            ("doubling on", "no key 'doubling' in this game"),
        ] {
            assert_eq!(read(line).unwrap_err().to_string(), defect);
        }
    }
}
