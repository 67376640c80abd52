//! The static evaluation by the rules alone, and its move ordering: used by `generic` and `boards`.
//!
//! A side that can win at once has nearly won; one that faces a win it cannot block has nearly
//! lost. Otherwise the value is the sum over the 360 triples of sequence, location and side of a
//! weight for the holes in place or unblockable, counted on all locations of a direction at once.
//!
//! The player `search` has a tuned evaluation of its own, in `search_board/evaluation_weights.rs`
//! and `search_board/evaluation_network.rs`.

use super::board::holes_and_pieces::{Piece, PieceSource};
use super::board::move_and_packed_move::{Move, history_slot};
use super::board::rules::Sticks;
use super::board::sequence_states::{HoleStates, LENGTH, Sequence};
use super::board::win_detection::{STEPS, WinningHoles, shifted};
use crate::base::Side;
use crate::game::{Deterministic, Evaluate};

/// Value for the side to move, in hundredths, if it wins with its next move. Set by hand, like the
/// numbers below whose doc has no other source.
const WIN_AT_HAND: i32 = 9_000;

/// Value for the side to move, in hundredths, if the opponent's next move wins whatever it does.
/// Set by hand.
const LOSS_AT_HAND: i32 = -8_000;

/// Of the quiet value, one part in this many is added to [`LOSS_AT_HAND`]. Set by
/// hand.
const QUIET_DIVISOR_IN_LOSS: i32 = 8;

/// The quiet value is from minus this to this, in hundredths. Set by hand.
const QUIET_BOUND: i32 = 5_000;

/// Added for the side to move, in hundredths, if it must block a win and can. Set by hand.
const MUST_BLOCK: i32 = -60;

/// The value of an unblocked triple with 0 to 5 holes in place or unblockable, in hundredths for
/// the side of the triple.
///
/// This and [`SOLID_IN_TRAY`] are the best of those tried in matches at depth 2, 240 games for each
/// pair of settings, from random openings of six plies, standard error about 3 %. Scored against
/// them: 44 % with 6, 30, 150, 600 as the last weights; 35 % with 4, 12, 40, 160 and 10 more where
/// a hole of three or more is unblockable; 37 % with 120, 120 as the last weights; 33 % without the
/// bonus for solid barrels.
pub(super) const WEIGHTS: [i32; LENGTH + 1] = [0, 1, 5, 20, 80, 300];

/// The value of each solid barrel in a side's tray, in hundredths: it can block any later threat.
/// [`WEIGHTS`] has the measurements.
pub(super) const SOLID_IN_TRAY: i32 = 30;

/// The value of having the move, in hundredths for the side to move. Set by hand.
pub(super) const TEMPO: i32 = 25;

/// Ordering score of a move that wins at once.
///
/// The scores order moves and are not values. A win comes first whatever else the moves do, then
/// every block, as 49 holes of [`THREAT_SCORE`] are less than the difference. These four
/// scores were set by hand.
const WIN_SCORE: i32 = 30_000;

/// Ordering score of a move that blocks a win of the opponent. Set by hand.
const BLOCK_SCORE: i32 = 20_000;

/// Ordering score for each open hole in which the mover could win after its move. Set by hand.
const THREAT_SCORE: i32 = 200;

/// Subtracted from the ordering score where a shift leaves a winning hole of the opponent. Set by
/// hand.
const UNGUARD_SCORE: i32 = 500;

impl Evaluate for Sticks {
    /// Hundredths for the side to move: −5,060 to 5,000 without a win at hand, 9,000 with one,
    /// about −8,000 when the opponent has one that cannot be blocked.
    fn evaluate(&self) -> i32 {
        let (mover, other) = (self.mover(), self.mover().other());
        if Piece::ALL.into_iter().any(|piece| self.wins_with(mover, piece) != 0) {
            return WIN_AT_HAND;
        }
        let quiet = self.weight_sum(mover) - self.weight_sum(other) + TEMPO;
        let quiet = quiet.clamp(-QUIET_BOUND, QUIET_BOUND);
        match self.danger() {
            ThreatenedWins::None => quiet,
            ThreatenedWins::Blockable => quiet + MUST_BLOCK,
            ThreatenedWins::Decisive => LOSS_AT_HAND + quiet / QUIET_DIVISOR_IN_LOSS,
        }
    }

    /// Ordering: wins, then blocks, then new threats; last what leaves a winning hole of the
    /// opponent.
    ///
    /// All quiet moves have the same score: ranking them by the locations through their holes made
    /// the generic search visit 23 % more nodes at depth 4, on six positions, than leaving them to
    /// its history.
    fn ordering_score(&self, m: Move) -> i32 {
        let Some(piece) = self.piece_moved_by(m) else { return 0 };
        let (mover, other) = (self.mover(), self.mover().other());
        let to = m.to().bit();
        if self.winning_holes(mover).with(piece) & to != 0 {
            return WIN_SCORE;
        }
        let mut score = THREAT_SCORE * self.threats_after(m, piece);
        if self.blocks(piece, to) {
            score += BLOCK_SCORE;
        }
        if let Move::Shift { from, .. } = m {
            let guarded = self.winning_holes(other);
            if (guarded.stick | guarded.barrel) & from.bit() != 0 {
                score -= UNGUARD_SCORE;
            }
        }
        score
    }

    /// The kind of piece and the hole it goes to.
    fn history_slot(&self, m: Move) -> usize {
        history_slot(self.piece_moved_by(m).unwrap_or(Piece::Stick), m.to())
    }
}

impl Deterministic for Sticks {}

/// Whether the opponent of the side to move threatens to win with its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThreatenedWins {
    None,
    /// The side to move can block every such win.
    Blockable,
    /// It cannot.
    Decisive,
}

