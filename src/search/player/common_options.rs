//! The options that all searching players have: `MultiPV`, `Seed`, and `Level`.

use super::level::Level;
use super::options::{LEVEL, MULTI_PV, Options, SEED};
use super::player_trait::{Choice, SearchTask};
use super::random_player;
use super::search_control::SearchControl;
use crate::base::{Side, SplitMix64};
use crate::game::Position;

/// The options `MultiPV`, `Level` and `Seed` of a player, and its random stream.
#[derive(Clone, Debug)]
pub struct CommonOptions {
    /// Lines to report, at least 1.
    multi_pv: usize,
    level: Level,
    /// The value of the option `Seed`, from which the stream began.
    seed: u64,
    stream: SplitMix64,
}

impl CommonOptions {
    /// The values of the options, and the random stream at its start.
    pub fn new(options: &Options) -> Self {
        let seed = options.number(&SEED).unsigned_abs();
        Self {
            multi_pv: usize::try_from(options.number(&MULTI_PV)).unwrap_or(1).max(1),
            level: Level::new(options.number(&LEVEL)),
            seed,
            stream: SplitMix64::new(seed),
        }
    }

    /// Takes over new options; the stream continues unless the seed has changed.
    pub fn configure(&mut self, options: &Options) {
        let new = Self::new(options);
        let stream = if new.seed == self.seed { self.stream.clone() } else { new.stream };
        *self = Self { stream, ..new };
    }

    /// Sets full strength, whatever the option `Level` is.
    pub fn ignore_level(&mut self) {
        self.level = Level::FULL;
    }

    /// Restarts the random stream.
    pub const fn restart_stream(&mut self) {
        self.stream = SplitMix64::new(self.seed);
    }

    /// The option `Seed`.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many lines to report, 1 or more.
    pub const fn multi_pv(&self) -> usize {
        self.multi_pv
    }

    /// The most nodes a move may take, at least 2; `u64::MAX` at full strength.
    pub const fn nodes(&self) -> u64 {
        self.level.nodes()
    }

    /// The control of a search for `side`, which also ends after the nodes of the level.
    ///
    /// Its grace period begins now ([`SearchControl::start_grace_period`]).
    pub fn control<'a, P: Position>(
        &self,
        task: &SearchTask<'a, P>,
        side: Side,
    ) -> SearchControl<'a> {
        let mut control = SearchControl::new(task, side).with_node_cap(self.nodes());
        control.start_grace_period();
        control
    }

    /// A number in `0..bound` (1 or more) from the random stream, for ties.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.stream.below(bound)
    }

    /// Draws whether the level replaces this search by a random move; then one of `moves`.
    ///
    /// The moves are those to choose from, at least one. Always `None` at levels 10 to 20.
    pub fn random_move<M: Copy>(&mut self, moves: &[M]) -> Option<Choice<M>> {
        let is_random = self.level.draws_random_move(&mut self.stream);
        is_random.then(|| random_player::pick(moves, &mut self.stream, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::CommonOptions;
    use crate::search::player::options::{COMMON, Options};

    fn with(name: &str, value: &str) -> Options {
        let spec = COMMON.iter().find(|spec| spec.name == name).unwrap();
        let mut options = Options::new(COMMON);
        options.set(spec, Some(value)).unwrap();
        options
    }

    #[test]
    fn stream_continues_until_the_seed_changes() {
        let mut common = CommonOptions::new(&Options::default());
        let mut other = common.clone();
        assert_eq!(common.stream.next(), other.stream.next());
        common.configure(&with("MultiPV", "3"));
        assert_eq!((common.multi_pv(), common.stream.next()), (3, other.stream.next()));
        common.configure(&with("Seed", "2"));
        assert_eq!(common.stream.next(), CommonOptions::new(&with("Seed", "2")).stream.next());
        common.configure(&Options::default());
        other.restart_stream();
        assert_eq!(common.stream.next(), other.stream.next());
    }

    #[test]
    fn only_low_levels_play_random_moves() {
        let moves = [1, 2, 3];
        let mut common = CommonOptions::new(&Options::default());
        assert!((0..100).all(|_| common.random_move(&moves).is_none()));
        common.configure(&with("Level", "0"));
        let random = (0..100).filter_map(|_| common.random_move(&moves)).count();
        assert!((40..80).contains(&random) && common.nodes() == 2, "{random}");
    }
}
