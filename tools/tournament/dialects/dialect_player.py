"""What dialects have in common: from a situation in a game to a move and what was thought of it."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from parlour import EngineError
from tournament.dialects.engine_process import EngineProcess, ProcessGuard
from tournament.events.event_definition import Contestant, EventRules, Limits
from workers.job_interface import JobFault

INF = float("inf")


class CannotPlay(JobFault):
    """An engine, its dialect, or an opening does not fit the event."""


@dataclass(frozen=True)
class Situation:
    """A decision to be made; moves are in the judge's notation, with their dice in front."""

    position_words: str  # words after `position`, without moves
    moves: list[str]  # from there, those of the opening included
    fen: str  # the judge's, of the position now, dice and their seed included
    mover: int  # 0 First, 1 Second
    limits: Limits  # the mover's
    clocks: tuple[float, float] = (INF, INF)  # milliseconds left to First and Second
    increments: tuple[float, float] = (0, 0)  # milliseconds that a move adds to them
    hang: float = 60_000  # milliseconds of silence beyond `allowed` that are a fault

    @property
    def position(self) -> str:
        """The words after `position`."""
        return (
            " ".join([self.position_words, "moves", *self.moves])
            if self.moves
            else self.position_words
        )

    @property
    def allowed(self) -> float:
        """Milliseconds that the mover may think."""
        return min(self.limits.movetime or INF, self.clocks[self.mover])

    @property
    def patience(self) -> float:
        """Seconds to wait for an answer."""
        return (self.hang + (self.allowed if self.allowed < INF else 0)) / 1000


@dataclass
class SearchInfo:
    """What an engine said about its move, from its `info` lines."""

    _scored: list[str] = field(default_factory=list)
    _counted: list[str] = field(default_factory=list)

    def add_line(self, line: str) -> None:
        """Keeps the last line with a score and the last with nodes; only those of the best move."""
        if not line.startswith("info ") or line.startswith("info string"):
            return
        words = line.split()
        if "multipv" in words and _number_after(words, "multipv") != 1:
            return
        if "score" in words:
            self._scored = words
        if "nodes" in words:
            self._counted = words

    @property
    def depth(self) -> int:
        """Plies; 0 if not reported."""
        return _number_after(self._scored, "depth")

    @property
    def nodes(self) -> int:
        """Nodes visited; 0 if not reported."""
        return _number_after(self._counted, "nodes")

    @property
    def score(self) -> str:
        """For the side to move, "cp 20" or "mate -3", perhaps followed by a bound; or ""."""
        text = " ".join(self._scored)
        found = re.search(r"\bscore ((?:cp|mate) -?\d{1,9}(?: (?:lower|upper)bound)?)(?!\S)", text)
        return found[1] if found else ""


def _number_after(words: list[str], key: str) -> int:
    """The whole number after this word, 0 without one."""
    value = words[words.index(key) + 1 :][:1] if key in words else []
    return int(value[0]) if value and re.fullmatch(r"\d{1,18}", value[0]) else 0


class DialectPlayer(ABC):
    """An engine in a game; its process starts when a game begins and runs until `close`.

    All that goes wrong with the engine is raised as EngineError.
    """

    tagged = False  # whether its lines have tags

    def __init__(self, contestant: Contestant, rules: EventRules, guard: ProcessGuard) -> None:
        """Starts nothing yet; raises CannotPlay if the dialect lacks what the rules need."""
        self.contestant, self.rules = contestant, rules
        self.thought = SearchInfo()
        self._guard = guard
        self._wire: EngineProcess | None = None

    @property
    def wire(self) -> EngineProcess:
        """The running engine; raises EngineError if there is none."""
        if not self._wire:
            raise EngineError("closed", "the engine does not run")
        return self._wire

    def begin(self, start: Situation) -> None:
        """Starts the engine if it does not run, and brings it to the beginning of a game."""
        if not self._wire:
            command, timeout = self.contestant.command, self.rules.hang / 1000
            self._wire = EngineProcess.start(command, self._guard, self.tagged, timeout)
            self.introduce()
        self.new_game(start)

    def close(self, patience: float = 1) -> None:
        """Ends the engine; each way of asking gets `patience` seconds."""
        if self._wire:
            self.send_farewell()
            self._wire.close(patience)
            self._wire = None

    def introduce(self) -> None:  # noqa: B027 # piskvork has nothing to say here
        """Sends what an engine needs once, when it has started."""

    def send_farewell(self) -> None:  # noqa: B027 # the client says quit
        """Sends what ends the engine, besides `quit`."""

    @abstractmethod
    def new_game(self, start: Situation) -> None:
        """Brings a running engine to the beginning of a game, in this situation."""

    @abstractmethod
    def choose(self, situation: Situation) -> str:
        """The engine's move, in the judge's notation, not yet judged; sets `thought`."""

    def cannot(self, why: str) -> CannotPlay:
        """The error that says so of this engine."""
        name, dialect = self.contestant.name, self.contestant.dialect
        return CannotPlay(f"engine '{name}' cannot play by the dialect {dialect}: {why}")
