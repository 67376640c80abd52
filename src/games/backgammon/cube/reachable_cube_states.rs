//! Every state that the cube can reach from here, and the stakes in each.

use super::equities::DecisionValues;
use super::janowski_model::CubeModel;
use super::stakes::{CubeOwner, Stakes};
use super::utility::Utility;
use crate::base::Side;
use crate::games::backgammon::board::cube::Cube;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::eval::Probabilities;
use crate::games::backgammon::eval::bearoff::ExactValues;

/// The cube as it is, or turned once or more and owned by one side.
///
/// ```text
/// 0              as it is
/// 2 n - 1        turned n times, owned by First
/// 2 n            turned n times, owned by Second
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeState(u8);

impl CubeState {
    /// The most states of a game.
    pub const COUNT: usize = 2 * Cube::HIGHEST as usize + 1;
    /// The cube as it is.
    pub const PRESENT: Self = Self(0);
    /// The cube turned once, owned by First.
    pub const TURNED_ONCE: Self = Self(1);

    /// The cube turned once more, then owned by this side.
    const fn turned(self, owner: Side) -> Self {
        Self((self.0.div_ceil(2) + 1) * 2 - 1 + owner.index() as u8)
    }

    /// Its number, less than [`Self::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cube states: bit n is the state of index n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeStateSet(u32);

impl CubeStateSet {
    /// The cube as it is, alone.
    pub const PRESENT: Self = Self(1);

    /// The set of one state.
    pub const fn of(state: CubeState) -> Self {
        Self(1 << state.0)
    }

    /// Its states, the lowest index first.
    pub fn iter(self) -> impl Iterator<Item = CubeState> {
        crate::base::bits::ones(u64::from(self.0)).map(|index| CubeState(index as u8))
    }

    /// The set with one more state.
    #[must_use]
    pub const fn with(self, state: CubeState) -> Self {
        Self(self.0 | 1 << state.0)
    }
}

/// The cube actions of both sides before a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeAction {
    /// The side on roll does not double.
    NoDouble,
    /// It doubles, and the other side takes: the cube is in this state then.
    DoubleTake(CubeState),
    /// It doubles, and the other side drops.
    DoubleDrop,
}

/// The stakes of both sides in every state of the cube.
#[derive(Clone, Debug)]
pub struct CubeStates {
    /// By the index of the state, then by side.
    stakes: Vec<[Stakes; 2]>,
    /// The utilities of the same states and sides, while the cube stays in that state.
    utilities: Vec<[Utility; 2]>,
    has_one_utility: bool,
}

impl CubeStates {
    /// The cube states of a game; `None` if the cube is dead.
    ///
    /// A cube is dead if neither side has any use for it from here on.
    pub fn of(game: &Backgammon) -> Option<Self> {
        let both = |game: &Backgammon| Side::BOTH.map(|side| Stakes::of(game, side));
        let present = both(game);
        if !present.iter().any(Stakes::may_double) {
            return None;
        }
        let mut stakes = vec![present];
        for log in game.cube.log + 1..=Cube::HIGHEST {
            for side in Side::BOTH {
                let cube = Cube { log, owner: Some(side), ..game.cube };
                stakes.push(both(&Backgammon { cube, ..*game }));
            }
        }
        let of_side = |both: &[Stakes; 2]| both.each_ref().map(Utility::of_stakes);
        let utilities: Vec<_> = stakes.iter().map(of_side).collect();
        let has_one_utility =
            utilities.iter().all(|[first, _]| first.has_gammon_values_of(&utilities[0][0]));
        Some(Self { stakes, utilities, has_one_utility })
    }

    fn stakes(&self, state: CubeState, side: Side) -> &Stakes {
        &self.stakes[state.index().min(self.stakes.len() - 1)][side.index()]
    }

