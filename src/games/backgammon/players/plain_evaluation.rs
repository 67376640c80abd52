//! The plain static evaluation: the race as a logistic curve, and a few features of contact.
//!
//! It is a baseline for comparison, not a strong evaluation. Its numbers are estimates in pips,
//! which rank plays roughly as common advice does. Only [`CONTACT_STEEPNESS_WITH_CUBE`] has been fitted to
//! games.

use crate::base::bits::longest_run;
use crate::base::{Outcome, Side};
use crate::game::Evaluate;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{
    BAR, Board, Checkers, HOME, OFF, POINTS, highest, in_opponents_home,
};
use crate::games::backgammon::cube::usual_efficiency;
use crate::games::backgammon::eval::Probabilities;

/// The steepness of the logistic curve without contact, by the lead in pips over the root of the
/// pips of both sides.
///
/// Ten pips and the roll win about 78 % of the time in a race of 100 against 110. Set by hand; no
/// other source is recorded.
const RACE_STEEPNESS: f32 = 1.25;
/// The steepness of the curve while the sides can still meet. Set by hand, like the numbers below
/// whose doc names no source.
const CONTACT_STEEPNESS: f32 = 0.9;
/// The steepness of the curve in contact where the cube is in use: to rank plays is not enough
/// there, the chances themselves count.
///
/// Fitted to 165,000 positions of 4,000 games of this evaluation against itself at one
/// ply: in classes from 8 to 92 % the side on roll won as predicted, give or take one per cent.
const CONTACT_STEEPNESS_WITH_CUBE: f32 = 0.5;
/// The advantage of having the next roll, in pips: half an average roll. Set by hand.
const NEXT_ROLL_ADVANTAGE: f32 = 4.0;
/// The pips of an average roll: 49 / 6, rounded up.
const AVERAGE_ROLL: f32 = 8.2;
/// Pips added on the way home, since the last roll is seldom used up: half an average roll. Set by
/// hand.
const UNUSED_PIPS: f32 = 4.0;
/// Pips that a checker on the 2-point wastes beyond the one of every checker; one on the 1-point
/// wastes 1.0. Set by hand.
const WASTE_ON_2: f32 = 0.5;
/// A point held in the own home board, in pips. Set by hand.
const HOME_POINT: f32 = 4.0;
/// Each further point of an unbroken row of held points, beyond two, in pips. Set by hand.
const PRIME: f32 = 3.0;
/// A point held in the opponent's home board, a safe place to enter and to wait, in pips. Set by
/// hand.
const ANCHOR: f32 = 5.0;
/// The most anchors that count, in points held. Set by hand.
const MOST_ANCHORS: f32 = 2.0;
/// For each checker on the bar the pips lost by each closed point, besides those of the hit. Set by
/// hand.
const CLOSED_POINT: f32 = 1.0;
/// Cost of each closed point, once, in pips, if the side has any checkers on the bar. Set by hand.
const CLOSED_POINT_ONCE: f32 = 3.0;
/// The cost of a blot for each shot of 36, as a share of the cost of a hit.
const COST_PER_SHOT: f32 = 1.0 / Roll::ORDERED_COUNT as f32;
/// The most shots of 36 at a blot: the sum over all shooters counts some rolls twice. Set by hand.
const MOST_SHOTS: f32 = 30.0;
/// Shots of 36 at a distance of one die, 1 to 6 pips, less one for each pip; counted on an open
/// board they are 11, 12, 14, 15, 15 and 17. Set by hand.
const DIRECT_SHOTS: f32 = 10.0;
/// Shots of 36 at 7, 8, 10 or 11 pips, by both dice; counted, 6, 6, 3 and 2. Set by hand.
const INDIRECT_SHOTS: f32 = 4.0;
/// Shots of 36 at 9 or 12 pips, by both dice or by three steps of a double; counted, 5 and 3. Set
/// by hand.
const SHOTS_AT_9_OR_12: f32 = 3.5;
/// Shots of 36 at 15, 16, 18, 20 or 24 pips: the one double that reaches so far, as counted.
const SHOTS_OF_ONE_DOUBLE: f32 = 1.0;
/// Cost of a hit beyond the pips lost, in pips. Set by hand.
const HIT_COST: f32 = 8.0;
/// The share of the danger to the blots of the mover, 0.0 to 1.0: it may save them with its roll.
/// Set by hand.
const MOVERS_DANGER: f32 = 0.6;
/// The mask of the points 1 to 6.
const HOME_BOARD: u32 = 0b111_1110;
/// The mask of the points 1 to 11, on which primes count.
const PRIME_POINTS: u32 = 0xFFF;

