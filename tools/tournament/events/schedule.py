"""Which engines meet: the pairs of games of an event, in an order that `games` only extends."""

import itertools
import random
from collections.abc import Iterator, Sequence

from tournament.events.event_definition import Pair

SCHEDULES = ("round-robin", "gauntlet", "pair")


def meetings(schedule: str, engines: int) -> list[tuple[int, int]]:
    """The places of the engines that meet in each round; raises ValueError for too few engines."""
    if engines < 2 or (schedule == "pair" and engines > 2):
        exact = "two" if schedule == "pair" else "two or more"
        raise ValueError(f"{schedule} takes {exact} engines, not {engines}")
    if schedule == "gauntlet":
        return [(0, other) for other in range(1, engines)]
    return list(itertools.combinations(range(engines), 2))


def in_order(openings: Sequence[str], order: str, seed: int) -> Iterator[str]:
    """The openings without end; in random order each pass is a shuffle of its own."""
    for lap in itertools.count():
        this_lap = list(openings)
        if order == "random":
            random.Random(f"openings {seed} {lap}").shuffle(this_lap)
        yield from this_lap


def pairs(met: Sequence[tuple[int, int]], openings: Iterator[str], games: int) -> list[Pair]:
    """The pairs of `games` games for each meeting (an even number), one opening a round."""
    if games < 2 or games % 2:
        raise ValueError(f"games must be an even number, 2 or more, not {games}: sides are swapped")
    rounds = zip(range(games // 2), openings, strict=False)
    return [
        Pair(number=turn * len(met) + place, engines=both, opening=opening, round=turn)
        for turn, opening in rounds
        for place, both in enumerate(met)
    ]
