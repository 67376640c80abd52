//! A position as a text describes it, not yet checked, and the checks that make it playable.

use super::cube::Cube;
use super::game_settings::MoneyRules;
use super::game_state_and_cube_rules::{Backgammon, Phase};
use super::match_score::MatchScore;
use super::{BAR, Checkers, OFF, PLACE_COUNT, number_by_other_side};
use crate::base::{Outcome, Side};
use crate::game::{DiceError, PositionError};

/// A position as read, with any values; [`UncheckedPosition::checked`] checks it.
#[derive(Clone, Copy)]
pub(crate) struct UncheckedPosition {
    /// Checkers in play of First and Second, each counted from its own home; 0 is unused.
    pub(crate) checkers: [[u8; PLACE_COUNT]; 2],
    /// The side whose turn it is.
    pub(crate) on_roll: Side,
    /// The next action; not [`Phase::Over`], which follows from the checkers.
    pub(crate) phase: Phase,
    /// The binary logarithm of the cube's value.
    pub(crate) cube_log: u32,
    /// The side that owns the cube.
    pub(crate) cube_owner: Option<Side>,
    /// The length of the match; 0 for money.
    pub(crate) length: u16,
    /// The score of First and Second.
    pub(crate) score: [u16; 2],
    /// Whether this is the Crawford game; `None` if that follows from the score.
    pub(crate) is_crawford: Option<bool>,
    /// The rules of money play.
    pub(crate) money: MoneyRules,
}

impl UncheckedPosition {
    /// The position described, in the variant of `start`, if it can be played.
    pub(crate) fn checked(self, start: &Backgammon) -> Result<Backgammon, PositionError> {
        let size = start.variant.checkers_per_side();
        let mut checkers = [Checkers::from_counts(&[0; PLACE_COUNT]); 2];
        for side in Side::BOTH {
            checkers[side.index()] = with_borne_off(side, self.checkers[side.index()], size)?;
        }
        refuse_shared_points(checkers)?;
        if let Phase::Moving(a, b) = self.phase {
            read_dice(a, b)?;
        }
        if self.cube_log > u32::from(Cube::HIGHEST) {
            return Err(PositionError::impossible(
                "the cube is above 1024, the highest that is played",
            ));
        }
        let cube = Cube { log: self.cube_log as u8, owner: self.cube_owner, ..start.cube };
        let game = Backgammon {
            checkers,
            on_roll: self.on_roll,
            phase: self.phase,
            cube,
            match_score: self.match_score(start.match_score)?,
            money: self.money,
            variant: start.variant,
            opening_roll: start.opening_roll,
        };
        game.refuse_impossible_double()?.with_end()
    }

    /// The match and its score, of the rules of `start`.
    pub(crate) fn match_score(&self, start: MatchScore) -> Result<MatchScore, PositionError> {
        let rule = start.crawford_rule;
        let counts_games = start.counts_games && self.length == start.length;
        let match_score = MatchScore::new(self.length, self.score, rule)?;
        let match_score = MatchScore { counts_games, ..match_score };
        self.is_crawford.map_or(Ok(match_score), |is| match_score.with_crawford(is))
    }
}

/// The phase with these dice to be played, if they are 1 to 6.
pub(crate) fn read_dice(a: u8, b: u8) -> Result<Phase, PositionError> {
    let bad = [a, b].into_iter().find(|die| !(1..=6).contains(die));
    bad.map_or(Ok(Phase::Moving(a, b)), |die| Err(DiceError::Value(die).into()))
}

/// The binary logarithm of the cube's value.
pub(crate) fn read_cube_value(value: u32) -> Result<u32, PositionError> {
    if value.is_power_of_two() {
        Ok(value.ilog2())
    } else {
        Err(PositionError::value("the cube is a power of two", value))
    }
}

/// The checkers in play and those borne off, which are the rest.
fn with_borne_off(
    side: Side,
    mut counts: [u8; PLACE_COUNT],
    size: u8,
) -> Result<Checkers, PositionError> {
    let total: u32 = counts.iter().skip(1).map(|n| u32::from(*n)).sum();
    if total > u32::from(size) {
        let defect = format!("{side:?} has {total} checkers, and {size} are the most");
        return Err(PositionError::impossible(defect));
    }
    counts[usize::from(OFF)] = size - total as u8;
    Ok(Checkers::from_counts(&counts))
}

fn refuse_shared_points([first, second]: [Checkers; 2]) -> Result<(), PositionError> {
    let is_shared =
        |point: &u8| first.count(*point) > 0 && second.count(number_by_other_side(*point)) > 0;
    match (1..BAR).find(is_shared) {
        Some(point) => {
            Err(PositionError::impossible(format!("both sides stand on First's {point}-point")))
        }
        None => Ok(()),
    }
}

impl Backgammon {
    /// This position with another cube; what the winner of a game that is over has won follows it.
    ///
    /// # Errors
    /// [`PositionError`] if an open or a dropped double does not fit it.
    pub(crate) fn with_cube(mut self, cube: Cube) -> Result<Self, PositionError> {
        self.cube = cube;
        if let Phase::Over(Outcome::Win { side, .. }) = self.phase {
            if !self.is_borne_off() {
                return Err(PositionError::impossible(
                    "the game is over by a drop: its cube is given",
                ));
            }
            self.phase = Phase::Over(Outcome::Win { side, points: self.stake(side) });
        }
        self.refuse_impossible_double()
    }

    /// Refuses an open double by a side that could not have offered it.
    pub(crate) fn refuse_impossible_double(self) -> Result<Self, PositionError> {
        let cannot = match self.phase {
            Phase::Doubled => self.cube.owner == Some(self.on_roll.other()),
            Phase::Beavered => {
                self.cube.owner != Some(self.on_roll.other()) || !self.match_score.is_money()
            }
            _ => return Ok(self),
        };
        if !self.cube.in_use {
            return Err(PositionError::impossible("there is a double, but the cube is off"));
        }
        if cannot || self.match_score.is_crawford {
            return Err(PositionError::impossible(
                "the cube was turned by a side that may not turn it",
            ));
        }
        if self.cube.log >= Cube::HIGHEST {
            return Err(PositionError::impossible("the cube was turned above 1024"));
        }
        Ok(self)
    }

    /// This position, over if one side has borne off every checker.
    fn with_end(mut self) -> Result<Self, PositionError> {
        let mut home = Side::BOTH.into_iter().filter(|side| self.checkers(*side).all_borne_off());
        let Some(side) = home.next() else { return Ok(self) };
        if home.next().is_some() {
            return Err(PositionError::impossible("both sides have borne off every checker"));
        }
        if self.phase != Phase::Ready {
            return Err(PositionError::impossible(
                "the game is over, but the text has dice or an unanswered double",
            ));
        }
        self.on_roll = side;
        self.phase = Phase::Over(Outcome::Win { side, points: self.stake(side) });
        Ok(self)
    }
}
