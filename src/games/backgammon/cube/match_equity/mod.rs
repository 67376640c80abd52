//! The match equity table: the chance to win the match at every score.
//!
//! Up to 25 points away the figures are those of `kazaross_xg2.txt`, whose head names their
//! source. Up to 64 the table is extended from itself. While the leader is fewer than ten points
//! away, a trailer's chance shrinks from point to point as it did before; the steps are of two
//! points, since a trailer plays for two points a game near the end. Elsewhere a game wins one
//! point with a probability of 0.28 and four with one of 0.72, for either side alike: the weights
//! that fit best where both sides are 16 to 25 points away. Computed inside the table, the first
//! step is off by 0.0006 and the second by 0.0012 at most, at 20 to 25 points. A side that is
//! further away counts as 64 points away, and its lead or lag stays what it is if that can be.
//!
//! The figures are those of matches with the cube, in which gammons count; a match for points
//! without the cube has them too. A match that counts games has a table of its own: each game is
//! won or lost with even chances, and counts one.

use std::sync::LazyLock;

use crate::base::Side;
use crate::games::backgammon::board::match_score::MatchScore;

/// The figures of the published table.
const PUBLISHED_TABLE: &str = include_str!("kazaross_xg2.txt");
/// The most points away in the published table.
const MOST_AWAY_PUBLISHED: usize = 25;
/// The most points away in the extended table. Set by hand.
const MOST_AWAY: usize = 64;
/// The games of a long match, as the extension has them: fitted, see the head of this file.
const GAME_RESULTS_OF_EXTENSION: [GameResult; 2] =
    [GameResult { points: 1, probability: 0.28 }, GameResult { points: 4, probability: 0.72 }];
/// From this many points away on, both sides play for points rather than for the match. Set by
/// hand.
const AWAY_FROM_MATCH_END: usize = 10;
static TABLE: LazyLock<MatchEquities> = LazyLock::new(MatchEquities::read);

/// The points that the winner of a game gets, and the probability of that.
struct GameResult {
    /// Points, 1 to 4.
    points: usize,
    /// 0.0 to 1.0; those of all results add up to 1.0.
    probability: f64,
}

/// Chances to win the match, 0.0 to 1.0, by the points that the sides are away from winning it.
struct MatchEquities {
    /// Of the side that is n points away against one that is m points away, at \[n − 1\]\[m − 1\].
    ///
    /// Where one side is 1 point away, the Crawford game is about to be played.
    before_crawford_played: Vec<Vec<f64>>,
    /// Of the side that is n points away against one that is 1 point away, after the Crawford
    /// game, at \[n − 1\].
    after_crawford: Vec<f64>,
    /// Of the side that needs n games against one that needs m, in a match that counts games, at
    /// \[n\]\[m\].
    in_match_of_games: Vec<Vec<f64>>,
}

impl MatchEquities {
    fn read() -> Self {
        let lines = PUBLISHED_TABLE.lines().filter(|line| !line.starts_with('#'));
        let numbers = |line: &str| {
            line.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
        };
        let mut before: Vec<Vec<f64>> = lines.map(numbers).collect();
        let after = before.pop().unwrap_or_default();
        let mut table = Self {
            before_crawford_played: before,
            after_crawford: after,
            in_match_of_games: chances_of_even_games(),
        };
        table.extend();
        table
    }

    /// Extends the published table to [`MOST_AWAY`]; indices are points away, less 1.
    fn extend(&mut self) {
        for trailer in MOST_AWAY_PUBLISHED..MOST_AWAY {
            self.after_crawford.push(extrapolated(
                self.after_crawford[trailer - 2],
                self.after_crawford[trailer - 4],
            ));
            self.before_crawford_played.push(Vec::with_capacity(MOST_AWAY));
            for leader in 0..trailer {
                let chance = if leader + 1 < AWAY_FROM_MATCH_END {
                    let [last, last_but_one] =
                        [2, 4].map(|points| self.before_crawford_played[trailer - points][leader]);
                    extrapolated(last, last_but_one)
                } else {
                    self.mean_after_game(trailer, leader)
                };
                self.before_crawford_played[trailer].push(chance);
                self.before_crawford_played[leader].push(1.0 - chance);
            }
            self.before_crawford_played[trailer].push(0.5);
        }
    }

