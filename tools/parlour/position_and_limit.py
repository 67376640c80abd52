"""What the engine is asked about, and how long it may think."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True)
class Position:
    """A position of a game: where it starts and what was played since.

    `game` has the words that follow `newgame`: `connect5 size 9 rule renju`. `start` is `startpos`
    or `fen …`, as after `position`.
    """

    game: str
    moves: Sequence[str] = ()
    start: str = "startpos"
    dice: tuple[int, int] | None = None  #: of the side to move, where a referee rolls them

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", tuple(self.moves))  # a position can be a key

    def after(self, *moves: str) -> Self:
        """The position after these moves; its dice become part of the first of them."""
        if not all(isinstance(move, str) for move in moves):
            raise ValueError(f"moves are texts; after the end of the game there is none: {moves}")
        first, rest = moves[:1], moves[1:]
        if first and self.dice:
            first = ("{}{}:{}".format(*self.dice, first[0]),)
        return replace(self, moves=(*self.moves, *first, *rest), dice=None)

    def with_dice(self, one: int, two: int) -> Self:
        """The position after a roll."""
        return replace(self, dice=(one, two))

    @property
    def lines(self) -> list[str]:
        """The lines that set it up in its game."""
        moves = ["moves", *self.moves] if self.moves else []
        dice = [f"dice {self.dice[0]} {self.dice[1]}"] if self.dice else []
        return [" ".join(["position", self.start, *moves]), *dice]


@dataclass(frozen=True)
class Limit:
    """When a search ends: the first limit that is reached ends it.

    Without any limit, the option `MoveTime` applies. Times are in seconds.
    """

    time: float | None = None  #: for this move
    depth: int | None = None  #: plies
    nodes: int | None = None
    p1_clock: float | None = None  #: left to First, with an increment per move
    p2_clock: float | None = None
    p1_inc: float | None = None
    p2_inc: float | None = None
    rollout_games: int | None = None  #: play out this many games for each move
    truncate: int | None = None  #: rolls after which a game of a rollout is evaluated

    @property
    def words(self) -> list[str]:
        """The words of `go`."""
        times = {"movetime": self.time, "p1time": self.p1_clock, "p2time": self.p2_clock}
        times |= {"p1inc": self.p1_inc, "p2inc": self.p2_inc}
        said = [
            f"{key} {_milliseconds(value)}" for key, value in times.items() if value is not None
        ]
        if self.rollout_games is not None:
            said.append("rollout")
        counts = {"depth": self.depth, "nodes": self.nodes, "games": self.rollout_games}
        counts |= {"truncate": self.truncate}
        return said + [f"{key} {value}" for key, value in counts.items() if value is not None]


def _milliseconds(value: float) -> int:
    if not math.isfinite(value):
        raise ValueError(f"a time is a finite number of seconds, not {value}; None is no limit")
    return max(0, math.ceil(value * 1000))
