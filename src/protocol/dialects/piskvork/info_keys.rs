//! What INFO says: clocks, limits of the search, memory, and the rule.

use std::time::Duration;

use crate::base::number::read_whole;
use crate::protocol::grammar::command::Go;
use crate::protocol::grammar::reply::{Code, Refusal};
use crate::search::Clock;

/// `time_left` of a match without limit, in milliseconds.
const ENDLESS: u64 = 2_147_483_647;
/// Bytes that the engine takes beside its transposition table, or less: twice the 6 MiB that it
/// was seen to take at its largest after games on 20 × 20 cells under any rule.
const REST: u64 = 12 << 20;
/// Bytes that another thread takes, or less: 150 KiB were seen, of 15 threads.
const REST_OF_THREAD: u64 = 256 << 10;
/// MiB of a transposition table that is told neither its size nor what all may take.
const USUAL_HASH: u64 = 16;
/// Most milliseconds of a turn or a clock that are left alone, and never more than a tenth: on a
/// machine with three times as much to do as it has cores, answers came up to 29 ms late.
const RESERVE: u64 = 30;
/// Most MiB of the transposition table that a memory limit asks for.
const MOST_HASH: u64 = 4 << 10;
/// Most threads that the engine may be told to use.
const MOST_THREADS: u64 = 1_024;
/// Options of the engine that are set by their own names.
const OWN: [&str; 5] = ["Player", "Level", "Seed", "OwnBook", "MoveOverhead"];

/// What the manager grants, in milliseconds, plies and nodes; `None` is without limit.
#[derive(Debug, Default)]
pub(super) struct Terms {
    turn: Option<u64>,
    game: Option<u64>,
    left: Option<u64>,
    increment: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Threads besides the first.
    helpers: u64,
    /// Bytes for the whole engine.
    memory: Option<u64>,
    /// MiB for the transposition table alone.
    hash: Option<u64>,
    /// What is wrong with the rule that the manager wants.
    bad_rule: Option<Refusal>,
    /// What is to be said of the memory that it grants.
    warning: Option<String>,
}

