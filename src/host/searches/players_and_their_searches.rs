//! The players of a hosted game, as the game lists them, each built at its first search; a search or an
//! explanation that is ready to run with one of them on another thread; and its reports as text.

use crate::base::locks;
use crate::search::player::options::MULTI_PV;
use crate::search::player::player_trait::ONLY_MOVE;
use std::cmp::Reverse;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use super::last_report_of_each_move::{LatestReport, LatestReports, ReportedChoice};
use crate::game::{Chance, Deterministic, Evaluate, Notation, Position, Record, Turn};
use crate::host::PlayerInfo;
use crate::host::game_host_trait::{ExplainedMove, SearchAnswer, SearchReport};
use crate::search::{
    AlphaBeta, Bound, Choice, EquityReport, Expectiminimax, Judgement, Limits, MoveValue,
    NamedProbability, Options, Player, Progress, RandomPlayer, Rating, SearchTask, StopSignal,
    Stopwatch, Watcher,
};

/// A player of one game: an entry of the game's list of players.
pub struct PlayerEntry<P: Position> {
    /// The name in `go player`.
    pub name: &'static str,
    /// One line for people; it names the document, if there is one.
    pub about: &'static str,
    /// The source document that describes the player, as [`Self::about`] names it.
    ///
    /// `None` for searches, which are described in the game's `README.md`.
    pub document: Option<&'static str>,
    /// Makes the player with empty tables.
    pub build: fn(&Options) -> Box<dyn Player<P>>,
}

impl<P: Position> PlayerEntry<P> {
    /// `george`: any legal move, as in `captains-mistress-workshop.md`, "automatons".
    pub const GEORGE: Self = Self {
        name: "george",
        about: "any legal move, picked at random, as in captains-mistress-workshop.md",
        document: Some("captains-mistress-workshop.md"),
        build: |options| Box::new(RandomPlayer::new(options)),
    };

    /// Whether the line for people names the document that the player comes from, as it must.
    pub(in crate::host) fn names_its_document(&self) -> bool {
        self.document.is_none_or(|name| !name.is_empty() && self.about.contains(name))
    }
}

impl<P: Deterministic> PlayerEntry<P> {
    /// `generic` in games without dice: the game-independent search.
    pub const GENERIC: Self = Self {
        name: "generic",
        about: "alpha-beta over the game's plain evaluation",
        document: None,
        build: |options| Box::new(AlphaBeta::new(options)),
    };
}

impl<P: Chance + Evaluate> PlayerEntry<P> {
    /// `generic` in games with dice: the game-independent search.
    pub const GENERIC_WITH_DICE: Self = Self {
        name: "generic",
        about: "expectiminimax over the game's plain evaluation",
        document: None,
        build: |options| Box::new(Expectiminimax::new(options)),
    };
}

/// For each player its place, empty until its first search.
type Built<P> = Arc<Mutex<Vec<Option<Box<dyn Player<P>>>>>>;

/// The players of one hosted game, each built at its first search.
///
/// Shared with the search thread; only one search runs at a time, so no thread waits for the lock.
pub(in crate::host) struct BuiltPlayers<P: Position> {
    entries: &'static [PlayerEntry<P>],
    built: Built<P>,
}

impl<P: Position> BuiltPlayers<P> {
    /// None of them built yet.
    pub(in crate::host) fn new(entries: &'static [PlayerEntry<P>]) -> Self {
        debug_assert!(
            entries.iter().all(PlayerEntry::names_its_document),
            "a player's line for people must name its source document"
        );
        let built = entries.iter().map(|_| None).collect();
        Self { entries, built: Arc::new(Mutex::new(built)) }
    }

