"""The engine as an object that waits for its answers: `AsyncEngine` with a loop of its own."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar, overload

from parlour.answers import Explanation, Info, Option, PlayResult, Status
from parlour.async_engine import NO_LIMIT, AsyncAnalysis, AsyncEngine
from parlour.asyncio_conversation import TIMEOUT, Listener
from parlour.errors import EngineTerminated
from parlour.game_description import Description
from parlour.position_and_limit import Limit, Position
from parlour.score import Score

Answer = TypeVar("Answer")
PATIENCE = 1.0  # seconds that a cancelled task has to end


class CallersLoop:
    """An event loop that runs in the thread of the caller, and only while one waits for it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._turn = threading.Lock()  # of the thread that runs the loop

    def run(self, doing: Coroutine[Any, Any, Answer]) -> Answer:
        """Waits for the result; if the wait is interrupted, what is being done is cancelled."""
        running = asyncio._get_running_loop()
        if running is self._loop:
            doing.close()
            raise RuntimeError("a function that receives lines can only `send` and `stop`")
        if running:  # as in a notebook: two loops cannot run in one thread
            with ThreadPoolExecutor(1) as executor:
                return executor.submit(self.run, doing).result()
        with self._turn:
            if self._loop.is_closed():
                doing.close()
                raise EngineTerminated("the engine was closed")
            task = self._loop.create_task(doing)
            try:
                return self._loop.run_until_complete(task)
            finally:
                if not task.done():
                    task.cancel()
                    # The signal may have come after the loop took the next step of the task from
                    # its list, and before it ran it: then the task never ends.
                    self._loop.run_until_complete(asyncio.wait([task], timeout=PATIENCE))
                    if task.done() and not task.cancelled():
                        task.exception()  # the interruption is what is raised

    def call(self, function: Callable[..., None], *arguments: str) -> None:
        """Calls this, or has the thread that runs the loop do so; waits for nothing."""

        async def do() -> None:
            function(*arguments)

        if asyncio._get_running_loop() is self._loop:
            function(*arguments)
        elif self._turn.acquire(blocking=False):
            try:
                if not self._loop.is_closed():
                    self._loop.run_until_complete(do())
            finally:
                self._turn.release()
        else:
            with contextlib.suppress(RuntimeError):  # it is closed
                self._loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        """Nothing more can be run."""
        with self._turn:
            self._loop.close()


