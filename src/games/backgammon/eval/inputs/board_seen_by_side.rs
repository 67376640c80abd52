//! The board as one side sees it: its checkers and what is in their way, in its own numbering.

use crate::games::backgammon::board::{
    BAR, Board, Checkers, PLACE_COUNT, POINTS, as_numbered_by_other_side, highest,
};

/// The board as one side sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardSeenBySide {
    /// Its checkers on each place, off first, bar last.
    pub(super) counts: [u8; PLACE_COUNT],
    /// Places (1 to 25) where it has a checker, as bits.
    pub(super) occupied: u32,
    /// Points (1 to 24) where it has two or more.
    pub(super) made: u32,
    /// Points (1 to 24) where it has two and no more.
    pub(super) pairs: u32,
    /// Points where the opponent has two or more, so that no checker can land there.
    pub(super) blocked: u32,
    /// Points where the opponent has one checker, a blot.
    pub(super) blots: u32,
    /// Its rearmost checker's place, 0 if all are off.
    pub(super) rearmost: u8,
    /// The place of the opponent's rearmost checker in this numbering: 0 for its bar, 25 if all are
    /// off. Checkers at or below it are past all opposing ones.
    pub(super) opposing_rearmost: u8,
    /// Pips to go.
    pub(super) pips: u32,
}

impl BoardSeenBySide {
    #[inline(always)]
    fn new(me: Checkers, them: Checkers) -> Self {
        let made = them.made() & POINTS;
        let counts = me.counts();
        let pips = counts.iter().zip(0..).map(|(n, place)| u32::from(*n) * place).sum();
        Self {
            counts,
            occupied: me.occupied(),
            made: me.made() & POINTS,
            pairs: me.pairs() & POINTS,
            blocked: as_numbered_by_other_side(made),
            blots: as_numbered_by_other_side(them.occupied() & !them.made() & POINTS),
            rearmost: highest(me),
            opposing_rearmost: BAR - highest(them),
            pips,
        }
    }

    /// The view of the mover, and that of the other.
    #[inline(always)]
    pub(super) fn both(board: Board) -> [Self; 2] {
        [Self::new(board.mover, board.other), Self::new(board.other, board.mover)]
    }

    /// The blocked points among the 12 ahead of a place (1 to 25): bit d − 1 for distance d.
    #[inline(always)]
    pub(super) const fn blocked_ahead(&self, place: u8) -> u32 {
        (self.blocked.reverse_bits() as u64 >> (32 - place)) as u32 & 0xFFF
    }

    /// The points that are not blocked.
    #[inline(always)]
    pub(super) const fn open(&self) -> u32 {
        !self.blocked & POINTS
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::BoardSeenBySide;
    use crate::base::SplitMix64;
    use crate::games::backgammon::board::{Board, Checkers};

    /// Boards with checkers scattered anywhere, each point one side's at most; every fourth is a
    /// race.
    pub(crate) fn scattered(seed: u64) -> Board {
        let mut random = SplitMix64::new(seed);
        let mut counts = [[0_u8; 26]; 2];
        let is_race = seed % 4 == 3;
        let lowest = if is_race { [1, 1] } else { [1, random.below(14) + 1] };
        let end = if is_race { 13 } else { 25 };
        for side in 0..2 {
            for _ in 0..15 {
                let place = match random.below(12) {
                    0 => 0,
                    1 if !is_race => 25,
                    _ => lowest[side] as usize + random.below(end - lowest[side]) as usize,
                };
                let is_taken = (1..25).contains(&place) && counts[1 - side][25 - place] > 0;
                counts[side][if is_taken { 0 } else { place }] += 1;
            }
        }
        let [mover, other] = counts.map(|counts| Checkers::from_counts(&counts));
        Board { mover, other }
    }

    #[test]
    fn blocked_points_ahead_are_counted_from_the_checker() {
        for seed in 0..200 {
            let board = scattered(seed);
            let (view, them) = (BoardSeenBySide::both(board)[0], board.other.counts());
            for place in 1..26_u8 {
                for distance in 1..=12 {
                    let point = place.checked_sub(distance).filter(|point| *point > 0);
                    let is_blocked = point.is_some_and(|point| them[25 - usize::from(point)] > 1);
                    let seen = view.blocked_ahead(place) >> (distance - 1) & 1 == 1;
                    assert_eq!(seen, is_blocked, "{board:?} {place} {distance}");
                }
            }
        }
    }
}
