"""Runs of solvers, one after the other in turns, and what the kernel says they cost."""

import os
import shlex
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from .scored_positions import ScoredPosition
from .solver_commands import Answers, Peer

LEAST_SECONDS = 1e-6  # seconds that a run takes at least
TAIL = 300  # characters of stderr that a fault quotes


class SolverError(Exception):
    """A solver could not be run to its end."""


@dataclass(frozen=True)
class ProcessSeconds:
    """Seconds that a process, and all its children that it waited for, took."""

    user: float
    system: float  # in the kernel, mostly for its memory
    wall: float

    @property
    def cpu(self) -> float:
        """User and system together."""
        return self.user + self.system


@dataclass(frozen=True)
class Run:
    """One process, from its start to its end."""

    cost: ProcessSeconds
    stdout: str
    stderr: str


@dataclass
class SolverTimes:
    """One solver on one file."""

    peer: Peer
    costs: list[ProcessSeconds] = field(default_factory=list)  # one a round
    costs_without_positions: list[ProcessSeconds] = field(
        default_factory=list
    )  # the same without positions
    nodes: int | None = None  # of all positions together
    wrong: int = 0

    def cpu_with_start(self) -> list[float]:
        """Seconds of CPU a round, from start to end."""
        return [cost.cpu for cost in self.costs]

    def cpu_less_start(self) -> list[float]:
        """Seconds of CPU a round, less what starting and ending cost at the median."""
        spent = (
            statistics.median(cost.cpu for cost in self.costs_without_positions)
            if self.costs_without_positions
            else 0.0
        )
        return [max(cost.cpu - spent, LEAST_SECONDS) for cost in self.costs]

    def user(self) -> list[float]:
        """The same in user mode only."""
        spent = (
            statistics.median(cost.user for cost in self.costs_without_positions)
            if self.costs_without_positions
            else 0.0
        )
        return [max(cost.user - spent, LEAST_SECONDS) for cost in self.costs]


def ratios(own: list[float], other: list[float]) -> list[float]:
    """One solver's times over another's, round by round."""
    return [mine / yours for mine, yours in zip(own, other, strict=True)]


@dataclass(frozen=True)
class FileResults:
    """All solvers on one file; the first is the one that the others are compared with."""

    name: str
    positions: int
    timed: list[SolverTimes]


def run(command: str, file: Path) -> Run:
    """Runs a command on a file; raises SolverError if it cannot be run or fails."""
    words = shlex.split(command)
    given = [word.replace("{file}", str(file)) for word in words]
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        (file if given == words else Path(os.devnull)).open("rb") as source,
    ):
        began = time.monotonic()
        try:
            process = subprocess.Popen(given, stdin=source, stdout=out, stderr=err)
        except OSError as fault:
            raise SolverError(f"{command}: {fault}") from fault
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            process.wait()
            raise
        wall = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        stdout, stderr = (read_back(stream) for stream in (out, err))
    if process.returncode != 0:
        raise SolverError(f"{command}: exit status {process.returncode}: {stderr[-TAIL:].strip()}")
    return Run(ProcessSeconds(usage.ru_utime, usage.ru_stime, wall), stdout, stderr)


def read_back(stream: BinaryIO) -> str:
    """All that was written to a stream."""
    stream.seek(0)
    return stream.read().decode(errors="replace")


def wrong(positions: list[ScoredPosition], answers: Answers) -> int:
    """How many answers are not the scores of the positions; what is missing is wrong, too."""
    missing = abs(len(positions) - len(answers.scores))
    pairs = zip(positions, answers.scores, strict=False)
    return missing + sum(position.score != score for position, score in pairs)


def write_moves(folder: Path, positions: list[ScoredPosition], peer: Peer) -> Path:
    """The moves alone, one position a line, as a solver reads them."""
    path = folder / f"moves_{peer.name}"
    path.write_text("".join(f"{position.moves or peer.empty}\n" for position in positions))
    return path


def time_all(
    name: str,
    positions: list[ScoredPosition],
    peers: list[Peer],
    rounds: int,
    show: Callable[[str], None],
) -> FileResults:
    """Runs every solver on these positions in every round: A B C A B C ….

    A solver that answers differently in two rounds is counted by its worst.
    """
    sheet = FileResults(name, len(positions), [SolverTimes(peer) for peer in peers])
    with tempfile.TemporaryDirectory() as folder:
        nothing = Path(folder, "nothing")
        nothing.touch()
        for number in range(rounds):
            for timed in sheet.timed:
                show(f"{name}: round {number + 1} of {rounds}, {timed.peer.name}")
                time_one(timed, positions, write_moves(Path(folder), positions, timed.peer))
                if timed.peer.reads_positions:
                    timed.costs_without_positions.append(run(timed.peer.command, nothing).cost)
        for timed in sheet.timed:
            if timed.peer.count:
                count(timed, write_moves(Path(folder), positions, timed.peer))
    return sheet


def time_one(timed: SolverTimes, positions: list[ScoredPosition], moves: Path) -> None:
    """One round of one solver."""
    done = run(timed.peer.command, moves)
    answers = timed.peer.read(done.stdout, done.stderr)
    timed.costs.append(done.cost)
    timed.nodes = answers.nodes
    timed.wrong = max(timed.wrong, wrong(positions, answers))


def count(timed: SolverTimes, moves: Path) -> None:
    """One more run, for the nodes of a solver that writes them in another form."""
    done = run(f"{timed.peer.command} {timed.peer.count}", moves)
    timed.nodes = Peer(timed.peer.name, "", "json").read(done.stdout, done.stderr).nodes
