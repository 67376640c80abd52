//! `net`: three neural networks, and a look at every roll.
//!
//! All results of the roll are judged by the networks of [`net`](crate::games::backgammon::eval);
//! the best of them are looked at one ply deeper, and the best of those another: every roll of
//! the opponent's, the reply that the networks like best, every roll after it. Plays are compared
//! for what the ends are worth at the score; where the cube is of use to somebody, by the model of
//! the cube at the leaves, and by the better of rolling and doubling on the way to them. Words of
//! the cube are chosen by its model, fed with the chances of one ply of lookahead, or of two.

mod cube_action;
mod cube_context;
mod evaluation_cache;
mod lookahead;
mod rollout;
mod root;
mod threads;
mod utility;

use cube_context::Aim;
use lookahead::Look;
use root::Root;

use crate::base::Side;
use crate::game::{Position, Record};
use crate::games::backgammon::board::rules::Backgammon;
use crate::games::backgammon::board::steps::Move;
use crate::games::backgammon::cube::Cubes;
use crate::games::backgammon::eval::Nets;
use crate::games::backgammon::eval::bearoff::{BearoffDatabase, BearoffSource};
use crate::host::PlayerEntry;
use crate::search::{
    Choice, CommonOptions, Limits, Options, Player, SearchControl, SearchTask, Watcher,
};

/// The player.
pub(super) const ENTRY: PlayerEntry<Backgammon> = PlayerEntry {
    name: "net",
    about: "neural networks, looking at every roll some plies deep",
    build: |options| Box::new(Net::new(options)),
};

/// How deep the plays to be rolled out are looked for.
const PICKING_DEPTH: u32 = 2;

/// A player with neural networks.
///
/// Uses the options `Hash`, `Threads`, `MultiPV`, `Level`, `Seed` (below full level, and for the
/// dice of rollouts) and `Clear Hash`. What it says depends on the position and the limits alone.
pub(super) struct Net {
    /// One for each thread.
    looks: Vec<Look>,
    temper: CommonOptions,
    hash: u64,
    presses: u64,
}

impl Net {
    /// A player that knows nothing yet.
    fn new(options: &Options) -> Self {
        // The first search may have no time for it.
        BearoffDatabase::build_in_background();
        Self {
            looks: looks(options),
            temper: CommonOptions::new(options),
            hash: hash(options),
            presses: options.presses("Clear Hash"),
        }
    }
}

/// The limits of the search that picks the plays to be rolled out.
fn picking(limits: &Limits) -> Limits {
    let depth = Some(limits.depth.unwrap_or(PICKING_DEPTH));
    Limits { depth, rollout: None, ..limits.clone() }
}

/// Where a search under these limits begins to look up races: one that may be asked again, and
/// then says the same, waits for the table; one with a clock, or until it is stopped, does not.
fn first_source(limits: &Limits, at_once: BearoffSource) -> BearoffSource {
    let has_clock = limits.movetime.is_some() || limits.clock.is_some();
    let is_counted = limits.depth.is_some() || limits.nodes.is_some() || limits.rollout.is_some();
    if is_counted && !has_clock { BearoffSource::Database } else { at_once }
}

fn hash(options: &Options) -> u64 {
    options.spin("Hash").unsigned_abs().max(1)
}

fn threads(options: &Options) -> usize {
    usize::try_from(options.spin("Threads")).unwrap_or(1).max(1)
}

/// One for each thread, the memory shared out evenly.
fn looks(options: &Options) -> Vec<Look> {
    let bytes = (hash(options) << 20) / threads(options) as u64;
    (0..threads(options)).map(|_| Look::new(usize::try_from(bytes).unwrap_or(0))).collect()
}

