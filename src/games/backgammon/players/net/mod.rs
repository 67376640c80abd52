//! `net`: neural networks, and n-ply lookahead over every roll.
//!
//! All results of the roll get a 0-ply evaluation by the networks of
//! [`eval`](crate::games::backgammon::eval); the best of them are searched one ply deeper, and the
//! best of those another: every roll of the opponent, the reply that the networks like best, every
//! roll after it. Plays are compared by the utility of the ends at the score; unless the cube is
//! dead, by the cube model at the leaves, and by the better of rolling and doubling on the way to
//! them. Cube decisions are made with the cube in play, one to four plies ahead; close ones also by
//! rollouts, where there is time.

#[cfg(test)]
mod against_reference;
mod cube_action;
mod cube_context;
mod cube_lookahead;
mod cubeful_evaluation;
mod evaluation_cache;
mod evaluations_of_replies;
mod lookahead;
mod mean_cache;
mod mean_over_rolls;
mod rollout;
mod root_search;
mod search_size;

use cube_action::choose_cube_action;
use cube_context::CubeContext;
use cube_lookahead::CubeRequest;
use lookahead::{Lookahead, clear_cache, make_room_in_cache, use_bearoff_database_if_built};
use rollout::RolloutSettings;
use root_search::PlaySearch;
use search_size::SearchSize;

use std::thread;
use std::time::Duration;

use crate::game::{Position, Record};
use crate::games::backgammon::board::game_state_and_cube_rules::Backgammon;
use crate::games::backgammon::board::moves::Move;
use crate::games::backgammon::cube::CubeStates;
use crate::games::backgammon::eval::bearoff::{BearoffDatabase, BearoffSource};
use crate::games::backgammon::eval::{Nets, build_tables_in_background};
use crate::host::PlayerEntry;
use crate::search::player::options::{HASH, THREADS};
use crate::search::{
    Choice, CommonOptions, Limits, Options, Player, SearchControl, SearchTask, Watcher,
};

/// The player.
pub(in super::super) const ENTRY: PlayerEntry<Backgammon> = PlayerEntry {
    name: "net",
    about: "neural networks, looking at every roll some plies deep",
    document: None,
    build: |options| Box::new(Net::new(options)),
};

/// The depth, in plies, of the search that picks the plays to be rolled out, unless the limits
/// name one. Set by hand.
const PICKING_DEPTH: u32 = 2;

/// A player with neural networks.
///
/// Uses the options `Hash`, `Threads`, `MultiPV`, `Level`, and `Seed` (below full level, and for
/// the dice of rollouts). What it answers depends on the position and the limits alone.
pub(super) struct Net {
    /// One for each thread.
    lookaheads: Vec<Lookahead>,
    common: CommonOptions,
    /// The option `Hash`, in MiB.
    mebibytes: u64,
}

impl Net {
    /// A player with empty caches.
    fn new(options: &Options) -> Self {
        // The first search may have no time for them.
        build_tables_in_background();
        Self {
            lookaheads: lookaheads(options),
            common: CommonOptions::new(options),
            mebibytes: mebibytes(options),
        }
    }
}

/// Makes the lookaheads ready for a position and the limits of its search.
fn prepare(lookaheads: &mut [Lookahead], position: &Backgammon, task: &SearchTask<'_, Backgammon>) {
    let nets = Nets::of_variant(position.variant());
    let source = first_bearoff_source(task.limits, BearoffSource::without_waiting());
    for lookahead in &mut *lookaheads {
        lookahead.start_search();
        lookahead.use_networks(nets);
        lookahead.use_bearoff_source(source);
    }
    // The first evaluation may have to wait for a table: that is not the time of the first iteration.
    lookaheads[0].evaluate(position.board());
    if lookaheads[0].knows(position.board()) {
        wait_for_bearoff_database(position, task);
        use_bearoff_database_if_built(lookaheads);
    }
}

