"""Questions to an engine and their answers (asyncio): tags, time-outs, errors.

Each line gets a tag of its own, so several questions can be under way, and no earlier answer can be
taken for that of a later one. Engines without tags answer in the order of the questions. For them,
a line that has no answer in UGI is followed by `isready`, so that a refusal is known to be its own.
"""

import asyncio
import contextlib
import itertools
import math
import os
import shlex
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Self

from parlour.errors import EngineTerminated, NoAnswer, Refused
from parlour.find_engine import find_engine
from parlour.line_process import LineProcess

Listener = Callable[[str], object]

MOST_ANSWERS = 10_000  # lines kept of one answer
MOST_UNASKED_LINES = 1_000  # lines kept that answer no question
TIMEOUT = 10.0  # seconds
GRACE = 0.05  # seconds to read what has come, once an answer is late
NON_FINAL_WORDS = (
    *("id ", "option ", "info ", "board ", "help ", "describe ", "explain ", "lines "),
    *("svg ", "spots ", "perft move ", "bench "),
)
READY = "readyok"
FINAL_WORDS_WITHOUT_TAGS = {"ugi": "ugiok", "isready": READY, "go": "bestmove", "query": "response"}
SEARCHES = ("go", "explain", "perft", "bench")
EXECUTED_DURING_SEARCH = ("isready", "stop", "quit")  # are executed at once, also during a search


def is_unfinished(answer: str) -> bool:
    """Whether more lines follow this one of an answer to a tagged line."""
    return answer.startswith(NON_FINAL_WORDS) and not answer.startswith("bench all ")


def seconds_allowed(line: str) -> float:
    """How long the engine may take for a line by its own words; infinite if they do not say it."""
    word, *words = line.split() or [""]
    if word not in SEARCHES:
        return 0
    said = dict(itertools.pairwise(words))
    times = [said[key] for key in ("p1time", "p2time") if said.get(key, "").isdigit()]
    limits = [float(said["movetime"])] if said.get("movetime", "").isdigit() else []
    limits += [max(map(float, times))] if times else []
    parts = 2 if word == "explain" else 1  # it searches for a move, then compares all moves
    return math.inf if "infinite" in words or not limits else min(limits) / 1000 * parts


def split_command(command: str) -> list[str]:
    """The words of a command line; on Windows a backslash is part of a path."""
    if os.name == "posix":
        return shlex.split(command)
    return [word.strip('"') for word in shlex.split(command, posix=False)]


def is_refusal(answer: str) -> bool:
    """Whether a line of the engine refuses one of ours."""
    return answer.partition(" ")[0] == "error"


def is_executed_during_search(line: str) -> bool:
    """Whether the engine executes this line at once, also during a search."""
    return line.split(maxsplit=1)[0] in EXECUTED_DURING_SEARCH


class Question:
    """A line that was sent, and what is known of its answer."""

    def __init__(self, tag: str, line: str, batch: "Batch", tagged: bool) -> None:
        self.tag, self.line, self.batch = tag, line, batch
        self.end = (
            "" if tagged else FINAL_WORDS_WITHOUT_TAGS.get(self.word, READY)
        )  # begins the last line
        self.is_endless = self.word in SEARCHES and "infinite" in line.split()
        self.is_silent = (
            not tagged and self.word not in FINAL_WORDS_WITHOUT_TAGS
        )  # has no answer of its own
        self.final: asyncio.Future[str] = batch.loop.create_future()
        self.lines: deque[str] = deque(maxlen=MOST_ANSWERS)

    @property
    def word(self) -> str:
        """The first word of the line."""
        return self.line.split(maxsplit=1)[0]

    @property
    def line_to_send(self) -> str:
        """What the engine is sent."""
        if not self.end:
            return f"{self.tag} {self.line}"
        return f"{self.line}\nisready" if self.is_silent else self.line

    def whole_answer(self) -> list[str]:
        """The lines that were kept, the final one last; empty if there is no answer."""
        final = self.final.result()
        return [*self.lines, *([final] if final else [])]

    def fail(self, fault: Exception) -> None:
        """There will be no answer."""
        if not self.final.done():
            self.final.set_exception(fault)
            self.final.exception()  # it need not be asked for
            self.batch.end(1)

    def succeed(self, final: str) -> None:
        """This is the last line of the answer."""
        self.final.set_result(final)
        self.batch.end(1)

    def take(self, answer: str) -> bool:
        """Takes a line of the answer; whether it was the last one."""
        word, _, rest = answer.partition(" ")
        is_refused = is_refusal(answer)
        is_end = word == self.end if self.end else not is_unfinished(answer)
        if not self.final.done():
            if is_refused:
                code, _, text = rest.partition(" ")
                self.fail(Refused(code, text))
            elif is_end:
                self.succeed("" if self.is_silent else answer)
            else:
                self._add(answer)
        return is_end or (is_refused and self.end != READY)  # `readyok` comes in any case

    def _add(self, answer: str) -> None:
        try:
            (self.batch.on_line or self.lines.append)(answer)
        except Exception as fault:  # the listener's own: for the one who has asked
            self.fail(fault)


