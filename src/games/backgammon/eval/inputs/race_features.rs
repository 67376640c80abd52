//! The features of a race: pips, rolls to go, and how well they will be used.
//!
//! The divisors, all in [`scale`], bring each to about 0.0 to 1.5, differences to about −1.5 to 1.5.

use super::board_seen_by_side_shots_and_escapes::BoardSeenBySide;
use crate::games::backgammon::board::{BAR, HOME, MOST_CHECKERS, OFF};
use crate::games::backgammon::eval::bearoff::BearoffSource;

/// Features of each side.
const FEATURES_PER_SIDE: usize = 11;
/// Features in all.
pub(super) const FEATURE_COUNT: usize = 2 * FEATURES_PER_SIDE + 6;
/// The mean pips of a roll, 8.17; a double counts four times its die.
const PIPS_OF_A_ROLL: f32 = 49.0 / 6.0;
/// The variance of the pips of a roll, 18.8 pips squared, as rolls squared. Computed over the 36
/// rolls.
const ROLL_VARIANCE: f32 = 0.28;
/// The advantage of rolling first, in rolls. Half of the roll that it is ahead.
const FIRST_ROLL_ADVANTAGE: f32 = 0.5;
/// Added to the variance of both sides, in rolls squared, so that it is never 0. Set by hand; no
/// measurement is recorded.
const LEAST_VARIANCE: f32 = 0.2;
/// The rolls that a side has left before it loses a gammon, if it cannot lose one any more: the
/// most that count. Set by hand; no measurement is recorded.
const MOST_ROLLS_FROM_GAMMON: f32 = 4.0;
/// The mean rolls to bear one checker off once all are home. Set by hand; no measurement is
/// recorded.
const ROLLS_OF_ONE_OFF: f32 = 0.6;
/// Checkers on a point that are no stack yet. Set by hand; no measurement is recorded.
const MOST_UNSTACKED: f32 = 3.0;

/// Checkers of a side.
const CHECKERS: f32 = MOST_CHECKERS as f32;

/// What the features are divided by, each in the unit of its feature.
///
/// They were chosen by hand; the networks are trained with them, so another divisor needs other
/// weights.
mod scale {
    /// Pips by which one side leads.
    pub(super) const LEAD: f32 = 25.0;
    /// What the lead as a part of the pips of both sides is multiplied by.
    pub(super) const RELATIVE_LEAD: f32 = 4.0;
    /// Rolls by which one side leads.
    pub(super) const LEAD_IN_ROLLS: f32 = 2.0;
    /// Rolls to spare before a gammon is lost.
    pub(super) const SAFETY: f32 = 2.0;
    /// Pips of one side.
    pub(super) const PIPS: f32 = 100.0;
    /// Pips to bring all checkers home.
    pub(super) const WAY: f32 = 50.0;
    /// Quarters of the board still to cross or to leave, summed over the checkers.
    pub(super) const QUARTERS: f32 = 30.0;
    /// Checkers on one of the two lowest points.
    pub(super) const LOW_POINT: f32 = 5.0;
    /// Empty points among the 4-, 5- and 6-point.
    pub(super) const GAPS: f32 = 3.0;
    /// Checkers that stand on a point beyond [`super::MOST_UNSTACKED`].
    pub(super) const STACKS: f32 = 10.0;
    /// Rolls.
    pub(super) const ROLLS: f32 = 10.0;
    /// The variance of the number of rolls.
    pub(super) const VARIANCE: f32 = 2.0;
}

/// How many rolls one side needs to bear off, estimated.
#[derive(Clone, Copy)]
struct RollsNeeded {
    /// Rolls to bear off, with the checkers outside taken to be on the 6-point.
    rolls_at_home: f32,
    /// Rolls in all.
    rolls: f32,
    /// Rolls to bring all home.
    rolls_to_home: f32,
    /// The variance of `rolls`.
    variance: f32,
}

/// The features of a race, for both sides and for the two together.
#[inline(always)]
pub(super) fn features(
    views: &[BoardSeenBySide; 2],
    source: BearoffSource,
) -> [f32; FEATURE_COUNT] {
    let mut all = [0.0; FEATURE_COUNT];
    let lengths = [RollsNeeded::of(&views[0], source), RollsNeeded::of(&views[1], source)];
    for (side, (view, length)) in views.iter().zip(lengths).enumerate() {
        all[side * FEATURES_PER_SIDE..(side + 1) * FEATURES_PER_SIDE]
            .copy_from_slice(&of_side(view, length));
    }
    let [mine, theirs] = [views[0].pips as f32, views[1].pips as f32];
    all[2 * FEATURES_PER_SIDE] = (theirs - mine) / scale::LEAD;
    all[2 * FEATURES_PER_SIDE + 1] =
        scale::RELATIVE_LEAD * (theirs - mine) / (theirs + mine).max(1.0);
    let lead = lengths[1].rolls - lengths[0].rolls;
    all[2 * FEATURES_PER_SIDE + 2] = lead / scale::LEAD_IN_ROLLS;
    all[2 * FEATURES_PER_SIDE + 3] = (lead + FIRST_ROLL_ADVANTAGE)
        / (lengths[0].variance + lengths[1].variance + LEAST_VARIANCE).sqrt();
    all[2 * FEATURES_PER_SIDE + 4] = lengths[0].safety(&views[0], lengths[1]);
    all[2 * FEATURES_PER_SIDE + 5] = lengths[1].safety(&views[1], lengths[0]);
    all
}

