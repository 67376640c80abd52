//! What the right to double is worth: expected points from chances to win and the cube.
//!
//! Janowski, "Take-Points in Money Games" (1993): between a cube that is never turned again and
//! one that is turned at the perfect moment, most positions lie two thirds of the way up. In
//! money play without gammons this doubles from 69 %, redoubles from 71 % and takes from 21 %.
//! A match is played for no more points than it needs; how a score changes the chances to win
//! the match is left out otherwise.

use super::cube::Cube;
use super::rules::{Backgammon, Phase};
use crate::base::Side;

/// The highest cube that is played.
const HIGHEST: f32 = (1_u32 << Cube::HIGHEST) as f32;
/// How much of a perfect cube a real one is worth: Janowski's two thirds.
const LIFE: f32 = 2.0 / 3.0;

/// How a game without a cube would end, for one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chances {
    /// The chance to win, 0.0 to 1.0.
    pub(super) win: f32,
    /// The mean points of a win, 1.0 to 3.0.
    pub(super) won: f32,
    /// The mean points of a loss, 1.0 to 3.0.
    pub(super) lost: f32,
}

impl Chances {
    /// Expected points at a stake of 1 that nobody raises.
    pub(super) fn level(self) -> f32 {
        self.win * self.won - (1.0 - self.win) * self.lost
    }
}

/// What is played for, seen by one side.
#[derive(Clone, Copy, Debug)]
struct Stake {
    /// What the cube shows.
    value: f32,
    /// The points that can still be of use: to this side, to the other.
    needed: [f32; 2],
    /// Whether it pays to have the cube: this side, the other.
    may_raise: [bool; 2],
}

impl Stake {
    /// What a plain win is worth: to this side, to the other.
    fn plain(self) -> [f32; 2] {
        self.needed.map(|needed| needed.min(self.value))
    }

    /// Expected points of a side with these chances, the cube's share included.
    fn expected(self, chances: Chances) -> f32 {
        let [mine, theirs] = self.needed.map(|needed| needed / self.value);
        let (won, lost) = (chances.won.min(mine), chances.lost.min(theirs));
        let held = Chances { won, lost, ..chances };
        let dead = held.level();
        if self.may_raise == [false, false] {
            return self.value * dead;
        }
        self.value * (LIFE * self.live(held) + (1.0 - LIFE) * dead)
    }

    /// The same at a stake of 1 with a perfect cube: straight lines between the chances 0 and 1
    /// and those at which a side drops.
    fn live(self, Chances { win, won, lost }: Chances) -> f32 {
        let [cashed, dropped] = self.plain().map(|points| points / self.value);
        let all = won + lost + 0.5;
        let mut corners = [(0.0, -lost), (0.0, -lost), (1.0, won), (1.0, won)];
        if self.may_raise[1] {
            corners[1] = (((lost - 0.5) / all).max(0.0), -dropped);
        }
        if self.may_raise[0] {
            corners[2] = (((lost + 1.0) / all).min(1.0), cashed);
        }
        let line = corners.windows(2).find(|line| win <= line[1].0);
        match line {
            Some([left, right]) if left.0 < right.0 => {
                left.1 + (win - left.0) / (right.0 - left.0) * (right.1 - left.1)
            }
            Some([left, _]) => left.1,
            _ => won,
        }
    }
}

impl Backgammon {
    /// Expected points of the side to act, at the stake it has.
    ///
    /// A side that may double now has the better of rolling and doubling, a side that was
    /// doubled the better of taking and dropping.
    pub(super) fn expected_points(&self) -> f32 {
        self.expected_points_of(&|counts_gammons| self.chances(counts_gammons))
    }

    /// The same with these chances of the side on roll instead of the plain evaluation's.
    pub(super) fn expected_points_at(&self, chances: Chances) -> f32 {
        let plain = Chances { won: 1.0, lost: 1.0, ..chances };
        self.expected_points_of(&|counts_gammons| if counts_gammons { chances } else { plain })
    }

