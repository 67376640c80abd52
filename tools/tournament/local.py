"""Plays pairs of games in worker processes of this machine."""

import contextlib
import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterable
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from tournament.event import Event, Pair
from tournament.record import Game
from tournament.worker_engines import Fault, Seats

MOST_DEATHS = 3  # of workers over one pair; more than that is the pair's fault, not chance


def play_pairs(
    event: Event, pairs: Iterable[Pair], workers: int, restart: bool
) -> Generator[Game, None, None]:
    """Yields games as they end, in any order; closing it ends the workers and their engines.

    Raises Fault when the judge fails or workers keep dying.
    """
    waiting = deque(pairs)
    crew = [_Worker(event, restart) for _ in range(min(workers, len(waiting)))]
    try:
        for worker in crew:
            worker.begin(waiting.popleft())
        while busy := {worker.connection: worker for worker in crew if worker.pair}:
            for connection in wait(list(busy)):
                worker = busy[connection]  # type: ignore[index] # only connections are waited for
                game = worker.receive()
                if game:
                    yield game
                elif waiting and not worker.pair:
                    worker.begin(waiting.popleft())
    finally:
        for worker in crew:
            worker.end()
        for worker in crew:
            worker.process.join()


class _Worker:
    """A process that plays one pair at a time, and the pair it plays."""

    def __init__(self, event: Event, restart: bool) -> None:
        self._event, self._restart, self._deaths = event, restart, 0
        self.pair: Pair | None = None
        self.process, self.connection = self._start()

    def _start(self) -> tuple[SpawnProcess, Connection]:
        """A new process; spawned, it holds no other worker's pipe open."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._event, self._restart))
        process.start()
        theirs.close()
        return process, ours

    def begin(self, pair: Pair) -> None:
        """Gives it a pair, of which it has played no game."""
        self.pair, self._deaths = pair, 0
        self._send(pair)

    def _send(self, pair: Pair) -> None:
        with contextlib.suppress(OSError):  # it has ended: `receive` will find that out
            self.connection.send(pair)

    def receive(self) -> Game | None:
        """A game of its pair, or None; a worker that has died gets a successor.

        When there is no other game of its pair, `pair` is None.
        """
        assert self.pair
        try:
            said = self.connection.recv()
        except (EOFError, OSError):
            self._deaths += 1
            self.connection.close()
            self.process.join()
            if self._deaths > MOST_DEATHS:
                raise Fault(f"{self._deaths} workers died over pair {self.pair.number}") from None
            self.process, self.connection = self._start()
            self._send(self.pair)
            return None
        if isinstance(said, Fault):
            raise said
        if isinstance(said, Game):
            legs = tuple(leg for leg in self.pair.legs if leg != said.leg)
            self.pair = replace(self.pair, legs=legs)
            return said
        self.pair = None
        return None

    def end(self) -> None:
        """Ends it and its engines, in the middle of a game too."""
        self.process.terminate()
        self.connection.close()


def _serve(connection: Connection, event: Event, restart: bool) -> None:
    """The worker: plays the pairs that it receives until its connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the arena's to answer
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # by way of `with`: engines end
    with (
        contextlib.suppress(EOFError, OSError),
        Seats(event.rules, event.contestants, restart) as seats,
    ):
        while True:
            pair = connection.recv()
            try:
                for game in seats.play(pair):
                    connection.send(game)
                connection.send(None)
            except Fault as fault:
                connection.send(fault)
