//! What a side on roll plays for: points without the cube, or with all that it can come to.

use super::utility::Worth;
use crate::base::Side;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::cube::{Cubes, State, States, Word, efficiency};
use crate::games::backgammon::eval::Probabilities;

/// What the side about to roll plays for.
#[derive(Clone, Copy)]
pub(super) struct Aim<'a> {
    /// Points while the cube stays as it is: by these replies are chosen.
    pub(super) worth: Worth,
    /// `None` where nobody has any use for the cube.
    pub(super) cubes: Option<&'a Cubes>,
    /// The side about to roll.
    side: Side,
}

/// What is thought of a position, **for the side about to roll**.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) chances: Probabilities,
    /// Expected points in each state of the cube that was asked for, by [`State::index`].
    points: [f32; State::COUNT],
}

impl<'a> Aim<'a> {
    /// Of this side, if it were about to roll; `cubes` are those of the game.
    pub(super) fn of(game: &Backgammon, side: Side, cubes: Option<&'a Cubes>) -> Self {
        Self { worth: Worth::of(game, side), cubes, side }
    }

    /// Of the other side.
    #[must_use]
    pub(super) const fn swapped(self) -> Self {
        Self { worth: self.worth.swapped(), side: self.side.other(), ..self }
    }

    /// The side about to roll.
    pub(super) const fn side(&self) -> Side {
        self.side
    }

    /// The same with replies chosen for the stake of this state.
    #[must_use]
    pub(super) fn in_state(mut self, state: State) -> Self {
        if let Some(cubes) = self.cubes {
            self.worth = Worth::at(cubes, state, self.side);
        }
        self
    }

    /// What both sides do at the cube, in this state, by the model.
    pub(super) fn word(&self, board: Board, state: State, chances: Probabilities) -> Word {
        self.cubes.map_or(Word::Roll, |cubes| {
            cubes.word(state, self.side, chances.bounded(), efficiency(board))
        })
    }

    /// What an end of the game is worth in this state.
    pub(super) fn settled(&self, state: State, chances: Probabilities) -> f32 {
        let dead = |cubes: &Cubes| cubes.dead(state, self.side, chances.bounded());
        self.cubes.map_or_else(|| self.worth.points(chances), dead)
    }

    /// A position at a glance: by the model of the cube in each of these states.
    pub(super) fn at_once(&self, board: Board, chances: Probabilities, wanted: States) -> Seen {
        let mut points = [0.0; State::COUNT];
        if let Some(cubes) = self.cubes {
            let (probabilities, efficiency) = (chances.bounded(), efficiency(board));
            for state in wanted.iter() {
                points[state.index()] = cubes.points(state, self.side, probabilities, efficiency);
            }
        } else {
            points[State::START.index()] = self.worth.points(chances);
        }
        Seen { chances, points }
    }

    /// The states to be asked for behind a roll, where these are wanted before it.
    pub(super) fn behind(&self, wanted: States) -> States {
        self.cubes.map_or(wanted, |cubes| cubes.and_turned(wanted, self.side))
    }

    /// The position before the roll, from the mean over all rolls: the side doubles where that
    /// is better, and the other answers as it likes best.
    pub(super) fn decided(&self, mut mean: Seen, wanted: States) -> Seen {
        let Some(cubes) = self.cubes else { return mean };
        let rolled = mean.points;
        for state in wanted.iter() {
            if let Some(turned) = cubes.turned(state, self.side) {
                let doubled = rolled[turned.index()].min(cubes.cash(state, self.side));
                mean.points[state.index()] = rolled[state.index()].max(doubled);
            }
        }
        mean
    }
}

impl Seen {
    /// Nothing yet, for sums.
    pub(super) const NONE: Self =
        Self { chances: Probabilities::without_gammons(0.0), points: [0.0; State::COUNT] };

    /// Expected points with the cube as it lies.
    pub(super) const fn points(&self) -> f32 {
        self.points[State::START.index()]
    }

    /// Expected points in a state that was asked for.
    pub(super) const fn points_in(&self, state: State) -> f32 {
        self.points[state.index()]
    }

    /// The same position for the other side, which has just played.
    #[must_use]
    pub(super) fn swapped(self) -> Self {
        Self { chances: self.chances.swapped(), points: self.points.map(|points| -points) }
    }

    /// The sum of both, the other weighted by `share`.
    #[must_use]
    pub(super) fn plus(mut self, other: &Self, share: f32) -> Self {
        self.chances = self.chances.plus(other.chances, share);
        self.points.iter_mut().zip(other.points).for_each(|(sum, points)| *sum += share * points);
        self
    }
}
