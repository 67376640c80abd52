//! What every searching player is told alike: how strong to be, and how much to tell.

use super::level::Level;
use super::options::Options;
use super::player_trait::Choice;
use super::random;
use crate::base::SplitMix64;

/// The options `MultiPV`, `Level` and `Seed` of a player, and its random stream.
#[derive(Clone, Debug)]
pub struct CommonOptions {
    multi_pv: usize,
    level: Level,
    seed: u64,
    stream: SplitMix64,
}

impl CommonOptions {
    /// What the options say, at the start of the random stream.
    pub fn new(options: &Options) -> Self {
        let seed = options.spin("Seed").unsigned_abs();
        Self {
            multi_pv: usize::try_from(options.spin("MultiPV")).unwrap_or(1).max(1),
            level: Level::new(options.spin("Level")),
            seed,
            stream: SplitMix64::new(seed),
        }
    }

    /// Takes new options over; the stream goes on unless the seed is another one.
    pub fn configure(&mut self, options: &Options) {
        let new = Self::new(options);
        let stream = if new.seed == self.seed { self.stream.clone() } else { new.stream };
        *self = Self { stream, ..new };
    }

    /// Sets full strength, whatever the option `Level` is.
    pub fn ignore_level(&mut self) {
        self.level = Level::FULL;
    }

    /// Starts the random stream again.
    pub fn new_game(&mut self) {
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

    /// A number in `0..bound` (1 or more) from the random stream, for ties.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.stream.below(bound)
    }

    /// A move picked at random instead of a search, where the level lets the player slip.
    ///
    /// The moves are those to choose from, at least one.
    pub fn slip<M: Copy>(&mut self, moves: &[M]) -> Option<Choice<M>> {
        let slips = self.level.slips(&mut self.stream);
        slips.then(|| random::pick(moves, &mut self.stream, 0))
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
    fn stream_goes_on_until_the_seed_is_another_one() {
        let mut temper = CommonOptions::new(&Options::default());
        let mut other = temper.clone();
        assert_eq!(temper.stream.next(), other.stream.next());
        temper.configure(&with("MultiPV", "3"));
        assert_eq!((temper.multi_pv(), temper.stream.next()), (3, other.stream.next()));
        temper.configure(&with("Seed", "2"));
        assert_eq!(temper.stream.next(), CommonOptions::new(&with("Seed", "2")).stream.next());
        temper.configure(&Options::default());
        other.new_game();
        assert_eq!(temper.stream.next(), other.stream.next());
    }

    #[test]
    fn only_low_levels_slip() {
        let moves = [1, 2, 3];
        let mut temper = CommonOptions::new(&Options::default());
        assert!((0..100).all(|_| temper.slip(&moves).is_none()));
        temper.configure(&with("Level", "0"));
        let slips = (0..100).filter_map(|_| temper.slip(&moves)).count();
        assert!((40..80).contains(&slips) && temper.nodes() == 2, "{slips}");
    }
}
