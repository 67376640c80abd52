"""A worker: a thread that keeps one engine busy, round after round, and measures after each.

A round ends with the default options, empty tables and a new game, so that what is measured then
can be compared with what was measured after the rounds before.
"""

import contextlib
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from engine_byte_pipe import EnginePipe, Gone, Hang, proc_status, status_row_in_kib
from session_fuzzing.catalogue_and_random_games import Catalogue, RandomGame
from soaking.samples_and_flatness import Sample

PATIENCE = 120.0  # seconds: with 200 engines on two cores, an answer may be long in coming
LEAST_ROUNDS = 8  # of each engine, even if the time is over: fewer give no verdict
LONGEST_PAUSE = 0.01  # seconds of a search before it is stopped


@dataclass(frozen=True)
class CatalogueAndGames:
    """What all workers play with."""

    catalogue: Catalogue
    games: dict[str, list[RandomGame]]


@dataclass
class Latencies:
    """Milliseconds from a line to its answer, of one round."""

    isready: list[float] = field(default_factory=list)
    stop: list[float] = field(default_factory=list)


class SoakWorker(ABC):
    """An engine of one dialect, and what it is asked."""

    dialect = ""

    def __init__(self, number: int, command: str, supplies: CatalogueAndGames, seed: int) -> None:
        """Starts the engine. Raises OSError."""
        self.number, self.supplies = number, supplies
        self.chance = Random(f"{seed}/{self.dialect}/{number}")
        self.engine = EnginePipe(command)
        self.latencies = Latencies()
        self.rounds = self.games = self.lines = 0
        self.fault = ""

    @abstractmethod
    def play_round(self) -> None:
        """A mixed session. Raises Gone or Hang."""

    @abstractmethod
    def reset(self) -> None:
        """Default options, empty tables, a new game."""

    def exchange_lines(self, lines: list[bytes], end: bytes, ends: int = 1) -> bytes:
        """Sends lines at once; what is said until `end` has come so often."""
        self.lines += len(lines)
        self.engine.forget()
        self.engine.said += b"\n"
        self.engine.exchange(b"".join(line + b"\n" for line in lines), b"\n" + end, ends, PATIENCE)
        return bytes(self.engine.said)

    def send_and_time(self, values: list[float], line: bytes, end: bytes) -> bytes:
        """Sends a line, and notes the milliseconds until its answer ends."""
        begun = time.perf_counter()
        said = self.exchange_lines([line], end)
        values.append((time.perf_counter() - begun) * 1e3)
        return said

    def pause(self) -> None:
        """A moment of a search."""
        self.engine.listen(self.chance.random() * LONGEST_PAUSE)

    def sample(self, started: float) -> Sample:
        """What is measured after a round."""
        status = proc_status(self.engine.pid)
        isready, stop = self.latencies.isready, self.latencies.stop
        self.latencies = Latencies()
        return Sample(
            seconds=time.monotonic() - started,
            engine=self.number,
            dialect=self.dialect,
            rounds=self.rounds,
            games=self.games,
            lines=self.lines,
            rss_kib=status_row_in_kib(status, "VmRSS"),
            peak_kib=status_row_in_kib(status, "VmHWM"),
            handles=len(os.listdir(f"/proc/{self.engine.pid}/fd")) if status else 0,
            threads=status_row_in_kib(status, "Threads"),
            isready_ms=tuple(isready),
            stop_ms=tuple(stop),
        )

    def run(
        self, started: float, until: float, note: Callable[[Sample], None], ended: threading.Event
    ) -> None:
        """Thread: `LEAST_ROUNDS` and more, until the time is over; `fault` is what goes wrong."""
        try:
            while not ended.is_set() and (time.monotonic() < until or self.rounds < LEAST_ROUNDS):
                self.play_round()
                self.reset()
                self.rounds += 1
                note(self.sample(started))
            status = self.engine.finish(PATIENCE)
            if status:
                self.fault = f"it has ended with status {status}"
        except (Gone, Hang, ValueError) as fault:
            self.fault = f"{type(fault).__name__}: {fault}; {bytes(self.engine.said[-200:])!r}"
        finally:
            errors = self.engine.stderr_text()
            if b"panicked" in errors or b"error internal" in self.engine.said:
                self.fault += f" stderr: {errors[-500:]!r}"
            with contextlib.suppress(OSError):
                self.engine.__exit__()
