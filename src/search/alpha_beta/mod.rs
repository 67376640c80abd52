//! `AlphaBeta`: the game-independent search for games without dice, the player `generic`.
//!
//! Iterative deepening over principal variation search (Marsland and Campbell 1982), fail-soft,
//! with a transposition table. It is full width: no move is left out and none is searched less
//! deeply than the others, so it never walks into a loss that its depth sees. It stays as it is,
//! as a yardstick for better players.
//!
//! Mover and side are compared at every ply instead of always negating, so a side may move twice
//! in a row.

mod root;
mod tree;

use std::marker::PhantomData;

use root::Root;
use tree::{Memory, Tree};

use super::automaton::{Automaton, Choice, Task};
use super::options::Options;
use super::temper::Temper;
use super::transposition::Transpositions;
use super::watch::{Control, Watcher};
use crate::base::Side;
use crate::game::{Deterministic, Record};

/// The deepest iteration, in plies.
pub const MAX_DEPTH: u32 = 240;

/// A player who looks ahead as far as the limits allow.
///
/// Uses the options `Hash`, `MultiPV`, `Level`, `Seed` (below full level) and `Clear Hash`.
pub struct AlphaBeta<P: Deterministic> {
    table: Transpositions,
    memory: Memory<P::Move>,
    temper: Temper,
    presses: u64,
    game: PhantomData<fn() -> P>,
}

impl<P: Deterministic> AlphaBeta<P> {
    /// A player with an empty table; memory is taken at the first search.
    pub fn new(options: &Options) -> Self {
        Self {
            table: Transpositions::new(options.spin("Hash").unsigned_abs()),
            memory: Memory::new(),
            temper: Temper::new(options),
            presses: options.presses("Clear Hash"),
            game: PhantomData,
        }
    }
}

impl<P: Deterministic> Automaton<P> for AlphaBeta<P> {
    fn choose(
        &mut self,
        game: &Record<P>,
        task: &Task<'_, P>,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move> {
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        let side = game.position().turn().side().unwrap_or(Side::First);
        if P::REPETITION.is_some() {
            // What is known there may rest on which positions the game had passed through.
            self.table.clear();
        }
        self.table.begin_search();
        let mut control = Control::new(task, side).with_node_cap(self.temper.nodes());
        control.hold();
        let tree = Tree::new(game, control, &mut self.table, &mut self.memory);
        let deepest = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        Root::new(tree, task.moves, side, self.temper.multi_pv()).deepen(deepest, watcher)
    }

    fn configure(&mut self, options: &Options) {
        self.table.resize(options.spin("Hash").unsigned_abs());
        if options.presses("Clear Hash") != self.presses {
            self.presses = options.presses("Clear Hash");
            self.table.clear();
        }
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.temper.new_game();
    }
}