    /// Their names, the default first.
    pub(in crate::host) fn names(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.name).collect()
    }

    /// Their names and what they are, the default first.
    pub(in crate::host) fn describe(&self) -> Vec<PlayerInfo> {
        let entries = self.entries.iter();
        entries.map(|entry| PlayerInfo { name: entry.name, about: entry.about }).collect()
    }

    /// The player of this name, or the first; `None` if there is no such name.
    pub(in crate::host) fn handle_of_player(&self, name: Option<&str>) -> Option<PlayerHandle<P>> {
        let index =
            name.map_or(Some(0), |name| self.entries.iter().position(|e| e.name == name))?;
        Some(PlayerHandle {
            entry: self.entries.get(index)?,
            index,
            built: Arc::clone(&self.built),
        })
    }

    /// Clears the tables of all players.
    pub(in crate::host) fn clear_tables(&self) {
        self.for_each(|player| player.clear_tables());
    }

    /// Restarts the random streams of all players.
    pub(in crate::host) fn restart_streams(&self) {
        self.for_each(|player| player.restart_random_stream());
    }

    fn for_each(&self, change: impl Fn(&mut dyn Player<P>)) {
        let mut built = locks::lock(&self.built);
        built.iter_mut().flatten().for_each(|player| change(player.as_mut()));
    }
}

/// A handle to one player, for the search thread.
pub(in crate::host) struct PlayerHandle<P: Position> {
    entry: &'static PlayerEntry<P>,
    /// The index of the entry in the game's list of players, from 0.
    index: usize,
    built: Built<P>,
}

impl<P: Position> PlayerHandle<P> {
    /// Its name.
    pub(in crate::host) const fn name(&self) -> &'static str {
        self.entry.name
    }

    /// Runs `job` with the player, which is built first if it has not been.
    pub(in crate::host) fn with<R>(
        &self,
        options: &Options,
        job: impl FnOnce(&mut dyn Player<P>) -> R,
    ) -> R {
        let mut built = locks::lock(&self.built);
        // Taken out during the job: a player that panics is dropped.
        let mut player = built
            .get_mut(self.index)
            .and_then(Option::take)
            .unwrap_or_else(|| (self.entry.build)(options));
        player.configure(options);
        let result = job(player.as_mut());
        if let Some(slot) = built.get_mut(self.index) {
            *slot = Some(player);
        }
        result
    }
}

/// The input of a player's choice, apart from the game in progress.
pub(in crate::host) struct PreparedSearch<P: Position> {
    /// The game up to the position to search.
    pub(in crate::host) record: Record<P>,
    /// The moves allowed, at least one.
    pub(in crate::host) moves: Vec<P::Move>,
    /// The limits of the search.
    pub(in crate::host) limits: Limits,
    /// The values of the options.
    pub(in crate::host) options: Options,
    /// Started when the search was requested.
    pub(in crate::host) stopwatch: Stopwatch,
}

impl<P: Notation> PreparedSearch<P> {
    /// Runs the search, and passes its reports on.
    pub(in crate::host) fn run(
        &self,
        player: &PlayerHandle<P>,
        stop: &dyn StopSignal,
        report: &mut dyn FnMut(SearchReport),
    ) -> SearchAnswer {
        let position = self.record.position();
        let lines = usize::try_from(self.options.number(&MULTI_PV)).unwrap_or(1);
        let is_only_move = position.count_moves() == 1;
        let limits = self.limits_of_choice(lines, is_only_move);
        let task = SearchTask { limits: &limits, ..self.task(stop) };
        let mut reports =
            TextReports { position, stopwatch: self.stopwatch, lines_reported: 0, report };
        let choice = player.with(&self.options, |player| {
            let choice = player.choose(&self.record, &task, &mut reports);
            if lines > 1 {
                self.report_judgements(player, &task, &choice, lines, &mut reports);
            }
            choice
        });
        debug_assert!(
            self.moves.contains(&choice.best),
            "a player must choose one of the moves allowed"
        );
        let best = self.text_of(choice.best);
        let time = self.stopwatch.elapsed();
        let reason = self.reason_with_only_move(choice.reason, is_only_move);
        SearchAnswer { best, nodes: choice.nodes, time, reason }
    }

    /// The reason of a choice, which says so if the move is the only one.
    fn reason_with_only_move(&self, reason: String, is_only_move: bool) -> String {
        let after = reason.strip_prefix(ONLY_MOVE);
        match (after, self.moves.len()) {
            (None, _) if is_only_move => format!("{ONLY_MOVE}; {reason}"),
            (Some(after), 1) if !is_only_move && !after.starts_with(' ') => {
                format!("{ONLY_MOVE} allowed{after}")
            }
            _ => reason,
        }
    }