/// Waits until the bear-off database is built, for half of the time of the search at most.
fn wait_for_bearoff_database(position: &Backgammon, task: &SearchTask<'_, Backgammon>) {
    /// The time between two looks.
    const PAUSE: Duration = Duration::from_millis(1);
    let side = position.side();
    let limits = task.limits.clone().with_half_the_time();
    let mut control = SearchControl::new(&SearchTask { limits: &limits, ..*task }, side);
    while !BearoffDatabase::is_built() && control.may_deepen() {
        thread::sleep(PAUSE);
    }
}

/// Makes the cube decision of a position in which the dice are not rolled.
fn decide_cube(
    request: CubeRequest<'_>,
    lookaheads: &mut [Lookahead],
    mut control: SearchControl<'_>,
    common: &CommonOptions,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    let limits = request.task.limits;
    control.start_grace_period();
    if let Some(rollout) = limits.rollout {
        let settings = RolloutSettings { rollout, seed: common.seed() };
        let control = &mut control;
        return rollout::choose_cube_action(request, lookaheads, control, settings, watcher);
    }
    choose_cube_action(request, lookaheads, common, control, watcher)
}

/// Chooses a play of the roll.
fn choose_play(
    position: &Backgammon,
    task: &SearchTask<'_, Backgammon>,
    lookaheads: &mut [Lookahead],
    mut control: SearchControl<'_>,
    common: &CommonOptions,
    watcher: &mut dyn Watcher<Move>,
) -> Choice<Move> {
    // In matches this takes long: it comes before the grace period.
    let cube_states = CubeStates::of(position);
    let opponent = position.on_roll().other();
    let context = CubeContext::of(position, opponent, cube_states.as_ref());
    let lines = common.multi_pv();
    control.start_grace_period();
    let Some(rollout) = task.limits.rollout else {
        return PlaySearch::new(position, task, control, context, lines)
            .choose(lookaheads, watcher);
    };
    let limits = picking_limits(task.limits);
    let task = SearchTask { limits: &limits, ..*task };
    let mut root = PlaySearch::new(position, &task, control, context, lines);
    let depth = root.search(lookaheads, watcher);
    let settings = RolloutSettings { rollout, seed: common.seed() };
    rollout::choose_play(&mut root, depth, lookaheads, settings, watcher)
}

/// The limits of the search that picks the plays to be rolled out.
fn picking_limits(limits: &Limits) -> Limits {
    let depth = Some(limits.depth.unwrap_or(PICKING_DEPTH));
    Limits { depth, rollout: None, ..limits.clone() }
}

/// Where a search under these limits begins to look up races.
///
/// A search whose answer is to be reproducible waits for the bear-off table; one with a clock, or
/// until it is stopped, begins with `at_once`.
fn first_bearoff_source(limits: &Limits, at_once: BearoffSource) -> BearoffSource {
    let has_clock = limits.movetime.is_some() || limits.clock.is_some();
    let is_counted = limits.limits_nodes_or_depth() || limits.rollout.is_some();
    if is_counted && !has_clock { BearoffSource::Database } else { at_once }
}

/// The option `Hash`, in MiB, at least 1.
fn mebibytes(options: &Options) -> u64 {
    options.number(&HASH).unsigned_abs().max(1)
}

fn threads(options: &Options) -> usize {
    usize::try_from(options.number(&THREADS)).unwrap_or(1).max(1)
}

/// One for each thread, with a cache of the size that the options say.
fn lookaheads(options: &Options) -> Vec<Lookahead> {
    let bytes = usize::try_from(mebibytes(options) << 20).unwrap_or(usize::MAX);
    Lookahead::for_threads(threads(options), bytes)
}

impl Player<Backgammon> for Net {
    fn choose(
        &mut self,
        game: &Record<Backgammon>,
        task: &SearchTask<'_, Backgammon>,
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        if let Some(random) = self.common.random_move(task.moves) {
            return random;
        }
        let position = game.position();
        let common = &self.common;
        let is_counted = task.limits.nodes.is_some() || common.nodes() < u64::MAX;
        let threads = if is_counted { 1 } else { self.lookaheads.len() };
        let side = position.side();
        let size = SearchSize::of(task.limits, common.nodes(), side);
        make_room_in_cache(&mut self.lookaheads, size);
        let lookaheads = &mut self.lookaheads[..threads];
        prepare(lookaheads, position, task);
        let control = SearchControl::new(task, side).with_node_cap(common.nodes());
        if position.rolled().is_none() {
            let request = CubeRequest { game: position, task, multi_pv: common.multi_pv() };
            return decide_cube(request, lookaheads, control, common, watcher);
        }
        choose_play(position, task, lookaheads, control, common, watcher)
    }

