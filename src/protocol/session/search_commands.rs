//! The three commands that may take long: `go`, `perft` and `bench`.

use std::sync::Arc;
use std::time::Duration;

use super::super::grammar::command::Go;
use super::super::grammar::reply::{Code, Refusal, Reply};
use super::super::io::queue::Item;
use super::{Carried, Ending, Session, find_kind, open_table};
use crate::game::Turn;
use crate::games;
use crate::host::{GameKind, HostError, SearchJob, SearchRequest, Start};
use crate::search::{Limits, Options, Stopwatch};

/// The refusal of a search that was stopped without an answer.
fn interrupted() -> Refusal {
    Refusal::new(Code::Interrupted, "stopped before the end")
}

/// The refusal of a search that failed.
fn internal() -> Refusal {
    Refusal::new(Code::Internal, "the search has failed; the game is as it was")
}

/// The limits of `go`, with the default time where it names none.
pub fn limits_of(go: &Go, options: &Options) -> Limits {
    let milliseconds = |name| u64::try_from(options.spin(name)).unwrap_or_default();
    Limits {
        movetime: go.movetime.or_else(|| (!go.is_limited()).then(|| milliseconds("MoveTime"))),
        clock: go.clock,
        depth: go.depth,
        nodes: go.nodes,
        infinite: go.infinite,
        overhead: milliseconds("MoveOverhead"),
        rollout: go.rollout,
    }
}

impl Session<'_> {
    /// `go`: info lines, then exactly one bestmove.
    pub(super) fn go(&mut self, item: &Item, go: &Go) -> Carried {
        let player = go.player.as_deref().or_else(|| self.settings.player(self.kind.name));
        if let Some(name) = player.filter(|name| !self.table.players().contains(name)) {
            return Err(HostError::UnknownPlayer((*name).to_owned()).into());
        }
        let moves = go.moves.to_vec();
        let request = SearchRequest {
            player,
            limits: limits_of(go, self.settings.options()),
            moves: &moves,
            options: self.settings.options(),
        };
        if matches!(self.table.turn(), Turn::Over(_)) {
            if go.infinite {
                self.output.flush();
                self.desk.begin_search(item, true);
                self.desk.wait_for_stop();
            }
            self.desk.finish(item);
            self.say(&Reply::BestMove("none".to_owned()));
            return Ok(Ending::Answered);
        }
        let job = self.table.search(&request)?;
        self.search(item, go, job)
    }

    fn search(&mut self, item: &Item, go: &Go, job: SearchJob) -> Carried {
        if self.desk.is_silent(item) {
            self.leave();
            return Ok(Ending::Answered);
        }
        self.output.flush();
        let stop = self.desk.begin_search(item, go.is_endless());
        let mut searcher = std::mem::take(&mut self.searcher);
        let answer = searcher.run(
            move |report| job(&stop, report),
            |report| {
                if !self.desk.is_silent(item) {
                    self.say(&Reply::Info(report));
                    self.output.flush();
                }
                if self.output.is_closed() {
                    self.desk.abandon_search();
                }
            },
        );
        self.searcher = searcher;
        if self.desk.is_silent(item) {
            self.leave();
            return Ok(Ending::Answered);
        }
        let answer = answer.map_err(|_| internal())?;
        if go.infinite && !self.output.is_closed() {
            self.desk.wait_for_stop();
        }
        self.say(&Reply::InfoEnd(answer.nodes, answer.time));
        self.say(&Reply::InfoString(answer.reason));
        self.desk.finish(item);
        self.say(&Reply::BestMove(answer.best));
        self.output.flush();
        Ok(Ending::Answered)
    }

    /// `perft`: the leaves of the legal tree.
    pub(super) fn perft(&mut self, item: &Item, depth: u32, divide: bool) -> Carried {
        self.output.flush();
        let threads = usize::try_from(self.settings.options().spin("Threads")).unwrap_or(1);
        let job = self.table.perft(depth, divide, threads);
        let stop = self.desk.begin_search(item, false);
        let mut searcher = std::mem::take(&mut self.searcher);
        let leaves = searcher.run(
            move |tell: &mut dyn FnMut((String, u64))| {
                job(&stop, &mut |m, leaves| tell((m.to_owned(), leaves)))
            },
            |(m, leaves)| self.say(&Reply::PerftMove(m, leaves)),
        );
        self.searcher = searcher;
        let leaves = leaves.map_err(|_| internal())?.ok_or_else(interrupted)?;
        self.desk.finish(item);
        self.say(&Reply::Perft(depth, leaves));
        Ok(Ending::Answered)
    }

    /// `bench`: fixed positions of one game or all, searched to a fixed depth.
    pub(super) fn bench(&mut self, item: &Item, game: Option<&str>) -> Carried {
        let kinds = match game {
            Some(name) => vec![find_kind(name)?],
            None => games::GAMES.to_vec(),
        };
        self.output.flush();
        let stop = self.desk.begin_search(item, false);
        let mut total = (0, Duration::ZERO);
        for kind in kinds {
            let mut of_game = (0, Duration::ZERO);
            for job in bench_jobs(kind) {
                let stop = Arc::clone(&stop);
                let run = move |_: &mut dyn FnMut(())| {
                    let watch = Stopwatch::start();
                    let nodes = job()?(&stop, &mut |_| {}).nodes;
                    let stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
                    (!stopped).then(|| (nodes, watch.elapsed())).ok_or_else(interrupted)
                };
                let (nodes, time) = self.searcher.run(run, |()| {}).map_err(|_| internal())??;
                of_game = (of_game.0 + nodes, of_game.1 + time);
            }
            self.say(&Reply::Bench(kind.name, of_game.0, of_game.1));
            self.output.flush();
            total = (total.0 + of_game.0, total.1 + of_game.1);
        }
        self.desk.finish(item);
        self.say(&Reply::Bench("all", total.0, total.1));
        Ok(Ending::Answered)
    }
}

type BenchJob = Box<dyn FnOnce() -> Result<SearchJob, Refusal> + Send>;

/// One job a bench position of a game, each at a table of its own, with default options.
fn bench_jobs(kind: &'static GameKind) -> Vec<BenchJob> {
    let positions = kind.bench.positions.lines().map(str::trim);
    let positions = positions.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let depth = kind.bench.depth;
    let jobs = positions.map(|fen| -> BenchJob {
        Box::new(move || {
            let mut table = open_table(kind, &[])?;
            table.set_position(Start::Fen(fen), &[])?;
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let options = Options::default();
            Ok(table.search(&SearchRequest {
                player: None,
                limits,
                moves: &[],
                options: &options,
            })?)
        })
    });
    jobs.collect()
}