impl Sticks {
    /// The sum of a side's weights, in hundredths for that side.
    fn weight_sum(&self, side: Side) -> i32 {
        let own = self.pieces(side);
        let states = HoleStates::of(own, self.pieces(side.other()));
        let mut sum = own.in_tray(Piece::Solid).cast_signed() * SOLID_IN_TRAY;
        for step in STEPS {
            for sequence in Sequence::ALL {
                sum += weight_in_direction(&states, sequence, step);
            }
        }
        sum
    }

    fn danger(&self) -> ThreatenedWins {
        let (mover, other) = (self.mover(), self.mover().other());
        let wins = Piece::ALL.map(|piece| self.wins_with(other, piece));
        let holes = wins[0] | wins[1] | wins[2];
        match holes.count_ones() {
            0 => return ThreatenedWins::None,
            1 => {}
            _ => return ThreatenedWins::Decisive,
        }
        let is_blockable = Piece::ALL.into_iter().any(|piece| {
            self.pieces(mover).source(piece) != PieceSource::Nothing
                && self.open_to(mover, piece) & holes != 0
                && self.blocks(piece, holes)
        });
        if is_blockable { ThreatenedWins::Blockable } else { ThreatenedWins::Decisive }
    }

    /// Whether the opponent could win in this hole, but not once this piece is in it.
    fn blocks(&self, piece: Piece, hole: u64) -> bool {
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

    /// In how many open holes the mover could win after this move.
    fn threats_after(&self, m: Move, piece: Piece) -> i32 {
        let mut own = *self.pieces(self.mover());
        let other = self.pieces(self.mover().other());
        if let Move::Shift { from, .. } = m {
            own.toggle(piece, from);
        }
        own.toggle(piece, m.to());
        let winning = WinningHoles::of(&own);
        if winning.stick | winning.barrel == 0 {
            return 0;
        }
        let open = Piece::ALL.map(|piece| winning.with(piece) & own.open_to(piece, other));
        (open[0] | open[1] | open[2]).count_ones().cast_signed()
    }
}

/// The sum of the weights of one sequence at all locations of one direction.
fn weight_in_direction(states: &HoleStates, sequence: Sequence, step: i32) -> i32 {
    let mut not_blocked = u64::MAX;
    let mut done = [0; LENGTH];
    let mut by = 0;
    for (place, done) in done.iter_mut().enumerate() {
        let needed = usize::from(sequence.needs_barrel(place));
        not_blocked &= shifted(states.not_blocked[needed], by);
        *done = shifted(states.in_place[needed] | states.unblockable[needed], by);
        by += step;
    }
    let [ones, twos, fours] = sum_of_five(done);
    let count = |word: u64| (word & not_blocked).count_ones().cast_signed();
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
    use crate::games::sticks::board::sequence_states::{LOCATED_SEQUENCES, SequenceState};

    fn position(fen: &str) -> Sticks {
        Sticks::new().read_position(fen).expect("a position")
    }

    /// The sum of the weights, pair by pair.
    fn literal_weight_sum(position: &Sticks, side: Side) -> i32 {
        let own = position.pieces(side);
        let states = HoleStates::of(own, position.pieces(side.other()));
        let tray = own.in_tray(Piece::Solid).cast_signed() * SOLID_IN_TRAY;
        let weight = |pair| match states.state(pair) {
            SequenceState::Blocked => 0,
            SequenceState::Open { in_place, unblockable } => {
                WEIGHTS[usize::from(in_place + unblockable)]
            }
        };
        tray + LOCATED_SEQUENCES.iter().map(weight).sum::<i32>()
    }

    #[test]
    fn counting_all_locations_at_once_equals_pair_by_pair() {
        let bench = super::super::GAME.bench.positions.lines();
        let lines = include_str!("perft.txt").lines().chain(bench);
        for line in lines.filter(|line| !line.starts_with('#')) {
            let position = position(line.split(';').next().unwrap_or_default());
            for side in Side::BOTH {
                assert_eq!(
                    position.weight_sum(side),
                    literal_weight_sum(&position, side),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn a_win_at_hand_is_shifted() {
        assert_eq!(position("7/7/7/SB1BS2/7/7/7 r").evaluate(), WIN_AT_HAND);
    }

    #[test]
    fn a_threat_is_blocked_only_by_the_right_piece() {
        let danger = |fen| position(fen).danger();
        assert_eq!(danger("7/7/7/SB1BS2/7/7/7 y"), ThreatenedWins::Blockable);
        assert_eq!(danger("bbbb3/7/7/SB1BS2/7/7/hhh4 y"), ThreatenedWins::Decisive);
        assert_eq!(danger("7/7/7/SSBhS2/7/7/7 y"), ThreatenedWins::Decisive);
        assert_eq!(danger("7/7/SB1BS2/7/SS1SS2/7/7 y"), ThreatenedWins::Decisive);
        assert_eq!(danger("7/7/7/7/7/7/7 y"), ThreatenedWins::None);
    }

    #[test]
    fn wins_and_blocks_are_tried_first() {
        let game = position("7/7/SS1SS2/ss1ss2/7/7/7 y");
        let ordering_score = |text| game.ordering_score(game.read_move(text).expect(text).0);
        assert!(ordering_score("B@c4") > ordering_score("B@c5"));
        assert!(ordering_score("B@c5") > ordering_score("S@c5"));
        assert!(ordering_score("S@c5") == ordering_score("S@g1"));
    }

    #[test]
    fn the_evaluation_changes_sides_with_the_mover() {
        let [red, yellow] =
            ["r", "y"].map(|side| position(&format!("7/2b4/3h3/2sSB2/3S3/7/7 {side}")).evaluate());
        assert_eq!(red + yellow, 2 * TEMPO);
    }
}
