//! The settings that a manager makes with INFO: clocks, search limits, memory, and the rule.

use std::time::Duration;

use crate::base::whole_numbers::read_whole_number;
use crate::protocol::grammar::command::{Go, first_word};
use crate::protocol::grammar::refusal::{Code, Refusal};
use crate::search::player::options::MAX_THREADS;
use crate::search::{Clock, Limits};

/// `time_left` of a match without limit, in milliseconds.
const NO_MATCH_LIMIT: u64 = 2_147_483_647;
/// Upper limit of the bytes that the engine takes besides its transposition table: twice the
/// 6 MiB measured at most, after games on 20 × 20 cells under each rule, and the tables of the
/// evaluation's network, which are newer.
const BYTES_BESIDES_TABLE: u64 = 14 << 20;
/// Upper limit of the bytes that each further thread takes: 150 KiB were measured, of 15 threads;
/// the history of pairs of moves, which is newer, takes 128, and the table of the proof search at
/// least 1 MiB, whatever `Hash` is.
const BYTES_OF_FURTHER_THREAD: u64 = (640 << 10) + (1 << 20);
/// MiB of the transposition table where neither its size nor a limit of all memory is given.
const USUAL_HASH: u64 = 16;
/// Milliseconds of a turn or a clock that are kept in reserve: on a machine with three busy threads
/// for each core, answers came up to 29 ms late.
const RESERVE: u64 = 30;
/// At most one part in this many of a turn or a clock is kept in reserve. Chosen by hand.
const RESERVE_DIVISOR: u64 = 10;
/// `INFO rule`: exactly five in line win.
const EXACTLY_FIVE: u64 = 1;
/// `INFO rule`: a game goes on after its first win.
const CONTINUOUS: u64 = 2;
/// `INFO rule`: renju.
const RENJU: u64 = 4;
/// `INFO rule`: caro.
const CARO: u64 = 8;
/// Most MiB of the transposition table that a memory limit asks for. Set by hand.
pub(super) const MOST_HASH: u64 = 4 << 10;
/// Options of the engine that are set by their own names.
const OPTIONS_BY_OWN_NAME: [&str; 5] = ["Player", "Level", "Seed", "OwnBook", "MoveOverhead"];

/// The limits in milliseconds, plies and nodes; `None` is without limit.
#[derive(Debug, Default)]
pub(super) struct ManagerSettings {
    /// Milliseconds for a move, `timeout_turn`; 0 asks for a move at once.
    turn_limit: Option<u64>,
    /// Milliseconds for all moves of the engine in a game, `timeout_match`, at least 1.
    match_limit: Option<u64>,
    /// Milliseconds that are left of them, `time_left` and less the searches since.
    time_left: Option<u64>,
    /// Whether the manager has sent `time_left` after the last search.
    is_time_left_new: bool,
    /// Milliseconds that the engine's clock gains with each move, `time_increment`; 0 for none.
    increment: u64,
    /// The deepest iteration in plies, `max_depth`, at least 1.
    depth: Option<u32>,
    /// The most nodes of a move, `max_node`, at least 1.
    nodes: Option<u64>,
    /// Threads besides the first.
    helpers: u64,
    /// Bytes for the whole engine.
    memory: Option<u64>,
    /// MiB for the transposition table alone.
    hash: Option<u64>,
    /// Why the rule that was asked for cannot be played.
    bad_rule: Option<Refusal>,
    /// The warning about too little memory that is still to be written.
    warning: Option<String>,
}

