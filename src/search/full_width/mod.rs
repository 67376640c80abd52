//! `AlphaBeta`: the game-independent search for games without dice, the player `generic`.
//!
//! Iterative deepening over principal variation search (Marsland and Campbell 1982), fail-soft,
//! with a transposition table. It is full width: no move is left out and none is searched less
//! deeply than the others, so it never walks into a loss that its depth sees. It stays as it is,
//! as a yardstick for better players.
//!
//! Mover and side are compared at every ply instead of always negating, so a side may move twice
//! in a row.

mod order;
mod root;
mod tree;

use std::marker::PhantomData;

use root::Root;
use tree::{Memory, Table, Tree};

use super::player::common_options::CommonOptions;
use super::player::control::SearchControl;
use super::player::options::Options;
use super::player::player_trait::{Choice, Player, SearchTask};
use super::player::report::Watcher;
use crate::base::Side;
use crate::game::{Deterministic, Record};

/// The deepest iteration, in plies.
pub const MAX_DEPTH: u32 = 240;

/// A player who looks ahead as far as the limits allow.
///
/// Uses the options `Hash`, `MultiPV`, `Level`, and `Seed` (below full level).
pub struct AlphaBeta<P: Deterministic> {
    table: Table,
    /// Searches since the table was empty.
    searches: u64,
    memory: Memory<P::Move>,
    temper: CommonOptions,
    /// As set by [`Self::at_full_strength`].
    is_at_full_strength: bool,
    max_mebibytes: u64,
    game: PhantomData<fn() -> P>,
}

impl<P: Deterministic> AlphaBeta<P> {
    /// A player with an empty table; memory is taken at the first search.
    pub fn new(options: &Options) -> Self {
        Self {
            table: Table::new(options.spin("Hash").unsigned_abs()),
            searches: 0,
            memory: Memory::new(),
            temper: CommonOptions::new(options),
            is_at_full_strength: false,
            max_mebibytes: u64::MAX,
            game: PhantomData,
        }
    }

    /// The search as a part of another player: at full strength whatever `Level` is, and with a
    /// table of at most `max_mebibytes` MiB whatever `Hash` is.
    pub fn at_full_strength(options: &Options, max_mebibytes: u64) -> Self {
        let mut player =
            Self { is_at_full_strength: true, max_mebibytes, ..Self::new(&Options::default()) };
        player.configure(options);
        player
    }
}

impl<P: Deterministic> Player<P> for AlphaBeta<P> {
    fn choose(
        &mut self,
        game: &Record<P>,
        task: &SearchTask<'_, P>,
        watcher: &mut dyn Watcher<P::Move>,
    ) -> Choice<P::Move> {
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        let side = game.position().turn().side().unwrap_or(Side::First);
        self.searches += 1;
        // What is known may rest on which positions the game had passed through.
        let salt = if P::REPETITION.is_some() { self.searches } else { 0 };
        let nodes = self.temper.nodes();
        self.table.begin_search(task.limits.time_alone(side).filter(|_| nodes == u64::MAX), 1);
        let mut control = SearchControl::new(task, side).with_node_cap(nodes);
        control.start_grace_period();
        let tree = Tree::new(game, control, (&self.table, salt), &mut self.memory);
        let deepest = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        Root::new(tree, task.moves, side, self.temper.multi_pv()).choose(deepest, watcher)
    }

    fn configure(&mut self, options: &Options) {
        self.table.resize(options.spin("Hash").unsigned_abs().min(self.max_mebibytes));
        self.temper.configure(options);
        if self.is_at_full_strength {
            self.temper.ignore_level();
        }
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.searches = 0;
        self.temper.new_game();
    }
}