impl Evaluate for Backgammon {
    /// Thousandths of a point.
    const UNIT: i32 = 1_000;

    /// Thousandths of a point for the side to act; after a double, the better of take and drop.
    fn evaluate(&self) -> i32 {
        let efficiency = usual_efficiency(self.board());
        let points = self.cubeful_points(self.plain_probabilities(), efficiency);
        (points * Self::UNIT as f32) as i32
    }

    /// In a match by the chance to win it.
    fn outcome_value(&self, outcome: Outcome, side: Side) -> f64 {
        f64::from(self.points_of_outcome(outcome, side))
    }
}

impl Backgammon {
    /// How the game would end without a cube, for the side on roll, which has the next roll.
    pub(crate) fn plain_probabilities(&self) -> Probabilities {
        let board = self.board();
        let (lead, steepness) = if board.has_contact() {
            let slope =
                if self.cube.in_use { CONTACT_STEEPNESS_WITH_CUBE } else { CONTACT_STEEPNESS };
            (pip_lead(board) + contact_lead(board), slope)
        } else {
            (pip_lead(board), RACE_STEEPNESS)
        };
        let total = (board.mover.pips() + board.other.pips()) as f32;
        let win = logistic(lead * steepness / total.sqrt());
        let ours = gammon_chance(board.other, board.mover);
        let theirs = gammon_chance(board.mover, board.other);
        Probabilities::from_mean_points(win, 1.0 + win * ours, 1.0 + (1.0 - win) * theirs)
    }
}

/// How far the mover is ahead in the race, in pips, the advantage of its roll included.
fn pip_lead(board: Board) -> f32 {
    pips_with_waste(board.other) - pips_with_waste(board.mover) + NEXT_ROLL_ADVANTAGE
}

/// The pips to go, and those that will be wasted: one for each checker left, and one more for each
/// on the 1-point, or half of one on the 2-point.
fn pips_with_waste(checkers: Checkers) -> f32 {
    let pips = checkers.pips() as f32;
    let low = f32::from(checkers.count(1)) + WASTE_ON_2 * f32::from(checkers.count(2));
    pips + f32::from(checkers.in_play()) + low
}

/// The rough chance, 0.0 to 1.0, that the loser is too far behind to bear a checker off in time.
fn gammon_chance(loser: Checkers, winner: Checkers) -> f32 {
    if loser.count(OFF) > 0 {
        return 0.0;
    }
    let to_home: f32 =
        (HOME + 1..=BAR).map(|place| f32::from(loser.count(place)) * f32::from(place - HOME)).sum();
    // The winner needs about half a roll a checker, and its pips to come home.
    let rolls = (winner.pips() as f32 / AVERAGE_ROLL).max(f32::from(winner.in_play()) / 2.0);
    let behind = (to_home + UNUSED_PIPS) / AVERAGE_ROLL - rolls;
    logistic(behind)
}

/// The logistic function: a chance from 0.0 to 1.0, 0.5 at 0.0.
fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Structure, blots and the bar, in pips for the mover.
fn contact_lead(board: Board) -> f32 {
    structure(board.mover) - structure(board.other) - MOVERS_DANGER * danger(board.swapped())
        + danger(board)
        + bar_trouble(board.other, board.mover)
        - bar_trouble(board.mover, board.other)
}

/// Held points at home, rows of them, and anchors, in pips.
fn structure(checkers: Checkers) -> f32 {
    let made = checkers.made();
    let home = (made & HOME_BOARD).count_ones() as f32;
    let anchors = in_opponents_home(made & POINTS).count_ones() as f32;
    let prime = f32::from(longest_run(made & PRIME_POINTS)).max(2.0) - 2.0;
    home * HOME_POINT + prime * PRIME + anchors.min(MOST_ANCHORS) * ANCHOR
}

/// Expected loss of the other's blots to the mover's next roll, in pips.
fn danger(board: Board) -> f32 {
    let (shooters, blots) = (board.mover.occupied(), board.blots());
    let points = (1..25_u8).filter(|point| blots >> point & 1 == 1);
    let lost = points.map(|point| {
        let shots: f32 = (1..=BAR - point)
            .filter(|distance| shooters >> (point + distance) & 1 == 1)
            .map(shots_from)
            .sum();
        (f32::from(point) + HIT_COST) * shots.min(MOST_SHOTS) * COST_PER_SHOT
    });
    lost.sum()
}