/// The change that an INFO line makes in the session.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SettingChange {
    /// Nothing: the setting is kept here, or ignored.
    Kept,
    /// These options get these values.
    Options(Vec<(&'static str, String)>),
    /// The rule of the game, as `newgame` names it.
    Rule(&'static str),
}

impl ManagerSettings {
    /// Applies `INFO key value`; unknown keys are ignored.
    pub(super) fn set(&mut self, text: &str) -> SettingChange {
        let (key, value) = first_word(text);
        let value = value.trim();
        if let Some(name) = OPTIONS_BY_OWN_NAME.iter().find(|name| name.eq_ignore_ascii_case(key)) {
            return SettingChange::Options(vec![(name, value.to_owned())]);
        }
        let Some(number) = read_whole_number(value) else { return SettingChange::Kept };
        if key.eq_ignore_ascii_case("rule") {
            return self.set_rule(number);
        }
        // A clock that has run out may be negative.
        let number = u64::try_from(number.max(0)).unwrap_or(u64::MAX);
        let some = (number > 0).then_some(number);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn_limit = Some(number),
            // Sent again in mid-game, it does not set the clock anew.
            "timeout_match" if some != self.match_limit => {
                self.match_limit = some;
                self.begin_game();
            }
            "time_left" => {
                self.time_left = Some(number).filter(|ms| *ms < NO_MATCH_LIMIT);
                self.is_time_left_new = true;
            }
            "time_increment" => self.increment = number,
            "max_depth" => self.depth = some.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)),
            "max_node" => self.nodes = some.filter(|nodes| *nodes < u64::MAX),
            "thread_num" => return self.set_threads(number),
            "max_memory" => return self.set_memory(some),
            "hash_size" => {
                self.hash = Some((number >> 10).clamp(1, MOST_HASH));
                return SettingChange::Options(vec![self.hash_option()]);
            }
            _ => {}
        }
        SettingChange::Kept
    }

    /// `INFO rule`: the sum of [`EXACTLY_FIVE`], [`CONTINUOUS`], [`RENJU`] and [`CARO`];
    /// [`CONTINUOUS`] alone is renju.
    ///
    /// A continuous game is played like any other, up to its first five.
    fn set_rule(&mut self, number: i128) -> SettingChange {
        /// The sum of both flags.
        const CONTINUOUS_EXACTLY_FIVE: u64 = CONTINUOUS | EXACTLY_FIVE;
        let flags = u64::try_from(number).ok();
        self.bad_rule = None;
        SettingChange::Rule(match flags {
            Some(0) => "freestyle",
            Some(EXACTLY_FIVE | CONTINUOUS_EXACTLY_FIVE) => "standard",
            Some(CONTINUOUS | RENJU..CARO) => "renju",
            _ => {
                let is_caro = flags.is_some_and(|flags| flags & CARO != 0);
                let what = if is_caro { "caro" } else { "number" };
                let text = format!("the rule {what} ({number}) is not known");
                self.bad_rule = Some(Refusal::new(Code::BadValue, text));
                return SettingChange::Kept;
            }
        })
    }

    /// `INFO thread_num`: where memory is limited, each thread leaves less for the table.
    fn set_threads(&mut self, number: u64) -> SettingChange {
        let number = number.clamp(1, u64::from(MAX_THREADS));
        self.helpers = number - 1;
        let threads = ("Threads", number.to_string());
        SettingChange::Options(
            [threads].into_iter().chain(self.memory.map(|_| self.hash_option())).collect(),
        )
    }

    /// `INFO max_memory`: the table gets what the rest of the engine leaves.
    fn set_memory(&mut self, bytes: Option<u64>) -> SettingChange {
        self.memory = bytes;
        let needed = self.bytes_besides_table() + (1 << 20);
        let too_few =
            |bytes| format!("max_memory {bytes} is too little; the engine may use {needed} bytes");
        self.warning = bytes.filter(|bytes| *bytes < needed).map(too_few);
        SettingChange::Options(vec![self.hash_option()])
    }

    /// Bytes that all but the transposition table may take.
    const fn bytes_besides_table(&self) -> u64 {
        BYTES_BESIDES_TABLE + self.helpers * BYTES_OF_FURTHER_THREAD
    }

    /// The option for the size of the transposition table.
    fn hash_option(&self) -> (&'static str, String) {
        let left = self.memory.map(|bytes| bytes.saturating_sub(self.bytes_besides_table()) >> 20);
        let wanted = self.hash.or(left).unwrap_or(USUAL_HASH);
        let mebibytes = wanted.min(left.unwrap_or(wanted)).clamp(1, MOST_HASH);
        ("Hash", mebibytes.to_string())
    }

    /// Fails while the rule that was asked for cannot be played.
    ///
    /// The refusal is written when a move is asked for: managers read no answer after INFO.
    pub(super) fn check_rule(&self) -> Result<(), Refusal> {
        self.bad_rule.clone().map_or(Ok(()), Err)
    }

    /// The warning for people, once.
    pub(super) const fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// Resets the clock for a new game, unless the manager has already sent its time.
    ///
    /// Managers may send `time_left` before START.
    pub(super) const fn begin_game(&mut self) {
        if !self.is_time_left_new {
            self.time_left = self.match_limit;
        }
    }

    /// Subtracts the time of a search from the clock.
    pub(super) fn use_time(&mut self, time: Duration) {
        let spent = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.time_left = self.time_left.map(|left| left.saturating_sub(spent));
        self.is_time_left_new = false;
    }

    /// Adds the increment to the clock, after a move of the engine.
    pub(super) fn end_move(&mut self) {
        self.time_left = self.time_left.map(|left| left.saturating_add(self.increment));
    }

    /// The limits of the search for one move.
    pub(super) fn go(&self) -> Go {
        let movetime = self.turn_limit.map(|ms| usable(ms).max(1));
        Go {
            limits: Limits { movetime, clock: self.clock(), ..self.limits_besides_time() },
            ..Go::default()
        }
    }

    /// The limits of one of `count` searches that share the time of one turn.
    pub(super) fn go_for_one_of(&self, count: u64) -> Go {
        /// Milliseconds of such a turn where no limit is given. Set by hand.
        const UNHURRIED: u64 = 3_000;
        /// Such a turn has the time left on the clock divided by this. Set by hand.
        const CLOCK_DIVISOR: u64 = 20;
        let by_clock = self.time_left.map(|left| left / CLOCK_DIVISOR);
        let by_turn = self.turn_limit.map(usable);
        let counts = self.limits_besides_time();
        let unhurried = (!counts.limits_nodes_or_depth()).then_some(UNHURRIED);
        let whole = by_turn.into_iter().chain(by_clock).min().or(unhurried);
        let movetime = whole.map(|whole| (whole / (count + 1)).max(1));
        Go { limits: Limits { movetime, ..counts }, ..Go::default() }
    }

    /// The limits that are not of time.
    fn limits_besides_time(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() }
    }

    fn clock(&self) -> Option<Clock> {
        let increment = [self.increment; 2];
        self.time_left.map(|left| Clock { time: [usable(left); 2], increment })
    }
}

