//! The command `screen`: finds which of many changes of the search are worth a match of their own.
//!
//! In each pair of games, each change is drawn for one of the two players, and the other plays
//! without it. So every pair says something about every change (a screening design as of Plackett
//! and Burman 1946, but drawn by lot): the effect of a change is the mean result of the players that
//! had it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use parlour::base::SplitMix64;
use parlour::each_selective_search;
use parlour::search::player::options::COMMON;
use parlour::search::pvs::{Params, PvsPlayer, Technique};
use parlour::search::{Limits, Options};
use parlour_training::{extend_games_file, report, whole_lines};

use crate::elo_table::{CONFIDENCE, elo};
use crate::games_with_selective_search::{
    GameWithSelectiveSearch, run_for_named_game, with_switched,
};
use crate::openings_and_pairs::{play_pair, read_openings};

/// What is to be screened.
#[derive(Args, Clone, Debug)]
pub(crate) struct ScreenArguments {
    /// A game that has a selective search, such as sticks
    #[arg(long)]
    game: String,
    /// File of the results, a line for each pair of games; continued where it ends by a run with the
    /// same game, changes, nodes and seed
    #[arg(long)]
    out: PathBuf,
    /// A number and its other value, such as futility.margin=70, or a technique to switch, such as
    /// Razoring
    #[arg(long, num_args = 1.., required = true)]
    changes: Vec<String>,
    /// Pairs of games in all
    #[arg(long, default_value_t = 600)]
    pairs: u64,
    /// Nodes for each move
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
    /// Pairs at a time
    #[arg(long, default_value_t = 1)]
    jobs: u64,
    /// The random seed that draws who has which change
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File of openings; that in the folder of the game if none is given
    #[arg(long)]
    openings: Option<PathBuf>,
}

/// A change of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// A number that a tuner may change, by its name, gets this value.
    Number(String, i32),
    /// A technique that is on is switched off, and one that is off is switched on.
    Switch(Technique),
}

impl Change {
    /// Reads `name=value` or the name of a technique.
    fn read(word: &str, mut params: Params) -> Result<Self> {
        if let Some((name, value)) = word.split_once('=') {
            let tunables = params.tunables();
            let Some(tunable) = tunables.iter().find(|tunable| tunable.name == name) else {
                bail!("no number is named '{name}'");
            };
            let value: i32 =
                value.parse().with_context(|| format!("'{value}' is no whole number"))?;
            let [low, high] = tunable.range;
            ensure!((low..=high).contains(&value), "{name} must be {low} to {high}");
            return Ok(Self::Number(name.to_owned(), value));
        }
        let technique = Technique::ALL.into_iter().find(|one| format!("{one:?}") == word);
        technique.map(Self::Switch).with_context(|| format!("'{word}' is no technique"))
    }

    /// Makes the change.
    fn apply(&self, params: &mut Params) {
        match self {
            Self::Number(name, new) => {
                for tunable in params.tunables() {
                    if tunable.name == name {
                        *tunable.value = *new;
                    }
                }
            }
            Self::Switch(technique) => params.on = with_switched(params.on, *technique),
        }
    }
}

/// Who has each change in a pair: `true` for the first player, drawn by the seed and the pair's number.
fn draw(changes: usize, seed: u64, pair: u64) -> Vec<bool> {
    let mut random = SplitMix64::at(seed, pair);
    (0..changes).map(|_| random.below(2) == 0).collect()
}

/// Plays until the file holds this many pairs, then prints what each change is worth.
///
/// # Errors
/// When a file cannot be used, or a word of the plan means nothing.
pub(crate) fn run(plan: &ScreenArguments) -> Result<()> {
    each_selective_search!(run_for_named_game!(run_game, plan,))
}

fn run_game<G: GameWithSelectiveSearch>(plan: &ScreenArguments) -> Result<()> {
    let read = |word: &String| Change::read(word, G::PARAMS);
    let changes = plan.changes.iter().map(read).collect::<Result<Vec<_>>>()?;
    let openings = read_openings(&plan.game, plan.openings.as_ref())?;
    let held = || results(&fs::read_to_string(&plan.out)?);
    if plan.out.exists() {
        held().with_context(|| format!("cannot use {}", plan.out.display()))?;
    }
    let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
    let start = G::Position::default();
    let new_players = || {
        let options = Options::new(COMMON);
        [(); 2].map(|()| PvsPlayer::<G>::new(&options))
    };
    let play = |players: &mut [PvsPlayer<G>; 2], number| {
        let drawn = draw(changes.len(), plan.seed, number);
        let params = [true, false].map(|is_first| {
            let mut params = G::PARAMS;
            let own = changes.iter().zip(&drawn).filter(|(_, drawn)| **drawn == is_first);
            own.for_each(|(change, _)| change.apply(&mut params));
            params
        });
        let opening = &openings[number as usize % openings.len()];
        let result = play_pair(players, &params, &start, opening, &limits)?;
        Ok(format!("{number} {result}"))
    };
    extend_games_file(&plan.out, &first_line(plan), plan.pairs, plan.jobs, new_players, play)?;
    report(&table(plan, &held()?));
    Ok(())
}

