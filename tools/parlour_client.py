"""A client for Parlour and for any engine that speaks UGI (standard library, Python 3.11+, POSIX).

    with Engine("parlour") as engine:
        print(engine.ask("legal"), engine.go("movetime 500", on_info=print))

Each line gets a tag of its own, so no earlier line can be taken for its answer. For engines without
tags give `tagged=False`; lines that have no answer in UGI are then sent without waiting.
"""

import contextlib
import os
import queue
import shlex
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from subprocess import PIPE, Popen
from typing import IO

LONGEST_LINE = 1 << 16  # characters; a longer line is read as several
MOST_LINES = 1_000  # lines that may wait to be read, and lines kept of one answer
UNFINISHED = (
    *("id ", "option ", "info ", "board ", "help ", "describe ", "explain ", "lines "),
    *("svg ", "spots ", "perft move ", "bench "),
)
PLAIN_ENDS = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove", "query": "response"}
Listener = Callable[[str], object]


class EngineError(Exception):
    """A refused line, with the engine's own code and text; or no-answer (in time), or closed."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code, self.text = code, text


class Engine(contextlib.AbstractContextManager["Engine"]):
    """An engine in a process group of its own; other threads may only `send` and `stop`."""

    def __init__(self, command: str | Sequence[str], tagged: bool = True, timeout: float = 10):
        """Starts it, or raises OSError; an answer may take `timeout` seconds by default."""
        self.tagged, self.timeout, self._asked = tagged, timeout, 0
        self._orders: queue.SimpleQueue[str] = queue.SimpleQueue()
        # Not a `Queue`: a signal handler that raises inside `get` would leave that one locked.
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        words = (shlex.split(command) if isinstance(command, str) else command) or [""]
        self._process = process = Popen(
            words, stdin=PIPE, stdout=PIPE, text=True, errors="replace", start_new_session=True
        )
        threading.Thread(target=self._read, args=[process.stdout], daemon=True).start()
        threading.Thread(target=self._write, args=[process.stdin], daemon=True).start()

    def _read(self, stdout: IO[str]) -> None:
        """Thread: queues what the engine says, and waits while too much is unread."""
        with stdout:
            while line := stdout.readline(LONGEST_LINE):
                self._said.put(line)
                while self._said.qsize() >= MOST_LINES:
                    time.sleep(0.001)
        self._said.put(None)

    def _write(self, stdin: IO[str]) -> None:
        """Thread: hands lines to an engine that may not be reading them."""
        with contextlib.suppress(OSError), stdin:
            while line := self._orders.get():
                print(line, file=stdin, flush=True)

    def _next_line(self, deadline: float) -> str:
        try:
            line = self._said.get(timeout=deadline - time.monotonic())
        except (queue.Empty, ValueError):  # ValueError: the deadline is past
            raise EngineError("no-answer", "nothing final was said in time") from None
        if line is None:
            self._said.put(None)  # the end stays the end
            raise EngineError("closed", "the engine has ended or closed its output")
        return line.strip()

    def send(self, line: str) -> None:
        """Sends one line as it is and waits for nothing."""
        self._orders.put(line)

    def ask(self, line: str, on_line: Listener | None = None, timeout: float = 0) -> list[str]:
        """Sends a line; returns its answer, the final line last; the others go to any `on_line`."""
        deadline = time.monotonic() + (timeout or self.timeout)
        self._asked += 1
        tag = f"@{self._asked} " if self.tagged else ""
        end = PLAIN_ENDS.get(line.split(maxsplit=1)[0])
        self.send(tag + line)
        answers: deque[str] = deque(maxlen=MOST_LINES)
        while tag or end:
            said = self._next_line(deadline)
            if not said.startswith(tag):
                continue  # belongs to an earlier line
            answer = said.removeprefix(tag)
            word, _, rest = answer.partition(" ")
            if word == "error":
                raise EngineError(*rest.partition(" ")[::2])
            unfinished = answer.startswith(UNFINISHED) and not answer.startswith("bench all ")
            if word == end or (tag and not unfinished):
                return [*answers, answer]
            (on_line or answers.append)(answer)
        return []

    def words(self, line: str) -> list[str]:
        """Asks, and returns the words of the final line after its first."""
        return self.ask(line)[-1].split()[1:]

    def go(self, limits: str = "", on_info: Listener = id, timeout: float = 0) -> str:
        """Searches; returns the move, `none` without one. `on_info` may call `stop`."""
        return [*self.ask(f"go {limits}", on_info, timeout)[-1].split(), "none"][1]

    def stop(self) -> None:
        """Ends the search that runs; its `go` then returns."""
        self.send("stop")

    def close(self, patience: float = 1) -> None:
        """Ends it for certain: quit, then SIGTERM, then SIGKILL, each after `patience` seconds."""
        self.send("quit")
        self.send("")  # ends the writing thread
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGKILL):
            deadline = time.monotonic() + patience
            with contextlib.suppress(EngineError):  # its end, or the end of our patience
                while True:
                    self._next_line(deadline)
            with contextlib.suppress(OSError):
                if self._process.returncode is None:  # not waited for: the id is still its own
                    os.killpg(self._process.pid, number)
        self._process.wait()

    def __exit__(self, *_: object) -> None:
        self.close()