    /// The trailer's mean chance after one of [`GAME_RESULTS_OF_EXTENSION`], won or lost with even chances.
    fn mean_after_game(&self, trailer: usize, leader: usize) -> f64 {
        let won = |points: usize| self.before_crawford_played[trailer - points][leader];
        let lost = |points: usize| self.before_crawford_played[trailer][leader - points];
        let mean =
            |game: &GameResult| game.probability * (won(game.points) + lost(game.points)) / 2.0;
        GAME_RESULTS_OF_EXTENSION.iter().map(mean).sum()
    }
}

/// Chances in a match of games with even chances, at \[own\]\[other\], the games still needed.
fn chances_of_even_games() -> Vec<Vec<f64>> {
    let mut chances = vec![vec![1.0; MOST_AWAY + 1]; MOST_AWAY + 1];
    for own in 1..=MOST_AWAY {
        chances[own][0] = 0.0;
        for other in 1..=MOST_AWAY {
            chances[own][other] = f64::midpoint(chances[own - 1][other], chances[own][other - 1]);
        }
    }
    chances
}

/// The next term of a geometric sequence.
fn extrapolated(last: f64, last_but_one: f64) -> f64 {
    last * last / last_but_one
}

/// The chance to win the match of a side that is `own` points away, against `other` points away.
///
/// `is_past` says that the Crawford game has been played, or never will be; it counts only where
/// one side is 1 point away. A side that is 0 points away has won; if both are, the first.
pub(super) fn match_winning_chance(own: u16, other: u16, is_past: bool) -> f64 {
    match (own, other) {
        (0, _) => return 1.0,
        (_, 0) => return 0.0,
        (1, _) if is_past && other > 1 => return 1.0 - match_winning_chance(other, 1, true),
        _ => {}
    }
    let table = &*TABLE;
    let beyond = usize::from(own.max(other)).saturating_sub(MOST_AWAY);
    let [own, other] = [own, other].map(|points| usize::from(points - 1));
    if is_past && other == 0 {
        return table.after_crawford[own.min(MOST_AWAY - 1)];
    }
    table.before_crawford_played[own.saturating_sub(beyond)][other.saturating_sub(beyond)]
}

/// The chance to win a match of games of a side that needs `own` games, against `other` games.
///
/// A side that needs none has won; if both do, the first.
fn chance_in_match_of_games(own: u16, other: u16) -> f64 {
    let beyond = usize::from(own.max(other)).saturating_sub(MOST_AWAY);
    let [own, other] = [own, other]
        .map(|games| usize::from(games).saturating_sub(beyond).max(games.min(1).into()));
    TABLE.in_match_of_games[own][other]
}

impl MatchScore {
    /// The chance of `side` to win the match once `winner` has won `points` in this game.
    ///
    /// 0.0 to 1.0, by the match equity table, or with even chances in each game of a match that
    /// counts games; meaningless in money play.
    pub fn chance_after(self, side: Side, winner: Side, points: u32) -> f64 {
        let away = |of: Side| {
            let counted = self.counted(points).min(u32::from(u16::MAX));
            let won = if of == winner { counted as u16 } else { 0 };
            self.away(of).saturating_sub(won)
        };
        if self.counts_games {
            return chance_in_match_of_games(away(side), away(side.other()));
        }
        let was_close = Side::BOTH.iter().any(|side| self.away(*side) == 1);
        match_winning_chance(away(side), away(side.other()), !self.crawford_rule || was_close)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        MOST_AWAY, MOST_AWAY_PUBLISHED, TABLE, chance_in_match_of_games, match_winning_chance,
    };
    use crate::base::Side::{First, Second};
    use crate::games::backgammon::MatchScore;