    fn configure(&mut self, options: &Options) {
        if threads(options) != self.lookaheads.len() || mebibytes(options) != self.mebibytes {
            self.lookaheads = lookaheads(options);
            self.mebibytes = mebibytes(options);
        }
        self.common.configure(options);
    }

    fn clear_tables(&mut self) {
        clear_cache(&mut self.lookaheads);
    }

    fn restart_random_stream(&mut self) {
        self.common.restart_stream();
    }
}

#[cfg(test)]
mod tests {
    use super::{BearoffSource, Net, first_bearoff_source};
    use crate::base::SplitMix64;
    use crate::game::{Dice, Position, Record, Turn};
    use crate::games::backgammon::{Backgammon, Move};
    use crate::search::player::options::COMMON;
    use crate::search::{
        Choice, Clock, Limits, Options, Player, Progress, Rating, Rollout, SearchTask, Stopwatch,
        Watcher,
    };
    use std::sync::atomic::AtomicBool;

    /// A line that was reported.
    #[derive(Debug, PartialEq)]
    struct Line {
        depth: u32,
        equity: f32,
        first: Move,
    }

    /// Records the lines that are reported.
    #[derive(Default, Debug, PartialEq)]
    struct Recorder(Vec<Line>);

    impl Watcher<Move> for Recorder {
        fn progress(&mut self, report: &Progress<'_, Move>) {
            let Rating::Equity(equity) = report.rating else { return };
            assert!(equity.probabilities.is_some());
            let Progress { depth, pv, .. } = *report;
            self.0.push(Line { depth, equity: equity.equity, first: pv[0] });
        }
    }

    fn options(values: &[(&str, &str)]) -> Options {
        let mut options = Options::new(COMMON);
        for (name, value) in values {
            let spec = COMMON.iter().find(|spec| spec.name == *name).unwrap();
            options.set(spec, Some(value)).unwrap();
        }
        options
    }

    fn choose(player: &mut Net, game: &Backgammon, limits: &Limits) -> (Choice<Move>, Recorder) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let stop = AtomicBool::new(false);
        let task = SearchTask { limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
        let mut recorder = Recorder::default();
        let choice = player.choose(&Record::new(*game), &task, &mut recorder);
        assert!(moves.contains(&choice.best));
        (choice, recorder)
    }

    fn position(text: &str, cube: bool) -> Backgammon {
        Backgammon::from_text(&format!("XGID={text}"), cube)
    }

    const MIDDLE: &str = "-a-B--E-B-a-dDB--b-bcb----:0:0:1:41:0:0:0:0:10";

    #[test]
    fn any_number_of_threads_answers_the_same() {
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let game = position(MIDDLE, false);
        let one = choose(&mut Net::new(&options(&[("MultiPV", "4")])), &game, &limits);
        let three = choose(
            &mut Net::new(&options(&[("MultiPV", "4"), ("Threads", "3"), ("Hash", "1")])),
            &game,
            &limits,
        );
        assert_eq!(one, three);
        assert_eq!(one.1.0.iter().filter(|line| line.depth == 2).count(), 4);
        assert!(
            one.1
                .0
                .windows(2)
                .all(|two| two[0].depth != two[1].depth || two[0].equity >= two[1].equity)
        );
    }

    #[test]
    fn any_number_of_threads_makes_the_same_cube_decision() {
        let game = position("-a-B--E-B-a-dDB--b-bcb----:0:0:1:00:0:0:0:0:10", true);
        let decide = |threads, depth| {
            let player = &mut Net::new(&options(&[("MultiPV", "4"), ("Threads", threads)]));
            choose(player, &game, &Limits { depth: Some(depth), ..Limits::default() })
        };
        for depth in [3, 4] {
            let (one, three) = (decide("1", depth), decide("3", depth));
            assert_eq!((&one.0.best, &one.1), (&three.0.best, &three.1));
            assert!(one.1.0.iter().all(|line| line.depth == depth));
        }
        assert_ne!(decide("1", 3).1, decide("1", 4).1);
    }