    fn expected_points_of(&self, chances: &dyn Fn(bool) -> Chances) -> f32 {
        let value = self.cube.value() as f32;
        let stake = self.stake_at(value, self.cube.owner);
        match self.phase {
            Phase::Doubled => -self.doubled(stake, chances),
            Phase::Beavered => self.taken(2.0 * value, chances).max(-stake.plain()[1]),
            _ => {
                let rolling = stake.expected(chances(self.counts_gammons()));
                let may_double = self.may_double() && stake.may_raise[0];
                if may_double { rolling.max(self.doubled(stake, chances)) } else { rolling }
            }
        }
    }

    /// What a double is worth to the side on roll: the other takes or drops, as it likes.
    fn doubled(&self, stake: Stake, chances: &dyn Fn(bool) -> Chances) -> f32 {
        self.taken(2.0 * stake.value, chances).min(stake.plain()[0])
    }

    /// What the game is worth to the side on roll, once the other has the cube at this value.
    fn taken(&self, value: f32, chances: &dyn Fn(bool) -> Chances) -> f32 {
        self.stake_at(value, Some(self.on_roll.other())).expected(chances(true))
    }

    /// The stake at this value of the cube, seen by the side on roll.
    fn stake_at(&self, value: f32, owner: Option<Side>) -> Stake {
        let sides = [self.on_roll, self.on_roll.other()];
        let is_match = self.cube.in_use && !self.contest.is_money();
        let needed = sides
            .map(|side| if is_match { f32::from(self.contest.away(side)) } else { f32::INFINITY });
        let is_live = self.cube.in_use && !self.contest.is_crawford && value < HIGHEST;
        let may_raise = sides.map(|side| is_live && owner.is_none_or(|owner| owner == side));
        let is_of_use = needed.map(|needed| value < needed);
        let may_raise = [may_raise[0] && is_of_use[0], may_raise[1] && is_of_use[1]];
        Stake { value, needed, may_raise }
    }
}

#[cfg(test)]
mod tests {
    use super::{Chances, Stake};
    use crate::base::SplitMix64;
    use crate::game::{Dice, Position, Record, Turn};
    use crate::games::backgammon::{Backgammon, Move, Settings};
    use crate::search::options::COMMON;
    use crate::search::{Automaton, Expectiminimax, Limits, Options, Silent, Stopwatch, Task};
    use std::sync::atomic::AtomicBool;

    const MONEY: [f32; 2] = [f32::INFINITY; 2];

    fn chances(win: f32) -> Chances {
        Chances { win, won: 1.0, lost: 1.0 }
    }

    /// Expected points at a cube of this value that this side, the other or both may turn.
    fn expected(win: f32, value: f32, may_raise: [bool; 2]) -> f32 {
        Stake { value, needed: MONEY, may_raise }.expected(chances(win))
    }

    /// The least chance in per cent at which something holds.
    fn from_percent(holds: impl Fn(f32) -> bool) -> Option<u8> {
        (0..=100).find(|percent| holds(f32::from(*percent) / 100.0))
    }

    #[test]
    fn dead_cube_is_worth_nothing() {
        for percent in [0.0, 0.3, 0.5, 1.0] {
            let (dead, level) =
                (expected(percent, 2.0, [false; 2]), 2.0 * chances(percent).level());
            assert!((dead - level).abs() < 1e-6);
        }
    }

    #[test]
    fn owning_the_cube_is_worth_a_little() {
        for percent in 1..100_u8 {
            let win = f32::from(percent) / 100.0;
            let ours = expected(win, 1.0, [true, false]);
            let nobodys = expected(win, 1.0, [false, false]);
            let theirs = expected(win, 1.0, [false, true]);
            assert!(theirs < nobodys && nobodys < ours, "{percent}");
            assert!(ours - nobodys < 0.3, "{percent}");
        }
    }

    #[test]
    fn cube_in_the_middle_is_fair() {
        for win in [0.05, 0.2, 0.4, 0.5] {
            let sum = expected(win, 1.0, [true; 2]) + expected(1.0 - win, 1.0, [true; 2]);
            assert!(sum.abs() < 1e-5, "{win}");
        }
    }

