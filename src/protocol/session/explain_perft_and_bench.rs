//! The commands other than `go` that may take long: `explain`, `perft` and `bench`.

use std::sync::Arc;
use std::time::Duration;

use super::find_game::{find_game, open_game};
use super::{CommandEnding, CommandResult, Session};
use crate::base::name_hints::did_you_mean_one_of;
use crate::games::GAMES;
use crate::host::{GameEntry, SearchJob, SearchRequest, Start};
use crate::protocol::grammar::command::Go;
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::protocol::grammar::reply::Reply;
use crate::protocol::io::line_queue::QueuedLine;
use crate::search::player::options::{COMMON, SEED, THREADS};
use crate::search::{Limits, Options, Stopwatch};

/// The refusal of a search that was stopped without an answer.
fn interrupted() -> Refusal {
    Refusal::new(Code::Interrupted, "stopped before the end")
}

impl Session {
    /// `explain`: a line for each move, the one that `go` plays and then the best first, then `explainok`.
    pub(super) fn explain(&mut self, line: &QueuedLine, go: &Go) -> CommandResult {
        let moves = go.moves.to_vec();
        if let Some(name) = moves.first().filter(|first| self.game.players().contains(first)) {
            let text = format!("expected a move, not the player '{name}'");
            return Err(Refusal::new(
                Code::BadSyntax,
                text + &did_you_mean_one_of(&[&format!("player {name}")]),
            ));
        }
        let request = self.request(go, &moves)?;
        let job = self.game.explain(&request)?;
        self.log_search(&request);
        self.replies.flush();
        let stop = self.searches.begin(&self.queue, line, go.limits.is_endless());
        let explained = self.searches.run(move |_: &mut dyn FnMut(())| job(&*stop), |()| {})?;
        self.queue.finish_search(line);
        for explained in explained {
            self.replies.write(&Reply::Explain(explained));
        }
        Ok(self.answer(&Reply::ExplainOk))
    }

    /// `perft`: the leaves of the legal tree.
    pub(super) fn perft(&mut self, line: &QueuedLine, depth: u32, divide: bool) -> CommandResult {
        self.replies.flush();
        let threads = usize::try_from(self.options.values().number(&THREADS)).unwrap_or(1);
        let job = self.game.perft(depth, divide, threads);
        let stop = self.searches.begin(&self.queue, line, false);
        let replies = &mut self.replies;
        let leaves = self.searches.run(
            move |report: &mut dyn FnMut((String, u64))| {
                job(&*stop, &mut |m, leaves| report((m.to_owned(), leaves)))
            },
            |(m, leaves)| {
                replies.write(&Reply::PerftMove(m, leaves));
                replies.flush();
            },
        );
        let leaves = leaves?.ok_or_else(interrupted)?;
        self.queue.finish_search(line);
        self.replies.write(&Reply::Perft(depth, leaves));
        Ok(CommandEnding::Answered)
    }

    /// `bench`: fixed positions of one game or all, searched to a fixed depth.
    pub(super) fn bench(&mut self, line: &QueuedLine, game: Option<&str>) -> CommandResult {
        let entries = match game {
            None | Some("all") => GAMES.to_vec(),
            Some(name) => vec![find_game(name)?],
        };
        self.replies.flush();
        let stop = self.searches.begin(&self.queue, line, false);
        let mut all = NodesAndTime::default();
        for entry in entries {
            let mut run = |job: BenchJob| {
                let stop = Arc::clone(&stop);
                let timed = move |_: &mut dyn FnMut(())| {
                    let stopwatch = Stopwatch::start();
                    let nodes = job()?(&*stop, &mut |_| {}).nodes;
                    let is_stopped = stop.is_raised();
                    let total = NodesAndTime { nodes, time: stopwatch.elapsed() };
                    (!is_stopped).then_some(total).ok_or_else(interrupted)
                };
                self.searches.run(timed, |()| {})?
            };
            // The tables that a game builds on first use are not part of its time.
            for job in bench_jobs(entry, WARM_UP_DEPTH) {
                run(job)?;
            }
            let mut of_game = NodesAndTime::default();
            for job in bench_jobs(entry, entry.bench.depth) {
                of_game.add(run(job)?);
            }
            self.replies.write(&Reply::Bench(entry.name, of_game.nodes, of_game.time));
            self.replies.flush();
            all.add(of_game);
        }
        self.queue.finish_search(line);
        self.replies.write(&Reply::Bench("all", all.nodes, all.time));
        Ok(CommandEnding::Answered)
    }
}

/// Nodes and time of some searches.
#[derive(Clone, Copy, Default)]
struct NodesAndTime {
    /// Nodes visited, all searches together.
    nodes: u64,
    /// The time that they took, all together.
    time: Duration,
}

impl NodesAndTime {
    fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

type BenchJob = Box<dyn FnOnce() -> Result<SearchJob, Refusal> + Send>;

/// The default options with a fixed seed, so that every run visits the same nodes.
fn fixed_options() -> Options {
    let mut options = Options::new(COMMON);
    let set = options.set(&SEED, Some("1"));
    debug_assert!(set.is_ok(), "1 is a seed");
    options
}

/// The depth of the searches before those that are timed, in plies.
const WARM_UP_DEPTH: u32 = 1;

/// One search to this depth for each bench position of a game, each in a game of its own, with fixed
/// options.
fn bench_jobs(entry: &'static GameEntry, depth: u32) -> Vec<BenchJob> {
    let positions = entry.bench.positions.lines().map(str::trim);
    let positions = positions.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let jobs = positions.map(|fen| -> BenchJob {
        Box::new(move || {
            let mut game = open_game(entry, &[])?;
            game.set_position(Start::Fen(fen), &[])?;
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let options = fixed_options();
            Ok(game.search(&SearchRequest {
                player: None,
                limits,
                moves: &[],
                options: &options,
            })?)
        })
    });
    jobs.collect()
}
