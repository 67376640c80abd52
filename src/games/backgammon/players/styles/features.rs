//! The features of a board after a play, which the styles weigh.

use crate::base::bits::longest_run;
use crate::games::backgammon::board::movegen::{After, Sink, results};
use crate::games::backgammon::board::moves::Steps;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::board::{
    BAR, Board, HIGHEST_POINT, HOME, OFF, OPPONENTS_HOME, OWN_HALF, highest,
};

/// A feature: something that can be counted on a board, for the side that has just played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// Own pips to go.
    Pips,
    /// The opponent's pips to go.
    Delay,
    /// Own checkers borne off.
    Off,
    /// Own checkers in the home board or off.
    Home,
    /// Own blots that an opposing checker has yet to pass.
    Blots,
    /// Rolls of the opponent that hit a blot, of 36.
    Shots,
    /// Pips lost to the opponent's next roll: the mean over all 36.
    Risk,
    /// Points made in the home board.
    Points,
    /// Points made from 7 to 12.
    Blocks,
    /// Points made in the opponent's home board, two at most.
    Anchors,
    /// Points of the longest row of made points, beyond the second.
    Prime,
    /// Own checkers from 7 to 12.
    Builders,
    /// Own checkers in the opponent's home board or on the bar.
    Back,
    /// Own checkers beyond the third on a point.
    Stack,
    /// Opposing checkers on the bar.
    Hits,
    /// Opposing checkers on the bar × points made in the home board.
    Shut,
}

impl Feature {
    /// How many there are.
    pub(super) const COUNT: usize = Self::ALL.len();