class Batch:
    """Questions that were sent at once, and have one deadline."""

    def __init__(self, deadline: float, on_line: Listener | None) -> None:
        """The deadline is a time of the loop, infinite if there is none."""
        self.loop = asyncio.get_running_loop()
        self.deadline, self.on_line = deadline, on_line
        self.questions: list[Question] = []
        self._open = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, questions: list[Question]) -> None:
        """Has the questions fail at the deadline."""
        self.questions = questions
        self._open += len(questions)
        if self._open and self.deadline < math.inf:
            self._timer = self.loop.call_at(self.deadline, self._late)

    @property
    def is_open(self) -> bool:
        """Whether an answer is still due."""
        return self._open > 0

    def end(self, count: int) -> None:
        """Some of the questions are no longer open."""
        self._open -= count
        if self._open == 0 and self._timer:
            self._timer.cancel()

    def _late(self) -> None:
        # Lines that came in time may be read only now: the loop may not have run since.
        self._timer = self.loop.call_later(GRACE, self._fail)

    def _fail(self) -> None:
        for question in self.questions:
            question.fail(NoAnswer())


class Conversation(contextlib.AbstractAsyncContextManager["Conversation"]):
    """A running engine that is sent lines."""

    def __init__(self, tagged: bool = True, timeout: float = TIMEOUT) -> None:
        """Use `popen`. An answer may take `timeout` seconds beyond what its line allows."""
        self.tagged, self.timeout = tagged, timeout
        self._wire: LineProcess
        self._asked = 0
        self._waiting: dict[str, Question] = {}  # by tag, the oldest first
        self._unclaimed: deque[str] = deque(
            maxlen=MOST_UNASKED_LINES
        )  # lines that answer no question
        self._news = asyncio.Event()  # something unclaimed, or the end
        self._has_ended = False

    @classmethod
    async def popen(
        cls,
        command: str | Sequence[str] | None = None,
        *,
        tagged: bool = True,
        timeout: float = TIMEOUT,
        **process: Any,
    ) -> Self:
        """Starts an engine; without a command, the one that `find_engine` finds.

        `tagged=False` is for engines that know UGI but no tags. An answer may take `timeout`
        seconds beyond what its line allows. `process` has more arguments of `subprocess.Popen`,
        such as cwd, env, stderr. Raises OSError if the engine cannot be started.
        """
        if command is None:
            command = [find_engine()]
        words = split_command(command) if isinstance(command, str) else list(command)
        engine = cls(tagged, timeout)
        engine._wire = await LineProcess.open(
            words or [""], engine._take_line, engine._end, **process
        )
        return engine

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._wire.pid

    def send(self, line: str) -> None:
        """Sends one line as it is and waits for nothing."""
        self._wire.send(line)

    def stop(self) -> None:
        """Ends all searches that are under way; they answer with what they have found."""
        self.send("stop")

    async def ask(
        self, line: str, on_line: Listener | None = None, timeout: float | None = None
    ) -> list[str]:
        """Sends a line; returns its answer, the final line last; the others go to any `on_line`.

        Without tags, a line that has no answer in UGI is followed by `isready`, whose answer is
        awaited. By default a search with a time limit may take that time and `timeout` of the
        engine, and one without may take as long as the engine answers `isready`. A search that is
        given up is stopped.
        """
        [question] = await self.exchange([line], on_line, timeout)
        return question.whole_answer()

    async def ask_all(
        self, *lines: str, on_line: Listener | None = None, timeout: float | None = None
    ) -> list[str]:
        """Sends lines at once; returns the last line of each answer, in their order.

        The other lines go to `on_line`. Raises the first refusal; answers to later lines are
        dropped. Without tags, the answer of a line that has none in UGI is empty.
        """
        questions = await self.exchange(lines, on_line or id, timeout)
        return [question.final.result() for question in questions]

    async def words(self, line: str) -> list[str]:
        """Asks, and returns the words of the final line after its first."""
        return (await self.ask(line))[-1].split()[1:]

    async def next_line(self, timeout: float) -> str:
        """The next line that answers no question, for engines that speak another protocol."""
        deadline = asyncio.get_running_loop().time() + timeout
        while not self._unclaimed:
            self._check_running()
            self._news.clear()
            self._wire.resume()
            try:
                async with asyncio.timeout_at(deadline):
                    await self._news.wait()
            except TimeoutError:
                raise NoAnswer from None
        return self._unclaimed.popleft()

    async def close(self, patience: float = 1) -> None:
        """Ends it and its children: asks it to quit, terminates it, kills it, each after a while.

        `patience` is in seconds.
        """
        await self._wire.close(patience)
        self._end()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # How it is done.

    async def exchange(
        self, lines: Sequence[str], on_line: Listener | None, timeout: float | None
    ) -> list[Question]:
        """Puts questions, and waits until all are answered; raises what one of them has met."""
        questions = self.put(lines, on_line, timeout)
        try:
            for question in questions:
                if question.final.done():
                    question.final.result()
                else:
                    await self.answer(question)
        finally:
            for question in questions:
                if not question.final.done():
                    self.give_up(question)
        return questions

    def put(
        self, lines: Sequence[str], on_line: Listener | None = None, timeout: float | None = None
    ) -> list[Question]:
        """Sends lines at once, with tags if the engine has them; `answer` then awaits each."""
        if not all(line.strip() and line.splitlines() == [line] for line in lines):
            raise ValueError(f"each must be one line that is not blank: {lines}")
        self._check_running()
        self._unclaimed.clear()
        self._wire.resume()
        if not is_executed_during_search(lines[0]) and any(
            question.is_endless for question in self._waiting.values()
        ):
            self.stop()  # the engine would not come to these lines
        batch = Batch(self._deadline(lines, timeout), on_line)
        questions = [self._question(line, batch) for line in lines]
        self.send("\n".join(question.line_to_send for question in questions))
        batch.begin(questions)
        return questions

    def _question(self, line: str, batch: Batch) -> Question:
        self._asked += 1
        question = Question(f"@{self._asked}", line, batch, self.tagged)
        self._waiting[question.tag] = question
        return question

    def _deadline(self, lines: Sequence[str], timeout: float | None) -> float:
        """The loop's time at which to give up; lines wait for those that were sent before them."""
        now = asyncio.get_running_loop().time()
        if timeout is not None:
            return now + timeout
        allowed = sum(map(seconds_allowed, lines))
        if is_executed_during_search(lines[0]) or (not self.tagged and allowed == math.inf):
            return now + self.timeout
        earlier = [question.batch.deadline for question in self._waiting.values()]
        return max([now, *earlier]) + allowed + self.timeout

    async def answer(self, question: Question) -> str:
        """The last line of the answer; raises Refused, NoAnswer, EngineTerminated."""
        try:
            while question.batch.deadline == math.inf:
                done, _ = await asyncio.wait([question.final], timeout=self.timeout)
                if done:
                    return question.final.result()
                await self.ask("isready")  # it still answers, also during a search
            return await question.final
        finally:
            self.give_up(question)

    def give_up(self, question: Question) -> None:
        """Waits no more for an answer; a search without its answer is stopped."""
        if question.tag in self._waiting:
            if question.word in SEARCHES:
                self.stop()
            if self.tagged:
                del self._waiting[question.tag]
        if question.final.cancel():
            question.batch.end(1)

    def _take_line(self, line: str) -> None:
        """Gives a line to the question that it answers."""
        tag, answer = self._tag_and_answer(line)
        if tag:
            if self._waiting[tag].take(answer):
                del self._waiting[tag]
            return
        self._unclaimed.append(line)
        self._news.set()
        if len(self._unclaimed) == MOST_UNASKED_LINES and not self._waiting:
            self._wire.pause()  # these lines are not read: the engine is to wait

    def _tag_and_answer(self, line: str) -> tuple[str, str]:
        """The tag of the question that a line answers, or "", and the answer without any tag."""
        if self.tagged:
            tag, _, answer = line.partition(" ")
            return (tag if tag in self._waiting else ""), answer
        word = line.partition(" ")[0]
        for tag, question in list(self._waiting.items()):
            is_search = question.word in SEARCHES and not question.final.done()
            if word == READY != question.end and is_search:
                continue  # a search goes on; this answers an `isready` that was sent later
            if not question.final.done() or word == question.end:
                return tag, line
            if any(word == other.end for other in self._waiting.values()):
                del self._waiting[tag]  # it was given up, and its answer will not come
            else:
                return tag, line
        return "", line

    def _end(self) -> None:
        """No more lines will come."""
        self._has_ended = True
        self._news.set()
        for question in self._waiting.values():
            question.fail(EngineTerminated())
        self._waiting.clear()

    def _check_running(self) -> None:
        if self._has_ended:
            raise EngineTerminated
