"""What is to be played: engines, limits, the rules of the event, and its pairs of games."""

from dataclasses import asdict, dataclass, field
from typing import Any, Self

from parlour.game_description import Description

DIALECTS = ("native", "ugi", "piskvork", "ubgi", "gnubg", "harness")


@dataclass(frozen=True)
class Limits:
    """Limits of a move, 0 where none is set, and of a game: `base` 0 is no clock."""

    movetime: int = 0  # milliseconds a move
    nodes: int = 0
    depth: int = 0  # plies
    base: float = 0  # seconds a game
    inc: float = 0  # seconds more for each move


@dataclass(frozen=True)
class Contestant:
    """An engine as it is started: its name here, a command line, a dialect, and its options."""

    name: str
    command: str
    dialect: str = "native"
    options: dict[str, str] = field(default_factory=dict)  # in the engine's own words
    limits: Limits = Limits()

    @classmethod
    def from_json(cls, words: dict[str, Any]) -> Self:
        """Reads what `asdict` wrote."""
        return cls(**{**words, "limits": Limits(**words["limits"])})


def variant_words(variant: str) -> dict[str, str]:
    """The keys of `newgame GAME` with the first word after each: {"size": "9"}."""
    words = variant.split()
    return dict(zip(words, [*words[1:], ""], strict=False))


@dataclass(frozen=True)
class EventRules:
    """What holds for all games of an event."""

    game: str  # one of the judge's games, by its name
    variant: str = ""  # words after `newgame GAME`, such as "width 8 height 7"
    judge: str = "parlour"  # command of the judge of the rules, an engine of the native dialect
    tolerance: float = 100  # milliseconds that a move may overrun its time
    hang: float = 60_000  # milliseconds of silence, beyond that time, that lose
    random_plies: int = 0  # random legal moves after the opening
    seed: int = 1  # of everything random: openings, and dice of openings without a seed
    description: Description = field(default_factory=Description)  # of the game, by the judge


@dataclass(frozen=True)
class Pair:
    """Two games of one opening: in leg 0 `engines[0]` is First, in leg 1 the other one."""

    number: int  # from 0, unique in the event
    engines: tuple[int, int]  # places in the event's list of contestants
    opening: str  # words after `position`: "startpos moves 4 4", "fen startpos seed 42", "fen …"
    round: int = 0  # pairs of one round share their opening and their random moves
    legs: tuple[int, ...] = (0, 1)  # those still to be played


@dataclass(frozen=True)
class Event:
    """A whole tournament, but for its results."""

    rules: EventRules
    contestants: tuple[Contestant, ...]
    pairs: tuple[Pair, ...]

    def header(self) -> dict[str, Any]:
        """What the log's first line keeps: everything but the pairs."""
        return {"rules": asdict(self.rules), "engines": [asdict(c) for c in self.contestants]}
