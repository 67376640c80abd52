//! The command `play`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, ensure};
use clap::Args;
use parlour::each_selective_search;
use parlour::search::player::options::COMMON;
use parlour::search::pvs::Technique;
use parlour::search::{Limits, Options};

use crate::games_with_selective_search::{self, GameWithSelectiveSearch, run_for_named_game};
use crate::openings_and_pairs::{read_openings, run_jobs};
use crate::play_game;
use crate::results_file::{self, MatchKey, RecordedGame};

/// What is to be played.
#[derive(Args, Clone, Debug)]
pub(crate) struct PlayArguments {
    /// A game that has a selective search, such as sticks
    #[arg(long)]
    game: String,
    /// File that the games are added to
    #[arg(long)]
    out: PathBuf,
    /// Techniques to switch, as the table names them; all that the game uses if there are none
    #[arg(long, num_args = 1..)]
    techniques: Vec<String>,
    /// Games for each technique
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Milliseconds for each move
    #[arg(long, default_value_t = 100)]
    movetime: u64,
    /// Nodes for each move instead
    #[arg(long)]
    nodes: Option<u64>,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// File of openings; that in the folder of the game if none is given
    #[arg(long)]
    openings: Option<PathBuf>,
}

/// One game to play.
struct GameToPlay {
    technique: Technique,
    /// The number of the game in its match, from 0; in even ones the player with the technique
    /// switched is First.
    number: usize,
}

/// Plays what the file does not hold yet.
///
/// # Errors
/// When a file cannot be used, or a word of the plan means nothing.
pub(crate) fn run(plan: &PlayArguments) -> Result<()> {
    each_selective_search!(run_for_named_game!(run_game, plan,))
}

fn run_game<G: GameWithSelectiveSearch>(plan: &PlayArguments) -> Result<()> {
    let start = G::Position::default();
    let openings = read_openings(&plan.game, plan.openings.as_ref())?;
    // With a limit of nodes an opening gives the same two games each time.
    let is_repeated = plan.nodes.is_some() && plan.games > 2 * openings.len();
    ensure!(!is_repeated, "there are {} openings only", openings.len());
    let held = results_file::read(&plan.out)?;
    let fixtures = fixtures::<G>(plan, &held)?;
    let file = OpenOptions::new().create(true).append(true).open(&plan.out);
    let file = Mutex::new(file.with_context(|| format!("cannot use {}", plan.out.display()))?);
    let limits = match plan.nodes {
        Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        None => Limits { movetime: Some(plan.movetime), ..Limits::default() },
    };
    let next = AtomicUsize::new(0);
    run_jobs(plan.jobs, || {
        let options = Options::new(COMMON);
        let mut plain = games_with_selective_search::player::<G>(None, &options);
        while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut switched =
                games_with_selective_search::player::<G>(Some(fixture.technique), &options);
            let record = play_game::record_after_opening(
                &start,
                &openings[fixture.number / 2 % openings.len()],
            )?;
            let is_first = fixture.number.is_multiple_of(2);
            let players =
                if is_first { [&mut switched, &mut plain] } else { [&mut plain, &mut switched] };
            let winner = play_game::play(record, players, &limits);
            let is_won = winner.map(|side| (side.index() == 0) == is_first);
            let result = is_won.map_or(0, |is_won| if is_won { 1 } else { -1 });
            let of = of(plan, fixture.technique);
            let line = RecordedGame { of, number: fixture.number, result }.line() + "\n";
            let mut file = file.lock().map_err(|_| anyhow::anyhow!("another game has failed"))?;
            file.write_all(line.as_bytes())?;
        }
        Ok(())
    })
}

/// The games that the file does not hold, technique by technique.
fn fixtures<G: GameWithSelectiveSearch>(
    plan: &PlayArguments,
    held: &[RecordedGame],
) -> Result<Vec<GameToPlay>> {
    let name = |technique: Technique| format!("{technique:?}");
    for wanted in &plan.techniques {
        let is_known = Technique::ALL.into_iter().any(|technique| name(technique) == *wanted);
        ensure!(is_known, "'{wanted}' is no technique: {:?}", Technique::ALL);
    }
    let is_wanted = |technique: &Technique| {
        let names = &plan.techniques;
        if names.is_empty() {
            G::PARAMS.on.has(*technique)
        } else {
            names.contains(&name(*technique))
        }
    };
    let mut fixtures = Vec::new();
    for technique in Technique::ALL.into_iter().filter(is_wanted) {
        let of = of(plan, technique);
        let is_held =
            |number: &usize| held.iter().any(|game| game.of == of && game.number == *number);
        let missing = (0..plan.games).filter(|number| !is_held(number));
        fixtures.extend(missing.map(|number| GameToPlay { technique, number }));
    }
    Ok(fixtures)
}

fn of(plan: &PlayArguments, technique: Technique) -> MatchKey {
    let limit = match plan.nodes {
        Some(nodes) => format!("{nodes}n"),
        None => format!("{}ms", plan.movetime),
    };
    MatchKey { game: plan.game.clone(), technique: format!("{technique:?}"), limit }
}