impl Player<Backgammon> for Net {
    fn choose(
        &mut self,
        game: &Record<Backgammon>,
        task: &SearchTask<'_, Backgammon>,
        watcher: &mut dyn Watcher<Move>,
    ) -> Choice<Move> {
        if let Some(slip) = self.temper.slip(task.moves) {
            return slip;
        }
        let source = first_source(task.limits, BearoffSource::without_waiting());
        let position = game.position();
        let nets = Nets::of_variant(position.variant());
        for look in &mut self.looks {
            look.judge_by(nets);
            look.look_up_in(source);
        }
        let nodes = self.temper.nodes();
        let is_counted = task.limits.nodes.is_some() || nodes < u64::MAX;
        let threads = if is_counted { 1 } else { self.looks.len() };
        let side = position.turn().side().unwrap_or(Side::First);
        // The networks are made for the first glance: that is not the time of the first iteration.
        self.looks[0].glance(position.board());
        let mut control = SearchControl::new(task, side).with_node_cap(nodes);
        let lines = self.temper.multi_pv();
        let looks = &mut self.looks[..threads];
        let rolls_out = task.limits.rollout.is_some();
        let seed = self.temper.seed();
        if position.rolled().is_none() {
            control.start_grace_period();
            if rolls_out {
                let how = (task, &mut control, seed);
                return rollout::choose_word(position, looks, how, lines, watcher);
            }
            let nodes = nodes.min(task.limits.nodes.unwrap_or(nodes));
            let means = (&mut looks[0], nodes, control);
            return cube_action::choose(position, task, means, lines, watcher);
        }
        let cubes = Cubes::of(position);
        let aim = Aim::of(position, position.on_roll().other(), cubes.as_ref());
        control.start_grace_period();
        if rolls_out {
            let limits = picking(task.limits);
            let pick = SearchTask { limits: &limits, ..*task };
            let mut root = Root::new(position, &pick, (control, aim), lines);
            let depth = root.search(looks, watcher);
            return rollout::choose_play(&mut root, looks, (task, seed, depth), watcher);
        }
        Root::new(position, task, (control, aim), lines).choose(looks, watcher)
    }

    fn configure(&mut self, options: &Options) {
        if threads(options) != self.looks.len() || hash(options) != self.hash {
            self.looks = looks(options);
            self.hash = hash(options);
        } else if options.presses("Clear Hash") != self.presses {
            self.looks.iter_mut().for_each(Look::forget);
        }
        self.presses = options.presses("Clear Hash");
        self.temper.configure(options);
    }

    fn new_game(&mut self) {
        self.looks.iter_mut().for_each(Look::forget);
        self.temper.new_game();
    }
}

#[cfg(test)]
mod tests {
    use super::{BearoffSource, Net, first_source};
    use crate::base::SplitMix64;
    use crate::game::{Dice, Position, Record, Turn};
    use crate::games::backgammon::{Backgammon, Move};
    use crate::search::player::options::COMMON;
    use crate::search::{
        Choice, Clock, Limits, Options, Player, Progress, Rating, Rollout, SearchTask, Stopwatch,
        Watcher,
    };
    use std::sync::atomic::AtomicBool;

    /// Everything that was told: depth, line, equity and first move.
    #[derive(Default, Debug, PartialEq)]
    struct Listener(Vec<(u32, u32, f32, Move)>);

    impl Watcher<Move> for Listener {
        fn progress(&mut self, report: &Progress<'_, Move>) {
            let Rating::Equity(equity) = report.rating else { return };
            assert!(equity.chances.is_some());
            self.0.push((report.depth, report.multipv, equity.equity, report.pv[0]));
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

    fn ask(player: &mut Net, game: &Backgammon, limits: &Limits) -> (Choice<Move>, Listener) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let stop = AtomicBool::new(false);
        let task = SearchTask { limits, moves: &moves, stop: &stop, stopwatch: Stopwatch::start() };
        let mut listener = Listener::default();
        let choice = player.choose(&Record::new(*game), &task, &mut listener);
        assert!(moves.contains(&choice.best));
        (choice, listener)
    }

    fn after(text: &str, cube: bool) -> Backgammon {
        Backgammon::of(&format!("XGID={text}"), cube)
    }

