"""The luck of a roll: the equity after it, less the mean over all rolls, each played best."""

import itertools
from collections.abc import Mapping

from parlour import BadAnswer, Engine, Equity, Position
from parlour.answers import read_info

Roll = tuple[int, int]  # the higher die first
WAYS_TO_ROLL: Mapping[Roll, int] = {  # with the number of the 36 rolls that are this one
    (a, b): 1 if a == b else 2 for b, a in itertools.combinations_with_replacement(range(1, 7), 2)
}


def roll_of(move: str) -> Roll | None:
    """The dice in front of a move."""
    dice, colon, _ = move.partition(":")
    if not (colon and dice.isdecimal() and len(dice) == 2):
        return None
    return max(int(dice[0]), int(dice[1])), min(int(dice[0]), int(dice[1]))


def equities(engine: Engine, position: Position, search: str, first: bool) -> dict[Roll, float]:
    """The equity after each roll for the side to move, by a search of these words of `go`.

    The first roll of a game has no doubles. Raises EngineError.
    """
    rolls = [roll for roll in WAYS_TO_ROLL if not (first and roll[0] == roll[1])]
    lines: list[str] = []
    asked = [word for a, b in rolls for word in (f"dice {a} {b}", f"go {search}")]
    engine.history(position)  # sets it up
    engine.ask_all(*asked, on_line=lines.append)
    found: list[float] = []
    best = None
    for line in lines:
        if not line.startswith("info ") or line.startswith("info string"):
            continue
        info = read_info(line)
        if isinstance(info.score, Equity) and info.multipv == 1:
            best = info.score.points
        elif info.score is None and best is not None:  # the last line of each search
            found.append(best)
            best = None
    if len(found) != len(rolls):
        raise BadAnswer(f"{len(found)} of {len(rolls)} rolls have an equity")
    return dict(zip(rolls, found, strict=True))


def mean(found: Mapping[Roll, float]) -> float:
    """The mean over rolls, each as often as two dice show it."""
    weights = sum(WAYS_TO_ROLL[roll] for roll in found)
    return sum(WAYS_TO_ROLL[roll] * equity for roll, equity in found.items()) / weights