/// The milliseconds that a search may use, of those that are left.
fn usable(ms: u64) -> u64 {
    ms - RESERVE.min(ms / RESERVE_DIVISOR)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clock, Go, Limits, ManagerSettings, SettingChange};

    fn with(lines: &[&str]) -> ManagerSettings {
        let mut settings = ManagerSettings::default();
        for line in lines {
            assert_eq!(settings.set(line), SettingChange::Kept, "{line}");
        }
        settings
    }

    #[test]
    fn no_turn_time_means_at_once_and_no_match_time_means_no_limit() {
        let go = with(&["timeout_turn 0", "timeout_match 0", "TIME_LEFT 2147483647"]).go();
        assert_eq!(
            go,
            Go { limits: Limits { movetime: Some(1), ..Limits::default() }, ..Go::default() }
        );
    }

    #[test]
    fn clock_of_the_match_runs_until_the_manager_corrects_it() {
        let mut settings = with(&["timeout_turn 5000", "timeout_match 60000"]);
        settings.begin_game();
        settings.use_time(Duration::from_millis(1_500));
        let clock = |left| Some(Clock { time: [left; 2], increment: [0; 2] });
        assert_eq!(settings.go().limits.clock, clock(58_470));
        settings.set("time_left 58123");
        assert_eq!(settings.go().limits.clock, clock(58_093));
        settings.set("time_left -20");
        assert_eq!(settings.go().limits.clock, clock(0));
        settings.use_time(Duration::from_millis(3));
        settings.begin_game();
        settings.use_time(Duration::from_millis(1_500));
        settings.set("timeout_match 60000");
        assert_eq!(settings.go().limits.clock, clock(58_470));
        settings.set("timeout_match 50000");
        assert_eq!(settings.go().limits.clock, clock(49_970));
    }

    #[test]
    fn time_that_was_sent_before_a_game_is_kept() {
        let mut settings = with(&["time_left 400", "timeout_match 60000"]);
        settings.begin_game();
        let left = |settings: &ManagerSettings| settings.go().limits.clock.map(|it| it.time[0]);
        assert_eq!(left(&settings), Some(370));
        settings.use_time(Duration::from_millis(100));
        assert_eq!(left(&settings), Some(270));
        settings.begin_game();
        assert_eq!(left(&settings), Some(59_970));
    }

    #[test]
    fn clock_gains_the_increment_with_each_move() {
        let mut settings = with(&["timeout_match 60000", "time_increment 500"]);
        for _ in 0..2 {
            settings.use_time(Duration::from_secs(1));
            settings.end_move();
        }
        assert_eq!(settings.go().limits.clock.map(|clock| clock.time[0]), Some(58_970));
    }

    #[test]
    fn limits_of_the_search_are_those_of_go() {
        let go = with(&["max_depth 7", "max_node 25000"]).go();
        assert_eq!(
            go,
            Go {
                limits: Limits { depth: Some(7), nodes: Some(25_000), ..Limits::default() },
                ..Go::default()
            }
        );
        let go = with(&["max_depth 0", "max_node -1", "MAX_NODE 18446744073709551615"]).go();
        assert_eq!(go, Go::default());
    }

    #[test]
    fn something_is_kept_of_every_turn() {
        for (granted, used) in [(0, 1), (1, 1), (50, 45), (300, 270), (5_000, 4_970)] {
            let settings = with(&[&format!("timeout_turn {granted}")]);
            assert_eq!(settings.go().limits.movetime, Some(used), "{granted} ms");
        }
    }

    #[test]
    fn parts_of_a_turn_fit_into_it() {
        let settings = with(&["timeout_turn 1000", "time_left 12000"]);
        assert_eq!(settings.go_for_one_of(5).limits.movetime, Some(100));
        assert_eq!(with(&["timeout_turn 0"]).go_for_one_of(16).limits.movetime, Some(1));
        assert_eq!(ManagerSettings::default().go_for_one_of(2).limits.movetime, Some(1_000));
        assert_eq!(with(&["max_node 900"]).go_for_one_of(2), with(&["max_node 900"]).go());
    }

    #[test]
    fn memory_is_for_the_table_but_for_what_the_rest_takes() {
        let mut settings = ManagerSettings::default();
        let options = |options: &[(&'static str, &str)]| {
            SettingChange::Options(
                options.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(),
            )
        };
        for (line, mebibytes) in [
            ("max_memory 367001600", "336"),
            ("max_memory 67108864", "50"),
            ("max_memory 10000000", "1"),
            ("max_memory 99999999999999999999999", "4096"),
            ("hash_size 65536", "64"),
            ("max_memory 83886080", "64"),
            ("max_memory 41943040", "26"),
            ("max_memory 0", "64"),
        ] {
            assert_eq!(settings.set(line), options(&[("Hash", mebibytes)]), "{line}");
        }
        assert_eq!(ManagerSettings::default().set("max_memory 0"), options(&[("Hash", "16")]));
        assert_eq!(settings.set("thread_num 0"), options(&[("Threads", "1")]));
        settings.set("max_memory 67108864");
        assert_eq!(settings.set("thread_num 9"), options(&[("Threads", "9"), ("Hash", "37")]));
        assert_eq!(settings.set("level 3"), options(&[("Level", "3")]));
    }

    #[test]
    fn people_are_warned_once_of_too_little_memory() {
        let mut settings = ManagerSettings::default();
        settings.set("max_memory 1000");
        assert!(settings.take_warning().is_some_and(|text| text.starts_with("max_memory 1000 is")));
        assert_eq!((settings.take_warning(), settings.check_rule()), (None, Ok(())));
        settings.set("max_memory 83886080");
        assert_eq!(settings.take_warning(), None);
    }

    #[test]
    fn rules_are_numbers_and_an_unknown_one_is_refused_when_a_move_is_wanted() {
        let mut settings = ManagerSettings::default();
        for (number, rule) in
            [(0, "freestyle"), (1, "standard"), (2, "renju"), (3, "standard"), (4, "renju")]
        {
            assert_eq!(settings.set(&format!("rule {number}")), SettingChange::Rule(rule));
        }
        assert_eq!(settings.set("rule 8"), SettingChange::Kept);
        assert!(settings.check_rule().unwrap_err().text.contains("caro"));
        assert_eq!(settings.set("rule 0"), SettingChange::Rule("freestyle"));
        assert_eq!(settings.check_rule(), Ok(()));
    }

    #[test]
    fn what_is_not_known_or_no_number_is_passed_over() {
        let settings = with(&[
            "evaluate 3,4",
            "folder /tmp",
            "game_type 1",
            "caution_factor 3",
            "usedatabase 1",
            "timeout_turn soon",
            "rule",
            "",
        ]);
        assert_eq!(settings.go(), Go::default());
    }
}