/// The first line of the file: what a run that continues it must have in common.
fn first_line(plan: &ScreenArguments) -> String {
    let ScreenArguments { game, nodes, seed, changes, .. } = plan;
    format!("# screen game {game} nodes {nodes} seed {seed} changes {}", changes.join(" "))
}

/// The pairs of a file: the number of each and its result for the first player, −2 to 2.
///
/// # Errors
/// When a line after the first one is not of the pair that comes next.
fn results(text: &str) -> Result<Vec<(u64, i32)>> {
    let read = |(next, line): (u64, &str)| {
        let (pair, result) = line.split_once(' ').context("a pair and its result a line")?;
        let (pair, result) = (pair.parse()?, result.parse()?);
        ensure!(pair == next, "pair {pair} stands where pair {next} belongs");
        ensure!((-2..=2).contains(&result), "{result} is no result of a pair");
        Ok((pair, result))
    };
    (0..).zip(whole_lines(text).skip(1)).map(read).collect()
}

/// A line for each change: what it is worth in Elo with its 95 % interval, the best first.
fn table(plan: &ScreenArguments, results: &[(u64, i32)]) -> String {
    let pairs = results.len().max(1) as f64;
    // Points in two games are the result divided by four, from −0.5 to 0.5.
    let squares: f64 = results.iter().map(|(_, result)| f64::from(result * result)).sum();
    let error = CONFIDENCE * (squares / 16.0).sqrt() / pairs;
    let mut lines: Vec<_> = (0..plan.changes.len())
        .map(|index| {
            let of_player = |(pair, result): &(u64, i32)| {
                let has_it = draw(plan.changes.len(), plan.seed, *pair)[index];
                f64::from(if has_it { *result } else { -result }) / 4.0
            };
            (results.iter().map(of_player).sum::<f64>() / pairs, &plan.changes[index])
        })
        .collect();
    lines.sort_by(|one, two| two.0.total_cmp(&one.0));
    let mut text = format!("{} pairs", results.len());
    for (mean, change) in lines {
        let _ = write!(text, "\n{change}: Elo {:+.1} ± {:.1}", elo(0.5 + mean), elo(0.5 + error));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Change, ScreenArguments, draw, results, run, table};
    use parlour::games::connect5::ThreatGame;
    use parlour::search::pvs::{PvsGame, Technique};

    fn plan(changes: &[&str]) -> ScreenArguments {
        let out = std::env::temp_dir().join(format!("screen-{}", std::process::id()));
        ScreenArguments {
            game: "connect5".to_owned(),
            openings: Some(out.with_extension("openings")),
            out,
            changes: changes.iter().map(|&change| change.to_owned()).collect(),
            pairs: 3,
            nodes: 30,
            jobs: 2,
            seed: 1,
        }
    }

    #[test]
    fn changes_are_numbers_and_switched_techniques() {
        let mut params = ThreatGame::PARAMS;
        let read = |word| Change::read(word, ThreatGame::PARAMS);
        read("futility.margin=70").unwrap().apply(&mut params);
        read("Razoring").unwrap().apply(&mut params);
        read("NullMovePruning").unwrap().apply(&mut params);
        assert_eq!(params.futility.margin, 70);
        assert!(!params.on.has(Technique::Razoring) && params.on.has(Technique::NullMovePruning));
        for wrong in ["futility=3", "futility.margin=x", "futility.margin=900", "razoring"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_change_that_wins_is_told_from_one_that_does_nothing() {
        let plan = plan(&["futility.margin=70", "Razoring"]);
        let drawn = |pair| draw(2, plan.seed, pair)[1];
        let results: Vec<_> = (0..400).map(|pair| (pair, i32::from(drawn(pair)))).collect();
        let text = table(&plan, &results);
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[1].starts_with("Razoring: Elo +8"), "{text}");
        assert!(lines[2].starts_with("futility.margin=70: Elo "), "{text}");
    }

    #[test]
    fn files_are_continued() {
        let mut plan = plan(&["futility.margin=70", "Razoring"]);
        let openings = plan.openings.clone().unwrap();
        std::fs::write(&openings, "startpos moves h8 h9 i9\n").unwrap();
        run(&plan).unwrap();
        plan.pairs = 4;
        run(&plan).unwrap();
        let text = std::fs::read_to_string(&plan.out).unwrap();
        let pairs: Vec<_> = results(&text).unwrap().into_iter().map(|(pair, _)| pair).collect();
        assert_eq!(pairs, [0, 1, 2, 3]);
        let more = ScreenArguments { pairs: 5, ..plan.clone() };
        for other in [
            ScreenArguments { seed: 2, ..more.clone() },
            ScreenArguments { nodes: 20, ..more.clone() },
            ScreenArguments { game: "sticks".to_owned(), ..more.clone() },
            ScreenArguments { changes: vec!["Razoring".to_owned()], ..more.clone() },
        ] {
            assert!(run(&other).is_err(), "{other:?}");
            assert_eq!(std::fs::read_to_string(&plan.out).unwrap(), text);
        }
        let head = text.lines().next().unwrap();
        for damaged in ["0 3\n", "1 0\n", "0\n"] {
            std::fs::write(&plan.out, format!("{head}\n{damaged}")).unwrap();
            assert!(run(&more).is_err(), "{damaged}");
        }
        std::fs::remove_file(plan.out).unwrap();
        std::fs::remove_file(openings).unwrap();
    }
}
