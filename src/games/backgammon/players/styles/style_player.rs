//! The player of all four styles: the best-scored result of the roll, without lookahead.

use super::features::{Counts, Feature, count};
use super::reason;
use super::style::Style;
use crate::base::Side;
use crate::game::{Position, Record};
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::board::rules::Backgammon;
use crate::search::{Choice, CommonOptions, Options, Player, SearchControl, SearchTask, Watcher};

/// A player that weighs features, one ply deep. Uses `Level`, and `Seed` below full level.
///
/// Of plays with the same score the one that `legal` lists first is chosen.
pub(super) struct StylePlayer {
    style: Style,
    common: CommonOptions,
}

/// A play, and its score.
struct ScoredPlay {
    played: Move,
    /// In pips, for the side that makes the play.
    score: f32,
    /// The features after it.
    counts: Counts,
}

impl StylePlayer {
    /// The player of this style, at the start of its random stream.
    pub(super) fn new(name: &'static str, options: &Options) -> Self {
        Self { style: Style::named(name), common: CommonOptions::new(options) }
    }

    /// The best of some plays (at least one), of those that the limits allow to score.
    fn best_play(
        &self,
        before: &Backgammon,
        moves: &[Move],
        control: &mut SearchControl<'_>,
    ) -> Choice<Move> {
        let none = [0.0; Feature::COUNT];
        let mut best = ScoredPlay { played: moves[0], score: f32::NEG_INFINITY, counts: none };
        let mut sum = none;
        let mut scored = 0;
        for &played in moves {
            if !control.count_node() {
                break;
            }
            let counts = counts_after(before, played);
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            scored += 1;
            let score = self.style.score(&counts);
            if score > best.score {
                best = ScoredPlay { played, score, counts };
            }
        }
        let reason = match (moves.len(), scored) {
            (1, _) => "the only move".to_owned(),
            (all, scored) if scored < all => format!("best of the first {scored} of {all} moves"),
            _ => {
                let mean = sum.map(|sum| sum / scored as f32);
                let gain = |i: usize| self.style.weights[i] * (best.counts[i] - mean[i]);
                let gains = std::array::from_fn(gain);
                reason::describe(&gains, &count(before.board().swapped()), &best.counts)
            }
        };
        Choice { best: best.played, nodes: control.nodes(), reason }
    }
}

/// The features after a play, for the side that makes it.
fn counts_after(before: &Backgammon, played: Move) -> Counts {
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
        if let Some(slip) = self.common.random_move(task.moves) {
            return slip;
        }
        if position.rolled().is_none() {
            return self.style.cube.choose(position, task.moves);
        }
        let side = position.turn().side().unwrap_or(Side::First);
        let mut control = SearchControl::new(task, side).with_node_cap(self.common.nodes());
        control.start_grace_period();
        self.best_play(position, task.moves, &mut control)
    }

    fn configure(&mut self, options: &Options) {
        self.common.configure(options);
    }

    fn restart_stream(&mut self) {
        self.common.restart_stream();
    }
}

#[cfg(test)]
mod tests {
    use super::StylePlayer;
    use crate::game::{Position, Record};
    use crate::games::backgammon::players::styles::style::{STYLES, StyleName};
    use crate::games::backgammon::{Backgammon, Move};
    use crate::search::player::options::COMMON;
    use crate::search::{Choice, Limits, Options, Player, SearchTask, Silent, Stopwatch};
    use std::sync::atomic::AtomicBool;

    fn chosen(name: &'static str, game: &Backgammon, moves: &[Move], stop: bool) -> Choice<Move> {
        let task = SearchTask {
            limits: &Limits::default(),
            moves,
            stop: &AtomicBool::new(stop),
            stopwatch: Stopwatch::start(),
        };
        let mut player = StylePlayer::new(name, &Options::new(COMMON));
        player.choose(&Record::new(*game), &task, &mut Silent)
    }

    /// The play of each style at this board for First with these dice, and the reason.
    fn plays(places: &str, dice: &str) -> [(String, String); 4] {
        let game = Backgammon::of(&format!("XGID={places}:0:0:1:{dice}:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        STYLES.map(|StyleName { name, .. }| {
            let Choice { best, reason, .. } = chosen(name, &game, &moves, false);
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
        let game = Backgammon::of(&format!("XGID={START}:0:0:1:31:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for StyleName { name, .. } in STYLES {
            assert_eq!(chosen(name, &game, &moves[3..4], false).best, moves[3]);
            assert!(moves.contains(&chosen(name, &game, &moves, true).best));
        }
    }
}
