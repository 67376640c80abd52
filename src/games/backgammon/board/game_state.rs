//! The state of a game, and what is played with the dice: whose turn it is, what comes next.

use super::cube_and_match::{Cube, MatchScore};
use super::movegen::{After, Sink, results};
use super::rolls_and_moves::Roll;
use super::variant_and_settings::{GameSettings, MoneyRules, Variant};
use super::{Board, Checkers, OFF};
use crate::base::{Outcome, Side};

/// The next action: a roll, a play, or an action at the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The side on roll may double, if the cube is open to it; else the dice are due.
    Ready,
    /// The side on roll did not double: the dice are due.
    Rolling,
    /// These dice were rolled and are to be played; in the order in which they were given.
    Moving(u8, u8),
    /// The side on roll has doubled: the other takes, drops, or beavers.
    Doubled,
    /// The double was beavered: the side on roll takes or drops.
    Beavered,
    /// The game is over.
    Over(Outcome),
}

/// One position of a game of backgammon, with the match it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    /// The checkers of First and Second, each side counting from its own home.
    pub(crate) checkers: [Checkers; 2],
    /// Whose turn it is: while a double is open, the side that offered it.
    pub(crate) on_roll: Side,
    /// The next action: a roll, a play, or an action at the cube.
    pub(crate) phase: Phase,
    /// The cube; while a double is open, as it was before.
    pub(crate) cube: Cube,
    /// The match and its score before this game, or money play.
    pub(crate) match_score: MatchScore,
    /// The optional rules, which hold in money play only.
    pub(crate) money: MoneyRules,
    /// How the checkers were set up.
    pub(crate) variant: Variant,
    /// Whether the first roll decides which side begins.
    pub(crate) opening_roll: bool,
}

impl Default for Backgammon {
    fn default() -> Self {
        Self::start(&GameSettings::default())
    }
}

impl Backgammon {
    /// The start of a game: First is on roll, until an opening roll decides otherwise.
    pub fn start(settings: &GameSettings) -> Self {
        let checkers = settings.variant.start();
        Self {
            checkers: [checkers; 2],
            on_roll: Side::First,
            phase: Phase::Ready,
            cube: Cube::new(settings.cube),
            match_score: settings.match_score,
            money: settings.money,
            variant: settings.variant,
            opening_roll: settings.opening_roll,
        }
    }

    /// The checkers of one side, counted from its own home.
    pub const fn checkers(&self, side: Side) -> Checkers {
        self.checkers[side.index()]
    }

    /// Whose turn it is: while a double is open, the side that offered it.
    pub const fn on_roll(&self) -> Side {
        self.on_roll
    }

    /// The next action: a roll, a play, or an action at the cube.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The cube. While a double is open it still has its old value and owner.
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// The start position that this game began with.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The match this game belongs to, with its score before this game; or money play.
    pub const fn match_score(&self) -> MatchScore {
        self.match_score
    }

    /// The checkers of one side that have been borne off.
    pub(crate) const fn borne_off(&self, side: Side) -> u8 {
        self.checkers(side).count(OFF)
    }

    /// Both sides' checkers as the side on roll sees them.
    #[inline]
    pub const fn board(&self) -> Board {
        let other = self.on_roll.other();
        Board { mover: self.checkers(self.on_roll), other: self.checkers(other) }
    }

    /// The roll to be played, if the dice have been rolled.
    #[inline]
    pub fn rolled(&self) -> Option<Roll> {
        match self.phase {
            Phase::Moving(a, b) => Roll::new(a, b).ok(),
            _ => None,
        }
    }

    /// Puts every distinct result of this roll for the side on roll into `sink`.
    pub fn results_of_roll<S: Sink>(&self, roll: Roll, sink: &mut S) {
        results(self.board(), roll, sink);
    }

    /// Plays one of [`Self::results_of_roll`] as the side on roll.
    pub fn play_result(&mut self, after: After) {
        let Board { mover: other, other: mover } = after.board(self.board());
        self.checkers[self.on_roll.index()] = mover;
        self.checkers[self.on_roll.other().index()] = other;
        self.pass_turn();
    }

    /// Whether one side has borne off every checker.
    pub(crate) const fn is_borne_off(&self) -> bool {
        self.checkers[0].all_borne_off() || self.checkers[1].all_borne_off()
    }

    /// Whether nothing has been played yet, whoever is on roll.
    pub(super) fn is_at_start(&self) -> bool {
        matches!(self.phase, Phase::Ready | Phase::Moving(..))
            && self.checkers == [self.variant.start(); 2]
            && !self.cube.is_turned()
    }

    /// The game is over if the side on roll has borne off every checker; else the turn passes.
    fn pass_turn(&mut self) {
        if self.checkers(self.on_roll).all_borne_off() {
            let (side, points) = (self.on_roll, self.stake(self.on_roll));
            self.phase = Phase::Over(Outcome::Win { side, points });
        } else {
            self.on_roll = self.on_roll.other();
            self.phase = Phase::Ready;
        }
    }
}
