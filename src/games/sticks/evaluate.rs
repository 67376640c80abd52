//! The static evaluation, and guesses for the order of moves.
//!
//! A side that can win at once is nearly won; one that faces a win it cannot stop is nearly
//! lost. All else is the sum over the 360 triples of sequence, location and side of a weight
//! for what is in place or unblockable, counted on all locations of a direction at once.

use super::Move;
use super::pieces::{Piece, Source};
use super::rules::Sticks;
use super::sequences::{Outlook, Sequence};
use super::winning_lines::{STEPS, Winning, seen};
use crate::base::Side;
use crate::game::{Deterministic, Evaluate};

/// The side to move wins with its next move.
const WIN_AT_HAND: i32 = 9_000;

/// The opponent wins with its next move, whatever the side to move does.
const LOSS_AT_HAND: i32 = -8_000;

/// Without a win at hand no value is above this or below its negative.
const QUIET: i32 = 5_000;

/// The side to move must stop a win and can do it; a guess, not tuned.
const MUST_STOP: i32 = -60;

/// The weight of an unblocked triple with 0 to 5 holes in place or unblockable.
///
/// This and the next weight are the best of those tried in matches at depth 2, 240 games a pair
/// from random openings of six plies, standard error about 3 %. Scored against them: 44 % with 6,
/// 30, 150, 600 at the end; 35 % with 4, 12, 40, 160 and 10 more where a hole of three or more is
/// unblockable; 37 % with 120, 120 at the end; 33 % without the bonus for solid barrels.
const WEIGHTS: [i32; 6] = [0, 1, 5, 20, 80, 300];

/// A solid barrel in the tray stops anything later.
const SOLID_IN_TRAY: i32 = 30;

/// What the move is worth to the side that has it; a guess, not tuned.
const TEMPO: i32 = 25;

impl Evaluate for Sticks {
    /// Hundredths for the side to move: ±5,000 at most without a win at hand, 9,000 with one,
    /// about −8,000 when the opponent has one that cannot be stopped.
    fn evaluate(&self) -> i32 {
        let (mover, other) = (self.mover(), self.mover().other());
        if Piece::ALL.into_iter().any(|piece| self.wins_with(mover, piece) != 0) {
            return WIN_AT_HAND;
        }
        let quiet = self.standing(mover) - self.standing(other) + TEMPO;
        let quiet = quiet.clamp(-QUIET, QUIET);
        match self.danger() {
            Danger::None => quiet,
            Danger::Stoppable => quiet + MUST_STOP,
            Danger::Deadly => LOSS_AT_HAND + quiet / 8,
        }
    }

    /// Wins, then stops, then new threats; last what gives up the guard of a winning hole.
    ///
    /// Quiet moves are all alike: ranking them by the locations through their holes made the
    /// generic search visit 23 % more nodes at depth 4, on six positions, than leaving them to its
    /// history.
    fn ordering_score(&self, m: Move) -> i32 {
        let Some(piece) = self.piece_of(m) else { return 0 };
        let (mover, other) = (self.mover(), self.mover().other());
        let to = m.to().bit();
        if self.winning(mover).with(piece) & to != 0 {
            return 30_000;
        }
        let mut promise = 200 * self.threats_after(m, piece);
        if self.stops(piece, to) {
            promise += 20_000;
        }
        if let Move::Shift { from, .. } = m {
            let guarded = self.winning(other);
            if (guarded.stick | guarded.barrel) & from.bit() != 0 {
                promise -= 500;
            }
        }
        promise
    }

    /// The kind of piece and the hole it goes to.
    fn slot(&self, m: Move) -> usize {
        self.piece_of(m).map_or(0, Piece::index) * 64 + m.to().index()
    }
}

impl Deterministic for Sticks {}

/// How near the opponent of the side to move is to a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Danger {
    None,
    Stoppable,
    Deadly,
}

impl Sticks {
    /// The sum of a side's weights.
    fn standing(&self, side: Side) -> i32 {
        let own = self.pieces(side);
        let outlook = Outlook::of(own, self.pieces(side.other()));
        let mut sum = own.in_tray(Piece::Solid).cast_signed() * SOLID_IN_TRAY;
        for step in STEPS {
            for sequence in Sequence::ALL {
                sum += progress(&outlook, sequence, step);
            }
        }
        sum
    }

    fn danger(&self) -> Danger {
        let (mover, other) = (self.mover(), self.mover().other());
        let wins = Piece::ALL.map(|piece| self.wins_with(other, piece));
        let holes = wins[0] | wins[1] | wins[2];
        match holes.count_ones() {
            0 => return Danger::None,
            1 => {}
            _ => return Danger::Deadly,
        }
        let stoppable = Piece::ALL.into_iter().any(|piece| {
            self.pieces(mover).source(piece) != Source::Nothing
                && self.open_to(mover, piece) & holes != 0
                && self.stops(piece, holes)
        });
        if stoppable { Danger::Stoppable } else { Danger::Deadly }
    }

    /// Whether the opponent could win in this hole, and no more when this piece is in it.
    fn stops(&self, piece: Piece, hole: u64) -> bool {
        let other = self.mover().other();
        let mut threatened = false;
        for theirs in Piece::ALL {
            if self.wins_with(other, theirs) & hole != 0 {
                threatened = true;
                if piece.shares_with(theirs) {
                    return false;
                }
            }
        }
        threatened
    }

