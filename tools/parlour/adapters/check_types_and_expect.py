"""What the checks of the adapters have in common."""

import random
from collections.abc import Callable, Sequence

from parlour.engine import Engine
from parlour.position_and_limit import Limit

EngineSides = Sequence[int]  # those that the engine plays
PlayWholeGame = Callable[[Engine, Limit, EngineSides, random.Random], float]  # what First has won
SIGNS = {"p1win": 1, "p2win": -1, "draw": 0}


class Difference(Exception):
    """The library and the engine are not of one mind."""


def expect(is_so: bool, what: str) -> None:
    """Raises Difference if it is not so."""
    if not is_so:
        raise Difference(what)
