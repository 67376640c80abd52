//! The clicks of each play: the spots of every step, in every order that the rules allow.

use super::clickable_spot_names::spot_of;
use super::play_in_progress::PlayInProgress;
use crate::game::Dice as _;
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::movegen::After;
use crate::games::backgammon::board::moves::{Move, Step, Steps};
use crate::games::backgammon::board::{BAR, Board};
use crate::host::one_click;

/// The orders of clicks of all legal moves.
///
/// The usual one is that in which the move is written. A checker that moves several times in a row
/// may also go its whole way at once.
pub(super) fn orders(game: &Backgammon, moves: &[Move]) -> Vec<Vec<String>> {
    let mut orders = one_click(game, moves);
    let Some(dice) = game.dice() else { return orders };
    let board = game.board();
    let mut results = Vec::new();
    for (index, m) in moves.iter().enumerate() {
        if let Move::Checkers(steps) = *m
            && !steps.is_empty()
        {
            orders[index] = vec![pairs(steps.iter())];
            results.extend(After::of(board, steps).map(|after| (after, index)));
        }
    }
    results.sort_unstable();
    let length = moves.iter().map(|m| if let Move::Checkers(s) = m { s.len() } else { 0 }).max();
    let mut search =
        Paths { board, results, length: length.unwrap_or(0), path: Vec::new(), orders };
    search.extend(&PlayInProgress::new(board, dice));
    for orders in &mut search.orders {
        // The usual order stays in front.
        let usual = orders[0].clone();
        orders[1..].sort_unstable();
        orders.dedup();
        let mut is_first = true;
        orders.retain(|order| std::mem::take(&mut is_first) || *order != usual);
    }
    search.orders
}

/// From and to of each of these steps.
fn pairs(steps: impl Iterator<Item = Step>) -> String {
    let pair = |step: Step| format!("{} {}", spot_of(step.from), spot_of(step.to()));
    steps.map(pair).collect::<Vec<_>>().join(" ")
}

/// A search of all sequences of steps that lead to the results of legal plays.
struct Paths {
    board: Board,
    /// Each result with the index of its play, sorted.
    results: Vec<(After, usize)>,
    /// The number of steps, the same in all plays of a roll.
    length: usize,
    path: Vec<Step>,
    orders: Vec<Vec<String>>,
}

impl Paths {
    fn extend(&mut self, play: &PlayInProgress) {
        if self.path.len() == self.length {
            self.add_path();
            return;
        }
        for die in play.distinct_dice() {
            for from in (1..=BAR).filter(|from| play.board.mover.count(*from) > 0) {
                let step = Step { from, die };
                if let Some(after) = play.after(step) {
                    self.path.push(step);
                    self.extend(&after);
                    self.path.pop();
                }
            }
        }
    }

    /// Adds the steps of the path, and every way to join those of one checker that follow each other.
    fn add_path(&mut self) {
        let steps = self.path.iter().fold(Steps::NONE, |steps, step| steps.with(*step));
        let Some(after) = After::of(self.board, steps) else { return };
        let Ok(at) = self.results.binary_search_by_key(&after, |(after, _)| *after) else { return };
        let (_, index) = self.results[at];
        let joints: Vec<usize> = (1..self.path.len())
            .filter(|at| self.path[*at].from == self.path[at - 1].to())
            .collect();
        for joined in 0..1_usize << joints.len() {
            let mut order = String::new();
            for (at, step) in self.path.iter().enumerate() {
                let is_joined = |at: usize| {
                    let joint = joints.iter().position(|joint| *joint == at);
                    joint.is_some_and(|joint| joined >> joint & 1 != 0)
                };
                if !is_joined(at) {
                    order.push_str(&spot_of(step.from));
                    order.push(' ');
                }
                if !is_joined(at + 1) {
                    order.push_str(&spot_of(step.to()));
                    order.push(' ');
                }
            }
            self.orders[index].push(order.trim_end().to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::orders;
    use crate::game::{Notation as _, Position as _};
    use crate::games::backgammon::Backgammon;

    /// The orders of clicks of one play.
    fn clicks(places: &str, dice: &str, play: &str) -> Vec<String> {
        let game = Backgammon::from_text(&format!("XGID={places}:0:0:1:{dice}:0:0:0:0:10"), false);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let (read, _) = game.read_move(play).expect("a legal play");
        let at = moves.iter().position(|m| *m == read).expect("a legal move");
        orders(&game, &moves).swap_remove(at)
    }

    const START: &str = "-b----E-C---eE---c-e----B-";

    #[test]
    fn checkers_move_in_either_order() {
        assert_eq!(clicks(START, "31", "8/5,6/5"), ["8 5 6 5", "6 5 8 5"]);
    }

    #[test]
    fn one_checker_goes_in_steps_by_either_die_or_at_once() {
        let expected = ["24 21 21 20", "24 20", "24 23 23 20"];
        assert_eq!(clicks(START, "31", "24/20"), expected);
    }

    #[test]
    fn bar_comes_first() {
        let entered = clicks("-b----E-C---eE---c-e----AA", "31", "bar/22,6/5");
        assert_eq!(entered, ["bar 22 6 5"]);
    }

    #[test]
    fn last_checkers_go_off() {
        assert_eq!(clicks("-AA---------------------b-", "65", "2/off,1/off")[0], "2 off 1 off");
    }
}
