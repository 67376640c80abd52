//! A question to a player: what to play within some limits.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::host::{ExplainedMove, GameHost, HostError, SearchAnswer, SearchReport, SearchRequest};
use crate::protocol::grammar::command::{Go, Tokens};
use crate::protocol::grammar::refusal::Refusal as Error;
use crate::protocol::session::search_thread::SearchThread;
use crate::search::player::options::{MAX_MULTIPV, MULTI_PV};
use crate::search::{Clock, Options, Rating, Rollout};

/// The answer of a player.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The move to play.
    pub best: String,
    /// The reports of the search, first to last.
    pub infos: Vec<SearchReport>,
    /// Positions searched.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// Why this move, in words for people.
    pub reason: String,
}

impl Answer {
    /// The value of the position, for the side to move.
    ///
    /// `None` from a player that judges nothing.
    pub fn value(&self) -> Option<Rating> {
        self.line(1).map(|info| info.rating)
    }

    /// The last report on the best move (1), the next best (2), and so on.
    ///
    /// There are as many as [`Search::lines`] asked for, as far as the player judges moves.
    pub fn line(&self, rank: u32) -> Option<&SearchReport> {
        self.infos.iter().rfind(|info| info.multipv == rank)
    }
}

/// A question to a player.
///
/// It is made by [`Game::search`](crate::Game::search) and asked by [`run`](Self::run).
///
/// Of several limits the first that is reached ends the search. Without any, the option `MoveTime`
/// limits it: one second.
#[must_use = "a search begins with `run`"]
pub struct Search<'game> {
    game: &'game dyn GameHost,
    thread: &'game mut SearchThread,
    options: Options,
    go: Go,
    stop: Arc<AtomicBool>,
    on_info: Box<dyn FnMut(&SearchReport) + 'game>,
}

/// Whole milliseconds, at least 1.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

impl<'game> Search<'game> {
    /// A question about this game, to this player or to the default one.
    pub(super) fn new(
        game: &'game dyn GameHost,
        thread: &'game mut SearchThread,
        options: Options,
        player: Option<String>,
    ) -> Self {
        let go = Go { player, ..Go::default() };
        let stop = Arc::default();
        Self { game, thread, options, go, stop, on_info: Box::new(|_| ()) }
    }

    /// Asks the player of this name; [`Game::players`](crate::Game::players) has them all.
    pub fn player(mut self, name: &str) -> Self {
        self.go.player = Some(name.to_owned());
        self
    }

    /// The answer comes within this time.
    pub fn movetime(mut self, time: Duration) -> Self {
        self.go.limits.movetime = Some(milliseconds(time));
        self
    }

    /// The answer takes a share of the time that the side to move has left.
    ///
    /// `time` is that of the two sides, and `increment` what each gets after a move;
    /// [`Side::First`](crate::Side::First) comes first.
    pub fn clock(mut self, time: [Duration; 2], increment: [Duration; 2]) -> Self {
        let increment = increment.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        self.go.limits.clock = Some(Clock { time: time.map(milliseconds), increment });
        self
    }

    /// The search looks this many plies ahead, at least 1.
    pub fn depth(mut self, plies: u32) -> Self {
        self.go.limits.depth = Some(plies.max(1));
        self
    }

