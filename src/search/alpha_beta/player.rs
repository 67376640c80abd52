//! The player `generic`: its options, its table, and the beginning of each search.

use std::marker::PhantomData;

use super::root::AlphaBetaRoot;
use super::search::{AlphaBetaSearch, IndexTable, MAX_DEPTH, SearchStack};
use crate::base::Side;
use crate::game::{Deterministic, Record};
use crate::search::player::level_seed_and_multipv::CommonOptions;
use crate::search::player::options::Options;
use crate::search::player::player_trait::{Choice, Player, SearchTask};
use crate::search::player::search_reports::Watcher;

/// A player that searches with full width as deeply as the limits allow.
///
/// Uses the options `Hash`, `MultiPV`, `Level`, and `Seed` (below full level).
pub struct AlphaBeta<P: Deterministic> {
    table: IndexTable,
    /// Searches since the table was empty.
    searches: u64,
    stack: SearchStack<P::Move>,
    common: CommonOptions,
    /// As set by [`Self::at_full_strength`].
    is_at_full_strength: bool,
    /// The most MiB of the table, whatever the option `Hash` says; `u64::MAX` for no limit.
    max_mebibytes: u64,
    game: PhantomData<fn() -> P>,
}

impl<P: Deterministic> AlphaBeta<P> {
    /// A player with an empty table; memory is taken at the first search.
    pub fn new(options: &Options) -> Self {
        Self {
            table: IndexTable::new(options.spin("Hash").unsigned_abs()),
            searches: 0,
            stack: SearchStack::new(),
            common: CommonOptions::new(options),
            is_at_full_strength: false,
            max_mebibytes: u64::MAX,
            game: PhantomData,
        }
    }

    /// The search as a part of another player.
    ///
    /// It plays at full strength whatever `Level` is, and with a table of at most `max_mebibytes`
    /// MiB whatever `Hash` is.
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
        if let Some(choice) = self.common.random_move(task.moves) {
            return choice;
        }
        let side = game.position().turn().side().unwrap_or(Side::First);
        self.searches += 1;
        // With repetitions, values may depend on the positions before the root: another salt makes
        // the entries of earlier searches unusable.
        let salt = if P::REPETITION.is_some() { self.searches } else { 0 };
        let nodes = self.common.nodes();
        let time = task.limits.time_limit_alone(side).filter(|_| nodes == u64::MAX);
        self.table.begin_search(time, 1);
        let control = self.common.control(task, side);
        let search = AlphaBetaSearch::new(game, control, &self.table, salt, &mut self.stack);
        let deepest = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        AlphaBetaRoot::new(search, task.moves, side, self.common.multi_pv())
            .choose(deepest, watcher)
    }

    fn configure(&mut self, options: &Options) {
        self.table.resize(options.spin("Hash").unsigned_abs().min(self.max_mebibytes));
        self.common.configure(options);
        if self.is_at_full_strength {
            self.common.ignore_level();
        }
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.searches = 0;
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}