    const MIDDLE: &str = "-a-B--E-B-a-dDB--b-bcb----:0:0:1:41:0:0:0:0:10";

    #[test]
    fn any_number_of_threads_says_the_same() {
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let game = after(MIDDLE, false);
        let one = ask(&mut Net::new(&options(&[("MultiPV", "4")])), &game, &limits);
        let three = ask(
            &mut Net::new(&options(&[("MultiPV", "4"), ("Threads", "3"), ("Hash", "1")])),
            &game,
            &limits,
        );
        assert_eq!(one, three);
        assert_eq!(one.1.0.iter().filter(|line| line.0 == 2).count(), 4);
        assert!(one.1.0.windows(2).all(|two| two[0].0 != two[1].0 || two[0].2 >= two[1].2));
    }

    #[test]
    fn race_waits_for_the_table_only_where_no_clock_runs() {
        let limits = |line: [Option<u64>; 2], rollout: bool| Limits {
            movetime: line[0],
            nodes: line[1],
            rollout: rollout.then(Rollout::default),
            ..Limits::default()
        };
        for (limits, expected) in [
            (limits([None, Some(50)], false), BearoffSource::Database),
            (limits([None, None], true), BearoffSource::Database),
            (limits([Some(5), None], false), BearoffSource::Estimate),
            (limits([Some(5), Some(50)], true), BearoffSource::Estimate),
            (Limits { infinite: true, ..Limits::default() }, BearoffSource::Estimate),
        ] {
            assert_eq!(first_source(&limits, BearoffSource::Estimate), expected, "{limits:?}");
            assert_eq!(first_source(&limits, BearoffSource::Database), BearoffSource::Database);
        }
    }

    #[test]
    fn words_of_the_cube_are_looked_at_two_plies_deep_where_the_limits_allow() {
        let game = after("---ACCD-BB----ca---dcca---:0:0:1:00:0:0:0:0:10", true);
        let mut player = Net::new(&Options::default());
        let with = |depth, nodes| Limits { depth, nodes, ..Limits::default() };
        for (limits, expected) in [
            (Limits::default(), 3),
            (with(Some(9), None), 3),
            (with(Some(2), None), 2),
            (with(Some(1), None), 2),
            (with(None, Some(30)), 1),
            (with(None, Some(3_000)), 2),
        ] {
            let (_, told) = ask(&mut player, &game, &limits);
            assert!(told.0.iter().all(|line| line.0 == expected), "{limits:?} {told:?}");
            assert!(!told.0.is_empty());
        }
    }

    #[test]
    fn words_of_the_cube_tell_their_nodes() {
        let game = after("---ACCD-BB----ca---dcca---:0:0:1:00:0:0:0:0:10", true);
        let mut player = Net::new(&Options::default());
        let limits = |nodes| Limits { nodes, ..Limits::default() };
        let whole = ask(&mut player, &game, &limits(Some(1_000_000))).0;
        assert!(whole.nodes > 21, "{}", whole.nodes);
        for nodes in [1, 2, 100] {
            assert!(ask(&mut player, &game, &limits(Some(nodes))).0.nodes <= nodes);
        }
    }

    #[test]
    fn rollouts_answer_with_the_best_and_tell_how_sure_they_are() {
        let rollout = Some(Rollout { games: 72, truncate: Some(3) });
        let limits = Limits { rollout, ..Limits::default() };
        let mut player = Net::new(&options(&[("MultiPV", "3"), ("Threads", "2")]));
        let game = after(MIDDLE, false);
        let (choice, told) = ask(&mut player, &game, &limits);
        let last = &told.0[told.0.len() - 3..];
        assert_eq!(choice.best, last[0].3);
        assert!(last.windows(2).all(|two| two[0].2 >= two[1].2), "{last:?}");
        assert!(choice.reason.starts_with("best of 3 plays rolled out 72 times"));
        assert_eq!(
            (choice, told),
            ask(&mut Net::new(&options(&[("MultiPV", "3")])), &game, &limits)
        );
    }