/// What an INFO line asks of the session.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum News {
    /// Nothing: it is kept here, or passed over.
    Kept,
    /// Options are to have these values.
    Options(Vec<(&'static str, String)>),
    /// The game is played by this rule, as `newgame` names it.
    Rule(&'static str),
}

impl Terms {
    /// Takes `INFO key value` in; keys that are not known are passed over.
    pub(super) fn hear(&mut self, text: &str) -> News {
        let (key, value) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let value = value.trim();
        if let Some(name) = OWN.iter().find(|name| name.eq_ignore_ascii_case(key)) {
            return News::Options(vec![(name, value.to_owned())]);
        }
        let Some(number) = read_whole(value) else { return News::Kept };
        // What is less than nothing is nothing: a clock may have run out.
        let number = u64::try_from(number.max(0)).unwrap_or(u64::MAX);
        let some = (number > 0).then_some(number);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = Some(number),
            "timeout_match" => (self.game, self.left) = (some, some),
            "time_left" => self.left = Some(number).filter(|ms| *ms < ENDLESS),
            "time_increment" => self.increment = number,
            "max_depth" => self.depth = some.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)),
            "max_node" => self.nodes = some.filter(|nodes| *nodes < u64::MAX),
            "thread_num" => return self.hear_threads(number),
            "max_memory" => return self.hear_memory(some),
            "hash_size" => {
                self.hash = Some((number >> 10).clamp(1, MOST_HASH));
                return News::Options(vec![self.table()]);
            }
            "rule" => return self.hear_rule(number),
            _ => {}
        }
        News::Kept
    }

    /// `INFO rule`: the sum of 1 exactly five, 2 continuous, 4 renju, 8 caro; 2 alone is renju.
    ///
    /// A continuous game is played like any other, up to its first five.
    fn hear_rule(&mut self, number: u64) -> News {
        self.bad_rule = None;
        News::Rule(match number {
            0 => "freestyle",
            1 | 3 => "standard",
            2 | 4..=7 => "renju",
            _ => {
                let what = if number & 8 != 0 { "caro" } else { "number" };
                let text = format!("the rule {what} ({number}) is not known");
                self.bad_rule = Some(Refusal::new(Code::BadValue, text));
                return News::Kept;
            }
        })
    }

    /// `INFO thread_num`: where memory is limited, each thread leaves less for the table.
    fn hear_threads(&mut self, number: u64) -> News {
        let number = number.clamp(1, MOST_THREADS);
        self.helpers = number - 1;
        let threads = ("Threads", number.to_string());
        News::Options([threads].into_iter().chain(self.memory.map(|_| self.table())).collect())
    }

    /// `INFO max_memory`: the table gets what the rest of the engine leaves.
    fn hear_memory(&mut self, bytes: Option<u64>) -> News {
        self.memory = bytes;
        let needed = self.rest() + (1 << 20);
        let too_few = |bytes| format!("{bytes} bytes are few: the engine may take {needed}");
        self.warning = bytes.filter(|bytes| *bytes < needed).map(too_few);
        News::Options(vec![self.table()])
    }

    /// Bytes that all but the transposition table may take.
    const fn rest(&self) -> u64 {
        REST + self.helpers * REST_OF_THREAD
    }

    /// The option for the size of the transposition table.
    fn table(&self) -> (&'static str, String) {
        let left = self.memory.map(|bytes| bytes.saturating_sub(self.rest()) >> 20);
        let wanted = self.hash.or(left).unwrap_or(USUAL_HASH);
        let mebibytes = wanted.min(left.unwrap_or(wanted)).clamp(1, MOST_HASH);
        ("Hash", mebibytes.to_string())
    }

    /// Fails as long as the manager wants something that cannot be.
    ///
    /// It is said when a move is asked for: nobody listens behind INFO.
    pub(super) fn agreed(&self) -> Result<(), Refusal> {
        self.bad_rule.clone().map_or(Ok(()), Err)
    }

    /// What people should know of the terms, once.
    pub(super) const fn warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// A game begins: its clock is full.
    pub(super) const fn begin_game(&mut self) {
        self.left = self.game;
    }

    /// A search has taken this long.
    pub(super) fn spend(&mut self, time: Duration) {
        let spent = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.left = self.left.map(|left| left.saturating_sub(spent));
    }

    /// The search for one move.
    pub(super) fn go(&self) -> Go {
        Go {
            movetime: self.turn.map(|ms| usable(ms).max(1)),
            clock: self.clock(),
            depth: self.depth,
            nodes: self.nodes,
            ..Go::default()
        }
    }

    /// One of `count` searches that all belong to one turn.
    pub(super) fn part(&self, count: u64) -> Go {
        /// Milliseconds for such a turn where nothing is limited.
        const UNHURRIED: u64 = 3_000;
        let by_clock = self.left.map(|left| left / 20);
        let by_turn = self.turn.map(usable);
        let is_counted = self.depth.is_some() || self.nodes.is_some();
        let unhurried = (!is_counted).then_some(UNHURRIED);
        let whole = by_turn.into_iter().chain(by_clock).min().or(unhurried);
        let movetime = whole.map(|whole| (whole / (count + 1)).max(1));
        Go { movetime, depth: self.depth, nodes: self.nodes, ..Go::default() }
    }

    fn clock(&self) -> Option<Clock> {
        let increment = [self.increment; 2];
        self.left.map(|left| Clock { time: [usable(left); 2], increment })
    }
}

