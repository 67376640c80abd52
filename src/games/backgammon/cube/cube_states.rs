//! Every state that the cube can come to from here, and what is played for there.

use super::{CubeEquities, Holder, Stakes, Values};
use crate::base::Side;
use crate::games::backgammon::board::cube::Cube;
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::eval::Probabilities;

/// The cube as it lies, or turned once or more and lying on one side.
///
/// ```text
/// 0              as it lies
/// 2 n - 1        turned n times, First's
/// 2 n            turned n times, Second's
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u8);

impl State {
    /// The most states of a game.
    pub const COUNT: usize = 2 * Cube::HIGHEST as usize + 1;
    /// The cube as it lies.
    pub const START: Self = Self(0);

    /// The cube turned once more, on this side.
    const fn turned(self, owner: Side) -> Self {
        Self((self.0.div_ceil(2) + 1) * 2 - 1 + owner.index() as u8)
    }

    /// Its number, less than [`Self::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct States(u32);

impl States {
    /// The cube as it lies, alone.
    pub const START: Self = Self(1);

    /// One alone.
    pub const fn of(state: State) -> Self {
        Self(1 << state.0)
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = State> {
        crate::base::bits::ones(u64::from(self.0)).map(|index| State(index as u8))
    }

    const fn with(self, state: State) -> Self {
        Self(self.0 | 1 << state.0)
    }
}

/// What is done with the cube before a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The side on roll leaves it alone.
    Roll,
    /// It doubles, and the other side takes: the cube is in this state then.
    Take(State),
    /// It doubles, and the other side drops.
    Drop,
}

/// The stakes of both sides at every state of the cube.
#[derive(Clone, Debug)]
pub struct Cubes {
    /// By state, then by side; those that cannot be reached are empty.
    stakes: Vec<[Stakes; 2]>,
}

impl Cubes {
    /// Those of a game; `None` where nobody has any use for the cube from here on.
    pub fn of(game: &Backgammon) -> Option<Self> {
        let both = |game: &Backgammon| Side::BOTH.map(|side| Stakes::of(game, side));
        let start = both(game);
        if !start.iter().any(Stakes::is_open) {
            return None;
        }
        let mut stakes = vec![start];
        for log in game.cube.log + 1..=Cube::HIGHEST {
            for side in Side::BOTH {
                let cube = Cube { log, owner: Some(side), ..game.cube };
                stakes.push(both(&Backgammon { cube, ..*game }));
            }
        }
        Some(Self { stakes })
    }

    fn at(&self, state: State, side: Side) -> &Stakes {
        &self.stakes[state.index().min(self.stakes.len() - 1)][side.index()]
    }

    /// The state after this side, on roll, doubles and the other takes; `None` if it may not
    /// double, or has no use for it.
    pub fn turned(&self, state: State, side: Side) -> Option<State> {
        self.at(state, side).is_open().then(|| state.turned(side.other()))
    }

    /// The state after this side doubled and the other took, or, the second time, beavered; `None`
    /// beyond the highest cube.
    pub fn taken(&self, doubler: Side, times: usize) -> Option<State> {
        let turned = (0..times).fold(State::START, |state, _| state.turned(doubler.other()));
        (turned.index() < self.stakes.len()).then_some(turned)
    }

    /// These states and those that this side, on roll, can bring about.
    pub fn and_turned(&self, states: States, side: Side) -> States {
        let turned = states.iter().filter_map(|state| self.turned(state, side));
        turned.fold(states, States::with)
    }

    /// Expected points of the side on roll: the better of rolling and doubling, by the model.
    ///
    /// On the scale of [`Stakes::points`], so that states compare.
    pub fn points(
        &self,
        state: State,
        side: Side,
        probabilities: Probabilities,
        efficiency: f32,
    ) -> f32 {
        let stakes = self.at(state, side);
        stakes.points(Values::of(probabilities, stakes, efficiency).best())
    }

    /// The points of the side on roll if it doubles and the other side drops.
    pub fn cash(&self, state: State, side: Side) -> f32 {
        let stakes = self.at(state, side);
        stakes.points(stakes.rung(0).won[0])
    }