    /// Every feature with its name, in the order of [`FeatureCounts`].
    pub(super) const ALL: [(Self, &'static str); 16] = [
        (Self::Pips, "pips"),
        (Self::Delay, "delay"),
        (Self::Off, "off"),
        (Self::Home, "home"),
        (Self::Blots, "blots"),
        (Self::Shots, "shots"),
        (Self::Risk, "risk"),
        (Self::Points, "points"),
        (Self::Blocks, "blocks"),
        (Self::Anchors, "anchors"),
        (Self::Prime, "prime"),
        (Self::Builders, "builders"),
        (Self::Back, "back"),
        (Self::Stack, "stack"),
        (Self::Hits, "hits"),
        (Self::Shut, "shut"),
    ];
}

/// A number for each feature, in the order of [`Feature::ALL`]; its units are in `risky.style`.
pub(super) type FeatureCounts = [f32; Feature::COUNT];

/// The features of a board for the side that does **not** move next: it has just played.
///
/// Once the sides have passed each other only pips, delay, off, home and stack are left.
pub(super) fn count(board: Board) -> FeatureCounts {
    let own = board.other;
    // Checkers on the bar hold no point.
    let made = own.made() & !(1 << BAR);
    let waiting = f32::from(board.mover.count(BAR));
    let among = |first: u8, last: u8| (first..=last).map(|p| f32::from(own.count(p))).sum::<f32>();
    let mut counts = [0.0; Feature::COUNT];
    let mut set = |feature: Feature, count: f32| counts[feature as usize] = count;
    set(Feature::Pips, own.pips() as f32);
    set(Feature::Delay, board.mover.pips() as f32);
    set(Feature::Off, f32::from(own.count(OFF)));
    set(Feature::Home, among(OFF, HOME));
    set(Feature::Stack, (1..BAR).map(|p| f32::from(own.count(p).saturating_sub(3))).sum());
    if !board.has_contact() {
        return counts;
    }
    let home = held(made, 1, HOME);
    let BlotDanger { blots, shots, risk } = danger(board);
    set(Feature::Blots, blots);
    set(Feature::Shots, shots);
    set(Feature::Risk, risk);
    set(Feature::Points, home);
    set(Feature::Blocks, held(made, HOME + 1, OWN_HALF));
    set(Feature::Anchors, held(made, OPPONENTS_HOME, HIGHEST_POINT).min(2.0));
    set(Feature::Prime, f32::from(longest_run(made).max(2)) - 2.0);
    set(Feature::Builders, among(HOME + 1, OWN_HALF));
    set(Feature::Back, among(OPPONENTS_HOME, BAR));
    set(Feature::Hits, waiting);
    set(Feature::Shut, waiting * home);
    counts
}

/// How many points of a mask are between two points, both included.
fn held(made: u32, first: u8, last: u8) -> f32 {
    (made >> first & ((2 << (last - first)) - 1)).count_ones() as f32
}

/// The danger to the blots of the side that has just played.
struct BlotDanger {
    /// Blots that an opposing checker has yet to pass.
    blots: f32,
    /// Of the 36 rolls of the opponent, those that hit.
    shots: f32,
    /// Pips lost to the next roll: the mean over all 36, each played as it hurts most.
    risk: f32,
}

/// Counts blots in reach, and tries every roll of the opponent to see which hit.
fn danger(board: Board) -> BlotDanger {
    // The mover's point q is the other's 25 − q: the mover hits only below its rearmost checker.
    let reach = (1 << highest(board.mover)) - 1;
    let blots = (board.blots() & reach).count_ones() as f32;
    let mut danger = BlotDanger { blots, shots: 0.0, risk: 0.0 };
    if blots == 0.0 {
        return danger;
    }
    for roll in Roll::ALL {
        let mut hits = MostPipsHit(0);
        results(board, roll, &mut hits);
        let weight = roll.weight() as f32;
        if hits.0 > 0 {
            danger.shots += weight;
            danger.risk += weight / Roll::ORDERED_COUNT as f32 * hits.0 as f32;
        }
    }
    danger
}

/// The most pips that the side that is hit loses in one of the results put.
struct MostPipsHit(u32);

impl Sink for MostPipsHit {
    fn put(&mut self, after: After, _steps: Steps) {
        self.0 = self.0.max(after.pips_hit());
    }
    fn restart(&mut self) {
        self.0 = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{Feature, FeatureCounts, count};
    use crate::base::SplitMix64;
    use crate::game::{Dice, Position, Turn};
    use crate::games::backgammon::Backgammon;
    use crate::games::backgammon::board::Board;

    fn counted(places: &str) -> FeatureCounts {
        // Second is on roll: First has just played.
        let text = format!("XGID={places}:0:0:-1:00:0:0:0:0:10");
        count(Backgammon::from_text(&text, false).board())
    }

    fn assert_counts(places: &str, expected: &[(Feature, f32)]) {
        let counts = counted(places);
        for (feature, value) in expected {
            let is = counts[*feature as usize];
            assert!((is - value).abs() < 0.01, "{places}: {feature:?} is {is}, not {value}");
        }
    }

    #[test]
    fn names_are_in_the_order_of_the_features() {
        for (index, (feature, _)) in Feature::ALL.into_iter().enumerate() {
            assert_eq!(feature as usize, index);
        }
    }

    #[test]
    fn start_position_has_two_points_a_block_and_an_anchor() {
        assert_counts(
            "-b----E-C---eE---c-e----B-",
            &[
                (Feature::Pips, 167.0),
                (Feature::Delay, 167.0),
                (Feature::Home, 5.0),
                (Feature::Blots, 0.0),
                (Feature::Points, 1.0),
                (Feature::Blocks, 1.0),
                (Feature::Anchors, 1.0),
                (Feature::Builders, 3.0),
                (Feature::Back, 2.0),
                (Feature::Stack, 4.0),
            ],
        );
    }

    #[test]
    fn known_shots_are_counted() {
        // A lone checker of Second's, the only one, at this distance before First's blot.
        for (distance, shots) in [(1, 11.0), (2, 12.0), (3, 14.0), (4, 15.0), (5, 15.0), (6, 17.0)]
        {
            let mut places = *b"---a-------------------B--";
            places[3 + distance] = b'A';
            let places = String::from_utf8(places.to_vec()).unwrap();
            assert_counts(&places, &[(Feature::Shots, shots), (Feature::Blots, 1.0)]);
        }
    }

    #[test]
    fn points_in_between_block_shots_and_the_bar_comes_first() {
        assert_counts("---a--B--A-------------B--", &[(Feature::Shots, 16.0)]);
        // Second must enter before it hits from the field, and enters with any roll.
        assert_counts("a--a-----A--------------B-", &[(Feature::Blots, 1.0), (Feature::Hits, 1.0)]);
        assert_counts(
            "aBBBBBB--A-----------------".get(..26).unwrap(),
            &[(Feature::Shots, 0.0), (Feature::Shut, 6.0), (Feature::Prime, 4.0)],
        );
    }

    #[test]
    fn blot_behind_all_of_the_opponent_is_safe() {
        assert_counts("--A--a-----------------B--", &[(Feature::Blots, 0.0)]);
    }

    #[test]
    fn risk_is_the_pips_lost_times_the_shots() {
        assert_counts("---a-A-----------------B--", &[(Feature::Risk, 12.0 / 36.0 * 20.0)]);
    }

    #[test]
    fn only_the_race_is_left_without_contact() {
        let counts = counted("-AABB----------------cccc-");
        let race = [Feature::Pips, Feature::Delay, Feature::Off, Feature::Home, Feature::Stack];
        for (feature, _) in Feature::ALL {
            assert!(race.contains(&feature) || counts[feature as usize] == 0.0, "{feature:?}");
        }
    }

    #[test]
    fn counts_are_those_of_the_side_that_has_played() {
        let game =
            Backgammon::from_text("XGID=-BBB------------------ccb-:0:0:1:00:0:0:0:0:10", false);
        let Board { mover, other } = game.board();
        assert!((count(Board { mover, other })[0] - other.pips() as f32).abs() < 0.5);
    }

    /// Shots and risk, naively: every legal play of every roll is made on a whole game.
    fn naive_danger(game: &Backgammon) -> (f32, f32) {
        let victim = game.on_roll().other();
        let before = game.checkers(victim).pips();
        let (mut shots, mut lost) = (0.0, 0.0);
        for dice in 0..36 {
            let mut rolled = *game;
            rolled.lay_dice(dice / 6 + 1, dice % 6 + 1).unwrap();
            let mut plays = Vec::new();
            rolled.moves(&mut plays);
            let costs = plays.into_iter().map(|m| {
                let mut after = rolled;
                after.play(m);
                after.checkers(victim).pips() - before
            });
            let worst = costs.max().unwrap_or(0);
            shots += if worst > 0 { 1.0 } else { 0.0 };
            lost += worst as f32;
        }
        (shots, lost / 36.0)
    }

    /// The longest row of points made, beyond the second, naively: by trying every row.
    fn naive_prime(made: &[bool]) -> f32 {
        let rows = (0..25).flat_map(|from| (from..25).map(move |to| from..=to));
        let whole = rows.filter(|row| made[row.clone()].iter().all(|is_made| *is_made));
        whole.map(Iterator::count).max().unwrap_or(0).saturating_sub(2) as f32
    }

    #[test]
    fn counts_equal_the_naive_counts() {
        let mut random = SplitMix64::new(4);
        let mut game = Backgammon::default();
        for _ in 0..400 {
            match game.turn() {
                Turn::Over(_) => game = Backgammon::default(),
                Turn::Roll(_) => {
                    assert_equal_to_naive(&game);
                    let (a, b) = random.dice(false);
                    game.lay_dice(a, b).unwrap();
                }
                Turn::Decide(_) => {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    game.play(moves[random.below(moves.len() as u64) as usize]);
                }
            }
        }
    }

    fn assert_equal_to_naive(game: &Backgammon) {
        let Board { mover, other } = game.board();
        let (own, theirs) = (other.counts(), mover.counts());
        let contact = (1..=25).any(|p| own[p] > 0 && (1..=25).any(|q| theirs[q] > 0 && p + q > 25));
        if !contact {
            return;
        }
        let in_reach = |p: usize| (26 - p..=25).any(|q| theirs[q] > 0);
        let made: Vec<bool> = (0..25).map(|p| p > 0 && own[p] > 1).collect();
        let (shots, risk) = naive_danger(game);
        let sum = |from: usize, to: usize| own[from..=to].iter().map(|n| f32::from(*n)).sum();
        let points = made[1..=6].iter().filter(|is_made| **is_made).count() as f32;
        let counts = count(game.board());
        for (feature, value) in [
            (Feature::Home, sum(0, 6)),
            (Feature::Blots, (1..25).filter(|p| own[*p] == 1 && in_reach(*p)).count() as f32),
            (Feature::Shots, shots),
            (Feature::Risk, risk),
            (Feature::Points, points),
            (Feature::Prime, naive_prime(&made)),
            (Feature::Builders, sum(7, 12)),
            (Feature::Back, sum(19, 25)),
            (Feature::Shut, f32::from(theirs[25]) * points),
        ] {
            let is = counts[feature as usize];
            assert!((is - value).abs() < 0.01, "{game:?}: {feature:?} is {is}, not {value}");
        }
    }
}