/// Milliseconds of so many that may be thought away.
fn usable(ms: u64) -> u64 {
    ms - RESERVE.min(ms / 10)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clock, Go, News, Terms};

    fn told(lines: &[&str]) -> Terms {
        let mut terms = Terms::default();
        for line in lines {
            assert_eq!(terms.hear(line), News::Kept, "{line}");
        }
        terms
    }

    #[test]
    fn no_turn_time_means_at_once_and_no_match_time_means_no_limit() {
        let go = told(&["timeout_turn 0", "timeout_match 0", "TIME_LEFT 2147483647"]).go();
        assert_eq!(go, Go { movetime: Some(1), ..Go::default() });
    }

    #[test]
    fn clock_of_the_match_runs_until_the_manager_corrects_it() {
        let mut terms = told(&["timeout_turn 5000", "timeout_match 60000"]);
        terms.begin_game();
        terms.spend(Duration::from_millis(1_500));
        let clock = |left| Some(Clock { time: [left; 2], increment: [0; 2] });
        assert_eq!(terms.go().clock, clock(58_470));
        terms.hear("time_left 58123");
        assert_eq!(terms.go().clock, clock(58_093));
        terms.hear("time_left -20");
        assert_eq!(terms.go().clock, clock(0));
        terms.begin_game();
        assert_eq!(terms.go().clock, clock(59_970));
    }

    #[test]
    fn limits_of_the_search_are_those_of_go() {
        let go = told(&["max_depth 7", "max_node 25000"]).go();
        assert_eq!(go, Go { depth: Some(7), nodes: Some(25_000), ..Go::default() });
        let go = told(&["max_depth 0", "max_node -1", "MAX_NODE 18446744073709551615"]).go();
        assert_eq!(go, Go::default());
    }

    #[test]
    fn something_is_kept_of_every_turn() {
        for (granted, used) in [(0, 1), (1, 1), (50, 45), (300, 270), (5_000, 4_970)] {
            let terms = told(&[&format!("timeout_turn {granted}")]);
            assert_eq!(terms.go().movetime, Some(used), "{granted} ms");
        }
    }

    #[test]
    fn parts_of_a_turn_fit_into_it() {
        let terms = told(&["timeout_turn 1000", "time_left 12000"]);
        assert_eq!(terms.part(5).movetime, Some(100));
        assert_eq!(told(&["timeout_turn 0"]).part(16).movetime, Some(1));
        assert_eq!(Terms::default().part(2).movetime, Some(1_000));
        assert_eq!(told(&["max_node 900"]).part(2), told(&["max_node 900"]).go());
    }

    #[test]
    fn memory_is_for_the_table_but_for_what_the_rest_takes() {
        let mut terms = Terms::default();
        let options = |options: &[(&'static str, &str)]| {
            News::Options(
                options.iter().map(|(name, value)| (*name, (*value).to_owned())).collect(),
            )
        };
        for (line, mebibytes) in [
            ("max_memory 367001600", "338"),
            ("max_memory 67108864", "52"),
            ("max_memory 10000000", "1"),
            ("max_memory 99999999999999999999999", "4096"),
            ("hash_size 65536", "64"),
            ("max_memory 83886080", "64"),
            ("max_memory 41943040", "28"),
            ("max_memory 0", "64"),
        ] {
            assert_eq!(terms.hear(line), options(&[("Hash", mebibytes)]), "{line}");
        }
        assert_eq!(Terms::default().hear("max_memory 0"), options(&[("Hash", "16")]));
        assert_eq!(terms.hear("thread_num 0"), options(&[("Threads", "1")]));
        terms.hear("max_memory 67108864");
        assert_eq!(terms.hear("thread_num 9"), options(&[("Threads", "9"), ("Hash", "50")]));
        assert_eq!(terms.hear("level 3"), options(&[("Level", "3")]));
    }

    #[test]
    fn people_are_warned_once_of_too_little_memory() {
        let mut terms = Terms::default();
        terms.hear("max_memory 1000");
        assert!(terms.warning().is_some_and(|text| text.starts_with("1000 bytes")));
        assert_eq!((terms.warning(), terms.agreed()), (None, Ok(())));
        terms.hear("max_memory 83886080");
        assert_eq!(terms.warning(), None);
    }

    #[test]
    fn rules_are_numbers_and_an_unknown_one_is_refused_when_a_move_is_wanted() {
        let mut terms = Terms::default();
        for (number, rule) in
            [(0, "freestyle"), (1, "standard"), (2, "renju"), (3, "standard"), (4, "renju")]
        {
            assert_eq!(terms.hear(&format!("rule {number}")), News::Rule(rule));
        }
        assert_eq!(terms.hear("rule 8"), News::Kept);
        assert!(terms.agreed().unwrap_err().text.contains("caro"));
        assert_eq!(terms.hear("rule 0"), News::Rule("freestyle"));
        assert_eq!(terms.agreed(), Ok(()));
    }

    #[test]
    fn what_is_not_known_or_no_number_is_passed_over() {
        let terms = told(&[
            "evaluate 3,4",
            "folder /tmp",
            "game_type 1",
            "caution_factor 3",
            "usedatabase 1",
            "timeout_turn soon",
            "rule",
            "",
        ]);
        assert_eq!(terms.go(), Go::default());
    }
}