    fn is_near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-6, "{a} is not {b}");
    }

    #[test]
    fn figures_are_those_of_the_source() {
        is_near(match_winning_chance(1, 2, false), 0.67736);
        is_near(match_winning_chance(1, 3, false), 0.75076);
        is_near(match_winning_chance(2, 3, false), 0.59947);
        is_near(match_winning_chance(25, 24, false), 1.0 - match_winning_chance(24, 25, false));
        is_near(match_winning_chance(2, 1, true), 0.48803);
        is_near(match_winning_chance(1, 25, true), 1.0 - 0.00123);
        assert_eq!(
            (TABLE.before_crawford_played.len(), TABLE.after_crawford.len()),
            (MOST_AWAY, MOST_AWAY)
        );
        assert!(TABLE.before_crawford_played.iter().all(|row| row.len() == MOST_AWAY));
    }

    #[test]
    fn points_never_harm_and_the_sides_share_one_match() {
        let most = MOST_AWAY as u16;
        for ours in 1..=most {
            for theirs in 1..=most {
                let now = match_winning_chance(ours, theirs, false);
                is_near(now + match_winning_chance(theirs, ours, false), 1.0);
                let better = match_winning_chance(ours - 1, theirs, false);
                assert!(now < better, "{ours} to {theirs}: {now}, with a point more {better}");
            }
            assert!(
                match_winning_chance(ours, 1, true) < match_winning_chance(ours - 1, 1, true),
                "{ours}"
            );
        }
    }

    #[test]
    fn table_goes_on_where_the_figures_end() {
        let (inside, outside) = (MOST_AWAY_PUBLISHED as u16, MOST_AWAY_PUBLISHED as u16 + 1);
        for other in 1..=inside {
            let row: Vec<f64> = (inside - 4..=outside + 3)
                .map(|away| match_winning_chance(away, other, false))
                .collect();
            // By twos: near the end a chance falls by larger and smaller steps in turn.
            let steps: Vec<f64> = row.windows(3).map(|pair| pair[0] - pair[2]).collect();
            assert!(steps.windows(2).all(|pair| pair[0] < 1.5 * pair[1]), "{other}: {steps:?}");
            assert!(steps.windows(2).all(|pair| pair[1] < 1.1 * pair[0]), "{other}: {steps:?}");
        }
        for (ours, theirs) in [(65, 64), (100, 80), (32_767, 32_000), (32_767, 1)] {
            let is_past = theirs == 1;
            assert!(
                (0.0..0.5).contains(&match_winning_chance(ours, theirs, is_past)),
                "{ours} to {theirs}"
            );
        }
    }

    #[test]
    fn score_decides_which_figure_counts() {
        let at = |length, score| MatchScore::new(length, score, true).unwrap();
        let match_score = at(5, [2, 3]);
        is_near(match_score.chance_after(First, First, 2), match_winning_chance(1, 2, false));
        is_near(match_score.chance_after(Second, First, 3), 0.0);
        let crawford = at(5, [4, 2]);
        is_near(crawford.chance_after(Second, Second, 1), match_winning_chance(2, 1, true));
        let past = crawford.with_crawford(false).unwrap();
        is_near(past.chance_after(First, Second, 1), 1.0 - match_winning_chance(2, 1, true));
        let without = MatchScore::new(5, [3, 2], false).unwrap();
        is_near(without.chance_after(Second, First, 1), match_winning_chance(3, 1, true));
        is_near(at(5, [0, 0]).chance_after(First, Second, u32::MAX), 0.0);
    }

    #[test]
    fn games_of_a_match_of_games_have_even_chances() {
        let best_of = MatchScore::best_of(5, [1, 1]).unwrap();
        is_near(best_of.chance_after(First, First, 4), 0.75);
        is_near(best_of.chance_after(First, Second, 1), 0.25);
        // Were all games played, a side with as many wins as it needs would have won the match.
        for (own, other) in (1..=8_u16).flat_map(|own| (1..=8).map(move |other| (own, other))) {
            let games = own + other - 1;
            let wins = (0..1_u32 << games).filter(|won| won.count_ones() >= own.into()).count();
            let expected = wins as f64 / f64::from(1_u32 << games);
            is_near(chance_in_match_of_games(own, other), expected);
        }
        is_near(chance_in_match_of_games(64, 63), 1.0 - chance_in_match_of_games(63, 64));
        is_near(chance_in_match_of_games(100, 101), chance_in_match_of_games(63, 64));
        is_near(chance_in_match_of_games(1, 0), 0.0);
        assert!(chance_in_match_of_games(32_767, 1) < 1e-12);
        is_near(chance_in_match_of_games(0, 32_767), 1.0);
    }
}