    /// The limits of a search for the move to play.
    fn limits_of_choice(&self, lines: usize, is_only_move: bool) -> Limits {
        let position = self.record.position();
        let is_choice = lines == 1 && self.moves.len() as u64 == position.count_moves();
        let forced_at_once = self.limits.forced_at_once && is_choice;
        let limits = Limits { forced_at_once, ..self.limits.clone() };
        limits.for_choice(position.side(), is_only_move)
    }

    /// Reports the lines of `MultiPV` for a player that judges its moves instead of searching.
    ///
    /// Moves without a value have no line. The move that was chosen comes first of its equals.
    fn report_judgements(
        &self,
        player: &mut dyn Player<P>,
        task: &SearchTask<'_, P>,
        choice: &Choice<P::Move>,
        lines: usize,
        reports: &mut TextReports<'_, P>,
    ) {
        let reported = reports.lines_reported as usize;
        if reported >= lines.min(self.moves.len()) {
            return;
        }
        let mut judged = player.judge(&self.record, task).unwrap_or_default();
        judged.retain(|judgement| judgement.value != MoveValue::Unknown);
        let chosen = judged.iter().position(|judgement| judgement.judged_move == choice.best);
        let is_first = |at: &usize| reported > 0 || judged[*at].value == judged[0].value;
        if let Some(at) = chosen.filter(is_first) {
            judged[..=at].rotate_right(1);
        }
        let ranked = judged.iter().enumerate().take(lines).skip(reported);
        for (rank, Judgement { judged_move: judged, value, .. }) in ranked {
            reports.progress(&Progress::new(1, rank, value.rating(), choice.nodes, &[*judged]));
        }
    }

    /// The player's value of each move: the one that it plays first, then the best first.
    pub(in crate::host) fn explain(
        mut self,
        player: &PlayerHandle<P>,
        stop: &dyn StopSignal,
    ) -> Vec<ExplainedMove> {
        self.limits.forced_at_once = false;
        self.options.use_full_level();
        let lines_of_go = self.options.clone();
        self.options.report_all_moves(self.moves.len());
        let judged =
            player.with(&self.options, |player| player.judge(&self.record, &self.task(stop)));
        let judgements = judged.unwrap_or_else(|| {
            let played = self.choose_as_go(player, &lines_of_go, stop);
            let all = player.with(&self.options, |player| {
                self.choose_and_keep_reports(player, &self.task(stop))
            });
            self.judge_by_reports(played, all)
        });
        let is_only_move = self.record.position().count_moves() == 1;
        let words = |reason| {
            if is_only_move { reason } else { self.reason_with_only_move(reason, false) }
        };
        let explain = |judgement: Judgement<P::Move>| ExplainedMove {
            judged: self.text_of(judgement.judged_move),
            value: judgement.value,
            words: words(judgement.reason),
        };
        judgements.into_iter().map(explain).collect()
    }

    /// The choice within the same limits, but half of the time: with fewer lines it may be another one.
    ///
    /// `None` without limits, since such a search has no end.
    fn choose_as_go(
        &self,
        player: &PlayerHandle<P>,
        options: &Options,
        stop: &dyn StopSignal,
    ) -> Option<ReportedChoice<P::Move>> {
        let limits = self.limits.clone().with_half_the_time();
        let task = SearchTask { limits: &limits, ..self.task(stop) };
        let is_needed = !limits.infinite;
        is_needed
            .then(|| player.with(options, |player| self.choose_and_keep_reports(player, &task)))
    }

    fn choose_and_keep_reports(
        &self,
        player: &mut dyn Player<P>,
        task: &SearchTask<'_, P>,
    ) -> ReportedChoice<P::Move> {
        let mut reports = LatestReports { iteration: 0, of_moves: Vec::new() };
        ReportedChoice { choice: player.choose(&self.record, task, &mut reports), reports }
    }

