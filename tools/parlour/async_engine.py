"""The engine as an object (asyncio): positions and limits in, moves, scores and infos out."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Self, overload

from parlour.answers import (
    Explanation,
    Info,
    Option,
    PlayResult,
    Status,
    read_eval,
    read_explanation,
    read_info,
    read_option,
    read_result,
    read_status,
    read_text,
)
from parlour.asyncio_conversation import MOST_UNASKED_LINES, Conversation, Question
from parlour.game_description import Description
from parlour.position_and_limit import Limit, Position
from parlour.score import Score

STATUS = ("query turn", "query result", "query points", "query ending")
NO_LIMIT = Limit()


class AsyncAnalysis(contextlib.AbstractAsyncContextManager["AsyncAnalysis"], AsyncIterator[Info]):
    """A search that is under way: a stream of infos, which ends with the search.

    Of infos that are not taken, the last thousand are kept.
    """

    def __init__(self, engine: "AsyncEngine") -> None:
        self._engine = engine
        self._stream: deque[Info] = deque(maxlen=MOST_UNASKED_LINES)
        self._news = asyncio.Event()
        self._latest: dict[int | str, Info] = {}
        self._result: asyncio.Task[PlayResult]

    def begin(self, question: Question, after: Sequence[str]) -> None:
        """Awaits the end of the search, and then asks these lines; the engine calls this."""
        self._result = asyncio.create_task(self._finish(question, after))
        self._result.add_done_callback(self._end)

    def take_line(self, line: str) -> None:
        """Takes a line of the search; the engine calls this."""
        if line.startswith("info "):
            info = read_info(line)
            unscored = "totals" if info.string is None else "string"
            self._latest[info.multipv if info.score else unscored] = info
            self._stream.append(info)
            self._news.set()

    def _end(self, result: asyncio.Task[PlayResult]) -> None:
        self._news.set()
        if not result.cancelled():
            result.exception()  # it need not be asked for

    async def _finish(self, question: Question, after: Sequence[str]) -> PlayResult:
        try:
            return read_result(await self._engine.answer(question), self._latest.values())
        finally:
            if after:
                await self._engine.ask_all(*after)

    @property
    def multipv(self) -> list[Info]:
        """The last info of each rank, the best move first."""
        ranks = sorted(key for key in list(self._latest) if isinstance(key, int))
        return [self._latest[rank] for rank in ranks]

    @property
    def info(self) -> Info:
        """The last info of the best move; it is empty before the first."""
        return next(iter(self.multipv), Info())

    async def catch_up(self) -> None:
        """Reads what the engine has said by now."""
        for _ in range(3):  # looks at the pipe, reads it, takes the lines
            await asyncio.sleep(0)

    def stop(self) -> None:
        """Ends the search, and those that were sent before it."""
        if not self._result.done():
            self._engine.stop()

    async def wait(self) -> PlayResult:
        """The move, when the search has ended; raises what has gone wrong."""
        return await asyncio.shield(self._result)

    async def __anext__(self) -> Info:
        while not self._stream:
            if self._result.done():
                self._result.result()  # raises what has gone wrong
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._stream.popleft()

    async def __aexit__(self, *_: object) -> None:
        self.stop()
        await asyncio.wait([self._result])  # `wait` and the stream raise what has gone wrong


class AsyncEngine(Conversation):
    """A running engine; several questions can be under way, which it executes in order.

    A position is a `Position`, or the words after `position` in the current game. All methods raise
    EngineError.
    """

    def __init__(self, tagged: bool = True, timeout: float = 10) -> None:
        super().__init__(tagged, timeout)
        self._game: str | None = None  # the words of the last `newgame`
        self._multipv = 1
        self._order = asyncio.Lock()  # of questions that set up a position first

    async def __aenter__(self) -> Self:
        return self

    def send(self, line: str) -> None:
        if "newgame" in line:
            self._game = None  # it is no longer known
        super().send(line)

    async def ping(self) -> None:
        """Returns when the engine answers; at once also during a search."""
        await self.ask("isready")

    async def name(self) -> str:
        """The name and the version of the engine."""
        said = [line for line in await self.ask("ugi") if line.startswith("id name ")]
        return said[0].removeprefix("id name ") if said else ""

    async def options(self) -> dict[str, Option]:
        """The options of the engine, by name."""
        lines = [line for line in await self.ask("ugi") if line.startswith("option ")]
        return {option.name: option for option in map(read_option, lines)}

    async def configure(self, options: Mapping[str, bool | int | str | None]) -> None:
        """Sets options; None presses a button."""
        for name, value in options.items():
            said = str(value).lower() if isinstance(value, bool) else value
            words = f"setoption name {name}"
            await self.ask(words if value is None else f"{words} value {said}")
            if name.lower() == "multipv":
                self._multipv = int(value or 1)

    async def games(self) -> list[str]:
        """The names of the games."""
        return read_text((await self.ask("games"))[-1], "games").split()

    async def new_game(self, game: str = "") -> None:
        """Begins a new game of these words (`connect5 size 9`), or of the same: forget all."""
        async with self._order:
            self._game = None
            await self.ask(f"newgame {game}".rstrip())
            self._game = game or None

    async def players(self, game: str) -> list[str]:
        """The players of a game, the default first."""
        return (await self._text(Position(game), "players")).split()

    async def describe(self, game: str) -> Description:
        """What the engine says of a game."""
        return Description.from_lines(await self._lines(Position(game), "describe", "describeok"))

    async def legal(self, position: Position | str) -> list[str]:
        """The legal moves; none when the game is over."""
        return (await self._text(position, "legal")).split()

    async def status(self, position: Position | str) -> Status:
        """Whose turn it is and what is due, or how the game has ended."""
        return read_status(await self._query(position, *STATUS))

    async def fen(self, position: Position | str) -> str:
        """The position as a text that `Position(start="fen …")` takes."""
        return await self._text(position, "fen")

    async def history(self, position: Position | str) -> list[str]:
        """The moves of the position in the engine's own spelling, with their dice in front."""
        return (await self._text(position, "history")).split()

    async def evaluate(self, position: Position | str) -> Score:
        """The static evaluation."""
        return read_eval((await self._query(position, "eval"))[0])

    async def show(self, position: Position | str) -> str:
        """The board drawn with characters."""
        lines = await self._lines(position, "show", "fen")
        return "\n".join(read_text(line, "board") for line in lines)

    async def picture(self, position: Position | str, turned: bool = False) -> str:
        """The board as an SVG document; `turned`: Second is at the bottom."""
        lines = await self._lines(position, "svg turned" if turned else "svg", "svgok")
        return "\n".join(read_text(line, "svg") for line in lines)

    async def explain(
        self,
        position: Position | str,
        limit: Limit = NO_LIMIT,
        *,
        player: str | None = None,
        moves: Sequence[str] = (),
    ) -> list[Explanation]:
        """What a player thinks of each legal move, or of these: its own, then the best first."""
        line = " ".join([_search_line("explain", limit, player, ()), *moves])
        return [read_explanation(said) for said in await self._lines(position, line, "explainok")]

    async def play(
        self,
        position: Position | str,
        limit: Limit = NO_LIMIT,
        *,
        player: str | None = None,
        searchmoves: Sequence[str] = (),
    ) -> PlayResult:
        """The move of a player, the game's default one unless it is named."""
        line = _search_line("go", limit, player, searchmoves)
        async with await self._begin(position, line, None) as analysis:
            return await analysis.wait()

    @overload
    async def analyse(
        self,
        position: Position | str,
        limit: Limit = ...,
        *,
        multipv: None = ...,
        player: str | None = ...,
        searchmoves: Sequence[str] = ...,
    ) -> Info: ...
    @overload
    async def analyse(
        self,
        position: Position | str,
        limit: Limit = ...,
        *,
        multipv: int,
        player: str | None = ...,
        searchmoves: Sequence[str] = ...,
    ) -> list[Info]: ...
    async def analyse(
        self,
        position: Position | str,
        limit: Limit = NO_LIMIT,
        *,
        multipv: int | None = None,
        player: str | None = None,
        searchmoves: Sequence[str] = (),
    ) -> Info | list[Info]:
        """What the search says of the best move, or with `multipv` of that many, best first."""
        line = _search_line("go", limit, player, searchmoves)
        async with await self._begin(position, line, multipv) as analysis:
            result = await analysis.wait()
            return analysis.multipv if multipv is not None else result.info

    async def analysis(
        self,
        position: Position | str,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        player: str | None = None,
        searchmoves: Sequence[str] = (),
    ) -> AsyncAnalysis:
        """Begins a search, which without a limit lasts until it is stopped.

        The next question stops it, too; `ping` does not.
        """
        line = _search_line("go", limit, player, searchmoves)
        return await self._begin(position, line, multipv)

    async def _begin(
        self, position: Position | str, line: str, multipv: int | None
    ) -> AsyncAnalysis:
        analysis = AsyncAnalysis(self)
        setting = "setoption name MultiPV value {}"
        around = ([], []) if multipv is None else ([multipv], [self._multipv])
        before, after = ([setting.format(count) for count in counts] for counts in around)
        async with self._order:
            await self._set_up(position)
            # Without tags, an answer to what follows a search may come during the search.
            at_once = after if self.tagged else []
            questions = self.put([*before, line, *at_once], analysis.take_line)
        try:
            for question in questions[: len(before)]:
                await self.answer(question)
        except BaseException:
            for question in questions:
                self.give_up(question)
            raise
        analysis.begin(questions[len(before)], [] if self.tagged else after)
        return analysis

    async def _set_up(self, position: Position | str) -> None:
        if isinstance(position, str):
            await self.ask_all(f"position {position}")
            return
        newgame = f"newgame {position.game}" if self.tagged else "uginewgame"
        opening = [] if position.game == self._game else [newgame]
        self._game = None  # until it is known that nothing was refused
        await self.ask_all(*opening, *position.lines)
        self._game = position.game

    async def _query(self, position: Position | str, *lines: str) -> list[str]:
        async with self._order:
            await self._set_up(position)
            return await self.ask_all(*lines)

    async def _text(self, position: Position | str, word: str) -> str:
        return read_text((await self._query(position, word))[0], word)

    async def _lines(self, position: Position | str, line: str, end: str) -> list[str]:
        """The lines of an answer without its last one, which must begin with the word `end`."""
        async with self._order:
            await self._set_up(position)
            *lines, final = await self.ask(line)
        read_text(final, end)
        return lines


def _search_line(
    word: str, limit: Limit | None, player: str | None, searchmoves: Sequence[str]
) -> str:
    words = [word, *(["player", player] if player else [])]
    words += ["infinite"] if limit is None else limit.words
    return " ".join([*words, *(["searchmoves", *searchmoves] if searchmoves else [])])