impl RollsNeeded {
    fn of(view: &BoardSeenBySide, source: BearoffSource) -> Self {
        let mut home: [u8; 6] = std::array::from_fn(|i| view.counts[i + 1]);
        let (mut outside, mut pips) = (0, 0);
        for place in 7..26_u8 {
            let count = view.counts[usize::from(place)];
            outside += count;
            pips += u32::from(count) * u32::from(place - 6);
        }
        home[5] += outside;
        let [home, variance] = source.moments(home);
        let way = pips as f32 / PIPS_OF_A_ROLL;
        Self {
            rolls_at_home: home,
            rolls: home + way,
            rolls_to_home: way,
            variance: variance + way * ROLL_VARIANCE,
        }
    }

    /// How far this side is from losing a gammon: half the rolls that the winner needs beyond
    /// those that bring all home and one off, −2.0 to 2.0.
    fn safety(self, view: &BoardSeenBySide, winner: Self) -> f32 {
        let is_safe = view.counts[usize::from(OFF)] > 0;
        let left = if is_safe {
            MOST_ROLLS_FROM_GAMMON
        } else {
            winner.rolls - self.rolls_to_home - ROLLS_OF_ONE_OFF
        };
        (left / scale::SAFETY)
            .clamp(-MOST_ROLLS_FROM_GAMMON / scale::SAFETY, MOST_ROLLS_FROM_GAMMON / scale::SAFETY)
    }
}

/// Pips, pips to home, crossovers, checkers left, those on the low points, gaps, stacks, rolls.
fn of_side(view: &BoardSeenBySide, length: RollsNeeded) -> [f32; FEATURES_PER_SIDE] {
    let count = |place: usize| f32::from(view.counts[place]);
    let (home, bar) = (usize::from(HOME), usize::from(BAR));
    let outside =
        (home + 1..bar).map(|place| count(place) * (place as f32 - home as f32)).sum::<f32>();
    let quarters = (1..bar).map(|place| count(place) * place.div_ceil(home) as f32).sum::<f32>();
    let left = (1..bar).map(count).sum::<f32>();
    let gaps = (4..7).filter(|place| view.counts[*place] == 0).count() as f32;
    let stacks = (1..bar).map(|place| (count(place) - MOST_UNSTACKED).max(0.0)).sum::<f32>();
    [
        view.pips as f32 / scale::PIPS,
        outside / scale::WAY,
        quarters / scale::QUARTERS,
        left / CHECKERS,
        count(1) / scale::LOW_POINT,
        count(2) / scale::LOW_POINT,
        gaps / scale::GAPS,
        stacks / scale::STACKS,
        length.rolls_at_home / scale::ROLLS,
        length.rolls / scale::ROLLS,
        length.variance / scale::VARIANCE,
    ]
}

#[cfg(test)]
mod tests {
    use super::{
        BearoffSource, BoardSeenBySide, FEATURE_COUNT, FEATURES_PER_SIDE, PIPS_OF_A_ROLL,
        RollsNeeded,
    };
    use crate::games::backgammon::board::{Board, Checkers};
    use crate::games::backgammon::eval::bearoff::BearoffDatabase;
    use crate::games::backgammon::eval::inputs::board_seen_by_side_shots_and_escapes::tests::scattered;

    fn features(views: &[BoardSeenBySide; 2]) -> [f32; FEATURE_COUNT] {
        super::features(views, BearoffSource::Database)
    }

    fn counts(places: &[(usize, u8)]) -> Checkers {
        let mut counts = [0; 26];
        for (place, n) in places {
            counts[*place] = *n;
        }
        Checkers::from_counts(&counts)
    }

    #[test]
    fn home_takes_as_long_as_the_database_says_and_the_way_by_pips() {
        let home = counts(&[(0, 10), (2, 1), (5, 2), (6, 2)]);
        let outside = counts(&[(0, 10), (2, 1), (5, 2), (7, 1), (12, 1)]);
        let views = BoardSeenBySide::both(Board { mover: home, other: outside });
        let [near, far] =
            views.each_ref().map(|view| RollsNeeded::of(view, BearoffSource::Database));
        assert!((near.rolls - BearoffDatabase::shared().mean(home)).abs() < 1e-4);
        assert!((far.rolls - near.rolls - 7.0 / PIPS_OF_A_ROLL).abs() < 1e-5);
        assert!(far.variance > near.variance && near.variance > 0.0);
    }

    #[test]
    fn gammon_is_near_where_the_winner_is() {
        let last = counts(&[(0, 13), (1, 2)]);
        let borne_off = counts(&[(0, 1), (24, 14)]);
        let [home, outside] = [counts(&[(6, 15)]), counts(&[(6, 13), (18, 2)])];
        let safety = |loser| {
            let board = Board { mover: loser, other: last };
            features(&BoardSeenBySide::both(board))[2 * FEATURES_PER_SIDE + 4]
        };
        assert!(safety(borne_off) > safety(home) && safety(home) > safety(outside));
        assert!((safety(borne_off) - 2.0).abs() < 1e-6 && safety(outside) < 0.0);
    }

    #[test]
    fn sides_change_places_when_the_board_does() {
        for board in (0..100).map(|n| scattered(4 * n + 3)) {
            let both =
                [board, board.swapped()].map(|board| features(&BoardSeenBySide::both(board)));
            assert_eq!(
                both[0][..FEATURES_PER_SIDE],
                both[1][FEATURES_PER_SIDE..2 * FEATURES_PER_SIDE]
            );
            assert!(both[0].iter().all(|feature| (-8.0..8.0).contains(feature)), "{both:?}");
        }
    }
}
