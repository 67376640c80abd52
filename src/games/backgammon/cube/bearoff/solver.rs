//! Backward induction over the pairs of positions of a bear-off.

use super::cube_states::{BearoffCubeState, BearoffCubeStates, TakenDouble};
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::cube_efficiency::bearoff_efficiency;
use crate::games::backgammon::cube::equities::{CubeEquities, DecisionValues};
use crate::games::backgammon::cube::stakes::Stakes;
use crate::games::backgammon::eval::bearoff::{BearoffDatabase, Plays, ReachablePositions};

/// The equities of a cube decision in a bear-off.
#[derive(Clone, Copy, Debug)]
pub struct BearoffEquities {
    /// For the side on roll.
    pub equities: CubeEquities,
    /// The pairs of positions that were valued by all rolls, one node each.
    pub nodes: u64,
}

/// The most values that are computed by all rolls: pairs of positions times cube states. Set by hand.
const MOST_VALUES: u64 = 1_500_000;
/// The fewest turns that are looked at, unless the game ends before. Set by hand.
const LEAST_TURNS: usize = 2;

/// A bear-off that is to be solved, as far as its nodes allow.
///
/// Turn 0 is the starter's first roll, turn 1 the other side's, and so on.
pub(super) struct BearoffCubeSolver<'a> {
    stakes: &'a Stakes,
    cube: BearoffCubeStates,
    /// The starter's positions, then the other side's.
    sides: [ReachablePositions; 2],
    /// The turns that are looked at; after them the model counts, or all games are over.
    turns: usize,
    reaches_end: bool,
    /// Pairs of positions to value in all turns, one node each.
    nodes: u64,
}

/// The equities of the pairs of positions before one turn, **for the starter**.
///
/// The pair of the starter's position i and the other's position j has its states from
/// (i × others + j) × states on.
struct TurnValues {
    /// The equities, in the order above, in points at the cube as it is ([`Stakes::equity`]).
    ///
    /// Chances to win a long match would differ by less than an `f32` can hold.
    values: Vec<f32>,
    /// How many positions of the other side there are.
    others: usize,
}

impl<'a> BearoffCubeSolver<'a> {
    /// Looks up all positions. At most `nodes` pairs are valued by all rolls, with at most
    /// [`MOST_VALUES`] values.
    ///
    /// `None` if `go_on` says no.
    pub(super) fn new(
        board: Board,
        stakes: &'a Stakes,
        plays: Plays,
        nodes: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let cube = BearoffCubeStates::of(stakes);
        let sides = [board.mover, board.other].map(|side| ReachablePositions::new(side, plays));
        let mut solver = Self { stakes, cube, sides, turns: 0, reaches_end: false, nodes: 0 };
        let most = nodes.min(MOST_VALUES / solver.cube.states.len() as u64);
        while go_on() {
            let pairs = solver.pairs(solver.turns);
            solver.reaches_end = pairs == 0;
            if solver.reaches_end || solver.nodes + pairs > most {
                return Some(solver);
            }
            solver.nodes += pairs;
            solver.turns += 1;
        }
        None
    }

    /// Whether every game ends within the turns that are looked at.
    pub(super) const fn reaches_end(&self) -> bool {
        self.reaches_end
    }

    /// The pairs of positions before a turn.
    fn pairs(&mut self, turn: usize) -> u64 {
        let [ours, theirs] = rolls_before(turn);
        let [starter, other] = &mut self.sides;
        starter.after_rolls(ours).len() as u64 * other.after_rolls(theirs).len() as u64
    }

    /// `None` if `go_on` says no, or if there are too few nodes to look at anything.
    pub(super) fn solve(mut self, go_on: &mut dyn FnMut() -> bool) -> Option<BearoffEquities> {
        if self.turns < LEAST_TURNS && !self.reaches_end {
            return None;
        }
        let mut values = if self.reaches_end {
            TurnValues { values: Vec::new(), others: 0 }
        } else {
            self.by_model(go_on)?
        };
        for turn in (0..self.turns).rev() {
            values = self.before_roll(turn, &values, go_on)?;
            if turn > 0 {
                self.decide_on_cube(turn, &mut values);
            }
        }
        let value =
            |doubled: TakenDouble| self.stakes.value(doubled.scale * values.values[doubled.state]);
        let present = TakenDouble { state: self.cube.present, scale: 1.0 };
        let beaver_taken = || value(self.cube.beavered);
        let (no_double, double_take) = (value(present), value(self.cube.taken));
        let decision =
            DecisionValues::of_choices(self.stakes, no_double, double_take, beaver_taken);
        Some(BearoffEquities { equities: decision.equities(self.stakes), nodes: self.nodes })
    }