    /// What this side plays for while the cube stays in a state.
    pub fn utility(&self, state: CubeState, side: Side) -> &Utility {
        &self.utilities[state.index().min(self.utilities.len() - 1)][side.index()]
    }

    /// Whether gammons are worth the same in every state, so that the same plays are best.
    pub const fn has_one_utility(&self) -> bool {
        self.has_one_utility
    }

    /// The state after this side, on roll, doubles and the other takes.
    ///
    /// `None` if it may not double, or has no use for it.
    pub fn after_double_take(&self, state: CubeState, side: Side) -> Option<CubeState> {
        self.stakes(state, side).may_double().then(|| state.turned(side.other()))
    }

    /// The state after this side doubled and the other took (1 turn) or beavered (2 turns).
    ///
    /// `None` beyond the highest cube.
    pub fn after_turns(&self, doubler: Side, turns: usize) -> Option<CubeState> {
        let present = CubeState::PRESENT;
        let turned = (0..turns).fold(present, |state, _| state.turned(doubler.other()));
        (turned.index() < self.stakes.len()).then_some(turned)
    }

    /// These states and those after this side, on roll, doubles in one of them and is taken.
    pub fn with_double_take(&self, states: CubeStateSet, side: Side) -> CubeStateSet {
        let turned = states.iter().filter_map(|state| self.after_double_take(state, side));
        turned.fold(states, CubeStateSet::with)
    }

    /// Expected points of the side on roll, by the cube model.
    ///
    /// It takes the better of rolling and doubling.
    ///
    /// On the scale of [`Stakes::points`], so that states compare.
    pub fn cubeful_points(
        &self,
        state: CubeState,
        side: Side,
        probabilities: Probabilities,
        efficiency: f32,
    ) -> f32 {
        let stakes = self.stakes(state, side);
        stakes.points(DecisionValues::best(probabilities, stakes, efficiency))
    }

    /// Expected points of this side in a state from the exact values of a bear-off.
    ///
    /// They are on the same scale. `None` in a match, and near the highest cube.
    pub fn points_of_bearoff(
        &self,
        state: CubeState,
        side: Side,
        exact: &ExactValues,
    ) -> Option<f32> {
        let stakes = self.stakes(state, side);
        let equity = match stakes.owner {
            CubeOwner::Centred => exact.best_of_centred_and_doubled(),
            CubeOwner::Own => exact.best_of_owned_and_doubled(),
            CubeOwner::Opponent => exact.owned_by_other,
        };
        stakes.is_scaled().then(|| stakes.points(stakes.value(equity)))
    }

    /// The points of the side on roll if it doubles and the other side drops.
    pub fn double_drop_points(&self, state: CubeState, side: Side) -> f32 {
        let stakes = self.stakes(state, side);
        stakes.points(stakes.level(0).won[0])
    }

    /// Expected points of this side with a dead cube: it stays in this state.
    pub fn dead_cube_points(
        &self,
        state: CubeState,
        side: Side,
        probabilities: Probabilities,
    ) -> f32 {
        let stakes = self.stakes(state, side);
        stakes.points(CubeModel::new(probabilities, stakes).dead_cube_value(0))
    }