    /// Expected points of this side if nobody turns the cube from this state on.
    pub fn dead(&self, state: State, side: Side, probabilities: Probabilities) -> f32 {
        let stakes = self.at(state, side);
        stakes.points(stakes.dead(probabilities))
    }

    /// What both sides do at the cube, by the model.
    pub fn word(
        &self,
        state: State,
        side: Side,
        probabilities: Probabilities,
        efficiency: f32,
    ) -> Word {
        let Some(turned) = self.turned(state, side) else { return Word::Roll };
        let cube = CubeEquities::of(probabilities, self.at(state, side), efficiency);
        match (cube.is_double(), cube.is_take()) {
            (false, _) => Word::Roll,
            (true, true) => Word::Take(turned),
            (true, false) => Word::Drop,
        }
    }
}

impl Stakes {
    /// Whether this side may double before its roll, and has any use for it.
    fn is_open(&self) -> bool {
        self.rung(0).may_raise[0] && self.holder != Holder::Theirs
    }
}

#[cfg(test)]
mod tests {
    use super::{Cubes, State, States, Word};
    use crate::base::Side::{First, Second};
    use crate::games::backgammon::{Backgammon, Probabilities};

    fn game(rest: &str) -> Backgammon {
        Backgammon::of(&format!("XGID=-b----E-C---eE---c-e---AA-:{rest}:10"), true)
    }

    fn cubes(rest: &str) -> Cubes {
        Cubes::of(&game(rest)).expect("the cube is open")
    }

    #[test]
    fn cube_goes_to_and_fro() {
        let money = cubes("0:0:1:00:0:0:0:0");
        let mut seen = vec![State::START];
        for (state, side, expected) in [
            (State::START, First, Some(2)),
            (State::START, Second, Some(1)),
            (State(2), First, None),
            (State(2), Second, Some(3)),
            (State(3), First, Some(6)),
        ] {
            let turned = money.turned(state, side).map(State::index);
            assert_eq!(turned, expected, "{state:?} {side:?}");
            seen.extend(money.turned(state, side));
        }
        assert!(seen.iter().all(|state| state.index() < State::COUNT));
        let both = money.and_turned(money.and_turned(States::START, First), Second);
        assert_eq!(both.iter().map(State::index).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(money.turned(State(19), First).is_none(), "1024 is the highest");
    }

    #[test]
    fn each_state_is_worth_what_the_game_is_there() {
        let probabilities = Probabilities::from_array([0.62, 0.2, 0.01, 0.1, 0.0]);
        for rest in ["0:0:1:00:0:0:0:0", "0:0:1:00:2:0:0:5", "1:1:1:00:0:1:0:7"] {
            let game = game(rest);
            let cubes = cubes(rest);
            let found = cubes.points(State::START, First, probabilities, 0.68);
            let expected = game.cubeful_points(probabilities, 0.68);
            assert!((found - expected).abs() < 1e-6, "{rest}: {found} {expected}");
            let theirs = cubes.dead(State::START, Second, probabilities.swapped());
            assert!((cubes.dead(State::START, First, probabilities) + theirs).abs() < 1e-5);
        }
    }

    #[test]
    fn words_are_those_of_the_model() {
        let money = cubes("0:0:1:00:0:0:0:0");
        let word = |win| money.word(State::START, First, Probabilities::without_gammons(win), 0.6);
        assert_eq!([0.5, 0.75, 0.95].map(word), [Word::Roll, Word::Take(State(2)), Word::Drop]);
        assert!((money.cash(State(2), Second) - 2.0).abs() < 1e-6);
    }

    #[test]
    fn dead_cubes_have_no_states() {
        assert!(Cubes::of(&game("0:0:1:00:4:2:1:5")).is_none(), "the Crawford game");
        assert!(Cubes::of(&game("2:1:1:00:2:2:0:5")).is_none(), "the match is at stake");
        assert!(
            Cubes::of(&Backgammon::of(
                "XGID=-b----E-C---eE---c-e---AA-:0:0:1:00:0:0:0:0:10",
                false
            ))
            .is_none()
        );
    }
}
