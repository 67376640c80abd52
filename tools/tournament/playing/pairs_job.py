"""Pairs of games as work for `workers`."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from tournament.events.event_definition import Event, Pair
from tournament.playing.game_record import GameRecord
from tournament.playing.worker_engines import JudgeAndPlayers
from workers.job_interface import Job


@dataclass(frozen=True)
class PairsJob(Job[Pair, GameRecord]):
    """Plays pairs of an event; with `restart`, engines are started anew for every game."""

    event: Event
    restart: bool = False

    @contextlib.contextmanager
    def start(self) -> Iterator[Callable[[Pair], Iterable[GameRecord]]]:
        """The engines of a worker; raises JobFault when the judge fails."""
        with JudgeAndPlayers(self.event.rules, self.event.contestants, self.restart) as engines:
            yield engines.play

    def name(self, task: Pair) -> str:
        return f"pair {task.number}"

    def rest_of_task(self, task: Pair, result: GameRecord) -> Pair:
        return replace(task, legs=tuple(leg for leg in task.legs if leg != result.leg))

    def check(self) -> None:
        """Starts every engine once; raises JobFault if one can't play."""
        with JudgeAndPlayers(self.event.rules, self.event.contestants) as engines:
            engines.check()