    /// The cube action of both sides in a state.
    ///
    /// `points` returns the expected points of the side on roll if it rolls with the cube in a
    /// state.
    ///
    /// It doubles where that is better, and the other side takes or drops, whichever is better for
    /// that side.
    pub fn action(
        &self,
        state: CubeState,
        side: Side,
        points: impl Fn(CubeState) -> f32,
    ) -> CubeAction {
        let Some(taken) = self.after_double_take(state, side) else { return CubeAction::NoDouble };
        let (dropped, taken_points) = (self.double_drop_points(state, side), points(taken));
        if taken_points.min(dropped) <= points(state) {
            CubeAction::NoDouble
        } else if taken_points <= dropped {
            CubeAction::DoubleTake(taken)
        } else {
            CubeAction::DoubleDrop
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CubeAction, CubeState, CubeStateSet, CubeStates};
    use crate::base::Side::{First, Second};
    use crate::games::backgammon::{Backgammon, Probabilities};

    fn game(rest: &str) -> Backgammon {
        Backgammon::from_text(&format!("XGID=-b----E-C---eE---c-e---AA-:{rest}:10"), true)
    }

    fn cube_states(rest: &str) -> CubeStates {
        CubeStates::of(&game(rest)).expect("the cube is not dead")
    }

    #[test]
    fn cube_goes_to_and_fro() {
        let money = cube_states("0:0:1:00:0:0:0:0");
        let mut seen = vec![CubeState::PRESENT];
        for (state, side, expected) in [
            (CubeState::PRESENT, First, Some(2)),
            (CubeState::PRESENT, Second, Some(1)),
            (CubeState(2), First, None),
            (CubeState(2), Second, Some(3)),
            (CubeState(3), First, Some(6)),
        ] {
            let turned = money.after_double_take(state, side).map(CubeState::index);
            assert_eq!(turned, expected, "{state:?} {side:?}");
            seen.extend(money.after_double_take(state, side));
        }
        assert!(seen.iter().all(|state| state.index() < CubeState::COUNT));
        let both =
            money.with_double_take(money.with_double_take(CubeStateSet::PRESENT, First), Second);
        assert_eq!(both.iter().map(CubeState::index).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert!(money.after_double_take(CubeState(19), First).is_none(), "1024 is the highest");
    }

    #[test]
    fn each_state_is_worth_what_the_game_is_there() {
        let probabilities = Probabilities::from_array([0.62, 0.2, 0.01, 0.1, 0.0]);
        for rest in ["0:0:1:00:0:0:0:0", "0:0:1:00:2:0:0:5", "1:1:1:00:0:1:0:7"] {
            let game = game(rest);
            let states = cube_states(rest);
            let found = states.cubeful_points(CubeState::PRESENT, First, probabilities, 0.68);
            let expected = game.cubeful_points(probabilities, 0.68);
            assert!((found - expected).abs() < 1e-6, "{rest}: {found} {expected}");
            let theirs =
                states.dead_cube_points(CubeState::PRESENT, Second, probabilities.swapped());
            assert!(
                (states.dead_cube_points(CubeState::PRESENT, First, probabilities) + theirs).abs()
                    < 1e-5
            );
        }
    }

    #[test]
    fn actions_are_best_for_the_side_that_chooses() {
        let money = cube_states("0:0:1:00:0:0:0:0");
        // Held, and doubled and taken.
        let action = |[held, taken]: [f32; 2]| {
            let points = |state| if state == CubeState::PRESENT { held } else { taken };
            money.action(CubeState::PRESENT, First, points)
        };
        assert_eq!(
            [[0.1, 0.0], [0.6, 0.7], [0.9, 1.2], [1.1, 1.6]].map(action),
            [
                CubeAction::NoDouble,
                CubeAction::DoubleTake(CubeState(2)),
                CubeAction::DoubleDrop,
                CubeAction::NoDouble
            ]
        );
        let owned = money.action(CubeState(2), First, |_| 0.7);
        assert_eq!(owned, CubeAction::NoDouble, "the cube is the other side's");
        assert!((money.double_drop_points(CubeState(2), Second) - 2.0).abs() < 1e-6);
    }

    #[test]
    fn dead_cubes_have_no_states() {
        assert!(CubeStates::of(&game("0:0:1:00:4:2:1:5")).is_none(), "the Crawford game");
        assert!(CubeStates::of(&game("2:1:1:00:2:2:0:5")).is_none(), "the match is at stake");
        assert!(
            CubeStates::of(&Backgammon::from_text(
                "XGID=-b----E-C---eE---c-e---AA-:0:0:1:00:0:0:0:0:10",
                false
            ))
            .is_none()
        );
    }
}
