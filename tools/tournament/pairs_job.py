"""Pairs of games as work for `workers`."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from tournament.event import Event, Pair
from tournament.record import Game
from tournament.worker_engines import Seats
from workers.job import Job


@dataclass(frozen=True)
class PairsJob(Job[Pair, Game]):
    """Plays pairs of an event; with `restart`, engines are started anew for every game."""

    event: Event
    restart: bool = False

    @contextlib.contextmanager
    def start(self) -> Iterator[Callable[[Pair], Iterable[Game]]]:
        """The engines of a worker; raises Fault when the judge fails."""
        with Seats(self.event.rules, self.event.contestants, self.restart) as seats:
            yield seats.play

    def name(self, task: Pair) -> str:
        return f"pair {task.number}"

    def rest(self, task: Pair, result: Game) -> Pair:
        return replace(task, legs=tuple(leg for leg in task.legs if leg != result.leg))

    def check(self) -> None:
        """Starts every engine once; raises Fault if one can't play."""
        with Seats(self.event.rules, self.event.contestants) as seats:
            seats.check()
