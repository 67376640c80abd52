//! The one player behind the four styles: the best of all results of the roll.

pub(crate) mod aggressive;
mod cube_action;
mod features;
pub(crate) mod greedy;
mod reason;
pub(crate) mod risky;
pub(crate) mod safe;

use super::styles::features::{Counts, Feature, count};
use crate::base::Side;
use crate::game::{Position, Record};
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::board::steps::Move;
use crate::search::{Choice, CommonOptions, Options, Player, SearchControl, SearchTask, Watcher};

/// The table of all styles: a row for each feature, a column for each style.
const TABLE: &str = include_str!("styles.md");

/// A player who weighs features, one ply deep. Uses `Level`, and `Seed` below full level.
///
/// Of plays that are worth the same the one that `legal` names first is chosen.
pub(super) struct Style {
    weights: Counts,
    cube: cube_action::Thresholds,
    temper: CommonOptions,
}

/// The number in this row and column of the table; 0 if there is none.
fn cell(row: &str, column: &str) -> f32 {
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim);
    let mut lines = TABLE.lines();
    let index = lines.next().and_then(|head| cells(head).position(|name| name == column));
    let line = lines.find(|line| cells(line).next() == Some(row));
    let text = index.and_then(|index| line.and_then(|line| cells(line).nth(index)));
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

impl Style {
    /// The style of this column, at the start of its random stream.
    pub(super) fn new(name: &'static str, options: &Options) -> Self {
        let chance = |row| cell(row, name) / 100.0;
        Self {
            weights: Feature::ALL.map(|(_, row)| cell(row, name)),
            cube: cube_action::Thresholds {
                double: chance("double"),
                take: chance("take"),
                beaver: chance("beaver"),
            },
            temper: CommonOptions::new(options),
        }
    }

    /// What a board is worth to the side that has just played, in pips.
    fn score(&self, counts: &Counts) -> f32 {
        self.weights.iter().zip(counts).map(|(weight, count)| weight * count).sum()
    }

    /// The best of some plays (at least one), as far as `control` lets it look.
    fn best_play(
        &self,
        before: &Backgammon,
        moves: &[Move],
        control: &mut SearchControl<'_>,
    ) -> Choice<Move> {
        let mut best = (moves[0], f32::NEG_INFINITY, [0.0; Feature::COUNT]);
        let mut sum = [0.0; Feature::COUNT];
        let mut seen = 0;
        for &m in moves {
            if !control.count_node() {
                break;
            }
            let counts = counts_after(before, m);
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            seen += 1;
            let score = self.score(&counts);
            if score > best.1 {
                best = (m, score, counts);
            }
        }
        let reason = match (moves.len(), seen) {
            (1, _) => "the only move".to_owned(),
            (all, seen) if seen < all => format!("best of the first {seen} of {all} moves"),
            _ => {
                let usual = sum.map(|sum| sum / seen as f32);
                let gains = std::array::from_fn(|i| self.weights[i] * (best.2[i] - usual[i]));
                reason::words(&gains, &count(before.board().swapped()), &best.2)
            }
        };
        Choice { best: best.0, nodes: control.nodes(), reason }
    }
}

/// The features after a play, for the side that makes it.
fn counts_after(before: &Backgammon, m: Move) -> Counts {
    let mut after = *before;
    let _before = after.play(m);
    // A side that has borne off everybody stays on roll.
    let board = after.board();
    count(if after.on_roll() == before.on_roll() { board.swapped() } else { board })
}

impl Player<Backgammon> for Style {
    fn choose(
        &mut self,
        game: &Record<Backgammon>,
        task: &SearchTask<'_, Backgammon>,
        _watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        let position = game.position();
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        if position.rolled().is_none() {
            return self.cube.choose(position, task.moves);
        }
        let side = position.turn().side().unwrap_or(Side::First);
        let mut control = SearchControl::new(task, side).with_node_cap(self.temper.nodes());
        control.start_grace_period();
        self.best_play(position, task.moves, &mut control)
    }

    fn configure(&mut self, options: &Options) {
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.temper.new_game();
    }
}