    /// The search visits this many positions at most, at least 1.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.go.limits.nodes = Some(nodes.max(1));
        self
    }

    /// Only these moves are considered, separated by blanks.
    pub fn moves(mut self, moves: &str) -> Self {
        self.go.moves = Tokens::new(moves);
        self
    }

    /// Reports this many of the best moves, 1 to 500, instead of what the option `MultiPV` says.
    pub fn lines(mut self, lines: u32) -> Self {
        let set = self.options.set(&MULTI_PV, Some(&lines.clamp(1, MAX_MULTIPV).to_string()));
        debug_assert!(set.is_ok(), "the number is in range");
        self
    }

    /// Plays this many games out, for players that can.
    ///
    /// Each game is evaluated after `truncate` rolls, or goes to its end.
    pub fn rollout(mut self, games: u64, truncate: Option<u32>) -> Self {
        let truncate = truncate.map(|rolls| rolls.max(1));
        self.go.limits.rollout = Some(Rollout { games: games.max(1), truncate });
        self
    }

    /// Calls this with every report as it comes, on the thread of [`run`](Self::run).
    pub fn on_info(mut self, on_info: impl FnMut(&SearchReport) + 'game) -> Self {
        self.on_info = Box::new(on_info);
        self
    }

    /// Ends the search also when another thread sets this flag.
    ///
    /// The answer is then the best so far.
    ///
    /// A flag that is set already ends it at once. The search changes it only if the function of
    /// [`on_info`](Self::on_info) panics: then it sets it.
    pub fn stop_flag(mut self, stop: &Arc<AtomicBool>) -> Self {
        self.stop = Arc::clone(stop);
        self
    }

    /// Searches without a limit until another thread sets this flag.
    ///
    /// The search also ends when nothing is left to be found.
    ///
    /// # Examples
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::sync::Arc;
    /// use std::thread;
    /// use std::time::Duration;
    ///
    /// let mut game = parlour::Game::new("connect5")?;
    /// game.play("h8 i9 h9")?;
    /// let stop = Arc::new(AtomicBool::new(false));
    /// let raise = Arc::clone(&stop);
    /// thread::spawn(move || {
    ///     thread::sleep(Duration::from_millis(20));
    ///     raise.store(true, Ordering::Relaxed);
    /// });
    /// let answer = game.search().until_stopped(&stop).run()?;
    /// assert!(!answer.best.is_empty());
    /// # Ok::<(), parlour::Error>(())
    /// ```
    pub fn until_stopped(mut self, stop: &Arc<AtomicBool>) -> Self {
        self.go.limits.infinite = true;
        self.stop_flag(stop)
    }

    /// Asks the question and waits for the answer.
    ///
    /// The search has a thread of its own, which the game keeps. If the function of
    /// [`on_info`](Self::on_info) panics, the stop flag is raised, so that the search ends too.
    ///
    /// # Errors
    /// `game-over`, `need-dice`, `unknown-player`, `illegal-move` for one of
    /// [`moves`](Self::moves), `unsupported` for a rollout by a player that makes none, and for a
    /// player that does not play this variant, and `internal` if the player has failed.
    pub fn run(mut self) -> Result<Answer, Error> {
        let job = self.prepare(|game, request| game.search(request))?;
        let stop = Arc::clone(&self.stop);
        let _guard = StopOnPanic(Arc::clone(&self.stop));
        let mut infos = Vec::new();
        let answer = self.thread.run(
            move |report| job(&*stop, report),
            |info| {
                (self.on_info)(&info);
                infos.push(info);
            },
        );
        let SearchAnswer { best, nodes, time, reason } = answer?;
        Ok(Answer { best, infos, nodes, time, reason })
    }

    /// Asks for the player's value of each move.
    ///
    /// The move that it would play comes first, then the others, the best first.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn explain(self) -> Result<Vec<ExplainedMove>, Error> {
        let job = self.prepare(|game, request| game.explain(request))?;
        let stop = Arc::clone(&self.stop);
        Ok(self.thread.run(move |_: &mut dyn FnMut(())| job(&*stop), |()| {})?)
    }

    /// Prepares the work for the search thread.
    fn prepare<J>(
        &self,
        prepare: impl FnOnce(&dyn GameHost, &SearchRequest<'_>) -> Result<J, HostError>,
    ) -> Result<J, Error> {
        let Self { game, options, go, .. } = self;
        let request = SearchRequest {
            player: go.player.as_deref(),
            limits: go.limits_with(options),
            moves: &go.moves.to_vec(),
            options,
        };
        Ok(prepare(*game, &request)?)
    }
}

/// Raises a stop flag if it is dropped by a panic: the search thread is waited for after that.
struct StopOnPanic(Arc<AtomicBool>);

impl Drop for StopOnPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("go", &self.go).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use crate::api::Game;

    #[test]
    fn callback_that_panics_ends_its_search() {
        let mut game = Game::new("connect5").expect("a game");
        let stop = Arc::new(AtomicBool::new(false));
        let search = AssertUnwindSafe(|| {
            game.search().until_stopped(&stop).on_info(|_| panic!("no more")).run().map(drop)
        });
        assert!(catch_unwind(search).is_err());
        assert!(stop.load(Ordering::Relaxed));
        assert!(game.search().depth(1).run().is_ok());
    }
}
