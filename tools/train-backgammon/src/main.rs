//! Trains the networks of the backgammon player `net` from random weights, by self-play.
//!
//! ```text
//! cargo run --release -p parlour-train-backgammon -- --state target/backgammon.state \
//!     --log target/backgammon.log --out src/games/backgammon/eval/network/weights.bin
//! ```
//!
//! The first stage learns by temporal differences, TD(λ): thousands of games a minute; each
//! position learns from what came later in its game. The second learns from one ply of lookahead:
//! the target of a position is the mean over all 21 rolls of the value of the best play, and a
//! share of what came better or worse than expected later in the game, without the luck of the
//! dice. Some of its games start from crashed positions and races of earlier rounds. The third is
//! like the second, with more units in the network of contact positions. All stages play with the
//! running mean of the weights and learn after each round. The README has the runs that made the weights
//! of the engine.
//!
//! A run may be stopped at any time, and a later one goes on from its state, which is written every 50
//! rounds. The same seed and plan give the same weights with any number of threads and in any number of
//! runs, and on every machine, except for how a machine rounds powers. A state is refused by a run with
//! another variant, seed, plan or start.

mod checkpoint;
mod network_training;
mod self_play_and_targets;
mod training_rounds;
mod training_stages;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use parlour::games::backgammon::Variant;

use training_stages::Plan;

/// Plays backgammon against itself and trains the networks of the player net.
#[derive(Parser)]
#[command(name = "train-backgammon")]
struct Arguments {
    /// What a later run goes on from, written every 50 rounds and at the end
    #[arg(long)]
    state: PathBuf,
    /// The weights for the engine, written after every round
    #[arg(long)]
    out: PathBuf,
    /// A line of figures for every round
    #[arg(long)]
    log: PathBuf,
    /// Rounds of temporal differences
    #[arg(long, default_value_t = 120)]
    td_rounds: u64,
    /// Games of each of these rounds
    #[arg(long, default_value_t = 500)]
    td_games: u64,
    /// Rounds on one ply of lookahead
    #[arg(long, default_value_t = 2_600)]
    lookahead_rounds: u64,
    /// Games of the last of these rounds; the first has 0.3 times as many
    #[arg(long, default_value_t = 350)]
    lookahead_games: u64,
    /// Rounds of the same with wider networks, of as many games as the last one before
    #[arg(long, default_value_t = 700)]
    wider_rounds: u64,
    /// Weights to begin these last rounds with, instead of all rounds before; several times: their
    /// mean, which is the result where there are no such rounds
    #[arg(long)]
    start: Vec<PathBuf>,
    /// Which game: standard, also for nackgammon, or hypergammon
    #[arg(long, default_value = "standard", value_parser = variant)]
    variant: Variant,
    /// The random seed of the first weights, the dice and the random plays
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads, one game each
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Rounds after which this run stops; a later one goes on
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    most_rounds: u64,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let plan = Plan {
        variant: arguments.variant,
        first: arguments.td_rounds,
        second: arguments.lookahead_rounds,
        third: arguments.wider_rounds,
        games: [arguments.td_games, arguments.lookahead_games],
    };
    let Arguments { state, out, log, start, .. } = &arguments;
    training_rounds::run(
        plan,
        &training_rounds::Files { state, out, start, log },
        arguments.seed,
        &training_rounds::Run { threads: arguments.threads, most_rounds: arguments.most_rounds },
    )
}

/// The variant of this name.
fn variant(name: &str) -> Result<Variant, String> {
    let found = Variant::NAMES.iter().find(|(known, _)| *known == name);
    found.map(|(_, variant)| *variant).ok_or_else(|| "no such variant".to_owned())
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use clap::{CommandFactory, Parser};

    #[test]
    fn arguments_are_well_formed_and_have_defaults() {
        Arguments::command().debug_assert();
        let words = ["train-backgammon", "--state", "a", "--out", "b", "--log", "c"];
        assert_eq!(Arguments::parse_from(words).td_games, 500);
    }
}