/// About how many of the 36 rolls hit from this far away, in pips, if no point is blocked.
const fn shots_from(distance: u8) -> f32 {
    match distance {
        1..=6 => DIRECT_SHOTS + distance as f32,
        7 | 8 | 10 | 11 => INDIRECT_SHOTS,
        9 | 12 => SHOTS_AT_9_OR_12,
        15 | 16 | 18 | 20 | 24 => SHOTS_OF_ONE_DOUBLE,
        _ => 0.0,
    }
}

/// Loss of the checkers on the bar by the points that the holder has closed, in pips.
fn bar_trouble(entering: Checkers, holder: Checkers) -> f32 {
    let closed = (holder.made() & HOME_BOARD).count_ones() as f32;
    let waiting = f32::from(entering.count(BAR));
    let once = if highest(entering) == BAR { closed * CLOSED_POINT_ONCE } else { 0.0 };
    once + waiting * closed * CLOSED_POINT
}

#[cfg(test)]
mod tests {
    use crate::base::{Side, SplitMix64};
    use crate::game::{Dice, Evaluate, Position, Turn};
    use crate::games::backgammon::{Backgammon, Move, Roll};

    #[test]
    fn value_changes_its_sign_with_the_side() {
        let first =
            Backgammon::from_text("XGID=-BBB------------------ccb-:0:0:1:00:0:0:0:0:10", false);
        let second =
            Backgammon::from_text("XGID=-BBB------------------ccb-:0:0:-1:00:0:0:0:0:10", false);
        assert!(first.evaluate() > 700, "{}", first.evaluate());
        assert!(second.evaluate() < 0, "{}", second.evaluate());
        assert!(second.evaluate() > -first.evaluate(), "the roll is worth something");
    }

    #[test]
    fn hopeless_double_is_worth_what_a_drop_costs() {
        let mut game =
            Backgammon::from_text("XGID=-B--------------------ddd-:0:0:1:00:0:0:0:0:10", true);
        game.play(Move::Double);
        assert_eq!(game.evaluate(), -1000);
    }

    /// The play whose result has the least static value for the opponent.
    fn greedy(game: &Backgammon, moves: &[Move]) -> Move {
        let worth = |m: &Move| {
            let mut next = *game;
            next.play(*m);
            if let Turn::Over(outcome) = next.turn() {
                return -10_000 * i32::try_from(outcome.points()).unwrap();
            }
            next.evaluate()
        };
        *moves.iter().min_by_key(|m| worth(m)).unwrap()
    }

    #[test]
    fn greedy_play_beats_random_play() {
        let mut random = SplitMix64::new(1);
        let games = 400;
        let mut won = 0;
        for number in 0..games {
            let greedy_side = Side::BOTH[number % 2];
            let mut game = Backgammon::default();
            let winner = loop {
                match game.turn() {
                    Turn::Over(outcome) => break outcome.winner().unwrap(),
                    Turn::Roll(_) => {
                        let (a, b) = random.dice(game.is_opening());
                        game.lay_dice(a, b).unwrap();
                    }
                    Turn::Decide(side) => {
                        let mut moves = Vec::new();
                        game.moves(&mut moves);
                        let m = if side == greedy_side {
                            greedy(&game, &moves)
                        } else {
                            moves[random.below(moves.len() as u64) as usize]
                        };
                        game.play(m);
                    }
                }
            };
            won += usize::from(winner == greedy_side);
        }
        assert!(won * 100 > games * 95, "{won} of {games}");
    }

    #[test]
    fn values_stay_within_three_times_the_cube() {
        let mut random = SplitMix64::new(2);
        let mut game = Backgammon::default();
        for _ in 0..2_000 {
            assert!(game.evaluate().abs() <= 3_000);
            match game.turn() {
                Turn::Over(_) => game = Backgammon::default(),
                Turn::Roll(_) => {
                    let roll = Roll::ALL[random.below(21) as usize];
                    game.lay_dice(roll.high(), roll.low()).unwrap();
                }
                Turn::Decide(_) => {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    game.play(moves[random.below(moves.len() as u64) as usize]);
                }
            }
        }
    }
}