    #[test]
    fn doubles_redoubles_and_takes_begin_where_the_model_says() {
        let doubled = |win| expected(win, 2.0, [false, true]).min(1.0);
        assert_eq!(from_percent(|win| doubled(win) > expected(win, 1.0, [true; 2])), Some(69));
        assert_eq!(from_percent(|win| doubled(win) > expected(win, 1.0, [true, false])), Some(72));
        assert_eq!(from_percent(|win| expected(win, 2.0, [true, false]) > -1.0), Some(22));
    }

    #[test]
    fn points_beyond_those_needed_count_nothing() {
        let stake = Stake { value: 2.0, needed: [2.0, 1.0], may_raise: [false; 2] };
        let all_or_nothing = Chances { win: 0.5, won: 2.0, lost: 2.0 };
        assert!((stake.expected(all_or_nothing) - 0.5).abs() < 1e-6);
        let [ours, theirs] = stake.plain();
        assert!((ours - 2.0).abs() + (theirs - 1.0).abs() < 1e-6);
    }

    /// What `generic` decides so many decisions deep.
    fn decided(game: &Backgammon, depth: u32) -> Move {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let task = Task {
            limits: &Limits { depth: Some(depth), ..Limits::default() },
            moves: &moves,
            stop: &AtomicBool::new(false),
            stopwatch: Stopwatch::start(),
        };
        let mut player = Expectiminimax::new(&Options::new(COMMON));
        player.choose(&Record::new(*game), &task, &mut Silent).best
    }

    /// First's decision before the dice, and Second's answer to a double, at two depths.
    fn cube_action(text: &str, expected: (Move, Move)) {
        for depth in [1, 2] {
            let mut game = Backgammon::of(text, true);
            let ours = decided(&game, depth);
            game.play(Move::Double);
            assert_eq!((ours, decided(&game, depth)), expected, "{text} at depth {depth}");
        }
    }

    #[test]
    fn race_is_doubled_when_ahead_and_dropped_when_far_behind() {
        // First has 88 pips to go.
        for (places, pips, expected) in [
            ("---ACCD-BB------bb-dcca---", 88, (Move::Roll, Move::Take)),
            ("---ACCD-BB-----ac--dcca---", 91, (Move::Roll, Move::Take)),
            ("---ACCD-BB----ca---dcca---", 97, (Move::Double, Move::Take)),
            ("---ACCD-BB--bb-----dcca---", 104, (Move::Double, Move::Drop)),
        ] {
            let text = format!("XGID={places}:0:0:1:00:0:0:0:0:10");
            assert_eq!(Backgammon::of(&text, true).board().other.pips(), pips);
            cube_action(&text, expected);
        }
    }

    #[test]
    fn nobody_doubles_after_a_good_opening_and_nobody_drops() {
        let text = "XGID=-b---BD-B---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
        cube_action(text, (Move::Roll, Move::Take));
    }

    #[test]
    fn side_that_needs_no_more_points_leaves_the_cube_alone() {
        let ahead = "---ACCD-BB--bb-----dcca---:0:0:1:00";
        cube_action(&format!("XGID={ahead}:4:2:0:5:10"), (Move::Roll, Move::Take));
        cube_action(&format!("XGID={ahead}:0:0:0:5:10"), (Move::Double, Move::Drop));
        // One that is a point from losing the match has nothing to lose by a double.
        let level = "-b----E-C---eE---c-e---AA-:0:0:1:00";
        cube_action(&format!("XGID={level}:2:4:0:5:10"), (Move::Double, Move::Take));
    }

    #[test]
    fn cube_stays_low_in_a_game_against_itself() {
        let mut random = SplitMix64::new(3);
        let start = Backgammon::start(&Settings { cube: true, ..Settings::default() });
        let mut turned = 0;
        for _ in 0..40 {
            let mut game = start;
            while !matches!(game.turn(), Turn::Over(_)) {
                if matches!(game.turn(), Turn::Roll(_)) {
                    let (a, b) = random.dice(game.is_opening());
                    game.lay_dice(a, b).unwrap();
                } else {
                    game.play(decided(&game, 1));
                }
            }
            turned += u32::from(game.cube().log);
        }
        assert!((20..80).contains(&turned), "{turned} doubles taken in 40 games");
    }
}