    /// How many open holes would win for the mover after this move.
    fn threats_after(&self, m: Move, piece: Piece) -> i32 {
        let mut own = *self.pieces(self.mover());
        let other = self.pieces(self.mover().other());
        if let Move::Shift { from, .. } = m {
            own.toggle(piece, from);
        }
        own.toggle(piece, m.to());
        let winning = Winning::of(&own);
        if winning.stick | winning.barrel == 0 {
            return 0;
        }
        let open = Piece::ALL.map(|piece| winning.with(piece) & own.open_to(piece, other));
        (open[0] | open[1] | open[2]).count_ones().cast_signed()
    }
}

/// The weights of one sequence at all locations of one direction.
fn progress(outlook: &Outlook, sequence: Sequence, step: i32) -> i32 {
    let mut alive = u64::MAX;
    let mut done = [0; 5];
    let mut by = 0;
    for (place, done) in done.iter_mut().enumerate() {
        let wanted = usize::from(sequence.wants_barrel(place));
        alive &= seen(outlook.alive[wanted], by);
        *done = seen(outlook.in_place[wanted] | outlook.unblockable[wanted], by);
        by += step;
    }
    let [ones, twos, fours] = sum_of_five(done);
    let count = |word: u64| (word & alive).count_ones().cast_signed();
    count(ones & !(twos | fours)) * WEIGHTS[1]
        + count(twos & !ones) * WEIGHTS[2]
        + count(twos & ones) * WEIGHTS[3]
        + count(fours & !ones) * WEIGHTS[4]
        + count(fours & ones) * WEIGHTS[5]
}

/// Adds five bits in each of the 64 places: the sums as binary digits, least first.
const fn sum_of_five(bits: [u64; 5]) -> [u64; 3] {
    let (three, carry) = sum_of_three([bits[0], bits[1], bits[2]]);
    let (ones, other_carry) = sum_of_three([three, bits[3], bits[4]]);
    [ones, carry ^ other_carry, carry & other_carry]
}

/// Adds three bits in each place: the sum and the carry.
const fn sum_of_three([x, y, z]: [u64; 3]) -> (u64, u64) {
    (x ^ y ^ z, (x & y) | (z & (x ^ y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::sticks::sequences::{PAIRS, State};

    fn position(fen: &str) -> Sticks {
        Sticks::new().read_position(fen).expect("a position")
    }

    /// The same sum, pair by pair.
    fn literal_standing(position: &Sticks, side: Side) -> i32 {
        let own = position.pieces(side);
        let outlook = Outlook::of(own, position.pieces(side.other()));
        let tray = own.in_tray(Piece::Solid).cast_signed() * SOLID_IN_TRAY;
        let weight = |pair| match outlook.state(pair) {
            State::Blocked => 0,
            State::Open { in_place, unblockable } => WEIGHTS[usize::from(in_place + unblockable)],
        };
        tray + PAIRS.iter().map(weight).sum::<i32>()
    }

    #[test]
    fn counting_all_locations_at_once_equals_pair_by_pair() {
        let bench = super::super::GAME.bench.positions.lines();
        let lines = include_str!("perft.txt").lines().chain(bench);
        for line in lines.filter(|line| !line.starts_with('#')) {
            let position = position(line.split(';').next().unwrap_or_default());
            for side in Side::BOTH {
                assert_eq!(position.standing(side), literal_standing(&position, side), "{line}");
            }
        }
    }

    #[test]
    fn a_win_at_hand_is_seen() {
        assert_eq!(position("7/7/7/SB1BS2/7/7/7 r").evaluate(), WIN_AT_HAND);
    }

    #[test]
    fn a_threat_is_stoppable_only_by_the_right_piece() {
        let danger = |fen| position(fen).danger();
        assert_eq!(danger("7/7/7/SB1BS2/7/7/7 y"), Danger::Stoppable);
        assert_eq!(danger("bbbb3/7/7/SB1BS2/7/7/hhh4 y"), Danger::Deadly);
        assert_eq!(danger("7/7/7/SSBhS2/7/7/7 y"), Danger::Deadly);
        assert_eq!(danger("7/7/SB1BS2/7/SS1SS2/7/7 y"), Danger::Deadly);
        assert_eq!(danger("7/7/7/7/7/7/7 y"), Danger::None);
    }

    #[test]
    fn wins_and_stops_are_tried_first() {
        let game = position("7/7/SS1SS2/ss1ss2/7/7/7 y");
        let promise = |text| game.ordering_score(game.read_move(text).expect(text).0);
        assert!(promise("B@c4") > promise("B@c5"));
        assert!(promise("B@c5") > promise("S@c5"));
        assert!(promise("S@c5") == promise("S@g1"));
    }

    #[test]
    fn the_evaluation_changes_sides_with_the_mover() {
        let [red, yellow] =
            ["r", "y"].map(|side| position(&format!("7/2b4/3h3/2sSB2/3S3/7/7 {side}")).evaluate());
        assert_eq!(red + yellow, 2 * TEMPO);
    }
}
