//! The match that a game belongs to, with its score and the Crawford rule.

use crate::base::Side;
use crate::game::PositionError;

/// Length and score of the match a game belongs to, or money play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchScore {
    /// The points, or games, that win the match; 0 for money play.
    pub length: u16,
    /// The points each side had before this game, First before Second.
    pub score: [u16; 2],
    /// Whether the Crawford rule is in force: one game without the cube.
    pub crawford_rule: bool,
    /// Whether this game is the Crawford game.
    pub is_crawford: bool,
    /// Whether the match counts games instead of points.
    pub counts_games: bool,
}

impl MatchScore {
    /// The longest match, in points: a GNU match id has 15 bits for it.
    pub const MAX_LENGTH: u16 = 0x7FFF;
    /// Single games for money.
    pub const MONEY: Self = Self {
        length: 0,
        score: [0, 0],
        crawford_rule: true,
        is_crawford: false,
        counts_games: false,
    };

    /// A match to `length` points at this score.
    ///
    /// Under the Crawford rule the game is the Crawford game if one side alone is a point from
    /// winning.
    ///
    /// # Errors
    /// [`PositionError`] if a score reaches the length, or the match is too long.
    pub fn new(length: u16, score: [u16; 2], crawford_rule: bool) -> Result<Self, PositionError> {
        let match_score =
            Self { length, score, crawford_rule, is_crawford: false, counts_games: false };
        let is_crawford = crawford_rule && match_score.one_is_a_point_away();
        match_score.with_crawford(is_crawford)
    }

    /// A match of an odd number of games, won by the side that wins more than half of them.
    ///
    /// A gammon is one game, and there is no Crawford game.
    ///
    /// # Errors
    /// [`PositionError`] if the number is even, or a score has already won.
    pub fn best_of(games: u16, score: [u16; 2]) -> Result<Self, PositionError> {
        if games.is_multiple_of(2) {
            return Err(PositionError::impossible(format!(
                "the best of {games} games may be a draw"
            )));
        }
        let to_win = Self::new(games / 2 + 1, score, false)?;
        Ok(Self { counts_games: true, ..to_win })
    }

    /// This match, this game being the Crawford game or not.
    ///
    /// # Errors
    /// [`PositionError`] if the score does not fit the match, or the Crawford game.
    pub fn with_crawford(self, is_crawford: bool) -> Result<Self, PositionError> {
        let Self { length, score, .. } = self;
        if length > Self::MAX_LENGTH {
            return Err(PositionError::impossible(format!(
                "a match to {length} points is too long"
            )));
        }
        if length > 0 && score.iter().any(|points| *points >= length) {
            let [first, second] = score;
            let defect = format!("the score {first} {second} has already won a match to {length}");
            return Err(PositionError::impossible(defect));
        }
        if is_crawford && !self.one_is_a_point_away() {
            return Err(PositionError::impossible(
                "a Crawford game needs one side, and one alone, a point from winning the match",
            ));
        }
        Ok(Self { is_crawford, ..self })
    }

    /// Whether the game is played for money.
    pub const fn is_money(self) -> bool {
        self.length == 0
    }

    /// The points a side still needs; 0 in money play.
    pub const fn away(self, side: Side) -> u16 {
        self.length.saturating_sub(self.score[side.index()])
    }

    /// Whether one side needs a single point and the other needs more.
    pub(crate) fn one_is_a_point_away(self) -> bool {
        !self.is_money() && (self.away(Side::First) == 1) != (self.away(Side::Second) == 1)
    }

    /// The points of First and Second after this game was won, beyond the length of the match too.
    pub(crate) fn points_after(self, winner: Side, points: u32) -> [u32; 2] {
        let mut after = self.score.map(u32::from);
        after[winner.index()] += self.counted(points);
        after
    }

    /// What a game that is won by these points counts in the match.
    pub(crate) const fn counted(self, points: u32) -> u32 {
        if self.counts_games { 1 } else { points }
    }

    /// The score of the next game after this one was won; a match that is over starts anew.
    #[must_use]
    pub(crate) fn after(self, winner: Side, points: u32) -> Self {
        if self.is_money() {
            return self;
        }
        let mut next = Self { is_crawford: false, ..self };
        let [first, second] = self.points_after(winner, points);
        if first.max(second) >= u32::from(self.length) {
            return Self { score: [0, 0], ..next };
        }
        next.score = [first as u16, second as u16];
        let is_first_time = Side::BOTH.iter().all(|side| self.away(*side) > 1);
        next.is_crawford = self.crawford_rule && is_first_time && next.one_is_a_point_away();
        next
    }
}

#[cfg(test)]
mod tests {
    use super::MatchScore;
    use crate::base::Side::{First, Second};

    fn at(length: u16, score: [u16; 2]) -> MatchScore {
        MatchScore::new(length, score, true).unwrap()
    }

    #[test]
    fn crawford_game_comes_once() {
        let mut match_score = at(5, [2, 3]).after(First, 2);
        assert_eq!((match_score.score, match_score.is_crawford), ([4, 3], true));
        match_score = match_score.after(Second, 1);
        assert_eq!((match_score.score, match_score.is_crawford), ([4, 4], false));
        assert!(!at(5, [4, 2]).after(Second, 1).is_crawford, "the Crawford game has been played");
        assert!(!at(5, [0, 0]).after(Second, 3).is_crawford);
    }

    #[test]
    fn best_of_some_games_counts_games() {
        let best = MatchScore::best_of(5, [1, 2]).unwrap();
        assert_eq!((best.length, best.is_crawford), (3, false));
        assert_eq!(best.after(First, 3).score, [2, 2]);
        assert_eq!(best.after(Second, 1).score, [0, 0], "a new match begins");
        assert_eq!(best.points_after(Second, 2), [1, 3]);
        assert!(MatchScore::best_of(4, [0, 0]).is_err());
        assert!(MatchScore::best_of(3, [2, 0]).is_err());
    }

    #[test]
    fn finished_match_starts_anew_and_money_stays_money() {
        let fresh = at(5, [4, 2]).after(First, 4);
        assert_eq!((fresh.score, fresh.is_crawford), ([0, 0], false));
        assert_eq!(MatchScore::MONEY.after(First, 64), MatchScore::MONEY);
    }

    #[test]
    fn score_fits_the_match() {
        assert!(MatchScore::new(5, [5, 0], true).is_err());
        assert!(MatchScore::new(40_000, [0, 0], true).is_err());
        assert!(at(1, [0, 0]).with_crawford(true).is_err(), "both are a point away");
        assert!(at(5, [4, 1]).is_crawford);
        assert!(!MatchScore::new(5, [4, 1], false).unwrap().is_crawford);
    }
}
