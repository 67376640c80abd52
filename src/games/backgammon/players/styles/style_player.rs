//! The player of every style: the best-scored result of the roll, without lookahead.

use super::built_in_styles::{BuiltInStyle, STYLES};
use super::explanation;
use super::features::{FeatureCounts, count};
use super::style::PlayingStyle;
use super::style_file::{self, STYLE_FILE};
use crate::search::player::player_trait::ONLY_MOVE;
use std::sync::Arc;

use crate::game::{Position, Record};
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::moves::Move;
use crate::search::{
    Choice, CommonOptions, Judgement, MoveValue, Options, Player, SearchControl, SearchTask,
    Watcher,
};

/// A player that weighs features, one ply deep. Uses `Level`, and `Seed` below full level.
///
/// Of plays with the same score the one that `legal` lists first is chosen.
pub(super) struct StylePlayer {
    style: PlayingStyle,
    source: StyleSource,
    common: CommonOptions,
}

/// Where the style of a player comes from.
enum StyleSource {
    /// It is one of the source document.
    BuiltIn,
    /// It is that of this file, or the first of the document if there is none.
    File(Option<Arc<[u8]>>),
}

/// A play, and its score.
struct ScoredPlay {
    /// The play.
    played: Move,
    /// In pips, for the side that makes the play.
    score: f32,
    /// The features after it.
    counts: FeatureCounts,
}

impl StylePlayer {
    /// The player of this style, at the start of its random stream.
    pub(super) fn new(style: &BuiltInStyle, options: &Options) -> Self {
        let common = CommonOptions::new(options);
        Self { style: style.read(), source: StyleSource::BuiltIn, common }
    }

    /// The player of the style of option `StyleFile`.
    pub(super) fn from_file(options: &Options) -> Self {
        let file = options.file(&STYLE_FILE);
        let common = CommonOptions::new(options);
        Self { style: style_of(file.as_deref()), source: StyleSource::File(file), common }
    }

    /// Scores plays in their order, as many as the limits allow.
    fn score_plays(
        &self,
        before: &Backgammon,
        moves: &[Move],
        control: &mut SearchControl<'_>,
    ) -> Vec<ScoredPlay> {
        let reached = moves.iter().take_while(|_| control.count_node());
        let score = |played: &Move| {
            let counts = counts_after(before, *played);
            ScoredPlay { played: *played, score: self.style.score(&counts), counts }
        };
        reached.map(score).collect()
    }

    /// Why the best of these plays, all that were scored of `all`, is the best.
    fn reason(&self, before: &Backgammon, scored: &[ScoredPlay], all: usize) -> String {
        let best = match best_of(scored) {
            Some(best) if all > 1 && scored.len() == all => best,
            _ if all == 1 => return ONLY_MOVE.to_owned(),
            _ => return format!("best of the first {} of {all} moves", scored.len()),
        };
        let mean =
            |i: usize| scored.iter().map(|play| play.counts[i]).sum::<f32>() / scored.len() as f32;
        let gain = |i: usize| self.style.weights[i] * (best.counts[i] - mean(i));
        let gains = std::array::from_fn(gain);
        explanation::describe(&gains, &count(before.board().swapped()), &best.counts)
    }

    /// The control of a search of this position.
    fn control<'a>(
        &self,
        position: &Backgammon,
        task: &SearchTask<'a, Backgammon>,
    ) -> SearchControl<'a> {
        let side = position.side();
        self.common.control(task, side)
    }
}

/// The first of the plays with the highest score.
fn best_of(scored: &[ScoredPlay]) -> Option<&ScoredPlay> {
    scored.iter().reduce(|best, play| if play.score > best.score { play } else { best })
}

/// The style of this file, which was checked when it was read; the first of the document if there
/// is none.
fn style_of(file: Option<&[u8]>) -> PlayingStyle {
    let read = file.and_then(|file| style_file::read(file).ok());
    read.unwrap_or_else(|| STYLES[0].read())
}

/// The features after a play, for the side that makes it.
fn counts_after(before: &Backgammon, played: Move) -> FeatureCounts {
    let mut after = *before;
    let _before = after.play(played);
    // A side that has borne off all its checkers stays on roll.
    let board = after.board();
    count(if after.on_roll() == before.on_roll() { board.swapped() } else { board })
}

