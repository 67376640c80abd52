"""What a position is worth, for the side to move."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import NamedTuple, Self


class Outcome(Enum):
    """How a game ends for a side."""

    WIN = 1
    DRAW = 0
    LOSS = -1


class Bound(Enum):
    """How the true value lies to the one that is given."""

    NONE = ""
    LOWER = "lowerbound"  # the true value is at least this
    UPPER = "upperbound"  # the true value is at most this


class WinDrawLoss(NamedTuple):
    """Probabilities from 0 to 1."""

    win: float
    draw: float
    loss: float


@dataclass(frozen=True)
class Score(ABC):
    """One of `Cp`, `Mate`, `Draw` and `Equity`. `>` means better; `-` is the other side's view."""

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game by best play, if it is proved."""
        return None

    @property
    def win_draw_loss(self) -> WinDrawLoss | None:
        """The chances, if the engine knows them."""
        if self.outcome is None:
            return None
        return WinDrawLoss(*(float(self.outcome is end) for end in Outcome))

    @abstractmethod
    def __neg__(self) -> "Score": ...

    @abstractmethod
    def _sort_key(self) -> tuple[int, float]:
        """Losses, then estimates, then wins, and the rank among them."""

    def __lt__(self, other: "Score") -> bool:
        return self._sort_key() < other._sort_key()

    def __le__(self, other: "Score") -> bool:
        return self._sort_key() <= other._sort_key()

    def __gt__(self, other: "Score") -> bool:
        return self._sort_key() > other._sort_key()

    def __ge__(self, other: "Score") -> bool:
        return self._sort_key() >= other._sort_key()


@dataclass(frozen=True)
class Cp(Score):
    """An estimate in hundredths, on the player's own scale."""

    hundredths: int
    bound: Bound = Bound.NONE

    def __neg__(self) -> "Cp":
        return Cp(-self.hundredths, _bound_for_other_side(self.bound))

    def _sort_key(self) -> tuple[int, float]:
        return 0, self.hundredths

    def __str__(self) -> str:
        return f"{self.hundredths / 100:+.2f}"


@dataclass(frozen=True)
class Mate(Score):
    """A proved win or loss, and its length in plies.

    With a bound, the winner is proved, but the length is not: a win (`LOWER`) or a loss (`UPPER`)
    may come sooner.
    """

    plies: int
    is_win: bool
    bound: Bound = Bound.NONE

    @property
    def outcome(self) -> Outcome:
        return Outcome.WIN if self.is_win else Outcome.LOSS

    def __neg__(self) -> "Mate":
        return Mate(self.plies, not self.is_win, _bound_for_other_side(self.bound))

    def _sort_key(self) -> tuple[int, float]:
        return (1, -self.plies) if self.is_win else (-1, self.plies)

    def __str__(self) -> str:
        unit = "ply" if self.plies == 1 else "plies"
        return f"{'wins' if self.is_win else 'loses'} in {self.plies} {unit}"


@dataclass(frozen=True)
class Draw(Score):
    """A proved draw."""

    @property
    def outcome(self) -> Outcome:
        return Outcome.DRAW

    def __neg__(self) -> "Draw":
        return self

    def _sort_key(self) -> tuple[int, float]:
        return 0, 0

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True)
class Chances:
    """Probabilities of how a game of backgammon ends; gammons include backgammons."""

    win: float
    gammon: float
    backgammon: float
    lose_gammon: float
    lose_backgammon: float

    def __neg__(self) -> Self:
        """The other side's view."""
        mine = (self.gammon, self.backgammon)
        return replace(
            self,
            win=1 - self.win,
            gammon=self.lose_gammon,
            backgammon=self.lose_backgammon,
            lose_gammon=mine[0],
            lose_backgammon=mine[1],
        )


CHANCES = tuple(field.name for field in fields(Chances))


@dataclass(frozen=True)
class CubeEquities:
    """A cube decision: equities of the side on roll, normalised to the present cube."""

    no_double: float
    double_take: float
    double_drop: float

    @property
    def is_double(self) -> bool:
        """Whether doubling is better than rolling, if the opponent answers best."""
        return min(self.double_take, self.double_drop) > self.no_double

    @property
    def is_take(self) -> bool:
        """Whether the opponent should take a double, not drop it."""
        return self.double_take <= self.double_drop


CUBE_EQUITIES = tuple(field.name for field in fields(CubeEquities))


@dataclass(frozen=True)
class Equity(Score):
    """Backgammon: expected points at the current stake."""

    points: float
    chances: Chances | None = None
    standard_error: float | None = None  #: of `points`, in a rollout
    bound: Bound = Bound.NONE
    cube: CubeEquities | None = None  #: of `evaluate` at a cube decision; of the side on roll

    @property
    def win_draw_loss(self) -> WinDrawLoss | None:
        chances = self.chances
        return WinDrawLoss(chances.win, 0.0, 1 - chances.win) if chances else None

    def __neg__(self) -> "Equity":
        turned = -self.chances if self.chances else None
        return Equity(
            -self.points, turned, self.standard_error, _bound_for_other_side(self.bound), self.cube
        )

    def _sort_key(self) -> tuple[int, float]:
        return 0, self.points * 100

    def __str__(self) -> str:
        return f"{self.points:+.4f}"


def _bound_for_other_side(bound: Bound) -> Bound:
    return {Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}.get(bound, bound)