    /// The values after the last turn by the cube model.
    fn by_model(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<TurnValues> {
        let stakes = self.stakes;
        let [ours, theirs] = rolls_before(self.turns);
        let [starter, other] = &mut self.sides;
        let (mine, others) = (starter.after_rolls(ours), other.after_rolls(theirs));
        let database = BearoffDatabase::shared();
        let is_starters_turn = self.turns.is_multiple_of(2);
        let mut values = Vec::with_capacity(mine.len() * others.len() * self.cube.states.len());
        for mine in mine.iter().copied() {
            if !go_on() {
                return None;
            }
            for theirs in others.iter().copied() {
                let win = if is_starters_turn {
                    database.win_by_number(mine, theirs)
                } else {
                    1.0 - database.win_by_number(theirs, mine)
                };
                let rolls = [mine, theirs].map(|number| database.mean_rolls_by_number(number));
                let efficiency = bearoff_efficiency(rolls[0].min(rolls[1]));
                let value = |state: &BearoffCubeState| {
                    stakes.equity(state.curve.value(f64::from(win), efficiency))
                };
                values.extend(self.cube.states.iter().map(value));
            }
        }
        let mut values = TurnValues { values, others: others.len() };
        self.decide_on_cube(self.turns, &mut values);
        Some(values)
    }

    /// The mean over all rolls of a turn, from the values before the next one.
    fn before_roll(
        &mut self,
        turn: usize,
        next: &TurnValues,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<TurnValues> {
        let [ours, theirs] = rolls_before(turn);
        let states = &self.cube.states;
        let count = states.len();
        let [mine, others] =
            [self.sides[0].after_rolls(ours).len(), self.sides[1].after_rolls(theirs).len()];
        let is_starters = turn.is_multiple_of(2);
        let rolls =
            if is_starters { self.sides[0].rolls_of(ours) } else { self.sides[1].rolls_of(theirs) };
        let ends: Vec<f32> =
            states.iter().map(|state| if is_starters { state.won } else { state.lost }).collect();
        let mut values = vec![0.0; mine * others * count];
        let mut best = vec![0.0; count];
        for (pair, sum) in values.chunks_exact_mut(count).enumerate() {
            let (i, j) = (pair / others, pair % others);
            if j == 0 && !go_on() {
                return None;
            }
            let mover = if is_starters { i } else { j };
            for (results, roll) in rolls[mover].iter().zip(Roll::ALL) {
                let share = roll.probability();
                let place = |result: u16| match (is_starters, usize::from(result)) {
                    (true, result) => (result * next.others + j) * count,
                    (false, result) => (i * next.others + result) * count,
                };
                match results {
                    [] => best.copy_from_slice(&ends),
                    [only] => best.copy_from_slice(&next.values[place(*only)..][..count]),
                    [first, more @ ..] => {
                        best.copy_from_slice(&next.values[place(*first)..][..count]);
                        for result in more {
                            let found = &next.values[place(*result)..][..count];
                            for (best, found) in best.iter_mut().zip(found) {
                                let is_better =
                                    if is_starters { found > best } else { found < best };
                                *best = if is_better { *found } else { *best };
                            }
                        }
                    }
                }
                sum.iter_mut().zip(&best).for_each(|(sum, best)| *sum += share * best);
            }
        }
        Some(TurnValues { values, others })
    }

    /// The values before the cube action of a turn, from those before its roll.
    fn decide_on_cube(&self, turn: usize, values: &mut TurnValues) {
        let states = &self.cube.states;
        let is_starters = turn.is_multiple_of(2);
        let side = usize::from(!is_starters);
        let mut rolled = vec![0.0; states.len()];
        for pair in values.values.chunks_exact_mut(states.len()) {
            rolled.copy_from_slice(pair);
            for (value, state) in pair.iter_mut().zip(states) {
                let Some(doubled) = state.doubled[side] else { continue };
                let taken = doubled.scale * rolled[doubled.state];
                *value = if is_starters {
                    value.max(taken.min(state.won))
                } else {
                    value.min(taken.max(state.lost))
                };
            }
        }
    }
}

/// The rolls that the starter and the other side have played before a turn.
const fn rolls_before(turn: usize) -> [usize; 2] {
    [turn.div_ceil(2), turn / 2]
}