    /// Judges the moves by the reports of a search of all of them.
    ///
    /// `played` is the search for the move to play, where that may choose another move.
    fn judge_by_reports(
        &self,
        played: Option<ReportedChoice<P::Move>>,
        all: ReportedChoice<P::Move>,
    ) -> Vec<Judgement<P::Move>> {
        let ReportedChoice { mut choice, mut reports } = all;
        let best = choice.best;
        if let Some(mut played) = played.filter(|played| played.choice.best != best) {
            choice = played.choice;
            if let Some(report) = played.reports.take(&choice.best) {
                // Only the values of one search compare with each other, so the value from the
                // search for the move to play goes into the words.
                let _ = write!(choice.reason, ", {}", MoveValue::Rating(report.rating));
                reports.add_unless_known(report);
            }
        }
        reports.of_moves.sort_by_key(|report| {
            let is_best = report.pv.first() == Some(&choice.best);
            (!is_best, Reverse(report.order()), Reverse(report.iteration), report.rank)
        });
        let mut judgements: Vec<_> =
            reports.of_moves.iter().map(|report| self.judgement(report)).collect();
        if let Some(first) = judgements.first_mut().filter(|first| first.judged_move == choice.best)
        {
            first.reason = format!("{}; {}", choice.reason, first.reason);
        } else {
            let value = MoveValue::Unknown;
            judgements
                .insert(0, Judgement { judged_move: choice.best, value, reason: choice.reason });
        }
        for judged in &self.moves {
            if judgements.iter().all(|judgement| judgement.judged_move != *judged) {
                let words = "not reached by the search".to_owned();
                judgements.push(Judgement {
                    judged_move: *judged,
                    value: MoveValue::Unknown,
                    reason: words,
                });
            }
        }
        judgements
    }

    /// The last report of a move as a judgement.
    fn judgement(&self, report: &LatestReport<P::Move>) -> Judgement<P::Move> {
        let mut parts = Vec::new();
        match report.bound {
            Bound::Exact => {}
            Bound::Lower => parts.push("at least this".to_owned()),
            Bound::Upper => parts.push("at most this".to_owned()),
        }
        if report.is_proved {
            parts.push("proved".to_owned());
        }
        if let Rating::Equity(EquityReport { probabilities: Some(probabilities), .. }) =
            report.rating
        {
            let named = |p: &NamedProbability| format!("{} {:.4}", p.name, p.value);
            parts.push(probabilities.iter().map(named).collect::<Vec<_>>().join(" "));
        }
        parts.push(format!("depth {}", report.depth));
        if report.pv.len() > 1 {
            parts.push(format!("line {}", line_text(self.record.position(), &report.pv)));
        }
        Judgement {
            judged_move: report.pv[0],
            value: MoveValue::Rating(report.rating),
            reason: parts.join(", "),
        }
    }

    fn task<'a>(&'a self, stop: &'a dyn StopSignal) -> SearchTask<'a, P> {
        SearchTask { limits: &self.limits, moves: &self.moves, stop, stopwatch: self.stopwatch }
    }

    fn text_of(&self, m: P::Move) -> String {
        self.record.position().move_text(m)
    }
}

/// The moves of a line, separated by blanks, up to a roll or the end of the game.
fn line_text<P: Notation>(position: &P, line: &[P::Move]) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for (i, m) in line.iter().enumerate() {
        if !matches!(position.turn(), Turn::Decide(_)) {
            break;
        }
        if i > 0 {
            text.push(' ');
        }
        position.write_move(*m, &mut text);
        let _undo = position.play(*m);
    }
    text
}

/// Passes the reports of a search on, with its moves as text.
struct TextReports<'a, P> {
    /// The position that was searched.
    position: &'a P,
    /// Runs since the search began.
    stopwatch: Stopwatch,
    /// The greatest rank reported.
    lines_reported: u32,
    /// Gets each report.
    report: &'a mut dyn FnMut(SearchReport),
}

impl<P: Notation> Watcher<P::Move> for TextReports<'_, P> {
    fn progress(&mut self, progress: &Progress<'_, P::Move>) {
        self.lines_reported = self.lines_reported.max(progress.multipv);
        (self.report)(SearchReport {
            depth: progress.depth,
            seldepth: progress.seldepth,
            multipv: progress.multipv,
            rating: progress.rating,
            bound: progress.bound,
            proved: progress.is_proved,
            nodes: progress.nodes,
            time: self.stopwatch.elapsed(),
            hashfull: progress.hashfull,
            pv: line_text(self.position, progress.pv),
        });
    }
}