impl Player<Backgammon> for StylePlayer {
    fn choose(
        &mut self,
        game: &Record<Backgammon>,
        task: &SearchTask<'_, Backgammon>,
        _watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        let position = game.position();
        if let Some(random) = self.common.random_move(task.moves) {
            return random;
        }
        if position.rolled().is_none() {
            return self.style.cube.choose(position, task.moves);
        }
        let mut control = self.control(position, task);
        let scored = self.score_plays(position, task.moves, &mut control);
        let best = best_of(&scored).map_or(task.moves[0], |best| best.played);
        let reason = self.reason(position, &scored, task.moves.len());
        Choice { best, nodes: control.nodes(), reason }
    }

    /// Plays by their scores in pips, with the weights that make them up; cube actions, which have
    /// no score, by the chances that decide.
    fn judge(
        &mut self,
        game: &Record<Backgammon>,
        task: &SearchTask<'_, Backgammon>,
    ) -> Option<Vec<Judgement<Move>>> {
        let position = game.position();
        if position.rolled().is_none() {
            return Some(self.style.cube.judge(position, task.moves));
        }
        let mut scored = self.score_plays(position, task.moves, &mut self.control(position, task));
        let left = task.moves[scored.len()..].iter().map(|judged| Judgement {
            judged_move: *judged,
            value: MoveValue::Unknown,
            reason: "not reached within the limits".to_owned(),
        });
        scored.sort_by(|a, b| b.score.total_cmp(&a.score));
        let judged = scored.iter().map(|play| Judgement {
            judged_move: play.played,
            value: MoveValue::Fraction(f64::from(play.score)),
            reason: self.style.weights(&play.counts),
        });
        Some(judged.chain(left).collect())
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
        if let StyleSource::File(known) = &self.source {
            let file = options.file(&STYLE_FILE);
            if *known != file {
                self.style = style_of(file.as_deref());
                self.source = StyleSource::File(file);
            }
        }
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

#[cfg(test)]
mod tests {
    use super::{STYLE_FILE, StylePlayer};
    use crate::base::SplitMix64;
    use crate::game::{Dice, Position, Record, Turn};
    use crate::games::backgammon::players::styles::built_in_styles::{BuiltInStyle, STYLES};
    use crate::games::backgammon::{Backgammon, GameSettings, Move};
    use crate::search::player::options::COMMON;
    use crate::search::{
        Choice, Judgement, Limits, MoveValue, Options, Player, SearchTask, SilentWatcher, Stopwatch,
    };
    use std::sync::atomic::AtomicBool;

    /// Calls `job` with a task for these moves under these limits.
    fn with_task<R>(
        moves: &[Move],
        limits: &Limits,
        stop: bool,
        job: impl FnOnce(&SearchTask<'_, Backgammon>) -> R,
    ) -> R {
        let stop = AtomicBool::new(stop);
        job(&SearchTask { limits, moves, stop: &stop, stopwatch: Stopwatch::start() })
    }

    fn chosen_by(player: &mut StylePlayer, game: &Backgammon, moves: &[Move]) -> Choice<Move> {
        with_task(moves, &Limits::default(), false, |task| {
            player.choose(&Record::new(*game), task, &mut SilentWatcher)
        })
    }

    fn chosen(style: &BuiltInStyle, game: &Backgammon, moves: &[Move], stop: bool) -> Choice<Move> {
        let mut player = StylePlayer::new(style, &Options::new(COMMON));
        with_task(moves, &Limits::default(), stop, |task| {
            player.choose(&Record::new(*game), task, &mut SilentWatcher)
        })
    }

    fn judged(
        style: &BuiltInStyle,
        game: &Backgammon,
        moves: &[Move],
        limits: &Limits,
    ) -> Vec<Judgement<Move>> {
        let mut player = StylePlayer::new(style, &Options::new(COMMON));
        with_task(moves, limits, false, |task| player.judge(&Record::new(*game), task))
            .unwrap_or_default()
    }

    /// Positions of random games with the cube, each with its legal moves.
    fn random_decisions(count: usize, seed: u64) -> Vec<(Backgammon, Vec<Move>)> {
        let mut random = SplitMix64::new(seed);
        let start = Backgammon::start(&GameSettings { cube: true, ..GameSettings::default() });
        let (mut game, mut decisions) = (start, Vec::new());
        while decisions.len() < count {
            match game.turn() {
                Turn::Over(_) => game = start,
                Turn::Roll(_) => {
                    let (a, b) = random.dice(false);
                    game.lay_dice(a, b).unwrap();
                }
                Turn::Decide(_) => {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    let m = moves[random.below(moves.len() as u64) as usize];
                    decisions.push((game, moves));
                    // Most doubles and drops are left out, or else games would be short.
                    let is_rare = matches!(m, Move::Double | Move::Drop) && random.below(8) > 0;
                    game.play(match m {
                        Move::Double if is_rare => Move::Roll,
                        Move::Drop if is_rare => Move::Take,
                        _ => m,
                    });
                }
            }
        }
        decisions
    }

    #[test]
    fn first_of_the_moves_judged_is_the_one_that_is_played() {
        for (game, moves) in random_decisions(400, 5) {
            for style in &STYLES {
                let rows = judged(style, &game, &moves, &Limits::default());
                let best = chosen(style, &game, &moves, false).best;
                assert_eq!(rows.first().map(|row| row.judged_move), Some(best), "{game:?}");
                let mut listed: Vec<_> = rows.iter().map(|row| row.judged_move).collect();
                listed.sort_unstable();
                let mut legal = moves.clone();
                legal.sort_unstable();
                assert_eq!(listed, legal);
                assert!(rows.iter().all(|row| !row.reason.is_empty()));
                let values = rows.iter().map(|row| match row.value {
                    MoveValue::Fraction(value) => value,
                    _ => 0.0,
                });
                assert!(values.is_sorted_by(|a, b| a >= b), "{rows:?}");
            }
        }
    }

    #[test]
    fn weights_that_are_named_sum_up_to_the_score() {
        for (game, moves) in random_decisions(60, 6) {
            for row in judged(&STYLES[1], &game, &moves, &Limits::default()) {
                let MoveValue::Fraction(score) = row.value else { continue };
                let parts = row.reason.split(", ").filter_map(|part| part.rsplit(' ').next());
                let sum: f64 = parts.map(|part| part.parse::<f64>().unwrap()).sum();
                assert!((sum - score).abs() < 0.1, "{sum} {row:?}");
            }
        }
    }

    #[test]
    fn moves_beyond_the_limit_are_listed_without_a_value() {
        let game = Backgammon::from_text(&format!("XGID={START}:0:0:1:31:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let limits = Limits { nodes: Some(4), ..Limits::default() };
        let rows = judged(&STYLES[0], &game, &moves, &limits);
        assert_eq!(rows.len(), moves.len());
        let known = rows.iter().filter(|row| row.value != MoveValue::Unknown).count();
        assert!(known <= 4 && rows[known..].iter().all(|row| row.value == MoveValue::Unknown));
    }

    #[test]
    fn copy_of_a_style_in_a_file_plays_the_same_thousand_moves() {
        for (style, text) in [
            (&STYLES[0], include_str!("risky.style")),
            (&STYLES[3], include_str!("aggressive.style")),
        ] {
            let mut options = Options::new(COMMON.iter().chain([&STYLE_FILE]));
            let mut own = StylePlayer::from_file(&options);
            options.set_file(&STYLE_FILE, Some(text.as_bytes().into()));
            own.configure(&options);
            let mut built_in = StylePlayer::new(style, &options);
            for (game, moves) in random_decisions(1_000, 7) {
                let [expected, found] =
                    [&mut built_in, &mut own].map(|player| chosen_by(player, &game, &moves));
                assert_eq!(found, expected, "{game:?}");
            }
        }
    }

    #[test]
    fn style_of_the_file_holds_until_there_is_none() {
        let game = Backgammon::from_text(&format!("XGID={START}:0:0:1:65:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut options = Options::new(COMMON.iter().chain([&STYLE_FILE]));
        let mut own = StylePlayer::from_file(&options);
        let mut played = |contents: Option<&[u8]>| {
            options.set_file(&STYLE_FILE, contents.map(Into::into));
            own.configure(&options);
            match chosen_by(&mut own, &game, &moves).best {
                Move::Checkers(steps) => steps.to_string(),
                _ => String::new(),
            }
        };
        assert_eq!(played(None), "13/7,13/8");
        assert_eq!(played(Some(b"back -1")), "24/18,18/13");
        assert_eq!(played(Some(b"back 1 # at home\nhome 1")), "8/2,8/3");
        assert_eq!(played(None), "13/7,13/8");
    }

    /// The play of each style at this board for First with these dice, and the reason.
    fn plays(places: &str, dice: &str) -> [(String, String); 4] {
        let game = Backgammon::from_text(&format!("XGID={places}:0:0:1:{dice}:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        STYLES.map(|style| {
            let Choice { best, reason, .. } = chosen(&style, &game, &moves, false);
            let Move::Checkers(steps) = best else { panic!("the dice are rolled") };
            (steps.to_string(), reason)
        })
    }

    fn moves_of(played: &[(String, String); 4]) -> [&str; 4] {
        [0, 1, 2, 3].map(|style| played[style].0.as_str())
    }

    const START: &str = "-b----E-C---eE---c-e----B-";

    #[test]
    fn every_style_makes_the_five_point_with_a_three_and_a_one() {
        for (play, reason) in plays(START, "31") {
            assert_eq!(play, "8/5,6/5");
            assert!(reason.contains("makes a point at home"), "{reason}");
            assert!(reason.contains("leaves no blot"), "{reason}");
        }
    }

    #[test]
    fn styles_differ_in_what_they_do_with_a_six_and_a_five() {
        let played = plays(START, "65");
        assert_eq!(moves_of(&played), ["13/7,13/8", "13/7,7/2", "24/18,18/13", "13/7,7/2"]);
        assert!(played[0].1.contains("brings builders"), "{}", played[0].1);
        assert!(played[2].1.contains("frees a checker at the back"), "{}", played[2].1);
    }

    /// Second has a lone checker on First's 5-point and another on the 1-point.
    const SPLIT: &str = "-a---aE-C---eE---c-e----B-";

    #[test]
    fn safe_plays_safe_where_the_others_hit() {
        let played = plays(SPLIT, "41");
        assert_eq!(moves_of(&played), ["6/5,5/1", "13/9,9/8", "6/5,5/1", "6/5,5/1"]);
        for (style, said) in [(0, "hits a blot"), (1, "leaves no blot"), (2, "hits a blot")] {
            assert!(played[style].1.starts_with(said), "{}", played[style].1);
        }
    }

    #[test]
    fn aggressive_hits_where_the_others_build_or_bring_home() {
        let played = plays(SPLIT, "61");
        assert_eq!(moves_of(&played), ["13/7,8/7", "13/7,8/7", "13/7,7/6", "8/2,2/1"]);
        for (style, said) in [
            (0, "leaves no blot, makes a prime of 3"),
            (1, "leaves no blot, keeps its anchor"),
            (2, "leaves no blot, brings a checker home"),
            (3, "hits a blot"),
        ] {
            assert!(played[style].1.starts_with(said), "{}", played[style].1);
        }
    }

    #[test]
    fn bearing_off_takes_as_many_checkers_as_it_can() {
        for (play, reason) in plays("-BBBBBB-----------------o-", "64") {
            assert_eq!(play, "6/off,4/off");
            assert!(!reason.is_empty());
        }
    }

    #[test]
    fn only_move_is_played_as_such() {
        for (play, reason) in plays("-------------------bbbbbbA", "65") {
            assert_eq!((play.as_str(), reason.as_str()), ("pass", "the only move"));
        }
    }

    #[test]
    fn only_allowed_moves_are_scored_and_a_stopped_search_still_gives_one() {
        let game = Backgammon::from_text(&format!("XGID={START}:0:0:1:31:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for style in &STYLES {
            assert_eq!(chosen(style, &game, &moves[3..4], false).best, moves[3]);
            assert!(moves.contains(&chosen(style, &game, &moves, true).best));
        }
    }
}
