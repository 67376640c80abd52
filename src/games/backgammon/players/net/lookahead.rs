//! Looking ahead: the mean over the rolls, the best reply to each.

use super::cube_context::{Aim, Seen};
use super::evaluation_cache::Cache;
use super::utility::Worth;
use crate::games::backgammon::board::Board;
use crate::games::backgammon::board::roll::Roll;
use crate::games::backgammon::cube::States;
use crate::games::backgammon::eval::bearoff::{BearoffDatabase, BearoffSource};
use crate::games::backgammon::eval::{Evaluator, Nets, OnePly, Probabilities};
use crate::search::SearchControl;

/// Has all of them take the table of bear-offs up, if it has been made since they looked last.
pub(super) fn refresh(looks: &mut [Look]) {
    if BearoffDatabase::is_built() {
        for look in looks {
            look.look_up_in(BearoffSource::Database);
        }
    }
}

/// What one thread looks ahead with.
pub(super) struct Look {
    evaluator: Evaluator<'static>,
    cache: Cache,
    ply: OnePly,
}

impl Look {
    /// With the networks of the usual game, and so many bytes to remember positions.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            evaluator: Evaluator::new(Nets::built_in()),
            cache: Cache::new(bytes),
            ply: OnePly::default(),
        }
    }

    /// Judges by these networks from now on; what it remembers never comes from others.
    pub(super) fn judge_by(&mut self, nets: &'static Nets) {
        if !std::ptr::eq(self.evaluator.nets(), nets) {
            let source = self.evaluator.bearoff_source();
            self.evaluator = Evaluator::new(nets);
            self.evaluator.set_bearoff_source(source);
            self.cache.clear();
        }
    }

    /// Looks races up there from now on; what it remembers never comes from elsewhere.
    pub(super) fn look_up_in(&mut self, source: BearoffSource) {
        if self.evaluator.bearoff_source() != source {
            self.evaluator.set_bearoff_source(source);
            self.cache.clear();
        }
    }

    /// Forgets the positions seen.
    pub(super) fn forget(&mut self) {
        self.cache.clear();
    }

    /// The chances of the mover, about to roll, at a glance.
    #[inline]
    pub(super) fn glance(&mut self, board: Board) -> Probabilities {
        let Self { evaluator, cache, .. } = self;
        cache.ask(board, || evaluator.evaluate(board))
    }

    /// What the mover, about to roll, has so many plies deep; 0 is a glance.
    ///
    /// `aim` is the mover's; points are told for the cube in each of the states `wanted`. `None`
    /// if the control ended the search; each glance is a node.
    pub(super) fn mean(
        &mut self,
        board: Board,
        depth: u32,
        (aim, wanted): (Aim<'_>, States),
        control: &mut SearchControl<'_>,
    ) -> Option<Seen> {
        if depth == 0 {
            return control.count_node().then(|| aim.at_once(board, self.glance(board), wanted));
        }
        if let Some(known) = self.evaluator.evaluate_without_network(board) {
            return control.count_node().then(|| aim.at_once(board, known, wanted));
        }
        let behind = aim.behind(wanted);
        let mean = Roll::ALL.into_iter().try_fold(Seen::NONE, |sum, roll| {
            let seen = self.rolled(board, roll, (depth, aim, behind), control)?;
            Some(sum.plus(&seen, roll.weight() as f32 / 36.0))
        })?;
        Some(aim.decided(mean, wanted))
    }

    /// The same for one roll of the mover's, without its word at the cube before that; where
    /// nothing needs to be looked at, what is known.
    pub(super) fn after(
        &mut self,
        board: Board,
        roll: Roll,
        (depth, aim, wanted): (u32, Aim<'_>, States),
        control: &mut SearchControl<'_>,
    ) -> Option<Seen> {
        let behind = aim.behind(wanted);
        match self.evaluator.evaluate_without_network(board) {
            Some(known) => control.count_node().then(|| aim.at_once(board, known, behind)),
            None => self.rolled(board, roll, (depth, aim, behind), control),
        }
    }

    /// What the mover has after its best reply to a roll, which is chosen at a glance and then
    /// looked at so many plies deep, the reply counted; in these states of the cube.
    fn rolled(
        &mut self,
        board: Board,
        roll: Roll,
        (depth, aim, states): (u32, Aim<'_>, States),
        control: &mut SearchControl<'_>,
    ) -> Option<Seen> {
        let theirs = aim.swapped();
        let (next, chances) = self.reply(board, roll, theirs.worth, control)?;
        let later = if depth > 1 {
            self.mean(next, depth - 1, (theirs, states), control)?
        } else {
            theirs.at_once(next, chances, states)
        };
        Some(later.swapped())
    }

    /// The result of a roll that is worst for the opponent at a glance, and its chances.
    pub(super) fn reply(
        &mut self,
        board: Board,
        roll: Roll,
        theirs: Worth,
        control: &mut SearchControl<'_>,
    ) -> Option<(Board, Probabilities)> {
        let Self { evaluator, cache, ply } = self;
        let shortlist = ply.shortlist(evaluator, board, roll, |chances| theirs.points(chances));
        let mut best: Option<(Board, Probabilities, f32)> = None;
        for &(_, next) in shortlist {
            if !control.count_node() {
                return None;
            }
            let chances = cache.ask(next, || evaluator.evaluate(next));
            let points = theirs.points(chances);
            if best.is_none_or(|(_, _, least)| points < least) {
                best = Some((next, chances, points));
            }
        }
        best.map(|(next, chances, _)| (next, chances))
    }
}

#[cfg(test)]
mod tests {
    use super::{Aim, Look, States};
    use crate::base::Side;
    use crate::game::Dice;
    use crate::games::backgammon::eval::{Evaluator, Nets, OnePly, Probabilities};
    use crate::games::backgammon::{Backgammon, Roll};
    use crate::search::{Limits, SearchControl, SearchTask, Stopwatch};
    use std::sync::atomic::AtomicBool;

    /// The plain mean, two plies deep: no cache, no control.
    fn plain(board: super::Board, depth: u32) -> Probabilities {
        let (mut evaluator, mut ply) = (Evaluator::new(Nets::built_in()), OnePly::default());
        if depth == 0 {
            return evaluator.evaluate(board);
        }
        if let Some(known) = evaluator.evaluate_without_network(board) {
            return known;
        }
        Roll::ALL.into_iter().fold(Probabilities::default(), |sum, roll| {
            let (next, _) = ply.best_play(&mut evaluator, board, roll);
            sum.plus(plain(next, depth - 1).swapped(), roll.weight() as f32 / 36.0)
        })
    }

    #[test]
    fn lookahead_is_the_plain_mean() {
        for text in [
            "-----aC----------------bc-",
            "-a-B--E-B-a-dDB--b-bcb----",
            "aA-A-aa------------------B",
        ] {
            let game = Backgammon::of(&format!("XGID={text}:0:0:1:00:0:0:0:0:10"), false);
            assert!(game.dice().is_none());
            let stop = AtomicBool::new(false);
            let limits = Limits::default();
            let task = SearchTask {
                limits: &limits,
                moves: &[],
                stop: &stop,
                stopwatch: Stopwatch::start(),
            };
            let mut control = SearchControl::new::<Backgammon>(&task, Side::First);
            let aim = Aim::of(&game, Side::First, None);
            for depth in 0..=2 {
                let found = Look::new(1 << 16).mean(
                    game.board(),
                    depth,
                    (aim, States::START),
                    &mut control,
                );
                let expected = plain(game.board(), depth);
                assert_eq!(found.map(|seen| seen.chances), Some(expected), "{text} {depth}");
            }
        }
    }
}