#[cfg(test)]
mod tests {
    use super::{Style, TABLE, cell};
    use crate::game::{Position, Record};
    use crate::games::backgammon::players::styles::features::Feature;
    use crate::games::backgammon::{Backgammon, Move};
    use crate::search::player::options::COMMON;
    use crate::search::{Choice, Limits, Options, Player, SearchTask, Silent, Stopwatch};
    use std::sync::atomic::AtomicBool;

    const NAMES: [&str; 4] = ["risky", "safe", "greedy", "aggressive"];

    fn chosen(name: &'static str, game: &Backgammon, moves: &[Move], stop: bool) -> Choice<Move> {
        let task = SearchTask {
            limits: &Limits::default(),
            moves,
            stop: &AtomicBool::new(stop),
            stopwatch: Stopwatch::start(),
        };
        let mut player = Style::new(name, &Options::new(COMMON));
        player.choose(&Record::new(*game), &task, &mut Silent)
    }

    /// The play of each style at this board for First with these dice, and the reason.
    fn plays(places: &str, dice: &str) -> [(String, String); 4] {
        let game = Backgammon::of(&format!("XGID={places}:0:0:1:{dice}:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        NAMES.map(|name| {
            let Choice { best, reason, .. } = chosen(name, &game, &moves, false);
            let Move::Checkers(steps) = best else { panic!("dice lie on the table") };
            (steps.to_string(), reason)
        })
    }

    fn words(played: &[(String, String); 4]) -> [&str; 4] {
        [0, 1, 2, 3].map(|style| played[style].0.as_str())
    }

    const START: &str = "-b----E-C---eE---c-e----B-";

    #[test]
    fn table_has_a_number_for_every_feature_and_style() {
        let rows = Feature::ALL.map(|(_, name)| name);
        let words = ["double", "take", "beaver"];
        for row in rows.iter().chain(&words) {
            for name in NAMES {
                let index = 1 + NAMES.iter().position(|n| *n == name).unwrap();
                let line = TABLE.lines().find(|line| line.starts_with(&format!("| {row} |")));
                let text = line.unwrap().split('|').nth(index + 1).unwrap().trim();
                assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(cell(row, name).to_bits()));
            }
        }
        assert_eq!(TABLE.lines().count(), 2 + rows.len() + words.len(), "no row is left over");
    }

    #[test]
    fn protocol_page_has_the_chances_of_the_table() {
        let page = include_str!("../../../../../protocol.md");
        for name in NAMES {
            let line = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
            let chances = ["double", "take", "beaver"].map(|row| format!("{}", cell(row, name)));
            let end = format!("| {} |", chances.join(" | "));
            assert!(line.is_some_and(|line| line.ends_with(&end)), "{name}: {end}");
        }
    }

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
        assert_eq!(words(&played), ["13/7,13/8", "13/7,7/2", "24/18,18/13", "13/7,7/2"]);
        assert!(played[0].1.contains("brings builders"), "{}", played[0].1);
        assert!(played[2].1.contains("frees a checker at the back"), "{}", played[2].1);
    }

    /// Second has a lone checker on First's 5-point and another on the 1-point.
    const SPLIT: &str = "-a---aE-C---eE---c-e----B-";

    #[test]
    fn safe_plays_safe_where_the_others_hit() {
        let played = plays(SPLIT, "41");
        assert_eq!(words(&played), ["6/5,5/1", "13/9,9/8", "6/5,5/1", "6/5,5/1"]);
        for (style, said) in [(0, "hits a blot"), (1, "leaves no blot"), (2, "hits a blot")] {
            assert!(played[style].1.starts_with(said), "{}", played[style].1);
        }
    }

    #[test]
    fn aggressive_hits_where_the_others_build_or_bring_home() {
        let played = plays(SPLIT, "61");
        assert_eq!(words(&played), ["13/7,8/7", "13/7,8/7", "13/7,7/6", "8/2,2/1"]);
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
    fn only_allowed_moves_are_weighed_and_a_raised_flag_still_gives_one() {
        let game = Backgammon::of(&format!("XGID={START}:0:0:1:31:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for name in NAMES {
            assert_eq!(chosen(name, &game, &moves[3..4], false).best, moves[3]);
            assert!(moves.contains(&chosen(name, &game, &moves, true).best));
        }
    }
}
