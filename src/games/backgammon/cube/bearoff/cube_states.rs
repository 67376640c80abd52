//! The states of the cube in a bear-off, and what each is worth at the end.

use crate::games::backgammon::cube::janowski_model::{CubeCurve, CubeModel};
use crate::games::backgammon::cube::stakes::{CubeOwner, Stakes};
use crate::games::backgammon::eval::Probabilities;

/// The most turns of the cube that are looked at where each has values of its own. Set by hand.
const MOST_TURNS: usize = 5;

/// One state of the cube, **seen by the side on roll at the start**, here the starter.
pub(super) struct BearoffCubeState {
    /// The equity of a win of the starter, in points at the cube as it is: see [`Stakes::equity`].
    pub(super) won: f32,
    /// The equity of a loss of the starter, in the same unit.
    pub(super) lost: f32,
    /// The result of a double by the starter that is taken; `None` if it may not double, or has no
    /// use for it. Then the same for the other side.
    pub(super) doubled: [Option<TakenDouble>; 2],
    /// The value by the cube model.
    pub(super) curve: CubeCurve,
}

/// A double that was taken.
#[derive(Clone, Copy)]
pub(super) struct TakenDouble {
    /// The state after it.
    pub(super) state: usize,
    /// Factor of the equities of that state: 2 in money play, where the state is one of
    /// the same cube, else 1.
    pub(super) scale: f32,
}

/// All states that the cube can reach.
pub(super) struct BearoffCubeStates {
    /// The states, by the numbers that [`TakenDouble::state`] and [`Self::present`] hold.
    pub(super) states: Vec<BearoffCubeState>,
    /// The state that the cube is in.
    pub(super) present: usize,
    /// The state after the starter doubles and the other side takes.
    pub(super) taken: TakenDouble,
    /// The state after the starter doubles and the other side beavers.
    pub(super) beavered: TakenDouble,
}

impl BearoffCubeStates {
    /// The states that follow from these stakes of the side about to roll.
    pub(super) fn of(stakes: &Stakes) -> Self {
        if stakes.is_scaled() { Self::of_money(stakes) } else { Self::of_levels(stakes) }
    }

    /// In money play a turned cube doubles all values: three states are enough.
    fn of_money(stakes: &Stakes) -> Self {
        const OWNERS: [CubeOwner; 3] = [CubeOwner::Centred, CubeOwner::Own, CubeOwner::Opponent];
        let place = |owner| OWNERS.iter().position(|known| *known == owner).unwrap_or_default();
        let by_starter = TakenDouble { state: place(CubeOwner::Opponent), scale: 2.0 };
        let by_other = TakenDouble { state: place(CubeOwner::Own), scale: 2.0 };
        let states = OWNERS.map(|owner| {
            let doubled = [
                (owner != CubeOwner::Opponent).then_some(by_starter),
                (owner != CubeOwner::Own).then_some(by_other),
            ];
            BearoffCubeState::of(stakes, 0, owner, doubled)
        });
        Self {
            states: states.into(),
            present: place(stakes.owner),
            taken: by_starter,
            beavered: TakenDouble { scale: 4.0, ..by_starter },
        }
    }

    /// Each level of the cube has values of its own: the present state, and then two for each turn,
    /// owned by the starter and by the other side.
    fn of_levels(stakes: &Stakes) -> Self {
        let turns = (0..MOST_TURNS).take_while(|turn| stakes.level(*turn).may_double != [false; 2]);
        // A beaver turns the cube twice at once.
        let turns = turns.count().max(2);
        let owned = |turn: usize, by_starter: bool| TakenDouble {
            state: 2 * turn - usize::from(by_starter),
            scale: 1.0,
        };
        let state = |turn: usize, owner| {
            let [own, others] = stakes.level(turn).may_double;
            let is_last = turn == turns;
            let next = |by_starter| (!is_last).then(|| owned(turn + 1, by_starter));
            let doubled = [
                next(false).filter(|_| own && owner != CubeOwner::Opponent),
                next(true).filter(|_| others && owner != CubeOwner::Own),
            ];
            BearoffCubeState::of(stakes, turn, owner, doubled)
        };
        let mut states = vec![state(0, stakes.owner)];
        for turn in 1..=turns {
            states.extend([CubeOwner::Own, CubeOwner::Opponent].map(|owner| state(turn, owner)));
        }
        Self { states, present: 0, taken: owned(1, false), beavered: owned(2, false) }
    }
}

impl BearoffCubeState {
    fn of(
        stakes: &Stakes,
        level: usize,
        owner: CubeOwner,
        doubled: [Option<TakenDouble>; 2],
    ) -> Self {
        let ends = stakes.level(level);
        let model = CubeModel::new(Probabilities::without_gammons(0.5), stakes);
        Self {
            won: stakes.equity(ends.won[0]),
            lost: stakes.equity(ends.lost[0]),
            doubled,
            curve: model.curve(level, owner),
        }
    }
}