    #[test]
    fn half_of_the_rolls_of_a_depth_count() {
        let game = position("-a-B--D-C-a-dD---d-e--A-A-:0:0:1:51:0:0:0:0:0", false);
        let to = |depth, nodes| {
            let limits = Limits { depth, nodes, ..Limits::default() };
            choose(&mut Net::new(&Options::default()), &game, &limits).0
        };
        let [two, three] = [2, 3].map(|depth| to(Some(depth), None));
        assert_ne!(two.best, three.best);
        assert_eq!(to(None, Some(u64::midpoint(two.nodes, three.nodes))).best, three.best);
    }

    #[test]
    fn race_waits_for_the_table_only_where_no_clock_runs() {
        let limits = |movetime, nodes, rollout: bool| Limits {
            movetime,
            nodes,
            rollout: rollout.then(Rollout::default),
            ..Limits::default()
        };
        for (limits, expected) in [
            (limits(None, Some(50), false), BearoffSource::Database),
            (limits(None, None, true), BearoffSource::Database),
            (limits(Some(5), None, false), BearoffSource::Estimate),
            (limits(Some(5), Some(50), true), BearoffSource::Estimate),
            (Limits { infinite: true, ..Limits::default() }, BearoffSource::Estimate),
        ] {
            assert_eq!(
                first_bearoff_source(&limits, BearoffSource::Estimate),
                expected,
                "{limits:?}"
            );
            assert_eq!(
                first_bearoff_source(&limits, BearoffSource::Database),
                BearoffSource::Database
            );
        }
    }

    #[test]
    fn cube_decisions_look_as_far_ahead_as_the_limits_allow() {
        let game = position("---ACCD-BB----ca---dcca---:0:0:1:00:0:0:0:0:10", true);
        let mut player = Net::new(&Options::default());
        let with = |depth, nodes| Limits { depth, nodes, ..Limits::default() };
        for (limits, expected) in [
            (Limits::default(), 3),
            (with(Some(9), None), 5),
            (with(Some(4), None), 4),
            (with(Some(2), None), 2),
            (with(Some(1), None), 2),
            (with(None, Some(30)), 1),
            (with(None, Some(3_000)), 2),
        ] {
            let (_, Recorder(lines)) = choose(&mut player, &game, &limits);
            assert!(lines.iter().all(|line| line.depth == expected), "{limits:?} {lines:?}");
            assert!(!lines.is_empty());
        }
    }

    #[test]
    fn cube_decisions_report_their_nodes() {
        let game = position("---ACCD-BB----ca---dcca---:0:0:1:00:0:0:0:0:10", true);
        let mut player = Net::new(&Options::default());
        let limits = |nodes| Limits { nodes, ..Limits::default() };
        let whole = choose(&mut player, &game, &limits(Some(1_000_000))).0;
        assert!(whole.nodes > 21, "{}", whole.nodes);
        for nodes in [1, 2, 100] {
            assert!(choose(&mut player, &game, &limits(Some(nodes))).0.nodes <= nodes);
        }
    }

    #[test]
    fn rollouts_answer_with_the_best_and_report_in_order() {
        let rollout = Some(Rollout { games: 72, truncate: Some(3) });
        let limits = Limits { rollout, ..Limits::default() };
        let mut player = Net::new(&options(&[("MultiPV", "3"), ("Threads", "2")]));
        let game = position(MIDDLE, false);
        let (choice, recorder) = choose(&mut player, &game, &limits);
        let last = &recorder.0[recorder.0.len() - 3..];
        assert_eq!(choice.best, last[0].first);
        assert!(last.windows(2).all(|two| two[0].equity >= two[1].equity), "{last:?}");
        assert!(choice.reason.starts_with("best of 3 plays rolled out 72 times"));
        assert_eq!(
            (choice, recorder),
            choose(&mut Net::new(&options(&[("MultiPV", "3")])), &game, &limits)
        );
    }