    #[test]
    fn every_thread_keeps_to_the_clock_of_the_side_to_move() {
        let clock = Some(Clock { time: [1, 3_600_000], increment: [0; 2] });
        let rollout = Some(Rollout { games: 36, truncate: Some(1) });
        let limits = Limits { clock, rollout, ..Limits::default() };
        let mut player = Net::new(&options(&[("Threads", "2")]));
        let second = after("-a-B--E-B-a-dDB--b-bcb----:0:0:-1:41:0:0:0:0:10", false);
        let reason = ask(&mut player, &second, &limits).0.reason;
        assert!(reason.contains("rolled out 36 times"), "{reason}");
    }

    #[test]
    fn rollout_without_time_for_a_game_leaves_the_word_to_the_search() {
        let rollout = Some(Rollout::default());
        let limits = Limits { rollout, nodes: Some(60), ..Limits::default() };
        let mut player = Net::new(&Options::default());
        let choice = ask(&mut player, &after(MIDDLE, false), &limits).0;
        assert!(choice.nodes <= 60 && choice.reason.contains("at depth"), "{}", choice.reason);
        let race = after("---ACCD-BB--bb-----dcca---:0:0:1:00:0:0:0:0:10", true);
        assert_eq!(ask(&mut player, &race, &limits).0.best, Move::Double);
    }

    #[test]
    fn rolled_out_races_are_doubled_and_dropped() {
        let rollout = Some(Rollout { games: 36, truncate: None });
        let limits = Limits { rollout, ..Limits::default() };
        let mut player = Net::new(&options(&[("MultiPV", "3")]));
        let mut race = after("---ACCD-BB--bb-----dcca---:0:0:1:00:0:0:0:0:10", true);
        let (choice, told) = ask(&mut player, &race, &limits);
        assert_eq!((choice.best, told.0.len()), (Move::Double, 3));
        race.play(Move::Double);
        assert_eq!(ask(&mut player, &race, &limits).0.best, Move::Drop);
    }

    #[test]
    fn nodes_are_kept_and_what_was_seen_before_changes_nothing() {
        let mut player = Net::new(&Options::default());
        let game = after(MIDDLE, false);
        for nodes in [0, 1, 5, 40, 3_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let first = ask(&mut player, &game, &limits);
            assert!(first.0.nodes <= nodes, "{nodes}");
            assert_eq!(first, ask(&mut player, &game, &limits));
        }
    }

    #[test]
    fn last_checkers_are_borne_off_and_the_win_is_told() {
        let game = after("-A----A----------------b--:0:0:1:61:0:0:0:0:10", false);
        let (choice, told) = ask(&mut Net::new(&Options::default()), &game, &Limits::default());
        let Move::Checkers(steps) = choice.best else { panic!("dice lie on the table") };
        assert_eq!(steps.to_string(), "6/off,1/off");
        assert!(told.0.iter().any(|line| (line.2 - 1.0).abs() < 1e-6), "{told:?}");
    }

    #[test]
    fn cube_is_turned_far_ahead_in_a_race_and_then_dropped() {
        let mut player = Net::new(&Options::default());
        let mut game = after("---ACCD-BB--bb-----dcca---:0:0:1:00:0:0:0:0:10", true);
        assert_eq!(ask(&mut player, &game, &Limits::default()).0.best, Move::Double);
        game.play(Move::Double);
        assert_eq!(ask(&mut player, &game, &Limits::default()).0.best, Move::Drop);
    }

    #[test]
    fn whole_games_are_played_at_any_level() {
        let mut random = SplitMix64::new(11);
        let mut player = Net::new(&options(&[("Level", "4")]));
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let mut game = after("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", true);
        while !matches!(game.turn(), Turn::Over(_)) {
            if matches!(game.turn(), Turn::Roll(_)) {
                let (a, b) = random.dice(game.is_opening());
                game.lay_dice(a, b).unwrap();
            } else {
                let choice = ask(&mut player, &game, &limits).0;
                game.play(choice.best);
            }
        }
    }
}