class Analysis(contextlib.AbstractContextManager["Analysis"], Iterator[Info]):
    """A search that is under way: a stream of infos, which ends with the search."""

    def __init__(self, analysis: AsyncAnalysis, loop: CallersLoop) -> None:
        self._analysis, self._loop = analysis, loop

    @property
    def multipv(self) -> list[Info]:
        """The last info of each rank, the best move first."""
        with contextlib.suppress(EngineTerminated):  # then these are the last ones
            self._loop.run(self._analysis.catch_up())
        return self._analysis.multipv

    @property
    def info(self) -> Info:
        """The last info of the best move; it is empty before the first."""
        return next(iter(self.multipv), Info())

    def stop(self) -> None:
        """Ends the search, and those that were sent before it."""
        self._loop.call(self._analysis.stop)

    def wait(self) -> PlayResult:
        """The move, when the search has ended; raises what has gone wrong."""
        return self._loop.run(self._analysis.wait())

    def __next__(self) -> Info:
        try:
            return self._loop.run(self._analysis.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None

    def __exit__(self, *_: object) -> None:
        self._loop.run(self._analysis.__aexit__())


class Engine(contextlib.AbstractContextManager["Engine"]):
    """A running engine. Its methods are those of `AsyncEngine`, which explains them.

    It may be used by several threads, which wait for each other; `send` and `stop` do not wait.
    """

    def __init__(self, engine: AsyncEngine, loop: CallersLoop) -> None:
        """Use `popen`."""
        self._engine, self._loop = engine, loop

    @classmethod
    def popen(
        cls,
        command: str | Sequence[str] | None = None,
        *,
        tagged: bool = True,
        timeout: float = TIMEOUT,
        **process: Any,
    ) -> Self:
        """Starts an engine; raises OSError."""
        loop = CallersLoop()
        opening = AsyncEngine.popen(command, tagged=tagged, timeout=timeout, **process)
        try:
            return cls(loop.run(opening), loop)
        except BaseException:
            loop.close()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._engine.pid

    @property
    def timeout(self) -> float:
        """Seconds that an answer may take beyond what its line allows."""
        return self._engine.timeout

    def send(self, line: str) -> None:
        """Sends one line as it is and waits for nothing."""
        self._loop.call(self._engine.send, line)

    def stop(self) -> None:
        """Ends all searches that are under way; they answer with what they have found."""
        self._loop.call(self._engine.stop)

    def ask(
        self, line: str, on_line: Listener | None = None, timeout: float | None = None
    ) -> list[str]:
        """Sends a line; returns its answer, the final line last; the others go to any `on_line`."""
        return self._loop.run(self._engine.ask(line, on_line, timeout))

    def ask_all(
        self, *lines: str, on_line: Listener | None = None, timeout: float | None = None
    ) -> list[str]:
        """Sends lines at once; returns the last line of each answer, in their order."""
        return self._loop.run(self._engine.ask_all(*lines, on_line=on_line, timeout=timeout))

    def words(self, line: str) -> list[str]:
        """Asks, and returns the words of the final line after its first."""
        return self._loop.run(self._engine.words(line))

    def next_line(self, timeout: float) -> str:
        """The next line that answers no question, for engines that speak another protocol."""
        return self._loop.run(self._engine.next_line(timeout))

    def close(self, patience: float = 1) -> None:
        """Ends it and its children for certain."""
        with contextlib.suppress(EngineTerminated):  # it was closed before
            self._loop.run(self._engine.close(patience))
        self._loop.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def ping(self) -> None:
        """Returns when the engine answers."""
        self._loop.run(self._engine.ping())

    def name(self) -> str:
        """The name and the version of the engine."""
        return self._loop.run(self._engine.name())

    def options(self) -> dict[str, Option]:
        """The options of the engine, by name."""
        return self._loop.run(self._engine.options())

    def configure(self, options: Mapping[str, bool | int | str | None]) -> None:
        """Sets options; None presses a button."""
        self._loop.run(self._engine.configure(options))

    def games(self) -> list[str]:
        """The names of the games."""
        return self._loop.run(self._engine.games())

    def new_game(self, game: str = "") -> None:
        """Begins a new game of these words, or of the same."""
        self._loop.run(self._engine.new_game(game))

    def players(self, game: str) -> list[str]:
        """The players of a game, the default first."""
        return self._loop.run(self._engine.players(game))

    def describe(self, game: str) -> Description:
        """What the engine says of a game."""
        return self._loop.run(self._engine.describe(game))

    def legal(self, position: Position | str) -> list[str]:
        """The legal moves; none when the game is over."""
        return self._loop.run(self._engine.legal(position))

    def status(self, position: Position | str) -> Status:
        """Whose turn it is and what is due, or how the game has ended."""
        return self._loop.run(self._engine.status(position))

    def fen(self, position: Position | str) -> str:
        """The position as a text that `Position(start="fen …")` takes."""
        return self._loop.run(self._engine.fen(position))

    def history(self, position: Position | str) -> list[str]:
        """The moves of the position in the engine's own spelling, with their dice in front."""
        return self._loop.run(self._engine.history(position))

    def evaluate(self, position: Position | str) -> Score:
        """The static evaluation."""
        return self._loop.run(self._engine.evaluate(position))

    def show(self, position: Position | str) -> str:
        """The board drawn with characters."""
        return self._loop.run(self._engine.show(position))

    def picture(self, position: Position | str, turned: bool = False) -> str:
        """The board as an SVG document."""
        return self._loop.run(self._engine.picture(position, turned))

    def explain(
        self,
        position: Position | str,
        limit: Limit = NO_LIMIT,
        *,
        player: str | None = None,
        moves: Sequence[str] = (),
    ) -> list[Explanation]:
        """What a player thinks of each legal move, or of these: its own, then the best first."""
        return self._loop.run(self._engine.explain(position, limit, player=player, moves=moves))

    def play(
        self,
        position: Position | str,
        limit: Limit = NO_LIMIT,
        *,
        player: str | None = None,
        searchmoves: Sequence[str] = (),
    ) -> PlayResult:
        """The move of a player, the game's default one unless it is named."""
        doing = self._engine.play(position, limit, player=player, searchmoves=searchmoves)
        return self._loop.run(doing)

    @overload
    def analyse(
        self,
        position: Position | str,
        limit: Limit = ...,
        *,
        multipv: None = ...,
        player: str | None = ...,
        searchmoves: Sequence[str] = ...,
    ) -> Info: ...
    @overload
    def analyse(
        self,
        position: Position | str,
        limit: Limit = ...,
        *,
        multipv: int,
        player: str | None = ...,
        searchmoves: Sequence[str] = ...,
    ) -> list[Info]: ...
    def analyse(
        self,
        position: Position | str,
        limit: Limit = NO_LIMIT,
        *,
        multipv: int | None = None,
        player: str | None = None,
        searchmoves: Sequence[str] = (),
    ) -> Info | list[Info]:
        """What the search says of the best move, or with `multipv` of that many, best first."""
        words: dict[str, Any] = {"multipv": multipv, "player": player, "searchmoves": searchmoves}
        found: Info | list[Info] = self._loop.run(self._engine.analyse(position, limit, **words))
        return found

    def analysis(
        self,
        position: Position | str,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        player: str | None = None,
        searchmoves: Sequence[str] = (),
    ) -> Analysis:
        """Begins a search, which without a limit lasts until `stop`, or until the next question."""
        doing = self._engine.analysis(
            position, limit, multipv=multipv, player=player, searchmoves=searchmoves
        )
        return Analysis(self._loop.run(doing), self._loop)
