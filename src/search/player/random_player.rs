//! `RandomPlayer`: the player that picks any allowed move at random.

use super::move_judgements::{Judgement, MoveValue};
use super::options::{Options, SEED};
use super::player_trait::{Choice, ONLY_MOVE, Player, SearchTask};
use super::search_reports::Watcher;
use crate::base::SplitMix64;
use crate::game::{Position, Record};

/// Plays each of the allowed moves with the same probability. Uses the option `Seed`.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    /// The value of the option `Seed`, from which the stream began.
    seed: u64,
    stream: SplitMix64,
}

impl RandomPlayer {
    /// A player at the start of its random stream.
    pub fn new(options: &Options) -> Self {
        let seed = options.number(&SEED).unsigned_abs();
        Self { seed, stream: SplitMix64::new(seed) }
    }
}

impl<P: Position> Player<P> for RandomPlayer {
    fn choose(
        &mut self,
        _game: &Record<P>,
        task: &SearchTask<'_, P>,
        _watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move> {
        pick(task.moves, &mut self.stream, 0)
    }

    fn judge(
        &mut self,
        _game: &Record<P>,
        task: &SearchTask<'_, P>,
    ) -> Option<Vec<Judgement<P::Move>>> {
        let words = match task.moves.len() {
            1 => ONLY_MOVE.to_owned(),
            count => format!("one of {count} moves that are equally likely"),
        };
        let equal = |judged: &P::Move| Judgement {
            judged_move: *judged,
            value: MoveValue::Points(0),
            reason: words.clone(),
        };
        Some(task.moves.iter().map(equal).collect())
    }

    fn configure(&mut self, options: &Options) {
        if options.number(&SEED).unsigned_abs() != self.seed {
            *self = Self::new(options);
        }
    }

    fn restart_random_stream(&mut self) {
        self.stream = SplitMix64::new(self.seed);
    }
}

/// Chooses one of some moves (at least one) at random, after a search of this many nodes.
pub(super) fn pick<M: Copy>(moves: &[M], stream: &mut SplitMix64, nodes: u64) -> Choice<M> {
    let drawn = stream.below(moves.len() as u64) as usize;
    let reason = match moves.len() {
        1 => ONLY_MOVE.to_owned(),
        count => format!("one of {count} moves, picked at random"),
    };
    Choice { best: moves[drawn], nodes, reason }
}
