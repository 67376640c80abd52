"""The record of a game: one JSON object, a line of the log."""

import re
from dataclasses import asdict, dataclass, field
from typing import Any, Self

RESULTS = ("p1win", "p2win", "draw")
FORCED_WIN = re.compile(r"mate [1-9](?!.*upperbound)")  # a score that says so, for the side to move


@dataclass
class GameRecord:
    """One finished game; the four lists have an entry for each of `moves`, and so has `movers`.

    Moves are in the judge's notation (backgammon's with their dice in front); scores are an
    engine's last words about its move, for the side to move: "cp 20", "mate -3", or "".
    """

    pair: int
    leg: int
    first: str  # names of the engines
    second: str
    opening: str  # words after `position` that set up the game, random moves included
    result: str = "draw"  # one of RESULTS
    points: float = 0  # of the winner: the stake in backgammon, 1 elsewhere; 0 for a draw
    reason: str = "rules"  # or the fault that lost it: "illegal-move: …", "overrun: …"
    ending: str = ""  # how the rules ended it, "four in line"; "" after a fault and in older logs
    moves: list[str] = field(default_factory=list)  # those after the opening
    movers: str = ""  # who made them, by the judge's word: "1" for First, "2" for Second
    scores: list[str] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)  # plies; 0 if not reported
    nodes: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # milliseconds, as the arena saw them

    @property
    def ending_or_fault(self) -> str:
        """How it ended: in the judge's words, "rules" where the log lacks them, or by a fault."""
        return self.ending or self.reason

    def score_of(self, name: str) -> float:
        """1, 0.5 or 0 for the engine of this name."""
        if self.result == "draw":
            return 0.5
        return float((self.result == "p1win") == (self.first == name))

    def announces_win(self, name: str) -> bool:
        """Whether the engine of this name once reported a forced win, as in "mate 7"."""
        own = "1" if self.first == name else "2"
        return any(
            mover == own and FORCED_WIN.match(score) is not None
            for mover, score in zip(self.movers, self.scores, strict=False)
        )

    def points_of(self, name: str) -> float:
        """Points won, negative if lost, by the engine of this name."""
        return self.points * (2 * self.score_of(name) - 1)

    def to_json(self, times: bool = True) -> dict[str, Any]:
        """A line of the log; without times, equal games give equal lines."""
        words = asdict(self)
        if not times:
            del words["times"]
        return words

    @classmethod
    def from_json(cls, words: dict[str, Any]) -> Self:
        """Reads a line of the log; raises TypeError or ValueError if it is none."""
        game = cls(**words)
        if game.result not in RESULTS:
            raise ValueError(f"'{game.result}' is no result")
        return game
