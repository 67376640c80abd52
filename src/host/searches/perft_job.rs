//! The count of leaves of a hosted game, ready to run on another thread.

use std::sync::atomic::Ordering;

use crate::game::{Evaluate, Notation, Turn, perft as game_perft};
use crate::host::hosted_game::HostedGame;
use crate::host::{GameHost as _, PerftJob};
use crate::search::threads::perft;

impl<P: Notation + Evaluate> HostedGame<P> {
    /// Prepares a count of the leaves `depth` plies deep, as `GameHost::perft` describes it.
    pub(in crate::host) fn perft(&self, depth: u32, divide: bool, threads: usize) -> PerftJob {
        let is_over = matches!(self.turn(), Turn::Over(_));
        let mut position = self.record.position().clone();
        let dice = self.dice;
        Box::new(move |stop, report| {
            let flag = stop.as_flag();
            let stopped =
                || flag.map_or_else(|| stop.is_raised(), |flag| flag.load(Ordering::Relaxed));
            if is_over && depth > 0 {
                return Some(0);
            }
            if let Some(rules) = dice {
                return if divide {
                    rules.divide(&position, depth, &stopped, report)
                } else {
                    (rules.perft)(&position, depth, &stopped)
                };
            }
            if !divide {
                return perft::perft(&position, depth, threads, &stopped);
            }
            let before = position.clone();
            game_perft::divide(&mut position, depth, &stopped, &mut |m, leaves| {
                report(&before.move_text(m), leaves);
            })
        })
    }
}