    #[test]
    fn every_thread_keeps_to_the_clock_of_the_side_to_move() {
        let clock = Some(Clock { time: [1, 3_600_000], increment: [0; 2] });
        let rollout = Some(Rollout { games: 36, truncate: Some(1) });
        let limits = Limits { clock, rollout, ..Limits::default() };
        let mut player = Net::new(&options(&[("Threads", "2")]));
        let second = position("-a-B--E-B-a-dDB--b-bcb----:0:0:-1:41:0:0:0:0:10", false);
        let reason = choose(&mut player, &second, &limits).0.reason;
        assert!(reason.contains("rolled out 36 times"), "{reason}");
    }

    #[test]
    fn rollout_without_time_for_a_game_leaves_the_choice_to_the_search() {
        let rollout = Some(Rollout::default());
        let limits = Limits { rollout, nodes: Some(60), ..Limits::default() };
        let mut player = Net::new(&Options::default());
        let choice = choose(&mut player, &position(MIDDLE, false), &limits).0;
        assert!(choice.nodes <= 60 && choice.reason.contains("at depth"), "{}", choice.reason);
        let race = position("---ACCD-BB--bb-----dcca---:0:0:1:00:0:0:0:0:10", true);
        assert_eq!(choose(&mut player, &race, &limits).0.best, Move::Double);
    }

    #[test]
    fn rolled_out_races_are_doubled_and_dropped() {
        let rollout = Some(Rollout { games: 36, truncate: None });
        let limits = Limits { rollout, ..Limits::default() };
        let mut player = Net::new(&options(&[("MultiPV", "3")]));
        let mut race = position("---ACCD-BB--bb-----dcca---:0:0:1:00:0:0:0:0:10", true);
        let (choice, recorder) = choose(&mut player, &race, &limits);
        assert_eq!((choice.best, recorder.0.len()), (Move::Double, 3));
        race.play(Move::Double);
        assert_eq!(choose(&mut player, &race, &limits).0.best, Move::Drop);
    }

    #[test]
    fn nodes_are_kept_and_what_was_seen_before_changes_nothing() {
        let mut player = Net::new(&Options::default());
        let game = position(MIDDLE, false);
        for nodes in [0, 1, 5, 40, 3_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let first = choose(&mut player, &game, &limits);
            assert!(first.0.nodes <= nodes, "{nodes}");
            assert_eq!(first, choose(&mut player, &game, &limits));
        }
    }

    #[test]
    fn last_checkers_are_borne_off_and_the_win_is_reported() {
        let game = position("-A----A----------------b--:0:0:1:61:0:0:0:0:10", false);
        let mut player = Net::new(&Options::default());
        let (choice, Recorder(lines)) = choose(&mut player, &game, &Limits::default());
        let Move::Checkers(steps) = choice.best else { panic!("the dice are rolled") };
        assert_eq!(steps.to_string(), "6/off,1/off");
        assert!(lines.iter().any(|line| (line.equity - 1.0).abs() < 1e-6), "{lines:?}");
    }

    #[test]
    fn cube_is_turned_far_ahead_in_a_race_and_then_dropped() {
        let mut player = Net::new(&Options::default());
        let mut game = position("---ACCD-BB--bb-----dcca---:0:0:1:00:0:0:0:0:10", true);
        assert_eq!(choose(&mut player, &game, &Limits::default()).0.best, Move::Double);
        game.play(Move::Double);
        assert_eq!(choose(&mut player, &game, &Limits::default()).0.best, Move::Drop);
    }

    #[test]
    fn whole_games_are_played_at_any_level() {
        let mut random = SplitMix64::new(11);
        let mut player = Net::new(&options(&[("Level", "4")]));
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut game = position("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", true);
        while !matches!(game.turn(), Turn::Over(_)) {
            if matches!(game.turn(), Turn::Roll(_)) {
                let (a, b) = random.dice(game.is_opening());
                game.lay_dice(a, b).unwrap();
            } else {
                let choice = choose(&mut player, &game, &limits).0;
                game.play(choice.best);
            }
        }
    }
}
